"""What a seat may do at a decision point, what it sees there, and the line of its choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tablegames.core.cards import Hand


class View(NamedTuple):
    """What a seat knows when it decides: its cards, the community cards so far, other cards that it has seen, and the dealer's upcards."""

    hand: Hand
    board: Hand = ()
    dead: Hand = ()
    up: Hand = ()


class Choice(NamedTuple):
    """One thing that a seat may do: in the trade's words, with what it puts on the layout or takes back.

    ``adds``: wagers and their sizes as multiples of the base wager, below 0 where one is taken back.  ``ends``: whether the seat decides no
    more in the round.  ``hand``: the two parts in which it sets its cards.
    """

    words: str
    adds: tuple[tuple[str, int], ...] = ()
    ends: bool = True
    folds: bool = False
    hand: tuple[Hand, Hand] | None = None


CHECK = Choice("check", ends=False)
"""To wait for more cards, where that costs nothing."""
FOLD = Choice("fold", folds=True)

Line = tuple[Choice, ...]
"""A seat's choices in the order of the decision points."""


def is_over(line: Line) -> bool:
    """Whether a seat with this line decides no more."""
    return bool(line) and line[-1].ends


def is_fold(line: Line) -> bool:
    """Whether a line ends in a fold.

    >>> is_fold((CHECK, FOLD)), is_fold((CHECK,))
    (True, False)
    """
    return bool(line) and line[-1].folds


def added(line: Line) -> dict[str, int]:
    """What a line puts on the layout in all, as multiples of the base wager; what it takes back is below 0.

    >>> added((CHECK, Choice("raise 2x", (("raise", 2),))))
    {'raise': 2}
    """
    total: dict[str, int] = {}
    for choice in line:
        for wager, size in choice.adds:
            total[wager] = total.get(wager, 0) + size
    return total


def in_words(line: Sequence[Choice]) -> str:
    """A line in words, without the checks.

    >>> in_words((CHECK, FOLD))
    'fold'
    """
    return ", ".join(choice.words for choice in line if choice != CHECK)


def with_line(bets: dict[str, int], line: Line, base: int) -> dict[str, int]:
    """A seat's wagers in cents with what its line adds to them, at a base wager of ``base`` cents; one that is taken back is gone.

    >>> with_line({"ante": 500}, (Choice("raise 2x", (("raise", 2),)),), 500)
    {'ante': 500, 'raise': 1000}
    """
    made = dict(bets)
    for wager, size in added(line).items():
        made[wager] = made.get(wager, 0) + size * base
        if not made[wager]:
            del made[wager]
    return made
