"""Concrete cards in the numbering of types: a hole's number, a flop's class, a board's row.

The optimum is counted over types; whoever deals holds cards.  Holes and flops are numbered in the colexicographic
order of their codes: of a hole with ``low < high``, C(high, 2) + low.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablegames.core.poker import PokerHand
from tablegames.kernels.caching import njit
from tablegames.kernels.evaluator import FLUSH_FLAGS, HAND_START, TWO_MORE, suit_of_flush
from tablegames.kernels.evaluator_tables import RANK_KEYS, ROW_BITS, Tables, tables
from tablegames.shapes.holdem.kernel.decide import MASK, Flops
from tablegames.shapes.holdem.kernel.types import (
    BOARD_RANKS,
    FLUSH_BOARDS,
    ITEM_FIRST,
    MASK_INDEX,
    O_HIGH,
    O_LOW,
    PAIRS,
    RANKS,
    SEEN,
    WIDTH,
    Int,
    pair_index,
)
from tablegames.shapes.holdem.rules import pocket_of

Cards = NDArray[np.uint8]

HOLES = np.array(sorted(combinations(range(52), 2), key=lambda hole: hole[::-1]), np.uint8)
"""The 1,326 holes by number, the lower card first."""
FLOPS = np.array(sorted(combinations(range(52), 3), key=lambda flop: flop[::-1]), np.uint8)
"""The 22,100 flops by number, each rising."""
PAIR_OF_HOLE = np.array([pair_index(low // 4, high // 4) for low, high in HOLES.tolist()], np.uint8)
POCKET_OF_HOLE = np.array([pocket_of(hole) for hole in HOLES.tolist()], np.uint8)
PLACE_OF_HOLE = PAIR_OF_HOLE + WIDTH * (HOLES[:, 0] % 4 == HOLES[:, 1] % 4)
"""The place of each hole's starting hand in rows of 192."""


@njit(cache=True, nogil=True)
def hole_number(low: Int, high: Int) -> Int:
    """The number of a hole, ``low < high``."""
    return high * (high - 1) // 2 + low


@njit(cache=True, nogil=True)
def flop_number(first: Int, second: Int, third: Int) -> Int:
    """The number of a flop, its cards in any order: C(high, 3) + C(middle, 2) + low."""
    low, high = min(first, second, third), max(first, second, third)
    middle = first + second + third - low - high
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low


class FlopNames(NamedTuple):
    """Of each flop by number: its class, which is its row of ``Flops``, and what its suits are called there.

    ``row`` (22100,).  ``suits`` (22100,): two bits a suit, its new name, clubs in the lowest.
    """

    row: NDArray[np.uint16]
    suits: NDArray[np.uint8]


def flop_names(flops: Flops) -> FlopNames:
    """The names of the flops of the real deck.

    Suits are named in the order of a class's cards: of the most cards in one suit first, then by rank.  Suits that the
    flop lacks take the names left.
    """
    suits = FLOPS % 4
    alike = (suits[:, :, None] == suits[:, None, :]).sum(axis=2)
    ordered = np.take_along_axis(suits, (FLOPS - 64 * alike).argsort(axis=1), axis=1)
    has = ordered[:, :, None] == np.arange(4)
    first = np.where(has.any(axis=1), has.argmax(axis=1), 3 + np.arange(4))
    names = first.argsort(axis=1).argsort(axis=1)
    renamed = np.take_along_axis(names, suits.astype(np.int64), axis=1)
    masks = (1 << (FLOPS // 4 + RANKS * renamed)).sum(axis=1)
    of_class = (flops.flops[:, MASK : MASK + 3] << RANKS * np.arange(3)).sum(axis=1)
    order = of_class.argsort()
    row = order[np.searchsorted(of_class[order], masks)]
    return FlopNames(row.astype(np.uint16), (names << 2 * np.arange(4)).sum(axis=1).astype(np.uint8))


@njit(cache=True, nogil=True)
def renamed(card: Int, suits: Int) -> Int:
    """A card with its suit called as on the class of a flop."""
    return card & ~3 | suits >> 2 * (card & 3) & 3


# The item of a flush board is found from a sum: each rank has a mark, and no two pairs of marks, nor of marks and nothing,
# have the same sum.  Sixteen bits a suit keep the sums of a board's cards apart, so that one suit's can be taken off.
MARKS = (1, 3, 7, 12, 20, 30, 44, 65, 80, 96, 122, 147, 181)
"""Deuce to ace: after 0, always the least number that keeps the sums of two distinct (Mian and Chowla, 1944)."""
MARK_WORDS = np.array([MARKS[card >> 2] << 16 * (card & 3) for card in range(52)], np.int64)
FIRST_OF_MARKS = np.zeros(5 * MARKS[-1] + 1, np.int32)
"""The first flush board of the item whose ranks' marks have a sum."""
for _item, (_low, _high) in enumerate(zip(O_LOW.tolist(), O_HIGH.tolist(), strict=True)):
    _others = (_low, _high) if _item < PAIRS else (_low,) if _item < PAIRS + RANKS else ()
    FIRST_OF_MARKS[sum(MARKS[rank] for rank in _others)] = ITEM_FIRST[_item]
PLACE_OF_MASK = MASK_INDEX.astype(np.int16)

# Decisions on boards stand in one array: first a row of hole classes for each flush board, then a row of rank pairs for
# each board by ranks alone.  Five ranks that make no flush are a class of hands of their own, so their value numbers them.
NO_SUIT = 4
BY_RANKS_FIRST = FLUSH_BOARDS * SEEN
BOARD_VALUES = (int(PokerHand.FOUR_OF_A_KIND) + 1) << 12
BOARD_PLACES = BY_RANKS_FIRST + BOARD_VALUES * WIDTH
"""How many places the rows of all boards have together."""
KEY = (1 << 32) - 1


def board_values() -> NDArray[np.int64]:
    """The value of each board by ranks alone, as if no flush existed, (6188,); without meaning for five of a rank."""
    _, rows, values, _ = tables()
    keys = np.array(RANK_KEYS)[BOARD_RANKS].sum(axis=1)
    found: NDArray[np.int64] = values[(rows[keys >> ROW_BITS] + keys) & KEY].astype(np.int64)
    return found


@njit(cache=True, nogil=True)
def value_of_key(word: Int, tables: Tables) -> Int:
    """The value of the hand of a word, as if no flush existed."""
    key = word & KEY
    return np.int64(tables.values[(tables.rows[key >> ROW_BITS] + key) & KEY])


@njit(cache=True, nogil=True)
def board_row(cards: Cards, index: Int, tables: Tables) -> tuple[Int, Int]:
    """Where the row of the board ``cards[:5, index]`` begins, and the suit of which it has three or more or ``NO_SUIT``.

    More than a third of all boards have one, too many for a branch: both rows are found and one is taken.
    """
    word, sets, marks = np.int64(0), np.int64(0), np.int64(0)
    for place in range(5):
        card = np.int64(cards[place, index])
        word += np.int64(tables.words[card])
        sets |= np.int64(1) << (16 * (card & 3) + (card >> 2))
        marks += MARK_WORDS[card]
    flags = (np.uint64(word) + HAND_START + TWO_MORE) & FLUSH_FLAGS
    suit = np.int64(suit_of_flush(flags))
    others = (marks & 0xFFFF) + (marks >> 16 & 0xFFFF) + (marks >> 32 & 0xFFFF) + (marks >> 48 & 0xFFFF)
    others -= marks >> 16 * suit & 0xFFFF
    of_suit = (FIRST_OF_MARKS[others] + PLACE_OF_MASK[sets >> 16 * suit & 0x1FFF]) * SEEN
    of_ranks = BY_RANKS_FIRST + value_of_key(word, tables) * WIDTH
    return (of_ranks, np.int64(NO_SUIT)) if flags == np.uint64(0) else (of_suit, suit)
