"""What the two Hold 'Em games share: the facts of a seat against the dealer, and how two hole cards and a board give them."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from tablegames.poker import PokerHand


class Showdown(IntEnum):
    """How a seat stands against the dealer.  Equal hands push whether or not the dealer qualifies; a fold comes before."""

    FOLDED = 0
    WIN = 1
    WIN_DEALER_NOT_QUALIFIED = 2
    TIE = 3
    LOSE = 4
    LOSE_DEALER_NOT_QUALIFIED = 5


class Pocket(IntEnum):
    """The two hole cards as a pocket wager sees them."""

    NONE = 0
    PAIR = 1
    ACE_AND_FACE_OFFSUIT = 2
    ACE_AND_FACE_SUITED = 3
    ACES = 4


MOST_MULTIPLE = 4


class HoldemFacts(NamedTuple):
    """One seat's facts: raise multiple (0 folds, 1 after the last cards, 2 on the flop, 3 or 4 before it), hole, hand, showdown.

    >>> facts = HoldemFacts(3, Pocket.ACES, PokerHand.FLUSH, Showdown.WIN)
    >>> facts.code, HoldemFacts.of_code(facts.code) == facts
    (1171, True)
    """

    multiple: int
    pocket: Pocket
    hand: PokerHand
    showdown: Showdown

    @property
    def code(self) -> int:
        """A small integer, 0 to 1499: index into a histogram."""
        return ((self.multiple * 5 + self.pocket) * 10 + self.hand) * 6 + self.showdown

    @classmethod
    def of_code(cls, code: int) -> HoldemFacts:
        """The facts of a code."""
        rest, showdown = divmod(code, 6)
        rest, hand = divmod(rest, 10)
        return cls(*(lambda multiple, pocket: (multiple, Pocket(pocket)))(*divmod(rest, 5)), PokerHand(hand), Showdown(showdown))


CODES = 1500
