"""The moves of a round: what can happen at a table, and what a seat's state is between two of them."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple

from tablegames.core.cards import Hand
from tablegames.core.wagers import Bets

DEALER, BOARD = "dealer", "board"


class Kind(StrEnum):
    """What a move is."""

    BET = "bet"
    NO_MORE_BETS = "no-more-bets"
    CARD = "card"
    DECISION = "decision"
    REVEAL = "reveal"
    SETTLE = "settle"
    DISCARD = "discard"
    IRREGULARITY = "irregularity"


class Trouble(StrEnum):
    """The irregularities that a round can meet."""

    MISDEAL = "misdeal"
    EXPOSED_IN_SHOE = "card-exposed-in-shoe"
    EXPOSED_WHILE_DEALT = "card-exposed-while-dealt"
    STUB_COUNT = "stub-count"
    DEAD_HAND = "dead-hand"
    PLAYER_LEAVES = "player-leaves"


READING_OF = {
    Trouble.MISDEAL: "procedure-R2", Trouble.EXPOSED_IN_SHOE: "procedure-R3", Trouble.EXPOSED_WHILE_DEALT: "procedure-R4",
    Trouble.STUB_COUNT: "procedure-R5", Trouble.DEAD_HAND: "procedure-R6", Trouble.PLAYER_LEAVES: "procedure-R7",
}  # fmt: skip


class Move(NamedTuple):
    """One event: what it is, whose it is (a seat's number from 1, ``dealer``, ``board`` or empty), and what it brings.

    ``value`` is the bets of a seat, the card of a place, the decision of a seat (none for a check), or the trouble and the card.
    """

    kind: Kind
    place: str = ""
    value: Any = None


class SeatState(NamedTuple):
    """One seat: its bets before the deal, its cards, its decision once it has one, and whether its hand is dead."""

    number: int
    bets: Bets
    cards: Hand = ()
    decision: Any = None
    decided: bool = False
    checked: int = 0
    """The stages it has let pass."""
    dead: bool = False
    absent: bool = False
    """Whether its player has left: it is folded, or set, when its turn comes."""
