"""How often each starting hand goes on in each way, with which hand and against what: the histogram of the play.

The flop's decisions are carried back to the boards as weights: so many (concrete hole, concrete board, split of the board into
flop, turn and river) bet the flop; the rest of a class's total check it and decide after the river.  Weights of flush boards are
taken off the boards by ranks alone, which are counted last.  Only flop bets and folds are counted: what is left of all boards
raises after the river.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from tablegames.kernels.holdem_push import pull_board, pull_two
from tablegames.kernels.holdem_sweep import IMPOSSIBLE
from tablegames.kernels.holdem_types import (
    ALL_DRAWN,
    BOTH_SUITED,
    COUNTED,
    DISTINCT,
    HANDS,
    ITEM_FIRST,
    PAIRS,
    WIDTH,
    FlushBoards,
)
from tablegames.kernels.holdem_values import FOLD, RIVER, Bytes, Ints, Longs, Shorts, ways_by_ranks

SPLITS = 10
"""Ways to split five cards into a flop and a turn and river without order: C(5, 3)."""
FOLDED, BET = range(2)
"""The halves of weights and histograms: what checks the flop (and, hand by hand, folds after the river); what bets it."""


@njit(cache=True, nogil=True)
def _read_board(board: int, counts: Shorts, hands: Bytes, known: Ints, hand_of: Ints) -> None:
    """Set ``known`` (4, places) to a board's (below, equal, of high cards, 1), and ``hand_of`` (places,).

    There are more places than the board has: further blocks repeat its first ones (the holes suited elsewhere those with neither
    card in the suit; by ranks alone, the suited starting hands the others).
    """
    read = hands.shape[1]
    for hole in range(hand_of.shape[0]):
        seen = hole if hole < read else hole - read
        hand_of[hole] = hands[board, seen]
        for kind in range(3):
            known[kind, hole] = counts[board, kind, seen]
        known[3, hole] = 1


@njit(cache=True, nogil=True)
def _count_board(
    coefficients: Ints, present: int, known: Ints, hand_of: Ints, weights: Ints, chosen: Ints, histogram: Longs
) -> None:
    """Add ``weights`` (2, places) of one board to ``histogram`` (2, 10, 4, places), those that check only where they then fold.

    A histogram's place gains weight x (below, equal, of high cards, 1) under its hand.  Goes hand by hand with the weights of
    this hand in ``chosen`` (2, places).
    """
    for hand in range(IMPOSSIBLE):
        if present >> hand & 1 == 0:
            continue
        code, fold = np.int32(hand), coefficients[FOLD, 3, hand]
        per_below, per_equal = coefficients[RIVER, 0, hand], coefficients[RIVER, 1, hand]
        per_high, constant = coefficients[RIVER, 2, hand], coefficients[RIVER, 3, hand]
        for hole in range(hand_of.shape[0]):
            raised = np.int32(known[0, hole] * per_below + known[1, hole] * per_equal + known[2, hole] * per_high + constant)
            folds = (hand_of[hole] == code) & (raised < fold)
            chosen[FOLDED, hole] = weights[FOLDED, hole] if folds else np.int32(0)
        for hole in range(hand_of.shape[0]):
            chosen[BET, hole] = weights[BET, hole] if hand_of[hole] == code else np.int32(0)
        for half in range(2):
            for kind in range(4):
                for hole in range(hand_of.shape[0]):
                    histogram[half, hand, kind, hole] += chosen[half, hole] * known[kind, hole]


@njit(cache=True, nogil=True)
def count_item(
    item: int,
    flushes: FlushBoards,
    ways: Ints,
    coefficients: Ints,
    counts: Shorts,
    hands: Bytes,
    present: Shorts,
    holes: Ints,
    flop_bets: Ints,
    histogram: Longs,
    taken: Ints,
) -> None:
    """Count one item's flush boards.

    ``holes`` (480) is how many concrete holes and suits each class stands for, 0 where it raised before the flop; ``flop_bets``
    (2484, 480) how many concrete flops and holes bet, seen from a suit.  Adds to ``histogram`` (2, 10, 4, 480), and to ``taken``
    (6188, 2, 192), by board by ranks alone and starting hand, the weights that checked and that bet.

    A class's weight on a board is at most 10 splits x 4 suits x 6 holes x 9, 3 or 1 ways, times 990 dealer hands; an item has 286,
    715 or 1,287 boards of 9, 3 or 1 ways.  So one item's sums fit 32 bits.
    """
    known = np.zeros((4, COUNTED), np.int32)
    hand_of = np.zeros(COUNTED, np.int32)
    weights = np.zeros((2, COUNTED), np.int32)
    chosen = np.zeros((2, COUNTED), np.int32)
    of_two = np.zeros((DISTINCT, COUNTED), np.int32)
    counted = np.zeros((2, IMPOSSIBLE, 4, COUNTED), np.int32)
    pull_two(item, ways, flop_bets, of_two)
    for board in range(ITEM_FIRST[item], ITEM_FIRST[item + 1]):
        pull_board(item, board, flushes, ways, flop_bets, of_two, weights[BET])
        _read_board(board, counts, hands, known, hand_of)
        for hole in range(COUNTED):
            possible = hand_of[hole] != IMPOSSIBLE
            total = np.int32(SPLITS * ways[item, ALL_DRAWN, hole] * holes[hole])
            bet = weights[BET, hole]
            weights[BET, hole] = bet if possible else np.int32(0)
            weights[FOLDED, hole] = np.int32(total - bet) if possible else np.int32(0)
        _count_board(coefficients, np.int64(present[board]), known, hand_of, weights, chosen, counted)
        ranks_board = np.int64(flushes.ranks[board])
        for half in range(2):
            for block in range(COUNTED // WIDTH):
                first = WIDTH if block >= BOTH_SUITED else 0
                for pair in range(WIDTH):
                    taken[ranks_board, half, first + pair] += weights[half, block * WIDTH + pair]
    for half in range(2):
        for hand in range(IMPOSSIBLE):
            for kind in range(4):
                for hole in range(COUNTED):
                    histogram[half, hand, kind, hole] += counted[half, hand, kind, hole]


@njit(cache=True, nogil=True)
def count_by_ranks(
    suits: int,
    turn_river_board: NDArray[np.int16],
    coefficients: Ints,
    counts: Shorts,
    hands: Bytes,
    present: Shorts,
    holes: Ints,
    boards: Ints,
    flop_bets: Ints,
    taken: Ints,
    histogram: Longs,
) -> None:
    """Count the boards by ranks alone, without what the flush boards have taken, into ``histogram`` (2, 10, 4, 192).

    ``holes`` (192) is how many concrete holes each starting hand stands for, 0 where it raised before the flop; ``boards``
    (6188, 96) how many concrete boards each board is, given a rank pair; ``flop_bets`` (455, 192) how many concrete flops and
    holes bet.  A board's weight of one starting hand is at most 10 x 1,024 x 12, times 990 dealer hands.
    """
    pulled = np.zeros((boards.shape[0], HANDS), np.int32)
    for flop in range(flop_bets.shape[0]):
        for drawn in range(PAIRS):
            board = np.int64(turn_river_board[flop, drawn])
            for pair in range(PAIRS):
                ways = np.int32(ways_by_ranks(flop, drawn, pair, suits))
                pulled[board, pair] += ways * flop_bets[flop, pair]
                pulled[board, WIDTH + pair] += ways * flop_bets[flop, WIDTH + pair]
    known = np.zeros((4, HANDS), np.int32)
    hand_of = np.zeros(HANDS, np.int32)
    weights = np.zeros((2, HANDS), np.int32)
    chosen = np.zeros((2, HANDS), np.int32)
    for board in range(boards.shape[0]):
        _read_board(board, counts, hands, known, hand_of)
        for start in range(HANDS):
            total = SPLITS * boards[board, start % WIDTH] * holes[start]
            weights[FOLDED, start] = total - pulled[board, start] - taken[board, FOLDED, start]
            weights[BET, start] = pulled[board, start] - taken[board, BET, start]
        _count_board(coefficients, np.int64(present[board]), known, hand_of, weights, chosen, histogram)
