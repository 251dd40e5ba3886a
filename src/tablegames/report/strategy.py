"""The best play as people use it, a plan's price, and a progressive, as JSON and as pages."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tablegames.analysis.exact import TIE_RULE
from tablegames.analysis.plan import Evaluation, Plan
from tablegames.analysis.progressive import LongRun, Progressive
from tablegames.analysis.strategy import Strategy
from tablegames.core.cards import RANK_LETTERS
from tablegames.games.high_card_flush.strategy import OTHERS, FlushStrategy
from tablegames.games.saigon_5_card.strategy import SettingStrategy
from tablegames.report.figures import decimal, percent, thousands
from tablegames.report.json_form import in_force, payments_json
from tablegames.shapes.holdem.strategy import HoldemStrategy

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
    yield f"{played.game.name}: {plan_text(evaluation.plan)}"
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


def plan_text(plan: Plan) -> str:
    """A plan in one line; what it does not name is played as in the best play.

    >>> plan_text({"flush": "T-8-6"}), plan_text({"flop": "two pair+"})
    ('flush T-8-6 and better raise', 'flop: two pair+')
    """
    if "flush" in plan:
        flush = plan["flush"]
        return "every hand raises" if flush == "any" else f"flush {flush} and better raise"
    return "; ".join(f"{stage}: {rule}" for stage, rule in plan.items())


def strategy_json(strategy: Strategy) -> dict[str, Any]:
    """The best play of a game."""
    best = strategy.best
    return {
        "game": best.game.id,
        "expected_value": str(best.main.expected_value),
        "house_edge_percent": percent(best.main.house_edge),
        **_described_json(strategy.described),
        **in_force(best.game, best.rules),
        **payments_json(best.game, best.rules),
        "method": {"enumerated": best.method, "ties": TIE_RULE},
    }


def _described_json(described: Any) -> dict[str, Any]:
    """What a game's own description says."""
    match described:
        case FlushStrategy():
            return {
                "always_raise": described.always_raise,
                "always_fold": described.always_fold,
                "hands": described.hands,
                "hands_folded": described.folds,
                "mixed": [
                    {
                        "flush": mixed.flush,
                        "raises": mixed.raises,
                        "folds": mixed.folds,
                        "courts": mixed.courts if mixed.courts <= OTHERS else None,
                        "misplayed": mixed.misplayed,
                        "cost": str(mixed.cost),
                    }
                    for mixed in described.mixed
                ],
                "courts_cost": str(described.readable_cost),
            }
        case HoldemStrategy():
            return {
                "preflop": {
                    "raise": described.raising,
                    "frequency": str(described.frequency),
                    "hands": [
                        {
                            "hand": hand.hand,
                            "action": hand.action,
                            "advantage": str(hand.advantage),
                            "deals": str(hand.deals),
                            "flop_bets": str(hand.flop_bets),
                        }
                        for hand in described.starting
                    ],
                },
                "simple": [
                    {
                        "plan": dict(plan.plan),
                        "expected_value": str(plan.expected_value),
                        "cost": str(plan.cost),
                    }
                    for plan in described.simple
                ],
            }
        case SettingStrategy():
            return {
                "greatest_point_count_is_best": described.greatest_is_best,
                "joker_beside": [beside._asdict() for beside in described.joker_beside],
                "joker_hands": described.joker_hands,
                "joker_hands_with_a_choice": described.several,
                "other_hands_with_a_choice": described.several_without_joker,
            }
    raise TypeError(f"no JSON form for {type(described).__name__}")


def strategy_text(strategy: Strategy) -> Iterator[Line]:
    """The best play of a game on a page."""
    from tablegames.report.text import money_lines, paytables_line, readings_line

    best = strategy.best
    yield f"{best.game.name} (58 Pa. Code ch. {best.game.law.chapter}): the best play"
    yield f"house edge {percent(best.main.house_edge)} % per Ante; {TIE_RULE}"
    yield ""
    match strategy.described:
        case FlushStrategy():
            yield from _flush_text(strategy.described)
        case HoldemStrategy():
            yield from _holdem_text(strategy.described)
        case SettingStrategy():
            yield from _setting_text(strategy.described)
    yield ""
    if best.rules.paytables:
        yield paytables_line(best.rules)
    yield from money_lines(best.game, best.rules)
    yield readings_line(best.rules)


def _flush_text(described: FlushStrategy) -> Iterator[Line]:
    """The bounds, and the flushes between them."""
    from tablegames.report.text import table_of

    if described.always_raise:
        yield f"Raise the most allowed with {described.always_raise} and every better flush, whatever the other cards."
    if described.always_fold:
        yield f"Fold {described.always_fold} and every worse flush, whatever the other cards."
    yield f"Of {thousands(described.hands)} hands {thousands(described.folds)} fold."
    if not described.mixed:
        return
    yield ""
    yield "Between the two the four other cards decide, by suits and ranks together; `advise` is exact for any hand."
    yield "A short rule that comes near: count the jacks and higher among the other four, and raise from this many on."
    columns = ("flush", "hands that raise", "that fold", "raise with", "misplayed", "cost per Ante")
    rows = [
        (
            mixed.flush,
            thousands(mixed.raises),
            thousands(mixed.folds),
            f"{mixed.courts} or more" if mixed.courts < OTHERS else str(OTHERS) if mixed.courts == OTHERS else "never",
            thousands(mixed.misplayed),
            percent(mixed.cost, 8) + " %",
        )
        for mixed in described.mixed
    ]
    yield table_of(columns, rows, right=columns[1:3] + columns[4:])
    yield f"The short rule costs {percent(described.readable_cost, 6)} % of the Ante in all: {described.readable_cost}"


def _holdem_text(described: HoldemStrategy) -> Iterator[Line]:
    """The grid of starting hands, the range, and the price of simple play after it."""
    from tablegames.report.text import table_of

    by_name = {hand.hand: hand for hand in described.starting}
    raises = {hand.action for hand in described.starting if hand.raises}
    ranks = RANK_LETTERS[::-1]
    rows = []
    for row, high in enumerate(ranks):
        names = [
            high + high if row == column else high + other + "s" if row < column else other + high + "o"
            for column, other in enumerate(ranks)
        ]
        rows.append(
            (high, *(f"{'R' if by_name[name].raises else '.'}{_signed(by_name[name].advantage)}" for name in names))
        )
    yield "Before the flop (suited above the diagonal, offsuit below): what raising is worth more than checking, per Ante"
    yield table_of(("", *ranks), rows, right=ranks, whole=("",))
    yield f"R {' or '.join(sorted(raises)) or 'raise: none'}   . check"
    yield f"Raise {described.raising}: {percent(described.frequency, 4)} % of hands"
    yield ""
    yield "On the flop and after the river `advise` is exact for any hand. Simple play, and what it costs:"
    columns = ("plan (the rest as in the best play)", "house edge", "cost per Ante")
    plans = [
        (plan_text(plan.plan), percent(-plan.expected_value, 6) + " %", percent(plan.cost, 6) + " %")
        for plan in described.simple
    ]
    yield table_of(columns, plans, right=columns[1:])


def _signed(value: Fraction) -> str:
    """Three digits after the point with their sign, and no zero before it."""
    text = decimal(abs(value), 3).removeprefix("0")
    return ("-" if value < 0 else "+") + text


def _setting_text(described: SettingStrategy) -> Iterator[Line]:
    """The one rule of setting, and the joker beside each card."""
    from tablegames.report.text import table_of

    if described.greatest_is_best:
        yield "Set the greatest Point Count that qualifies: it is the best setting of every hand."
    yield (
        f"Only a hand with the joker can show more than one Point Count: {thousands(described.several)}"
        f" of {thousands(described.joker_hands)} such hands."
    )
    yield ""
    yield "The joker with one other card as the two-card hand:"
    rows = [(beside.other, str(beside.point_count), str(beside.joker)) for beside in described.joker_beside]
    yield table_of(("other card", "best Point Count", "joker counts"), rows, right=("best Point Count", "joker counts"))


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
