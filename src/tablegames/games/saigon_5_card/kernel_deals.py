"""Saigon 5 Card dealt and played: fact codes of random rounds, or of hands that a log has.

A hand's Point Count and Bonus hand depend on the kinds of its cards, thirteen ranks and the joker, and on whether they are of
one suit.  Four table reads find them: two pairs of cards, the four together, and the fifth.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablegames.games.saigon_5_card.facts import BonusHand
from tablegames.games.saigon_5_card.kernel_tables import (
    ALL_RANKS,
    COUNTS,
    HAND,
    JOKER,
    SUITS,
    bonus_hand,
    holdings_of,
    settings,
    value_of,
)
from tablegames.kernels.caching import njit
from tablegames.kernels.random_deals import BLOCK, Codes, Stream, Words, deal_block, lay_block

Kinds = tuple[int, ...]

KINDS = 14
"""The ranks from 2 to ace, and the joker."""
CODE_BITS = 6
JOKER_KIND, JOKER_CODE = 13, 52
ANY_SUIT = 0b1111
PAIRS, FOURS = 105, 2380
"""Multisets of two and of four kinds: C(15, 2) and C(17, 4)."""
MOST_COPIES = 4

_0, _1, _2, _4, _12 = (np.uint64(number) for number in (0, 1, 2, 4, 12))
_HAND, _BLOCK, _COUNTS, _ROWS = (np.uint64(number) for number in (HAND, BLOCK, COUNTS, len(BonusHand)))
_KINDS, _PAIRS, _CODE_BITS = (np.uint64(number) for number in (KINDS, PAIRS, CODE_BITS))
_CODE, _BYTE, _FOUR_BITS = (np.uint64((1 << bits) - 1) for bits in (CODE_BITS, 8, 4))


class Hands(NamedTuple):
    """What five cards are, by their codes; about 100 kB."""

    pairs: NDArray[np.uint16]
    """(64 x 64,): of two codes the number of their multiset of kinds, and from bit 8 on the suits that both fit."""
    fours: NDArray[np.uint16]
    """(105 x 105,): of two pairs the number of their multiset of four kinds."""
    cards: NDArray[np.uint16]
    """(64,): of a code its kind, and from bit 8 on the suits it fits: the joker fits all."""
    hands: NDArray[np.uint32]
    """(2380 x 14,): of four kinds and a fifth the greatest Point Count; from bits 4 and 8 on the Bonus hand, of several
    suits and of one; from bits 12 and 16 on the Point Count that a player sets, of several suits and of one."""


@lru_cache(maxsize=2)
def make_hands(*, ace_high_straight: bool) -> Hands:
    """The tables for one reading of the straight (680a-R7), in about half a second; kept."""
    pair, four = ({kinds: number for number, kinds in enumerate(multisets(size))} for size in (2, 4))
    of_card = [(code >> 2, 1 << (code & 3)) for code in range(JOKER_CODE)] + [(JOKER_KIND, ANY_SUIT)]
    pairs = np.zeros((1 << CODE_BITS, 1 << CODE_BITS), np.uint16)
    cards = np.zeros(1 << CODE_BITS, np.uint16)
    for one, (kind, suits) in enumerate(of_card):
        cards[one] = kind | suits << 8
        for other, (beside, fitting) in enumerate(of_card):
            pairs[one, other] = pair[_rising(kind, beside)] | (suits & fitting) << 8
    fours = np.array([[four[_rising(*first, *second)] for second in pair] for first in pair], np.uint16)
    made = {kinds: _made(kinds, ace_high_straight=ace_high_straight) for kinds in multisets(HAND)}
    hands = np.array([[made[_rising(*kinds, fifth)] for fifth in range(KINDS)] for kinds in four], np.uint32)
    return Hands(pairs.reshape(-1), fours.reshape(-1), cards, hands.reshape(-1))


def set_by(hands: Hands, chosen: NDArray[np.int8]) -> Hands:
    """The tables with what a player sets, by holding and Bonus row (2708, 11), instead of the greatest Point Count."""
    number = {holding: index for index, holding in enumerate(holdings_of(ALL_RANKS, SUITS))}
    entries = hands.hands.reshape(FOURS, KINDS).copy()
    for row, kinds in zip(entries, multisets(HAND - 1), strict=True):
        for fifth in range(KINDS):
            holding = _holding(_rising(*kinds, fifth))
            if holding in number:
                several, one = (int(chosen[number[holding], row[fifth] >> shift & 15]) for shift in (4, 8))
                row[fifth] = row[fifth] & 0xFFF | several << 12 | one << 16
    return hands._replace(hands=entries.reshape(-1))


def multisets(size: int) -> Iterator[Kinds]:
    """All multisets of kinds, each rising, those that no deck has among them."""
    return combinations_with_replacement(range(KINDS), size)


def _rising(*kinds: int) -> Kinds:
    return tuple(sorted(kinds))


def _made(kinds: Kinds, *, ace_high_straight: bool) -> int:
    """The entry of five kinds in :class:`Hands`; 0 for what no deck has."""
    ranks = tuple(kind + 2 for kind in kinds if kind != JOKER_KIND)
    if len(ranks) < HAND - 1 or max(map(ranks.count, ranks)) > MOST_COPIES:
        return 0
    several, one = (bonus_hand(ranks, one_suit=suited, ace_high_straight=ace_high_straight) for suited in (False, True))
    greatest = _greatest(_holding(kinds))
    return greatest | several << 4 | one << 8 | greatest << 12 | greatest << 16


def _holding(kinds: Kinds) -> Kinds:
    """The values of kinds, rising; the joker's is the least."""
    return _rising(*(JOKER if kind == JOKER_KIND else value_of(kind + 2) for kind in kinds))


@cache
def _greatest(holding: Kinds) -> int:
    """The greatest Point Count of five values."""
    return max(settings(holding))


@njit(cache=True, nogil=True)
def deal_codes(of: Stream, first: np.uint64, hands: Hands, codes: NDArray[np.uint16]) -> None:
    """Deals the rounds from ``first`` on, of which ``codes`` uint16 (rounds, seats) are filled.

    The dealer has the first five places of the deal, and each seat in turn the next five.
    """
    rounds, seats = np.uint64(codes.shape[0]), np.uint64(codes.shape[1])
    cards = np.empty((_HAND * (seats + _1), BLOCK), np.uint8)
    mine, dealers = np.empty(BLOCK, np.uint64), np.empty(BLOCK, np.uint64)
    for start in range(_0, rounds, _BLOCK):
        some = min(_BLOCK, rounds - start)
        deal_block(of, first + start, some, cards)
        _set(cards[:HAND], some, hands, _0, dealers)
        for seat in range(seats):
            _set(cards[_HAND * (seat + _1) : _HAND * (seat + _2)], some, hands, _1, mine)
            _settle(mine, dealers, some, codes[start:, seat])


@njit(cache=True, nogil=True)
def hand_codes(player: Codes, dealer: Codes, hands: Hands, codes: NDArray[np.uint16]) -> None:
    """The fact codes ``codes`` uint16 (n,) of hands uint8 (n, 5)."""
    rounds = np.uint64(len(codes))
    cards = np.empty((HAND, BLOCK), np.uint8)
    mine, dealers = np.empty(BLOCK, np.uint64), np.empty(BLOCK, np.uint64)
    for start in range(_0, rounds, _BLOCK):
        some = min(_BLOCK, rounds - start)
        lay_block(dealer[start:], some, cards)
        _set(cards, some, hands, _0, dealers)
        lay_block(player[start:], some, cards)
        _set(cards, some, hands, _0, mine)
        _settle(mine, dealers, some, codes[start:])


@njit(cache=True, nogil=True)
def _set(cards: Codes, rounds: np.uint64, hands: Hands, own: np.uint64, made: Words) -> None:
    """Of hands, ``cards`` (5, BLOCK), the greatest Point Count, or what a player sets where ``own`` is 1, and from bit 4 on the
    Bonus hand."""
    for index in range(rounds):
        first = np.uint64(hands.pairs[(cards[0, index] & _CODE) << _CODE_BITS | cards[1, index] & _CODE])
        second = np.uint64(hands.pairs[(cards[2, index] & _CODE) << _CODE_BITS | cards[3, index] & _CODE])
        fifth = np.uint64(hands.cards[cards[4, index] & _CODE])
        four = np.uint64(hands.fours[(first & _BYTE) * _PAIRS + (second & _BYTE)])
        entry = np.uint64(hands.hands[four * _KINDS + (fifth & _BYTE)])
        one_suit = np.uint64(first & second & fifth > _BYTE)
        count = entry >> own * (_12 + _4 * one_suit) & _FOUR_BITS
        made[index] = count | (entry >> (_4 + _4 * one_suit) & _FOUR_BITS) << _4


@njit(cache=True, nogil=True)
def _settle(mine: Words, dealers: Words, rounds: np.uint64, codes: NDArray[np.uint16]) -> None:
    """Fact codes, as :meth:`~tablegames.games.saigon_5_card.facts.Facts.code` has them."""
    for index in range(rounds):
        count, bonus = mine[index] & _FOUR_BITS, mine[index] >> _4
        codes[index] = (count * _COUNTS + (dealers[index] & _FOUR_BITS)) * _ROWS + bonus
