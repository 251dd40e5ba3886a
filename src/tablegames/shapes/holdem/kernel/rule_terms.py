"""Simple rules for the flop and the river: what a rule looks at, and where it raises.

A rule is a list of :class:`Term`; it raises where any of them holds.  On the flop it is asked of every class of
:mod:`~tablegames.shapes.holdem.kernel.flop_classes`; after the river of every board type with every hole class, of which
twelve million exist, compiled.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablegames.core.poker import PokerHand
from tablegames.kernels.caching import njit
from tablegames.kernels.evaluator import ROW_SHIFT, category_of, rank5
from tablegames.kernels.evaluator_tables import RANK_KEYS, Tables, tables
from tablegames.shapes.holdem.kernel.flop_classes import FlopClasses
from tablegames.shapes.holdem.kernel.sweep import IMPOSSIBLE
from tablegames.shapes.holdem.kernel.types import BOARD_COUNTS, BOARD_RANKS, HIGH_TYPE, LOW_TYPE, RANKS, Int

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]


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
    exists = classes.ways > 0
    board, board_suits = classes.flops >> 2, classes.flops & 3
    own, own_suits = classes.holes >> 2, classes.holes & 3
    raises = np.zeros(exists.shape, np.bool_)
    for look, number in terms:
        high_enough = own >= number
        match look:
            case Look.ANYTHING:
                raises[:] = True
            case Look.HAND:
                flop, hole = np.nonzero(exists & ~raises)
                cards = np.concatenate([classes.holes[hole], classes.flops[flop]], axis=1)
                raises[flop, hole] = category_of(rank5(cards)) >= number
            case Look.POCKET_PAIR:
                raises |= (own[:, 0] == own[:, 1]) & high_enough[:, 0]
            case Look.PAIRED_CARD:
                for place in (0, 1):
                    pairs = (board[:, :, None] == own[:, place]).any(axis=1)
                    raises |= pairs & high_enough[:, place]
            case Look.FLUSH_DRAW:
                for place in (0, 1):
                    of_suit = (board_suits[:, :, None] == own_suits[:, place]).sum(axis=1)
                    of_suit += (own_suits == own_suits[:, place, None]).sum(axis=1)
                    raises |= (of_suit == 4) & high_enough[:, place]
            case Look.OUTS:
                raise ValueError("outs are counted after the river")
    return raises & exists


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
def _next_cards(
    board: Int, mask: Int, deck: tuple[int, int], cards: RiverCards, tables: Tables, left: Ints, values: Ints
) -> None:
    """Set, by card type (a rank, or 13 more if it is in the suit of ``mask``), how many cards are left beside a board,
    and the value of the board with one of them alone.

    A card outside that suit can use a flush only if the board is one.
    """
    ranks, suits = deck
    off_suits = suits - 1 if mask else suits
    for rank in range(RANKS):
        suited = mask >> rank & 1
        exists = rank >= RANKS - ranks
        by_ranks = np.int64(cards.six[board, rank])
        left[rank] = off_suits - (cards.counts[board, rank] - suited) if exists else 0
        values[rank] = max(by_ranks, np.int64(tables.flushes[mask]))
        left[RANKS + rank] = 1 if exists and mask and not suited else 0
        values[RANKS + rank] = max(by_ranks, np.int64(tables.flushes[mask | 1 << rank]))


@njit(cache=True, nogil=True)
def _outs(low: Int, high: Int, player: Int, left: Ints, values: Ints) -> Int:
    """How many unseen cards, each alone with the board, beat the value ``player`` of a hole of two card types."""
    own, outs = np.int32(player), np.int32(0)
    for kind in range(2 * RANKS):
        outs += left[kind] if values[kind] > own else np.int32(0)
    seen: Int = np.int64(values[low] > own) + np.int64(values[high] > own)
    return np.int64(outs) - seen


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
    folds: NDArray[np.bool_],
) -> None:
    """Set in ``folds`` (boards, places) the hole classes that a rule folds on boards ``first`` to ``last - 1``.

    ``hands`` (boards, places) are the categories that :class:`~tablegames.shapes.holdem.kernel.sweep.Showdowns` has.
    ``masks`` and ``by_ranks`` (boards,) are each board's ranks in the flush suit, 0 for none, and its number by ranks
    alone. ``terms`` (n, 2) are looks and numbers; ``deck`` says how many ranks and suits it has.
    """
    rows, values, flushes = tables.rows, tables.values, tables.flushes
    left, with_one_more = np.zeros(2 * RANKS, np.int32), np.zeros(2 * RANKS, np.int32)
    for index in range(first, last):
        mask, board = np.int64(masks[index]), np.int64(by_ranks[index])
        board_key = np.uint32(0)
        for rank in range(RANKS):
            board_key = np.uint32(board_key + rank_keys[rank] * np.uint32(cards.counts[board, rank]))
        _next_cards(board, mask, deck, cards, tables, left, with_one_more)
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
                    raises = _outs(low, high, player, left, with_one_more) < number
                if raises:
                    break
            if not raises:
                folds[index, hole] = True


__all__ = ["Look", "Term", "flop_raises", "fold_boards", "river_cards"]
