"""The house edge of every known paytable of a game, each with where it comes from."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from tablegames.analysis.exact import Analysis, analyze
from tablegames.game import Rules
from tablegames.money import Paytable
from tablegames.report.charts.bars import draw_bars, height_of
from tablegames.report.charts.style import Kind, Options, figure
from tablegames.report.figures import percent

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class KnownTable(NamedTuple):
    """A paytable with its house edge, per Ante where it pays a wager of the main game, else per unit of its wager.

    The main game's other tables are those in force, and the play is the best against them.
    """

    table: Paytable
    edge: Fraction
    in_force: bool


def known_tables(analysis: Analysis) -> tuple[KnownTable, ...]:
    """The tables in force and every published one, slot by slot; one that pays a meter which is not given is left out."""
    game, found = analysis.game, []
    for form in game.forms:
        chosen = analysis.rules.paytables.get(form.slot)
        tables = ([chosen] if chosen else []) + [
            table for name, table in game.paytables(form.slot).items() if chosen is None or table.rows != chosen.rows
        ]
        for table in tables:
            if not table.shares_meter or form.wager in analysis.meters:
                found.append(KnownTable(table, _edge(analysis, table), table is chosen))
    return tuple(found)


def _edge(analysis: Analysis, table: Paytable) -> Fraction:
    """The house edge with a table in the place of the one in force."""
    wager, rules = table.form.wager, _with_table(analysis.rules, table)
    if wager not in analysis.main_wagers:  # the best play is that of the main game, and stays
        return replace(analysis, rules=rules).wager(wager).house_edge
    if table == analysis.rules.paytables.get(table.form.slot):
        return analysis.main.house_edge
    return analyze(analysis.game, rules, meters=analysis.meters).main.house_edge


def _with_table(rules: Rules, table: Paytable) -> Rules:
    """Rules with another table in its slot."""
    return replace(rules, paytables={**rules.paytables, table.form.slot: table})


def draw(analysis: Analysis, options: Options) -> Figure:
    """A bar a table, grouped by slot; the ones in force are dark."""
    known = known_tables(analysis)
    main = {one.table.form.slot for one in known if one.table.form.wager in analysis.main_wagers}
    of = f"For {' and '.join(sorted(main))} it is that of the whole main game under its best play. " if main else ""
    page = figure(
        f"{analysis.game.name}: house edge of the known paytables",
        "Percent of the wager, the main game's per Ante; dark: in force, light and hatched: others",
        f"Exact. {of}A table that pays a share of a meter is shown where the meter is given.",
        height=height_of(len(known)),
    )
    names = [f"{one.table} ({one.table.source.value})" for one in known]
    edges = {"house edge": [f"{percent(one.edge, 4)} %".replace("-", "−") for one in known]}
    draw_bars(page, names, [float(one.edge * 100) for one in known], [not one.in_force for one in known], edges)
    return page


KIND = Kind("paytables", "the house edge of every known paytable", draw)
