"""Saigon 5 Card counted exactly: every player hand against every dealer hand, C(53, 5) x C(48, 5) deals.

How a hand can be set depends on the values of its cards only: 1 to 10, and the joker.  So either hand is one of 2,708
*holdings*, multisets of five values.  The dealer's counts follow from what the player's holding leaves of each value;
the Bonus hand needs ranks and suits, but nothing of the dealer's.  Per player holding:

    facts = (hands of each Bonus row) x (dealer hands of each Point Count), at the Point Count that the player sets.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import comb

import numpy as np
from numba import int32
from numpy.typing import NDArray

from tablegames.games.saigon_5_card.facts import CODES, BonusHand
from tablegames.games.saigon_5_card.kernel_tables import ALL_RANKS, COUNTS, HAND, SUITS, Ints, Tables, make_tables
from tablegames.kernels.caching import njit

PIECES = 8
"""Parts of the work, the holdings of every eighth high part each."""


@dataclass(frozen=True)
class Solution:
    """What the best settings do over all deals, in whole numbers.

    ``counts``: int64 (1331,), deals per fact code; the dealer sets the greatest Point Count.
    ``lower_settings``: int64 (11,), player hands by the Point Count set where a greater one could have been; none under
    the usual pay.
    ``chosen``: int8 (2708, 11), the Point Count that is set by holding and Bonus row.
    """

    counts: Ints
    lower_settings: Ints
    chosen: NDArray[np.int8]


def solve(payoffs: Ints, *, ace_high_straight: bool, ranks: int = ALL_RANKS, suits: int = SUITS) -> Solution:
    """The facts of the best settings over all deals.

    ``payoffs`` (1331,): integer payoff per fact code, in any unit.  Of the Point Counts at which a player's hand can be
    set and qualify, it takes the one of greatest payoff summed over the dealer's hands, and of equal ones the greater.
    ``ace_high_straight``: whether A-K-Q-J-10 of several suits is a straight (reading 680a-R7).
    ``ranks``, ``suits``: the deck beside the joker, as 13 bits with the deuce lowest, and how many suits it has.
    Raises ``ValueError`` for a payoff beyond 2^62 // C(48, 5), about 2.6e12, and for a deck without two hands.
    """
    cards = ranks.bit_count() * suits + 1
    if ranks & ~ALL_RANKS or not 1 <= suits <= SUITS or cards < 2 * HAND:
        raise ValueError(f"ranks {ranks:#x} in {suits} suits: at least nine cards of the 52 are needed")
    limit = 2**62 // comb(cards - HAND, HAND)
    if payoffs.shape != (CODES,) or int(payoffs.max()) > limit or int(payoffs.min()) < -limit:
        raise ValueError(f"payoffs: {CODES} integers from {-limit} to {limit} are needed")
    tables = make_tables(ranks, suits, ace_high_straight=ace_high_straight)
    pay = np.ascontiguousarray(payoffs, np.int64).reshape(COUNTS, COUNTS, len(BonusHand))
    chosen = np.zeros(tables.hands.shape, np.int8)

    def piece(first: int) -> tuple[Ints, Ints]:
        counts, lower_settings = np.zeros(pay.shape, np.int64), np.zeros(COUNTS, np.int64)
        _count_holdings(first, tables, pay, counts, lower_settings, chosen)
        return counts, lower_settings

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        counts, lower_settings = (np.sum(parts, axis=0) for parts in zip(*pool.map(piece, range(PIECES)), strict=True))
    return Solution(counts.reshape(CODES), lower_settings, chosen)


@njit(cache=True, nogil=True)
def _count_holdings(
    first: int, tables: Tables, pay: Ints, counts: Ints, lower_settings: Ints, chosen: NDArray[np.int8]
) -> None:
    """The player holdings of every PIECES-th high part from ``first`` on: adds their facts to ``counts`` (11, 11, 11),
    and sets their rows of ``chosen`` (holdings, 11).

    What a high part leaves is summed once for all its holdings: ``drawn``, the dealer's ways to draw high parts that go
    with a low one, by the greatest Point Count of both.  These, and the dealer's hands, are at most C(48, 5), an int32.
    """
    low_parts = len(tables.low)
    drawn = np.empty((COUNTS, low_parts), np.int32)
    dealers = np.empty(COUNTS, np.int64)
    for part in range(first, len(tables.high), PIECES):
        for count in range(COUNTS):
            for low in range(low_parts):
                drawn[count, low] = 0
        for dealer in range(len(tables.greatest)):
            drawn[tables.greatest[dealer], tables.low_part[dealer]] += tables.high[part, tables.high_part[dealer]]
        for holding in range(tables.start[part], tables.start[part + 1]):
            for count in range(COUNTS):
                ways = int32(0)
                for low in range(low_parts):
                    ways += int32(tables.low[tables.low_part[holding], low] * drawn[count, low])
                dealers[count] = ways
            _set_hands(holding, dealers, tables, pay, counts, lower_settings, chosen[holding])


@njit(cache=True, nogil=True)
def _set_hands(
    holding: int, dealers: Ints, tables: Tables, pay: Ints, counts: Ints, lower_settings: Ints, set_to: NDArray[np.int8]
) -> None:
    """Set the player's hands of one holding against ``dealers`` (11,), hands by Point Count; add the facts.

    A payoff summed over the dealer's hands is at most 2^62, since payoffs are limited; all ``counts`` sum to the deals.
    """
    for bonus in range(tables.hands.shape[1]):
        hands = tables.hands[holding, bonus]
        if hands == 0:
            continue
        best, chosen = -(2**63), 0  # a row without hands is set to nothing
        for count in range(COUNTS):
            if tables.reachable[holding, count]:
                value = 0
                for dealer_count in range(COUNTS):
                    value += pay[count, dealer_count, bonus] * dealers[dealer_count]
                if value >= best:
                    best, chosen = value, count
        set_to[bonus] = chosen
        for dealer_count in range(COUNTS):
            counts[chosen, dealer_count, bonus] += hands * dealers[dealer_count]
        if chosen != tables.greatest[holding]:
            lower_settings[chosen] += hands
