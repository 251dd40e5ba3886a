"""Values carried from flush boards to flops, and weights carried back from flops to flush boards.

A flush board (M, O), seen from its suit, is pushed into every flop from which it can come.  Three cards of M on the
flop: turn and river are the rest of M and all of O.  Two cards of M and one of O: the rest of M and the rest of O.  One
card of M and both of O: the rest of M.  The rest of M comes in one way, cards of O in the ways of
:func:`~tablegames.shapes.holdem.kernel.types.off_suit_ways`; turn and river are in no order.

Weights go the same ways back: a board's weight is the sum of its flops' weights, each times its ways.  A work item is
all boards of one O; values go into the caller's own array of flops, so that items can run in threads.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tablegames.kernels.caching import njit
from tablegames.shapes.holdem.kernel.types import (
    ALL_DRAWN,
    COUNTED,
    DISTINCT,
    FIRST_FLOP_OF_ONE,
    FIRST_FLOP_OF_TWO,
    HIGH_ON_FLOP,
    ITEM_FIRST,
    LOW_ON_FLOP,
    O_HIGH,
    O_LOW,
    PAIRS,
    RANKS,
    SEEN,
    FlushBoards,
    Int,
)
from tablegames.shapes.holdem.kernel.values import Bytes, Ints, Longs, Shorts, Sums, set_difference


@njit(cache=True, nogil=True)
def _push_row(target: Longs, first: Int, stride: Int, subsets: NDArray[np.int16], mask: Int, row: Sums) -> None:
    """``target[first + stride * s] += row`` for each subset s of a mask; shapes (., 2, 384) and (2, 384)."""
    for index in range(subsets.shape[1]):
        subset = np.int64(subsets[mask, index])
        if subset < 0:
            break
        for half in range(2):
            for hole in range(SEEN):
                target[first + stride * subset, half, hole] += row[half, hole]


@njit(cache=True, nogil=True)
def push_item(
    item: Int,
    flushes: FlushBoards,
    ways: Ints,
    coefficients: Sums,
    counts: Shorts,
    hands: Bytes,
    present: Shorts,
    by_ranks: Sums,
    flops: Longs,
) -> None:
    """Add the values of one item's flush boards, less those by ranks alone, into the flops seen from the suit (2484, 2,
    384).

    What goes to the flops of two cards of M and one of O is first summed over the boards that share the two
    (``of_two``), and weighted once.
    """
    row = np.zeros((2, SEEN), coefficients.dtype)
    weighted = np.zeros((2, SEEN), coefficients.dtype)
    of_two = np.zeros((DISTINCT, 2, SEEN), np.int64)
    for board in range(ITEM_FIRST[item], ITEM_FIRST[item + 1]):
        if present[board] == 0:  # the deck does not have it
            continue
        mask = np.int64(flushes.mask[board])
        set_difference(board, coefficients, counts, hands, present, by_ranks, np.int64(flushes.ranks[board]), row)
        for half in range(2):
            for hole in range(SEEN):
                weighted[half, hole] = ways[item, ALL_DRAWN, hole] * row[half, hole]
        _push_row(flops, 0, 1, flushes.threes, mask, weighted)
        if item < PAIRS + RANKS:
            _push_row(of_two, 0, 1, flushes.twos, mask, row)
        if item < PAIRS:
            _push_row(flops, FIRST_FLOP_OF_ONE + item, PAIRS, flushes.ones, mask, row)
    for two in range(DISTINCT):
        low = FIRST_FLOP_OF_TWO + two * RANKS + O_LOW[item]
        high = FIRST_FLOP_OF_TWO + two * RANKS + O_HIGH[item]
        for half in range(2):
            for hole in range(SEEN):
                flops[low, half, hole] += ways[item, LOW_ON_FLOP, hole] * of_two[two, half, hole]
                flops[high, half, hole] += ways[item, HIGH_ON_FLOP, hole] * of_two[two, half, hole]


@njit(cache=True, nogil=True)
def _pull_row(source: Ints, first: Int, stride: Int, subsets: NDArray[np.int16], mask: Int, row: Ints) -> None:
    """``row += source[first + stride * s]`` for each subset s of a mask; shapes (., 480) and (480,)."""
    for index in range(subsets.shape[1]):
        subset = np.int64(subsets[mask, index])
        if subset < 0:
            break
        for hole in range(COUNTED):
            row[hole] += source[first + stride * subset, hole]


@njit(cache=True, nogil=True)
def pull_two(item: Int, ways: Ints, flops: Ints, of_two: Ints) -> None:
    """Set ``of_two`` (78, 480): the weights of the flops of two cards in the suit and one card of O, times their
    ways."""
    for two in range(DISTINCT):
        low = FIRST_FLOP_OF_TWO + two * RANKS + O_LOW[item]
        high = FIRST_FLOP_OF_TWO + two * RANKS + O_HIGH[item]
        for hole in range(COUNTED):
            of_two[two, hole] = (
                ways[item, LOW_ON_FLOP, hole] * flops[low, hole] + ways[item, HIGH_ON_FLOP, hole] * flops[high, hole]
            )


@njit(cache=True, nogil=True)
def pull_board(item: Int, board: Int, flushes: FlushBoards, ways: Ints, flops: Ints, of_two: Ints, row: Ints) -> None:
    """Set a flush board's weights (480,) from those of the flops (2484, 480): the transpose of :func:`push_item`."""
    mask = np.int64(flushes.mask[board])
    for hole in range(COUNTED):
        row[hole] = 0
    _pull_row(flops, 0, 1, flushes.threes, mask, row)
    for hole in range(COUNTED):
        row[hole] *= ways[item, ALL_DRAWN, hole]
    if item < PAIRS + RANKS:
        _pull_row(of_two, 0, 1, flushes.twos, mask, row)
    if item < PAIRS:
        _pull_row(flops, FIRST_FLOP_OF_ONE + item, PAIRS, flushes.ones, mask, row)
