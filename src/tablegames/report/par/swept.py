"""A sweep over many paytables as a part of a report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tablegames.analysis.sweep import Sweep
from tablegames.money import Paytable
from tablegames.report.document import Block, Column, Kind, Paragraph, number, percentage, rooted, table, words
from tablegames.report.figures import thousands

MOST = 200
"""So many tables are listed."""


def swept(sweep: Sweep) -> Iterator[Block]:
    """The tables of a sweep with their figures, in its order."""
    base = sweep.base
    yield Paragraph(
        f"A sweep of {thousands(len(sweep.rows))} paytables of {', '.join(sweep.slots)}, per {base}; {thousands(len(sweep.refused))} "
        f"more were refused." + (f" The first {MOST} are listed." if len(sweep.rows) > MOST else "")
    )
    yield table(
        "sweep",
        "Paytables of the sweep",
        (
            Column("number", "number", Kind.COUNT),
            Column("pays", "pays, from the best hand down"),
            Column("house edge", "house edge", Kind.PERCENT),
            Column("hit frequency", "hit frequency", Kind.PERCENT),
            Column("deviation", "standard deviation", Kind.NUMBER),
            Column("top prize", "top prize", Kind.NUMBER),
        ),
        [
            (
                words(row.number),
                words(_awards(row.paytables)),
                percentage(row.figures.house_edge, 6),
                percentage(row.figures.hit, 6),
                rooted(row.figures.variance, 6),
                number(row.top_prize, 2),
            )
            for row in sweep.rows[:MOST]
        ],
    )


def _awards(tables: Mapping[str, Paytable]) -> str:
    """What the tables pay, slot by slot."""
    listed = [", ".join(map(str, each.rows.values())) for each in tables.values()]
    return "; ".join(listed)
