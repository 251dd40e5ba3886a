"""By what rules a report says that it was made: choices, readings and their effect, what the house offers, the software."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from tablegames.analysis.exact import Analysis, analyze
from tablegames.asks.rulings import parse_raise_limits
from tablegames.contract.document import Table
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.money import Direction, Rounding
from tablegames.core.wagers import Limits
from tablegames.games import game_named
from tablegames.report.document import Document
from tablegames.report.formats.json_file import report_json
from tablegames.report.par.chosen import DEFAULTS, chosen_line
from tablegames.report.par.identity import limits_of, rules_of_play
from tablegames.report.par.readings import house_edges
from tablegames.report.par.sheet import par_sheet
from tablegames.report.par.software import digest_of, source_digest
from tests.report.cases import GAMES, analysed, report_on

FLUSH, SAIGON, HOLDEM, ULTIMATE = map(game_named, GAMES)


def texts(table: Table) -> dict[str, str]:
    """A table's second column by its first."""
    return {row[0].text: row[1].text for row in table.rows}


def limited(raises: str, **limits: Limits) -> Rules:
    """High Card Flush with a house's limits."""
    rules = FLUSH.default_rules()
    named = {wager.replace("_", "-"): bounds for wager, bounds in limits.items()}
    return replace(
        rules, limits=named, raise_limits=parse_raise_limits(FLUSH, raises, rules), house="A House", payout_limit=10_000_000
    )  # fmt: skip


def report_with(game: Game, rules: Rules) -> Document:
    """A report under some rules."""
    return par_sheet(analyze(game, rules), charts=False)


@pytest.mark.parametrize("game", [FLUSH, SAIGON, HOLDEM, ULTIMATE])
def test_default_rules_are_called_so_and_nothing_else_is(game: Game) -> None:
    rules = game.default_rules()
    assert chosen_line(game, rules) == DEFAULTS
    for form in game.forms:
        for name, table in game.paytables(form.slot).items():
            if table != rules.paytables.get(form.slot):
                chosen = game.with_choices(rules, paytables={form.slot: name}, readings={})
                assert chosen_line(game, chosen) == f"default rules, but: paytable {form.slot} {name}"
    for reading in game.law.readings.values():
        for choice in set(reading.choices) - {reading.default, "chip"}:
            chosen = game.with_choices(rules, paytables={}, readings={reading.id: choice})
            assert chosen_line(game, chosen) == f"default rules, but: reading {reading.id} {choice}"
    assert "0.25" in chosen_line(game, game.with_rounding(rules, Rounding(25, Direction.UP)))
    assert chosen_line(game, replace(rules, payout_limit=100)) == (
        "default rules, but: aggregate payout limit 1.00 a round, or what one patron can win at the minimum wagers "
        "(the Ante has no minimum) if that is more"
    )
    if game.raises.most:
        caps = replace(rules, raise_limits=parse_raise_limits(game, "1", rules))
        assert chosen_line(game, caps) == "default rules, but: raise limits every hand 1x"


def test_what_was_chosen_stands_in_the_foot_and_under_identity() -> None:
    rules = FLUSH.with_choices(FLUSH.default_rules(), paytables={"flush-bonus": "B"}, readings={})
    report = report_with(FLUSH, rules)
    assert report.foot == report_json(report)["foot"] == "default rules, but: paytable flush-bonus B"
    assert texts(report.tables["identity"])["rules"] == report.foot


@pytest.mark.parametrize("game_id", ["high-card-flush", "saigon-5-card", "heads-up-holdem"])
def test_other_readings_with_their_effect(game_id: str) -> None:
    game = game_named(game_id)
    tables = {block.key: block for block in rules_of_play(analysed(game_id)) if isinstance(block, Table)}
    for row in tables["readings"].rows:
        reading = game.law.readings[row[0].text]
        assert row[4].text == (", ".join(each for each in reading.choices if each != reading.default) or "none")
        assert row[5].text == (reading.effect if len(reading.choices) > 1 else "")
    found = {(row[0].text, row[2].text, row[3].text): (row[4], row[5]) for row in tables["reading effects"].rows}
    for (id_, choice, wager), (before, after) in found.items():
        if not before.text:  # what it decides is not analysed
            continue
        other = analyze(game, game.with_choices(game.default_rules(), paytables={}, readings={id_: choice}))
        assert Fraction(before.exact) == house_edges(analysed(game_id))[wager]
        assert Fraction(after.exact) == house_edges(other)[wager] != house_edges(analysed(game_id))[wager]


def test_the_edges_that_a_low_ace_moves() -> None:
    # a published edge counts the low ace: 13.086 %; the section as written gives 20.508 %
    rows = report_on("high-card-flush").tables["reading effects"].rows
    assert [cell.text for cell in rows[0]] == [
        "678a-R1", "ace-high-only", "ace-low", "straight-flush-bonus", "20.508235 %", "13.086386 %", "-7.421849 %",
    ]  # fmt: skip
    assert [cell.text for cell in rows[1]] == ["678a-R7", "returned", "collected", "no wager analysed", "", "", ""]


def test_analysed_and_not_analysed_have_no_wager_in_common() -> None:
    rules = limited("6:2", ante=Limits(minimum=1000), straight_flush_bonus=Limits(offered=False))
    rows = texts(report_with(FLUSH, rules).tables["identity"])
    assert rows["wagers analysed"] == "ante, raise, flush-bonus"
    not_analysed = "straight-flush-bonus (not offered by the house); progressive (no paytable is chosen)"
    assert rows["wagers not analysed"] == not_analysed
    assert texts(report_on("saigon-5-card").tables["identity"])["wagers not analysed"] == (
        "bonus (no paytable is chosen); pot (it depends on the other seats)"
    )


def test_every_wager_has_a_row_in_what_the_house_offers() -> None:
    rules = limited("6:2", ante=Limits(minimum=1000), straight_flush_bonus=Limits(offered=False))
    rows = {row[0].text: [cell.text for cell in row[1:]] for row in limits_of(FLUSH, rules).rows}
    assert list(rows) == [wager.id for wager in FLUSH.wagers]
    assert rows["ante"] == ["yes", "10.00", "", ""]
    assert rows["flush-bonus"] == ["yes", "", "", ""]
    assert rows["straight-flush-bonus"][0] == rows["progressive"][0] == "no"


def test_raise_limits_stand_with_what_they_leave_unchanged() -> None:
    tables = report_with(FLUSH, limited("6:2")).tables
    left = "1x the Ante with a flush of two, three or four cards, 1x or 2x with five or six, 1x, 2x or 3x with seven"
    assert texts(tables["identity"])["raise limits of the house"] == (
        f"6-card flush: 2x; so the raises in force are {left}"
    )
    assert texts(tables["trade rules"])["678a-T3"].endswith(f" The house allows less: {left}.")
    assert "The house" not in texts(report_on("high-card-flush").tables["trade rules"])["678a-T3"]


def test_seats_say_who_says_so() -> None:
    assert texts(report_on("high-card-flush").tables["identity"])["seats"] == "at most 6 (trade rule 678a-T1)"
    own = replace(FLUSH.default_rules(), seats=5)
    assert texts(report_with(FLUSH, own).tables["identity"])["seats"] == "5, by the house"


def test_the_softwares_digest_follows_every_source_file(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    for name, content in {"a.py": b"x\r\n", "inner/law.toml": b"y\n", "data.npz": b"z"}.items():
        (tmp_path / name).write_bytes(content)
    first = digest_of(tmp_path)
    (tmp_path / "data.npz").write_bytes(b"other")  # no source: compiled code and data are made, not written
    (tmp_path / "a.py").write_bytes(b"x\n")
    assert digest_of(tmp_path) == first
    (tmp_path / "inner/law.toml").write_bytes(b"Y\n")
    assert digest_of(tmp_path) != first
    assert source_digest() in texts(report_on("saigon-5-card").tables["identity"])["software"]


@pytest.mark.parametrize("game_id", GAMES)
def test_the_net_results_give_every_figure_of_the_main_game(game_id: str) -> None:
    analysis: Analysis = analysed(game_id)
    from tablegames.report.par.wagers import net_results

    rows = [(Fraction(row[0].exact), int(row[1].exact)) for row in net_results(analysis).rows]
    deals = sum(times for _, times in rows)
    mean = sum((net * times for net, times in rows), Fraction(0)) / deals
    square = sum((net * net * times for net, times in rows), Fraction(0)) / deals
    shares = [
        Fraction(sum(times for net, times in rows if (net > 0) - (net < 0) == sign), deals) for sign in (1, 0, -1)
    ]
    main = analysis.main
    assert deals == analysis.deals
    assert (mean, square - mean * mean) == (main.expected_value, main.variance)
    assert shares == [main.hit, main.push, main.loss]


@pytest.mark.parametrize("game_id", GAMES)
def test_a_wager_that_is_not_made_is_no_push(game_id: str) -> None:
    from tablegames.report.par.headline import headline

    analysis = analysed(game_id)
    (table,) = (block for block in headline(analysis) if isinstance(block, Table) and block.key == "wagers")
    keys = [column.key for column in table.columns]
    for row in table.rows:
        cells = dict(zip(keys, row, strict=True))
        hit, push, loss, unmade = (Fraction(cells[key].exact) for key in ("hit frequency", "push", "loss", "not made"))
        assert hit + push + loss + unmade == 1
        by_row = {each.row: Fraction(each.deals, each.of) for each in analysis.rows(cells["wager"].text)}
        assert unmade == by_row.get("not made", 0)
        pushed = [each for each in analysis.rows(cells["wager"].text) if each.pays == "push"]
        assert push == sum((Fraction(each.deals, each.of) for each in pushed), Fraction(0))


def test_json_and_text_say_not_made_too() -> None:
    from tablegames.report.analysis import analysis_json, analysis_text

    analysis = analysed("high-card-flush")
    found = analysis_json(analysis)["wagers"]
    folds = next(row for row in found["raise"]["rows"] if row["row"] == "not made")
    assert found["raise"]["not_made_frequency"] == str(Fraction(int(folds["deals"]), int(folds["of"])))
    assert "not_made_frequency" not in found["ante"]
    parts = ("hit_frequency", "push_frequency", "loss_frequency", "not_made_frequency")
    assert sum(Fraction(found["raise"][part]) for part in parts) == 1
    assert any("not made in 32" in str(line) for line in analysis_text(analysis))
