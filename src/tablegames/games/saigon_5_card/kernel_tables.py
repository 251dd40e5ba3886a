"""Tables of the Saigon 5 Card kernel: the holdings, how they can be set, and their Bonus hands.  No payoff.

A *holding* is a multiset of five card values, in rising order: the joker (0) and the values 1 to 10 of § 680a.6(a).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablegames.games.saigon_5_card.facts import HIGHEST_COUNT, NOT_QUALIFIED, BonusHand

Ints = NDArray[np.int64]
Int32s = NDArray[np.int32]

ALL_RANKS = 0x1FFF
SUITS = 4
HAND = 5
JOKER = 0
JOKER_VALUES = (3, 6, 9)
QUALIFYING_TOTALS = {10, 20, 30}
CARDS_OF_VALUE = (1, *[4] * 9, 16)
"""How many cards the deck has of each value: the joker (0), 1 to 9, and 10 of four ranks."""
COUNTS = HIGHEST_COUNT + 1

ACE = 14
SEQUENCES = tuple(frozenset({ACE, 2, 3, 4, 5} if low == 1 else range(low, low + HAND)) for low in range(1, 11))
"""The ranks of the ten sequences: the ace low with 2, 3, 4 and 5 only, and high in the last."""
ROYAL = SEQUENCES[-1]

Holding = tuple[int, ...]


class Tables(NamedTuple):
    """All that the kernel reads, for one deck and one reading of the straight.

    A holding is divided into its *low part*, values 1 to 5, and its *high part*, values 6 to 10 and the joker: the ways
    to draw it are the product of the ways to draw its parts.  Holdings with the same high part stand together.
    """

    reachable: NDArray[np.bool_]
    """(holdings, 11): the Point Counts a holding can be set to; 0, not qualifying, if and only if there is no other."""
    greatest: Ints
    """(holdings,): the greatest of them."""
    hands: Ints
    """(holdings, 11): hands of the holding by Bonus row."""
    low_part: Ints
    """(holdings,): the number of the low part."""
    high_part: Ints
    """(holdings,): the number of the high part, never falling."""
    start: Ints
    """(high parts + 1,): the first holding of each high part, and the end."""
    low: Int32s
    """(low parts, low parts): ways to draw the second from what the first leaves."""
    high: Int32s
    """(high parts, high parts): the same."""


@lru_cache(maxsize=4)
def make_tables(ranks: int, suits: int, *, ace_high_straight: bool) -> Tables:
    """The tables of a deck (see :func:`solve`) and its joker; kept, as they depend on no payoff."""
    present, copies, holdings = _ranks_of(ranks), _copies(ranks, suits), holdings_of(ranks, suits)
    reachable = np.zeros((len(holdings), COUNTS), np.bool_)
    for holding, row in zip(holdings, reachable, strict=True):
        row[list(settings(holding))] = True
    low_part, low = _parts([tuple(value for value in holding if 1 <= value <= 5) for holding in holdings], copies)
    high_part, high = _parts([_high_part(holding) for holding in holdings], copies)
    return Tables(
        reachable=reachable,
        greatest=HIGHEST_COUNT - reachable[:, ::-1].argmax(axis=1),
        hands=bonus_rows(holdings, present, suits, ace_high_straight=ace_high_straight),
        low_part=low_part,
        high_part=high_part,
        start=np.searchsorted(high_part, np.arange(len(high) + 1)),
        low=low,
        high=high,
    )


def holdings_of(ranks: int, suits: int) -> list[Holding]:
    """The holdings of a deck and its joker in the order of all tables over them, each rising; 2,708 of the real deck."""
    copies = _copies(ranks, suits)
    return sorted(
        (
            holding
            for holding in combinations_with_replacement(sorted(copies), HAND)
            if all(held <= copies[value] for value, held in Counter(holding).items())
        ),
        key=_high_part,
    )


def _ranks_of(ranks: int) -> list[int]:
    """The ranks of a deck, 2 to 14, from 13 bits."""
    return [rank for rank in range(2, ACE + 1) if ranks >> (rank - 2) & 1]


def _copies(ranks: int, suits: int) -> Counter[int]:
    """How many cards of each value a deck and its joker have."""
    copies = Counter({JOKER: 1})
    for rank in _ranks_of(ranks):
        copies[value_of(rank)] += suits
    return copies


def _high_part(holding: Holding) -> Holding:
    """The values 6 to 10 and the joker."""
    return tuple(value for value in holding if not 1 <= value <= 5)


def value_of(rank: int) -> int:
    """§ 680a.6(a): the value of a card by its rank, 2 to 14.

    >>> value_of(9), value_of(13), value_of(14)
    (9, 10, 1)
    """
    return 1 if rank == ACE else min(rank, 10)


def totals(values: Iterable[int]) -> set[int]:
    """What a hand of these values can total: its holder gives the joker 3, 6 or 9.

    >>> sorted(totals((JOKER, 4)))
    [7, 10, 13]
    """
    return set(map(sum, product(*(JOKER_VALUES if value == JOKER else (value,) for value in values))))


def settings(holding: Holding) -> set[int]:
    """The Point Counts that five values can be set to, § 680a.6(b): three of them must total 10, 20 or 30.

    >>> settings((1, 4, 10, 10, 10)), settings((2, 2, 2, 2, 3)), sorted(settings((JOKER, 1, 10, 10, 10)))
    ({5}, {0}, [4, 7, 10])
    """
    counts = set()
    for pair in combinations(range(HAND), 2):
        three = [value for place, value in enumerate(holding) if place not in pair]
        if totals(three) & QUALIFYING_TOTALS:
            counts |= {total - 10 if total > 10 else total for total in totals(holding[place] for place in pair)}
    return counts or {NOT_QUALIFIED}


def _parts(parts: list[Holding], copies: Counter[int]) -> tuple[Ints, Int32s]:
    """The number of each part among the distinct ones, rising, and the ways to draw one from what another leaves.

    A product of binomials C(copies - held, drawn) over the values.
    """
    distinct = sorted(set(parts))
    number = {part: index for index, part in enumerate(distinct)}
    ways = np.ones((len(distinct), len(distinct)), np.int32)
    for value, most in copies.items():
        held = np.array([part.count(value) for part in distinct])
        choose = np.array([[comb(left, drawn) for drawn in range(HAND + 1)] for left in range(most + 1)], np.int32)
        ways *= choose[most - held[:, None], held[None, :]]
    return np.array([number[part] for part in parts], np.int64), ways


def bonus_rows(holdings: list[Holding], present: list[int], suits: int, *, ace_high_straight: bool) -> Ints:
    """(holdings, 11): hands of each holding by Bonus row, of ``suits`` cards of each rank and the joker.

    Hands are counted by their ranks.  One rank held m times has C(suits, m) choices; of the hands of distinct ranks,
    ``suits`` are of one suit.
    """
    number = {holding: index for index, holding in enumerate(holdings)}
    rows = np.zeros((len(holdings), len(BonusHand)), np.int64)
    for joker in (False, True):
        for ranks in combinations_with_replacement(present, HAND - joker):
            hands = prod(comb(suits, held) for held in Counter(ranks).values())
            if not hands:
                continue
            holding = tuple(sorted([JOKER] * joker + [value_of(rank) for rank in ranks]))
            one_suit = suits if len(set(ranks)) == len(ranks) else 0
            for amount, suited in ((one_suit, True), (hands - one_suit, False)):
                bonus = bonus_hand(ranks, one_suit=suited, ace_high_straight=ace_high_straight)
                rows[number[holding], bonus] += amount
    return rows


def bonus_hand(ranks: tuple[int, ...], *, one_suit: bool, ace_high_straight: bool) -> BonusHand:
    """The first of § 680a.6(c)(1) to (10) that five ranks fit, or four ranks and the joker.

    The joker stands for an ace beside the other cards, or for whatever completes a sequence or a flush.
    """
    joker = len(ranks) < HAND
    distinct = set(ranks)
    fitting = [sequence for sequence in SEQUENCES if distinct <= sequence] if len(distinct) == len(ranks) else []
    copies = sorted(Counter(ranks + (ACE,) * joker).values(), reverse=True)
    listed = (
        (copies == [5], BonusHand.FIVE_ACES),
        (one_suit and ROYAL in fitting and not joker, BonusHand.ROYAL_FLUSH_NO_JOKER),
        (one_suit and ROYAL in fitting, BonusHand.ROYAL_FLUSH_WITH_JOKER),
        (one_suit and bool(fitting), BonusHand.STRAIGHT_FLUSH),
        (copies[0] == 4, BonusHand.FOUR_OF_A_KIND),
        (copies == [3, 2], BonusHand.FULL_HOUSE),
        (one_suit, BonusHand.FLUSH),
        (any(ace_high_straight or sequence != ROYAL for sequence in fitting), BonusHand.STRAIGHT),
        (copies[0] == 3, BonusHand.THREE_OF_A_KIND),
        (copies[:2] == [2, 2], BonusHand.TWO_PAIR),
    )
    return next((bonus for fits, bonus in listed if fits), BonusHand.NONE)
