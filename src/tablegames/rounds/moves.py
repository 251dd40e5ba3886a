"""The moves of a round: what can happen at a table, and what a seat's state is between two of them."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from tablegames.contract.choices import Choice, Line, is_over
from tablegames.core.cards import Card, Hand
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


class Called(NamedTuple):
    """An irregularity that is called, and the card that it is about, if it is about one."""

    trouble: Trouble
    card: Card | None = None


Brought = Bets | Card | Choice | Called | None
"""What a move brings: the bets of a seat, a card, a seat's choice, an irregularity, or nothing."""


class Move(NamedTuple):
    """One event: what it is, whose it is (a seat's number from 1, ``dealer``, ``board`` or empty), and what it brings."""

    kind: Kind
    place: str = ""
    value: Brought = None


class SeatState(NamedTuple):
    """One seat: its bets before the deal, its cards, its line of choices, and whether its hand is dead."""

    number: int
    bets: Bets
    cards: Hand = ()
    line: Line = ()
    dead: bool = False
    absent: bool = False
    """Whether its player has left: it is folded, or set, when its turn comes."""

    @property
    def decided(self) -> bool:
        """Whether it decides no more."""
        return is_over(self.line)
