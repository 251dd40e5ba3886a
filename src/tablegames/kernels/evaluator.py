"""Ranks five and seven cards, hundreds of millions of hands a second a core.

    >>> import numpy as np
    >>> aces, kings = rank5(np.array([[51, 50, 49, 48, 0], [47, 46, 45, 44, 51]], dtype=np.uint8))
    >>> bool(aces > kings), int(category_of(aces))
    (True, 7)

A value is an integer below 2**16: greater is stronger, equal values tie, and ``value >> 12`` is the
:class:`~tablegames.core.poker.PokerHand`.  :mod:`~tablegames.kernels.evaluator_tables` derives the tables.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablegames.kernels.caching import njit
from tablegames.kernels.evaluator_tables import CATEGORY_BITS, NO_CARD, ROW_BITS, SUIT_FIELDS, Tables, tables

ROW_SHIFT = np.uint64(ROW_BITS)
CATEGORY_SHIFT = np.uint64(CATEGORY_BITS)
_EACH_SUIT = 0x1111 << SUIT_FIELDS
HAND_START = np.uint64(3 * _EACH_SUIT)
"""A hand's word before its cards: each suit's field begins at 3, so that its highest bit is set from five cards on."""
TWO_MORE = np.uint64(2 * _EACH_SUIT)
"""Added to a word, sets those highest bits from three cards on."""
FLUSH_FLAGS = np.uint64(8 * _EACH_SUIT)
"""The highest bit of each suit's field."""
_CLUBS, _DIAMONDS, _HEARTS = (np.uint64(8 << SUIT_FIELDS + 4 * suit) for suit in range(3))
_0, _1, _2, _3, _4, _6 = (np.uint64(number) for number in (0, 1, 2, 3, 4, 6))
HIGHEST_CODE = np.uint8(51)
ALL_RANKS = np.uint64(0x1FFF)
_NO_CARD = np.uint64(NO_CARD)
_BLOCK = np.uint64(256)
"""Hands whose flushes are listed at a time: few enough for the nearest cache."""


def rank5(hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """The values of five-card hands: ``hands`` uint8 (n, 5) of card codes, uint16 (n,) back.

    Raises ``ValueError`` for another shape, type, or a code above 51.  A card that stands twice in a hand is not looked
    for: such a hand gets a value without meaning.
    """
    return checked(_rank5, hands, 5, tables())


def rank7(hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """The values of the best five of seven cards: ``hands`` uint8 (n, 7), otherwise as :func:`rank5`."""
    return checked(_rank7, hands, 7, tables())


def category_of(values: Any) -> Any:
    """The codes of :class:`~tablegames.core.poker.PokerHand`, 0 to 9, of an array of values or of one."""
    return values >> CATEGORY_BITS


def count_all7(*, threads: int = 2) -> NDArray[np.int64]:
    """How many of the 133,784,560 seven-card hands are in each category, int64 (10,): every hand is ranked, in order.

    >>> count_all7().tolist()
    [23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 37260, 4324]
    """
    built = tables()
    sixth, seventh = np.triu_indices(52, 1)
    pair_keys = (built.words[sixth] + built.words[seventh]).astype(np.uint32)
    pair_sets = np.zeros((4, len(sixth)), dtype=np.uint16)
    for card in (sixth, seventh):
        pair_sets[card & 3, np.arange(len(card))] |= (1 << (card >> 2)).astype(np.uint16)

    def counts_from(lowest: int) -> NDArray[np.int64]:
        counts: NDArray[np.int64] = np.zeros(10, dtype=np.int64)
        _count7(lowest, pair_keys, pair_sets, built, counts)
        return counts

    with ThreadPoolExecutor(threads) as pool:
        total: NDArray[np.int64] = np.sum(list(pool.map(counts_from, range(46))), axis=0)
    return total


def checked(kernel: Callable[..., bool], hands: NDArray[np.uint8], size: int, *tables: Any) -> NDArray[np.uint16]:
    """What ``kernel(codes, *tables, out)`` makes of hands of ``size`` cards; refused unless it finds every code a card's."""
    if hands.dtype != np.uint8 or hands.ndim != 2 or hands.shape[1] != size:
        raise ValueError(f"hands must be uint8 of shape (n, {size}), not {hands.dtype} of shape {hands.shape}")
    values = np.empty(len(hands), dtype=np.uint16)
    if not kernel(np.ascontiguousarray(hands).reshape(-1), *tables, values):
        raise no_card_in(hands)
    return values


def no_card_in(hands: NDArray[np.uint8]) -> ValueError:
    """The refusal of hands by their first code that is no card's."""
    hand, card = np.argwhere(hands > HIGHEST_CODE)[0]
    return ValueError(f"hands[{hand}, {card}] is {hands[hand, card]}; the cards are 0 to {HIGHEST_CODE}")


@njit(cache=True, nogil=True)
def suit_of_flush(flags: np.uint64) -> np.uint64:
    """The suit of the one flag that is set among the four of ``FLUSH_FLAGS``."""
    return np.uint64(flags > _CLUBS) + np.uint64(flags > _DIAMONDS) + np.uint64(flags > _HEARTS)


@njit(cache=True, nogil=True)
def rank_set(card: int) -> np.uint64:
    """The set of one card: sixteen bits a suit, of which the lowest thirteen are its ranks."""
    code = np.uint64(card)
    return _1 << ((code & _3) << _4 | code >> _2)


def _kernel(size: int) -> Callable[..., bool]:
    """The kernel that ranks hands of ``size`` cards.

    ``codes`` uint8 (n size,) gives ``out`` uint16 (n,); whether every code is a card's is returned.

    One sum of words gives the key of a hand's ranks and the count of every suit.  Three seven-card hands in a hundred are
    flushes: a branch that the processor would often predict wrongly, so all are first ranked as if suits did not exist,
    the flushes are listed without a branch, and then ranked again.  Only one suit of theirs has five cards or more, and
    the others' sets are worth 0.
    """

    @njit(cache=True, nogil=True)
    def rank(codes: NDArray[np.uint8], tables: Tables, out: NDArray[np.uint16]) -> bool:
        words, rows, values, flushes = tables
        cards, hands = np.uint64(size), np.uint64(len(out))
        listed = np.empty(_BLOCK, dtype=np.uint64)
        start = all_words = _0
        while start < hands:
            stop = min(start + _BLOCK, hands)
            found = _0
            for hand in range(start, stop):
                word = HAND_START
                for card in range(cards):
                    word += words[codes[hand * cards + card]]
                all_words |= word
                key = np.uint32(word)
                out[hand] = values[np.uint32(rows[key >> ROW_SHIFT] + key)]
                listed[found] = hand
                found += np.uint64(word & FLUSH_FLAGS != _0)
            for place in range(found):
                hand = listed[place]
                ranks = _0
                for card in range(cards):
                    ranks |= rank_set(codes[hand * cards + card])
                value = np.uint16(0)
                for suit in range(_4):
                    value = max(value, flushes[ranks >> (suit << _4) & ALL_RANKS])
                out[hand] = value
            start = stop
        return bool(all_words < _NO_CARD)

    return rank


_rank5, _rank7 = _kernel(5), _kernel(7)

_EVEN_FIELDS = np.uint64(sum(63 << 12 * pair for pair in range(5)))
_CHUNK = np.uint64(32)
"""Hands counted before widening: six bits hold 63, but 32 are whole vectors, which gains 8 % where loops are vectorised."""
_MOST = np.uint64(4095)


@njit(cache=True, nogil=True)
def _widen(even: np.uint64, odd: np.uint64, counts: NDArray[np.int64]) -> None:
    """Adds the counts of twelve bits in the two registers, for even and for odd categories, to ``counts``."""
    for field in range(5):
        shift = np.uint64(12 * field)
        counts[2 * field] += np.int64(even >> shift & _MOST)
        counts[2 * field + 1] += np.int64(odd >> shift & _MOST)


@njit(cache=True, nogil=True)
def _count7(
    lowest: int,
    pair_keys: NDArray[np.uint32],
    pair_sets: NDArray[np.uint16],
    tables: Tables,
    counts: NDArray[np.int64],
) -> None:
    """Adds the categories of all hands whose lowest card is ``lowest`` to ``counts``, hand after hand in order.

    The sixth and seventh card come from a list of all pairs in order: ``pair_keys`` (1326,), the sums of their rank keys,
    and ``pair_sets`` (4, 1326), their ranks in each suit.  The pairs above the fifth card are its tail, so the innermost
    loop is long.  Five cards without three of a suit cannot become a flush; from others every hand is the better of what
    its ranks and the one suit are worth, without a branch, since a flush is never also a full house or four of a kind.
    The ten counts stand in one register, six bits each, for the hands of one chunk; then they are widened to twelve bits
    in two registers, for at most 4,095 hands.
    """
    words, rows, values, flushes = tables
    pairs = np.uint64(len(pair_keys))
    pending, even, odd = _0, _0, _0
    word1 = HAND_START + words[lowest]
    set1 = rank_set(lowest)
    for second in range(lowest + 1, 47):
        word2 = word1 + words[second]
        set2 = set1 | rank_set(second)
        for third in range(second + 1, 48):
            word3 = word2 + words[third]
            set3 = set2 | rank_set(third)
            for fourth in range(third + 1, 49):
                word4 = word3 + words[fourth]
                set4 = set3 | rank_set(fourth)
                for fifth in range(fourth + 1, 50):
                    word5 = word4 + words[fifth]
                    key5 = np.uint32(word5)
                    flags = (word5 + TWO_MORE) & FLUSH_FLAGS
                    suit = suit_of_flush(flags)
                    ranks5 = (set4 | rank_set(fifth)) >> (suit << _4) & ALL_RANKS
                    hands = np.uint64((51 - fifth) * (50 - fifth) // 2)
                    if pending + hands > _MOST:
                        _widen(even, odd, counts)
                        pending, even, odd = _0, _0, _0
                    pending += hands
                    begin = pairs - hands
                    while begin < pairs:
                        end = min(begin + _CHUNK, pairs)
                        tally = _0
                        if flags == _0:
                            for pair in range(begin, end):
                                key = np.uint32(key5 + pair_keys[pair])
                                value = values[np.uint32(rows[key >> ROW_SHIFT] + key)]
                                tally += _1 << (np.uint64(value) >> CATEGORY_SHIFT) * _6
                        else:
                            for pair in range(begin, end):
                                key = np.uint32(key5 + pair_keys[pair])
                                value = values[np.uint32(rows[key >> ROW_SHIFT] + key)]
                                value = max(value, flushes[ranks5 | pair_sets[suit, pair]])
                                tally += _1 << (np.uint64(value) >> CATEGORY_SHIFT) * _6
                        even += tally & _EVEN_FIELDS
                        odd += tally >> _6 & _EVEN_FIELDS
                        begin = end
    _widen(even, odd, counts)
