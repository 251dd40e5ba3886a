"""A sweep over many paytables as a part of a report."""

from __future__ import annotations

from collections.abc import Iterator

from tablegames.analysis.sweep import Sweep, Tables
from tablegames.contract.document import Block, Column, Kind, Paragraph, number, percentage, rooted, table, words
from tablegames.core.figures import thousands
from tablegames.report.sweep import Differing, rows_that_differ

MOST = 200
"""So many tables are listed."""


def swept(sweep: Sweep) -> Iterator[Block]:
    """The tables of a sweep with their figures, in its order, and those that were refused with the reason."""
    differing, same = rows_that_differ(sweep, sweep.rows)
    figures = "the wager's own" if sweep.side else "the main game's, played the best way for each table"
    yield Paragraph(
        f"A sweep of {thousands(len(sweep.rows))} paytables of {', '.join(sweep.slots)}: the figures are {figures}, per "
        f"{sweep.base}; the top prize is per unit of {sweep.wager}."
        + (f" The same in all: {', '.join(same)}." if same else "")
        + _first(len(sweep.rows))
    )
    yield table(
        "sweep",
        "Paytables of the sweep",
        (
            Column("number", "number", Kind.COUNT),
            Column("pays", "pays, where the tables differ" if same else "pays"),
            Column("house edge", "house edge", Kind.PERCENT),
            Column("hit frequency", "hit frequency", Kind.PERCENT),
            Column("deviation", "standard deviation", Kind.NUMBER),
            Column("top prize", "top prize", Kind.NUMBER),
        ),
        [
            (
                words(row.number),
                words(_awards(row.paytables, differing)),
                percentage(row.figures.house_edge, 6),
                percentage(row.figures.hit, 6),
                rooted(row.figures.variance, 6),
                number(row.top_prize, 2),
            )
            for row in sweep.rows[:MOST]
        ],
    )
    if sweep.refused:
        yield table(
            "sweep refused",
            "Paytables of the sweep that were refused",
            (Column("number", "number", Kind.COUNT), Column("reason", "reason")),
            [(words(number), words(reason)) for number, reason in sweep.refused[:MOST]],
            note=_first(len(sweep.refused)).strip(),
        )


def _first(many: int) -> str:
    """That not all are listed, where it is so."""
    return f" The first {MOST} of {thousands(many)} are listed." if many > MOST else ""


def _awards(tables: Tables, differing: Differing) -> str:
    """What the tables pay in the rows in which they differ."""
    return ", ".join(f"{title} {tables[slot].rows.get(row, '-')}" for slot, row, title in differing) or "as all"
