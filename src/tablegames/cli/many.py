"""The options that name many paytables of one wager, and the tables that they ask for: of a sweep, and of a report with one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.files import read_text
from tablegames.core.law import Refused

if TYPE_CHECKING:  # the commands that rank and settle do not pay for the analysis
    from tablegames.analysis.sweep import Tables

RowOption = Annotated[
    list[str],
    typer.Option(
        "--row",
        metavar="SLOT:ROW=AWARDS",
        help='A row\'s awards: "8..12 to 1", "1..4 to 1 step 1/2", or a list, "3 to 2, 2 to 1".',
    ),
]
MOST_TEXT = 1 << 20
"""Bytes of a file of tables."""
TablesOption = Annotated[str, typer.Option("--tables", metavar="FILE", help="A file of tables (TOML).")]
PublishedOption = Annotated[
    list[str], typer.Option("--published", metavar="SLOT", help="Every published table of a slot.")
]


def asked_tables(of: Game, rules: Rules, rows: list[str], file: str, published: list[str]) -> list[Tables | Refused]:
    """The tables asked for, none where no option is given; a slot is named in one way only."""
    from tablegames.analysis.table_ranges import combinations, parse_rows, parse_tables, pattern

    patterns = parse_rows(of, rules, rows)
    if file:
        text = read_text(Path(file), MOST_TEXT)
        try:
            patterns += parse_tables(of, text)
        except Refused as refused:
            raise Refused(f"{file}: {refused.message}", cites=refused.cites) from None
    for slot in published:
        patterns += [pattern(of, slot, {}, like=table) for table in of.paytables(slot).values()]
    return combinations(of, patterns, rules.readings) if patterns else []
