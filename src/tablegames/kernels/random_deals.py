"""Random deals that anyone can repeat: round r of a seed is a function of the seed and r alone.

The contract, in full, so that a program without a line of this one deals the same cards:

1. The *key* of a seed is ``numpy.random.SeedSequence(seed).generate_state(2, numpy.uint64)``.
2. Round r has the words 0, 1, 2, ... of 64 bits: word w is number w mod 4 of the four that Philox4x64-10 gives for this
   key and the counter (r, w div 4, 0, 0).  Philox is the generator of Salmon, Moraes, Dror and Shaw, "Parallel random
   numbers: as easy as 1, 2, 3", SC11, and of ``numpy.random.Philox`` (which raises its counter before its first words).
3. Word w decides the cards at places 7 w to 7 w + 6, or as many as the deck has left.  The card at place p, from 0, is
   number d, from 0 and in the order of the codes, of the n = deck - p cards that stand at no earlier place.
4. The d of a word are its digits: d is the high half of the 128-bit product of the word and n, and the low half is the
   word for the next place.  Let P be the product of the word's n.  The low half left at the end, which is the word
   times P modulo 2^64, must be at least 2^64 mod P; below that the word is *rejected*, so that every row of digits
   comes from as many words as any other.  It is redrawn from the counters (r, w div 4, 1, 0), (r, w div 4, 2, 0), ...
   until it is not (Brackett-Rozinsky and Lemire, "Batched ranged random integer generation", 2024).  Of words for
   seven cards about one in 2^25 is rejected.

So no order of work, number of workers or number of places asked for changes a card.
"""

from __future__ import annotations

from math import prod
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import config, types
from numba.extending import intrinsic
from numpy.typing import NDArray

from tablegames.kernels.caching import njit

Words = NDArray[np.uint64]
Codes = NDArray[np.uint8]

BLOCK = 256
"""Rounds dealt at a time: few enough for the nearest cache, enough for whole vectors."""
CARDS_A_WORD = 7
"""Cards that one word decides."""
PHILOX_ROUNDS = 10
_MULTIPLIER_0, _MULTIPLIER_1 = np.uint64(0xD2E7470EE14C6C93), np.uint64(0xCA5A826395121157)
_KEY_STEPS = np.array([0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B], np.uint64)
_0, _1, _2, _3, _4 = (np.uint64(number) for number in range(5))
_BLOCK, _CARDS_A_WORD, _PHILOX_ROUNDS = (np.uint64(number) for number in (BLOCK, CARDS_A_WORD, PHILOX_ROUNDS))


class Stream(NamedTuple):
    """What the deals of one seed and one deck are made from; see :func:`stream`."""

    keys: Words
    """(10, 2): the keys of Philox's rounds."""
    limits: Words
    """(words, 2): of each word the product P of its numbers of cards, and 2^64 mod P."""
    deck: np.uint64
    """Cards in the deck."""


def stream_key(seed: int) -> Words:
    """The key of a seed, uint64 (2,); any integer from 0 on is a seed.

    >>> stream_key(0).tolist()
    [15793235383387715774, 12390638538380655177]
    """
    key: Words = np.random.SeedSequence(seed).generate_state(2, np.uint64)  # type: ignore[assignment]
    return key


def stream(key: Words, deck: int) -> Stream:
    """The stream of a key, uint64 (2,), for a deck of 52 cards, or 53 with the joker.

    >>> stream(stream_key(0), 52).limits[0].tolist()
    [674274182400, 213625666816]
    """
    keys = key + np.arange(PHILOX_ROUNDS, dtype=np.uint64)[:, None] * _KEY_STEPS
    firsts = range(0, deck, CARDS_A_WORD)
    products = [prod(range(deck - first, max(deck - first - CARDS_A_WORD, 0), -1)) for first in firsts]
    limits = np.array([(product, 2**64 % product) for product in products], np.uint64)
    return Stream(keys, limits, np.uint64(deck))


def deals(key: Words, first: int, rounds: int, *, cards: int, deck: int) -> Codes:
    """The first ``cards`` places of the rounds ``first``, ``first`` + 1, ...: uint8 (rounds, cards) of card codes.

    Places are in the order of the deal; a game says whose they are.

    >>> deals(stream_key(1), 1000, 2, cards=5, deck=52).tolist()
    [[14, 26, 15, 44, 2], [7, 39, 33, 43, 46]]
    """
    if not 0 < cards <= deck:
        raise ValueError(f"{cards} cards of a deck of {deck}: at least one, and at most the deck")
    of, block = stream(key, deck), np.empty((cards, BLOCK), np.uint8)
    dealt = np.empty((rounds, cards), np.uint8)
    for done in range(0, rounds, BLOCK):
        some = min(BLOCK, rounds - done)
        deal_block(of, np.uint64(first + done), np.uint64(some), block)
        dealt[done : done + some] = block[:, :some].T
    return dealt


if config.DISABLE_JIT:  # type: ignore[attr-defined]  # Numba sets its options at run time

    def multiply(one: Any, other: Any) -> tuple[Any, Any]:
        """The high and the low half of the product of two words."""
        return tuple(map(np.uint64, divmod(int(one) * int(other), 2**64)))  # type: ignore[return-value]

else:

    @intrinsic
    def multiply(_: Any, one: Any, other: Any) -> Any:
        """The high and the low half of the product of two words: one instruction of most processors."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word, wide = ir.IntType(64), ir.IntType(128)
            product = builder.mul(*(builder.zext(argument, wide) for argument in arguments))
            halves = [builder.trunc(half, word) for half in (builder.lshr(product, wide(64)), product)]
            return context.make_tuple(builder, signature.return_type, halves)

        halves = types.UniTuple(types.uint64, 2)  # type: ignore[no-untyped-call]
        return halves(types.uint64, types.uint64), generate


@njit(cache=True, nogil=True)
def philox(keys: Words, first: np.uint64, second: np.uint64, third: np.uint64) -> tuple[Any, Any, Any, Any]:
    """The four words of Philox4x64-10 for the counter (``first``, ``second``, ``third``, 0); ``keys`` as in a stream."""
    fourth = _0
    for step in range(_PHILOX_ROUNDS):
        high0, low0 = multiply(_MULTIPLIER_0, first)
        high1, low1 = multiply(_MULTIPLIER_1, third)
        first, second, third, fourth = high1 ^ second ^ keys[step, 0], low1, high0 ^ fourth ^ keys[step, 1], low0
    return first, second, third, fourth


@njit(cache=True, nogil=True)
def deal_block(of: Stream, first: np.uint64, rounds: np.uint64, cards: Codes) -> None:
    """Deals at most BLOCK rounds from ``first`` on into ``cards`` uint8 (places, BLOCK), one round a column."""
    places = np.uint64(cards.shape[0])
    used = (places + _CARDS_A_WORD - _1) // _CARDS_A_WORD
    words: Words = np.empty((4, BLOCK), np.uint64)
    digits = np.empty((used * _CARDS_A_WORD, BLOCK), np.uint8)
    for number in range(used):
        word = np.uint64(number)
        among = word & _3
        if among == _0:
            _draw_words(of.keys, first, rounds, word >> _2, words)
        product, least = of.limits[word]
        _divide_words(of, first, rounds, word, words[among], product, least, digits)
    for place in range(places):
        _copy(digits[place], rounds, cards[place])
        for back in range(_1, place + _1):
            _step_over(digits[place - back], rounds, cards[place])


@njit(cache=True, nogil=True)
def lay_block(hands: Codes, rounds: np.uint64, cards: Codes) -> None:
    """Lays hands dealt elsewhere, uint8 (n, places), as :func:`deal_block` does: ``cards`` uint8 (places, BLOCK)."""
    places = np.uint64(cards.shape[0])
    for index in range(rounds):
        for place in range(places):
            cards[place, index] = hands[index, place]


@njit(cache=True, nogil=True)
def _draw_words(keys: Words, first: np.uint64, rounds: np.uint64, block: np.uint64, words: Words) -> None:
    """Four words of each round, ``words`` (4, BLOCK)."""
    for index in range(rounds):
        words[0, index], words[1, index], words[2, index], words[3, index] = philox(keys, first + index, block, _0)


@njit(cache=True, nogil=True)
def _divide_words(
    of: Stream,
    first: np.uint64,
    rounds: np.uint64,
    word: np.uint64,
    words: Words,
    product: np.uint64,
    least: np.uint64,
    digits: Codes,
) -> None:
    """The digits of one word of each round, of those whose word is rejected from the one drawn in its place."""
    start = word * _CARDS_A_WORD
    for index in range(rounds):
        left = words[index]
        if multiply(left, product)[1] < least:
            left = _redrawn(of.keys, first + index, word, product, least)
        for place in range(start, min(start + _CARDS_A_WORD, of.deck)):
            digits[place, index], left = multiply(left, of.deck - place)


@njit(cache=True, nogil=True)
def _redrawn(keys: Words, number: np.uint64, word: np.uint64, product: np.uint64, least: np.uint64) -> np.uint64:
    """The word of a round in place of its rejected one."""
    attempt = _0
    while True:
        attempt += _1
        drawn: np.uint64 = philox(keys, number, word >> _2, attempt)[word & _3]
        if multiply(drawn, product)[1] >= least:
            return drawn


@njit(cache=True, nogil=True)
def _copy(digits: Codes, rounds: np.uint64, cards: Codes) -> None:
    """Each round's digit as its card: right if no card were dealt before it."""
    for index in range(rounds):
        cards[index] = digits[index]


@njit(cache=True, nogil=True)
def _step_over(digits: Codes, rounds: np.uint64, cards: Codes) -> None:
    """From a number among the cards left after a deal of number ``digits`` to the number among those before it.

    From the last deal back to the first, this makes each digit the code of a card.  Written apart so that it becomes
    vectors of bytes.
    """
    for index in range(rounds):
        cards[index] += np.uint8(cards[index] >= digits[index])
