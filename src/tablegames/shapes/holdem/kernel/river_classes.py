"""Every decision after the river: board types with hole classes, and how many concrete boards and holes each stands
for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablegames.shapes.holdem.kernel.deck import Deck
from tablegames.shapes.holdem.kernel.payoffs import coefficients_of, payoff_table
from tablegames.shapes.holdem.kernel.sweep import IMPOSSIBLE, Showdowns
from tablegames.shapes.holdem.kernel.types import (
    ALL_DRAWN,
    BOARD_RANKS,
    FLUSHES,
    HIGH,
    HIGH_TYPE,
    ITEM_FIRST,
    ITEMS,
    LOW,
    LOW_TYPE,
    O_HIGH,
    O_LOW,
    PAIRS,
    RANKS,
    SEEN,
    SUITED_ELSEWHERE,
    WIDTH,
)
from tablegames.shapes.holdem.kernel.values import FOLD, RIVER

Longs = NDArray[np.int64]
Cards = NDArray[np.uint8]
SPADES = 3
"""The suit that stands for the one of which a board has three or more cards, in a deck of four."""
BOARDS_AT_A_TIME = 512


class RiverClasses(NamedTuple):
    """Some classes (n): one concrete board (n, 5) and hole (n, 2) of each, how many concrete boards and holes it stands
    for, and the payoffs of folding and of raising summed over the dealer's hands."""

    boards: Cards
    holes: Cards
    ways: Longs
    folded: Longs
    raised: Longs


def river_classes(deck: Deck, payoffs: Longs) -> Iterator[tuple[float, RiverClasses]]:
    """All classes of the deck of 52, each once, with the part done: 2,809,475,760 boards and holes in all.

    Boards with three or more cards of a suit come first: what they take of each board by ranks alone is then known.
    """
    if deck.suits != SPADES + 1:
        raise ValueError("a deck of four suits is needed")
    coefficients = coefficients_of(payoff_table(payoffs), deck.dealer_hands)
    taken = np.zeros((len(BOARD_RANKS), WIDTH), np.int64)
    for item in range(ITEMS):
        boards = np.arange(ITEM_FIRST[item], ITEM_FIRST[item + 1])
        exists = deck.by_suit.hand[boards] != IMPOSSIBLE
        ways = exists * _ways_of_flushes(deck, item)
        np.add.at(taken, FLUSHES.ranks[boards], ways.reshape(len(boards), -1, WIDTH).sum(axis=1))
        board, hole = np.nonzero(ways)
        cards = np.array([_flush_board(int(FLUSHES.mask[number]), item) for number in boards], np.uint8)
        values = _values(coefficients, deck.by_suit, boards[board], hole)
        yield item / ITEMS, RiverClasses(cards[board], _flush_holes(item)[hole], ways[board, hole], *values)
    offsuit, suited = deck.holes_of_hand.reshape(2, WIDTH).astype(np.int64)
    left = deck.boards * (offsuit + suited) - taken
    left[deck.by_ranks.hand == IMPOSSIBLE] = 0
    for start in range(0, len(BOARD_RANKS), BOARDS_AT_A_TIME):
        board, pair = np.nonzero(left[start : start + BOARDS_AT_A_TIME])
        board += start
        cards = _rainbow(BOARD_RANKS[board])
        values = _values(coefficients, deck.by_ranks, board, pair)
        yield 1.0, RiverClasses(cards, _free_holes(cards, pair), left[board, pair], *values)


def _values(coefficients: Longs, showdowns: Showdowns, board: Longs, hole: Longs) -> tuple[Longs, Longs]:
    """The payoffs of folding and of raising, over all dealer's hands: linear in those below, equal, of high cards, and
    1."""
    hand = showdowns.hand[board, hole]
    counts = showdowns.counts[board, :, hole].astype(np.int64)
    raised: Longs = (coefficients[RIVER, hand, :3] * counts).sum(axis=1) + coefficients[RIVER, hand, 3]
    return coefficients[FOLD, hand, 3], raised


def _ways_of_flushes(deck: Deck, item: int) -> Longs:
    """Concrete boards and holes of each hole class seen from a suit (384), for one board of each item in any of the
    suits.

    Holes with no card in the suit are worth the same whether they are suited elsewhere or not.
    """
    ways: Longs = deck.suits * deck.ways[item, ALL_DRAWN].astype(np.int64) * deck.holes_of_class
    ways[:WIDTH] += ways[SUITED_ELSEWHERE * WIDTH :]
    return ways[:SEEN]


def _flush_board(mask: int, item: int) -> list[int]:
    """One concrete board: the mask in spades, the other cards' lower rank in clubs, the higher in diamonds."""
    others = () if item == ITEMS - 1 else (O_LOW[item],) if item >= PAIRS else (O_LOW[item], O_HIGH[item])
    return [4 * rank + SPADES for rank in range(RANKS) if mask >> rank & 1] + [
        4 * int(rank) + suit for suit, rank in enumerate(others)
    ]


def _flush_holes(item: int) -> Cards:
    """One concrete hole (384, 2) of each class beside :func:`_flush_board`: cards out of spades are hearts.

    Two equal ranks out of spades take another suit for the second: diamonds, or clubs where the board has that diamond.
    """
    low, high = LOW_TYPE, HIGH_TYPE
    of_low = np.where(low >= RANKS, SPADES, 2)
    of_high = np.where(high >= RANKS, SPADES, 2)
    taken = (O_HIGH[item] == high) if item < PAIRS else np.zeros(SEEN, np.bool_)
    of_high = np.where((low == high) & (high < RANKS), np.where(taken, 0, 1), of_high)
    return np.stack([4 * (low % RANKS) + of_low, 4 * (high % RANKS) + of_high], axis=1).astype(np.uint8)


def _rainbow(ranks: Longs) -> Cards:
    """Boards of some ranks (n, 5), rising, the suits in turn: equal ranks differ in suit, and no suit has three
    cards."""
    return (4 * ranks + np.arange(5) % 4).astype(np.uint8)


def _free_holes(boards: Cards, pair: Longs) -> Cards:
    """Holes of some rank pairs (n, 2) whose cards are not on the boards (n, 5)."""
    used = np.zeros((len(boards), 52), np.bool_)
    used[np.arange(len(boards))[:, None], boards] = True
    by_rank = used.reshape(-1, RANKS, 4)
    rows = np.arange(len(boards))
    low = by_rank[rows, LOW[pair]].argmin(axis=1)
    by_rank[rows, LOW[pair], low] = True
    high = by_rank[rows, HIGH[pair]].argmin(axis=1)
    return np.stack([4 * LOW[pair] + low, 4 * HIGH[pair] + high], axis=1).astype(np.uint8)


__all__ = ["RiverClasses", "river_classes"]
