"""What each class of High Card Flush hands gains by each raise: payoffs summed over every dealer's hand."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablegames.contract.solver import Priced
from tablegames.games.high_card_flush.facts import (
    LONGEST_FLUSH,
    MOST_RAISE,
    SHORTEST_FLUSH,
    SHORTEST_STRAIGHT_FLUSH,
    Facts,
    Outcome,
)
from tablegames.games.high_card_flush.kernel_tables import ALL_RANKS, QUALIFYING_LENGTH, QUALIFYING_MASK, longest_run
from tablegames.games.high_card_flush.rules import most_raise

Longs = NDArray[np.int64]
HANDS, DEALER_HANDS = comb(52, 7), comb(45, 7)
SIZES = np.array([mask.bit_count() for mask in range(ALL_RANKS + 1)])
"""The number of cards of a mask of ranks."""


class Decisions(NamedTuple):
    """The decisions of some hand classes: each one's payoff summed over all dealer's hands, (4, n), 0 folding, and
    which are allowed.

    ``unit`` is what one of a payoff is worth per Ante.
    """

    totals: Longs
    allowed: NDArray[np.bool_]
    unit: Fraction

    @property
    def best(self) -> NDArray[np.uint8]:
        """The raise multiple of the greatest total, of equal ones the larger."""
        totals = np.where(self.allowed, self.totals, -(2**62))
        best: NDArray[np.uint8] = (MOST_RAISE - totals[::-1].argmax(axis=0)).astype(np.uint8)
        return best


Decide = Callable[[NDArray[np.uint16], NDArray[np.int32]], Decisions]


def decisions_of(asked: Priced[Facts]) -> Decide:
    """A function from the suits and dealers of :class:`~tablegames.games.high_card_flush.kernel.HandClasses` to their
    decisions.

    Nothing of the main game depends on straight flushes, so by the odds facts without one stand for all; for bets in money,
    where a limit may count what a bonus pays, they are looked for.  A total is at most C(45, 7) times a payoff, far below
    2^63 for the payoffs that the kernel takes.
    """
    rules, unit = asked.rules, asked.unit
    pay = np.zeros((LONGEST_FLUSH + 1, LONGEST_FLUSH + 1, MOST_RAISE + 1, len(Outcome)), np.int64)
    for facts in asked.possible:
        pay[facts.flush, facts.straight_flush, facts.raise_multiple, facts.outcome] = asked.payoffs[facts.code]
    ace_low = rules.readings["678a-R1"] == "ace-low"
    runs = np.array([longest_run(mask, ace_low=ace_low) for mask in range(ALL_RANKS + 1)])
    runs[runs < SHORTEST_STRAIGHT_FLUSH] = 0
    most = np.array([0] * SHORTEST_FLUSH + [most_raise(n, rules) for n in range(SHORTEST_FLUSH, LONGEST_FLUSH + 1)])

    def decide(suits: NDArray[np.uint16], dealers: NDArray[np.int32]) -> Decisions:
        length, mask = SIZES[suits[:, 0]], suits[:, 0]
        run = runs[suits].max(axis=1) if asked.in_money else np.zeros_like(length)
        below, equal, unqualified = dealers.astype(np.int64).T
        qualifies = (length > QUALIFYING_LENGTH) | ((length == QUALIFYING_LENGTH) & (mask >= QUALIFYING_MASK))
        wins, ties = (np.where(qualifies, count, 0) for count in (below - unqualified, equal))
        counts = {
            Outcome.DEALER_NOT_QUALIFIED: unqualified,
            Outcome.WIN: wins,
            Outcome.TIE: ties,
            Outcome.LOSE: DEALER_HANDS - unqualified - wins - ties,
        }
        totals = np.stack(
            [pay[length, run, 0, Outcome.FOLDED] * DEALER_HANDS]
            + [
                sum(
                    (pay[length, run, multiple, outcome] * count for outcome, count in counts.items()),
                    np.zeros_like(wins),
                )
                for multiple in range(1, MOST_RAISE + 1)
            ]
        )
        return Decisions(totals, np.arange(MOST_RAISE + 1)[:, None] <= most[length], unit)

    return decide
