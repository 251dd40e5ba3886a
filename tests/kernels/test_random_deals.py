"""Random deals against NumPy's own Philox and the contract in plain Python, and against what uniform means."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from tablegames.kernels import random_deals
from tablegames.kernels.random_deals import deals, philox, stream, stream_key
from tests.chances import surprise

DECKS = (52, 53)


def numpy_words(seed: int, number: int, block: int, attempt: int) -> list[int]:
    """Four words by NumPy, whose Philox raises its counter before its first ones."""
    counter = (number + (block << 64) + (attempt << 128) - 1) % 2**256
    key = np.random.SeedSequence(seed).generate_state(2, np.uint64)
    return np.random.Philox(key=key, counter=counter).random_raw(4).tolist()  # type: ignore[no-any-return]


def dealt_plainly(seed: int, number: int, *, cards: int, deck: int) -> list[int]:
    """One round by the contract: a list of cards, and big integers."""
    left = list(range(deck))
    dealt: list[int] = []
    while len(dealt) < cards:
        word, attempt = len(dealt) // 7, 0
        some = min(7, len(left))
        ways = math.prod(len(left) - taken for taken in range(some))
        while (drawn := numpy_words(seed, number, word // 4, attempt)[word % 4]) * ways % 2**64 < 2**64 % ways:
            attempt += 1
        for _ in range(some):
            digit, drawn = divmod(drawn * len(left), 2**64)
            dealt.append(left.pop(digit))
    return dealt[:cards]


@pytest.mark.parametrize("seed", [0, 1, 2**200 + 7])
@pytest.mark.parametrize("counter", [(0, 1, 2), (1, 0, 0), (2**63, 2, 5), (2**64 - 1, 2**64 - 1, 2**64 - 1)])
def test_words_are_those_of_numpy(seed: int, counter: tuple[int, int, int]) -> None:
    words = philox(stream(stream_key(seed), 52).keys, *map(np.uint64, counter))
    assert list(map(int, words)) == numpy_words(seed, *counter)


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("first", [0, 10**12, 2**63 - 300])
def test_rounds_are_those_of_the_contract(deck: int, first: int) -> None:
    dealt = deals(stream_key(first), first, 300, cards=deck, deck=deck)
    assert dealt.tolist() == [dealt_plainly(first, first + r, cards=deck, deck=deck) for r in range(300)]


@pytest.mark.parametrize("deck", DECKS)
def test_a_round_depends_on_its_seed_and_its_number_alone(deck: int) -> None:
    key = stream_key(5)
    dealt = deals(key, 1_000, 700, cards=49, deck=deck)
    assert np.array_equal(deals(key, 1_333, 2, cards=49, deck=deck), dealt[333:335])
    for cards in (1, 7, 9, 14, 29, 48):
        assert np.array_equal(deals(key, 1_000, 700, cards=cards, deck=deck), dealt[:, :cards])
    assert not np.array_equal(deals(stream_key(6), 1_000, 700, cards=49, deck=deck), dealt)
    assert len(np.unique(dealt, axis=0)) == 700


@pytest.mark.parametrize("deck", DECKS)
def test_every_card_is_as_likely_at_every_place(deck: int) -> None:
    """Chi-square of cards at each place, and of cards at neighbouring places; for a fixed seed, so it cannot flicker."""
    rounds = 200_000
    dealt = deals(stream_key(2), 0, rounds, cards=deck, deck=deck)
    assert np.array_equal(np.sort(dealt, axis=1), np.tile(np.arange(deck), (rounds, 1)))
    for place in range(deck):
        assert surprise(np.bincount(dealt[:, place], minlength=deck), np.ones(deck, np.int64)) < 4, place
    unlike = 1 - np.eye(deck, dtype=np.int64).reshape(-1)
    for one, other in [*pairwise(range(deck)), (0, 7), (6, 28), (3, 51)]:
        pairs = dealt[:, one] * np.int64(deck) + dealt[:, other]
        assert surprise(np.bincount(pairs, minlength=deck * deck), unlike) < 4, (one, other)


@pytest.mark.parametrize(("cards", "deck"), [(4, 4), (5, 5), (3, 8)])
def test_every_order_of_a_small_deck_is_as_likely(cards: int, deck: int) -> None:
    dealt = deals(stream_key(12), 0, 300_000, cards=cards, deck=deck)
    _, counts = np.unique(dealt, axis=0, return_counts=True)
    assert len(counts) == math.perm(deck, cards)
    assert surprise(counts, np.ones(len(counts), np.int64)) < 4


@pytest.mark.parametrize(("deck", "word"), [(52, 0), (52, 6), (53, 7)])
def test_a_word_below_its_limit_is_redrawn(deck: int, word: int) -> None:
    """With limits that reject about half of all words: the drawn ones are the first that are not below."""
    of = stream(stream_key(3), deck)
    product = of.limits[word, 0]
    least = np.uint64(2**63)
    of.limits[word, 1] = least
    cards = np.empty((deck, random_deals.BLOCK), np.uint8)
    random_deals.deal_block(of, np.uint64(9), np.uint64(200), cards)
    for number in range(9, 209):
        attempt = 0
        while (drawn := numpy_words(3, number, word // 4, attempt)[word % 4]) * int(product) % 2**64 < least:
            attempt += 1
        left = sorted(cards[7 * word :, number - 9].tolist())
        for place in range(7 * word, min(7 * word + 7, deck)):
            digit, drawn = divmod(drawn * (deck - place), 2**64)
            assert cards[place, number - 9] == left.pop(digit), (number, place)


def test_limits_leave_every_row_of_digits_equally_many_words() -> None:
    """2^64 - (2^64 mod P) words are left, a multiple of P; and the digits of a word are those of floor(word P / 2^64)."""
    for deck in DECKS:
        limits = stream(stream_key(0), deck).limits.tolist()
        assert math.prod(product for product, _ in limits) == math.factorial(deck)
        assert all((2**64 - least) % product == 0 and least < product for product, least in limits)


@pytest.mark.parametrize(("cards", "deck"), [(0, 52), (53, 52)])
def test_what_is_refused(cards: int, deck: int) -> None:
    with pytest.raises(ValueError, match=f"{cards} cards of a deck of {deck}"):
        deals(stream_key(0), 0, 1, cards=cards, deck=deck)


def test_the_kernel_is_compiled_once() -> None:
    deals(stream_key(0), 0, 1, cards=5, deck=52)
    deals(stream_key(0), 2**63, 1, cards=50, deck=53)
    assert len(random_deals.deal_block.signatures) == 1  # type: ignore[attr-defined]
