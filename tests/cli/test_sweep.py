"""``tablegames sweep``: the JSON that others rely on, the table, the page, and what is refused."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from itertools import pairwise
from math import comb
from pathlib import Path
from typing import Any

import pytest

from tests.cli import Writer, run

BONUS = ("sweep", "high-card-flush", "--row", "flush-bonus:five-card flush=8..14 to 1")
HANDS = comb(52, 7)


def result_of(*arguments: str) -> Any:
    answer = run(*arguments, "--format", "json")
    assert answer.code == 0, answer
    assert answer.out.count("\n") == 1
    return json.loads(answer.out)


def test_which_tables_give_4_to_6_percent_with_a_hit_every_12_hands() -> None:
    """A five-card flush is dealt in 3,814,668 of C(52, 7) hands: each unit more takes 2.8514 % off the edge."""
    rows = result_of(*BONUS)["rows"]
    edges = [Fraction(-1) * Fraction(row["expected_value"]) for row in sorted(rows, key=lambda row: row["number"])]
    assert {one - other for one, other in pairwise(edges)} == {Fraction(3814668, HANDS)}
    answer = result_of(*BONUS, "--edge", "4..6", "--hit-every", "12")
    assert [row["number"] for row in answer["rows"]] == [4]
    at_ten = Fraction(200861, 2572780)  # as test_analyze has it
    assert Fraction(answer["rows"][0]["expected_value"]) == Fraction(3814668, HANDS) - at_ten
    assert answer["wanted"] == {"edge_percent": "4..6", "hit_every": "12", "order": "edge", "descending": False}
    assert result_of(*BONUS, "--edge", "4..6", "--hit-every", "4")["rows"] == []


def test_json_shape() -> None:
    result = result_of(*BONUS[:-1], "flush-bonus:five-card flush=10 to 1, 101 to 1")
    assert (result["tables"], result["within"], result["base"]) == (2, 1, "unit of flush-bonus")
    (row,) = result["rows"]
    assert row["paytables"] == {
        "flush-bonus": {
            "name": "A",
            "source": "published",
            "rows": {
                "seven-card flush": "300 to 1", "six-card flush": "100 to 1", "five-card flush": "10 to 1",
                "four-card flush": "1 to 1",
            },
        }
    }  # fmt: skip
    analysis = result_of("analyze", "high-card-flush")["wagers"]["flush-bonus"]
    figures = set(row) & set(analysis) - {"paytables"}
    assert len(figures) == 9
    assert {name: row[name] for name in figures} == {name: analysis[name] for name in figures}
    assert (row["number"], row["top_prize"], row["fronts"]) == (1, "300", ["house", "player"])
    (refused,) = result["refused"]
    assert refused["number"] == 2
    assert "pays more than six-card flush (100 to 1)" in refused["reason"]
    assert refused["cites"] == ["678a.6(b)"]
    assert result["readings"]["678a-R1"] == "ace-high-only"
    assert result["method"]["counted"] == 1


def test_the_main_game_is_re_optimised_with_any_workers(tmp_path: Path) -> None:
    blind = ("sweep", "ultimate-texas-holdem", "--row", "blind:four-of-a-kind=10 to 1, 20 to 1", "--format", "json")
    one = run(*blind, "--workers", "1")
    state = tmp_path / "state"
    assert run(*blind, "--workers", "2", "--checkpoint", str(state)).out == one.out
    assert state.exists()
    assert run(*blind, "--checkpoint", str(state)).out == one.out
    rows = json.loads(one.out)["rows"]
    assert [row["house_edge_percent"][:5] for row in rows] == ["0.660", "2.184"]  # published: 2.185 at 10 to 1
    assert rows[0]["average_total_wager"] != rows[1]["average_total_wager"]


def test_csv_has_every_table_and_every_refusal() -> None:
    answer = run(*BONUS[:-1], "flush-bonus:five-card flush=10 to 1, 11 to 1, 101 to 1", "--format", "csv")
    lines = list(csv.DictReader(io.StringIO(answer.out)))
    assert [line["number"] for line in lines] == ["2", "1", "3"]
    assert [line["flush-bonus: five-card flush"] for line in lines] == ["11 to 1", "10 to 1", ""]
    assert lines[1]["expected_value"] == "-200861/2572780"
    assert (lines[0]["front_player"], lines[0]["front_house"], lines[1]["front_house"]) == ("1", "0", "1")
    assert "pays more" in lines[2]["refused"]
    empty = run(*BONUS, "--edge", "90..", "--format", "csv")
    assert empty.out.splitlines() == [answer.out.splitlines()[0]]


def test_a_name_is_never_a_formula(written: Writer) -> None:
    file = written(
        '[[paytable]]\nslot = "flush-bonus"\nname = "=HYPERLINK(1)"\nlike = "A"\nrows = { "five-card flush" = "101 to 1, 8 to 1" }'
    )
    answer = run("sweep", "high-card-flush", "--tables", file, "--format", "csv")
    cells = [cell for line in csv.reader(io.StringIO(answer.out)) for cell in line]
    assert not any(cell.startswith(("=", "+", "@")) for cell in cells)


def test_the_page_says_what_differs_and_what_was_left_out() -> None:
    answer = run(*BONUS, "--row", "flush-bonus:six-card flush=10 to 1, 100 to 1", "--sort", "top", "--descending")
    for words in (
        "flush-bonus, 14 tables", "10 of 14 answer; 4 are refused.", "the same in all: seven-card flush 300 to 1",
        "the wager's own, per unit of flush-bonus", "4.9558 %", "4.43", "front: no other table listed", "table 4 refused: ",
        "678a-R1 ace-high-only",
    ):  # fmt: skip
        assert words in answer.out, words
    many = run(*BONUS[:-1], "flush-bonus:five-card flush=1..75 to 1", "--edge", "0..")
    assert "and " not in many.out.split("front:")[0]
    longer = run("sweep", "high-card-flush", "--row", "flush-bonus:five-card flush=1..75 to 1")
    assert "and 25 more; --format json and csv have all" in longer.out


def test_published_tables_side_by_side() -> None:
    result = result_of("sweep", "high-card-flush", "--published", "flush-bonus", "--sort", "table")
    assert [row["paytables"]["flush-bonus"]["name"] for row in result["rows"]] == ["A", "B", "C"]


def test_a_side_wager_needs_no_cluster() -> None:
    answer = run(*BONUS, "--cluster", "local")
    assert answer.code == 0
    assert "flush-bonus is priced from one count" in answer.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "say what to sweep, by --row, --tables or --published"),
        (("--row", "flush 8 to 12"), "is not of the form SLOT:ROW=AWARDS"),
        (("--row", "flush-bonus:five-card flush=8 to 12.."), "is not a range"),
        (("--row", "flush-bonus:five-card flush=101..201 to 1"), "all 101 tables are refused; the first: "),
        (("--tables", "no-such-file.toml"), "no-such-file.toml: No such file"),
        (("--published", "jackpot"), "has no paytable 'jackpot'"),
        (("--published", "flush-bonus", "--published", "straight-flush-bonus"), "one sweep is of one wager"),
        (("--published", "flush-bonus", "--edge", "4-6"), "--edge: '4-6' is not of the form 4..6"),
        (("--published", "flush-bonus", "--hit-every", "0.5"), "--hit-every is 1/2"),
        (("--published", "flush-bonus", "--hit-every", "often"), "--hit-every: 'often' is not a number"),
        (("--published", "flush-bonus", "--workers", "0"), "workers is 0"),
        (("--published", "flush-bonus", "--cluster", "tcp://10.0.0.1:8786"), "--insecure-cluster"),
        (("--published", "progressive"), "give it, such as --meter progressive="),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], words: str) -> None:
    answer = run("sweep", "high-card-flush", *arguments)
    assert (answer.code, answer.out) == (1, ""), answer
    assert words in answer.err.splitlines()[-1]


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "tables.toml"
    file.write_bytes(b"\xff")
    answer = run("sweep", "high-card-flush", "--tables", str(file))
    assert (answer.code, answer.err.count("\n")) == (1, 1)
    assert "tables.toml: byte 1 is not UTF-8" in answer.err
    file.write_text("[[paytable]]\nslot = 3")
    assert "tables.toml: paytable 1: slot is text" in run("sweep", "high-card-flush", "--tables", str(file)).err
