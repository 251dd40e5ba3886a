"""Every decision on the flop: the flops up to the names of suits, with the holes up to the names of suits the flop
lacks.

The same classes as :mod:`~tablegames.shapes.holdem.kernel.decide` sweeps through compiled, here a block of flops at a time in
NumPy: for whoever wants to see the decisions and not only their sums.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablegames.shapes.holdem.kernel.decide import (
    BLOCK,
    BY_RANKS,
    COPIES,
    DISTINCT_HOLES,
    EQUAL_HOLES,
    HIGH_SUIT,
    KIND,
    LOW_SUIT,
    MASK,
    MOST_SUITS,
    SEEN_FROM,
    SUITED,
    Flops,
)
from tablegames.shapes.holdem.kernel.types import DISTINCT, HIGH, LOW, PAIRS, RANKS, SUITED_ELSEWHERE, WIDTH, in_deck

Longs = NDArray[np.int64]


class FlopClasses(NamedTuple):
    """Some flops of one kind (n), each with the 91 rank pairs of holes in one arrangement of suits.

    ``flops`` (n, 3) and ``holes`` (91, 2) are codes of one concrete flop and hole of each class, the hole's lower rank
    first. ``ways`` (n, 91) is how many concrete flops and holes a class stands for, 0 where there is none.
    ``by_ranks`` (n,) and ``seen_from`` (3, n) number the flops, alone and seen from each suit; ``block`` (3,) is the
    block of hole classes each suit sees; ``start`` the place of the first rank pair's starting hand.
    """

    flops: NDArray[np.uint8]
    holes: NDArray[np.uint8]
    ways: Longs
    by_ranks: Longs
    seen_from: Longs
    block: Longs
    start: int

    def values(self, by_ranks: Longs, by_suit: Longs) -> Longs:
        """The values of checking and of betting, (2, n, 91), from those by ranks alone and what each suit adds.

        Shapes (455, 2, 96) and (2484, 2, 384); a suit that the flop lacks adds nothing.
        """
        total = by_ranks[self.by_ranks, :, :PAIRS]
        for seen, block in zip(self.seen_from, self.block.tolist(), strict=True):
            first = block % SUITED_ELSEWHERE * WIDTH
            total = total + by_suit[seen, :, first : first + PAIRS]
        moved: Longs = np.moveaxis(total, 1, 0)
        return moved

    def add_bets(self, bets: NDArray[np.bool_], by_ranks: NDArray[np.int32], by_suit: NDArray[np.int32]) -> None:
        """Add the concrete flops and holes that bet, given ``bets`` (n, 91), to their places (455, 192) and (2484,
        480)."""
        betting = (self.ways * bets).astype(np.int32)
        np.add.at(by_ranks[:, self.start : self.start + PAIRS], self.by_ranks, betting)
        for seen, block in zip(self.seen_from, self.block.tolist(), strict=True):
            np.add.at(by_suit[:, block * WIDTH : block * WIDTH + PAIRS], seen, betting)


def flop_classes(flops: Flops, ranks: int, suits: int) -> Iterator[FlopClasses]:
    """All classes of a deck, each once: 31 blocks, which hold 1,364,558 classes of the real deck."""
    for kind in range(MOST_SUITS):
        rows = flops.flops[flops.flops[:, KIND] == kind]
        cards = np.array([_cards(row) for row in rows], np.uint8).reshape(-1, 3)
        masks = np.zeros((len(rows), MOST_SUITS + 1), np.int64)
        masks[:, :MOST_SUITS] = rows[:, MASK : MASK + MOST_SUITS]
        for suit_row in flops.suits[kind]:
            if suit_row[DISTINCT_HOLES] == 0:
                continue
            on_flop = (masks[:, suit_row[LOW_SUIT], None] >> LOW | masks[:, suit_row[HIGH_SUIT], None] >> HIGH) & 1
            alike = np.where(np.arange(PAIRS) < DISTINCT, suit_row[DISTINCT_HOLES], suit_row[EQUAL_HOLES])
            yield FlopClasses(
                cards,
                _holes(suit_row, suits),
                rows[:, COPIES, None] * (alike * in_deck(ranks)) * (1 - on_flop),
                rows[:, BY_RANKS],
                rows[:, SEEN_FROM : SEEN_FROM + MOST_SUITS].T,
                suit_row[BLOCK : BLOCK + MOST_SUITS],
                int(suit_row[SUITED]) * WIDTH,
            )


def _cards(row: Longs) -> list[int]:
    """The codes of a flop's three cards, from its masks."""
    return [4 * rank + suit for suit in range(MOST_SUITS) for rank in range(RANKS) if row[MASK + suit] >> rank & 1]


def _holes(suit_row: Longs, suits: int) -> NDArray[np.uint8]:
    """Codes (91, 2) of one hole of each rank pair; two cards in two suits that the flop lacks take the last two
    suits."""
    low_suit, high_suit = (min(int(suit_row[place]), suits - 1) for place in (LOW_SUIT, HIGH_SUIT))
    if suit_row[LOW_SUIT] == suit_row[HIGH_SUIT] and not suit_row[SUITED]:
        low_suit -= 1
    return np.stack([4 * LOW + low_suit, 4 * HIGH + high_suit], axis=1).astype(np.uint8)
