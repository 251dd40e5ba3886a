"""An analysis as it shows in a notebook: the main game's figures, the decisions, and every wager's return table."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from html import escape

from tablegames.analysis.exact import Analysis
from tablegames.core.figures import decimal, percent, root, thousands
from tablegames.report.text import money_lines, paytables_line, readings_line

STYLE = "text-align:right;font-variant-numeric:tabular-nums"


def notebook_page(analysis: Analysis) -> str:
    """A part of an HTML page, without script; what is shown is escaped.

    >>> from tablegames.analysis.exact import analyze
    >>> from tablegames.games import game_named
    >>> "1.86754383 %" in notebook_page(analyze(game_named("saigon-5-card")))
    True
    """
    game, main = analysis.game, analysis.main
    figures = [
        ("house edge per Ante", f"{percent(main.house_edge)} %"),
        ("element of risk per unit wagered", f"{percent(main.element_of_risk)} %"),
        ("average total wager per Ante", decimal(main.average_wager, 8)),
        ("standard deviation per Ante", root(main.variance, 8)),
        ("hit frequency", f"{percent(main.hit, 6)} %"),
        *((f"{name}, of all rounds", f"{percent(share, 6)} %") for name, share in analysis.decisions.items()),
    ]
    parts = [
        f"<h3>{escape(game.name)} (58 Pa. Code ch. {escape(game.law.chapter)})</h3>",
        f"<p>{thousands(analysis.deals)} equally likely deals: {escape(analysis.method)}.</p>",
        _table("Main game: " + ", ".join(analysis.main_wagers), ("figure", "value"), figures),
    ]
    for wager in analysis.wagers:
        base = "per Ante" if wager in analysis.main_wagers else f"per unit of {wager}"
        edge = percent(analysis.wager(wager).house_edge, 6)
        rows = [
            (row.row, row.pays, thousands(row.deals), f"{percent(Fraction(row.deals, row.of), 6)} %",
             decimal(row.contribution, 8))
            for row in analysis.rows(wager)
        ]  # fmt: skip
        columns = ("row", "pays", "deals", "probability", "contribution")
        parts.append(_table(f"{wager}, {base}: house edge {edge} %", columns, rows))
    rests = [paytables_line(analysis.rules)] if analysis.rules.paytables else []
    parts += [
        f"<p><small>{escape(line)}</small></p>"
        for line in (*rests, *money_lines(game, analysis.rules), readings_line(analysis.rules))
    ]
    return "".join(parts)


def _table(title: str, columns: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A table; all but its first column stand to the right."""
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join(
        f'<tr><td style="text-align:left">{escape(first)}</td>'
        + "".join(f'<td style="{STYLE}">{escape(cell)}</td>' for cell in others)
        + "</tr>"
        for first, *others in rows
    )
    return f"<h4>{escape(title)}</h4><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
