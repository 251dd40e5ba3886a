"""How often each starting hand goes on in each way, with which hand and against what: the histogram of the play.

The flop's decisions are carried back to the boards as weights: so many (concrete hole, concrete board, split of the
board into flop, turn and river) bet the flop; the rest of a class's total check it and decide after the river.  Weights
of flush boards are taken off the boards by ranks alone, which are counted last.  Only flop bets and folds are counted:
what is left of all boards raises after the river.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tablegames.kernels.caching import njit
from tablegames.shapes.holdem.kernel.push import pull_board, pull_two
from tablegames.shapes.holdem.kernel.sweep import HAND, IMPOSSIBLE
from tablegames.shapes.holdem.kernel.types import (
    ALL_DRAWN,
    BOTH_SUITED,
    COUNTED,
    DISTINCT,
    HANDS,
    ITEM_FIRST,
    NEITHER_SUITED,
    PAIRS,
    SUITED_ELSEWHERE,
    WIDTH,
    FlushBoards,
    Int,
)
from tablegames.shapes.holdem.kernel.values import FOLD, RIVER, Bytes, Ints, Longs, Shorts, Sums, ways_by_ranks

BLOCKS = COUNTED // WIDTH
SPLITS = 10
"""Ways to split five cards into a flop and a turn and river without order: C(5, 3)."""
FOLDED, BET = range(2)
"""The halves of weights and histograms: what checks the flop (and, hand by hand, folds after the river); what bets
it."""


@njit(cache=True, nogil=True)
def _read_block(board: Int, seen: Int, counts: Shorts, hands: Bytes, block: Int, known: Ints, hand_of: Ints) -> Int:
    """Set a block of ``known`` (4, blocks, 96) to (below, equal, of high cards, 1), and of ``hand_of`` (blocks, 96),
    from the board's showdowns in block ``seen``; returns the set of hands in it, as bits.

    A class may be ``MARKED`` beside its hand: it folds.
    """
    present = np.int32(0)
    for pair in range(WIDTH):
        hand = np.int32(hands[board, seen * WIDTH + pair])
        hand_of[block, pair] = hand
        present |= np.int32(1) << (hand & np.int32(HAND))
    for kind in range(3):
        for pair in range(WIDTH):
            known[kind, block, pair] = counts[board, kind, seen * WIDTH + pair]
    return np.int64(present)


@njit(cache=True, nogil=True)
def _count_block(
    coefficients: Sums,
    block: Int,
    present: Int,
    known: Ints,
    hand_of: Ints,
    weights: Ints,
    chosen: Ints,
    histogram: Ints | Longs,
) -> None:
    """Add a block of one board's ``weights`` (2, blocks, 96) to ``histogram`` (2, 10, 4, blocks, 96): flop bets, and of
    what checked the folds.

    A place gains weight x (below, equal, of high cards, 1) under its hand.  Goes hand by hand, with constant
    coefficients, and with the weights of this hand in ``chosen`` (2, 96).
    """
    for hand in range(IMPOSSIBLE):
        if present >> hand & 1 == 0:
            continue
        code, fold = np.int32(hand), coefficients[FOLD, 3, hand]
        per_below, per_equal = coefficients[RIVER, 0, hand], coefficients[RIVER, 1, hand]
        per_high, constant = coefficients[RIVER, 2, hand], coefficients[RIVER, 3, hand]
        for pair in range(WIDTH):
            below, equal, high = known[0, block, pair], known[1, block, pair], known[2, block, pair]
            raised = coefficients.dtype.type(below * per_below + equal * per_equal + high * per_high + constant)
            seen = hand_of[block, pair]
            folds = (seen & np.int32(HAND) == code) & ((raised < fold) | (seen > np.int32(HAND)))
            chosen[FOLDED, pair] = weights[FOLDED, block, pair] if folds else np.int32(0)
        for pair in range(WIDTH):
            chosen[BET, pair] = (
                weights[BET, block, pair] if hand_of[block, pair] & np.int32(HAND) == code else np.int32(0)
            )
        for half in range(2):
            for kind in range(4):
                for pair in range(WIDTH):
                    histogram[half, hand, kind, block, pair] += chosen[half, pair] * known[kind, block, pair]


@njit(cache=True, nogil=True)
def count_item(
    item: Int,
    flushes: FlushBoards,
    ways: Ints,
    coefficients: Sums,
    counts: Shorts,
    hands: Bytes,
    present: Shorts,
    holes: Ints,
    flop_bets: Ints,
    histogram: Longs,
    taken: Ints,
) -> None:
    """Count one item's flush boards.

    ``holes`` (480) is how many concrete holes and suits each class stands for; ``flop_bets`` (2484, 480) how many concrete flops and holes bet, seen from a suit.  Adds to ``histogram`` (2, 10, 4,
    5, 96), and to ``taken`` (6188, 2, 2, 96), by board by ranks alone and starting hand, the weights that checked and
    that bet.

    A class's weight on a board is at most 10 splits x 4 suits x 6 holes x 9, 3 or 1 ways, times 990 dealer hands; an
    item has 286, 715 or 1,287 boards of 9, 3 or 1 ways.  So one item's sums fit 32 bits.
    """
    if not present[ITEM_FIRST[item] : ITEM_FIRST[item + 1]].any():  # the deck has none of them
        return
    known = np.ones((4, BLOCKS, WIDTH), np.int32)
    hand_of = np.zeros((BLOCKS, WIDTH), np.int32)
    weights = np.zeros((2, BLOCKS, WIDTH), np.int32)
    bets = weights[BET].reshape(COUNTED)
    chosen = np.zeros((2, WIDTH), np.int32)
    of_two = np.zeros((DISTINCT, COUNTED), np.int32)
    counted = np.zeros((2, IMPOSSIBLE, 4, BLOCKS, WIDTH), np.int32)
    totals = np.zeros((BLOCKS, WIDTH), np.int32)
    for block in range(BLOCKS):
        for pair in range(WIDTH):
            hole = block * WIDTH + pair
            totals[block, pair] = SPLITS * ways[item, ALL_DRAWN, hole] * holes[hole]
    pull_two(item, ways, flop_bets, of_two)
    for board in range(ITEM_FIRST[item], ITEM_FIRST[item + 1]):
        if present[board] == 0:
            continue
        pull_board(item, board, flushes, ways, flop_bets, of_two, bets)
        ranks_board = np.int64(flushes.ranks[board])
        for block in range(BLOCKS):
            seen = NEITHER_SUITED if block == SUITED_ELSEWHERE else block
            shown = _read_block(board, seen, counts, hands, block, known, hand_of)
            start = 1 if block >= BOTH_SUITED else 0
            for pair in range(WIDTH):
                possible = hand_of[block, pair] != IMPOSSIBLE
                bet = weights[BET, block, pair] if possible else np.int32(0)
                check = np.int32(totals[block, pair] - bet) if possible else np.int32(0)
                weights[BET, block, pair] = bet
                weights[FOLDED, block, pair] = check
            for half in range(2):
                for pair in range(WIDTH):
                    taken[ranks_board, half, start, pair] += weights[half, block, pair]
            _count_block(coefficients, block, shown, known, hand_of, weights, chosen, counted)
    for half in range(2):
        for hand in range(IMPOSSIBLE):
            for kind in range(4):
                for block in range(BLOCKS):
                    for pair in range(WIDTH):
                        histogram[half, hand, kind, block, pair] += counted[half, hand, kind, block, pair]


@njit(cache=True, nogil=True)
def count_by_ranks(
    suits: Int,
    turn_river_board: NDArray[np.int16],
    coefficients: Sums,
    counts: Shorts,
    hands: Bytes,
    present: Shorts,
    holes: Ints,
    boards: Ints,
    flop_bets: Ints,
    taken: Ints,
    histogram: Longs,
) -> None:
    """Count the boards by ranks alone, without what the flush boards have taken, into ``histogram`` (2, 10, 4, 2, 96).

    ``holes`` (192) is how many concrete holes each starting hand stands for; ``boards`` (6188, 96) how many concrete boards each board is, given a rank pair; ``flop_bets`` (455, 192) how many
    concrete flops and holes bet.  A board's weight of one starting hand is at most 10 x 1,024 x 12, times 990 dealer
    hands.
    """
    pulled = np.zeros((boards.shape[0], HANDS), np.int32)
    for flop in range(flop_bets.shape[0]):
        for drawn in range(PAIRS):
            drawn_board = np.int64(turn_river_board[flop, drawn])
            if present[drawn_board] == 0:  # the deck does not have it
                continue
            for pair in range(PAIRS):
                ways = np.int32(ways_by_ranks(flop, drawn, pair, suits))
                pulled[drawn_board, pair] += ways * flop_bets[flop, pair]
                pulled[drawn_board, WIDTH + pair] += ways * flop_bets[flop, WIDTH + pair]
    known = np.ones((4, 2, WIDTH), np.int32)
    hand_of = np.zeros((2, WIDTH), np.int32)
    weights = np.zeros((2, 2, WIDTH), np.int32)
    chosen = np.zeros((2, WIDTH), np.int32)
    for board in range(boards.shape[0]):
        if present[board] == 0:
            continue
        for block in range(2):
            shown = _read_block(board, 0, counts, hands, block, known, hand_of)
            for pair in range(WIDTH):
                bet = pulled[board, block * WIDTH + pair]
                total: Int = SPLITS * boards[board, pair] * holes[block * WIDTH + pair]
                weights[FOLDED, block, pair] = total - bet - taken[board, FOLDED, block, pair]
                weights[BET, block, pair] = bet - taken[board, BET, block, pair]
            _count_block(coefficients, block, shown, known, hand_of, weights, chosen, histogram)
