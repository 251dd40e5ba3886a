"""The public bulk calls against the reference of the rules, over every hand where it can be done."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from tablegames.analysis import bulk
from tablegames.core.cards import CARDS, parse_cards
from tablegames.core.poker import best_five, strength
from tablegames.games.high_card_flush.kernel_ranks import rank_flush7
from tablegames.games.high_card_flush.rules import rank_flush
from tablegames.kernels.evaluator_tables import ROW_BITS, tables


def all_hands(size: int) -> NDArray[np.uint8]:
    """All hands of the deck in lexicographic order, (C(52, size), size)."""
    flat = (code for hand in combinations(range(52), size) for code in hand)
    return np.fromiter(flat, dtype=np.uint8, count=size * comb(52, size)).reshape(-1, size)


def random_hands(count: int, size: int = 7) -> NDArray[np.uint8]:
    rng = np.random.default_rng(678)
    return np.argsort(rng.random((count, 52)), axis=1)[:, :size].astype(np.uint8)


def classes(hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    """A number that two hands share only if they differ by the order of cards and the names of suits, (n,).

    The suits' sets of ranks, 13 bits each, in rising order.
    """
    sets = np.zeros((len(hands), 4), dtype=np.int64)
    for card in hands.T:
        sets[np.arange(len(hands)), card & 3] |= np.int64(1) << (card >> 2).astype(np.int64)
    sets.sort(axis=1)
    numbers: NDArray[np.int64] = sets @ (np.int64(1) << np.array([0, 13, 26, 39]))
    return numbers


def assert_order_isomorphic(values: NDArray[np.uint16], strengths: list[tuple[int, ...]]) -> int:
    """That values map to strengths one to one and rising; gives how many there are."""
    pairs = sorted({(int(value), strength) for value, strength in zip(values.tolist(), strengths, strict=True)})
    for (low, weak), (high, strong) in pairwise(pairs):
        assert low < high and weak < strong, (low, weak, high, strong)  # noqa: PT018 - one statement about a pair
    return len(pairs)


def test_five_cards_are_ordered_as_the_reference_orders_every_class_of_suits() -> None:
    hands = all_hands(5)
    kept = hands[np.unique(classes(hands), return_index=True)[1]]
    values = bulk.rank5(kept)
    strengths = [strength([CARDS[code] for code in hand]) for hand in kept.tolist()]
    assert len(kept) == 134_459  # Burnside's lemma over the 24 ways to name the suits
    assert assert_order_isomorphic(values, strengths) == 7462
    assert bulk.category_of(values).tolist() == [strength[0] for strength in strengths]


def test_seven_random_cards_are_worth_what_the_reference_says() -> None:
    hands = random_hands(10_000)
    values = bulk.rank7(hands)
    strengths = [strength(best_five([CARDS[code] for code in hand])) for hand in hands.tolist()]
    assert assert_order_isomorphic(values, strengths) > 2000
    assert bulk.category_of(values).tolist() == [strength[0] for strength in strengths]


@pytest.mark.full
def test_every_five_card_hand_is_ordered_as_the_reference_orders_it() -> None:
    hands = all_hands(5)
    values = bulk.rank5(hands)
    strengths = [strength([CARDS[code] for code in hand]) for hand in hands.tolist()]
    assert assert_order_isomorphic(values, strengths) == 7462
    assert bulk.category_of(values).tolist() == [strength[0] for strength in strengths]


@pytest.mark.full
def test_every_seven_card_hand_is_worth_the_greatest_of_its_21_fives() -> None:
    """All 133,784,560: the five-card values, shown above to be the reference's, in a table by the hand's place in order.

    In the order of combinations with the highest card first, c1 < ... < c5 stands at the sum of C(ci, i).
    """
    five = all_hands(5)
    places = np.array([[comb(card, size) for card in range(52)] for size in range(1, 6)], dtype=np.int32)
    table = np.empty(comb(52, 5), dtype=np.uint16)
    table[sum(places[i][five[:, i]] for i in range(5))] = bulk.rank5(five)
    ranked = 0
    for second in range(1, 47):
        tail = five[np.searchsorted(five[:, 0], second, side="right") :]
        for start in range(0, len(tail), 1 << 16):
            part = tail[start : start + (1 << 16)]
            hands = np.empty((len(part), 7), dtype=np.uint8)
            hands[:, 1], hands[:, 2:] = second, part
            for lowest in range(second):
                hands[:, 0] = lowest
                best = np.zeros(len(part), dtype=np.uint16)
                terms = [[places[i][hands[:, card]] for i in range(5)] for card in range(7)]
                for cards in combinations(range(7), 5):
                    place = sum(terms[card][i] for i, card in enumerate(cards))
                    np.maximum(best, table[place], out=best)
                assert np.array_equal(bulk.rank7(hands), best)
                ranked += len(hands)
    assert ranked == comb(52, 7)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_best_five_gives_the_same_cards_as_the_reference(size: int) -> None:
    hands = random_hands(2000, size)
    expected = [list(best_five([CARDS[code] for code in hand])) for hand in hands.tolist()]
    assert bulk.best_five(hands).tolist() == expected


def test_flushes_are_ordered_as_high_card_flush_orders_them() -> None:
    rare = ["As Ks Qs Js Ts 9s 8s", "Ks Qs Js Ts 9s 8s 7s", "2s 3s 4s 5s 6s 7s 2c", "2s 3h 4d 5c 2h 3d 4c"]
    hands = np.concatenate([random_hands(10_000), np.array([parse_cards(hand) for hand in rare], dtype=np.uint8)])
    values = rank_flush7(hands)
    strengths = [rank_flush(tuple(CARDS[code] for code in hand)).strength for hand in hands.tolist()]
    assert assert_order_isomorphic(values, strengths) > 1000
    assert (values >> 13).tolist() == [strength[0] for strength in strengths]


def test_strides_do_not_matter() -> None:
    hands = random_hands(1000)
    every_other = np.repeat(hands, 2, axis=0)[::2]
    assert not every_other.flags.c_contiguous
    for rank in (bulk.rank7, rank_flush7):
        assert np.array_equal(rank(every_other), rank(hands))
        assert np.array_equal(rank(np.asfortranarray(hands)), rank(hands))


def test_sizes_around_a_block() -> None:
    hands = random_hands(1000)
    values = bulk.rank7(hands)
    for count in (0, 1, 255, 256, 257, 512):
        assert np.array_equal(bulk.rank7(hands[:count]), values[:count])


@pytest.mark.parametrize("code", [52, 63, 64, 127, 255])
@pytest.mark.parametrize("rank", [bulk.rank5, bulk.rank7, rank_flush7, bulk.best_five])
def test_a_code_that_is_no_card_is_refused_with_its_place(rank: object, code: int) -> None:
    hands = random_hands(600, 5 if rank in (bulk.rank5, bulk.best_five) else 7)
    hands[300, 2] = hands[400, 0] = code
    assert callable(rank)
    with pytest.raises(ValueError, match=rf"hands\[300, 2\] is {code}; the cards are 0 to 51"):
        rank(hands)


def test_a_card_held_twice_reads_nothing_outside_the_tables() -> None:
    hands = np.repeat(np.arange(52, dtype=np.uint8), 7).reshape(52, 7)
    built = tables()
    keys = built.words[hands].astype(np.uint32).sum(axis=1, dtype=np.uint32)
    slots = built.rows[keys >> np.uint32(ROW_BITS)] + keys
    assert slots.max() < len(built.values)
    assert bulk.rank7(hands).shape == rank_flush7(hands).shape == (52,)


@pytest.mark.parametrize("shape", [(2, 4), (2, 8), (7,)])
def test_best_five_refuses_other_shapes(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="5 to 7"):
        bulk.best_five(np.zeros(shape, dtype=np.uint8))
