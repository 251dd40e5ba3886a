"""What each row of a wager's return table adds to its expected value."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from tablegames.analysis.exact import Analysis
from tablegames.contract.charts import signed
from tablegames.core.figures import decimal, percent
from tablegames.core.law import Refused
from tablegames.report.charts.bars import draw_bars, height_of
from tablegames.report.charts.style import Kind, Options, figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

UNPAID = ("lose", "push", "-")
"""What a row pays where its name says enough."""


def wager_of(analysis: Analysis, options: Options) -> str:
    """The wager asked for, or the Ante; refused where it is not analysed."""
    wager = options.wager or analysis.wagers[0]
    if wager not in analysis.wagers:
        raise Refused(f"chart contribution: wager {wager!a} is not analysed; analysed are {', '.join(analysis.wagers)}")
    return wager


def draw(analysis: Analysis, options: Options) -> Figure:
    """A bar a row, the best first; what the player wins to the right, what he loses to the left and hatched."""
    wager = wager_of(analysis, options)
    rows, figures = analysis.rows(wager), analysis.wager(wager)
    base = "per Ante" if wager in analysis.main_wagers else f"per unit of {wager}"
    tables = "; ".join(f"{table} ({table.source.value})" for table in analysis.paytables(wager).values())
    page = figure(
        f"{analysis.game.name}, {wager}: what each row contributes",
        f"Expected value {base}; all rows add up to {signed(float(figures.expected_value), 6)}",
        f"Exact, over {rows[0].of:,} equally likely deals. {f'Paytables: {tables}. ' if tables else ''}"
        f"House edge {percent(figures.house_edge, 6)} % {base}.".replace(" -", " −"),
        height=height_of(len(rows)),
    )
    names = [row.row if row.pays in UNPAID else f"{row.row}, {row.pays}" for row in rows]
    values = [float(row.contribution) for row in rows]
    columns = {
        "contribution": [signed(value, 6) for value in values],
        "one in": [one_in(Fraction(row.of, row.deals)) for row in rows],
    }
    draw_bars(page, names, values, [value < 0 for value in values], columns)
    return page


def one_in(rounds: Fraction) -> str:
    """How rare a row is: a number of rounds.

    >>> one_in(Fraction(133784560, 28)), one_in(Fraction(7, 2))
    ('4,778,020', '3.50')
    """
    return f"{round(rounds):,}" if rounds >= 1000 else decimal(rounds, 2)


KIND = Kind("contribution", "what each row of a wager contributes", draw, takes=("wager",))
