"""What a seat may do and says at each decision point, as a record tells it."""

from __future__ import annotations

from tablegames.contract.choices import CHECK, Choice, Line, View, added, in_words, is_fold, is_over
from tablegames.contract.game import Game
from tablegames.contract.layout import legal_lines
from tablegames.contract.rules import Rules


def line_said(game: Game, rules: Rules, place: int, view: View) -> Line:
    """Of the lines that a seat may take with these cards, the first that comes to the same as a line of the game: its wagers made as early as can be."""
    if not (game.chosen_wagers or game.can_fold):  # all lines come to the same
        said: Line = ()
        while not is_over(said) and len(said) < len(game.points):
            said = (*said, choices_at(game, rules, len(said), view, said)[0])
        return said
    folds, made = is_fold(game.lines[place]), added(game.lines[place])
    for line in legal_lines(game, view, rules):
        if is_fold(line) == folds and added(line) == made:
            return line
    raise ValueError(f"no line of {game.name} that comes to {in_words(game.lines[place])} is legal here")


def choices_at(game: Game, rules: Rules, place: int, view: View, line: Line) -> tuple[Choice, ...]:
    """What a seat may do at a decision point, by its place, where it has followed a line and waited since."""
    point = game.points[place]
    if len(line) != place:
        line = (*line, *(CHECK,) * place)[:place]
    if len(view.board) > point.board:
        view = view._replace(board=view.board[: point.board])
    return game.choices(point.name, view, line, rules)


def is_out_of_turn(game: Game, rules: Rules, choice: Choice, view: View, line: Line) -> bool:
    """Whether a choice is one of another point than the community cards show; what no point allows is out of no turn."""
    for here in (True, False):
        for place, point in enumerate(game.points):
            if (point.board == len(view.board)) == here and choice in choices_at(game, rules, place, view, line):
                return not here
    return False


def other_turn(game: Game, rules: Rules, view: View, line: Line) -> Choice | None:
    """A wager of another point than that at which a line makes its last choice; none where there is none."""
    for place in range(len(game.points)):
        choices = choices_at(game, rules, place, view, line)
        if line[-1] not in choices:
            return next((choice for choice in choices if choice.adds), None)
    return None
