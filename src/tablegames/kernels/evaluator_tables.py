"""The tables of the evaluator, built from the definition of the hands in about a quarter of a second.

A hand that cannot be a flush is worth what its multiset of ranks is worth: 6,175 multisets of five cards, 49,205 of
seven.  Each rank has a key such that the sum over a hand names its multiset; one packed table turns the sum into a
value.  A flush is worth what the set of its suit's ranks is worth: one table over the 8,192 sets.

A *value* is ``category << 12 | place``: the place counts the category's classes of equal hands from 0, weakest first.
Greater is stronger, equal values tie.  The largest category, a pair, has 2,860 classes, so a place fits 12 bits and a
value ``uint16``.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablegames.core.poker import PokerHand

RANK_KEYS = (
    *(0x2000, 0x8001, 0x11000, 0x3A000, 0x91000, 0x176005, 0x366000),
    *(0x41A013, 0x47802E, 0x479068, 0x48C0E4, 0x48F211, 0x494493),
)
"""Deuce to ace: the keys of OMPEval (github.com/zekyll/OMPEval, MIT), found there by search.

All sums of five and of seven ranks, no rank more than four times, are distinct, which :func:`tables` checks, and fall
into rows that pack with few holes.  The greatest sum, of four aces and three kings, is 33,548,415, below 2**32.
"""

ROW_BITS = 12
"""A key is ``row << ROW_BITS | column``; rows are laid over each other so that no two entries meet."""

SUIT_FIELDS = 32
"""A card's word is its rank key and, from this bit on, four bits a suit that count the cards of the suit."""

NO_CARD = 1 << 48
"""The word of a code that is no card: a bit above the suits' fields, so that a sum shows it."""

CATEGORY_BITS = 12
"""A value's category stands above this many bits."""


class Tables(NamedTuple):
    """What the kernels read; about 170 kB.

    ``words`` uint64 (256,): a card's rank key, and 1 in its suit's field; ``NO_CARD`` for a code above 51.
    ``rows`` uint32: what to add to a key of each row, modulo 2**32, to get its slot in ``values``.
    ``values`` uint16: the value of a key is at slot ``rows[key >> ROW_BITS] + key``.
    ``flushes`` uint16 (8192,): the value of the flush in a set of five to thirteen ranks of one suit; 0 for fewer.
    """

    words: NDArray[np.uint64]
    rows: NDArray[np.uint32]
    values: NDArray[np.uint16]
    flushes: NDArray[np.uint16]


@cache
def tables() -> Tables:
    """The tables, built once a process and read-only.

    The 7,462 classes are the 6,175 multisets of five ranks and the 1,287 sets of five ranks in one suit, sorted by
    strength; a seven-card hand takes the class of its best five.
    """
    five, seven = multisets(5), multisets(7)
    sets = np.arange(1 << 13)
    flush_strengths = np.where(_size(sets) >= 5, _flush_strength(sets), 0)
    classes = np.unique(np.concatenate([_rank_strength(five), flush_strengths[_size(sets) == 5]]))
    category = classes >> _CATEGORY
    value_of_class = category << CATEGORY_BITS | np.arange(len(classes)) - np.searchsorted(category, category)

    def value(strengths: NDArray[np.int64]) -> NDArray[np.uint16]:
        return value_of_class[np.searchsorted(classes, strengths)].astype(np.uint16)

    rank_keys = np.array(RANK_KEYS)
    keys = np.concatenate([rank_keys[seven].sum(axis=1), rank_keys[five].sum(axis=1)])
    rows, values = _packed(keys, value(np.concatenate([_rank_strength(seven), _rank_strength(five)])))
    flushes = np.where(flush_strengths > 0, value(flush_strengths), 0).astype(np.uint16)
    code = np.arange(52)
    words = np.full(256, NO_CARD, dtype=np.uint64)
    words[:52] = rank_keys[code >> 2] + (1 << SUIT_FIELDS + 4 * (code & 3))
    built = Tables(words, rows, values, flushes)
    for table in built:
        table.setflags(write=False)
    return built


def multisets(size: int) -> NDArray[np.int64]:
    """All multisets of ``size`` ranks that a deck holds, (n, size), each row rising."""
    rows = np.array(list(combinations_with_replacement(range(13), size)))
    five_alike = (rows[:, :-4] == rows[:, 4:]).any(axis=1)
    kept: NDArray[np.int64] = rows[~five_alike]
    return kept


_CATEGORY, _FIRST = 26, 13
"""A strength is ``category << 26 | set of the ranks that count first << 13 | set of the kickers``.

Sets of equal size compare like their cards from the highest down, so the order of strengths is the order of hands.
"""


def _rank_strength(ranks: NDArray[np.int64]) -> NDArray[np.int64]:
    """The strength of the best five of some ranks (n, size) when no five share a suit, (n,)."""
    counts = (ranks[:, :, None] == np.arange(13)).sum(axis=1)
    any_of, pairs, triples, quads = (((counts >= times) << np.arange(13)).sum(axis=1) for times in (1, 2, 3, 4))
    quad, triple, two_pairs, straight = _top(quads, 1), _top(triples, 1), _top(pairs, 2), _straight(any_of)
    second_pair = _top(pairs & ~triple, 1)  # beside a triple: a pair, or a lower triple
    return np.select(
        [quads > 0, (triple > 0) & (second_pair > 0), straight > 0, triple > 0, _size(pairs) >= 2, pairs > 0],
        [
            _strength(PokerHand.FOUR_OF_A_KIND, quad, _top(any_of & ~quad, 1)),
            _strength(PokerHand.FULL_HOUSE, triple, second_pair),
            _strength(PokerHand.STRAIGHT, straight, 0),
            _strength(PokerHand.THREE_OF_A_KIND, triple, _top(any_of & ~triple, 2)),
            _strength(PokerHand.TWO_PAIR, two_pairs, _top(any_of & ~two_pairs, 1)),
            _strength(PokerHand.PAIR, pairs, _top(any_of & ~pairs, 3)),
        ],
        _strength(PokerHand.HIGH_CARD, 0, _top(any_of, 5)),
    )


def _flush_strength(sets: NDArray[np.int64]) -> NDArray[np.int64]:
    """The strength of the best flush in sets of at least five ranks of one suit."""
    straight = _straight(sets)
    return np.select(
        [straight == 1 << 12, straight > 0],
        [_strength(PokerHand.ROYAL_FLUSH, straight, 0), _strength(PokerHand.STRAIGHT_FLUSH, straight, 0)],
        _strength(PokerHand.FLUSH, 0, _top(sets, 5)),
    )


def _strength(
    category: PokerHand, first: NDArray[np.int64] | int, kickers: NDArray[np.int64] | int
) -> NDArray[np.int64]:
    """The integer that orders hands by category, then by the ranks that count first, then by the kickers."""
    return np.asarray(category << _CATEGORY | first << _FIRST | kickers, dtype=np.int64)


_SIZES: NDArray[np.int64] = (np.arange(1 << 13)[:, None] >> np.arange(13) & 1).sum(axis=1)


def _size(sets: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many ranks are in each set."""
    return _SIZES[sets]


def _top(sets: NDArray[np.int64], most: int) -> NDArray[np.int64]:
    """Each set with only its ``most`` highest ranks: the lowest is taken away while there are more."""
    kept = sets
    for _ in range(13 - most):
        kept = np.where(_size(kept) > most, kept & kept - 1, kept)
    return kept


def _straight(sets: NDArray[np.int64]) -> NDArray[np.int64]:
    """The top rank, as a bit, of the highest straight in each set; 0 for none.  The ace also stands below the deuce."""
    low_ace = sets << 1 | sets >> 12
    runs = low_ace & low_ace >> 1 & low_ace >> 2 & low_ace >> 3 & low_ace >> 4
    return _top(runs, 1) << 3


def _packed(keys: NDArray[np.int64], values: NDArray[np.uint16]) -> tuple[NDArray[np.uint32], NDArray[np.uint16]]:
    """The ``rows`` and ``values`` of :class:`Tables`.

    Rows are placed from the fullest to the emptiest, each at the first place where all its entries fall on free slots.
    The free slots are one large integer: shifted down by a column, its bit ``b`` tells whether a row that begins at
    ``b`` finds that column's slot free, so the conjunction over the columns has a bit for every possible place.

    Both are long enough for any seven cards, a hand with one card twice among them: no read is outside a table.
    """
    if len(np.unique(keys)) != len(keys):
        raise AssertionError("two multisets of ranks have the same key")
    order = np.argsort(keys)
    ordered = keys[order]
    row_of, column_of = ordered >> ROW_BITS, ordered & (1 << ROW_BITS) - 1
    names, starts, sizes = np.unique(row_of, return_index=True, return_counts=True)
    begins = np.zeros((7 * max(RANK_KEYS) >> ROW_BITS) + 1, dtype=np.int64)
    free = (1 << (1 << 16)) - 1
    for row in np.argsort(-sizes, kind="stable"):
        columns = column_of[starts[row] : starts[row] + sizes[row]].tolist()
        fits = free
        for column in columns:
            fits &= free >> column
        begins[names[row]] = begin = (fits & -fits).bit_length() - 1
        free ^= sum(1 << column for column in columns) << begin
    slots = begins[row_of] + column_of
    packed = np.zeros(int(begins.max()) + (1 << ROW_BITS), dtype=np.uint16)
    packed[slots] = values[order]
    return (begins - (np.arange(len(begins)) << ROW_BITS)).astype(np.uint32), packed
