"""High Card Flush: what raising is worth more than folding, by the flush that plays."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from tablegames.contract.charts import GridCell, GridChart, GridPanel, Solved, signed
from tablegames.contract.solver import Priced
from tablegames.core.cards import RANK_LETTERS
from tablegames.games.high_card_flush.decisions import DEALER_HANDS, decisions_of
from tablegames.games.high_card_flush.facts import LONGEST_FLUSH, SHORTEST_FLUSH, Facts
from tablegames.games.high_card_flush.kernel import hand_classes
from tablegames.games.high_card_flush.kernel_tables import ALL_RANKS

RANKS = tuple(RANK_LETTERS[::-1])
DIVIDED = 3
"""The length of flush with which some hands raise and some fold; its second panel has the second card too."""
FAINTEST = 0.1


class RaiseValue(NamedTuple):
    """Some hands: how many, the mean gain of their best raise over a fold per Ante, and how many of them raise."""

    hands: int
    gain: Fraction
    raising: int


def raise_values(asked: Priced[Facts]) -> dict[int, RaiseValue]:
    """By the ranks of the flush that plays, as 13 bits with the deuce lowest: over all hands with such a flush."""
    decide = decisions_of(asked)
    # at most 133,784,560 hands x 3 units x C(45, 7) dealer hands in all: below 2^54 units
    hands, gains, raising = (np.zeros(ALL_RANKS + 1, np.int64) for _ in range(3))
    unit = Fraction(1)
    for classes in hand_classes():
        decisions = decide(classes.suits, classes.dealers)
        unit = decisions.unit
        raised = np.where(decisions.allowed[1:], decisions.totals[1:], -(2**62)).max(axis=0)
        gain = raised - decisions.totals[0]
        ways, flush = classes.hands.astype(np.int64), classes.suits[:, 0]
        np.add.at(hands, flush, ways)
        np.add.at(gains, flush, ways * gain)
        np.add.at(raising, flush, ways * (gain >= 0))
    return {
        int(mask): RaiseValue(int(hands[mask]), unit * int(gains[mask]) / (int(hands[mask]) * DEALER_HANDS), int(raising[mask]))
        for mask in np.flatnonzero(hands)
    }  # fmt: skip


def together(
    values: dict[int, RaiseValue], key: Callable[[int], tuple[int, int] | None]
) -> dict[tuple[int, int], RaiseValue]:
    """The values of flushes that share a key, over all their hands; a flush without a key is left out."""
    groups: dict[tuple[int, int], list[RaiseValue]] = {}
    for mask, value in values.items():
        if (place := key(mask)) is not None:
            groups.setdefault(place, []).append(value)
    joined = {}
    for place, group in groups.items():
        hands = sum(value.hands for value in group)
        gain = sum((value.gain * value.hands for value in group), Fraction(0)) / hands
        joined[place] = RaiseValue(hands, gain, sum(value.raising for value in group))
    return joined


def raise_value(solved: Solved[Facts]) -> GridChart:
    """All flushes by length and highest card; those of three cards by their two highest cards."""
    values = raise_values(solved.asked)
    lengths = list(range(LONGEST_FLUSH, SHORTEST_FLUSH - 1, -1))
    by_length = together(values, lambda mask: (lengths.index(mask.bit_count()), _place(mask)))
    divided = together(values, lambda mask: _two_highest(mask) if mask.bit_count() == DIVIDED else None)
    most = float(max(value.gain for value in by_length.values()))
    rows = tuple(f"second {rank}" for rank in RANKS[1:-1])
    return GridChart(
        f"{solved.name}: what raising gains, by the flush that plays",
        "Best raise less a fold, in Antes, mean of all such hands; shaded: raise, plain: fold, hatched: some raise, some fold",
        f"Exact, over {solved.deals:,} deals. Of two flushes of one length the higher cards win, so the columns are the "
        "flush's highest card; within a cell the other cards still matter.",
        7.0,
        (
            GridPanel(
                RANKS[:-1], tuple(f"{length} cards" for length in lengths), _cells(by_length, most), 7,
                (1.05, 0.15, 0.45, 4.55), "highest card of the flush, by its length",
            ),
            GridPanel(
                RANKS[:-2], rows, _cells(divided, float(max(value.gain for value in divided.values()))), 7,
                (1.05, 0.15, 3.05, 0.05), f"flushes of {DIVIDED} cards: highest card, and second card",
            ),
        ),
    )  # fmt: skip


def _cells(values: dict[tuple[int, int], RaiseValue], most: float) -> dict[tuple[int, int], GridCell]:
    """The cells of a panel."""
    cells = {}
    for place, value in values.items():
        gain, some = float(value.gain), 0 < value.raising < value.hands
        raises = value.raising == value.hands
        cells[place] = GridCell(
            signed(gain), FAINTEST + (0.9 - FAINTEST) * gain / most if raises else 0.0, bold=raises, hatched=some
        )
    return cells


def _place(mask: int) -> int:
    """The column of a flush: its highest card, the ace first."""
    return 13 - mask.bit_length()


def _two_highest(mask: int) -> tuple[int, int]:
    """The row and column of a flush by its second card and its highest."""
    second = mask ^ 1 << mask.bit_length() - 1
    return _place(second) - 1, _place(mask)
