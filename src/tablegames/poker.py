"""Five-card poker: the hands of § 677a.6(b), § 653a.6 and, with the joker, § 680a.6(c)."""

from __future__ import annotations

from enum import IntEnum


class PokerHand(IntEnum):
    """The five-card hands, weakest to strongest; greater is stronger."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9
