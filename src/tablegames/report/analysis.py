"""An analysis or a piece of advice as JSON and as a page; every figure names its base."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tablegames.analysis.advise import Advice
from tablegames.analysis.exact import TIE_RULE, Analysis, Figures
from tablegames.core.figures import decimal, percent, root, thousands
from tablegames.core.money import format_amount
from tablegames.report.json_form import in_force, payments_json, plain

if TYPE_CHECKING:  # the text form imports Rich, which JSON does not pay for
    from tablegames.report.text import Line


def figures_json(figures: Figures) -> dict[str, str]:
    """The figures of a wager or of several; fractions in full, decimals rounded once."""
    return {
        "expected_value": str(figures.expected_value),
        "house_edge_percent": percent(figures.house_edge),
        "average_total_wager": str(figures.average_wager),
        "element_of_risk": str(figures.element_of_risk),
        "variance": str(figures.variance),
        "standard_deviation": root(figures.variance, 8),
        "hit_frequency": str(figures.hit),
        "push_frequency": str(figures.push),
        "loss_frequency": str(figures.loss),
    }


def not_made(analysis: Analysis, wager: str) -> Fraction:
    """The part of all rounds in which a wager is not made; those are no pushes of it, though they leave no net result."""
    unmade = sum(deals for facts, deals in analysis.histogram.items() if wager not in analysis.prices[facts])
    return Fraction(unmade, analysis.deals)


def wager_json(analysis: Analysis, wager: str) -> dict[str, str]:
    """The figures of one wager: a push is returned, and rounds without the wager stand apart where there are any."""
    figures, unmade = analysis.wager(wager), not_made(analysis, wager)
    apart = {"not_made_frequency": str(unmade)} if unmade else {}
    return {**figures_json(figures._replace(push=figures.push - unmade)), **apart}


def analysis_json(analysis: Analysis, together: Analysis | None = None) -> dict[str, Any]:
    """An analysis in full; ``together``, the analysis of bets in money, is added as ``combination``."""
    wagers = {}
    for wager in analysis.wagers:
        tables = analysis.paytables(wager)
        wagers[wager] = {
            **wager_json(analysis, wager),
            "paytables": {slot: {"name": table.name, "source": table.source.value} for slot, table in tables.items()},
            "rows": [
                {
                    "row": row.row,
                    "deals": str(row.deals),
                    "of": str(row.of),
                    "pays": row.pays,
                    "contribution": str(row.contribution),
                }
                for row in analysis.rows(wager)
            ],
        }
    return {
        "game": analysis.game.id,
        "deals": str(analysis.deals),
        "main": figures_json(analysis.main),
        "wagers": wagers,
        "covariances": {
            one: {other: str(analysis.covariance(one, other)) for other in analysis.wagers} for one in analysis.wagers
        },
        **({"combination": combination_json(together)} if together else {}),
        "decisions": [
            {"decision": name, "frequency": str(frequency)} for name, frequency in analysis.decisions.items()
        ],
        **in_force(analysis.game, analysis.rules),
        **payments_json(analysis.game, analysis.rules),
        "meters": {meter: decimal(Fraction(cents, 100), 2) for meter, cents in analysis.meters.items()},
        "method": {"enumerated": analysis.method, "ties": TIE_RULE, "objective": "the main game's expected value"},
    }


def combination_json(together: Analysis) -> dict[str, Any]:
    """Bets made together, in money."""
    figures = figures_json(together.in_money)
    del figures["house_edge_percent"]  # of money there is no edge, only the expected value
    return {
        "bets": {wager: format_amount(cents) for wager, cents in together.stakes.items()},
        **payments_json(together.game, together.rules, stakes=True),
        **figures,
    }


def analysis_text(analysis: Analysis, together: Analysis | None = None) -> Iterator[Line]:
    """A page that can be handed on: the main game, the decisions, every wager's return table, and what it all rests on.

    ``together``: the analysis of bets in money.
    """
    from tablegames.report.text import money_lines, paytables_line, readings_line, table_of

    game = analysis.game
    yield f"{game.name} (58 Pa. Code ch. {game.law.chapter}): exact analysis"
    yield f"{thousands(analysis.deals)} equally likely deals: {analysis.method}."
    yield f"Play: the best for the main game; {TIE_RULE}."
    yield from money_lines(game, analysis.rules)
    for meter, cents in analysis.meters.items():
        yield f"The {meter} meter stands at {decimal(Fraction(cents, 100), 2)}."
    yield ""
    yield f"Main game ({', '.join(analysis.main_wagers)}), per Ante"
    yield from _figures_text(analysis.main)
    yield ""
    rows = [(name, percent(frequency, 6) + " %", str(frequency)) for name, frequency in analysis.decisions.items()]
    yield table_of(("decision", "frequency", "exactly"), rows, right=("frequency",))
    for wager in analysis.wagers:
        yield ""
        base = "per Ante" if wager in analysis.main_wagers else f"per unit of {wager}"
        tables = "; ".join(f"{table} ({table.source.value})" for table in analysis.paytables(wager).values())
        figures, unmade = analysis.wager(wager), not_made(analysis, wager)
        absent = f", not made in {percent(unmade, 4)} %" if unmade else ""
        yield f"{wager}, {base}{', ' + tables if tables else ''}"
        yield (
            f"  house edge {percent(figures.house_edge, 6)} %, standard deviation {root(figures.variance, 6)},"
            f" wins {percent(figures.hit, 4)} %, pushes {percent(figures.push - unmade, 4)} %,"
            f" loses {percent(figures.loss, 4)} %{absent}"
        )
        listed = [
            (
                row.row,
                thousands(row.deals),
                percent(Fraction(row.deals, row.of), 6) + " %",
                row.pays,
                decimal(row.contribution, 8),
            )
            for row in analysis.rows(wager)
        ]
        of = thousands(analysis.rows(wager)[0].of)
        columns = ("row", f"deals of {of}", "probability", "pays", "contribution")
        yield table_of(columns, listed, right=columns[1:3] + columns[4:], whole=("row", "pays"))
    if together:
        yield ""
        bets = ", ".join(f"{wager} {format_amount(cents)}" for wager, cents in together.stakes.items())
        yield f"Together, {bets}, in money; play: the best for these bets"
        yield from money_lines(game, analysis.rules, stakes=True)
        yield from _figures_text(together.in_money, unit="")
    yield ""
    if analysis.rules.paytables:
        yield paytables_line(analysis.rules)
    yield readings_line(analysis.rules)


def _figures_text(figures: Figures, unit: str = "per Ante") -> Iterator[Line]:
    """The main figures with their bases."""
    from tablegames.report.text import table_of

    edge = (
        ("house edge per Ante", percent(figures.house_edge) + " %", str(figures.house_edge))
        if unit
        else ("house's expected win", decimal(figures.house_edge, 8), str(figures.house_edge))
    )
    rows = [
        edge,
        (f"expected value {unit}".strip(), decimal(figures.expected_value, 10), str(figures.expected_value)),
        (f"average total wager {unit}".strip(), decimal(figures.average_wager, 10), str(figures.average_wager)),
        ("element of risk per unit wagered", percent(figures.element_of_risk) + " %", str(figures.element_of_risk)),
        (f"variance {unit}".strip(), decimal(figures.variance, 8), str(figures.variance)),
        (f"standard deviation {unit}".strip(), root(figures.variance, 8), ""),
        (
            "net above / at / below 0",
            " / ".join(percent(x, 4) for x in (figures.hit, figures.push, figures.loss)) + " %",
            "",
        ),
    ]
    yield table_of(("figure", "value", "exactly"), rows, right=("value",), whole=("figure",))


def advice_json(advice: Advice) -> dict[str, Any]:
    """Each action with its exact value; per Ante, or in money where bets are given."""
    scale = 100 if advice.bets else 1
    return {
        "game": advice.game.id,
        "hand": plain(advice.view.hand),
        "board": plain(advice.view.board),
        "dead": plain(advice.view.dead),
        "unit": "money" if advice.bets else "ante",
        "actions": [
            {"action": action.action, "expected_value": str(action.expected_value / scale)} for action in advice.actions
        ],
        "best": advice.best.action,
        "futures": str(advice.futures),
        **in_force(advice.game, advice.rules),
        **payments_json(advice.game, advice.rules, stakes=bool(advice.bets)),
        "paytables": {
            slot: {"name": table.name, "source": table.source.value} for slot, table in advice.rules.paytables.items()
        },
        "ties": TIE_RULE,
    }


def advice_text(advice: Advice) -> Iterator[Line]:
    """Each action with its exact value, and the best."""
    from tablegames.report.text import cards_text, money_lines, paytables_line, readings_line, table_of

    scale = 100 if advice.bets else 1
    board = f"  on  {cards_text(advice.view.board)}" if advice.view.board else ""
    dead = f"  (seen: {cards_text(advice.view.dead)})" if advice.view.dead else ""
    yield f"{advice.game.name}: {cards_text(advice.view.hand)}{board}{dead}"
    unit = "in money" if advice.bets else "per Ante"
    best = advice.best
    rows = [
        (
            f"{'> ' if action is best else '  '}{action.action}",
            decimal(action.expected_value / scale, 8),
            decimal((best.expected_value - action.expected_value) / scale, 8),
            str(action.expected_value / scale),
        )
        for action in advice.actions
    ]
    columns = ("action", f"expected value {unit}", "below the best", "exactly")
    yield table_of(columns, rows, right=columns[1:3], whole=("action",))
    yield f"best: {best.action}, over {thousands(advice.futures)} equally likely futures; {TIE_RULE}"
    if advice.rules.paytables:
        yield paytables_line(advice.rules)
    yield from money_lines(advice.game, advice.rules, stakes=bool(advice.bets))
    yield readings_line(advice.rules)
