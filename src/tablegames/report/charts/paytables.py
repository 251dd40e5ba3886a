"""The house edge of every known paytable of a game, each with where it comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablegames.analysis.alternatives import alternatives
from tablegames.analysis.exact import Analysis
from tablegames.core.figures import percent
from tablegames.core.money import format_amount
from tablegames.report.charts.bars import draw_bars, height_of
from tablegames.report.charts.style import Kind, Options, figure

if TYPE_CHECKING:
    from fractions import Fraction

    from matplotlib.figure import Figure

    from tablegames.core.money import Paytable


def known_edges(analysis: Analysis) -> list[tuple[Paytable, Fraction, bool]]:
    """Every known paytable with its house edge and whether it is in force, slot by slot.

    The edge is per Ante where it pays a wager of the main game, else per unit of its wager; a table that pays a meter which
    is not given has none, and is left out.
    """
    known = (one for tables in alternatives(analysis).values() for one in tables)
    return [(one.table, one.figures.house_edge, one.in_force) for one in known if one.figures]


def draw(analysis: Analysis, options: Options) -> Figure:
    """A bar a table, grouped by slot; the ones in force are dark."""
    known = known_edges(analysis)
    main = sorted({table.form.slot for table, _, _ in known if not analysis.game.is_side(table.form)})
    of = f"For {' and '.join(main)} it is that of the whole main game under its best play. " if main else ""
    page = figure(
        f"{analysis.game.name}: house edge of the known paytables",
        "Percent of the wager, the main game's per Ante; dark: in force, light and hatched: others",
        f"Exact. {of}{_of_meters(analysis)}".strip(),
        height=height_of(len(known)),
    )
    names = [f"{table} ({table.source.value})" for table, _, _ in known]
    column = {"house edge": [f"{percent(edge, 4)} %".replace("-", "−") for _, edge, _ in known]}
    draw_bars(page, names, [float(edge * 100) for _, edge, _ in known], [not chosen for *_, chosen in known], column)
    return page


def _of_meters(analysis: Analysis) -> str:
    """At which meters, in a game that has one."""
    if not analysis.game.meters:
        return ""
    at = ", ".join(f"{meter} meter at {format_amount(cents)}" for meter, cents in analysis.meters.items())
    return f"A table that pays a share of a meter is shown where the meter is given{f': {at}' if at else ''}."


KIND = Kind("paytables", "the house edge of every known paytable", draw)
