"""What a deck of Hold 'Em fixes before any payoff is known: showdowns, ways, flops, and the showdowns of every starting
hand.

Made once per process and deck: about 0.2 s and 110 MB for the real deck.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from queue import SimpleQueue
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from tablegames.core.poker import PokerHand
from tablegames.shapes.holdem.kernel.count import FOLDED, count_by_ranks, count_item
from tablegames.shapes.holdem.kernel.decide import Flops, flops_of
from tablegames.shapes.holdem.kernel.order import orders
from tablegames.shapes.holdem.kernel.sweep import IMPOSSIBLE, Showdowns, no_showdowns, sweep_boards
from tablegames.shapes.holdem.kernel.types import (
    BOARD_RANKS,
    BOTH_SUITED,
    COUNTED,
    FLOP_RANKS,
    FLUSH_BOARDS,
    FLUSHES,
    HANDS,
    ITEM_FIRST,
    ITEMS,
    SEEN,
    SUIT_FLOPS,
    TURN_RIVER_BOARD,
    WIDTH,
    boards_given_hole,
    holes_of_class,
    holes_of_hand,
    off_suit_ways,
)
from tablegames.shapes.holdem.kernel.values import RIVER

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
T = TypeVar("T")

MOST_THREADS = 4
"""More would cost 25 MB each and gain little."""


@dataclass(frozen=True)
class Deck:
    """A deck's constants.

    ``by_ranks`` are the showdowns of the 6,188 boards by ranks alone with the rank pairs, ``by_suit`` of the 36,608
    flush boards with the hole classes.  The rest are the arrays of ``types`` and ``decide``.
    ``all_boards`` (192, 10, 4) sums the dealer's hands (below, equal, of high cards, 1) over all holes of a starting
    hand and all flops, turns and rivers, by hand.
    """

    ranks: int
    suits: int
    by_ranks: Showdowns
    by_suit: Showdowns
    ways: Ints
    holes_of_class: Ints
    holes_of_hand: Ints
    boards: Ints
    flops: Flops
    all_boards: Longs

    @property
    def cards(self) -> int:
        """The number of cards."""
        return self.ranks * self.suits

    @property
    def dealer_hands(self) -> int:
        """The dealer's hands, once a hole and a board are known: 990."""
        return comb(self.cards - 7, 2)

    @property
    def turns_and_rivers(self) -> int:
        """Turns and rivers without order, once a hole and a flop are known: 1,081."""
        return comb(self.cards - 5, 2)


def in_threads(items: int, work: Callable[[int, T], None], new: Callable[[], T]) -> list[T]:
    """Call ``work(item, own)`` for every item, on as many threads as there are processors; returns each thread's
    ``own``."""
    threads = min(MOST_THREADS, os.cpu_count() or 1)
    waiting: SimpleQueue[int | None] = SimpleQueue()
    for item in (*range(items), *[None] * threads):
        waiting.put(item)

    def run() -> T:
        own = new()
        for item in iter(waiting.get, None):
            work(item, own)
        return own

    with ThreadPoolExecutor(threads) as pool:
        return [thread.result() for thread in [pool.submit(run) for _ in range(threads)]]


def count_boards(deck: Deck, coefficients: Ints | Longs, bets_by_ranks: Ints, bets_by_suit: Ints) -> Longs:
    """The folds and the flop bets (2, 192, 10, 4) of every starting hand, as if all of them checked before the flop.

    The last axis sums weight x (below, equal, of high cards, 1).  The bets are (455, 192) and (2484, 480).
    """
    holes = deck.holes_of_class * np.int32(deck.suits)

    def count(item: int, own: tuple[Longs, Ints]) -> None:
        count_item(item, FLUSHES, deck.ways, coefficients, *deck.by_suit, holes, bets_by_suit, *own)

    def new() -> tuple[Longs, Ints]:
        return np.zeros((2, IMPOSSIBLE, 4, COUNTED // WIDTH, WIDTH), np.int64), np.zeros(
            (len(BOARD_RANKS), 2, 2, WIDTH), np.int32
        )

    counted = in_threads(ITEMS, count, new)
    by_suit, taken = counted[0]
    for more_by_suit, more_taken in counted[1:]:
        by_suit += more_by_suit
        taken += more_taken
    histogram = np.zeros((2, IMPOSSIBLE, 4, 2, WIDTH), np.int64)
    count_by_ranks(
        deck.suits, TURN_RIVER_BOARD, coefficients, *deck.by_ranks, deck.holes_of_hand, deck.boards, bets_by_ranks,
        taken, histogram,
    )  # fmt: skip
    for block in range(COUNTED // WIDTH):
        histogram[..., int(block >= BOTH_SUITED), :] += by_suit[..., block, :]
    return histogram.reshape(2, IMPOSSIBLE, 4, HANDS).transpose(0, 3, 1, 2)


@lru_cache(maxsize=1)
def deck_of(ranks: int, suits: int) -> Deck:
    """The deck of the highest ``ranks`` ranks (5 to 13) in ``suits`` suits (2 to 4).

    ``all_boards`` are the folds of a play that never raises, for a raise is worth less than a fold.
    """
    if not (5 <= ranks <= 13 and 2 <= suits <= 4):
        raise ValueError(f"a deck of 5 to 13 ranks in 2 to 4 suits is needed, not {ranks} in {suits}")
    by_ranks = no_showdowns(len(BOARD_RANKS), WIDTH)
    by_suit = no_showdowns(FLUSH_BOARDS, SEEN)
    no_masks, own_numbers = np.zeros(len(BOARD_RANKS), np.int16), np.arange(len(BOARD_RANKS), dtype=np.int16)
    sweep_boards(0, len(BOARD_RANKS), no_masks, own_numbers, ranks, suits, orders(), *by_ranks)

    def sweep(item: int, own: None) -> None:
        first, last = int(ITEM_FIRST[item]), int(ITEM_FIRST[item + 1])
        sweep_boards(first, last, FLUSHES.mask, FLUSHES.ranks, ranks, suits, orders(), *by_suit)

    in_threads(ITEMS, sweep, lambda: None)
    deck = Deck(
        ranks,
        suits,
        by_ranks,
        by_suit,
        off_suit_ways(suits),
        holes_of_class(ranks, suits),
        holes_of_hand(ranks, suits),
        boards_given_hole(suits),
        flops_of(ranks, suits),
        np.zeros((HANDS, len(PokerHand), 4), np.int64),
    )
    no_bets = np.zeros((len(FLOP_RANKS), HANDS), np.int32), np.zeros((SUIT_FLOPS + 1, COUNTED), np.int32)
    never_raise = np.zeros((3, 4, IMPOSSIBLE), np.int32)
    never_raise[RIVER, 3] = -1
    deck.all_boards[:] = count_boards(deck, never_raise, *no_bets)[FOLDED]
    return deck
