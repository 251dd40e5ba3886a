"""What settled boards are worth to the flops they may have come from, and the facts they give.  Compiled.

Boards are settled as :mod:`~tablegames.shapes.holdem.kernel.showdown_boards` says, and stand in its order; flops stand in the same
order: positions i < j < k have the index C(k, 3) + C(j, 2) + i.  A *net* is int64 (3, 10, 6): the payoff of a fact by
multiple 0, 1, 2, the player's category and the showdown.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tablegames.kernels.caching import njit


@njit(cache=True, nogil=True)
def flops_of(
    a: int, b: int, c: int, d: int, e: int, pairs: NDArray[np.int64], triples: NDArray[np.int64]
) -> tuple[int, ...]:
    """The indices of the ten flops in a board of rising positions; ``pairs`` holds C(n, 2) and ``triples`` C(n, 3)."""
    ab, ac, bc, ad, bd, cd = pairs[b] + a, pairs[c] + a, pairs[c] + b, pairs[d] + a, pairs[d] + b, pairs[d] + c
    return (
        *(triples[c] + ab, triples[d] + ab, triples[e] + ab, triples[d] + ac, triples[e] + ac),
        *(triples[d] + bc, triples[e] + bc, triples[e] + ad, triples[e] + bd, triples[e] + cd),
    )


@njit(cache=True, nogil=True)
def push(
    highest: int,
    settled: NDArray[np.int16],
    net: NDArray[np.int64],
    pairs: NDArray[np.int64],
    triples: NDArray[np.int64],
    bets: NDArray[np.int64],
    checks: NDArray[np.int64],
) -> None:
    """Adds the boards of one highest position to their ten flops: their worth after a flop bet, and after a check.

    ``bets`` and ``checks`` are int64 (C(n, 3),).  A check leads to the better of a raise and a fold after the last
    card.  With payoffs up to 2**40 a flop's C(47, 2) boards of 990 dealer hands stay below 2**61.
    """
    index = 0
    for d in range(highest):
        for c in range(d):
            for b in range(c):
                for a in range(b):
                    board = settled[index]
                    index += 1
                    hand = board[0]
                    bet = raised = dealers = np.int64(0)
                    for showdown in range(1, 6):
                        count = np.int64(board[showdown])
                        bet += count * net[2, hand, showdown]
                        raised += count * net[1, hand, showdown]
                        dealers += count
                    check = max(raised, dealers * net[0, hand, 0])
                    for flop in flops_of(a, b, c, d, highest, pairs, triples):
                        bets[flop] += bet
                        checks[flop] += check


@njit(cache=True, nogil=True)
def pull(
    highest: int,
    flop_bets: NDArray[np.bool_],
    pairs: NDArray[np.int64],
    triples: NDArray[np.int64],
    weights: NDArray[np.uint8],
) -> None:
    """How many of its ten flops are bet, for each board of one highest position: the transpose of :func:`push`."""
    index = 0
    for d in range(highest):
        for c in range(d):
            for b in range(c):
                for a in range(b):
                    weight = 0
                    for flop in flops_of(a, b, c, d, highest, pairs, triples):
                        weight += flop_bets[flop]
                    weights[index] = weight
                    index += 1


@njit(cache=True, nogil=True)
def count_facts(
    settled: NDArray[np.int16], bets: NDArray[np.uint8], ways: int, net: NDArray[np.int64], histogram: NDArray[np.int64]
) -> None:
    """Counts settled boards as facts into ``histogram`` int64 (3, 10, 6) by multiple, category and showdown.

    Each board counts ``ways`` times: ``bets`` uint8 (n,) of these after a bet on the flop, the others after the
    decision at the river.  A raise that is worth as much as a fold is made.
    """
    for index in range(len(settled)):
        board = settled[index]
        hand = board[0]
        raised = dealers = np.int64(0)
        for showdown in range(1, 6):
            count = np.int64(board[showdown])
            raised += count * net[1, hand, showdown]
            dealers += count
        bet = np.int64(bets[index])
        checked = ways - bet
        raises = raised >= dealers * net[0, hand, 0]
        for showdown in range(1, 6):
            count = np.int64(board[showdown])
            histogram[2, hand, showdown] += bet * count
            if raises:
                histogram[1, hand, showdown] += checked * count
        if not raises:
            histogram[0, hand, 0] += checked * dealers
