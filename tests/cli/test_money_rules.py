"""A house's chip and payout limit on every command: counted where bets are in money, and said where figures are by the odds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli import Writer, run

HOUSE = """property = "Example Casino"
version = "1"
effective = 2026-12-01
[games.ultimate-texas-holdem]
payout_limit = "600"
rounding = { unit = "1", direction = "down" }
wagers.ante = { minimum = "10" }
[games.high-card-flush]
payout_limit = "1000"
rounding = { unit = "0.50", direction = "down" }
paytables.progressive = "one-dollar"
meters.progressive = { seed = "1000", increment = "20%", reserve = "5%" }
"""
# at the minimum Ante of 10 a royal flush wins 10 + 5,000 + 40
LIMIT = "600.00 a round, or what one patron can win at the minimum wagers (5,050.00) if that is more"
BY_THE_ODDS = (
    "by the odds, before the house's own rules: payments are rounded down to 1.00; the house pays at most " + LIMIT
)
HAND = ("--hand", "Ah Kh", "--board", "Qh Jh Th 2c 3d")
QUESTIONS = [
    ("analyze", "ultimate-texas-holdem"),
    ("advise", "ultimate-texas-holdem", *HAND),
    ("strategy", "ultimate-texas-holdem"),
    ("strategy", "ultimate-texas-holdem", "--preflop", "any"),
    ("sweep", "ultimate-texas-holdem", "--row", "trips:flush=6..7 to 1"),
    ("simulate", "ultimate-texas-holdem", "--rounds", "1000", "--seed", "1"),
]


def text_of(*arguments: str) -> str:
    """Standard output; standard error may say how long it took."""
    answer = run(*arguments)
    assert answer.code == 0
    return answer.out


def json_of(*arguments: str) -> dict[str, Any]:
    """The object that a command prints."""
    found: dict[str, Any] = json.loads(text_of(*arguments, "--format", "json"))
    return found


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: " ".join(question[:3]))
def test_figures_by_the_odds_say_so(question: tuple[str, ...], written: Writer) -> None:
    options = "--submission", written(HOUSE)
    assert BY_THE_ODDS in " ".join(text_of(*question, *options).split())
    found = json_of(*question, *options)
    assert found["payments"] == "by the odds, before the house's rounding and payout limit"
    assert "by the odds" not in text_of(*question)
    assert "payments" not in json_of(*question)


def test_a_progressive_by_the_odds_says_so(written: Writer) -> None:
    options = "--submission", written(HOUSE)
    assert "by the odds, before the house's own rules: payments are rounded down to 0.50" in text_of(
        "progressive", "high-card-flush", *options
    )


def test_figures_in_money_are_as_the_house_pays(written: Writer) -> None:
    options = "--submission", written(HOUSE)
    found = json_of("analyze", "ultimate-texas-holdem", *options, "--bet", "ante=5")
    assert found["combination"]["payments"] == "as the house pays these bets to a seat that wins alone"
    assert found["payout_limit"] == {"fixed": "600.00", "at_the_minimum": "5050.00", "in_force": "5050.00"}
    advised = json_of("advise", "ultimate-texas-holdem", *HAND, *options, "--bet", "ante=100", "--bet", "blind=100")
    assert advised["payments"] == found["combination"]["payments"]
    assert "one seat that wins alone" in text_of("analyze", "ultimate-texas-holdem", *options, "--bet", "ante=5")
    simulated = ("simulate", "ultimate-texas-holdem", "--rounds", "1000", "--seed", "1", "--bet", "ante=5")
    assert json_of(*simulated, *options)["payments"] == found["combination"]["payments"]
    assert "Play: the best for these bets." in text_of(*simulated, *options)


def test_a_limit_is_printed_whole(written: Writer, tmp_path: Path) -> None:
    options = "--submission", written(HOUSE)
    settle = (
        "settle", "ultimate-texas-holdem", "--player", "Ah Kh", "--dealer", "2s 3s", "--board", "Qh Jh Th 2c 3d",
        "--bet", "ante=10", "--bet", "blind=10", "--bet", "play=10",
    )  # fmt: skip
    assert f"aggregate payout limit: {LIMIT}" in text_of(*settle, *options)
    assert json_of(*settle, *options)["payout_limit"]["in_force"] == "5050.00"
    assert f"aggregate payout limit {LIMIT}" in text_of("submission", "show", options[1])
    report = tmp_path / "report.md"
    text_of("report", "ultimate-texas-holdem", *options, "-o", str(report))
    assert report.read_text(encoding="utf-8").count(LIMIT) >= 3


def test_every_figure_names_the_submission(written: Writer) -> None:
    path = written(HOUSE)
    for question in QUESTIONS:
        found = json_of(*question, "--submission", path)
        assert found["submission"] in text_of(*question, "--submission", path)
    assert json_of("progressive", "high-card-flush", "--submission", path)["submission"]
