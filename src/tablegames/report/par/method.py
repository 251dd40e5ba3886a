"""How the figures were found, and what agrees with them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tablegames.analysis.exact import TIE_RULE, Analysis
from tablegames.analysis.simulation import Simulation
from tablegames.contract.document import Block, Cell, Column, Kind, Paragraph, Table, number, rooted, table, words
from tablegames.contract.strategy import plan_in_words
from tablegames.core.figures import decimal, thousands
from tablegames.core.money import format_amount
from tablegames.report.par.wagers import deck_count


def method(analysis: Analysis, simulation: Simulation | None) -> Iterator[Block]:
    """What was enumerated, the checks that this report makes, and the simulation where one was made."""
    counted = deck_count(analysis.game, analysis.deals)
    formula = f" = {counted}" if counted else ""
    yield Paragraph(
        f"Enumeration. {thousands(analysis.deals)} equally likely deals{formula}: {analysis.method}. Deals are counted "
        "by facts, the few values on which money depends, in integers; each fact is settled once, by the settlement that "
        "also rules on single hands; every figure is a fraction of integers and is rounded only where it is printed. The "
        f"objective of the play is the main game's expected value; {TIE_RULE}."
    )
    yield Paragraph(
        "The software's tests compare the counting kernels with a plain walk over its readable rules, deal by deal, on "
        "small decks, and the kernels' facts with the readable rules' on random deals of the full deck."
    )
    yield Paragraph(f"To repeat: {command(analysis)}")
    yield checks(analysis)
    if simulation is None:
        yield Paragraph("Second method. No simulation was made for this report.")
    else:
        yield from _simulated(simulation)


def command(analysis: Analysis) -> str:
    """The command that gives these figures again, with what differs from the defaults.

    >>> from tablegames.analysis.exact import analyze
    >>> from tablegames.games import game_named
    >>> game = game_named("high-card-flush")
    >>> command(analyze(game, game.with_choices(game.default_rules(), paytables={"flush-bonus": "B"}, readings={})))
    '“tablegames analyze high-card-flush --paytable flush-bonus=B”'
    """
    game, rules = analysis.game, analysis.rules
    parts = [f"tablegames analyze {game.id}"]
    if rules.submission:
        parts.append("--submission FILE")
    else:
        default = game.default_rules()
        parts += [
            f"--paytable {slot}={t.name}" for slot, t in rules.paytables.items() if t != default.paytables.get(slot)
        ]
        parts += [
            f"--reading {id_}={choice}" for id_, choice in rules.readings.items() if choice != default.readings[id_]
        ]
    limits = ",".join(f"{length}:{limit}" if length else str(limit) for length, limit in rules.raise_limits.items())
    parts += [f"--raise-limit {limits}"] if limits and not rules.submission else []
    parts += [f"--meter {meter}={format_amount(cents)}" for meter, cents in analysis.meters.items()]
    file = ", FILE being the Rules Submission whose digest stands under Identity" if rules.submission else ""
    return f"“{' '.join(parts)}”{file}"


def checks(analysis: Analysis) -> Table:
    """What must agree, with both sides computed."""
    rows: list[tuple[Cell | str, ...]] = []
    for wager in analysis.wagers:
        listed = analysis.rows(wager)
        rows.append(_check(f"{wager}: outcomes add up to the deals", sum(row.deals for row in listed), listed[0].of))
        contributed = sum((row.contribution for row in listed), Fraction(0))
        rows.append(_check(f"{wager}: contributions add up", contributed, analysis.wager(wager).expected_value))
    wagers = sum((analysis.wager(wager).expected_value for wager in analysis.main_wagers), Fraction(0))
    rows.append(_check("main game: its wagers' expected values add up", wagers, analysis.main.expected_value))
    net = sum((result * deals for result, deals in _results(analysis).items()), Fraction(0)) / analysis.deals
    rows.append(_check("main game: the mean of its net results", net, analysis.main.expected_value))
    covered = sum(
        (analysis.covariance(one, other) for one in analysis.main_wagers for other in analysis.main_wagers), Fraction(0)
    )
    rows.append(_check("main game: covariances add up to the variance", covered, analysis.main.variance))
    return table("checks", "Checks made by this report", ("check", "found", "expected", "agrees"), rows)


def _results(analysis: Analysis) -> dict[Fraction, int]:
    """The main game's net results."""
    return analysis.distribution(dict.fromkeys(analysis.main_wagers, Fraction(1)))


def _check(says: str, found: int | Fraction, expected: int | Fraction) -> tuple[str, str, str, str]:
    """One check."""
    return says, str(found), str(expected), "yes" if found == expected else "NO"


def _simulated(simulation: Simulation) -> Iterator[Block]:
    """A simulation beside the exact value."""
    plan = plan_in_words(simulation.exact.game.plays.options, simulation.plan) if simulation.plan else "the best play"
    bets = ", ".join(f"{wager} {decimal(size, 2)}" for wager, size in simulation.bets.items())
    seats = "one seat" if simulation.seats == 1 else f"{simulation.seats} seats"
    yield Paragraph(
        f"Second method. {thousands(simulation.rounds)} rounds of {seats} were dealt at random from seed {simulation.seed} and "
        f"decided by {plan}; bets: {bets}. Every round is dealt card by card and ranked, and its "
        "decision is looked up in the play that was found; nothing is enumerated. The settlement is the same."
    )
    z = "none" if simulation.z is None else f"{simulation.z:.3f}"
    rows = [
        ("mean result of a seat and round", number(simulation.mean, 8)),
        ("its standard error", rooted(simulation.variance_of_mean, 8)),
        ("exact expected value", number(simulation.expected.expected_value, 8)),
        ("z: standard errors between them", words(z)),
    ]
    if fit := simulation.fit:
        p = "" if fit.p_value is None else f", p = {fit.p_value:.4f}"
        facts = f"chi-square {decimal(fit.statistic, 3)}, {fit.degrees} degrees of freedom{p}"
        rows.append(("facts against their exact chances", words(facts)))
    columns = (Column("figure", "figure"), Column("value", "value", Kind.NUMBER))
    yield table("simulation", "Simulation", columns, [(words(name), cell) for name, cell in rows])
    yield Paragraph(
        "How to read it: if simulation and exact value agree, |z| is above 1.96 in one simulation of twenty, and above 3.3 "
        "in one of a thousand; p is the chance of a chi-square as large as this or larger, and of independent simulations "
        "one in a hundred has p below 0.01. One such result asks for another seed, several for another explanation."
    )
