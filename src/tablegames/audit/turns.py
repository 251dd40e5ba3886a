"""What a seat may do and says at each decision point, as a record tells it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from tablegames.contract.choices import CHECK, Choice, Line, View, added, in_words, is_fold, is_over, with_line
from tablegames.contract.game import Game
from tablegames.contract.layout import legal_lines
from tablegames.contract.rules import Rules
from tablegames.core.cards import CARDS, Hand


def view_of(game: Game, player: Sequence[int], dealer: Sequence[int], board: Sequence[int]) -> View:
    """All that a seat comes to see, from card codes."""
    up = [dealer[place] for place in game.upcards] if game.upcards else ()
    return View(hand_of(player), hand_of(board), up=hand_of(up))


def hand_of(codes: Sequence[int]) -> Hand:
    """Cards from their codes."""
    return tuple(map(CARDS.__getitem__, codes))


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
    if len(view.board) > point.board or len(view.up) > point.up:
        view = view._replace(board=view.board[: point.board], up=view.up[: point.up])
    return game.choices(point.name, view, line, rules)


def said_in_turn(game: Game, rules: Rules, words: str, view: View, line: Line) -> Choice | None:
    """The choice of these words that a seat may make after its line, where so many community cards lie; none where it may not."""
    if is_over(line):
        return None
    for place in range(len(line), len(game.points)):
        if game.points[place].board == len(view.board):
            for choice in choices_at(game, rules, place, view, line):
                if choice.words == words:
                    return choice
    return None


def is_said_at_any(game: Game, rules: Rules, words: str, view: View, line: Line) -> bool:
    """Whether a seat with these cards may say so at any point."""
    places = range(len(game.points))
    return any(words == choice.words for place in places for choice in choices_at(game, rules, place, view, line))


def is_offered(game: Game, rules: Rules, line: Line, base: int) -> bool:
    """Whether the house's limits leave room for the wagers that a line makes at a base wager of ``base`` cents."""
    made = with_line({}, line, base)
    return rules.offer({wager: made[wager] for wager in game.chosen_wagers if wager in made})


def said_elsewhere(game: Game, rules: Rules, view: View, line: Line) -> Iterator[Choice]:
    """The wagers in words that are not said at the point at which a line makes its last choice."""
    *before, _ = line
    said = {choice.words for choice in choices_at(game, rules, len(before), view, tuple(before))}
    elsewhere = (choices_at(game, rules, place, view, tuple(before)) for place in range(len(game.points)))
    return (choice for choice in chain(*elsewhere) if choice.adds and choice.words not in said)
