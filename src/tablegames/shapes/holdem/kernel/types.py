"""Holes, boards and flops of Hold 'Em, up to what matters: the numbering that every step shares.

Ranks are 0 (deuce) to 12 (ace); a mask is a set of ranks as 13 bits.  A deck has the highest ``ranks`` ranks in
``suits`` suits; a smaller deck uses the same numbering and leaves gaps.

**Rank pairs.**  The ranks of two cards: 78 pairs of distinct ranks by (high, low), then 13 equal pairs; 91 in all.  In
this order the pockets that a pocket wager tells apart are contiguous: A-J, A-Q, A-K are 75 to 77, the aces 90.  Rows of
rank pairs have 96 places, so that every row starts on a cache line.

**Starting hands.**  Two rows of 96: offsuit (the equal pairs among them), then suited.

**Hole classes seen from one suit.**  Only one suit can make a flush on a given board, and all that matters of a hole is
which of its two cards have that suit: four blocks of 96.  A fifth block holds the holes with neither card in the suit
that are suited in another one.  They are worth what block 0 says, but are other starting hands, so they are counted
apart.

**Boards.**  By ranks alone, a multiset of five ranks.  Where a suit has three or more cards: the mask M of those cards,
and the multiset O of the other cards' ranks (36,608 pairs).

**Flops seen from one suit.**  The mask m (one to three ranks) and the multiset o of the others (2,483 pairs).
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Int = int | np.int64
"""An integer of a kernel: both are the same there."""

RANKS = 13
DISTINCT = 78
PAIRS = 91
WIDTH = 96

NEITHER_SUITED, HIGH_SUITED, LOW_SUITED, BOTH_SUITED, SUITED_ELSEWHERE = range(5)
SEEN = 4 * WIDTH
"""Places of the hole classes that differ in value: blocks 0 to 3."""
COUNTED = 5 * WIDTH
"""Places of the hole classes that differ in value or in starting hand: blocks 0 to 4."""
HANDS = 2 * WIDTH
"""Places of the starting hands."""


def pair_index(low: int, high: int) -> int:
    """The number of a rank pair, ``low <= high``.

    >>> pair_index(0, 1), pair_index(11, 12), pair_index(0, 0), pair_index(12, 12)
    (0, 77, 78, 90)
    """
    return DISTINCT + low if low == high else high * (high - 1) // 2 + low


RANK_PAIRS = sorted(combinations_with_replacement(range(RANKS), 2), key=lambda pair: pair_index(*pair))
"""The (low, high) of each rank pair."""
LOW = np.array([low for low, _ in RANK_PAIRS], np.int64)
HIGH = np.array([high for _, high in RANK_PAIRS], np.int64)


def multiset_index(ranks: NDArray[np.int64]) -> NDArray[np.int64]:
    """The number of each multiset of ranks among those of its size; shape (..., size) gives (...).

    The colexicographic number system: with r_0 <= r_1 <= ..., adding i to r_i makes the multiset a set, whose number is
    the sum of C(r_i + i, i + 1).

    >>> multiset_index(np.array([[0, 0, 0], [12, 12, 12]])).tolist()
    [0, 454]
    """
    ordered = np.sort(ranks, axis=-1)
    size = ordered.shape[-1]
    binomial = np.array([[comb(rank + place, place + 1) for place in range(size)] for rank in range(RANKS)], np.int64)
    result: NDArray[np.int64] = binomial[ordered, np.arange(size)].sum(axis=-1)
    return result


def _multisets(size: int) -> NDArray[np.int64]:
    """All multisets of ranks of one size in the order of their numbers; shape (count, size)."""
    unordered = np.array(list(combinations_with_replacement(range(RANKS), size)), np.int64)
    return unordered[np.argsort(multiset_index(unordered))]


FLOP_RANKS = _multisets(3)
BOARD_RANKS = _multisets(5)
BOARD_COUNTS = (BOARD_RANKS[:, :, None] == np.arange(RANKS)).sum(axis=1).astype(np.int8)
"""How many cards of each rank a board has; shape (6188, 13).  Thirteen boards have five of a rank and do not exist."""
FLOP_COUNTS = (FLOP_RANKS[:, :, None] == np.arange(RANKS)).sum(axis=1).astype(np.int8)
PAIR_COUNTS = ((LOW[:, None] == np.arange(RANKS)).astype(np.int8) + (HIGH[:, None] == np.arange(RANKS))).astype(np.int8)

TURN_RIVER_BOARD = multiset_index(
    np.concatenate(
        [
            np.broadcast_to(FLOP_RANKS[:, None, :], (len(FLOP_RANKS), PAIRS, 3)),
            np.broadcast_to(np.array(RANK_PAIRS)[None, :, :], (len(FLOP_RANKS), PAIRS, 2)),
        ],
        axis=2,
    )
).astype(np.int16)
"""The board that a flop and a rank pair of turn and river make, by ranks alone; shape (455, 91)."""

_ALL_MASKS = np.arange(1 << RANKS)
_SIZE = np.array([mask.bit_count() for mask in range(1 << RANKS)])
MASKS = [_ALL_MASKS[size == _SIZE] for size in range(6)]
"""The masks of each size, rising."""
MASK_INDEX = np.zeros(1 << RANKS, np.int64)
"""The number of each mask among those of its size; sizes above five are not numbered."""
for _masks in MASKS:
    MASK_INDEX[_masks] = np.arange(len(_masks))

# Flush boards: O is a rank pair with the 286 masks of three, a rank with the 715 of four, empty with the 1,287 of five.
# A work item is one O: 91 + 13 + 1 of them, each a range of boards.
ITEM_FIRST = np.cumsum([0] + [len(MASKS[3])] * PAIRS + [len(MASKS[4])] * RANKS + [len(MASKS[5])])
ITEMS = PAIRS + RANKS + 1
FLUSH_BOARDS = int(ITEM_FIRST[-1])
O_LOW = np.concatenate([LOW, np.arange(RANKS), [0]])
O_HIGH = np.concatenate([HIGH, np.arange(RANKS), [0]])
"""The lower and the higher rank of each item's O; of one rank, that one twice; of none, anything."""


class FlushBoards(NamedTuple):
    """The flush boards: mask and board by ranks alone (36608,); and a mask's subsets.

    ``ones``, ``twos``, ``threes`` (8192, 10) hold the numbers of each mask's subsets of one, two and three ranks, then
    -1; only masks of three to five ranks have them.
    """

    mask: NDArray[np.int16]
    ranks: NDArray[np.int16]
    ones: NDArray[np.int16]
    twos: NDArray[np.int16]
    threes: NDArray[np.int16]


def _ranks_in(size: int) -> NDArray[np.int64]:
    """The ranks of each mask of a size; shape (masks, size)."""
    return np.array([[rank for rank in range(RANKS) if mask >> rank & 1] for mask in MASKS[size].tolist()])


def _ranks_of_flush_boards() -> NDArray[np.int16]:
    """The board by ranks alone of each flush board, in the order of items; shape (36608,)."""
    three, four, five = map(_ranks_in, (3, 4, 5))
    parts = [np.concatenate([three, np.tile(pair, (len(three), 1))], axis=1) for pair in RANK_PAIRS]
    parts += [np.concatenate([four, np.full((len(four), 1), rank)], axis=1) for rank in range(RANKS)]
    return multiset_index(np.concatenate([*parts, five])).astype(np.int16)


def _subsets(size: int) -> NDArray[np.int16]:
    """The table of subsets of a size: see :class:`FlushBoards`."""
    table = np.full((1 << RANKS, 10), -1, np.int16)
    for of in (3, 4, 5):
        chosen = np.array(list(combinations(range(of), size)))
        table[MASKS[of], : len(chosen)] = MASK_INDEX[(1 << _ranks_in(of)[:, chosen]).sum(axis=2)]
    return table


FLUSHES = FlushBoards(
    np.concatenate([np.tile(MASKS[3], PAIRS), np.tile(MASKS[4], RANKS), MASKS[5]]).astype(np.int16),
    _ranks_of_flush_boards(),
    *map(_subsets, (1, 2, 3)),
)

# Flops seen from one suit: three cards of it; two and a rank; one and a rank pair.
FIRST_FLOP_OF_TWO = len(MASKS[3])
FIRST_FLOP_OF_ONE = FIRST_FLOP_OF_TWO + DISTINCT * RANKS
SUIT_FLOPS = FIRST_FLOP_OF_ONE + RANKS * PAIRS
NO_FLOP = SUIT_FLOPS
"""A place after the last flop type: what a suit without a card on the flop sees.  Its values stay zero."""


def suit_flop_index(mask: int, others: tuple[int, ...]) -> int:
    """The number of a flop seen from one suit: the mask of its cards in the suit, and the ranks of the others, rising.

    >>> suit_flop_index(0b111, ()), suit_flop_index(0b11, (0,)), suit_flop_index(0b1, (0, 1))
    (0, 286, 1300)
    """
    if len(others) == 0:
        return int(MASK_INDEX[mask])
    if len(others) == 1:
        return FIRST_FLOP_OF_TWO + int(MASK_INDEX[mask]) * RANKS + others[0]
    if len(others) == 2:
        return FIRST_FLOP_OF_ONE + int(MASK_INDEX[mask]) * PAIRS + pair_index(*others)
    return NO_FLOP


def _by_class(blocks: int, in_block: NDArray[np.int64]) -> NDArray[np.int64]:
    """Spread an array (blocks, 91) over rows of 96 places, zero in the places that are no class."""
    spread = np.zeros((blocks, WIDTH), np.int64)
    spread[:, :PAIRS] = in_block
    return spread.reshape(-1)


# The card types of a hole class: 0 to 12 a rank in another suit, 13 to 25 a rank in the suit.
LOW_TYPE = _by_class(4, np.stack([LOW, LOW, LOW + RANKS, LOW + RANKS]))
HIGH_TYPE = _by_class(4, np.stack([HIGH, HIGH + RANKS, HIGH, HIGH + RANKS]))

_OFF_CARDS = np.zeros((RANKS, 5, WIDTH), np.int32)
for _pair, (_low, _high) in enumerate(RANK_PAIRS):
    for _block, _cards in enumerate(((_low, _high), (_low,), (_high,), (), (_low, _high))):
        for _rank in _cards:
            _OFF_CARDS[_rank, _block, _pair] += 1
OFF_CARDS = _OFF_CARDS.reshape(RANKS, COUNTED)
"""How many cards of each rank a hole class has outside the suit; shape (13, 480)."""


def block_seen(low_suit: int, high_suit: int, suit: int) -> int:
    """The block of hole classes in which a suit sees a hole."""
    if low_suit == high_suit:
        return BOTH_SUITED if low_suit == suit else SUITED_ELSEWHERE
    return LOW_SUITED if low_suit == suit else HIGH_SUITED if high_suit == suit else NEITHER_SUITED


def in_deck(ranks: int) -> NDArray[np.bool_]:
    """Whether the deck of the highest ``ranks`` ranks has each rank pair; shape (91,)."""
    present: NDArray[np.bool_] = RANKS - ranks <= LOW
    return present


def holes_of_class(ranks: int, suits: int) -> NDArray[np.int32]:
    """How many concrete holes each class has, seen from one given suit; shape (480,)."""
    distinct = np.arange(PAIRS) < DISTINCT
    others = suits - 1
    counts = np.stack(
        [
            np.where(distinct, others * (others - 1), comb(others, 2)),
            np.full(PAIRS, others),
            np.where(distinct, others, 0),  # an equal pair with one card in the suit stands in block 1
            np.where(distinct, 1, 0),
            np.where(distinct, others, 0),
        ]
    )
    return _by_class(5, counts * in_deck(ranks)).astype(np.int32)


def holes_of_hand(ranks: int, suits: int) -> NDArray[np.int32]:
    """How many concrete holes each starting hand has; shape (192,)."""
    distinct = np.arange(PAIRS) < DISTINCT
    counts = np.stack([np.where(distinct, suits * (suits - 1), comb(suits, 2)), np.where(distinct, suits, 0)])
    return _by_class(2, counts * in_deck(ranks)).astype(np.int32)


def boards_given_hole(suits: int) -> NDArray[np.int32]:
    """How many concrete boards each board by ranks alone is, once a rank pair is gone; shape (6188, 96).

    The product over ranks of C(suits - own cards, board's cards).  A hole that the board leaves impossible gives 0 or
    is never asked for.  At most 4^5 = 1,024.
    """
    choose = np.array(
        [[comb(max(left, 0), drawn) for drawn in range(6)] for left in range(suits - 2, suits + 1)], np.int32
    )
    ways = np.zeros((len(BOARD_RANKS), WIDTH), np.int32)
    ways[:, :PAIRS] = 1
    for rank in range(RANKS):
        ways[:, :PAIRS] *= choose[2 - PAIR_COUNTS[:, rank][None, :], BOARD_COUNTS[:, rank][:, None]]
    return ways


ALL_DRAWN, LOW_ON_FLOP, HIGH_ON_FLOP = range(3)


def off_suit_ways(suits: int) -> NDArray[np.int32]:
    """In how many ways turn and river bring cards of O, given a hole class; shape (105 items, 3, 480).

    With S - 1 - h_r cards of rank r outside the suit left by the hole: row ``ALL_DRAWN`` draws all of O.  Rows
    ``LOW_ON_FLOP`` and ``HIGH_ON_FLOP`` draw the rest of O after its lower or its higher rank was on the flop: the
    other card of a pair, nothing (one way) where O is one card.  The second row is 0 where the two are one and the same
    flop.  Impossible classes get any number: they have no values and no weights.
    """
    left = suits - 1 - OFF_CARDS
    ways = np.zeros((ITEMS, 3, COUNTED), np.int32)
    pairs, distinct, equal, single = slice(PAIRS), slice(DISTINCT), slice(DISTINCT, PAIRS), slice(PAIRS, PAIRS + RANKS)
    ways[pairs, ALL_DRAWN] = left[LOW] * left[HIGH]
    ways[pairs, LOW_ON_FLOP] = left[HIGH]
    ways[distinct, HIGH_ON_FLOP] = left[LOW[distinct]]
    ways[equal, ALL_DRAWN] = left * (left - 1) // 2
    ways[equal, LOW_ON_FLOP] = left - 1
    ways[single, ALL_DRAWN] = left
    ways[single, LOW_ON_FLOP] = 1
    ways[-1, ALL_DRAWN] = 1
    return ways
