"""Tables of the High Card Flush kernel: the player's hands in order, and what the dealer's are compared with.

A deck is a set of ranks, each in four suits: 13 bits, the deuce lowest.  A small deck for tests is any subset of the
real one and keeps its ranks, so the qualifying hand, straight flushes and the ace mean the same.  A suit of a hand is
such a mask too; on masks of equal length, integer order is the order of § 678a.6(c).

A player's hand up to renaming suits is four masks, falling by (length, mask).  The first, its *flush*, has two to seven
cards and is a row of these tables.  No other suit is longer, so the second has at most three cards, the third at most
two and the fourth at most one: these are the *small masks*, 378 in the real deck.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate, combinations_with_replacement
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
"""The groups of small masks: how many cards, and the run code; three cards in sequence are a group of their own."""

Ints = NDArray[np.int64]
Int32s = NDArray[np.int32]


class Tables(NamedTuple):
    """All that the kernel reads, for one deck and one reading of the ace.

    A *form* is a number of dealer hands: 0 those that do not qualify, 1 those below the player's flush, 2 those not
    above it.  Its three columns: which of the pattern's ``terms`` (0 for the flush's length, 1 for the qualifier's),
    which row of
    ``lower``, and what would stand in that row for the flush itself.
    """

    dealer_hands: int
    """C(4 ranks - 7, 7): as many whatever the player holds."""
    flush: Ints
    """(rows, 2): length and mask of each flush, rising; 5,798 rows in the real deck."""
    run: Ints
    """(rows,): run code of the flush: 0 none, 1 three in sequence, to 5 for seven."""
    own: Ints
    """(rows,): the flush's place among the small masks, -1 if it is longer."""
    upto: Ints
    """(rows, 5): end of the small masks of each group that are not above the flush."""
    ranked: Ints
    """(rows, 3, 3): the forms by rank alone."""
    settled: Ints
    """(rows, 3, 3): the same, but below the qualifier forms 1 and 2 are form 0: a dealer who qualifies is above."""
    small: Ints
    """(378,): the small masks, by group, rising in each."""
    start: Ints
    """(6,): first small mask of each group, and the end."""
    lower: Int32s
    """(rows + 6, 378): how many masks of the length are lower than the row's and avoid a small mask."""
    pattern: Ints
    """(13, 5): flush length, group of the second suit, its run code, first and end of its ``rests``."""
    terms: Ints
    """(13, 2, 16): :func:`pattern_terms` for the flush's length and the qualifier's."""
    rests: Ints
    """(.., 2): third and fourth suit, as places among the small masks."""
    most: int
    """The most hands of one flush and one pattern: the length of the kernel's work arrays."""


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
    """The dealer hands below a flush of ``limit`` cards, as a multilinear form: 16 coefficients, one per set of suits.

    A hand is below the flush (``limit``, v) if and only if each of its suits is: it has fewer cards than ``limit``,
    or as many and a mask lower than v.  So the dealer hands below it are the coefficient of x^7 in the product over
    suits of

        P(x) + b x^limit,   P(x) = sum over k < limit of C(n, k) x^k,

    where the player leaves n cards of the suit, of whose ``limit``-subsets b are lower than v.  Expanded in the four
    b's, the set S of suits (bit i is suit i) has the coefficient of x^(7 - limit |S|) in the product of P over the
    other suits.

    From 16 cards, with four and three of two suits gone, a dealer has C(9, 7) = 36 hands: all below a flush of five
    cards, 16 without one of four.

    >>> pattern_terms((4, 3, 0, 0), limit=4, ranks=4)[0], pattern_terms((4, 3, 0, 0), limit=5, ranks=4)[0]
    (16, 36)
    """
    suits = [[comb(ranks - length, k) for k in range(limit)] for length in lengths]
    terms = []
    for chosen in range(1 << SUITS):
        product = np.ones(1, np.int64)
        for suit, factor in enumerate(suits):
            if not chosen >> suit & 1:
                product = np.convolve(product, factor)
        power = HAND - limit * chosen.bit_count()
        terms.append(int(product[power]) if 0 <= power < len(product) else 0)
    return terms


@lru_cache(maxsize=4)
def make_tables(ranks: int, *, ace_low: bool) -> Tables:
    """The tables of the deck that has these ranks in four suits; kept, as they depend on no payoff."""
    subsets = np.array([mask for mask in range(ALL_RANKS + 1) if mask & ~ranks == 0], np.int64)
    sizes = np.array([mask.bit_count() for mask in subsets.tolist()])
    by_length = [subsets[sizes == length] for length in range(HAND + 1)]
    small, start = _small_masks(by_length, ace_low=ace_low)
    lengths = range(SHORTEST_FLUSH, min(LONGEST_FLUSH, ranks.bit_count()) + 1)
    flush = np.array([(length, mask) for length in lengths for mask in by_length[length].tolist()], np.int64)
    ranked = _ranked_forms(flush, by_length)
    weak = (flush[:, 0] << 13) + flush[:, 1] < (QUALIFYING_LENGTH << 13) + QUALIFYING_MASK
    place = {mask: index for index, mask in enumerate(small.tolist())}
    pattern, terms, rests = _patterns(start, ranks.bit_count())
    return Tables(
        dealer_hands=comb(SUITS * ranks.bit_count() - HAND, HAND),
        flush=flush,
        run=np.array([_run_code(mask, ace_low=ace_low) for mask in flush[:, 1].tolist()], np.int64),
        own=np.array([place.get(mask, -1) for mask in flush[:, 1].tolist()], np.int64),
        upto=_ends(flush, small, start),
        ranked=ranked,
        settled=np.where(weak[:, None, None], ranked[:, :1], ranked),
        small=small,
        start=start,
        lower=np.concatenate([_lower(by_length[length], small) for length in lengths]),
        pattern=pattern,
        terms=terms,
        rests=rests,
        most=int(((pattern[:, 4] - pattern[:, 3]) * np.diff(start)[pattern[:, 1]]).max()),
    )


def _run_code(mask: int, *, ace_low: bool) -> int:
    """The run of a mask as the facts' code counts it: 0 for none, 1 for three in sequence, and so on."""
    return max(longest_run(mask, ace_low=ace_low) - SHORTEST_STRAIGHT_FLUSH + 1, 0)


def _small_masks(by_length: list[Ints], *, ace_low: bool) -> tuple[Ints, Ints]:
    """The masks of at most three cards by group, and the first place of each group."""
    groups = [
        [mask for mask in by_length[length].tolist() if _run_code(mask, ace_low=ace_low) == run]
        for length, run in zip(GROUP_LENGTH, GROUP_RUN, strict=True)
    ]
    masks = [mask for group in groups for mask in group]
    return np.array(masks, np.int64), np.array([0, *accumulate(map(len, groups))], np.int64)


def _lower(masks: Ints, small: Ints) -> Int32s:
    """Row i: how many of the first i ``masks`` avoid each small mask, from i = 0 to all of them."""
    free = (masks[:, None] & small) == 0
    return np.concatenate([np.zeros((1, len(small)), np.int32), np.cumsum(free, axis=0, dtype=np.int32)])


def _ranked_forms(flush: Ints, by_length: list[Ints]) -> Ints:
    """The forms of every flush by rank alone.

    Lengths follow each other in ``lower``, each with one row more than it has masks.  "Not above" a flush is "below
    the next one", the following row; the flush is not free of itself, so its own count is the same in both.
    """
    forms = np.zeros((len(flush), 3, 3), np.int64)
    for index, form in enumerate(forms):
        form[1:, 1] = index + flush[index, 0] - SHORTEST_FLUSH
    forms[:, 2, 1] += 1
    for length in np.unique(flush[:, 0]):
        disjoint = (by_length[length][:, None] & by_length[length]) == 0
        forms[flush[:, 0] == length, 1:, 2] = np.tril(disjoint, -1).sum(axis=1)[:, None]
    qualifying = by_length[QUALIFYING_LENGTH]
    unqualified = qualifying[qualifying < QUALIFYING_MASK]
    first = len(by_length[SHORTEST_FLUSH]) + QUALIFYING_LENGTH - SHORTEST_FLUSH
    forms[:, 0, 0] = 1
    forms[:, 0, 1] = first + len(unqualified)
    forms[:, 0, 2] = ((flush[:, 1:] & unqualified) == 0).sum(axis=1)
    return forms


def _ends(flush: Ints, small: Ints, start: Ints) -> Ints:
    """Per flush and group, the end of the small masks that may stand second: shorter, or as long and not above."""
    ends = np.empty((len(flush), len(GROUP_LENGTH)), np.int64)
    for group, length in enumerate(GROUP_LENGTH):
        masks = small[start[group] : start[group + 1]]
        not_above = np.searchsorted(masks, flush[:, 1], side="right")
        ends[:, group] = start[group] + np.where(flush[:, 0] > length, len(masks), not_above)
    return ends


def _patterns(start: Ints, ranks: int) -> tuple[Ints, Ints, Ints]:
    """The ways to divide seven cards among four suits, their terms, and their rests.

    Of 13 ways 11 differ in the lengths; those with a second suit of three cards stand twice, without and with a run.
    """
    patterns, terms = [], []
    rests: list[tuple[int, int]] = []
    for fourth, third, second in combinations_with_replacement(range(4), SUITS - 1):
        first = HAND - second - third - fourth
        if not second <= first <= ranks:
            continue
        begin = len(rests)
        for place in range(start[third], start[third + 1]):
            rests += [(place, last) for last in range(start[fourth], min(start[fourth + 1], place + 1))]
        for group, length in enumerate(GROUP_LENGTH):
            if length == second:
                patterns.append((first, group, GROUP_RUN[group], begin, len(rests)))
                lengths = (first, second, third, fourth)
                terms.append([pattern_terms(lengths, limit, ranks) for limit in (first, QUALIFYING_LENGTH)])
    return np.array(patterns, np.int64), np.array(terms, np.int64), np.array(rests, np.int64)
