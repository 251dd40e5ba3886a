"""Tables of the High Card Flush kernel: a player's hands in order, and what a dealer's hand is compared with.  No paytable.

A deck is a set of ranks, each in four suits: 13 bits, the deuce lowest, so that a subset of the real deck keeps its ranks and
every test deck is a legal input.  A suit of a hand is such a mask too; on masks of equal length, integer order is the order
of § 678a.6(c).

A player's hand up to renaming suits is four masks in falling order of (length, mask).  The first, its *flush*, has two to
seven cards and is a row of these tables.  Since it holds at least as many cards as any other, the second has at most three
cards, the third at most two and the fourth at most one: the three are *small masks*.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablegames.games.high_card_flush.facts import LONGEST_FLUSH, SHORTEST_FLUSH, SHORTEST_STRAIGHT_FLUSH

ALL_RANKS = 0x1FFF
SUITS = 4
HAND = 7
QUALIFYING_LENGTH, QUALIFYING_MASK = 3, 0b10000011
"""The dealer's lowest qualifying hand: three cards of one suit, 9-3-2."""

GROUP_LENGTH = (0, 1, 2, 3, 3)
GROUP_RUN = (0, 0, 0, 0, 1)
"""Small masks by group: how many cards, and the run code (0 none, 1 three in sequence, the only run that three cards can have)."""

Ints = NDArray[np.int64]


class Tables(NamedTuple):
    """All that the kernel reads, for one set of ranks and one reading of the ace.

    A *form* is a number of dealer hands that the kernel evaluates: 0 does not qualify, 1 is below the player's flush, 2 is
    not above it.  Its columns: which terms of the pattern (0 for the flush's length, 1 for the qualifier's), which row of
    ``lower``, and ``lower`` for the flush itself.
    """

    dealer_hands: int
    """C(4 ranks - 7, 7), whatever the player holds."""
    flush: Ints
    """(rows, 2): length and mask of each flush, in rising order."""
    run: Ints
    """(rows,): run code of the flush: 0 none, 1 for three in sequence to 5 for seven."""
    own: Ints
    """(rows,): the flush's place among the small masks, -1 if it is longer."""
    upto: Ints
    """(rows, 5): end of the small masks of each group that are not above the flush."""
    ranked: Ints
    """(rows, 3, 3): the forms by rank alone."""
    settled: Ints
    """(rows, 3, 3): the same, but for a flush below the qualifier forms 1 and 2 equal form 0: a dealer who qualifies is above."""
    small: Ints
    """(378,): the small masks, by group, rising in each."""
    start: Ints
    """(6,): first small mask of each group, and the end."""
    lower: NDArray[np.int32]
    """(rows + 6, 378): L-subsets of the deck's ranks that lie below the row's flush and avoid a small mask."""
    pattern: Ints
    """(13, 5): flush length, group of the second suit, its run code, first and last of ``rests``."""
    terms: Ints
    """(13, 2, 16): the multilinear form of each pattern, see :func:`pattern_terms`."""
    rests: Ints
    """(.., 2): third and fourth suit as small masks."""
    most: int
    """The most hands that one flush and one pattern have: length of the kernel's work arrays."""


def longest_run(mask: int, *, ace_low: bool) -> int:
    """Longest run of consecutive ranks in a mask; with ``ace_low`` an ace also stands below the deuce.

    >>> longest_run(0b1000000000011, ace_low=True), longest_run(0b1000000000011, ace_low=False)
    (3, 2)
    """
    if ace_low:
        mask = mask << 1 | mask >> 12
    length = 0
    while mask:
        mask &= mask << 1
        length += 1
    return length


def pattern_terms(lengths: tuple[int, ...], limit: int, ranks: int) -> list[int]:
    """The number of dealer hands below (``limit``, v) as a multilinear form: 16 coefficients, one per set of suits.

    A dealer's hand is below a flush of ``limit`` cards and mask v if and only if each of its suits is: it has fewer cards
    than ``limit``, or as many and a lower mask.  So the hands below are the coefficient of x^7 in the product over suits of

        P(x) + b x^limit,   P(x) = sum over k < limit of C(n, k) x^k,

    where n ranks of the suit are left by the player and b of their ``limit``-subsets are lower than v.  Expanded in the four
    b's, the coefficient of the set S (bit i is suit i) is that of x^(7 - limit |S|) in the product of P over the other suits.
    """
    suits = [[comb(max(ranks - length, 0), k) for k in range(limit)] for length in lengths]
    terms = []
    for chosen in range(1 << SUITS):
        product = [1] + [0] * HAND
        for suit, factor in enumerate(suits):
            if not chosen >> suit & 1:
                product = [
                    sum(factor[k] * product[power - k] for k in range(min(limit, power + 1))) for power in range(HAND + 1)
                ]
        power = HAND - limit * chosen.bit_count()
        terms.append(product[power] if power >= 0 else 0)
    return terms


@lru_cache(maxsize=4)
def make_tables(ranks: int, *, ace_low: bool) -> Tables:
    """The tables of a deck of these ranks (13 bits) in four suits; kept, as they depend on no payoff."""
    subsets = [mask for mask in range(ALL_RANKS + 1) if mask & ranks == mask]
    by_length = [np.array([mask for mask in subsets if mask.bit_count() == k], np.int64) for k in range(HAND + 1)]
    runs = {mask: max(longest_run(mask, ace_low=ace_low) - SHORTEST_STRAIGHT_FLUSH + 1, 0) for mask in subsets}
    small, start = _small_masks(by_length, runs)

    flush, lower, own_lower, row_of = [], [], [], []
    for length in range(SHORTEST_FLUSH, LONGEST_FLUSH + 1):
        masks = by_length[length]
        row_of.append(sum(map(len, lower)) + np.arange(len(masks)))
        lower.append(_rising_counts(masks, small))
        disjoint = (masks[:, None] & masks[None, :]) == 0
        own_lower.append(np.tril(disjoint, -1).sum(axis=1))
        flush.append(np.column_stack([np.full(len(masks), length), masks]))
    flushes = np.concatenate(flush)
    rows = np.concatenate(row_of)

    qualifying = by_length[QUALIFYING_LENGTH]
    unqualified = qualifying[qualifying < QUALIFYING_MASK]
    qualifier_row = sum(map(len, lower[: QUALIFYING_LENGTH - SHORTEST_FLUSH])) + len(unqualified)
    own_unqualified = ((flushes[:, 1, None] & unqualified[None, :]) == 0).sum(axis=1)
    ones = np.ones_like(rows)
    own_level = np.concatenate(own_lower)
    not_qualified = np.column_stack([ones, qualifier_row * ones, own_unqualified])
    below = np.column_stack([0 * ones, rows, own_level])
    not_above = np.column_stack([0 * ones, rows + 1, own_level])  # the flush itself is not free: its own count is the same
    ranked = np.stack([not_qualified, below, not_above], axis=1)
    weak = (flushes[:, 0] << 13) + flushes[:, 1] < (QUALIFYING_LENGTH << 13) + QUALIFYING_MASK

    place = {int(mask): index for index, mask in enumerate(small)}
    pattern, terms, rests = _patterns(start, ranks.bit_count())
    return Tables(
        dealer_hands=comb(SUITS * ranks.bit_count() - HAND, HAND),
        flush=flushes,
        run=np.array([runs[int(mask)] for mask in flushes[:, 1]], np.int64),
        own=np.array([place.get(int(mask), -1) for mask in flushes[:, 1]], np.int64),
        upto=_ends(flushes, small, start),
        ranked=ranked,
        settled=np.where(weak[:, None, None], not_qualified[:, None, :], ranked),
        small=small,
        start=start,
        lower=np.concatenate(lower),
        pattern=pattern,
        terms=terms,
        rests=rests,
        most=max((last - first) * int(start[group + 1] - start[group]) for _, group, _, first, last in pattern.tolist()),
    )


def _small_masks(by_length: list[Ints], runs: dict[int, int]) -> tuple[Ints, Ints]:
    """The masks of at most three cards by group, and the first place of each group."""
    groups = [
        [mask for mask in by_length[length].tolist() if runs[mask] == run]
        for length, run in zip(GROUP_LENGTH, GROUP_RUN, strict=True)
    ]
    return np.array(sum(groups, []), np.int64), np.cumsum([0, *map(len, groups)])


def _rising_counts(masks: Ints, small: Ints) -> NDArray[np.int32]:
    """Row i: how many of the first i ``masks`` avoid each small mask, i from 0 to all of them."""
    free = (masks[:, None] & small[None, :]) == 0
    return np.concatenate([np.zeros((1, len(small)), np.int32), np.cumsum(free, axis=0, dtype=np.int32)])


def _ends(flushes: Ints, small: Ints, start: Ints) -> Ints:
    """Per flush and group, the end of the small masks that may stand second to it: shorter, or as long and not above."""
    ends = np.empty((len(flushes), len(GROUP_LENGTH)), np.int64)
    for group, length in enumerate(GROUP_LENGTH):
        masks = small[start[group] : start[group + 1]]
        not_above = np.searchsorted(masks, flushes[:, 1], side="right")
        ends[:, group] = start[group] + np.where(flushes[:, 0] > length, len(masks), not_above)
    return ends


def _patterns(start: Ints, ranks: int) -> tuple[Ints, Ints, Ints]:
    """The ways to divide seven cards among the suits (a second suit of three cards twice, by its run), and their rests."""
    patterns, terms, rests = [], [], [np.empty((0, 2), np.int64)]
    for shorter in combinations_with_replacement(range(4), SUITS - 1):
        fourth, third, second = shorter
        first = HAND - sum(shorter)
        if not second <= first <= LONGEST_FLUSH:
            continue
        pairs = np.array(
            [(t, f) for t in range(start[third], start[third + 1]) for f in range(start[fourth], start[fourth + 1]) if f <= t]
        ).reshape(-1, 2)
        begin = sum(map(len, rests))
        for group, length in enumerate(GROUP_LENGTH):
            if length == second:
                patterns.append((first, group, GROUP_RUN[group], begin, begin + len(pairs)))
                lengths = (first, second, third, fourth)
                terms.append([pattern_terms(lengths, limit, ranks) for limit in (first, QUALIFYING_LENGTH)])
        rests.append(pairs)
    return np.array(patterns, np.int64), np.array(terms, np.int64), np.concatenate(rests)
