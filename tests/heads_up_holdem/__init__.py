"""Heads-Up Hold 'Em: § 677a.6(b) and (c) once more, straight from their words, and one pass over all five-card hands.

The oracle below shares nothing with the package but the numbering of the cards: a rank is 0 for the deuce to 12 for the ace.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from tablegames.core.cards import CARDS, Hand
from tablegames.core.poker import strength

LISTED = (
    "royal flush",
    "straight flush",
    "four-of-a-kind",
    "full house",
    "flush",
    "straight",
    "three-of-a-kind",
    "two pair",
    "pair",
)
"""§ 677a.6(b)(1) to (9), highest first, in the singular without the article."""
CATEGORIES = (*LISTED, "high card")

HANDS_OF_CATEGORY = {
    "royal flush": 4,
    "straight flush": 36,
    "four-of-a-kind": 624,
    "full house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three-of-a-kind": 54_912,
    "two pair": 123_552,
    "pair": 1_098_240,
    "high card": 1_302_540,
}
"""Of C(52, 5) = 2,598,960: each is a product of binomials, e.g. full houses 13 C(4,3) 12 C(4,2) = 3,744."""

CLASSES_OF_CATEGORY = {
    "royal flush": 1,
    "straight flush": 9,
    "four-of-a-kind": 13 * 12,
    "full house": 13 * 12,
    "flush": 1287 - 10,
    "straight": 10,
    "three-of-a-kind": 13 * 66,
    "two pair": 78 * 11,
    "pair": 13 * 220,
    "high card": 1287 - 10,
}
"""Hands that differ in rank; 1,287 = C(13, 5), of which ten are sequences.  The sum is 7,462."""

WHEEL = frozenset((12, 0, 1, 2, 3))
SEQUENCES = frozenset({WHEEL, *(frozenset(range(low, low + 5)) for low in range(9))})


class Class(NamedTuple):
    """All that the rank of five cards can depend on: the ranks in ascending order, and whether the suit is one."""

    ranks: tuple[int, ...]
    one_suit: bool


def class_of(cards: Iterable[int]) -> Class:
    """The class of five cards."""
    held = sorted(cards)
    return Class(tuple(card >> 2 for card in held), len({card & 3 for card in held}) == 1)


def category_of(hand: Class) -> str:
    """The first of (b)(1) to (9) that the hand is, each by its own sentence."""
    ranks, copies = set(hand.ranks), sorted(Counter(hand.ranks).values())
    in_sequence = frozenset(ranks) in SEQUENCES
    if hand.one_suit and ranks == {12, 11, 10, 9, 8}:
        return "royal flush"
    if hand.one_suit and in_sequence:
        return "straight flush"
    if copies == [1, 4]:
        return "four-of-a-kind"
    if copies == [2, 3]:
        return "full house"
    if hand.one_suit:
        return "flush"
    if in_sequence:
        return "straight"
    if copies == [1, 1, 3]:
        return "three-of-a-kind"
    if copies == [1, 2, 2]:
        return "two pair"
    return "pair" if copies == [1, 1, 1, 2] else "high card"


def by_text(hand: Class) -> tuple[int, ...]:
    """A key that orders hands as (b) and (c) do: greater is higher.

    The category first.  Then the "highest ... lowest" clauses of (b): the cards held four, three or two times from the
    highest down; the lowest straight is the one in which the ace stands below the 2.  Then (c): the other cards.
    """
    category = len(CATEGORIES) - CATEGORIES.index(category_of(hand))
    if frozenset(hand.ranks) == WHEEL:
        return category, 3, 2, 1, 0, -1
    copies = Counter(hand.ranks)
    held = [rank for times in (4, 3, 2, 1) for rank in range(12, -1, -1) if copies[rank] == times]
    return category, *held


def best_by_text(cards: Sequence[int]) -> tuple[int, ...]:
    """The highest key of the fives in some cards."""
    return max(by_text(class_of(five)) for five in combinations(cards, 5))


class Census(NamedTuple):
    """One pass over the 2,598,960 hands: per class how many hands, one of them, and the strength the package gives all of them."""

    hands: dict[Class, int]
    example: dict[Class, Hand]
    strength: dict[Class, tuple[int, ...]]
    split: list[Hand]
    """Hands whose strength is not that of the first hand of their class: there must be none."""


@cache
def census() -> Census:
    """The census, counted once a session."""
    hands: dict[tuple[int, ...], int] = {}
    example: dict[tuple[int, ...], Hand] = {}
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    split: list[Hand] = []
    for hand in combinations(CARDS[:52], 5):
        a, b, c, d, e = hand
        one_suit = a & 3 == b & 3 == c & 3 == d & 3 == e & 3
        key = (a >> 2, b >> 2, c >> 2, d >> 2, e >> 2, one_suit)
        if key not in hands:
            hands[key], example[key], found[key] = 0, hand, strength(hand)
        elif strength(hand) != found[key]:
            split.append(hand)
        hands[key] += 1
    names = {key: Class(key[:5], bool(key[5])) for key in hands}
    return Census(
        {names[key]: count for key, count in hands.items()},
        {names[key]: hand for key, hand in example.items()},
        {names[key]: value for key, value in found.items()},
        split,
    )
