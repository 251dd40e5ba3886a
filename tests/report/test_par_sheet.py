"""The content of a report: sums that must agree, figures against other ways to find them, and nothing stale."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb, pi, sqrt
from pathlib import Path
from statistics import NormalDist

import pytest

from tablegames.analysis.alternatives import alternatives
from tablegames.analysis.exact import analyze
from tablegames.analysis.payout_limit import bets_at, limit_effect
from tablegames.analysis.sensitivity import player_errors
from tablegames.analysis.simulate import simulate
from tablegames.analysis.strategy import evaluate
from tablegames.analysis.sweep import sweep
from tablegames.asks.rulings import parse_raise_limits
from tablegames.contract.document import Block, Kind, Table
from tablegames.core.law import Source
from tablegames.core.wagers import Limits, MeterPlan
from tablegames.games import game_named
from tablegames.report.par.comparison import comparison
from tablegames.report.par.headline import headline
from tablegames.report.par.method import checks
from tablegames.report.par.sheet import par_sheet
from tablegames.report.par.spread import skewness_squared
from tablegames.report.par.swept import swept
from tablegames.report.par.wagers import deck_count, frequencies, returns
from tests.report.cases import GAMES, analysed, flush_report, flush_rules, needs_poppler, numbers_of, report_on, text_of

every_game = pytest.mark.parametrize("game_id", GAMES)
SECTIONS = (
    "identity", "headline", "rules", "frequencies", "returns", "spread", "strategy", "paytables", "method", "sensitivity",
)  # fmt: skip


def tables_of(blocks: Iterable[Block]) -> dict[str, Table]:
    """Tables by their keys."""
    return {block.key: block for block in blocks if isinstance(block, Table)}


@every_game
def test_every_frequency_table_adds_up_to_the_deck(game_id: str) -> None:
    analysis = analysed(game_id)
    deck = len(analysis.game.deck)
    tables = tables_of(frequencies(analysis))
    for wager in analysis.wagers:
        table = tables[f"frequencies {wager}"]
        counts = [int(row[1].exact) for row in table.rows]
        assert sum(counts) == int(table.total[1].exact)
        assert f"{sum(counts):,}" in table.note
        assert sum(Fraction(row[2].exact) for row in table.rows) == 1
        for row in table.rows:
            assert Fraction(row[3].exact) * Fraction(row[2].exact) == 1
    assert analysis.deals % comb(deck, analysis.game.player_cards) == 0


def test_the_decks_counts_by_their_formulas() -> None:
    # 27,813,810,024,000 = C(52,2) C(50,3) C(47,2) C(45,2): a seat decides on three community cards and on five
    assert deck_count(game_named("heads-up-holdem"), 27_813_810_024_000) == "C(52, 2) × C(50, 3) × C(47, 2) × C(45, 2)"
    assert comb(52, 2) * comb(50, 3) * comb(47, 2) * comb(45, 2) == 27_813_810_024_000
    assert deck_count(game_named("heads-up-holdem"), comb(52, 7)) == "C(52, 7)"
    assert deck_count(game_named("saigon-5-card"), comb(53, 5) * comb(48, 5)) == "C(53, 5) × C(48, 5)"
    assert deck_count(game_named("saigon-5-card"), 17) == ""


@every_game
def test_running_sums_end_at_the_expected_value(game_id: str) -> None:
    analysis = analysed(game_id)
    tables = tables_of(returns(analysis))
    for wager in analysis.wagers:
        table = tables[f"returns {wager}"]
        assert Fraction(table.rows[-1][5].exact) == analysis.wager(wager).expected_value
        assert Fraction(table.total[4].exact) == analysis.wager(wager).expected_value
        sizes = {row[2].exact for row in table.rows}
        assert sizes <= {"0", "1", "2", "3", "4"}


@every_game
def test_the_checks_agree_and_can_fail(game_id: str) -> None:
    analysis = analysed(game_id)
    assert {row[3].text for row in checks(analysis).rows} == {"yes"}
    broken = replace(analysis, histogram=dict(analysis.histogram))
    assert broken.main  # its sums are made; now a deal more, which they do not know
    facts = next(iter(broken.histogram))
    broken.histogram[facts] += 1  # type: ignore[index]
    assert "NO" in {row[3].text for row in checks(broken).rows}


@every_game
def test_headline_names_every_base(game_id: str) -> None:
    analysis = analysed(game_id)
    main = analysis.main
    tables = tables_of(headline(analysis))
    rows = {(row[0].text, row[1].text): row[2].exact for row in tables["headline"].rows}
    assert all(base for _, base in rows)
    assert rows["house edge", "per Ante"] == str(-main.expected_value)
    assert rows["element of risk", "per unit wagered on average"] == str(-main.expected_value / main.average_wager)
    assert rows["return to player", "per Ante: 1 - house edge"] == str(1 + main.expected_value)
    assert rows["hit frequency", "rounds with a net win"] == str(main.hit)


def test_sections() -> None:
    assert tuple(section.key for section in report_on("high-card-flush").sections) == SECTIONS
    cells = [cell for table in report_on("high-card-flush").tables.values() for row in table.rows for cell in row]
    assert all(cell.exact for cell in cells if cell.value is not None)  # no rounded figure without the exact one


def test_marks_readings_and_paragraphs_are_there() -> None:
    tables = report_on("high-card-flush").tables
    game = game_named("high-card-flush")
    assert {row[0].text for row in tables["paragraphs"].rows} == {f"§ {cite}" for cite in game.law.paragraphs}
    assert {row[0].text for row in tables["trade rules"].rows} == set(game.law.trade_rules)
    assert {row[0].text for row in tables["readings"].rows} == set(game.law.readings)
    marks = {source.value for source in Source}
    assert {row[6].text for row in tables["returns flush-bonus"].rows} <= marks
    assert all(row[7].text for row in tables["returns flush-bonus"].rows)


def test_skewness_and_bands_against_floats() -> None:
    analysis = analysed("high-card-flush")
    distribution = analysis.distribution({"flush-bonus": Fraction(1)})
    total = sum(distribution.values())
    mean = sum(float(net) * count for net, count in distribution.items()) / total
    moments = [
        sum((float(net) - mean) ** power * count for net, count in distribution.items()) / total for power in (2, 3)
    ]
    skew = moments[1] / moments[0] ** 1.5
    assert sqrt(skewness_squared(distribution)) == pytest.approx(skew, rel=1e-9)
    bands = report_on("high-card-flush").tables["bands flush-bonus"]
    for row, level in product(bands.rows, (90, 95, 99)):
        rounds = int(row[0].exact)
        z = NormalDist().inv_cdf(0.5 + level / 200)
        low, high = row[{90: 3, 95: 4, 99: 5}[level]].text.removesuffix(" %").split(" to ")
        half = z * sqrt(moments[0] / rounds) * 100
        assert float(low) == pytest.approx(100 * (1 + mean) - half, abs=6e-4)
        assert float(high) == pytest.approx(100 * (1 + mean) + half, abs=6e-4)
        assert float(Fraction(row[6].exact)) == pytest.approx(skew / 6 / sqrt(2 * pi * rounds), rel=1e-6)
        assert ("poor" in row[6].text) == (skew / 6 / sqrt(2 * pi * rounds) >= 0.01)


def test_known_paytables_against_their_own_analyses() -> None:
    found = alternatives(analysed("high-card-flush"))
    game = game_named("high-card-flush")
    for one in found["straight-flush-bonus"]:
        rules = game.with_choices(game.default_rules(), paytables={"straight-flush-bonus": one.table.name}, readings={})
        assert one.figures == analyze(game, rules).wager("straight-flush-bonus")
    assert [one.figures for one in found["progressive"]] == [None, None]  # no meter is given
    own = alternatives(analyze(game, flush_rules("400")))["flush-bonus"]
    assert [one.table.name for one in own] == ["house", "A", "B", "C"]
    assert own[0].in_force


def test_a_main_game_table_is_played_its_own_best_way() -> None:
    game = game_named("ultimate-texas-holdem")
    (in_force, other) = alternatives(analysed("ultimate-texas-holdem"))["blind"]
    rules = game.with_choices(game.default_rules(), paytables={"blind": other.table.name}, readings={})
    assert in_force.main
    assert in_force.figures == analysed("ultimate-texas-holdem").main
    assert other.figures == analyze(game, rules).main


def test_payout_limit_by_hand() -> None:
    # One seat, 10 on the Ante and 10 on the Straight Flush Bonus, a limit of 50,000: only 8000 to 1 (28 of C(52,7)
    # hands) reaches it.  A seven-card flush raises 3x: with the Ante's 10 and the Raise's 30 the house owes 80,040
    # against a lower dealer's hand, 80,010 against one that does not qualify.
    game = game_named("high-card-flush")
    rules = replace(game.default_rules(), payout_limit=5_000_000)
    analysis = analyze(game, rules)
    effect = limit_effect(analysis, {"ante": 1000, "straight-flush-bonus": 1000})
    assert effect.most == 8_004_000
    assert effect.reached == Fraction(28, comb(52, 7))
    assert 3_001_000 * effect.reached <= effect.taken <= 3_004_001 * effect.reached
    free = replace(analysis, rules=replace(rules, payout_limit=10**9))
    assert limit_effect(free, {"ante": 1000, "straight-flush-bonus": 1000}).taken == 0
    together = analysis.bets({"ante": Fraction(10), "straight-flush-bonus": Fraction(10)})
    assert effect.expected == together.expected_value * 100  # nothing is rounded at these bets


def test_bets_at_the_houses_bounds() -> None:
    game = game_named("high-card-flush")
    limits = {"ante": Limits(minimum=1000, maximum=50_000), "flush-bonus": Limits(offered=False, maximum=100),
              "straight-flush-bonus": Limits(minimum=500)}  # fmt: skip
    analysis = analyze(game, replace(game.default_rules(), limits=limits))
    assert bets_at(analysis, "minimum") == {"ante": 1000, "straight-flush-bonus": 500}
    assert bets_at(analysis, "maximum") == {"ante": 50_000}
    assert bets_at(analysed("high-card-flush"), "maximum") == {}


def test_progressive_and_limit_pages_where_they_are_in_force() -> None:
    game = game_named("high-card-flush")
    rules = game.with_choices(game.default_rules(), paytables={"progressive": "one-dollar"}, readings={})
    plan = MeterPlan(100_000, Fraction(1, 5), Fraction(1, 20))
    rules = replace(
        rules, meter_plans={"progressive": plan}, payout_limit=100_000, limits={"ante": Limits(maximum=50_000)},
        raise_limits=parse_raise_limits(game, "1", rules),
    )  # fmt: skip
    report = par_sheet(analyze(game, rules), bets={"ante": 1000, "progressive": 100}, charts=False)
    assert [section.key for section in report.sections][8:10] == ["progressive", "payout limit"]
    levels = {row[0].text: row[2].exact for row in report.tables["meter progressive"].rows}
    assert levels["break-even"] == "1"
    assert levels["at seed"] == levels["as analysed"]
    # the maximums by the odds and under the limit, which they reach (a Flush Bonus has none), and the bets given
    names = [row[0].text.split(":")[0] for row in report.tables["payout limit"].rows]
    maximums = "the house's maximums"
    assert names == [maximums, f"{maximums}, played best under the limit", "the bets given"]
    assert report.tables["together"].title == "Bets made together: ante 10.00, progressive 1.00, as the house pays them"


def test_errors_are_priced_as_strategy_prices_them() -> None:
    errors = {error.says: error.evaluation for error in player_errors(analysed("high-card-flush"))}
    assert errors["never folds"].cost == evaluate(game_named("high-card-flush"), {"flush": "any"}).cost
    assert all(error.cost > 0 for error in errors.values())
    assert not list(player_errors(analysed("saigon-5-card")))


def test_a_simulation_stands_beside_the_exact_value() -> None:
    found = simulate(game_named("saigon-5-card"), rounds=20_000, seed=3)
    report = par_sheet(analysed("saigon-5-card"), simulation=found, charts=False)
    rows = {row[0].text: row[1] for row in report.tables["simulation"].rows}
    assert rows["mean result of a seat and round"].exact == str(found.mean)
    assert rows["z: standard errors between them"].text == f"{found.z:.3f}"
    assert "No simulation" not in " ".join(getattr(block, "text", "") for block in report.sections[-2].blocks)


def test_a_sweep_stands_after_the_known_paytables() -> None:
    game = game_named("high-card-flush")
    tables = [{"flush-bonus": game.paytable("flush-bonus", name)} for name in "ABC"]
    found = sweep(game, game.default_rules(), tables)
    report = par_sheet(analysed("high-card-flush"), sweep=tuple(swept(found)), charts=False)
    blocks = next(section.blocks for section in report.sections if section.key == "paytables")
    assert getattr(blocks[-1], "key", "") == "sweep"
    edges = [row[2].exact for row in report.tables["sweep"].rows]
    assert edges == [
        str(one.figures.house_edge) for one in alternatives(analysed("high-card-flush"))["flush-bonus"] if one.figures
    ]


def test_comparison_has_each_game() -> None:
    page = comparison([analysed(game_id) for game_id in GAMES[:2]], day="2026-12-01")
    edges = [row[2].exact for row in page.tables["main games"].rows]
    assert edges == [str(analysed(game_id).main.house_edge) for game_id in GAMES[:2]]
    assert page.analysis is None


@pytest.mark.parametrize("form", ["html", "xlsx", "md", "json", pytest.param("pdf", marks=needs_poppler)])
def test_no_stale_figure_after_a_payout_is_changed(form: str, tmp_path: Path) -> None:
    before, after = flush_report("470"), flush_report("830")
    gone = numbers_of(before) - numbers_of(after)
    assert len(gone) > 40, "the paytable's own figures, its bands and its covariances"
    text = text_of(after, form, tmp_path)
    if form == "xlsx":  # a spreadsheet holds numbers, not their texts
        gone = {str(before.tables["wagers"].rows[2][2].exact), str(before.tables["spread"].rows[3][2].exact)}
        assert str(after.tables["wagers"].rows[2][2].exact) in text
    assert not {number for number in gone if number in text}
    assert "470 to 1" not in text
    assert "830 to 1" in text or form == "xlsx"


def test_kinds_of_cells() -> None:
    columns = {column.key: column.kind for column in report_on("saigon-5-card").tables["frequencies ante"].columns}
    assert columns == {
        "outcome": Kind.TEXT, "combinations": Kind.COUNT, "probability": Kind.PERCENT, "one in": Kind.NUMBER,
    }  # fmt: skip


@pytest.mark.full
@pytest.mark.parametrize("game_id", GAMES[2:])
def test_holdem_reports_whole(game_id: str) -> None:
    report = par_sheet(analysed(game_id))
    assert tuple(section.key for section in report.sections) == SECTIONS
    assert len(report.tables["starting hands"].rows) == 13
    assert len(report.charts) == 3 + len(analysed(game_id).game.forms) - (game_id == "heads-up-holdem")
