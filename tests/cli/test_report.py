"""``tablegames report``: a file for one game, a folder for a property, and input that is refused."""

from __future__ import annotations

import json
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
    answer = run(*arguments, "--format", "json")
    assert json.loads(answer.out) == {"game": "saigon-5-card", "file": str(path), "bytes": path.stat().st_size}
    assert [each.name for each in tmp_path.iterdir()] == ["report.md"]


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
    ],
)
def test_refused(arguments: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert message in refused("report", *arguments)
    assert not list(tmp_path.iterdir())


def test_a_property_is_refused_what_belongs_to_one_game(tmp_path: Path, written: Writer) -> None:
    house, folder = written(HOUSE), str(tmp_path / "reports")
    assert "are of one game" in refused("report", "--submission", house, "-o", folder, "--bet", "ante=5")
    assert "not 'docx'" in refused("report", "--submission", house, "-o", folder, "--as", "docx")
    assert "a folder is written" in refused("report", "--submission", house, "-o", folder + ".pdf")
    assert "meter 'pot' is none" in refused("report", "--submission", house, "-o", folder, "--meter", "pot=5")
    assert not Path(folder).exists()
