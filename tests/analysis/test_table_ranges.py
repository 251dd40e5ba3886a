"""Many paytables from few words: every step, every combination, and words that mean none."""

from __future__ import annotations

import pytest

from tablegames.analysis import table_ranges
from tablegames.analysis.table_ranges import combinations, parse_awards, parse_rows, parse_tables, pattern
from tablegames.core.law import Refused, Source
from tablegames.games import game_named

FLUSH, HEADS_UP = game_named("high-card-flush"), game_named("heads-up-holdem")
RULES = FLUSH.default_rules()


@pytest.mark.parametrize(
    ("text", "awards"),
    [
        ("8..10 to 1", ("8 to 1", "9 to 1", "10 to 1")),
        ("1..2 to 1 step 1/4", ("1 to 1", "5 to 4", "3 to 2", "7 to 4", "2 to 1")),
        ("0.5..1.5 to 1 step 0.5", ("1 to 2", "1 to 1", "3 to 2")),
        ("1..4 to 1 step 2", ("1 to 1", "3 to 1")),
        ("300..302 for 1 step 2", ("300 for 1", "302 for 1")),
        ("lose, push, 1..2 to 1", ("lose", "push", "1 to 1", "2 to 1")),
        ("3 to 2, 3/2..5/2 to 1", ("3 to 2", "5 to 2")),
        ("amount 250, meter 50%", ("amount 250.00", "meter 50%")),
    ],
)
def test_awards_of_a_row(text: str, awards: tuple[str, ...]) -> None:
    assert parse_awards(text, what="row") == awards


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("8..12", "is not a range"),
        ("8 to 12..", "is not a range"),
        ("12..8 to 1", "goes nowhere"),
        ("1..2 to 1 step 0", "goes nowhere"),
        ("1..999999999 to 1", "999999999 tables are asked for; a sweep of flush-bonus, row has at most 100000"),
        ("1..60000 to 1, 1..60000 to 1", "120000 tables are asked for"),
        ("0..2 for 1", "returns less than the stake"),
        ("8", "is not an award with its unit"),
        ("8 to 1,", "is not an award with its unit"),
    ],
)
def test_awards_that_are_refused(text: str, words: str) -> None:
    with pytest.raises(Refused, match=words):
        parse_awards(text, what="flush-bonus, row")


def test_ranges_of_several_rows_are_counted_before_any_is_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_ranges, "_written_out", lambda *_, **__: pytest.fail("a range was written out"))
    rows = dict.fromkeys(("five-card flush", "six-card flush"), "1..1000 to 1")
    with pytest.raises(
        Refused, match="1000000 tables are asked for; a sweep of flush-bonus has at most 100000: take fewer"
    ):
        pattern(FLUSH, "flush-bonus", rows, like=None)


def test_every_combination_in_order() -> None:
    found = combinations(HEADS_UP, parse_rows(HEADS_UP, HEADS_UP.default_rules(), ["odds-losing:straight=4..5 to 1", "odds-winning:flush=3 to 2, 2 to 1"]))  # fmt: skip
    chosen = [{slot: str(table) for slot, table in each.items()} for each in found if not isinstance(each, Refused)]
    assert chosen == [
        {"odds-losing": "odds-losing T1, straight 4 to 1", "odds-winning": "odds-winning A"},
        {"odds-losing": "odds-losing T1, straight 4 to 1", "odds-winning": "odds-winning A, flush 2 to 1"},
        {"odds-losing": "odds-losing T1", "odds-winning": "odds-winning A"},
        {"odds-losing": "odds-losing T1", "odds-winning": "odds-winning A, flush 2 to 1"},
    ]
    last = found[-1]
    assert not isinstance(last, Refused)
    assert {slot: table.source for slot, table in last.items()} == {
        "odds-losing": Source.INFERRED,
        "odds-winning": Source.EXAMPLE,
    }


def test_a_refused_table_refuses_every_choice_of_it() -> None:
    rows = ["odds-losing:straight=5 to 1, 9 to 1", "odds-winning:flush=3 to 2, 2 to 1"]
    found = combinations(HEADS_UP, parse_rows(HEADS_UP, HEADS_UP.default_rules(), rows))
    assert [isinstance(each, Refused) for each in found] == [False, False, True, True]


def test_more_than_can_be_swept() -> None:
    rows = ["flush-bonus:six-card flush=1..500 to 1", "flush-bonus:five-card flush=1..500 to 1"]
    with pytest.raises(Refused, match="250000 tables are asked for; a sweep of flush-bonus has at most 100000"):
        combinations(FLUSH, parse_rows(FLUSH, RULES, rows))
    many = parse_rows(HEADS_UP, HEADS_UP.default_rules(), ["odds-winning:royal flush=500..10500 to 1"])
    with pytest.raises(Refused, match=r"10001 tables .* odds-winning has at most 10000"):
        combinations(HEADS_UP, many)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (["five-card flush=8 to 1"], "not of the form SLOT:ROW=AWARDS"),
        (["flush-bonus:five-card flush"], "not of the form SLOT:ROW=AWARDS"),
        (["flush-bonus:five-card flush= "], "not of the form SLOT:ROW=AWARDS"),
        (["bonus:flush=8 to 1"], "has no paytable 'bonus'"),
        (["flush-bonus:flush=8 to 1"], r"flush-bonus has no row 'flush'; its rows are seven-card flush, .*, four-card flush$"),
        (["flush-bonus:five-card flush=8 to 1", "flush-bonus:five-card flush=9 to 1"], "is given twice"),
    ],
)  # fmt: skip
def test_rows_that_are_refused(rows: list[str], words: str) -> None:
    with pytest.raises(Refused, match=words):
        parse_rows(FLUSH, RULES, rows)


def test_a_slot_without_a_table_in_force_needs_every_row() -> None:
    (found,) = combinations(FLUSH, parse_rows(FLUSH, RULES, ["progressive:four-card straight flush=70 to 1"]))
    assert isinstance(found, Refused)
    assert "row 'seven-card straight flush' is missing" in found.message


def test_a_file_of_tables() -> None:
    text = """
    [[paytable]]
    slot = "flush-bonus"
    like = "B"
    [[paytable]]
    slot = "flush-bonus"
    like = "A"
    name = "house"
    rows = { "five-card flush" = "9..10 to 1" }
    [[paytable]]
    slot = "flush-bonus"
    rows = { "seven-card flush" = "100 to 1", "six-card flush" = "50 to 1", "five-card flush" = "9 to 1", "four-card flush" = "push" }
    """
    found = combinations(FLUSH, parse_tables(FLUSH, text))
    tables = [each["flush-bonus"] for each in found if not isinstance(each, Refused)]
    assert tables[0] == FLUSH.paytable("flush-bonus", "B")
    assert [table.name for table in tables] == [
        "B", "house, five-card flush 9 to 1", "house, five-card flush 10 to 1", "own",
    ]  # fmt: skip
    assert tables[1].rows["six-card flush"] == FLUSH.paytable("flush-bonus", "A").rows["six-card flush"]


def test_the_stake_of_a_table_goes_with_it() -> None:
    rules = FLUSH.with_choices(RULES, paytables={"progressive": "one-dollar"}, readings={})
    (found,) = combinations(FLUSH, parse_rows(FLUSH, rules, ["progressive:four-card straight flush=amount 20"]))
    assert not isinstance(found, Refused)
    assert found["progressive"].stake == rules.paytables["progressive"].stake == 100
    other = pattern(FLUSH, "progressive", {}, like=rules.paytables["progressive"], stake="5")
    (table,) = other.tables()
    assert not isinstance(table, Refused)
    assert table.stake == 500


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[[", "not TOML"),
        ("", r"has \[\[paytable\]\] entries"),
        ("paytable = 3", r"has \[\[paytable\]\] entries"),
        ("other = 1\n[[paytable]]\nslot='flush-bonus'", r"has \[\[paytable\]\] entries"),
        ("paytable = [3]", "paytable 1: its slot is missing"),
        ("[[paytable]]\nname = 'x'", "paytable 1: its slot is missing, such as slot = \"flush-bonus\""),
        ("[[paytable]]\nslot = 'flush-bonus'\nodds = 3", "paytable 1: unknown key 'odds'"),
        ("[[paytable]]\nslot = 'flush-bonus'\nlike = 3", "paytable 1: like is text"),
        ("[[paytable]]\nslot = 'flush-bonus'\nrows = 3", "paytable 1: rows is rows"),
        ("[[paytable]]\nslot = 'flush-bonus'\nlike = 'Z'", "paytable 1: paytable flush-bonus has no 'Z'"),
        ("[[paytable]]\nslot = 'flush-bonus'\nrows = { 'five-card flush' = 9 }", "paytable 1: row 'five-card flush' is text"),
        ("[[paytable]]\nslot = 'nothing'", "paytable 1: High Card Flush has no paytable 'nothing'"),
    ],
)  # fmt: skip
def test_files_that_are_refused(text: str, words: str) -> None:
    with pytest.raises(Refused, match=words):
        parse_tables(FLUSH, text)
