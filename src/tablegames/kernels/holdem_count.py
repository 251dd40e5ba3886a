"""How often each starting hand goes on in each way, with which hand and against what: the histogram of the play.

The flop's decisions are carried back to the boards as weights: so many (concrete hole, concrete board, split of the board into
flop, turn and river) bet the flop; the rest of a class's total check it and decide after the river.  Weights of flush boards are
taken off the boards by ranks alone, which are counted last.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from tablegames.kernels.holdem_push import pull_board, pull_two
from tablegames.kernels.holdem_sweep import BELOW, EQUAL, HIGH_CARDS, IMPOSSIBLE
from tablegames.kernels.holdem_types import (
    ALL_DRAWN,
    BOTH_SUITED,
    COUNTED,
    DISTINCT,
    HANDS,
    ITEM_FIRST,
    PAIRS,
    SEEN,
    WIDTH,
    FlushBoards,
)
from tablegames.kernels.holdem_values import FLOP, Bytes, Ints, Longs, Shorts, raises_river, ways_by_ranks

SPLITS = 10
"""Ways to split five cards into a flop and a turn and river without order: C(5, 3)."""


@njit(cache=True, nogil=True)
def _count(
    histogram: Longs, action: int, start: int, hand: int, weight: int, below: int, equal: int, high: int
) -> None:
    """Add ``weight`` deals of hole and board to a starting hand's (below, equal, of high cards, 1)."""
    histogram[action, start, hand, 0] += weight * below
    histogram[action, start, hand, 1] += weight * equal
    histogram[action, start, hand, 2] += weight * high
    histogram[action, start, hand, 3] += weight


@njit(cache=True, nogil=True)
def count_item(
    item: int,
    flushes: FlushBoards,
    ways: Ints,
    coefficients: Ints,
    may_raise: int,
    counts: Shorts,
    hands: Bytes,
    holes: Ints,
    bets: Ints,
    histogram: Longs,
    taken: Ints,
) -> None:
    """Count one item's flush boards.

    ``holes`` (480) is how many concrete holes and suits each class stands for, 0 where it raised before the flop; ``bets``
    (2484, 480) how many concrete flops and holes bet, seen from a suit.  Adds to ``histogram`` (3, 192, 11, 4), by action,
    starting hand, hand and :func:`_count`; and to ``taken`` (6188, 2, 192), by board by ranks alone, the weights that checked and
    that bet.  A board's weight of one class is at most 10 x 4 suits x 9 ways x 6 holes, times 990 dealer hands.
    """
    row = np.zeros(COUNTED, np.int32)
    of_two = np.zeros((DISTINCT, COUNTED), np.int32)
    pull_two(item, ways, bets, of_two)
    for board in range(ITEM_FIRST[item], ITEM_FIRST[item + 1]):
        pull_board(item, board, flushes, ways, bets, of_two, row)
        ranks_board = np.int64(flushes.ranks[board])
        for hole in range(COUNTED):
            seen = hole if hole < SEEN else hole - SEEN
            hand = np.int64(hands[board, seen])
            if hand == IMPOSSIBLE or holes[hole] == 0:
                continue
            below, equal, high = (
                np.int64(counts[board, BELOW, seen]),
                np.int64(counts[board, EQUAL, seen]),
                np.int64(counts[board, HIGH_CARDS, seen]),
            )
            start = hole % WIDTH + (WIDTH if hole >= BOTH_SUITED * WIDTH else 0)
            bet = np.int64(row[hole])
            check = SPLITS * ways[item, ALL_DRAWN, hole] * holes[hole] - bet
            action = raises_river(coefficients, may_raise, hand, below, equal, high)
            _count(histogram, FLOP, start, hand, bet, below, equal, high)
            _count(histogram, action, start, hand, check, below, equal, high)
            taken[ranks_board, 0, start] += np.int32(check)
            taken[ranks_board, 1, start] += np.int32(bet)


@njit(cache=True, nogil=True)
def count_by_ranks(
    suits: int,
    turn_river_board: NDArray[np.int16],
    coefficients: Ints,
    may_raise: int,
    counts: Shorts,
    hands: Bytes,
    holes: Ints,
    boards: Ints,
    bets: Ints,
    taken: Ints,
    histogram: Longs,
) -> None:
    """Count the boards by ranks alone, without what the flush boards have taken.

    ``holes`` (192) is how many concrete holes each starting hand stands for, 0 where it raised before the flop; ``boards``
    (6188, 96) how many concrete boards each board is, given a rank pair; ``bets`` (455, 192) how many concrete flops and holes
    bet.  A board's weight of one starting hand is at most 10 x 1,024 x 12.
    """
    pulled = np.zeros((boards.shape[0], HANDS), np.int32)
    for flop in range(bets.shape[0]):
        for drawn in range(PAIRS):
            board = turn_river_board[flop, drawn]
            for pair in range(PAIRS):
                ways = ways_by_ranks(flop, drawn, pair, suits)
                pulled[board, pair] += ways * bets[flop, pair]
                pulled[board, WIDTH + pair] += ways * bets[flop, WIDTH + pair]
    for board in range(boards.shape[0]):
        for start in range(HANDS):
            pair = start % WIDTH
            hand = np.int64(hands[board, pair])
            if hand == IMPOSSIBLE or holes[start] == 0:
                continue
            below, equal, high = (
                np.int64(counts[board, BELOW, pair]),
                np.int64(counts[board, EQUAL, pair]),
                np.int64(counts[board, HIGH_CARDS, pair]),
            )
            bet = np.int64(pulled[board, start])
            check = SPLITS * boards[board, pair] * holes[start] - bet - taken[board, 0, start]
            action = raises_river(coefficients, may_raise, hand, below, equal, high)
            _count(histogram, FLOP, start, hand, bet - taken[board, 1, start], below, equal, high)
            _count(histogram, action, start, hand, check, below, equal, high)
