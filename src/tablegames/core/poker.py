"""Five-card poker: the hands of § 677a.6(b), § 653a.6 and, with the joker, § 680a.6(c), by their definitions.

A hand of five cards is first reduced to a :class:`Five`: its ranks grouped, and whether it is of one suit.  Each definition
is a predicate on that; a chapter's list of permissible hands, in its own order, makes a :class:`PokerRankings`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from itertools import combinations
from typing import NamedTuple

from tablegames.core.cards import Card, Hand, Rank
from tablegames.core.law import cited
from tablegames.core.ranking import Comparison, Ranking, versus


class PokerHand(IntEnum):
    """The five-card hands, weakest to strongest; greater is stronger.

    >>> PokerHand.FLUSH > PokerHand.STRAIGHT, str(PokerHand.THREE_OF_A_KIND)
    (True, 'three-of-a-kind')
    """

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    def __str__(self) -> str:
        words = self.name.lower()
        return words.replace("_", "-") if words.endswith("kind") else words.replace("_", " ")


class Five(NamedTuple):
    """What the rank of five cards depends on.

    ``ranks``: the distinct ranks, those held more often first, then the higher.  ``copies``: how many of each, in the same
    order.  ``one_suit``: whether all five are of one suit.
    """

    ranks: tuple[Rank, ...]
    copies: tuple[int, ...]
    one_suit: bool


WHEEL = (Rank.ACE, Rank.FIVE, Rank.FOUR, Rank.THREE, Rank.TWO)
BROADWAY = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN)


def grouped(ranks: Iterable[int]) -> tuple[tuple[Rank, ...], tuple[int, ...]]:
    """The distinct ranks and their copies, held more often first, then higher first."""
    groups = sorted(Counter(ranks).items(), key=lambda group: (group[1], group[0]), reverse=True)
    return tuple(Rank(rank) for rank, _ in groups), tuple(count for _, count in groups)


def consecutive(five: Five) -> bool:
    """Five ranks in sequence; the ace is high, or low with 2, 3, 4 and 5, and joins no other sequence."""
    return len(five.ranks) == 5 and (five.ranks[0] - five.ranks[4] == 4 or five.ranks == WHEEL)


def royal_flush(five: Five) -> bool:
    """Ace, king, queen, jack and 10 of one suit."""
    return five.one_suit and five.ranks == BROADWAY


def straight_flush(five: Five) -> bool:
    """Five consecutive cards of one suit, other than a royal flush."""
    return five.one_suit and consecutive(five) and five.ranks != BROADWAY


def four_of_a_kind(five: Five) -> bool:
    """Four cards of one rank."""
    return five.copies == (4, 1)


def full_house(five: Five) -> bool:
    """Three of one rank and two of another."""
    return five.copies == (3, 2)


def flush(five: Five) -> bool:
    """Five cards of one suit, not consecutive."""
    return five.one_suit and not consecutive(five)


def straight(five: Five) -> bool:
    """Five consecutive cards, of more than one suit."""
    return consecutive(five) and not five.one_suit


def three_of_a_kind(five: Five) -> bool:
    """Three cards of one rank, and no pair beside them."""
    return five.copies == (3, 1, 1)


def two_pair(five: Five) -> bool:
    """Two pairs of different ranks."""
    return five.copies == (2, 2, 1)


def pair(five: Five) -> bool:
    """Two cards of one rank, and nothing more."""
    return five.copies == (2, 1, 1, 1)


def high_card(five: Five) -> bool:
    """None of the listed hands."""
    return len(five.ranks) == 5 and not five.one_suit and not consecutive(five)


DEFINITIONS: dict[PokerHand, Callable[[Five], bool]] = {
    PokerHand.ROYAL_FLUSH: royal_flush,
    PokerHand.STRAIGHT_FLUSH: straight_flush,
    PokerHand.FOUR_OF_A_KIND: four_of_a_kind,
    PokerHand.FULL_HOUSE: full_house,
    PokerHand.FLUSH: flush,
    PokerHand.STRAIGHT: straight,
    PokerHand.THREE_OF_A_KIND: three_of_a_kind,
    PokerHand.TWO_PAIR: two_pair,
    PokerHand.PAIR: pair,
    PokerHand.HIGH_CARD: high_card,
}


@cache
def _strength(ranks: tuple[int, ...], one_suit: bool) -> tuple[int, ...]:  # noqa: FBT001 - the key of a cache
    """The strength of five ranks given from high to low: the hand, then the ranks that decide within it, in their order."""
    five = Five(*grouped(ranks), one_suit)
    hand = next(hand for hand, defined in DEFINITIONS.items() if defined(five))
    if consecutive(five):  # one number decides: the highest card, which is the 5 where the ace is low
        return int(hand), int(five.ranks[1] if five.ranks == WHEEL else five.ranks[0])
    return int(hand), *map(int, five.ranks)


def strength(cards: Sequence[Card]) -> tuple[int, ...]:
    """The strength of five cards: greater is better, equal is a tie.  The first number is the :class:`PokerHand`.

    >>> from tablegames.core.cards import parse_cards
    >>> wheel, six_high = parse_cards("Ah 2c 3d 4s 5h"), parse_cards("2h 3c 4d 5s 6h")
    >>> strength(wheel), strength(six_high)
    ((4, 5), (4, 6))
    """
    a, b, c, d, e = sorted(cards, reverse=True)
    one_suit = a & 3 == b & 3 == c & 3 == d & 3 == e & 3
    return _strength(((a >> 2) + 2, (b >> 2) + 2, (c >> 2) + 2, (d >> 2) + 2, (e >> 2) + 2), one_suit)


def best_five(cards: Sequence[Card]) -> Hand:
    """The best five of five to seven cards, by trying every five of them: the definition itself."""
    return max(combinations(cards, 5), key=strength)


def in_order(cards: Sequence[Card]) -> Hand:
    """Five cards as the comparison reads them: held more often first, then higher; an ace that counts low comes last."""
    copies = Counter(card >> 2 for card in cards)
    ordered = sorted(cards, key=lambda card: (copies[card >> 2], card), reverse=True)
    if tuple(card.rank for card in ordered) == WHEEL:
        ordered = ordered[1:] + ordered[:1]
    return tuple(ordered)


REPEATED = {
    PokerHand.PAIR: 1, PokerHand.TWO_PAIR: 2, PokerHand.THREE_OF_A_KIND: 1, PokerHand.FULL_HOUSE: 2,
    PokerHand.FOUR_OF_A_KIND: 1,
}  # fmt: skip
"""How many ranks of a hand stand for repeated cards, which are compared before the others."""


@dataclass(frozen=True)
class PokerRankings:
    """One chapter's permissible hands, each with the paragraph that lists it, and the paragraph that decides the rest."""

    paragraphs: dict[PokerHand, str]
    comparing: str
    repeated_first: str
    """The reading by which repeated cards are compared before the others."""

    def __post_init__(self) -> None:
        for hand, paragraph in self.paragraphs.items():
            cited(paragraph, f"{__name__}.{DEFINITIONS[hand].__name__}")
        cited(self.comparing, f"{__name__}.{PokerRankings.compare.__qualname__}")
        cited(self.repeated_first, f"{__name__}.{_strength.__qualname__}")

    def rank(self, cards: Sequence[Card]) -> Ranking:
        """The rank of the best five of five to seven cards; no listed hand is a high card, decided by ``comparing``."""
        five = best_five(cards)
        key = strength(five)
        hand = PokerHand(key[0])
        return Ranking(key, str(hand), in_order(five), (self.paragraphs.get(hand, self.comparing),))

    def compare(self, first: Ranking, second: Ranking) -> Comparison:
        """Who is higher, by which paragraph, and the card that decides."""
        result = (first > second) - (first < second)
        if first.strength[0] != second.strength[0]:
            better, worse = (first, second) if result > 0 else (second, first)
            reason = f"{better.category} over {worse.category}"
            cites = tuple(dict.fromkeys((*better.cites, *worse.cites)))
            return Comparison(result, reason, cites, (first, second))
        hand = PokerHand(first.strength[0])
        if result == 0:
            return Comparison(0, versus(first, second, ""), (self.comparing,), (first, second))
        place = next(i for i, (a, b) in enumerate(zip(first.strength, second.strength, strict=True)) if a != b)
        if place > REPEATED.get(hand, 0) and hand not in (PokerHand.STRAIGHT, PokerHand.STRAIGHT_FLUSH):
            ranks, others = set(first.strength[place:]), set(second.strength[place:])
            deciding = (max(ranks - others), max(others - ranks))  # the highest that the other does not contain
        else:
            deciding = (first.strength[place], second.strength[place])
        words = "{} against {}".format(*(Rank(rank) for rank in sorted(deciding, reverse=True)))
        return Comparison(result, versus(first, second, words), self._by(hand, place), (first, second))

    def _by(self, hand: PokerHand, place: int) -> tuple[str, ...]:
        """What decides at a place of the strength: the list's own order for repeated cards and straights, else ``comparing``."""
        if place <= REPEATED.get(hand, 0):
            return self.paragraphs[hand], self.repeated_first
        if hand in (PokerHand.STRAIGHT, PokerHand.STRAIGHT_FLUSH):
            return (self.paragraphs[hand],)
        return self.comparing, *((self.repeated_first,) if hand in REPEATED else ())
