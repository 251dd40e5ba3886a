"""``tablegames strategy`` and ``progressive``: the JSON that others rely on, the page, and input that is refused."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.cli import refused, run


def result_of(*arguments: str) -> Any:
    """The one JSON object of a command that succeeds; how long it took goes to standard error."""
    answer = run(*arguments, "--format", "json")
    assert answer.code == 0, answer
    assert answer.out.count("\n") == 1
    assert " took " in answer.err
    return json.loads(answer.out)


def page_of(*arguments: str) -> str:
    """The page of a command that succeeds."""
    answer = run(*arguments)
    assert answer.code == 0, answer
    return answer.out


def test_evaluate_a_flush() -> None:
    result = result_of("strategy", "high-card-flush", "--evaluate", "T-8-6")
    assert result["expected_value"] == "-2286257119043/84320729092600"
    assert Fraction(result["cost"]) == Fraction(-1348050875653, 50592437455560) - Fraction(result["expected_value"])
    assert result["cost_percent"] == "0.04685166"
    assert result["plan"] == {"flush": "T-8-6"}
    assert result["readings"]["678a-R1"] == "ace-high-only"


def test_evaluate_any() -> None:
    result = result_of("strategy", "high-card-flush", "--evaluate", "any")
    assert {each["decision"] for each in result["decisions"]} == {"raise 3x", "raise 2x", "raise 1x"}
    assert "every hand raises" in page_of("strategy", "high-card-flush", "--evaluate", "any")


def test_evaluate_a_range() -> None:
    result = result_of("strategy", "heads-up-holdem", "--preflop", "33+, A2+, K4s+, K7o+, Q8s+, QTo+, JTs")
    assert (result["expected_value"], result["cost"]) == ("-840983767/35658730800", "0")
    simpler = result_of("strategy", "heads-up-holdem", "--preflop", "33+, A2o+, A2s+")
    assert Fraction(simpler["cost"]) > 0


def test_evaluate_rules() -> None:
    """The published simple play of Ultimate Texas Hold 'Em: 2.43 %."""
    result = result_of(
        *("strategy", "ultimate-texas-holdem", "--preflop", "33+, A2+, K2s+, K5o+, Q6s+, Q8o+, J8s+, JTo"),
        *("--flop-rule", "two pair+, paired card, pocket pair 3+, flush draw T+"),
        *("--river-rule", "hidden pair, outs<21"),
    )
    assert result["house_edge_percent"][:4] == "2.43"


def test_the_best_play_as_json() -> None:
    flush = result_of("strategy", "high-card-flush")
    assert (flush["always_raise"], flush["always_fold"], flush["hands_folded"]) == ("J-3-2", "9-8-7", 42994176)
    assert [mixed["flush"] for mixed in flush["mixed"]][:2] == ["T-9-8", "T-9-7"]
    saigon = result_of("strategy", "saigon-5-card")
    assert saigon["greatest_point_count_is_best"] is True
    assert saigon["joker_hands_with_a_choice"] == 168052
    holdem = result_of("strategy", "heads-up-holdem")
    assert holdem["preflop"]["frequency"] == "16/51"
    assert len(holdem["preflop"]["hands"]) == 169
    assert [sorted(simple["plan"]) for simple in holdem["simple"]] == [
        ["flop"],
        ["river"],
        ["flop", "preflop", "river"],
    ]


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("high-card-flush", ["J-3-2", "9-8-7", "42,994,176 fold", "T-8-6"]),
        ("heads-up-holdem", ["33+, A2+, K4s+", "raise 3x", "31.3725 %", "outs<21"]),
        ("saigon-5-card", ["greatest Point Count", "168,052", "10 J Q K"]),
    ],
)
def test_the_best_play_on_a_page(game: str, words: list[str]) -> None:
    page = page_of("strategy", game)
    assert all(word in page for word in words), page


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("high-card-flush", "--evaluate", "T-8-Z"), "evaluate, column 5: 'Z' is not a rank"),
        (("heads-up-holdem", "--preflop", "33+, ZZ"), "preflop, column 6: 'ZZ' is not a range"),
        (("heads-up-holdem", "--flop-rule", "luck"), "flop, column 1: 'luck' is not a rule"),
        (("heads-up-holdem", "--river-rule", "outs<21,\tfate"), "river, column 10: 'fate' is not a rule"),
        (("heads-up-holdem", "--evaluate", "T-8-6"), "has no plan for flush"),
        (("saigon-5-card", "--preflop", "33+"), "has no plan for preflop"),
        (("high-card-flush", "--river"), "give --export FILE too"),
        (("high-card-flush", "--export", "x.csv", "--evaluate", "any"), "leave out"),
        (("high-card-flush", "--export", "x.xlsx"), "does not end in .parquet or .csv"),
        (("no-such-game",), "no-such-game"),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], words: str) -> None:
    assert words in refused("strategy", *arguments)


def test_export(tmp_path: Path) -> None:
    path = tmp_path / "saigon.csv"
    result = result_of("strategy", "saigon-5-card", "--export", str(path))
    assert result["rows"] == 2708 == len(path.read_text().splitlines()) - 1
    assert path.read_text().split("\n")[0].strip().split(",") == result["columns"]


def test_export_into_no_folder_is_one_line(tmp_path: Path) -> None:
    answer = run("strategy", "saigon-5-card", "--export", str(tmp_path / "none" / "x.csv"))
    assert answer.code == 1
    assert "its folder is not there" in answer.err


def test_progressive() -> None:
    """28 sevens and half of 1,416 sixes of C(52, 7) hands: each unit on the meter adds 736 / 133,784,560 of one."""
    table = ("progressive", "high-card-flush", "--paytable", "progressive=one-dollar")
    result = result_of(*table, "--seed", "1000", "--increment", "20%", "--reserve", "5%")
    assert result["expected_value"]["slope"] == str(Fraction(736, 133784560))
    assert result["break_even_meter"] == "11428287/184"
    assert result["long_run"]["reserve"] == "1/20"
    assert Fraction(result["long_run"]["average_meter"]) > 1000
    assert "long_run" not in result_of(*table)
    assert "62110.26" in page_of(*table, "--seed", "1000", "--increment", "20%")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--seed", "1000"), "--seed and --increment together"),
        (("--seed", "1000", "--increment", "20"), "increment '20' is not a percentage"),
        (("--seed", "x", "--increment", "20%"), "seed: 'x' is not an amount"),
        (("--seed", "1", "--increment", "80%", "--reserve", "30%"), "0 % to 100 %"),
    ],
)
def test_a_progressive_that_is_refused(arguments: tuple[str, ...], words: str) -> None:
    answer = run("progressive", "high-card-flush", "--paytable", "progressive=one-dollar", *arguments)
    assert (answer.code, answer.out) == (1, "")
    assert words in answer.err


def test_a_progressive_without_a_table_is_refused() -> None:
    assert "--paytable progressive=NAME" in refused("progressive", "high-card-flush")
    assert "has no wager with a meter" in refused("progressive", "saigon-5-card")
