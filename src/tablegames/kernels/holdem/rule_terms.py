"""Simple rules for the flop and the river: what a rule looks at, and where it raises.

A rule is a list of :class:`Term`; it raises where any of them holds.  On the flop it is asked of every class of
:mod:`~tablegames.kernels.holdem.flop_classes`; after the river of every board type with every hole class, of which
twelve million exist, compiled.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from tablegames.kernels.evaluator import ROW_SHIFT, category_of, rank5
from tablegames.kernels.evaluator_tables import RANK_KEYS, Tables, tables
from tablegames.kernels.holdem.flop_classes import FlopClasses
from tablegames.kernels.holdem.sweep import HIGH_CARDS, IMPOSSIBLE
from tablegames.kernels.holdem.types import BOARD_COUNTS, BOARD_RANKS, HIGH_TYPE, LOW_TYPE, RANKS, Int
from tablegames.poker import PokerHand

Bytes = NDArray[np.uint8]
Longs = NDArray[np.int64]

FOLDED = 1024
"""Added to the dealer hands of high cards, at most 990, that a hole class meets where a rule folds it."""


class Look(IntEnum):
    """What a term looks at; each is compared with the term's number, a rank being 0 (deuce) to 12."""

    ANYTHING = 0
    """Always holds."""
    HAND = 1
    """The best five cards are of this category or a better one, wherever its cards lie."""
    POCKET_PAIR = 2
    """The hole is a pair of this rank or a higher one, and plays: it is part of the best five cards."""
    PAIRED_CARD = 3
    """A hole card of this rank or a higher one pairs a card of the board, and these cards play."""
    FLUSH_DRAW = 4
    """Four cards of a suit are seen, a hole card of this rank or a higher one among them; on the flop."""
    OUTS = 5
    """Fewer than so many unseen cards, each alone with the board, beat the seat's hand; after the river."""


class Term(NamedTuple):
    """One alternative of a rule."""

    look: Look
    number: int = 0


def flop_raises(terms: Sequence[Term], classes: FlopClasses) -> NDArray[np.bool_]:
    """Where a rule bets, (n, 91); a class that does not exist never bets."""
    ways, (flops, holes) = classes.ways, (classes.flops, classes.holes)
    flop, pair = np.nonzero(ways)
    cards = np.concatenate([holes[pair], flops[flop]], axis=1)
    ranks, suits = cards >> 2, cards & 3
    own, board = ranks[:, :2], ranks[:, 2:]
    pairs_board = (own[:, :, None] == board[:, None, :]).any(axis=2)
    of_suit = (suits[:, :2, None] == suits[:, None, :]).sum(axis=2)
    raises = np.zeros(len(cards), np.bool_)
    for look, number in terms:
        match look:
            case Look.ANYTHING:
                raises[:] = True
            case Look.HAND:
                raises |= category_of(rank5(cards)) >= number
            case Look.POCKET_PAIR:
                raises |= (own[:, 0] == own[:, 1]) & (own[:, 0] >= number)
            case Look.PAIRED_CARD:
                raises |= (pairs_board & (own >= number)).any(axis=1)
            case Look.FLUSH_DRAW:
                raises |= ((of_suit == 4) & (own >= number)).any(axis=1)
            case Look.OUTS:
                raise ValueError("outs are counted after the river")
    bets = np.zeros(ways.shape, np.bool_)
    bets[flop, pair] = raises
    return bets


@lru_cache(maxsize=1)
def six_card_values() -> NDArray[np.uint16]:
    """The value of the best five of each board by ranks alone and one more rank, (6188, 13): the best of six fives.

    0 where there would be five cards of a rank.
    """
    _, rows, values, _ = tables()
    boards = np.repeat(BOARD_RANKS, RANKS, axis=0)
    six = np.column_stack([boards, np.tile(np.arange(RANKS), len(BOARD_RANKS))])
    exists = ((six[:, :, None] == np.arange(RANKS)).sum(axis=1) <= 4).all(axis=1)
    keys = np.array(RANK_KEYS)[six[exists]]
    of_five = keys.sum(axis=1)[:, None] - keys
    best = np.zeros(len(six), np.uint16)
    best[exists] = values[rows[of_five >> int(ROW_SHIFT)].astype(np.uint32) + of_five.astype(np.uint32)].max(axis=1)
    return best.reshape(len(BOARD_RANKS), RANKS)


class RiverCards(NamedTuple):
    """What the river's kernel reads of boards: cards of each rank (6188, 13), and :func:`six_card_values`."""

    counts: NDArray[np.int8]
    six: NDArray[np.uint16]


def river_cards() -> RiverCards:
    """The boards as :func:`fold_boards` reads them."""
    return RiverCards(BOARD_COUNTS, six_card_values())


@njit(cache=True, nogil=True)
def _outs(
    board: Int, mask: Int, low: Int, high: Int, player: Int, deck: tuple[int, int], cards: RiverCards, tables: Tables
) -> Int:
    """How many unseen cards, each alone with the board, beat the value ``player``.

    ``low`` and ``high`` are the hole's card types: a rank, or 13 more if it is in the suit of ``mask``.  A card outside
    that suit can use a flush only if the board is one.
    """
    ranks, suits = deck
    outs: Int = 0
    for rank in range(RANKS - ranks, RANKS):
        suited = mask >> rank & 1
        off_suits = suits - 1 if mask else suits
        left = off_suits - (cards.counts[board, rank] - suited) - (low == rank) - (high == rank)
        by_ranks = np.int64(cards.six[board, rank])
        if max(by_ranks, np.int64(tables.flushes[mask])) > player:
            outs += left
        if mask and not suited and low != RANKS + rank and high != RANKS + rank:
            outs += max(by_ranks, np.int64(tables.flushes[mask | 1 << rank])) > player
    return outs


@njit(cache=True, nogil=True)
def _plays(rank: Int, board: Int, low: Int, high: Int, hand: Int, cards: RiverCards) -> bool:
    """Whether two or more equal cards of ``rank`` are part of the best five, a hand of the category ``hand``.

    A straight and a flush have no equal cards, four of a kind leave no room for others; else the best five hold the
    first two sets of equal cards, three before two, then the higher rank.
    """
    if hand == PokerHand.STRAIGHT or hand == PokerHand.FLUSH or hand >= PokerHand.STRAIGHT_FLUSH:
        return False
    own = cards.counts[board, rank] + (low == rank) + (high == rank)
    if hand == PokerHand.FOUR_OF_A_KIND:
        return bool(own == 4)
    before: Int = 0
    for other in range(RANKS):
        copies = cards.counts[board, other] + (low == other) + (high == other)
        before += copies >= 2 and (copies > own or (copies == own and other > rank))
    return bool(before < 2)


@njit(cache=True, nogil=True)
def fold_boards(
    first: int,
    last: int,
    masks: NDArray[np.int16],
    by_ranks: NDArray[np.int16],
    terms: Longs,
    deck: tuple[int, int],
    cards: RiverCards,
    rank_keys: NDArray[np.uint32],
    tables: Tables,
    hands: Bytes,
    counts: NDArray[np.uint16],
) -> None:
    """Mark in ``counts`` (boards, 3, places) the hole classes that a rule folds on boards ``first`` to ``last - 1``.

    ``hands`` (boards, places) are the categories that :class:`~tablegames.kernels.holdem.sweep.Showdowns` has.
    ``masks`` and ``by_ranks`` (boards,) are each board's ranks in the flush suit, 0 for none, and its number by ranks
    alone. ``terms`` (n, 2) are looks and numbers; ``deck`` says how many ranks and suits it has.
    """
    rows, values, flushes = tables.rows, tables.values, tables.flushes
    for index in range(first, last):
        mask, board = np.int64(masks[index]), np.int64(by_ranks[index])
        board_key = np.uint32(0)
        for rank in range(RANKS):
            board_key = np.uint32(board_key + rank_keys[rank] * np.uint32(cards.counts[board, rank]))
        for hole in range(hands.shape[1]):
            hand = hands[index, hole]
            if hand == IMPOSSIBLE:
                continue
            low, high = LOW_TYPE[hole], HIGH_TYPE[hole]
            low_rank, high_rank = low % RANKS, high % RANKS
            raises = False
            for term in range(len(terms)):
                look, number = terms[term]
                if look == Look.ANYTHING:
                    raises = True
                elif look == Look.HAND:
                    raises = hand >= number
                elif look == Look.POCKET_PAIR:
                    raises = (
                        low_rank == high_rank
                        and low_rank >= number
                        and _plays(low_rank, board, low_rank, high_rank, hand, cards)
                    )
                elif look == Look.PAIRED_CARD:
                    for rank in (low_rank, high_rank):
                        if rank >= number and cards.counts[board, rank] > 0:
                            raises |= _plays(rank, board, low_rank, high_rank, hand, cards)
                elif look == Look.OUTS:
                    key = np.uint32(board_key + rank_keys[low_rank] + rank_keys[high_rank])
                    suited = mask | (1 << low_rank if low >= RANKS else 0) | (1 << high_rank if high >= RANKS else 0)
                    player = max(np.int64(values[np.uint32(rows[key >> ROW_SHIFT] + key)]), np.int64(flushes[suited]))
                    raises = _outs(board, mask, low, high, player, deck, cards, tables) < number
                if raises:
                    break
            if not raises:
                counts[index, HIGH_CARDS, hole] += FOLDED


__all__ = ["FOLDED", "Look", "Term", "flop_raises", "fold_boards", "river_cards"]
