"""Saigon 5 Card over all 2,869,685 hands: the Bonus rows and the greatest Point Counts, by the reference functions.

A Bonus hand depends on the ranks, on whether one suit holds all, and on the joker; a Point Count on the values.  So one hand
stands for all of its kind, weighed by their number; that it may is checked on drawn hands, and by all hands in the full run.
The figures are golden: each was obtained by two programs written apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablegames.contract.facts import Seat
from tablegames.contract.rules import Rules
from tablegames.core.cards import CARDS, JOKER, Card, Hand
from tablegames.games.saigon_5_card.bonus import BONUS_HANDS, BonusFive, bonus_hand
from tablegames.games.saigon_5_card.facts import BonusHand, Facts
from tablegames.games.saigon_5_card.game import GAME
from tablegames.games.saigon_5_card.rules import best_setting, point_count, qualifying, settings, values

HANDS = 2_869_685
DEFAULT = GAME.default_rules()
NOT_A_STRAIGHT = GAME.with_choices(DEFAULT, paytables={}, readings={"680a-R7": "not-a-straight"})
ROWS = {
    BonusHand.FIVE_ACES: 1,
    BonusHand.ROYAL_FLUSH_NO_JOKER: 4,
    BonusHand.ROYAL_FLUSH_WITH_JOKER: 20,
    BonusHand.STRAIGHT_FLUSH: 180,
    BonusHand.FOUR_OF_A_KIND: 828,
    BonusHand.FULL_HOUSE: 4_368,
    BonusHand.FLUSH: 7_804,
    BonusHand.STRAIGHT: 20_532,
    BonusHand.THREE_OF_A_KIND: 63_360,
    BonusHand.TWO_PAIR: 138_600,
    BonusHand.NONE: 2_633_988,
}
ROWS_NOT_A_STRAIGHT = ROWS | {BonusHand.STRAIGHT: 18_504, BonusHand.NONE: 2_636_016}
COUNTS = {
    0: 899_667, 1: 172_352, 2: 176_856, 3: 179_352, 4: 175_710, 5: 192_112,
    6: 181_184, 7: 197_208, 8: 219_552, 9: 229_084, 10: 246_608,
}  # fmt: skip


def bonus_kinds() -> Iterator[tuple[Hand, int]]:
    """One hand of each kind that the Bonus tells apart, and how many hands are of it."""
    for naturals, end in ((5, ()), (4, (JOKER,))):
        for ranks in combinations_with_replacement(range(13), naturals):
            copies = Counter(ranks)
            if max(copies.values()) > 4:
                continue
            hands = prod(comb(4, count) for count in copies.values())
            distinct = len(copies) == naturals
            if distinct:
                yield (*(Card(4 * rank) for rank in ranks), *end), 4
            # of more than one suit: the n-th of a rank has the n-th suit, and the last card of distinct ranks another
            dealt = [Card(4 * rank + ranks[:place].count(rank)) for place, rank in enumerate(ranks)]
            if distinct:
                dealt[-1] = Card(dealt[-1] + 1)
            yield (*dealt, *end), hands - 4 * distinct


def count_kinds() -> Iterator[tuple[Hand, int]]:
    """One hand of each multiset of values, and how many hands are of it."""
    cards: dict[tuple[int, ...], list[Card]] = {}
    for card in CARDS:
        cards.setdefault(values(card), []).append(card)
    for kind in combinations_with_replacement(cards, 5):
        copies = Counter(kind)
        if all(count <= len(cards[value]) for value, count in copies.items()):
            hand = tuple(card for value, count in copies.items() for card in cards[value][:count])
            yield hand, prod(comb(len(cards[value]), count) for value, count in copies.items())


@cache
def rows_by_kind(*, ace_high_straight: bool) -> Counter[BonusHand]:
    """The Bonus rows of all hands, by kinds."""
    rules = DEFAULT if ace_high_straight else NOT_A_STRAIGHT
    rows: Counter[BonusHand] = Counter()
    for hand, weight in bonus_kinds():
        rows[bonus_hand(hand, rules)] += weight
    return rows


def test_bonus_rows() -> None:
    assert rows_by_kind(ace_high_straight=True) == ROWS
    assert sum(ROWS.values()) == HANDS == comb(53, 5)


def test_bonus_rows_without_the_ace_high_straight() -> None:
    assert rows_by_kind(ace_high_straight=False) == ROWS_NOT_A_STRAIGHT
    assert sum(ROWS_NOT_A_STRAIGHT.values()) == HANDS


def test_without_the_joker_the_rows_exclude_each_other() -> None:
    for hand, _ in bonus_kinds():
        if JOKER not in hand:
            ranks = tuple(sorted((card.rank for card in hand), reverse=True))
            one_suit = len({card.suit for card in hand}) == 1
            five = BonusFive(ranks, one_suit=one_suit, joker=False, ace_high_straight=True)
            fitting = [row for row, (_, fits) in BONUS_HANDS.items() if fits(five)]
            assert fitting == [row for row in [bonus_hand(hand, DEFAULT)] if row], hand


def test_straight_flushes_with_the_joker() -> None:
    with_joker = sum(
        weight for hand, weight in bonus_kinds()
        if JOKER in hand and bonus_hand(hand, DEFAULT) is BonusHand.STRAIGHT_FLUSH
    )  # fmt: skip
    assert with_joker == 144


@pytest.mark.parametrize(("ace_high_straight", "lost"), [(True, 337_468), (False, 380_056)])
def test_edge_of_the_example_table(ace_high_straight: bool, lost: int) -> None:
    rules = GAME.with_choices(DEFAULT, paytables={"bonus": "example"}, readings={})
    total = Fraction(0)
    for row, count in rows_by_kind(ace_high_straight=ace_high_straight).items():
        table = GAME.settle([Seat(Facts(1, 1, row), {"bonus": 100})], {}, rules)
        total += count * table.seats[0].exact / 100
    assert -total == lost


def test_greatest_counts() -> None:
    counts: Counter[int] = Counter()
    for hand, weight in count_kinds():
        counts[best_setting(hand).point_count] += weight
    assert counts == COUNTS
    assert sum(COUNTS.values()) == HANDS


def test_kinds_of_values() -> None:
    assert sum(1 for _ in count_kinds()) == 2_708
    assert sum(weight for _, weight in count_kinds()) == HANDS


def possible_counts(hand: Hand) -> set[int]:
    """Every Point Count a hand can qualify with, over its splits and the values of its joker."""
    counts = set()
    for joker in values(JOKER):
        worth = [joker if card == JOKER else values(card)[0] for card in hand]
        for i, j in combinations(range(5), 2):
            two = worth[i] + worth[j]
            if qualifying(sum(worth) - two):
                counts.add(point_count(two))
    return counts


def test_where_the_setting_matters() -> None:
    matters = [(hand, weight) for hand, weight in count_kinds() if len(possible_counts(hand)) > 1]
    assert all(JOKER in hand for hand, _ in matters)
    assert sum(weight for _, weight in matters) == 168_052, "the joker's value being a part of the setting"
    for hand, _ in count_kinds():
        counts = {setting.point_count for setting in settings(hand)}
        possible = possible_counts(hand)
        assert counts <= possible
        assert max(counts, default=0) == max(possible, default=0)


hands = st.lists(st.sampled_from(CARDS), min_size=5, max_size=5, unique=True)
jokered = st.lists(st.sampled_from(CARDS[:52]), min_size=4, max_size=4, unique=True).map(lambda cards: [*cards, JOKER])


@given(hands | jokered, st.permutations(range(4)))
def test_one_hand_stands_for_its_kind(cards: list[Card], suits: list[int]) -> None:
    hand = tuple(cards)
    renamed = tuple(card if card.is_joker else Card(card - card.suit + suits[card.suit]) for card in hand)
    for rules in (DEFAULT, NOT_A_STRAIGHT):
        assert bonus_hand(renamed, rules) is bonus_hand(hand, rules)
    jacks = tuple(Card(card % 4 + 36) if 32 <= card < 48 else card for card in hand)
    if len(set(jacks)) == 5:  # every ten, queen and king made a jack: the same values
        assert best_setting(jacks).point_count == best_setting(hand).point_count


def greatest_count(hand: Hand) -> int:
    """The greatest Point Count of any qualifying split and any value of the joker, by arithmetic; 0 where none qualifies."""
    best = 0
    for joker in (3, 6, 9):
        worth = [joker if card == JOKER else min(10, (card // 4 + 1) % 13 + 1) for card in hand]
        for i, j in combinations(range(5), 2):
            two = worth[i] + worth[j]
            if (sum(worth) - two) % 10 == 0:
                best = max(best, two - 10 if two > 10 else two)
    return best


@given(hands | jokered)
def test_greatest_count(cards: list[Card]) -> None:
    hand = tuple(cards)
    assert best_setting(hand).point_count == greatest_count(hand)
    counts = {setting.point_count for setting in settings(hand)}
    assert JOKER in hand or len(counts) <= 1, "without the joker the setting never matters"


@pytest.mark.full
@pytest.mark.parametrize(("rules", "expected"), [(DEFAULT, ROWS), (NOT_A_STRAIGHT, ROWS_NOT_A_STRAIGHT)])
def test_bonus_rows_over_all_hands(rules: Rules, expected: dict[BonusHand, int]) -> None:
    assert Counter(bonus_hand(hand, rules) for hand in combinations(CARDS, 5)) == expected


@pytest.mark.full
def test_greatest_counts_over_all_hands() -> None:
    assert Counter(best_setting(hand).point_count for hand in combinations(CARDS, 5)) == COUNTS
