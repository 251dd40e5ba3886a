"""High Card Flush dealt and played: fact codes of random rounds, or of hands that a log has.

A hand is one word, sixteen bits a suit, of which the lowest thirteen are the ranks held, deuce lowest.  With the number
of its cards in the three bits above them, a suit is its *value*: greater is the higher flush, § 678a.6(b) and (c), and
the greatest of the four is the flush that plays.  All of it is arithmetic on whole words, so the loops become vectors;
only the decision is looked up.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablegames.games.high_card_flush.facts import MOST_RAISE, SHORTEST_FLUSH, Outcome
from tablegames.games.high_card_flush.kernel_tables import ALL_RANKS, HAND, QUALIFYING_LENGTH, QUALIFYING_MASK, SUITS
from tablegames.kernels.caching import njit
from tablegames.kernels.evaluator import rank_set
from tablegames.kernels.random_deals import BLOCK, Codes, Stream, Words, deal_block, lay_block, multiply

MIXED = MOST_RAISE + 1
"""In place of a decision: the other cards decide."""
RANK_BITS = 13

_HASH = np.uint64(0x9E3779B97F4A7C15)
"""2^64 over the golden ratio: the high bits of a product with it spread keys over buckets."""
_0, _1, _2, _3, _4, _5, _8, _12 = (np.uint64(number) for number in (0, 1, 2, 3, 4, 5, 8, 12))
_HAND, _BLOCK, _MIXED = np.uint64(HAND), np.uint64(BLOCK), np.uint64(MIXED)
_SUIT_BITS, _RANK_BITS, _RANKS, _VALUE = (np.uint64(number) for number in (16, RANK_BITS, ALL_RANKS, 0xFFFF))
_EACH_SUIT = sum(1 << 16 * suit for suit in range(SUITS))
_LOWEST = np.uint64(_EACH_SUIT)
_OF_2, _OF_4, _OF_8, _OF_16 = (np.uint64(half * _EACH_SUIT) for half in (0x5555, 0x3333, 0x0F0F, 0x00FF))
"""The lower half of every field of 2, 4, 8 and 16 bits."""
_SHORTEST = np.uint64(SHORTEST_FLUSH)
_QUALIFIES = np.uint64(QUALIFYING_LENGTH << RANK_BITS | QUALIFYING_MASK)
_FOLDED, _NOT_QUALIFIED, _WIN = (
    np.uint64(outcome) for outcome in (Outcome.FOLDED, Outcome.DEALER_NOT_QUALIFIED, Outcome.WIN)
)
_RUNS, _DECISIONS, _OUTCOMES = np.uint64(6), np.uint64(MOST_RAISE + 1), np.uint64(len(Outcome))


class Play(NamedTuple):
    """The decisions of a play, and the reading of the ace."""

    by_value: Codes
    """(2^16,): the raise multiple by the value of the flush that plays, 0 to fold, or MIXED."""
    start: NDArray[np.uint32]
    """(2^k + 1,): the first entry of each bucket, and the end."""
    shift: np.uint64
    """64 - k."""
    entries: Words
    """Every class of hands with a MIXED flush, by bucket: its key, and the raise multiple in two bits below."""
    ace_low: np.uint64
    """1 if A-2-3 of a suit is a straight flush (reading 678a-R1)."""


def make_play(
    policy: NDArray[np.integer[Any]], suits: NDArray[np.uint16], decisions: NDArray[np.uint8], *, ace_low: bool
) -> Play:
    """The play that decides by the flush that plays, and where that is MIXED by class.

    ``policy`` (8, 8192): by length and mask of the flush the raise multiple, 0 to fold, or MIXED.
    ``suits`` (n, 4): every class of hands with a MIXED flush, its ranks in each suit in any order.  ``decisions`` (n,):
    the raise multiples of these.
    """
    rising = np.sort(suits.astype(np.uint64), axis=1)
    keys = np.bitwise_or.reduce(rising << np.arange(SUITS, dtype=np.uint64) * _RANK_BITS, axis=1)
    bits = max(len(keys).bit_length() - 1, 1)
    bucket = keys * _HASH >> np.uint64(64 - bits)
    order = np.argsort(bucket)
    start = np.searchsorted(bucket[order], np.arange((1 << bits) + 1, dtype=np.uint64)).astype(np.uint32)
    entries = (keys << _2 | decisions)[order]
    return Play(policy.astype(np.uint8).reshape(-1), start, np.uint64(64 - bits), entries, np.uint64(ace_low))


@njit(cache=True, nogil=True)
def deal_codes(of: Stream, first: np.uint64, play: Play, codes: NDArray[np.uint16]) -> None:
    """Deals and plays the rounds from ``first`` on: ``codes`` uint16 (rounds, seats).

    The dealer has the first seven places of the deal, and each seat in turn the next seven.
    """
    rounds, seats = np.uint64(codes.shape[0]), np.uint64(codes.shape[1])
    cards = np.empty((_HAND * (seats + _1), BLOCK), np.uint8)
    room = np.empty((4, BLOCK), np.uint64)
    held, value, dealers, decisions = room[0], room[1], room[2], room[3]
    for start in range(_0, rounds, _BLOCK):
        some = min(_BLOCK, rounds - start)
        deal_block(of, first + start, some, cards)
        _hold(cards[:HAND], some, held)
        _rank(held, some, dealers)
        for seat in range(seats):
            _hold(cards[_HAND * (seat + _1) : _HAND * (seat + _2)], some, held)
            _rank(held, some, value)
            _decide(held, value, some, play, decisions)
            _settle(held, value, dealers, play.ace_low, some, decisions)
            for index in range(some):
                codes[start + index, seat] = decisions[index]


@njit(cache=True, nogil=True)
def hand_codes(
    player: Codes, dealer: Codes, decisions: NDArray[np.int8], ace_low: np.uint64, codes: NDArray[np.uint16]
) -> None:
    """The fact codes ``codes`` uint16 (n,) of hands and decisions, uint8 (n, 7) and int8 (n,)."""
    rounds = np.uint64(len(codes))
    cards = np.empty((HAND, BLOCK), np.uint8)
    room = np.empty((4, BLOCK), np.uint64)
    held, value, dealers, decided = room[0], room[1], room[2], room[3]
    for start in range(_0, rounds, _BLOCK):
        some = min(_BLOCK, rounds - start)
        lay_block(dealer[start:], some, cards)
        _hold(cards, some, held)
        _rank(held, some, dealers)
        lay_block(player[start:], some, cards)
        _hold(cards, some, held)
        _rank(held, some, value)
        for index in range(some):
            decided[index] = np.uint64(decisions[start + index]) & _3
        _settle(held, value, dealers, ace_low, some, decided)
        for index in range(some):
            codes[start + index] = decided[index]


@njit(cache=True, nogil=True)
def _hold(cards: Codes, rounds: np.uint64, held: Words) -> None:
    """Hands as words, from ``cards`` (7, BLOCK)."""
    for index in range(rounds):
        word = _0
        for place in range(_HAND):
            word |= rank_set(cards[place, index])
        held[index] = word


@njit(cache=True, nogil=True)
def _rank(held: Words, rounds: np.uint64, value: Words) -> None:
    """The value of the flush that plays: the cards of all four suits are counted in one word, pair by pair."""
    for index in range(rounds):
        word = held[index]
        count = word - (word >> _1 & _OF_2)
        count = (count & _OF_4) + (count >> _2 & _OF_4)
        count = count + (count >> _4) & _OF_8
        count = count + (count >> _8) & _OF_16
        suits = word | count << _RANK_BITS
        high = max(suits & _VALUE, suits >> _SUIT_BITS & _VALUE)
        value[index] = max(high, max(suits >> _2 * _SUIT_BITS & _VALUE, suits >> _3 * _SUIT_BITS))


@njit(cache=True, nogil=True)
def _decide(held: Words, value: Words, rounds: np.uint64, play: Play, decisions: Words) -> None:
    """The decisions of a play."""
    for index in range(rounds):
        decision = np.uint64(play.by_value[value[index]])
        if decision == _MIXED:
            decision = _by_class(_class_key(held[index]), play)
        decisions[index] = decision


@njit(cache=True, nogil=True)
def _class_key(word: np.uint64) -> np.uint64:
    """The same number for all hands that differ by the names of the suits only: their ranks by suit, rising."""
    first, second = word & _RANKS, word >> _SUIT_BITS & _RANKS
    third, fourth = word >> _2 * _SUIT_BITS & _RANKS, word >> _3 * _SUIT_BITS & _RANKS
    first, second = min(first, second), max(first, second)
    third, fourth = min(third, fourth), max(third, fourth)
    first, third = min(first, third), max(first, third)
    second, fourth = min(second, fourth), max(second, fourth)
    second, third = min(second, third), max(second, third)
    return first | second << _RANK_BITS | third << _2 * _RANK_BITS | fourth << _3 * _RANK_BITS


@njit(cache=True, nogil=True)
def _by_class(key: np.uint64, play: Play) -> np.uint64:
    """The decision of a class of hands with a MIXED flush."""
    bucket = multiply(key, _HASH)[1] >> play.shift
    for entry in range(play.start[bucket], play.start[bucket + _1]):
        if play.entries[entry] >> _2 == key:
            decision: np.uint64 = play.entries[entry] & _3
            return decision
    return _0


@njit(cache=True, nogil=True)
def _settle(held: Words, value: Words, dealers: Words, ace_low: np.uint64, rounds: np.uint64, decisions: Words) -> None:
    """Fact codes in place of the ``decisions``, as :meth:`~tablegames.games.high_card_flush.facts.Facts.code` has them.

    In ``runs`` the ranks stand one bit higher, an ace that counts low below them.  A bit is left after n steps where a
    run of n + 1 begins: two, then three cards for run code 1, up to seven for 5.
    """
    for index in range(rounds):
        runs = held[index] << _1 | (held[index] >> _12 & _LOWEST) * ace_low
        runs &= runs >> _1
        run = _0
        for _ in range(_5):
            runs &= runs >> _1
            run += np.uint64(runs != _0)
        mine, theirs, decision = value[index], dealers[index], decisions[index]
        compared = _WIN + np.uint64(mine <= theirs) + np.uint64(mine < theirs)
        outcome = compared if theirs >= _QUALIFIES else _NOT_QUALIFIED
        outcome = outcome if decision > _0 else _FOLDED
        flush = max(mine >> _RANK_BITS, _SHORTEST) - _SHORTEST
        decisions[index] = ((flush * _RUNS + run) * _DECISIONS + decision) * _OUTCOMES + outcome
