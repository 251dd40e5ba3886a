"""A sweep as JSON, as CSV and as a page: each table with its figures, and what was refused with its reason."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tablegames.analysis.exact import TIE_RULE
from tablegames.analysis.selection import ANY, Choice, Front, Wanted
from tablegames.analysis.sweep import Sweep, SweepRow
from tablegames.core.figures import decimal, percent, root
from tablegames.core.money import format_amount
from tablegames.report.analysis import figures_json
from tablegames.report.json_form import in_force, payments_json, paytables_json, plain

if TYPE_CHECKING:  # the text form imports Rich, which JSON and CSV do not pay for
    from tablegames.report.text import Line

SHOWN = 50
"""So many tables, and refusals, a page shows; JSON and CSV have all."""
FRONTS = (
    "front: no other table listed is as good in edge (high for the house, low for the player), hits and top prize, "
    "and better in one of them"
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""


def sweep_json(sweep: Sweep, choices: Sequence[Choice], wanted: Wanted) -> dict[str, Any]:
    """The tables that answer, in full and in order, and the reason of every refused one."""
    return {
        "game": sweep.game.id,
        "wager": sweep.wager,
        "slots": list(sweep.slots),
        "base": sweep.base,
        "tables": len(sweep.rows) + len(sweep.refused),
        "within": len(choices),
        "wanted": _wanted_json(wanted),
        "rows": [_row_json(choice) for choice in choices],
        "refused": [
            {"number": number, "reason": reason.message, "cites": list(reason.cites)}
            for number, reason in sweep.refused
        ],
        **in_force(sweep.game, sweep.rules),
        **payments_json(sweep.game, sweep.rules),
        "paytables": paytables_json(sweep.rules),
        "meters": {meter: format_amount(cents) for meter, cents in sweep.meters.items()},
        "method": {"counted": sweep.counted, "ties": TIE_RULE, "objective": "the main game's expected value"},
    }


def _row_json(choice: Choice) -> dict[str, Any]:
    """One table with its figures."""
    row = choice.row
    return {
        "number": row.number,
        "paytables": {
            slot: {
                "name": table.name,
                "source": table.source.value,
                **({"stake": format_amount(table.stake)} if table.stake else {}),
                "rows": {name: str(award) for name, award in table.rows.items()},
            }
            for slot, table in row.paytables.items()
        },
        **figures_json(row.figures),
        "top_prize": str(row.top_prize),
        "fronts": [front.value for front in choice.fronts],
    }


def _wanted_json(wanted: Wanted) -> dict[str, Any]:
    """What was asked for; bounds that are not set are left out."""
    bounds = {
        "edge_percent": wanted.edge,
        "risk_percent": wanted.risk,
        "deviation": wanted.deviation,
        "top": wanted.top,
    }
    return {
        **{name: str(bound) for name, bound in bounds.items() if bound != ANY},
        **({"hit_every": plain(wanted.hit_every)} if wanted.hit_every else {}),
        **({"front": wanted.front.value} if wanted.front else {}),
        "order": wanted.order.value,
        "descending": wanted.descending,
    }


def sweep_csv(sweep: Sweep, choices: Sequence[Choice]) -> str:
    """A line for each table that answers, then one for each refused: awards by row, figures as decimals and as fractions."""
    awards = [(slot, row) for slot in sweep.slots for row in sweep.game.form(slot).rows]
    figures = [*figures_json(sweep.rows[0].figures), "top_prize"]
    fronts = [f"front_{front}" for front in Front]
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(["number", *(f"{slot}: {row}" for slot, row in awards), *figures, "hit_every", *fronts, "refused"])
    for choice in choices:
        found = _row_json(choice)
        cells = [found["paytables"][slot]["rows"].get(row, "") for slot, row in awards]
        marks = [int(front in found["fronts"]) for front in Front]
        out.writerow([choice.row.number, *cells, *map(found.get, figures), _hit_every(choice), *marks, ""])
    for number, reason in sweep.refused:
        out.writerow([number, *[""] * (len(awards) + len(figures) + 1 + len(fronts)), cell(reason.message)])
    return text.getvalue()


def cell(text: str) -> str:
    """Text that no spreadsheet runs as a formula.

    >>> cell("=1+1"), cell("paytable A")
    ("'=1+1", 'paytable A')
    """
    return f"'{text}" if text.startswith(_FORMULA) else text


def sweep_text(sweep: Sweep, choices: Sequence[Choice], wanted: Wanted) -> Iterator[Line]:
    """A page: the tables that answer, by the rows in which they differ, and what was refused."""
    from tablegames.report.text import money_lines, paytables_line, readings_line, table_of

    game, many = sweep.game, len(sweep.rows) + len(sweep.refused)
    yield f"{game.name} (58 Pa. Code ch. {game.law.chapter}): {', '.join(sweep.slots)}, {many} tables"
    figures = "the main game's, re-optimised for each table" if not sweep.side else "the wager's own"
    yield f"Figures are {figures}, per {sweep.base}; the top prize per unit of {sweep.wager}."
    if asked := _asked_words(wanted):
        yield f"Asked: {asked}."
    yield f"{len(choices)} of {many} answer; {len(sweep.refused)} are refused."
    yield ""
    shown = choices[:SHOWN]
    if shown:
        differing, same = rows_that_differ(sweep, [choice.row for choice in choices])
        if same:
            yield "the same in all: " + ", ".join(same)
        risk = () if sweep.side else ("element of risk",)
        columns = ("table", *(title for _, _, title in differing), "house edge", *risk)
        columns += ("hits", "one in", "standard deviation", "top prize", "front")
        right = [title for title in columns if title != "front"]
        lines = (_cells(choice, differing, with_risk=bool(risk)) for choice in shown)
        yield table_of(columns, lines, right=right)
        if len(choices) > SHOWN:
            yield f"and {len(choices) - SHOWN} more; --format json and csv have all"
        yield FRONTS
    for number, reason in sweep.refused[:SHOWN]:
        yield f"table {number} refused: {reason}"
    if len(sweep.refused) > SHOWN:
        yield f"and {len(sweep.refused) - SHOWN} more refused; --format json and csv have all"
    yield ""
    if sweep.rules.paytables:
        yield paytables_line(sweep.rules)
    yield from money_lines(sweep.game, sweep.rules)
    yield readings_line(sweep.rules)


Differing = Sequence[tuple[str, str, str]]
"""Slot, row and title of each row in which the tables differ."""


def rows_that_differ(sweep: Sweep, rows: Sequence[SweepRow]) -> tuple[Differing, list[str]]:
    """The rows in which the tables differ, and the others in words."""
    differing, same = [], []
    for slot in sweep.slots:
        for row in sweep.game.form(slot).rows:
            awards = {str(found.paytables[slot].rows.get(row, "-")) for found in rows}
            title = f"{slot}: {row}" if len(sweep.slots) > 1 else row
            if len(awards) > 1:
                differing.append((slot, row, title))
            elif awards != {"-"}:
                same.append(f"{title} {awards.pop()}")
    return differing, same


def _cells(choice: Choice, differing: Differing, *, with_risk: bool) -> list[str]:
    """A table's line on the page."""
    row, figures = choice.row, choice.row.figures
    return [
        str(row.number),
        *(str(row.paytables[slot].rows.get(name, "-")) for slot, name, _ in differing),
        f"{percent(figures.house_edge, 4)} %",
        *([f"{percent(figures.element_of_risk, 4)} %"] if with_risk else []),
        f"{percent(figures.hit, 4)} %",
        _hit_every(choice),
        root(figures.variance, 4),
        decimal(row.top_prize, 2),
        ", ".join(choice.fronts),
    ]


def _hit_every(choice: Choice) -> str:
    """In how many hands there is one hit."""
    hit = choice.row.figures.hit
    return decimal(1 / hit, 2) if hit else ""


def _asked_words(wanted: Wanted) -> str:
    """The bounds in words."""
    said = _wanted_json(wanted)
    del said["order"], said["descending"]
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in said.items())


__all__ = ["Differing", "cell", "rows_that_differ", "sweep_csv", "sweep_json", "sweep_text"]
