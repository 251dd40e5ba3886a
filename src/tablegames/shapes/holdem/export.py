"""Every decision of Hold 'Em: 169 starting hands, 1,364,558 classes on the flop, and about ten million after the river.

After the river all that matters of a board is its ranks and, where a suit has three or more cards, which ranks are of
that suit; a hole matters by its ranks and by which of its cards have that suit.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablegames.contract.choices import CHECK, FOLD
from tablegames.contract.solver import Priced
from tablegames.contract.strategy import Batch
from tablegames.core.cards import CARDS
from tablegames.kernels.rows import columns_of_actions
from tablegames.shapes.holdem.kernel.deck import deck_of
from tablegames.shapes.holdem.kernel.flop_classes import flop_classes
from tablegames.shapes.holdem.kernel.river_classes import river_classes
from tablegames.shapes.holdem.kernel.solve import Solution, StartingHand
from tablegames.shapes.holdem.ranges import combinations
from tablegames.shapes.holdem.rules import (
    FLOP,
    PREFLOP,
    RIVER,
    HoldemFacts,
    HoldemRound,
    before_flop,
    raise_of,
)

Longs = NDArray[np.int64]
Names = NDArray[Any]
NAMES: Names = np.array([str(card) for card in CARDS], object)
FLOP_FUTURES, RIVER_FUTURES = 1081 * 990, 990
PREFLOP_FUTURES = 19_600 * FLOP_FUTURES
FLOP_CLASSES = 1_364_558
RIVER_PART = 0.9
"""The part of the work that the river is, if it is asked for."""


class Table(NamedTuple):
    """How the rows of one game are made: its actions' names, the largest wager first, and the payoffs' unit."""

    actions: tuple[str, ...]
    unit: Fraction

    def batch(
        self, stage: str, hands: list[str], boards: list[str], ways: Longs, values: dict[str, Longs], futures: int
    ) -> Batch:
        """Rows of one stage; ``values`` holds each action's payoffs summed over ``futures``, by name."""
        empty = np.zeros(len(ways), np.int64)
        totals = np.stack([values.get(name, empty) for name in self.actions])
        allowed = np.stack([np.full(len(ways), name in values) for name in self.actions])
        return {
            "stage": [stage] * len(ways),
            "hand": hands,
            "board": boards,
            "ways": ways,
            "deals": ways * futures,
            **columns_of_actions(self.actions, totals, allowed, futures=futures, unit=self.unit),
        }


def batches(
    round_: HoldemRound, asked: Priced[HoldemFacts], best: Solution, *, river: bool = False
) -> Iterator[tuple[Batch, float]]:
    """The rows of each stage in turn, with the part done."""
    multiples = {facts.multiple for facts in asked.possible} - {0}
    names = {multiple: raise_of(round_.raises, multiple).words for multiple in sorted(multiples, reverse=True)}
    table = Table((*names.values(), CHECK.words, FOLD.words), asked.unit)
    worth = best.flops[0].values  # by the odds no pocket is paid for
    yield _preflop(table, names, before_flop(multiples, asked.rules), best.preflop), 0.0
    deck = deck_of(best.ranks, best.suits)
    scale = 1 - RIVER_PART * river
    done = 0
    for classes in flop_classes(deck.flops, deck.ranks, deck.suits):
        flop, pair = np.nonzero(classes.ways)
        done += len(flop)
        check, bet = classes.values(worth.by_ranks, worth.by_suit)[:, flop, pair]
        values = {CHECK.words: check} | ({names[2]: bet} if 2 in names else {})
        holes, boards = (_texts(NAMES[cards]) for cards in (classes.holes, classes.flops))
        hands, on = [holes[place] for place in pair.tolist()], [boards[place] for place in flop.tolist()]
        yield table.batch(FLOP, hands, on, classes.ways[flop, pair], values, FLOP_FUTURES), scale * done / FLOP_CLASSES
    if river:
        for part, of_board in river_classes(deck, asked.payoffs):
            values = {FOLD.words: of_board.folded} | ({names[1]: of_board.raised} if 1 in names else {})
            hands, on = _texts(NAMES[of_board.holes]), _texts(NAMES[of_board.boards])
            yield table.batch(RIVER, hands, on, of_board.ways, values, RIVER_FUTURES), scale + RIVER_PART * part


def _preflop(table: Table, names: dict[int, str], raises: tuple[int, ...], starting: tuple[StartingHand, ...]) -> Batch:
    """The starting hands; every hole of one is worth the same, so its sums divide by the number of holes."""
    ways = [combinations(hand.name) for hand in starting]
    values = {
        CHECK.words: np.array([hand.check // holes for hand, holes in zip(starting, ways, strict=True)], np.int64)
    }
    for place, multiple in enumerate(raises):
        worth = [hand.raises[place] // holes for hand, holes in zip(starting, ways, strict=True)]
        values[names[multiple]] = np.array(worth, np.int64)
    hands = [f"{hand.name[0]}s {hand.name[1]}{'s' if hand.name.endswith('s') else 'h'}" for hand in starting]
    return table.batch(PREFLOP, hands, [""] * len(hands), np.array(ways, np.int64), values, PREFLOP_FUTURES)


def _texts(cards: Names) -> list[str]:
    """Rows of cards' names as texts."""
    return [" ".join(row) for row in cards.tolist()]
