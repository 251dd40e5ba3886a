"""The deal of a round as data: in the order of the table, where cards go and where a seat decides.

From these steps follow how many cards each place gets, at which numbers of community cards the dealing stops, and what a seat sees there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Own(NamedTuple):
    """Cards to each seat, face down."""

    cards: int


class Dealer(NamedTuple):
    """Cards to the dealer: face down, or ``up`` for all to see."""

    cards: int
    up: bool = False


class Board(NamedTuple):
    """Community cards, face up, and what those of one street are called together ("the flop")."""

    cards: int
    name: str = ""


class Decide(NamedTuple):
    """A decision point: its name, how many community cards lie there, in words that follow "a seat decides on", and when it is, for a card on the
    table."""

    point: str
    board: str = ""
    when: str = ""


Step = Own | Dealer | Board | Decide


class Point(NamedTuple):
    """A decision point as the deal comes to it: its name, the community cards that lie open, those and the moment in words, and how many of the
    dealer's cards lie open."""

    name: str
    board: int
    words: str
    when: str
    up: int


def cards_of(steps: Sequence[Step], kind: type[Own | Dealer | Board]) -> int:
    """How many cards go to a kind of place in all.

    >>> cards_of((Own(2), Dealer(2), Decide("flop"), Board(3)), Board)
    3
    """
    return sum(step.cards for step in steps if isinstance(step, kind) and not isinstance(step, Decide))


def points_of(steps: Sequence[Step]) -> tuple[Point, ...]:
    """The decision points in their order.

    >>> points_of((Own(2), Decide("preflop"), Board(3), Decide("flop", "three")))
    (Point(name='preflop', board=0, words='', when='', up=0), Point(name='flop', board=3, words='three', when='', up=0))
    """
    found, board, up = [], 0, 0
    for step in steps:
        if isinstance(step, Board):
            board += step.cards
        elif isinstance(step, Dealer):
            up += step.cards * step.up
        elif isinstance(step, Decide):
            found.append(Point(step.point, board, step.board, step.when, up))
    return tuple(found)


def streets_of(steps: Sequence[Step]) -> tuple[int, ...]:
    """The community cards of each step that deals some.

    >>> streets_of((Own(2), Board(3), Decide("flop"), Board(2)))
    (3, 2)
    """
    return tuple(step.cards for step in steps if isinstance(step, Board))


def upcards_of(steps: Sequence[Step]) -> tuple[int, ...]:
    """The places of the dealer's cards, counted from 0, that lie open for all to see.

    >>> upcards_of((Own(5), Dealer(4), Dealer(1, up=True)))
    (4,)
    """
    found: list[int] = []
    dealt = 0
    for step in steps:
        if isinstance(step, Dealer):
            found += range(dealt, dealt + step.cards) if step.up else ()
            dealt += step.cards
    return tuple(found)
