"""Paytable lab: rows read and written back, the very figures of the analysis, submissions that keep what others said."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from urllib.parse import parse_qsl, urlsplit

import pytest

from tablegames.analysis.alternatives import alternatives
from tablegames.analysis.exact import analyze
from tablegames.contract.game import Game
from tablegames.core.figures import percent, root
from tablegames.core.law import Source
from tablegames.games import GAMES, game_named
from tablegames.web.house import SaveForm, save
from tablegames.web.lab import Lab, field_of
from tablegames.web.lab_figures import KnownFigures, LabFigures
from tablegames.web.settings import IN_MEMORY
from tablegames.web.store import Store

FLUSH = game_named("high-card-flush")
BEFORE = """property = "Bay"
version = "1"
effective = 2026-12-01
games.saigon-5-card.paytables.bonus = "example"
[games.high-card-flush]
seats = 5
wagers.ante = { minimum = "10" }
paytables.straight-flush-bonus = { name = "VIP", rows = { "seven-card straight flush" = "500 to 1", "six-card straight flush" = "200 to 1", "five-card straight flush" = "100 to 1", "four-card straight flush" = "50 to 1" } }
rounding = { unit = "0.25", direction = "down" }
"""  # fmt: skip
FOUR = "flush-bonus.four-card-flush"


def lab(*typed: tuple[str, str]) -> Lab:
    return Lab.of(FLUSH, FLUSH.default_rules(), typed)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_an_untouched_lab_is_the_default_rules_at_the_shortest_address(game: Game) -> None:
    rules = game.default_rules()
    untouched = Lab.of(game, rules, ())
    assert (untouched.rules, untouched.faults) == (rules, {})
    sent = [(line.field, line.typed) for slot in untouched.slots.values() for line in slot.lines]
    assert Lab.of(game, rules, sent).link() == f"/lab/{game.id}"


def test_fields_of_rows_are_all_different() -> None:
    for game in GAMES:
        fields = [field_of(form.slot, row) for form in game.forms for row in form.rows]
        assert len(set(fields)) == len(fields)


def test_a_changed_row_makes_a_table_of_the_houses_own_and_its_link_asks_it_again() -> None:
    changed = lab((FOUR, "3 to 2"), ("flush-bonus.five-card-flush", "10 to 1"))
    table = changed.rules.paytables["flush-bonus"]
    assert (table.name, table.source, str(table.rows["four-card flush"])) == ("house", Source.SUBMISSION, "3 to 2")
    assert changed.fields == {FOUR: "3 to 2"}
    assert lab(*parse_qsl(urlsplit(changed.link()).query, keep_blank_values=True)).rules == changed.rules


def test_rows_that_are_those_of_a_published_table_are_that_table() -> None:
    other = FLUSH.paytable("flush-bonus", "B")
    typed = [(field_of("flush-bonus", row), str(award)) for row, award in other.rows.items()]
    assert lab(*typed).rules.paytables["flush-bonus"] == other
    assert lab(("from.flush-bonus", "B")).rules.paytables["flush-bonus"] == other


def test_a_slot_is_left_out_and_an_optional_row_too() -> None:
    assert "flush-bonus" not in lab(("from.flush-bonus", "-")).rules.paytables
    optional = "straight-flush-bonus.three-card-straight-flush"
    without = lab((optional, ""))
    assert without.faults == {}
    assert "three-card straight flush" not in without.rules.paytables["straight-flush-bonus"].rows
    assert lab(*parse_qsl(urlsplit(without.link()).query, keep_blank_values=True)).rules == without.rules


@pytest.mark.parametrize(
    ("field", "text", "says"),
    [
        (FOUR, "2", "four-card flush: '2' is not an award with its unit"),
        (FOUR, "", "row 'four-card flush' is missing"),
        (FOUR, "amount 5", "is for a progressive"),
        (FOUR, "20 to 1", "four-card flush (20 to 1) pays more than five-card flush (10 to 1)"),
        ("raise_limit", "9", "above the game's own"),
        ("reading.678a-R1", "nonsense", "has no choice 'nonsense'"),
        ("meter.progressive", "much", "'much' is not an amount"),
        ("stake.progressive", "0", "an amount of 0.00 says nothing"),
    ],
)
def test_what_is_wrong_is_said_of_its_field(field: str, text: str, says: str) -> None:
    more = [("from.progressive", "one-dollar"), ("meter.progressive", "5000")] if field.startswith("stake") else []
    faults = lab(*more, (field, text)).faults
    assert list(faults) == [field]
    assert says in faults[field]


def test_a_share_of_a_meter_asks_for_the_meter() -> None:
    assert list(lab(("from.progressive", "one-dollar")).faults) == ["meter.progressive"]
    assert lab(("from.progressive", "one-dollar"), ("meter.progressive", "5000")).faults == {}


def test_the_figures_are_those_of_the_analysis() -> None:
    changed = lab((FOUR, "3 to 2"), ("from.progressive", "one-dollar"), ("meter.progressive", "5000"))
    shown = LabFigures(FLUSH.id, changed.rules, changed.meters[0])(lambda part: None)
    exact = analyze(FLUSH, changed.rules, meters={"progressive": 500_000})
    assert Fraction(shown["main"]["exact"]) == exact.main.house_edge
    for wager in exact.wagers:
        assert shown["wagers"][wager]["edge"] == percent(exact.wager(wager).house_edge, 4)
        assert shown["wagers"][wager]["deviation"] == root(exact.wager(wager).variance, 4)
        assert [row["row"] for row in shown["wagers"][wager]["rows"]] == [row.row for row in exact.rows(wager)]


def test_the_known_tables_have_their_own_figures() -> None:
    changed = lab((FOUR, "3 to 2"))
    shown = KnownFigures(FLUSH.id, changed.rules, {})(lambda part: None)
    for one in alternatives(analyze(FLUSH))["flush-bonus"]:
        assert one.figures is not None
        assert shown["flush-bonus"][one.table.name]["edge"] == percent(one.figures.house_edge, 4)


def test_saving_keeps_what_an_open_submission_says_beside() -> None:
    store = Store(IN_MEMORY)
    digest = store.save(BEFORE).digest
    rules = store.submission(digest).rules(FLUSH)
    changed = Lab.of(
        FLUSH, rules, [("submission", digest), (FOUR, "3 to 2"), ("from.flush-bonus", ""), ("raise_limit", "1")]
    )
    assert changed.rules.paytables["straight-flush-bonus"].name == "VIP"
    saved = save(store, changed, SaveForm("Bay", "2", "2027-01-01"), "ada", "")
    after = store.submission(saved)
    kept = tomllib.loads(store.toml(saved))
    assert kept["games"]["saigon-5-card"] == {"paytables": {"bonus": "example"}}
    own = kept["games"]["high-card-flush"]
    assert (own["seats"], own["wagers"], own["raise_limit"]) == (5, {"ante": {"minimum": "10"}}, "1")
    assert after.rules(FLUSH).paytables["flush-bonus"].rows == changed.rules.paytables["flush-bonus"].rows
    assert after.rules(FLUSH).rounding == rules.rounding
    assert (after.version, after.effective.isoformat()) == ("2", "2027-01-01")


def test_a_wager_whose_table_was_taken_away_is_not_offered_after_saving() -> None:
    store = Store(IN_MEMORY)
    saved = save(store, lab(("from.flush-bonus", "-")), SaveForm("Bay", "1", "2027-01-01"), "ada", "")
    limits = store.submission(saved).rules(FLUSH).limits["flush-bonus"]
    assert not limits.offered


@pytest.mark.parametrize(
    ("form", "field"),
    [
        (SaveForm("", "1", "2027-01-01"), "property"),
        (SaveForm("Bay", "\t", "2027-01-01"), "version"),
        (SaveForm("Bay", "1", "1.1.2027"), "effective"),
        (SaveForm("Bay", "1", "20270101"), "effective"),
    ],
)
def test_what_a_submission_is_saved_under_is_checked(form: SaveForm, field: str) -> None:
    assert list(form.faults) == [field]
