"""What a seat may do and says at each decision point, as a record tells it."""

from __future__ import annotations

from tablegames.contract.choices import CHECK, Choice, Line, View, added, is_fold
from tablegames.contract.game import Game
from tablegames.contract.layout import legal_lines
from tablegames.contract.rules import Rules


def line_said(game: Game, rules: Rules, place: int, view: View) -> Line:
    """Of the lines that a seat may take with these cards, the first that comes to the same as a line of the game: its wagers made as early as can be."""
    wanted = game.lines[place]
    legal = legal_lines(game, view, rules)
    return next(line for line in legal if is_fold(line) == is_fold(wanted) and added(line) == added(wanted))


def choices_at(game: Game, rules: Rules, place: int, view: View, line: Line) -> tuple[Choice, ...]:
    """What a seat may do at a decision point, by its place, where it has followed a line and waited since."""
    point, done = game.points[place], (*line, *(CHECK,) * place)[:place]
    return game.choices(point.name, view._replace(board=view.board[: point.board]), done, rules)


def is_out_of_turn(game: Game, rules: Rules, choice: Choice, view: View, line: Line) -> bool:
    """Whether a choice is one of another point than the community cards show; what no point allows is out of no turn."""
    places = range(len(game.points))
    here = [place for place in places if game.points[place].board == len(view.board)]
    if any(choice in choices_at(game, rules, place, view, line) for place in here):
        return False
    return any(choice in choices_at(game, rules, place, view, line) for place in places if place not in here)


def other_turn(game: Game, rules: Rules, view: View, line: Line) -> Choice | None:
    """A wager of another point than that at which a line makes its last choice; none where there is none."""
    for place in range(len(game.points)):
        choices = choices_at(game, rules, place, view, line)
        if line[-1] not in choices:
            return next((choice for choice in choices if choice.adds), None)
    return None
