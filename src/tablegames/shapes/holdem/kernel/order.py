"""Who beats whom: the order of hole classes on every board, from bit operations on masks of ranks.

A strength is ``hand << 26 | major << 13 | minor``: the :class:`~tablegames.core.poker.PokerHand`, the mask of what counts
first (the paired ranks, a straight's top card, a flush's cards), the mask of what breaks ties.  Masks of equally many
ranks compare as numbers exactly as their cards compare from the highest down.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablegames.core.poker import PokerHand
from tablegames.shapes.holdem.kernel.types import (
    BOARD_COUNTS,
    BOARD_RANKS,
    BOTH_SUITED,
    DISTINCT,
    HIGH,
    HIGH_SUITED,
    LOW,
    LOW_SUITED,
    MASKS,
    NEITHER_SUITED,
    PAIRS,
    RANK_PAIRS,
    RANKS,
    WIDTH,
    pair_index,
)

HAND_SHIFT = 26
MAJOR_SHIFT = 13

Ints = NDArray[np.int32]


class Orders(NamedTuple):
    """The order of hole classes, which no paytable and no deck changes.

    ``cards`` (6188, 13) is how many cards of each rank a board has, ``strength`` (6188, 91) is a rank pair's strength
    on a board by ranks alone, ``order`` (6188, 91) the rank pairs by rising strength.  The hole classes that make a
    flush with mask M are ``flush_class[flush_first[M] : flush_first[M + 1]]`` by rising ``flush_strength``.
    """

    cards: NDArray[np.int8]
    strength: Ints
    order: NDArray[np.uint8]
    flush_first: Ints
    flush_class: NDArray[np.uint16]
    flush_strength: Ints


def _highest(masks: Ints, count: int) -> Ints:
    """The ``count`` highest ranks of each mask (all, if it has fewer)."""
    left = masks.copy()
    for _ in range(count):
        left &= ~_highest_bit()[left]
    return masks & ~left


@lru_cache(maxsize=1)
def _highest_bit() -> Ints:
    """The highest bit of each 13-bit mask; shape (8192,)."""
    return np.array([1 << mask.bit_length() >> 1 for mask in range(1 << RANKS)], np.int32)


def straight_top(masks: Ints) -> Ints:
    """The top card of the best straight in each mask, as a one-bit mask; 0 where there is none.  The wheel's top is the
    five.

    With the ace also put below the deuce, bit i of ``runs`` says that five bits from i up are set; those are the ranks
    i - 1 to i + 3.

    >>> straight_top(np.array([0b1111100000000, 0b1000000001111, 0b1111], np.int32)).tolist()
    [4096, 8, 0]
    """
    extended = masks << 1 | masks >> 12
    runs = extended & extended >> 1 & extended >> 2 & extended >> 3 & extended >> 4
    tops: Ints = _highest_bit()[runs << 3]
    return tops


def strength_by_ranks(cards: list[Ints]) -> Ints:
    """The strength of the best five of some cards (five or more arrays of ranks, broadcast together), as if no flush
    existed.

    Keeps the masks of ranks seen at least once, twice, three and four times; a card carries from each to the next.
    """
    once, twice, thrice, four = (np.zeros((1,) * cards[0].ndim, np.int32) for _ in range(4))
    for card in cards:
        bit = (1 << card).astype(np.int32)
        four, thrice, twice, once = four | thrice & bit, thrice | twice & bit, twice | once & bit, once | bit
    top_three = _highest(thrice, 1)
    top_pair = _highest(twice & ~top_three, 1)
    top_two = _highest(twice, 2)
    two_pair = top_two & (top_two - 1) != 0
    straight = straight_top(once)

    def strength(hand: PokerHand, major: Ints, kickers: int) -> Ints:
        return (hand << HAND_SHIFT) | major << MAJOR_SHIFT | _highest(once & ~major, kickers)

    result = strength(PokerHand.HIGH_CARD, np.zeros_like(once), 5)
    result = np.where(twice != 0, strength(PokerHand.PAIR, top_two, 3), result)
    result = np.where(two_pair, strength(PokerHand.TWO_PAIR, top_two, 1), result)
    result = np.where(thrice != 0, strength(PokerHand.THREE_OF_A_KIND, top_three, 2), result)
    result = np.where(straight != 0, (PokerHand.STRAIGHT << HAND_SHIFT) | straight << MAJOR_SHIFT, result)
    full_house = (PokerHand.FULL_HOUSE << HAND_SHIFT) | top_three << MAJOR_SHIFT | top_pair
    result = np.where((top_three != 0) & (top_pair != 0), full_house, result)
    return np.where(four != 0, strength(PokerHand.FOUR_OF_A_KIND, four, 1), result)


def strength_of_flush(masks: Ints) -> Ints:
    """The strength of each mask of five to seven ranks in one suit."""
    straight = straight_top(masks)
    hand = np.where(straight == 1 << (RANKS - 1), PokerHand.ROYAL_FLUSH, PokerHand.STRAIGHT_FLUSH).astype(np.int32)
    flush = (PokerHand.FLUSH << HAND_SHIFT) | _highest(masks, 5) << MAJOR_SHIFT
    return np.where(straight != 0, hand << HAND_SHIFT | straight << MAJOR_SHIFT, flush)


def _suited_parts() -> tuple[Ints, list[list[int]]]:
    """What a hole can add to a flush: nothing, one rank or two; as masks, and the hole classes that add just that.

    The classes of one rank are that rank in the suit with any rank outside it.
    """
    masks = [0]
    classes = [list(range(NEITHER_SUITED * WIDTH, NEITHER_SUITED * WIDTH + PAIRS))]
    for rank in range(RANKS):
        masks.append(1 << rank)
        below = [HIGH_SUITED * WIDTH + pair_index(other, rank) for other in range(rank + 1)]
        above = [LOW_SUITED * WIDTH + pair_index(rank, other) for other in range(rank + 1, RANKS)]
        classes.append(below + above)
    for pair, (low, high) in enumerate(RANK_PAIRS[:DISTINCT]):
        masks.append(1 << low | 1 << high)
        classes.append([BOTH_SUITED * WIDTH + pair])
    return np.array(masks, np.int32), classes


def _flush_lists() -> tuple[Ints, NDArray[np.uint16], Ints]:
    """``flush_first``, ``flush_class`` and ``flush_strength`` of :class:`Orders`."""
    part_masks, part_classes = _suited_parts()
    part_sizes = np.array([len(classes) for classes in part_classes])
    part_first = np.concatenate([[0], np.cumsum(part_sizes)])
    all_classes = np.concatenate([np.array(classes, np.uint16) for classes in part_classes])
    needed = {3: part_masks & (part_masks - 1) != 0, 4: part_masks != 0, 5: part_masks >= 0}
    masks = np.concatenate(MASKS[3:6]).astype(np.int32)
    makes_flush = np.concatenate([np.tile(needed[size], (len(MASKS[size]), 1)) for size in (3, 4, 5)])
    makes_flush &= masks[:, None] & part_masks == 0
    strength = strength_of_flush(masks[:, None] | part_masks)
    board, part = np.nonzero(makes_flush)
    rising = np.lexsort((strength[board, part], masks[board]))
    board, part = board[rising], part[rising]
    sizes = part_sizes[part]
    # Each part gives place to all its classes: positions first, first + 1, ... of `all_classes`.
    ends = np.cumsum(sizes)
    place = np.arange(ends[-1]) - np.repeat(ends - sizes, sizes) + np.repeat(part_first[part], sizes)
    per_mask = np.bincount(np.repeat(masks[board], sizes), minlength=1 << RANKS)
    first = np.concatenate([[0], np.cumsum(per_mask)]).astype(np.int32)
    return first, all_classes[place], np.repeat(strength[board, part], sizes)


@lru_cache(maxsize=1)
def orders() -> Orders:
    """The order of hole classes on every board, made once in a process (about 0.1 s)."""
    board_cards = [BOARD_RANKS[:, [place]].astype(np.int32) for place in range(5)]
    strength = strength_by_ranks([*board_cards, LOW[None, :].astype(np.int32), HIGH[None, :].astype(np.int32)])
    order = np.argsort(strength, axis=1, kind="stable").astype(np.uint8)
    return Orders(BOARD_COUNTS, strength, order, *_flush_lists())
