"""A simulation as text, JSON and rows: what was counted beside what is exact."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tablegames.analysis.shared import SharedFigures
from tablegames.analysis.simulate import versions
from tablegames.analysis.simulation import Sessions, Shift, Simulation
from tablegames.contract.facts import Facts
from tablegames.core.figures import decimal, percent, root, thousands
from tablegames.report.json_form import in_force, payments_json, paytables_json, plain

if TYPE_CHECKING:
    from tablegames.report.text import Line

LEVELS = tuple(Fraction(percent_, 100) for percent_ in (90, 95, 99))
QUANTILES = tuple(Fraction(percent_, 100) for percent_ in (1, 5, 25, 50, 75, 95, 99))
MONEY, ANTE = "money", "ante"


def unit_of(simulation: Simulation) -> str:
    """The unit of a simulation's results: per Ante where nothing else is bet, else money."""
    return ANTE if dict(simulation.bets) == {"ante": 1} and not simulation.exact.stakes else MONEY


def simulation_json(simulation: Simulation, *, level: Fraction, shift: Shift | None = None) -> dict[str, Any]:
    """All of it; ``facts`` counts seats and rounds by the facts' own words."""
    interval = simulation.interval(level)
    fit = simulation.fit
    return {
        "game": simulation.exact.game.id,
        "rounds": str(simulation.rounds),
        "seats": simulation.seats,
        "seed": str(simulation.seed),
        "plan": dict(simulation.plan) or "best",
        "bets": {wager: str(bet) for wager, bet in simulation.bets.items()},
        "unit": unit_of(simulation),
        "mean": str(simulation.mean),
        "standard_error": root(simulation.variance_of_mean, 12) if simulation.rounds > 1 else None,
        "z": None if simulation.z is None else f"{simulation.z:.6f}",
        "expected_value": str(simulation.expected.expected_value),
        "confidence": {
            "level": str(level), **{end: interval and f"{interval[place]:.10f}" for place, end in enumerate(("low", "high"))},
        },
        "chi_square": fit
        and {
            "statistic": decimal(fit.statistic, 6),
            "degrees": fit.degrees,
            "p_value": None if fit.p_value is None else f"{fit.p_value:.6g}",
        },
        "standard_deviation": {
            "simulated": root(simulation.covariance(0, 0), 8),
            "exact": None if simulation.exact_variance is None else root(simulation.exact_variance, 8),
        },
        "covariance": {
            "between_seats": str(simulation.between_seats),
            "matrix": [
                [decimal(simulation.covariance(one, other), 8) for other in range(simulation.seats)]
                for one in range(simulation.seats)
            ],
        },
        "facts": {words(facts): str(count) for facts, count in sorted(simulation.observed.histogram.items())},
        **({"limited": _limited_json(simulation)} if simulation.limited else {}),
        **({"shared": _shared_json(simulation.shared)} if simulation.shared else {}),
        **({"sessions": _sessions_json(simulation.sessions)} if simulation.sessions else {}),
        **({"shift": _shift_json(shift)} if shift else {}),
        "paytables": paytables_json(simulation.exact.rules),
        **in_force(simulation.exact.game, simulation.exact.rules),
        **payments_json(simulation.exact.game, simulation.exact.rules, stakes=unit_of(simulation) == MONEY),
        "meters": {meter: decimal(Fraction(cents, 100), 2) for meter, cents in simulation.exact.meters.items()},
        "versions": versions(),
    }  # fmt: skip


def words(facts: Facts) -> str:
    """Facts as one line of text: ``flush=4, straight_flush=0, raise_multiple=1, outcome=win``."""
    return ", ".join(f"{name}={value}" for name, value in plain(facts).items())


def simulation_rows(simulation: Simulation) -> Iterator[dict[str, Any]]:
    """A row for every fact that can be or was counted: its parts, the count, and the exact chance."""
    observed, exact = simulation.observed, simulation.exact
    for facts in sorted(exact.histogram):
        yield {
            **plain(facts),
            "count": observed.histogram.get(facts, 0),
            "expected": decimal(Fraction(exact.histogram[facts] * observed.deals, exact.deals), 3),
            "chance": str(Fraction(exact.histogram[facts], exact.deals)),
        }


def _limited_json(simulation: Simulation) -> dict[str, Any]:
    """What the limit that the seats share did, beside what it does to a seat that wins alone."""
    return {"rounds": str(simulation.limited), "taken": str(simulation.taken), "expected_value": "of one seat alone"}


def _shared_json(shared: SharedFigures) -> dict[str, Any]:
    return {
        "wager": shared.wager,
        "rows": [{"row": row.row, "pays": row.pays, "count": str(row.counted)} for row in shared.rows],
        "first_seat": {
            "mean": str(shared.mean), "standard_error": root(shared.variance_of_mean, 12),
            "z": None if shared.z is None else f"{shared.z:.6f}", "expected_value": "0",
        },
    }  # fmt: skip


def _sessions_json(sessions: Sessions) -> dict[str, Any]:
    of = {"result": sessions.results, "drawdown": sessions.drawdowns, "table": sessions.tables}
    return {
        "rounds": sessions.span.rounds,
        "bankroll": None if sessions.span.bankroll is None else str(sessions.span.bankroll),
        "sessions": str(sessions.count),
        "ahead": str(sessions.ahead),
        "risk_of_ruin": str(sessions.risk_of_ruin) if sessions.span.bankroll is not None else None,
        "quantiles": {
            name: {str(part): str(sessions.quantile(values, part)) for part in QUANTILES} for name, values in of.items()
        },
    }


def _shift_json(shift: Shift) -> dict[str, Any]:
    return {
        "rounds": str(shift.rounds),
        "handle": str(shift.handle),
        "theoretical_win": str(shift.theoretical_win),
        "standard_deviation": root(shift.variance, 6),
        "bands": {str(level): [f"{end:.6f}" for end in shift.band(level)] for level in LEVELS},
    }


def simulation_text(simulation: Simulation, *, level: Fraction, shift: Shift | None = None) -> Iterator[Line]:
    """A page: the mean beside the exact value, each wager's rows, the seats' covariance, sessions and shift."""
    from tablegames.report.text import money_lines, paytables_line, readings_line, table_of

    game, exact = simulation.exact.game, simulation.expected
    seats = f"{simulation.seats} seats" if simulation.seats > 1 else "1 seat"
    yield f"{game.name}: {thousands(simulation.rounds)} rounds simulated, {seats}, seed {simulation.seed}"
    plan = ", ".join(f"{stage}: {text}" for stage, text in simulation.plan.items())
    best = "the best for these bets" if simulation.exact.stakes else "the best for the main game"
    yield f"Play: {plan or best}."
    unit = "per Ante" if unit_of(simulation) == ANTE else "in money"
    yield (
        "Bets: " + ", ".join(f"{wager} {_short(bet)}" for wager, bet in simulation.bets.items()) + f"; results {unit}."
    )
    yield ""
    interval = simulation.interval(level)
    deviation = "-" if simulation.exact_variance is None else root(simulation.exact_variance, 6)
    rows = [
        ("expected value", decimal(simulation.mean, 8), decimal(exact.expected_value, 8)),
        ("standard error", root(simulation.variance_of_mean, 8) if simulation.rounds > 1 else "-", ""),
        ("z", "-" if simulation.z is None else f"{simulation.z:.3f}", ""),
        (f"{_short(level * 100)} % interval", "{:.8f} to {:.8f}".format(*interval) if interval else "-", ""),
        ("standard deviation", root(simulation.covariance(0, 0), 6), deviation),
    ]
    if simulation.seats > 1:
        rows.append(("covariance of two seats", decimal(simulation.between_seats, 6), ""))
    yield table_of(("figure", "simulated", "exact"), rows, right=("simulated", "exact"), whole=("figure",))
    if fit := simulation.fit:
        p_value = "p needs pip install 'tablegames[lab]'" if fit.p_value is None else f"p = {fit.p_value:.4g}"
        yield f"facts of the first seat against the exact chances: chi-square {decimal(fit.statistic, 2)}, {fit.degrees} degrees of freedom, {p_value}"
    if simulation.limited:
        yield (
            f"In {thousands(simulation.limited)} rounds seats that won together shared the payout limit. Averaged over all "
            f"rounds, that took {decimal(simulation.taken, 8)} from each seat; the exact figures are of one seat alone."
        )
    weighed = {**dict.fromkeys(simulation.exact.main_wagers, 1), **simulation.bets}
    for wager in (wager for wager in simulation.exact.wagers if wager in weighed):
        yield ""
        yield f"{wager}"
        yield table_of(
            ("row", "pays", "count", "simulated", "exact"),
            _wager_rows(simulation, wager),
            right=("count", "simulated", "exact"),
            whole=("row", "pays"),
        )
    if simulation.shared:
        yield ""
        yield from _shared_text(simulation.shared)
    if simulation.sessions:
        yield ""
        yield from _sessions_text(simulation.sessions, unit)
    if shift:
        yield ""
        yield from _shift_text(shift, unit)
    yield ""
    if simulation.exact.rules.paytables:
        yield paytables_line(simulation.exact.rules)
    yield from money_lines(game, simulation.exact.rules, stakes=unit_of(simulation) == MONEY)
    yield readings_line(simulation.exact.rules)
    yield "; ".join(f"{name} {version}" for name, version in versions().items())


def _wager_rows(simulation: Simulation, wager: str) -> Iterator[tuple[str, str, str, str, str]]:
    """A wager's rows: how often each was counted, and is exactly."""
    members, counted = simulation.exact.row_facts(wager), simulation.observed.histogram
    for row in simulation.exact.rows(wager):
        count = sum(counted.get(facts, 0) for facts in members[row.row, row.pays])
        seen = Fraction(count, simulation.observed.deals)
        yield (
            row.row, row.pays, thousands(count), percent(seen, 5) + " %", percent(Fraction(row.deals, row.of), 5) + " %",
        )  # fmt: skip


def _shared_text(shared: SharedFigures) -> Iterator[Line]:
    from tablegames.report.text import table_of

    yield f"{shared.wager}, which the seats win from one another: exactly 0 for each, and no part of the expected value above"
    every = sum(row.counted for row in shared.rows)
    rows = [
        (row.row, row.pays, thousands(row.counted), percent(Fraction(row.counted, every), 5) + " %")
        for row in shared.rows
    ]
    yield table_of(("row", "pays", "count", "simulated"), rows, right=("count", "simulated"), whole=("row", "pays"))
    z = "" if shared.z is None else f", standard error {root(shared.variance_of_mean, 8)}, z {shared.z:.3f}"
    yield f"the first seat's mean {decimal(shared.mean, 8)}{z}"


def _sessions_text(sessions: Sessions, unit: str) -> Iterator[Line]:
    from tablegames.report.text import table_of

    bankroll = f" from a bankroll of {_short(sessions.span.bankroll)}" if sessions.span.bankroll is not None else ""
    yield f"{thousands(sessions.count)} sessions of {thousands(sessions.span.rounds)} rounds{bankroll}, {unit}"
    yield f"  ahead at the end {percent(sessions.ahead, 3)} %" + (
        f", ruined {percent(sessions.risk_of_ruin, 3)} % (less left than the next wagers before the deal; raises are on credit)"
        if bankroll
        else ""
    )
    of: Mapping[str, Mapping[int, int]] = {
        "first seat's result": sessions.results,
        "its deepest fall": sessions.drawdowns,
        "all seats, none stopping" if bankroll else "all seats' result": sessions.tables,
    }
    columns = ("not above, in", *(f"{_short(part * 100)} %" for part in QUANTILES))
    rows = [(name, *(_short(sessions.quantile(values, part)) for part in QUANTILES)) for name, values in of.items()]
    yield table_of(columns, rows, right=columns[1:], whole=columns[:1])


def _shift_text(shift: Shift, unit: str) -> Iterator[Line]:
    from tablegames.report.text import table_of

    yield f"The house over {thousands(shift.rounds)} rounds of this table, {unit}"
    rows = [("wagered", decimal(shift.handle, 2)), ("theoretical win", decimal(shift.theoretical_win, 2))]
    rows += [
        (f"win, {_short(level * 100)} % of shifts", "{:.2f} to {:.2f}".format(*shift.band(level))) for level in LEVELS
    ]
    yield table_of(("figure", "value"), rows, right=("value",), whole=("figure",))


def _short(value: Fraction) -> str:
    """A fraction as a short decimal where it is one, to four digits where it is none."""
    text = decimal(value, 4).rstrip("0").rstrip(".")
    return text if text not in ("", "-0") else "0"
