"""The evaluator against a definition written here, over every five-card hand, and seven cards as the best of 21."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from tablegames.core.cards import parse_cards
from tablegames.core.poker import PokerHand
from tablegames.kernels import evaluator
from tablegames.kernels.evaluator_tables import multisets, tables

FIVE_CARD_COUNTS = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4]
"""High card to royal flush among C(52, 5) = 2,598,960 hands: the textbook's products of binomials."""
SEVEN_CARD_COUNTS = [23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 37260, 4324]
"""The same among C(52, 7) = 133,784,560 hands; published, for instance in Wikipedia's "Poker probability"."""


def definition(ranks: tuple[int, ...], *, one_suit: bool) -> tuple[int, ...]:
    """The strength of five ranks: the category, then the ranks, those that stand more often first, then the higher."""
    times = Counter(ranks)
    order = sorted(times, key=lambda rank: (times[rank], rank), reverse=True)
    shape = sorted(times.values(), reverse=True)
    if order == [14, 5, 4, 3, 2]:
        order = [5, 4, 3, 2, 1]
    straight = len(order) == 5 and order[0] - order[4] == 4
    if straight and one_suit:
        category = PokerHand.ROYAL_FLUSH if order[0] == 14 else PokerHand.STRAIGHT_FLUSH
    elif shape == [4, 1]:
        category = PokerHand.FOUR_OF_A_KIND
    elif shape == [3, 2]:
        category = PokerHand.FULL_HOUSE
    elif one_suit:
        category = PokerHand.FLUSH
    elif straight:
        category = PokerHand.STRAIGHT
    elif shape == [3, 1, 1]:
        category = PokerHand.THREE_OF_A_KIND
    elif shape == [2, 2, 1]:
        category = PokerHand.TWO_PAIR
    elif shape == [2, 1, 1, 1]:
        category = PokerHand.PAIR
    else:
        category = PokerHand.HIGH_CARD
    return (category, *order)


def all_hands(size: int) -> NDArray[np.uint8]:
    """All hands of the deck in lexicographic order, (C(52, size), size)."""
    flat = (code for hand in combinations(range(52), size) for code in hand)
    return np.fromiter(flat, dtype=np.uint8, count=size * comb(52, size)).reshape(-1, size)


def random_hands(count: int, size: int) -> NDArray[np.uint8]:
    rng = np.random.default_rng(677)
    return np.argsort(rng.random((count, 52)), axis=1)[:, :size].astype(np.uint8)


@pytest.fixture(scope="module")
def five() -> NDArray[np.uint8]:
    return all_hands(5)


@pytest.fixture(scope="module")
def five_values(five: NDArray[np.uint8]) -> NDArray[np.uint16]:
    return evaluator.rank5(five)


def test_every_five_card_hand_stands_where_the_definition_puts_it(
    five: NDArray[np.uint8], five_values: NDArray[np.uint16]
) -> None:
    ranks, suits = five >> 2, five & 3
    one_suit = (suits == suits[:, :1]).all(axis=1)
    shape = np.concatenate([ranks.astype(np.int64), one_suit[:, None]], axis=1) @ 13 ** np.arange(6)
    _, first, inverse = np.unique(shape, return_index=True, return_inverse=True)
    strengths = [
        definition(tuple(int(rank) + 2 for rank in ranks[hand]), one_suit=bool(one_suit[hand])) for hand in first
    ]
    classes = sorted(set(strengths))
    place = {strength: number for number, strength in enumerate(classes)}
    defined = np.array([place[strength] for strength in strengths])[inverse]

    assert len(classes) == 7462
    assert np.array_equal(np.unique(five_values, return_inverse=True)[1], defined)
    categories = np.array([strength[0] for strength in classes])[defined]
    assert np.array_equal(evaluator.category_of(five_values), categories)


def test_five_card_categories(five_values: NDArray[np.uint16]) -> None:
    assert np.bincount(evaluator.category_of(five_values)).tolist() == FIVE_CARD_COUNTS


def test_seven_cards_are_worth_their_best_five() -> None:
    hands = random_hands(200_000, 7)
    best = np.max([evaluator.rank5(hands[:, list(five)]) for five in combinations(range(7), 5)], axis=0)
    assert np.array_equal(evaluator.rank7(hands), best)


def test_seven_card_categories() -> None:
    assert evaluator.count_all7(threads=2).tolist() == SEVEN_CARD_COUNTS


@pytest.mark.full
def test_all_seven_card_hands_by_value(five: NDArray[np.uint8]) -> None:
    counts = np.zeros(1 << 16, dtype=np.int64)
    for second in range(1, 47):
        tail = five[np.searchsorted(five[:, 0], second, side="right") :]
        hands = np.empty((len(tail), 7), dtype=np.uint8)
        hands[:, 1] = second
        hands[:, 2:] = tail
        for lowest in range(second):
            hands[:, 0] = lowest
            counts += np.bincount(evaluator.rank7(hands), minlength=1 << 16)
    assert np.count_nonzero(counts) == 4824
    assert counts[: 10 << 12].reshape(10, -1).sum(axis=1).tolist() == SEVEN_CARD_COUNTS
    assert counts.sum() == comb(52, 7)


def test_neither_the_order_of_cards_nor_the_names_of_suits_matter() -> None:
    hands = random_hands(20_000, 7)
    values = evaluator.rank7(hands)
    assert np.array_equal(evaluator.rank7(hands[:, ::-1]), values)
    renamed = (hands & ~np.uint8(3)) | np.array([2, 0, 3, 1], dtype=np.uint8)[hands & 3]
    assert np.array_equal(evaluator.rank7(renamed), values)


@pytest.mark.parametrize(
    ("weaker", "stronger"),
    [
        ("Ks Kh Kd Kc As 2h 3d", "5s 4s 3s 2s As Ah Ad"),  # four of a kind, the lowest straight flush
        ("As Ks Qs Js 9s Ah Ad", "2s 2h 2d 3s 3h 5c 7d"),  # the highest flush, the lowest full house
        ("5s 4h 3d 2c As Ah Ad", "6s 5h 4d 3c 2s As Ah"),  # the wheel is the lowest straight
        ("3s 3h 2s 2h As Kh Qd", "4s 4h 2c 2d 3c 5d 7h"),  # the higher pair before the kicker
    ],
)
def test_neighbours(weaker: str, stronger: str) -> None:
    low, high = evaluator.rank7(np.array([parse_cards(weaker), parse_cards(stronger)], dtype=np.uint8))
    assert low < high


def test_the_third_pair_can_be_the_kicker() -> None:
    hands = [parse_cards("As Ah Ks Kh Qs Qh 2c"), parse_cards("Ad Ac Kd Kc Qd 3h 2s")]
    same, as_kicker = evaluator.rank7(np.array(hands, dtype=np.uint8))
    assert same == as_kicker


@pytest.mark.parametrize(
    "hands",
    [
        np.zeros((1, 5), dtype=np.uint8),
        np.zeros(7, dtype=np.uint8),
        np.zeros((1, 7), dtype=np.int64),
        np.full((1, 7), 52, dtype=np.uint8),
    ],
    ids=["shape", "dimensions", "type", "code"],
)
def test_refused(hands: NDArray[np.uint8]) -> None:
    with pytest.raises(ValueError, match="hands"):
        evaluator.rank7(hands)


def test_no_hands() -> None:
    assert evaluator.rank5(np.empty((0, 5), dtype=np.uint8)).shape == (0,)


def test_tables() -> None:
    assert (len(multisets(5)), len(multisets(7))) == (6175, 49205)
    built = tables()
    assert np.count_nonzero(built.flushes) == sum(comb(13, size) for size in range(5, 14))
    assert sum(table.nbytes for table in built) < 200_000
    with pytest.raises(ValueError, match="read-only"):
        built.values[0] = 1
