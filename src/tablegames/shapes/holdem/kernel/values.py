"""What a hole is worth on a board, from the dealer hands it beats; and by ranks alone, what it is worth on a flop.

A payoff reaches the kernels as four coefficients per action and hand, because the value of a board is linear in the
dealer hands below, equal, of high cards, and in all of them (:func:`tablegames.shapes.holdem.kernel.coefficients_of` derives
them).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tablegames.kernels.caching import njit
from tablegames.shapes.holdem.kernel.sweep import BELOW, EQUAL, HIGH_CARDS, IMPOSSIBLE
from tablegames.shapes.holdem.kernel.types import (
    FLOP_COUNTS,
    HIGH,
    LOW,
    PAIR_COUNTS,
    PAIRS,
    WIDTH,
    Int,
)

Bytes = NDArray[np.uint8]
Shorts = NDArray[np.uint16]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Sums = Ints | Longs
"""Payoffs summed over dealer hands: 32 bits wide wherever those hold them, for twice the speed; else 64."""

FOLD, RIVER, FLOP = range(3)
"""How a seat that did not raise before the flop goes on, by its multiple: never raises, after the river, on the
flop."""
CHECK, BET = range(2)
"""The two halves of a row of values: not betting the flop, betting it."""


@njit(cache=True, nogil=True)
def _set_where(
    row: Sums,
    half: Int,
    board: Int,
    counts: Shorts,
    hands: Bytes,
    hand: Int,
    action: Int,
    coefficients: Sums,
    least: Int,
) -> None:
    """Set half a row, where the hole makes ``hand``, to an action's payoffs over all dealer hands, but at least to
    ``least``.

    A sum is at most dealer hands times the largest payoff, which fits the coefficients' type; what overflows on the way
    wraps back.
    """
    as_wide = coefficients.dtype.type
    code, floor = np.uint8(hand), as_wide(least)
    per_below, per_equal = coefficients[action, 0, hand], coefficients[action, 1, hand]
    per_high, constant = coefficients[action, 2, hand], coefficients[action, 3, hand]
    for hole in range(row.shape[1]):
        below, equal, high = counts[board, BELOW, hole], counts[board, EQUAL, hole], counts[board, HIGH_CARDS, hole]
        value = as_wide(below * per_below + equal * per_equal + high * per_high + constant)
        value = value if value > floor else floor
        row[half, hole] = value if hands[board, hole] == code else row[half, hole]


@njit(cache=True, nogil=True)
def set_row(board: Int, coefficients: Sums, counts: Shorts, hands: Bytes, present: Shorts, row: Sums) -> None:
    """Set a board's row of values (2, places): the better of raising after the river and folding; then the flop bet's.

    Goes hand by hand, so that each pass has constant coefficients.  Places of impossible classes keep what they held.
    """
    for hand in range(IMPOSSIBLE):
        if present[board] >> hand & 1:
            _set_where(row, CHECK, board, counts, hands, hand, RIVER, coefficients, coefficients[FOLD, 3, hand])
            _set_where(row, BET, board, counts, hands, hand, FLOP, coefficients, -(1 << 8 * coefficients.itemsize - 1))


@njit(cache=True, nogil=True)
def set_difference(
    board: Int,
    coefficients: Sums,
    counts: Shorts,
    hands: Bytes,
    present: Shorts,
    by_ranks: Sums,
    ranks_board: Int,
    row: Sums,
) -> None:
    """Set a flush board's row to its values less those by ranks alone; impossible classes get 0."""
    set_row(board, coefficients, counts, hands, present, row)
    for half in range(2):
        for block in range(row.shape[1] // WIDTH):
            for pair in range(WIDTH):
                hole = block * WIDTH + pair
                difference = row.dtype.type(row[half, hole] - by_ranks[ranks_board, half, pair])
                row[half, hole] = row.dtype.type(0) if hands[board, hole] == IMPOSSIBLE else difference


@njit(cache=True, nogil=True)
def ways_by_ranks(flop: Int, drawn: Int, pair: Int, suits: Int) -> Int:
    """In how many ways turn and river of two ranks can be drawn, given a flop by ranks alone and a hole's rank pair.

    Ranks a != b: (S - f_a - h_a)(S - f_b - h_b); a = b: C(S - f_a - h_a, 2), where f and h are the flop's and the
    hole's cards.
    """
    low, high = LOW[drawn], HIGH[drawn]
    left_low = suits - FLOP_COUNTS[flop, low] - PAIR_COUNTS[pair, low]
    left_high = suits - FLOP_COUNTS[flop, high] - PAIR_COUNTS[pair, high]
    ways: Int = left_low * (left_low - 1) // 2 if low == high else left_low * left_high
    return ways


@njit(cache=True, nogil=True)
def value_by_ranks(
    coefficients: Sums,
    suits: Int,
    turn_river_board: NDArray[np.int16],
    counts: Shorts,
    hands: Bytes,
    present: Shorts,
    rows: Sums,
    flops: Longs,
) -> None:
    """Set the boards' rows by ranks alone (6188, 2, 96), and add them into the flops' (455, 2, 96) over all turns and
    rivers."""
    for board in range(rows.shape[0]):
        set_row(board, coefficients, counts, hands, present, rows[board])
    for flop in range(flops.shape[0]):
        for drawn in range(PAIRS):
            board = turn_river_board[flop, drawn]
            if present[board] == 0:  # the deck does not have it
                continue
            for pair in range(PAIRS):
                ways = ways_by_ranks(flop, drawn, pair, suits)
                flops[flop, CHECK, pair] += ways * rows[board, CHECK, pair]
                flops[flop, BET, pair] += ways * rows[board, BET, pair]
