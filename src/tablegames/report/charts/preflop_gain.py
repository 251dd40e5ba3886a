"""Hold 'Em's 13 x 13 grid: what raising before the flop is worth more than checking, for each starting hand."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from tablegames.analysis.exact import Analysis
from tablegames.core.cards import RANK_LETTERS
from tablegames.core.law import Refused
from tablegames.report.charts.grid import Cell, draw_grid
from tablegames.report.charts.style import Kind, Options, axes_in, figure, signed
from tablegames.report.figures import percent
from tablegames.shapes.holdem.strategy import StartingPlay, starting_plays

if TYPE_CHECKING:
    from matplotlib.figure import Figure

RANKS = RANK_LETTERS[::-1]
FAINTEST = 0.12
"""The shade of a hand that gains next to nothing by raising, so that it differs from one that checks."""


def gains(analysis: Analysis) -> dict[str, StartingPlay]:
    """The 169 starting hands by name; ``advantage`` is the gain of raising, per Ante.

    Refused where no raise is allowed before the flop.
    """
    if not any(hand.raises for hand in analysis.detail.preflop):
        raise Refused("chart preflop-gain: the raise limits in force allow no raise before the flop")
    return {hand.hand: hand for hand in starting_plays(analysis.game, analysis.rules, analysis)}


def draw(analysis: Analysis, options: Options) -> Figure:
    """Pairs on the diagonal, suited hands above it, offsuit hands below."""
    hands = gains(analysis)
    most = max(hand.advantage for hand in hands.values())
    cells = {}
    for row, first in enumerate(RANKS):
        for column, second in enumerate(RANKS):
            name = first + second + "s" if row < column else second + first + "o" if row > column else first + second
            hand = hands[name]
            shade = FAINTEST + (1 - FAINTEST) * float(max(hand.advantage, Fraction(0)) / most) if hand.raises else 0.0
            cells[row, column] = Cell(f"{name}\n{signed(float(hand.advantage))}", shade, bold=hand.raises)
    raised = sum(hand.deals for hand in hands.values() if hand.raises)
    share = percent(Fraction(raised, sum(hand.deals for hand in hands.values())), 2)
    page = figure(
        f"{analysis.game.name}: what raising before the flop gains",
        "Expected value of the best raise less that of checking, in Antes; shaded and bold: raise; plain: check",
        f"Exact, over {analysis.deals:,} deals, the best play after a check. The best play raises {share} % of hands before "
        "the flop. Suited hands are above the diagonal, offsuit hands below it.",
        height=6.4,
    )
    draw_grid(axes_in(page, 0.35, 0.15, 0.25, 0.05), RANKS, RANKS, cells, size=6.5)
    return page


KIND = Kind(
    "preflop-gain",
    "what raising each starting hand before the flop gains",
    draw,
    games=("heads-up-holdem", "ultimate-texas-holdem"),
)
