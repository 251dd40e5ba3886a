"""chart, rack-card and dealer-test on the command line: files written, refusals in one line, nothing half made."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli import Writer, refused, run


def test_a_chart_is_written_in_the_form_its_name_says(tmp_path: Path) -> None:
    svg, png = tmp_path / "counts.svg", tmp_path / "counts.PNG"
    answer = run("chart", "point-counts", "saigon-5-card", "-o", str(svg), "--format", "json")
    assert answer.code == 0
    assert json.loads(answer.out) == {
        "game": "saigon-5-card", "chart": "point-counts", "file": str(svg), "bytes": svg.stat().st_size,
    }  # fmt: skip
    assert svg.read_bytes().startswith(b"<?xml")
    assert run("chart", "point-counts", "saigon-5-card", "-o", str(png)).out == f"{png}: {png.stat().st_size:,} bytes\n"
    assert png.read_bytes().startswith(b"\x89PNG")


def test_options_reach_the_chart(tmp_path: Path) -> None:
    files = []
    for number, options in enumerate(
        (["--rounds", "10"], ["--rounds", "20"], ["--rounds", "10", "--reading", "680a-R3=only-if-dealer-qualifies"])
    ):
        file = tmp_path / f"{number}.svg"
        assert run("chart", "distribution", "saigon-5-card", "-o", str(file), *options).code == 0
        files.append(file.read_bytes())
    assert len(set(files)) == 3


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("chart", "preflop-gain", "saigon-5-card", "-o", "x.svg"), "the charts of saigon-5-card are paytables"),
        (("chart", "pie", "saigon-5-card", "-o", "x.svg"), "no chart 'pie'"),
        (("chart", "paytables", "saigon-5-card", "-o", "x.pdf"), "the name ends in .svg or .png"),
        (
            ("chart", "paytables", "saigon-5-card", "-o", "x.svg", "--wager", "ante"),
            "takes no wager: contribution does",
        ),
        (("chart", "paytables", "poker", "-o", "x.svg"), "no game 'poker'"),
        (("rack-card", "saigon-5-card", "-o", "x.svg"), "the name ends in .pdf"),
        (("dealer-test", "saigon-5-card", "-o", "x.pdf", "-n", "1"), "questions 1: a test has 2 to 100"),
        (("dealer-test", "saigon-5-card", "-o", "x.pdf", "--seed", "-1"), "seed -1 is negative"),
    ],
)
def test_what_cannot_be_made_is_refused_in_one_line(arguments: tuple[str, ...], says: str) -> None:
    assert says in refused(*arguments)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    file = tmp_path / "none" / "card.pdf"
    assert (
        refused("rack-card", "saigon-5-card", "-o", str(file))
        == f"{file}: its folder is not there, or it is a folder itself"
    )


def test_cards_and_tests_of_a_house(tmp_path: Path, written: Writer) -> None:
    submission = written(
        'property = "Café $1 #let"\nversion = "1"\neffective = 2026-12-01\n'
        '[games.high-card-flush]\nraise_limit = "1"\nwagers.ante = { minimum = "10" }\npaytables.flush-bonus = "B"\n'
    )
    card, test = tmp_path / "card.pdf", tmp_path / "test.pdf"
    assert run("rack-card", "high-card-flush", "--submission", submission, "-o", str(card)).code == 0
    answer = run(
        "dealer-test", "high-card-flush", "--submission", submission, "-n", "4", "-o", str(test), "--format", "json"
    )
    assert json.loads(answer.out) == {
        "game": "high-card-flush", "questions": 4, "seed": "1", "file": str(test), "bytes": test.stat().st_size,
    }  # fmt: skip
    assert answer.err == ""
    assert card.read_bytes().startswith(b"%PDF")
    assert test.read_bytes().startswith(b"%PDF")


def test_what_is_not_installed_is_refused_with_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tablegames.report import typst_pdf

    typst_pdf._fonts.cache_clear()
    monkeypatch.setitem(__import__("sys").modules, "typst", None)
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    file = tmp_path / "x.pdf"
    assert "pip install 'tablegames[reports]'" in refused("rack-card", "saigon-5-card", "-o", str(file))
    assert not file.exists()
    for ending, library in (("pdf", "typst"), ("html", "matplotlib")):
        report = refused(
            "report", "heads-up-holdem", "-o", str(tmp_path / f"report.{ending}")
        )  # before it counts any deal
        assert report == f"a report as {ending} needs {library}: pip install 'tablegames[reports]'"
    line = run("chart", "point-counts", "saigon-5-card", "-o", str(tmp_path / "x.svg")).err.splitlines()[-1]
    assert line == "a chart needs Matplotlib: pip install 'tablegames[reports]'"
