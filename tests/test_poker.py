"""Five-card poker over every hand of the deck, and seven cards as the best of their twenty-one fives."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

from tablegames.core.cards import CARDS, parse_cards
from tablegames.core.poker import PokerHand, best_five, strength
from tablegames.games.heads_up_holdem.rules import RANKINGS
from tests.heads_up_holdem import (
    CATEGORIES,
    CLASSES_OF_CATEGORY,
    HANDS_OF_CATEGORY,
    best_by_text,
    by_text,
    category_of,
    census,
    class_of,
)  # fmt: skip


def test_counts_of_every_category_over_all_hands() -> None:
    counted: Counter[str] = Counter()
    for hand, number in census().hands.items():
        counted[str(PokerHand(census().strength[hand][0]))] += number
    assert counted == HANDS_OF_CATEGORY
    assert counted.total() == 2_598_960


def test_each_hand_is_in_the_category_of_its_sentence() -> None:
    wrong = {
        census().example[hand]: found
        for hand in census().hands
        if (found := str(PokerHand(census().strength[hand][0]))) != category_of(hand)
    }
    assert wrong == {}


def test_7462_classes_each_of_one_strength() -> None:
    assert census().split == []
    assert len(census().strength) == len(set(census().strength.values())) == 7_462
    assert Counter(map(category_of, census().hands)) == CLASSES_OF_CATEGORY


def test_order_of_all_classes_is_that_of_the_text() -> None:
    by_package = sorted(census().hands, key=census().strength.__getitem__)
    by_words = sorted(census().hands, key=by_text)
    wrong = [(a, b) for a, b in zip(by_package, by_words, strict=True) if a != b]
    assert wrong == []
    assert all(by_text(low) < by_text(high) for low, high in pairwise(by_words))


def test_suits_and_order_of_the_cards_change_nothing() -> None:
    shuffle = random.Random(677)
    for hand in shuffle.sample(list(census().example.values()), 1_000):
        suits = shuffle.sample(range(4), 4)
        renamed = [CARDS[(card & ~3) + suits[card & 3]] for card in hand]
        shuffle.shuffle(renamed)
        assert strength(renamed) == strength(hand), hand


def test_seven_cards_are_the_best_of_twenty_one_fives() -> None:
    deals = random.Random(21)
    seen: Counter[str] = Counter()
    for _ in range(600):
        seven = tuple(deals.sample(CARDS[:52], 7))
        five = best_five(seven)
        assert set(five) <= set(seven)
        assert by_text(class_of(five)) == best_by_text(seven), seven
        ranking = RANKINGS.rank(seven)
        assert ranking.category == category_of(class_of(five))
        assert by_text(class_of(ranking.cards)) == best_by_text(seven), seven
        seen[str(ranking.category)] += 1
    assert len(seen) >= 7  # the sample is not one-sided: rare hands are in the next test


def test_seven_cards_with_two_ways_to_their_best_five() -> None:
    for text, category, cards in (
        ("9c Th Jh Qh Kh 2h 3h", "flush", {"Kh", "Qh", "Jh", "Th", "3h"}),
        ("2h 3h 4h 5h 6h 7c 8d", "straight flush", {"2h", "3h", "4h", "5h", "6h"}),
        ("Ah 2h 3h 4h 5h 6c 7d", "straight flush", {"Ah", "2h", "3h", "4h", "5h"}),
        ("Ah Kh Qh Jh Th 9h 8h", "royal flush", {"Ah", "Kh", "Qh", "Jh", "Th"}),
        ("Ac 2d 3h 4s 5c 6d 6h", "straight", {"2d", "3h", "4s", "5c"}),
        ("Kc Kd Kh 2c 2d 2h 9s", "full house", {"Kc", "Kd", "Kh"}),
        ("Kc Kd Qh Qc 2d 2h 9s", "two pair", {"Kc", "Kd", "Qh", "Qc", "9s"}),
        ("9c 9d 9h 9s Kd Kh Ks", "four-of-a-kind", {"9c", "9d", "9h", "9s"}),
    ):
        ranking = RANKINGS.rank(parse_cards(text))
        assert ranking.category == category
        assert len(set(ranking.cards)) == 5
        assert cards <= set(map(str, ranking.cards)), text


def test_order_is_total() -> None:
    """Reflexive, antisymmetric, transitive and complete on seeded triples; equality and hash go with it."""
    deals = random.Random(7)
    rankings = [RANKINGS.rank(deals.sample(CARDS[:52], 5)) for _ in range(120)]
    rankings += [RANKINGS.rank(parse_cards(text)) for text in ("2c 3d 4h 5s 7c", "2d 3h 4s 5c 7d", "As Ks Qs Js Ts")]
    for first in rankings:
        for second in rankings:
            assert (first < second) + (first == second) + (first > second) == 1
            assert (first <= second) == (not first > second)
            if first == second:
                assert hash(first) == hash(second)
    ordered = sorted(rankings)
    assert all(low <= high for i, low in enumerate(ordered) for high in ordered[i:])


def test_rank_of_something_else_is_never_equal() -> None:
    royal = RANKINGS.rank(parse_cards("As Ks Qs Js Ts"))
    assert royal != "royal flush"
    assert royal.category == CATEGORIES[0]
