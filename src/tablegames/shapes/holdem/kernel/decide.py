"""The flop decision: every flop up to the suits' names with every concrete hole up to the names of suits the flop
lacks.

A hole's value at a flop is its value by ranks alone, plus what each suit of the flop adds.  It bets where betting is
worth at least as much as checking.
"""

from __future__ import annotations

from itertools import permutations
from math import comb, factorial, perm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablegames.kernels.caching import njit
from tablegames.shapes.holdem.kernel.types import (
    DISTINCT,
    FLOP_RANKS,
    HIGH,
    LOW,
    MASKS,
    PAIRS,
    RANKS,
    SUITED_ELSEWHERE,
    WIDTH,
    block_seen,
    multiset_index,
    suit_flop_index,
)
from tablegames.shapes.holdem.kernel.values import BET, CHECK, Longs

MOST_SUITS = 3
"""Suits on a flop, at most."""


class Flops(NamedTuple):
    """Flops up to the names of suits, and the suits a hole can have beside them.

    Row f of ``flops`` is one flop of suits 0, 1, 2: how many concrete flops it stands for, its number by ranks alone,
    its kind (suits - 1), its masks in the three suits, its number seen from each.  Row (kind, n) of ``suits`` says for
    holes whose low card has one suit and whose high card has another (or the same): the block each of the flop's suits
    sees, whether the low and the high card are among the flop's suits (their number, or 3), whether the hole is suited,
    and how many concrete holes a pair of distinct ranks and one of equal ranks stands for.
    """

    flops: Longs
    suits: Longs


COPIES, BY_RANKS, KIND, MASK, SEEN_FROM = 0, 1, 2, 3, 6
BLOCK, LOW_SUIT, HIGH_SUIT, SUITED, DISTINCT_HOLES, EQUAL_HOLES = 0, 3, 4, 5, 6, 7


def _flop_row(copies: int, cards: list[tuple[int, int]]) -> list[int]:
    """The row of a flop given by its (rank, suit) pairs, suits 0 up."""
    masks = [sum(1 << rank for rank, suit in cards if suit == one) for one in range(MOST_SUITS)]
    others = [tuple(sorted(rank for rank, suit in cards if suit != one)) for one in range(MOST_SUITS)]
    by_ranks = int(multiset_index(np.array([rank for rank, _ in cards])))
    kind = max(suit for _, suit in cards)
    return [copies, by_ranks, kind, *masks, *map(suit_flop_index, masks, others)]


def _flops(ranks: int, suits: int) -> Longs:
    """All flops of a deck up to the names of suits: one suit, two cards in one suit and one in another, three suits."""
    rows = []
    for mask in MASKS[3].tolist():
        rows.append(_flop_row(suits, [(rank, 0) for rank in range(RANKS) if mask >> rank & 1]))
    for mask in MASKS[2].tolist():
        two = [(rank, 0) for rank in range(RANKS) if mask >> rank & 1]
        rows += [_flop_row(suits * (suits - 1), [*two, (rank, 1)]) for rank in range(RANKS)]
    for three in FLOP_RANKS.tolist():
        copies = perm(suits, 3) // factorial(4 - len(set(three)))
        rows.append(_flop_row(copies, list(zip(three, range(3), strict=True))))
    lowest = FLOP_RANKS[:, 0] >= RANKS - ranks
    return np.array([row for row in rows if row[COPIES] and lowest[row[BY_RANKS]]], np.int64)


def _suits(kind: int, suits: int) -> list[list[int]]:
    """The rows of suits of a hole beside a flop of ``kind + 1`` suits; suit 3 and 4 stand for suits that the flop
    lacks.

    Holes of equal ranks are counted once though their suits have no order: with the smaller suit first.
    """
    rows = []
    others = suits - kind - 1
    for low, high in [*permutations(range(5), 2), *((suit, suit) for suit in range(5))]:
        if any(kind < suit < 3 for suit in (low, high)) or (low, high) in ((4, 3), (4, 4)):
            continue
        if 4 in (low, high) and (low, high) != (3, 4):
            continue
        new = len({low, high} & {3, 4})
        holes = perm(others, new) if others >= new else 0
        equal = 0 if low >= high else comb(others, new) if others >= new else 0
        seen = [block_seen(low, high, suit) for suit in range(MOST_SUITS)]
        rows.append([*seen, min(low, 3), min(high, 3), int(low == high), holes, equal])
    return rows


def flops_of(ranks: int, suits: int) -> Flops:
    """The flops of a deck and the suits of holes beside them: 1,755 flops of the real deck."""
    by_kind = [_suits(kind, suits) for kind in range(MOST_SUITS)]
    most = max(map(len, by_kind))
    padded = [rows + [[0] * (EQUAL_HOLES + 1)] * (most - len(rows)) for rows in by_kind]
    return Flops(_flops(ranks, suits), np.array(padded, np.int64))


@njit(cache=True, nogil=True)
def decide_flops(
    first: int,
    last: int,
    flops: Longs,
    suits: Longs,
    may_bet: int,
    by_ranks: Longs,
    by_suit: Longs,
    check: Longs,
    bets_by_ranks: NDArray[np.int32],
    bets_by_suit: NDArray[np.int32],
) -> None:
    """Decide flops ``first`` to ``last - 1``.

    Reads the values by ranks alone (455, 2, 96) and seen from a suit (2484, 2, 384).  Adds to ``check`` (192) each
    starting hand's value of not raising before the flop, over all deals of all its holes (at most 12 holes x 19,600
    flops x 1,081 x 990 deals x the largest payoff); and to the bets by ranks alone (455, 192) and seen from a suit
    (2484, 480) the numbers of concrete flops and holes that bet.
    """
    for index in range(first, last):
        copies, ranks_alone, kind = flops[index, COPIES], flops[index, BY_RANKS], flops[index, KIND]
        seen_0, seen_1, seen_2 = flops[index, SEEN_FROM], flops[index, SEEN_FROM + 1], flops[index, SEEN_FROM + 2]
        for row in range(suits.shape[1]):
            distinct, equal = suits[kind, row, DISTINCT_HOLES], suits[kind, row, EQUAL_HOLES]
            if distinct == 0:
                continue
            low_suit, high_suit = suits[kind, row, LOW_SUIT], suits[kind, row, HIGH_SUIT]
            low_mask = flops[index, MASK + low_suit] if low_suit < MOST_SUITS else 0
            high_mask = flops[index, MASK + high_suit] if high_suit < MOST_SUITS else 0
            hand_row = suits[kind, row, SUITED] * WIDTH
            block_0, block_1, block_2 = (
                suits[kind, row, BLOCK],
                suits[kind, row, BLOCK + 1],
                suits[kind, row, BLOCK + 2],
            )
            value_0 = block_0 % SUITED_ELSEWHERE * WIDTH
            value_1 = block_1 % SUITED_ELSEWHERE * WIDTH
            value_2 = block_2 % SUITED_ELSEWHERE * WIDTH
            for pair in range(PAIRS):
                on_flop = (low_mask >> LOW[pair] | high_mask >> HIGH[pair]) & 1
                holes = (distinct if pair < DISTINCT else equal) * copies * (1 - on_flop)
                checked = by_ranks[ranks_alone, CHECK, pair] + (
                    by_suit[seen_0, CHECK, value_0 + pair]
                    + by_suit[seen_1, CHECK, value_1 + pair]
                    + by_suit[seen_2, CHECK, value_2 + pair]
                )
                bet = by_ranks[ranks_alone, BET, pair] + (
                    by_suit[seen_0, BET, value_0 + pair]
                    + by_suit[seen_1, BET, value_1 + pair]
                    + by_suit[seen_2, BET, value_2 + pair]
                )
                bets = may_bet if bet >= checked else 0
                check[hand_row + pair] += holes * (bet if bets else checked)
                betting = np.int32(holes * bets)
                bets_by_ranks[ranks_alone, hand_row + pair] += betting
                bets_by_suit[seen_0, block_0 * WIDTH + pair] += betting
                bets_by_suit[seen_1, block_1 * WIDTH + pair] += betting
                bets_by_suit[seen_2, block_2 * WIDTH + pair] += betting
