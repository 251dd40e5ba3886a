"""High Card Flush counted exactly: every player hand against every dealer hand, C(52, 7) x C(45, 7) deals.

The dealer's hands are never listed: how many lie below a flush is one coefficient of a product of four polynomials, a
multilinear form in four small counts (:func:`~tablegames.games.high_card_flush.kernel_tables.pattern_terms`).  The
player's hands are, up to renaming suits, 6,009,159 classes.  For a flush and two shorter suits the form is a constant
plus a slope times the second suit's count: the innermost loop is one multiplication and one addition over consecutive
table entries.

Steps, for each flush and each pattern of suit lengths: :func:`_dealer_hands` for each form and :func:`_weights`,
together :func:`_measure`; then :func:`_tally`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numba import int32, int64, uint64
from numpy.typing import NDArray

from tablegames.games.high_card_flush.facts import CODES, MOST_RAISE, SHORTEST_FLUSH, Outcome
from tablegames.games.high_card_flush.kernel_tables import ALL_RANKS, HAND, SUITS, Int32s, Ints, Tables, make_tables
from tablegames.kernels.caching import njit

DECISIONS = MOST_RAISE + 1
PIECES = 16
"""Parts of the work, every 16th flush each: equal to a few per cent, and cheap to start."""

_FOLDED, _NOT_QUALIFIED, _WIN, _TIE, _LOSE = map(int, Outcome)
_OUTCOMES = len(Outcome)


@dataclass(frozen=True)
class Solution:
    """What a strategy does over all deals, in whole numbers.

    ``counts``: int64 (720,), deals per fact code; a fold is counted once per dealer hand.
    ``dealer_not_qualified``: deals in which the dealer does not qualify, those of folded hands included.
    ``decisions``: int64 (8, 8192, 4), player hands by length and mask of the flush that plays, and by the decision: 0
    to fold, or the raise multiple.
    """

    counts: Ints
    dealer_not_qualified: int
    decisions: Ints


class HandClasses(NamedTuple):
    """Some classes of player hands that differ only by renaming suits, one a row.

    ``suits``: uint16 (n, 4), the ranks in each suit, falling by (length, mask); the first is the flush that plays.
    ``hands``: uint8 (n,), hands of the class, 1 to 24.
    ``dealers``: int32 (n, 3), dealer hands below it, equal to it, and not qualified; the first two by rank alone,
    whether or not the dealer qualifies.
    """

    suits: NDArray[np.uint16]
    hands: NDArray[np.uint8]
    dealers: NDArray[np.int32]


def solve(
    payoffs: Ints,
    legal: NDArray[np.bool_],
    *,
    ace_low: bool,
    policy: NDArray[np.int8] | None = None,
    ranks: int = ALL_RANKS,
    progress: Callable[[int, int], None] | None = None,
) -> Solution:
    """The facts of optimal play, or of a given policy, over all deals.

    ``payoffs`` (720,): integer payoff per fact code, in any unit.  Of the legal decisions each player hand takes the
    one of greatest payoff summed over the dealer's hands, and of equal ones the larger raise.
    ``legal`` (6, 4): flush length 2 to 7 by decision, 0 to fold or the raise multiple; at least one in each row.
    ``ace_low``: whether A-2-3 of a suit is a straight flush (reading 678a-R1).
    ``policy`` (8, 8192): by length and mask of the flush that plays, the decision, or -1 to optimise.
    ``ranks``: the deck, 13 bits with the deuce lowest, each rank in four suits; at least four ranks.
    ``progress``: called as (parts done, all parts) in the calling thread.
    Raises ``ValueError`` for a payoff beyond 2^60 // C(45, 7), about 2.5e10, for a policy that is not legal and for a
    deck without two hands.
    """
    _check_ranks(ranks)
    tables = make_tables(ranks, ace_low=ace_low)
    limit = 2**60 // tables.dealer_hands
    if payoffs.shape != (CODES,) or int(payoffs.max()) > limit or int(payoffs.min()) < -limit:
        raise ValueError(f"payoffs: {CODES} integers from {-limit} to {limit} are needed")  # see _tally
    choices = _choices(tables, legal, policy)
    prices = _prices(payoffs, tables.dealer_hands)
    decisions = np.zeros((8, ALL_RANKS + 1, DECISIONS), np.int64)

    def piece(first: int) -> Ints:
        counts = np.zeros(CODES + 1, np.int64)
        work, values = np.empty((5, tables.most), np.int32), np.empty(tables.most, np.int64)
        _count_rows(first, tables, choices, prices, work, values, counts, decisions)
        return counts

    total = np.zeros(CODES + 1, np.int64)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for done, counts in enumerate(pool.map(piece, range(PIECES)), start=1):
            total += counts
            if progress:
                progress(done, PIECES)
    return Solution(total[:CODES], int(total[CODES]), decisions)


def hand_classes(*, ranks: int = ALL_RANKS, chunk: int = 1 << 16) -> Iterator[HandClasses]:
    """Every class of player hands once, 6,009,159 of the real deck, in rising order of the flush that plays.

    ``ranks``: the deck, as in :func:`solve`.  ``chunk``: how many classes to gather at least before they are yielded.
    """
    _check_ranks(ranks)
    tables = make_tables(ranks, ace_low=False)
    work, suits = np.empty((4, tables.most), np.int32), np.empty((tables.most, SUITS), np.uint16)
    parts: list[HandClasses] = []
    gathered = 0
    for row in range(len(tables.flush)):
        for pattern in np.flatnonzero(tables.pattern[:, 0] == tables.flush[row, 0]).tolist():
            hands = _list_hands(row, pattern, tables, work, suits)
            not_qualified, below, not_above, weight = work[:, :hands]
            dealers = np.column_stack([below, not_above - below, not_qualified])
            parts.append(HandClasses(suits[:hands].copy(), weight.astype(np.uint8), dealers))
            gathered += int(hands)
        if gathered >= chunk or row == len(tables.flush) - 1:
            yield HandClasses(*map(np.concatenate, zip(*parts, strict=True)))
            parts, gathered = [], 0


def _check_ranks(ranks: int) -> None:
    """Refuse a deck that is not a set of ranks, or too small for two hands."""
    if ranks & ~ALL_RANKS or ranks.bit_count() * SUITS < 2 * HAND:
        raise ValueError(f"ranks {ranks:#x}: a mask of at least four of the 13 ranks is needed")


def _choices(tables: Tables, legal: NDArray[np.bool_], policy: NDArray[np.int8] | None) -> NDArray[np.bool_]:
    """(rows, 4): the decisions that a player's flush may take: those legal for its length, or the policy's one."""
    length, mask = tables.flush.T
    choices: NDArray[np.bool_] = legal[length - SHORTEST_FLUSH]
    if policy is not None:
        chosen = policy[length, mask]
        choices = np.where(chosen[:, None] < 0, choices, choices & (chosen[:, None] == np.arange(DECISIONS)))
    stuck = tables.flush[~choices.any(axis=1)]
    if len(stuck):
        length, mask = stuck[0]
        raise ValueError(f"no legal decision for a flush of {length} cards, ranks {mask:#015b}")
    return choices


def _prices(payoffs: Ints, dealer_hands: int) -> Ints:
    """(6, 6, 4, 4): by flush length, run code and decision, the payoff summed over all dealer's hands as a linear form.

    With the settled forms N (not qualified), B (below) and A (not above), N <= B <= A, there are N dealer hands that
    do not qualify, B - N to win, A - B to tie and dealer_hands - A to lose.  The columns are the factors of N, B, A
    and 1.
    """
    pay = payoffs.astype(np.int64).reshape(6, 6, DECISIONS, len(Outcome))
    lose = pay[..., Outcome.LOSE]
    prices = np.stack(
        [
            pay[..., Outcome.DEALER_NOT_QUALIFIED] - pay[..., Outcome.WIN],
            pay[..., Outcome.WIN] - pay[..., Outcome.TIE],
            pay[..., Outcome.TIE] - lose,
            lose * dealer_hands,
        ],
        axis=-1,
    )
    prices[:, :, 0] = 0
    prices[:, :, 0, 3] = pay[:, :, 0, Outcome.FOLDED] * dealer_hands
    return prices


@njit(cache=True, nogil=True)
def _dealer_hands(terms: Ints, own: int, lower: Int32s, rests: Ints, start: int, upto: int, out: Int32s) -> np.uint64:
    """Dealer hands of one form against each hand with one flush and one pattern; returns how many hands that are.

    ``terms`` (16,): the pattern's multilinear form; ``own``: the flush's count in it; ``lower`` (378,): a small mask's.
    Hands stand in the order of ``rests``, then of the second suit, which runs from the third (or from its group's
    ``start``) to ``upto``.  Every number counts the dealer's ways to draw seven cards or fewer: at most C(45, 7), an
    int32.  Unsigned indices let the inner loop be vectorised.
    """
    fixed = np.empty(8, np.int64)
    for i in range(8):
        fixed[i] = terms[2 * i] + own * terms[2 * i + 1]
    hands = uint64(0)
    for rest in range(len(rests)):
        third, fourth = lower[rests[rest, 0]], lower[rests[rest, 1]]
        constant = int32(fixed[0] + fixed[2] * third + (fixed[4] + fixed[6] * third) * fourth)
        slope = int32(fixed[1] + fixed[3] * third + (fixed[5] + fixed[7] * third) * fourth)
        first = uint64(max(start, rests[rest, 0]))
        for second in range(first, uint64(upto)):
            out[hands + (second - first)] = constant + slope * lower[second]
        hands += max(uint64(upto), first) - first
    return hands


@njit(cache=True, nogil=True)
def _weight(own: int, second: int, third: int, fourth: int) -> int:
    """Hands of a class: 24 ways to name the suits over the orders of equal masks, which stand side by side."""
    run_of_third = 2 if third == fourth else 1
    run_of_second = 1 + run_of_third if second == third else 1
    run_of_own = 1 + run_of_second if own == second else 1
    return 24 // (run_of_third * run_of_second * run_of_own)


@njit(cache=True, nogil=True)
def _weights(own: int, rests: Ints, start: int, upto: int, out: Int32s) -> None:
    """Hands of each class, in the order of :func:`_dealer_hands`.

    Of the second suits of one rest only the first can equal the third suit, and only the last the flush.
    """
    hands = uint64(0)
    for rest in range(len(rests)):
        third, fourth = rests[rest]
        first = max(start, third)
        if first < upto:
            weight = int32(_weight(-1, -2, third, fourth))
            more = uint64(upto - first)
            for i in range(more):
                out[hands + i] = weight
            out[hands] = _weight(own, first, third, fourth)
            out[hands + more - uint64(1)] = _weight(own, upto - 1, third, fourth)
            hands += more


@njit(cache=True, nogil=True)
def _tally(hands: np.uint64, work: Int32s, values: Ints, choices: NDArray[np.bool_], prices: Ints, sums: Ints) -> None:
    """Choose for each hand and add up: ``sums`` (4, 4), by decision the hands and their dealer hands of each form.

    ``work`` (5, ..): the three forms, the weight and (written here) the decision; ``values``: the best payoff so far.
    A payoff is at most 2^60 / C(45, 7), a difference of two twice that, so no part of a value exceeds 7 x 2^60.  A
    weight times a form is at most 24 C(45, 7), an int32.
    """
    not_qualified, below, not_above, weight, decision = work[0], work[1], work[2], work[3], work[4]
    for i in range(hands):
        values[i] = -(2**63)
    for choice in range(DECISIONS):
        if choices[choice]:
            price_n, price_b, price_a, price = prices[choice]
            for i in range(hands):
                value = price_n * not_qualified[i] + price_b * below[i] + price_a * not_above[i] + price
                if value >= values[i]:  # as a branch it becomes a masked store, four times faster than two selections
                    values[i] = value
                    decision[i] = choice
    for choice in range(DECISIONS):
        if choices[choice]:
            total = total_n = total_b = total_a = int64(0)
            for i in range(hands):
                taken = weight[i] if decision[i] == choice else int32(0)
                total += taken
                total_n += int32(taken * not_qualified[i])
                total_b += int32(taken * below[i])
                total_a += int32(taken * not_above[i])
            sums[choice, 0], sums[choice, 1], sums[choice, 2], sums[choice, 3] = total, total_n, total_b, total_a
        else:
            for form in range(4):
                sums[choice, form] = 0


@njit(cache=True, nogil=True)
def _measure(row: int, pattern: int, forms: Ints, tables: Tables, work: Int32s) -> np.uint64:
    """The hands of one flush and one pattern: writes three ``forms`` and the weight of each to ``work``; how many."""
    _, group, _, first, last = tables.pattern[pattern]
    rests, start, upto = tables.rests[first:last], tables.start[group], tables.upto[row, group]
    hands = uint64(0)
    for form in range(3):
        terms, lower, own = forms[row, form]
        hands = _dealer_hands(tables.terms[pattern, terms], own, tables.lower[lower], rests, start, upto, work[form])
    _weights(tables.own[row], rests, start, upto, work[3])
    return hands


@njit(cache=True, nogil=True)
def _count_rows(
    piece: int,
    tables: Tables,
    choices: NDArray[np.bool_],
    prices: Ints,
    work: Int32s,
    values: Ints,
    counts: Ints,
    decisions: Ints,
) -> None:
    """Every PIECES-th flush from ``piece`` on: adds its facts to ``counts`` and its choices to ``decisions``.

    ``counts`` (721,): by fact code, and at the end the deals in which the dealer does not qualify.
    """
    sums = np.empty((DECISIONS, 4), np.int64)
    for row in range(piece, len(tables.flush), PIECES):
        length, mask = tables.flush[row]
        for pattern in range(len(tables.pattern)):
            flush, _, group_run, _, _ = tables.pattern[pattern]
            if flush != length:
                continue
            run = max(tables.run[row], group_run)
            hands = _measure(row, pattern, tables.settled, tables, work)
            _tally(hands, work, values, choices[row], prices[length - SHORTEST_FLUSH, run], sums)
            for choice in range(DECISIONS):
                total, not_qualified, below, not_above = sums[choice]
                decisions[length, mask, choice] += total
                counts[CODES] += not_qualified
                code = (((length - SHORTEST_FLUSH) * 6 + run) * DECISIONS + choice) * _OUTCOMES
                if choice == 0:
                    counts[code + _FOLDED] += total * tables.dealer_hands
                else:
                    counts[code + _NOT_QUALIFIED] += not_qualified
                    counts[code + _WIN] += below - not_qualified
                    counts[code + _TIE] += not_above - below
                    counts[code + _LOSE] += total * tables.dealer_hands - not_above


@njit(cache=True, nogil=True)
def _list_hands(row: int, pattern: int, tables: Tables, work: Int32s, suits: NDArray[np.uint16]) -> np.uint64:
    """The hands of one flush and one pattern by rank alone: :func:`_measure`, and their masks to ``suits`` (.., 4)."""
    _, group, _, first, last = tables.pattern[pattern]
    hands = 0
    for rest in range(first, last):
        third, fourth = tables.rests[rest]
        for second in range(max(tables.start[group], third), tables.upto[row, group]):
            suits[hands, 0] = tables.flush[row, 1]
            suits[hands, 1] = tables.small[second]
            suits[hands, 2] = tables.small[third]
            suits[hands, 3] = tables.small[fourth]
            hands += 1
    return _measure(row, pattern, tables.ranked, tables, work)
