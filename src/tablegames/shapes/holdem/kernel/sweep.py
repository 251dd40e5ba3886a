"""How many dealer hands each hole beats, on every board: one sweep through the hole classes in rising order.

No payoff is known here, so the counts of a deck are made once and serve every paytable.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablegames.kernels.caching import njit
from tablegames.shapes.holdem.kernel.order import HAND_SHIFT, Orders
from tablegames.shapes.holdem.kernel.types import (
    DISTINCT,
    HIGH_TYPE,
    LOW_TYPE,
    PAIRS,
    RANKS,
    SEEN,
    WIDTH,
    Int,
)

BELOW, EQUAL, HIGH_CARDS = range(3)
IMPOSSIBLE = 10
"""Stands for the hand of a hole class that the board makes impossible."""
HAND, MARKED = 15, 16
"""The bits of a hand, and the bit beside them that says that the class folds after the river whatever a raise is worth."""
TYPES = 2 * RANKS


class Showdowns(NamedTuple):
    """What every hole class meets on every board.

    ``counts`` (boards, 3, places) counts the dealer's hands below, equal to, and (whatever the seat holds) of high
    cards only; ``hand`` (boards, places) is the seat's :class:`~tablegames.core.poker.PokerHand`, or ``IMPOSSIBLE``;
    ``present`` (boards,) the set of a board's hands as bits, for later steps go through a board hand by hand.
    """

    counts: NDArray[np.uint16]
    hand: NDArray[np.uint8]
    present: NDArray[np.uint16]


def no_showdowns(boards: int, places: int) -> Showdowns:
    """Showdowns in which every hole is impossible, to be filled by :func:`sweep_boards`."""
    return Showdowns(
        np.zeros((boards, 3, places), np.uint16),
        np.full((boards, places), IMPOSSIBLE, np.uint8),
        np.zeros(boards, np.uint16),
    )


@njit(cache=True, nogil=True)
def _cards_left(
    mask: Int, board: Int, cards: NDArray[np.int8], ranks: Int, suits: Int, left: NDArray[np.int64]
) -> bool:
    """Set the number of cards left of each type; false if the deck does not have the board.

    Types 0 to 12 are the ranks outside the suit looked at, 13 to 25 those in it.  Mask 0 looks at no suit: all cards of
    a rank are then of one type.
    """
    in_suit = 1 if mask else 0
    exists = True
    for rank in range(RANKS):
        has_rank = 1 if rank >= RANKS - ranks else 0
        suited = mask >> rank & 1
        left[rank] = has_rank * (suits - in_suit) - (cards[board, rank] - suited)
        left[RANKS + rank] = has_rank * in_suit - suited
        exists &= left[rank] >= 0 and left[RANKS + rank] >= 0
    return exists


@njit(cache=True, nogil=True)
def _is_possible(hole: Int, left: NDArray[np.int64]) -> bool:
    """Whether the cards left hold at least one hole of a class."""
    low, high = LOW_TYPE[hole], HIGH_TYPE[hole]
    return bool(left[low] >= 2 if low == high else left[low] >= 1 and left[high] >= 1)


@njit(cache=True, nogil=True)
def _rising_classes(
    mask: Int,
    size: Int,
    board: Int,
    orders: Orders,
    left: NDArray[np.int64],
    holes: NDArray[np.int64],
    strengths: NDArray[np.int64],
) -> Int:
    """List the possible hole classes by rising strength; returns how many.

    Merges two lists that are in order: the rank pairs by ranks alone, and the classes that make a flush with the mask.
    A rank pair stands for every block of classes that makes no flush: with three cards of the suit on the board all but
    "both suited", with four only "neither suited", with five none.  A hand that makes a flush is no full house and no
    quads (seven cards are too few for both), so its place in the first list does not matter.
    """
    blocks = 3 if size == 3 else 0 if size == 5 else 1
    pair = 0 if blocks else PAIRS
    flush, last_flush = orders.flush_first[mask], orders.flush_first[mask + 1]
    length = 0
    while pair < PAIRS or flush < last_flush:
        by_ranks = orders.strength[board, orders.order[board, pair]] if pair < PAIRS else np.int32(0x7FFFFFFF)
        by_flush = orders.flush_strength[flush] if flush < last_flush else np.int32(0x7FFFFFFF)
        if by_ranks < by_flush:
            first, step, count, strength = np.int64(orders.order[board, pair]), WIDTH, blocks, by_ranks
            if first >= DISTINCT and blocks == 3:
                count = 2  # an equal pair with one card in the suit stands in block 1 alone
            pair += 1
        else:
            first, step, count, strength = np.int64(orders.flush_class[flush]), 0, 1, by_flush
            flush += 1
        for block in range(count):
            if _is_possible(first + block * step, left):
                holes[length] = first + block * step
                strengths[length] = strength
                length += 1
    return length


@njit(cache=True, nogil=True)
def _hands_apart(hole: Int, hands: Int, sharing: NDArray[np.int64]) -> Int:
    """How many of the hands so far share no card with a hole that is not among them.

    ``sharing`` holds, per card type, how many of them hold one given card of the type.  No hand but the hole itself
    holds both of its cards, so nothing is taken off twice.
    """
    apart: Int = hands - sharing[LOW_TYPE[hole]] - sharing[HIGH_TYPE[hole]]
    return apart


@njit(cache=True, nogil=True)
def _sweep(
    first: Int,
    last: Int,
    hands: Int,
    holes: NDArray[np.int64],
    strengths: NDArray[np.int64],
    left: NDArray[np.int64],
    sharing: NDArray[np.int64],
    counts: NDArray[np.uint16],
    hand: NDArray[np.uint8],
    board: Int,
) -> Int:
    """Go through ``holes[first:last]`` by groups of equal strength; set below and equal; returns the number of hands so
    far.

    A group's hands are below nobody in it: first each class reads what lies below, then the group is added, then each
    reads what is at most equal (the hole itself is now among the hands, taken off once for each of its cards: hence the
    1).
    """
    start = first
    while start < last:
        end = start
        while end < last and strengths[end] == strengths[start]:
            hole = holes[end]
            counts[board, BELOW, hole] = _hands_apart(hole, hands, sharing)
            hand[board, hole] = strengths[start] >> HAND_SHIFT
            end += 1
        for place in range(start, end):
            low, high = LOW_TYPE[holes[place]], HIGH_TYPE[holes[place]]
            if low == high:
                sharing[low] += left[low] - 1
                hands += left[low] * (left[low] - 1) // 2
            else:
                sharing[low] += left[high]
                sharing[high] += left[low]
                hands += left[low] * left[high]
        for place in range(start, end):
            hole = holes[place]
            counts[board, EQUAL, hole] = _hands_apart(hole, hands, sharing) + 1 - counts[board, BELOW, hole]
        start = end
    return hands


@njit(cache=True, nogil=True)
def sweep_boards(
    first: Int,
    last: Int,
    masks: NDArray[np.int16],
    boards: NDArray[np.int16],
    ranks: Int,
    suits: Int,
    orders: Orders,
    counts: NDArray[np.uint16],
    hand: NDArray[np.uint8],
    present: NDArray[np.uint16],
) -> None:
    """Fill the showdowns of boards ``first`` to ``last - 1``: mask 0 by ranks alone, or the mask of a flush board.

    High cards come first in the order, so the hands so far after the last of them are the dealer's hands of high cards;
    a hole of high cards is itself among them (the 1 of :func:`_sweep` again).
    """
    left = np.empty(TYPES, np.int64)
    sharing = np.empty(TYPES, np.int64)
    high_sharing = np.empty(TYPES, np.int64)
    holes = np.empty(SEEN, np.int64)
    strengths = np.empty(SEEN, np.int64)
    for place in range(first, last):
        mask, board = np.int64(masks[place]), np.int64(boards[place])
        if not _cards_left(mask, board, orders.cards, ranks, suits, left):
            continue
        size: Int = 0
        for rank in range(RANKS):
            size += mask >> rank & 1
        length = _rising_classes(mask, size, board, orders, left, holes, strengths)
        high_cards = 0
        while high_cards < length and strengths[high_cards] >> HAND_SHIFT == 0:
            high_cards += 1
        for kind in range(TYPES):
            sharing[kind] = 0
        high_hands = _sweep(0, high_cards, 0, holes, strengths, left, sharing, counts, hand, place)
        for kind in range(TYPES):
            high_sharing[kind] = sharing[kind]
        _sweep(high_cards, length, high_hands, holes, strengths, left, sharing, counts, hand, place)
        for index in range(length):
            own = 1 if index < high_cards else 0
            counts[place, HIGH_CARDS, holes[index]] = _hands_apart(holes[index], high_hands, high_sharing) + own
            present[place] |= 1 << (strengths[index] >> HAND_SHIFT)
