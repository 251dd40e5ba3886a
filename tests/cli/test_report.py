"""``tablegames report``: a file for one game, a folder for a property, and input that is refused."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli import Writer, refused, run

HOUSE = """
property = "Example Casino"
version = "1"
effective = 2026-12-01
[games.saigon-5-card]
[games.high-card-flush]
paytables.progressive = "one-dollar"
meters.progressive = { seed = "1000", increment = "20%" }
"""


def test_one_game_as_a_file(tmp_path: Path) -> None:
    path = tmp_path / "report.md"
    arguments = ("report", "saigon-5-card", "-o", str(path), "--paytable", "bonus=example", "--date", "2026-12-01")
    answer = run(*arguments, "--simulate", "5000", "--seed", "7", "--bet", "ante=10")
    assert answer.code == 0, answer
    assert answer.out == f"{path}: {path.stat().st_size:,} bytes\n"
    text = path.read_text()
    assert "58 Pa. Code Chapter 680a, 2026-12-01" in text
    assert "5,000 rounds of one seat were dealt at random from seed 7" in text
    assert "Bets made together: ante 10.00" in text
    assert "![" not in text  # no picture, and no file that is not written
    answer = run(*arguments, "--format", "json")
    assert json.loads(answer.out) == {"game": "saigon-5-card", "file": str(path), "bytes": path.stat().st_size}
    assert [each.name for each in tmp_path.iterdir()] == ["report.md"]


def test_many_paytables_are_listed_as_sweep_finds_them(tmp_path: Path, written: Writer) -> None:
    path, asked = tmp_path / "report.json", ("--row", "flush-bonus:five-card flush=9..10 to 1, 101 to 1")
    answer = run("report", "high-card-flush", "-o", str(path), *asked)
    assert answer.code == 0, answer
    found = json.loads(run("sweep", "high-card-flush", *asked, "--sort", "table", "--format", "json").out)
    sections = {section["key"]: section["blocks"] for section in json.loads(path.read_text())["sections"]}
    words, listed, refused_ones = sections["paytables"][-3:]
    assert words["text"] == (
        "A sweep of 2 paytables of flush-bonus: the figures are the wager's own, per unit of flush-bonus; the top prize is "
        "per unit of flush-bonus. The same in all: seven-card flush 300 to 1, six-card flush 100 to 1, four-card flush 1 to 1."
    )
    edges = [-Fraction(row["expected_value"]) for row in found["rows"]]
    assert [Fraction(row["house edge"]["exact"]) for row in listed["rows"]] == edges
    assert [row["pays"]["text"] for row in listed["rows"]] == ["five-card flush 9 to 1", "five-card flush 10 to 1"]
    ((row,), (reason,)) = refused_ones["rows"], found["refused"]
    assert (row["number"]["text"], reason["number"]) == ("3", 3)
    assert row["reason"]["text"].startswith(reason["reason"])


def test_a_file_of_tables_of_the_main_game_is_played_anew_for_each(tmp_path: Path, written: Writer) -> None:
    tables = written("".join(f'[[paytable]]\nslot = "odds-losing"\nlike = "{name}"\n' for name in ("T1", "T2")))
    path = tmp_path / "report.json"
    answer = run("report", "heads-up-holdem", "-o", str(path), "--tables", tables)
    assert answer.code == 0, answer
    sections = {section["key"]: section["blocks"] for section in json.loads(path.read_text())["sections"]}
    words, listed = sections["paytables"][-2:]
    assert "the main game's, played the best way for each table, per Ante" in words["text"]
    known = next(block for block in sections["paytables"] if block.get("key") == "paytables odds-losing")
    edge = next(row for row in known["rows"] if row["hand"]["text"] == "house edge, main game")
    assert [row["house edge"] for row in listed["rows"]] == [edge["table 1"], edge["table 2"]]


def test_a_property_as_a_folder(tmp_path: Path, written: Writer) -> None:
    folder = tmp_path / "reports"
    answer = run("report", "--submission", written(HOUSE), "-o", str(folder), "--as", "json", "--format", "json")
    assert answer.code == 0, answer
    files = [Path(each["file"]).name for each in json.loads(answer.out)["files"]]
    assert files == ["saigon-5-card.json", "high-card-flush.json", "comparison.json"]
    page = json.loads((folder / "comparison.json").read_text())
    side = next(block for block in page["sections"][1]["blocks"] if block.get("key") == "side wagers")
    assert "progressive one-dollar, per unit of progressive" in [row["wager"]["text"] for row in side["rows"]]
    flush = json.loads((folder / "high-card-flush.json").read_text())
    assert flush["analysis"]["meters"] == {"progressive": "1000.00"}
    assert "progressive" in [section["key"] for section in flush["sections"]]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("saigon-5-card",), "report needs -o"),
        (("-o", "out"), "report needs a GAME, or --submission FILE"),
        (("saigon-5-card", "-o", "report.docx"), "report.docx: a report's name ends in .pdf"),
        (("saigon-5-card", "-o", "a.md", "--date", "1.12.2026"), "date '1.12.2026' is not of the form YYYY-MM-DD"),
        (("saigon-5-card", "-o", "a.md", "--date", "20261201"), "date '20261201' is not of the form"),
        (("saigon-5-card", "-o", "nowhere/a.md"), "nowhere/a.md: its folder is not there"),
        (("high-card-flush", "-o", "a.md", "--paytable", "progressive=one-dollar"), "--meter progressive="),
        (("saigon-5-card", "-o", "a.md", "--bet", "pot=5"), "bet 'pot' cannot be analysed"),
        (("high-card-flush", "-o", "a.md", "--tables", "no.toml"), "no.toml: No such file"),
        (("high-card-flush", "-o", "a.md", "--row", "flush-bonus:flush=5 to 1"), "flush-bonus has no row 'flush'"),
        (("high-card-flush", "-o", "a.md", "--row", "flush-bonus:five-card flush=101..102 to 1"), "all 2 tables are"),
    ],
)
def test_refused(arguments: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert message in refused("report", *arguments)
    assert not list(tmp_path.iterdir())


def test_a_property_is_refused_what_belongs_to_one_game(tmp_path: Path, written: Writer) -> None:
    house, folder = written(HOUSE), str(tmp_path / "reports")
    assert "are of one game" in refused("report", "--submission", house, "-o", folder, "--bet", "ante=5")
    assert "are of one game" in refused("report", "--submission", house, "-o", folder, "--published", "flush-bonus")
    assert "not 'docx'" in refused("report", "--submission", house, "-o", folder, "--as", "docx")
    assert "a folder is written" in refused("report", "--submission", house, "-o", folder + ".pdf")
    assert "meter 'pot' is none" in refused("report", "--submission", house, "-o", folder, "--meter", "pot=5")
    assert not Path(folder).exists()
