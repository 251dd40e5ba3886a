"""Facts of Saigon 5 Card: all that money depends on, and no cards."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

NOT_QUALIFIED = 0
HIGHEST_COUNT = 10


class BonusHand(IntEnum):
    """The ten listed hands by their paragraph, § 680a.6(c)(1) to (10), and none of them."""

    NONE = 0
    FIVE_ACES = 1
    ROYAL_FLUSH_NO_JOKER = 2
    ROYAL_FLUSH_WITH_JOKER = 3
    STRAIGHT_FLUSH = 4
    FOUR_OF_A_KIND = 5
    FULL_HOUSE = 6
    FLUSH = 7
    STRAIGHT = 8
    THREE_OF_A_KIND = 9
    TWO_PAIR = 10

    def __str__(self) -> str:
        words = self.name.lower()
        if self in (BonusHand.FOUR_OF_A_KIND, BonusHand.THREE_OF_A_KIND):
            return words.replace("_", "-")
        return words.replace("with_joker", "with a joker").replace("no_joker", "with no joker").replace("_", " ")


class Facts(NamedTuple):
    """One seat's facts: its Point Count and the dealer's (1 to 10, 0 does not qualify), and its Bonus hand.

    >>> facts = Facts(9, 0, BonusHand.FLUSH)
    >>> facts.code, Facts.of_code(facts.code) == facts
    (1096, True)
    """

    player_count: int
    dealer_count: int
    bonus: BonusHand

    @property
    def line(self) -> int:
        """The line of the round: a hand that does not qualify (0), or one set to its count (1)."""
        return int(self.player_count != NOT_QUALIFIED)

    @property
    def code(self) -> int:
        """A small integer, 0 to 1330: index into a histogram."""
        return (self.player_count * 11 + self.dealer_count) * 11 + self.bonus

    @classmethod
    def of_code(cls, code: int) -> Facts:
        """The facts of a code."""
        rest, bonus = divmod(code, 11)
        return cls(*divmod(rest, 11), BonusHand(bonus))


CODES = 1331
FACTS = tuple(map(Facts.of_code, range(CODES)))
"""Every value of the facts, in the order of the codes."""
