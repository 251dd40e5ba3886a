"""The best play as people use it, a plan's price, and a progressive, as JSON and as pages."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tablegames.analysis.exact import TIE_RULE
from tablegames.analysis.plan import Evaluation
from tablegames.analysis.progressive import LongRun, Progressive
from tablegames.analysis.strategy import Strategy
from tablegames.contract.document import Listing
from tablegames.contract.strategy import plan_in_words
from tablegames.core.figures import decimal, percent, thousands
from tablegames.report.json_form import in_force, payments_json

if TYPE_CHECKING:  # the text form imports Rich, which JSON does not pay for
    from tablegames.report.text import Line


def evaluation_json(evaluation: Evaluation) -> dict[str, Any]:
    """A plan's expected value and cost per Ante, exactly."""
    played, best = evaluation.played, evaluation.best
    return {
        "game": played.game.id,
        "plan": dict(evaluation.plan),
        "expected_value": str(evaluation.expected_value),
        "cost": str(evaluation.cost),
        "cost_percent": percent(evaluation.cost),
        "house_edge_percent": percent(-evaluation.expected_value),
        "average_total_wager": str(played.main.average_wager),
        "best": {
            "expected_value": str(best.main.expected_value),
            "house_edge_percent": percent(best.main.house_edge),
        },
        "decisions": [{"decision": name, "frequency": str(part)} for name, part in played.decisions.items()],
        **in_force(played.game, played.rules),
        **payments_json(played.game, played.rules),
        "method": {"enumerated": played.method, "ties": TIE_RULE},
    }


def evaluation_text(evaluation: Evaluation) -> Iterator[Line]:
    """A plan beside the best play."""
    from tablegames.report.text import money_lines, paytables_line, readings_line, table_of

    played, best = evaluation.played, evaluation.best
    yield f"{played.game.name}: {plan_in_words(played.game.plays.options, evaluation.plan)}"
    rows = [
        ("expected value per Ante", decimal(evaluation.expected_value, 10), str(evaluation.expected_value)),
        ("house edge per Ante", percent(-evaluation.expected_value) + " %", ""),
        ("with the best play", percent(best.main.house_edge) + " %", str(best.main.house_edge)),
        ("cost of the plan per Ante", percent(evaluation.cost) + " %", str(evaluation.cost)),
        ("average total wager per Ante", decimal(played.main.average_wager, 8), str(played.main.average_wager)),
    ]
    yield table_of(("figure", "value", "exactly"), rows, right=("value",), whole=("figure",))
    decisions = [
        (name, percent(part, 6) + " %", percent(best.decisions.get(name, Fraction(0)), 6) + " %")
        for name, part in played.decisions.items()
    ]
    yield table_of(("decision", "with the plan", "best play"), decisions, right=("with the plan", "best play"))
    yield f"{thousands(played.deals)} equally likely deals; {TIE_RULE}"
    if played.rules.paytables:
        yield paytables_line(played.rules)
    yield from money_lines(played.game, played.rules)
    yield readings_line(played.rules)


def strategy_json(strategy: Strategy) -> dict[str, Any]:
    """The best play of a game."""
    best = strategy.best
    return {
        "game": best.game.id,
        "expected_value": str(best.main.expected_value),
        "house_edge_percent": percent(best.main.house_edge),
        **strategy.described.json([evaluation.priced for evaluation in strategy.simple]),
        **in_force(best.game, best.rules),
        **payments_json(best.game, best.rules),
        "method": {"enumerated": best.method, "ties": TIE_RULE},
    }


def strategy_text(strategy: Strategy) -> Iterator[Line]:
    """The best play of a game on a page."""
    from tablegames.report.text import money_lines, paytables_line, readings_line, table_of

    best = strategy.best
    yield f"{best.game.name} (58 Pa. Code ch. {best.game.law.chapter}): the best play"
    yield f"house edge {percent(best.main.house_edge)} % per Ante; {TIE_RULE}"
    yield ""
    for part in strategy.described.listings([evaluation.priced for evaluation in strategy.simple]):
        yield (
            table_of(part.columns, part.rows, right=part.right, whole=part.whole) if isinstance(part, Listing) else part
        )
    yield ""
    if best.rules.paytables:
        yield paytables_line(best.rules)
    yield from money_lines(best.game, best.rules)
    yield readings_line(best.rules)


def progressive_json(found: Progressive, run: LongRun | None) -> dict[str, Any]:
    """A progressive wager; money in units, exactly."""
    return {
        "game": found.game.id,
        "wager": found.table.form.meter,
        "paytable": {"name": found.table.name, "source": found.table.source.value},
        "stake": str(Fraction(found.stake, 100)),
        "expected_value": {"intercept": str(found.intercept / 100), "slope": str(found.slope)},
        "break_even_meter": str(found.break_even / 100),
        **({"long_run": _long_run_json(found, run)} if run else {}),
        **in_force(found.game, found.rules),
        **payments_json(found.game, found.rules),
    }


def _long_run_json(found: Progressive, run: LongRun) -> dict[str, Any]:
    """The long run of a meter."""
    return {
        "seed": str(Fraction(run.plan.seed, 100)),
        "increment": str(run.plan.increment),
        "reserve": str(run.plan.reserve),
        "expected_value_at_seed": str(found.expected_value(run.plan.seed) / 100),
        "return_at_seed": str(found.returned(run.plan.seed)),
        "average_meter": str(run.average_meter / 100),
        "expected_value": str(run.expected_value / 100),
        "hold": str(run.hold),
        "seeds_per_wager": str(run.seeds / 100),
        "reserve_gain_per_wager": str(run.reserve_gain / 100),
        "hold_beside_reserve": str(run.hold_beside_reserve),
    }


def progressive_text(found: Progressive, run: LongRun | None) -> Iterator[Line]:
    """A progressive wager on a page."""
    from tablegames.report.text import money_lines, readings_line, table_of

    stake = decimal(Fraction(found.stake, 100), 2)
    yield f"{found.game.name}: {found.table} ({found.table.source.value}: {found.table.basis}), a wager of {stake}"
    rows = [
        ("expected value at an empty meter", decimal(found.intercept / 100, 8), str(found.intercept / 100)),
        ("each unit on the meter adds", decimal(found.slope, 12), str(found.slope)),
        ("break-even meter", decimal(found.break_even / 100, 2), str(found.break_even / 100)),
    ]
    if run:
        rows += [
            ("return at seed", percent(found.returned(run.plan.seed), 6) + " %", str(found.returned(run.plan.seed))),
            ("average meter when hit", decimal(run.average_meter / 100, 2), str(run.average_meter / 100)),
            ("long-run hold of the wager", percent(run.hold, 6) + " %", str(run.hold)),
            ("seeds cost per wager", decimal(run.seeds / 100, 8), str(run.seeds / 100)),
            ("reserve gains per wager", decimal(run.reserve_gain / 100, 8), str(run.reserve_gain / 100)),
            ("hold beside the reserve", percent(run.hold_beside_reserve, 6) + " %", str(run.hold_beside_reserve)),
        ]
    yield table_of(("figure", "value", "exactly"), rows, right=("value",), whole=("figure",))
    if run:
        yield (
            f"seed {decimal(Fraction(run.plan.seed, 100), 2)}, increment {percent(run.plan.increment, 2)} % and reserve"
            f" {percent(run.plan.reserve, 2)} % of the wager; one seat plays at a time, and a part paid leaves the rest"
        )
    yield from money_lines(found.game, found.rules)
    yield readings_line(found.rules)
