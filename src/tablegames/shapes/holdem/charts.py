"""Hold 'Em's 13 x 13 grid: what raising before the flop is worth more than checking, for each starting hand."""

from __future__ import annotations

from fractions import Fraction

from tablegames.contract.charts import GridCell, GridChart, GridPanel, NothingToShow, Solved, signed
from tablegames.core.figures import percent
from tablegames.shapes.holdem.best import StartingPlay
from tablegames.shapes.holdem.ranges import GRID, RANKS
from tablegames.shapes.holdem.rules import HoldemFacts, HoldemRound
from tablegames.shapes.holdem.strategy import starting_plays

FAINTEST = 0.12
"""The shade of a hand that gains next to nothing by raising, so that it differs from one that checks."""


def gains(round_: HoldemRound, solved: Solved[HoldemFacts]) -> dict[str, StartingPlay]:
    """The 169 starting hands by name; ``advantage`` is the gain of raising, per Ante.

    Nothing to show where no raise is allowed before the flop.
    """
    plays = {hand.hand: hand for hand in starting_plays(round_, solved.asked, solved.best)}
    if not any(hand.raises for hand in plays.values()):
        raise NothingToShow("chart preflop-gain: the raise limits in force allow no raise before the flop")
    return plays


def preflop_gain(round_: HoldemRound, solved: Solved[HoldemFacts]) -> GridChart:
    """What the best raise is worth more than a check, hand by hand."""
    hands = gains(round_, solved)
    most = max(hand.advantage for hand in hands.values())
    cells = {}
    for row, names in enumerate(GRID):
        for column, hand in enumerate(map(hands.__getitem__, names)):
            shade = FAINTEST + (1 - FAINTEST) * float(max(hand.advantage, Fraction(0)) / most) if hand.raises else 0.0
            cells[row, column] = GridCell(f"{hand.hand}\n{signed(float(hand.advantage))}", shade, bold=hand.raises)
    raised = sum(hand.deals for hand in hands.values() if hand.raises)
    share = percent(Fraction(raised, sum(hand.deals for hand in hands.values())), 2)
    return GridChart(
        f"{solved.name}: what raising before the flop gains",
        "Expected value of the best raise less that of checking, in Antes; shaded and bold: raise; plain: check",
        f"Exact, over {solved.deals:,} deals, the best play after a check. The best play raises {share} % of hands before "
        "the flop. Suited hands are above the diagonal, offsuit hands below it.",
        6.4,
        (GridPanel(RANKS, RANKS, cells, 6.5, (0.35, 0.15, 0.25, 0.05)),),
    )
