"""``tablegames analyze`` and ``advise``: the JSON that others rely on, the page, and input that is refused."""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb
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


def test_analyze_shape() -> None:
    result = result_of("analyze", "high-card-flush")
    assert result["game"] == "high-card-flush"
    assert result["deals"] == "6071092494667200"
    main = result["main"]
    assert main["expected_value"] == "-1348050875653/50592437455560"
    assert main["house_edge_percent"] == "2.66453040"
    assert main["average_total_wager"] == "57234683/33446140"
    assert Fraction(main["element_of_risk"]) == -Fraction(main["expected_value"]) / Fraction(
        main["average_total_wager"]
    )
    assert main["standard_deviation"] == "1.63086974"
    assert list(result["wagers"]) == ["ante", "raise", "flush-bonus", "straight-flush-bonus"]
    bonus = result["wagers"]["flush-bonus"]
    assert bonus["paytables"] == {"flush-bonus": {"name": "A", "source": "published"}}
    assert bonus["rows"][0] == {
        "row": "seven-card flush",
        "deals": "6864",
        "of": str(comb(52, 7)),
        "pays": "300 to 1",
        "contribution": "1980/128639",
    }
    assert [each["decision"] for each in result["decisions"]] == ["raise 3x", "raise 2x", "raise 1x", "fold"]
    assert result["readings"]["678a-R1"] == "ace-high-only"
    assert "every player hand" in result["method"]["enumerated"]
    assert "larger wager" in result["method"]["ties"]


def test_a_wager_without_a_table_is_left_out() -> None:
    assert list(result_of("analyze", "saigon-5-card")["wagers"]) == ["ante"]
    assert list(result_of("analyze", "saigon-5-card", "--paytable", "bonus=example")["wagers"]) == ["ante", "bonus"]


def test_decisions_are_named_as_advise_names_its_actions() -> None:
    decisions = {each["decision"] for each in result_of("analyze", "ultimate-texas-holdem")["decisions"]}
    assert decisions == {"play 4x", "play 2x", "play 1x", "fold"}
    before = result_of("advise", "ultimate-texas-holdem", "--hand", "Ah Ad")
    after = result_of("advise", "ultimate-texas-holdem", "--hand", "Ah Ad", "--board", "2c 3c 4d 9s Js")
    assert [each["action"] for each in before["actions"]] == ["play 4x", "play 3x", "check"]
    assert [each["action"] for each in after["actions"]] == ["play 1x", "fold"]


def test_a_paytable_of_the_house(tmp_path: Path) -> None:
    """Two rows moved: the edge moves by their frequencies, 6,864 and 267,696 of 133,784,560."""
    file = tmp_path / "house.toml"
    file.write_text(
        'property = "Example"\nversion = "1"\neffective = 2026-12-01\n'
        '[games.high-card-flush.paytables.flush-bonus]\nname = "house"\n'
        'rows = { "seven-card flush" = "500 to 1", "six-card flush" = "75 to 1", '
        '"five-card flush" = "10 to 1", "four-card flush" = "1 to 1" }\n'
    )
    own = result_of("analyze", "high-card-flush", "--submission", str(file))["wagers"]["flush-bonus"]
    usual = Fraction(-200861, 2572780)
    assert Fraction(own["expected_value"]) == usual + Fraction(200 * 6864 - 25 * 267696, comb(52, 7))
    assert own["paytables"]["flush-bonus"] == {"name": "house", "source": "submission"}


def test_bets_together_are_in_money() -> None:
    result = result_of("analyze", "high-card-flush", "--bet", "ante=10", "--bet", "flush-bonus=5")
    joint = Fraction(result["combination"]["expected_value"])
    single = result["wagers"]["flush-bonus"]["expected_value"]
    assert joint == 10 * Fraction(result["main"]["expected_value"]) + 5 * Fraction(single)
    covariance = sum(Fraction(result["covariances"][main]["flush-bonus"]) for main in ("ante", "raise"))
    variances = 100 * Fraction(result["main"]["variance"]) + 25 * Fraction(result["wagers"]["flush-bonus"]["variance"])
    assert Fraction(result["combination"]["variance"]) == variances + 100 * covariance


def test_the_page_names_its_bases() -> None:
    answer = run("analyze", "heads-up-holdem")
    assert answer.code == 0
    for words in (
        "house edge per Ante", "element of risk per unit wagered", "standard deviation per Ante", "per unit of trips-plus",
        "2.35842316 %", "27,813,810,024,000 equally likely deals", "odds-losing T1 (inferred", "the larger wager is taken",
    ):  # fmt: skip
        assert words in answer.out, words


def test_same_input_same_bytes() -> None:
    assert run("analyze", "saigon-5-card").out == run("analyze", "saigon-5-card").out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("analyze", "no-such-game"), "no game 'no-such-game'; the games are saigon-5-card, "),
        (("analyze", "high-card-flush", "--paytable", "flush-bonus=Z"), "has no 'Z': A, B, C"),
        (("analyze", "high-card-flush", "--paytable", "progressive=one-dollar"), "--meter progressive="),
        (("analyze", "high-card-flush", "--meter", "jackpot=5"), "meter 'jackpot' is unknown"),
        (("analyze", "high-card-flush", "--raise-limit", "5:3"), "above the game's own, 2"),
        (("analyze", "saigon-5-card", "--raise-limit", "1"), "no raise to limit"),
        (("analyze", "high-card-flush", "--bet", "raise=10"), "'raise' cannot be analysed; allowed are ante"),
        (("analyze", "saigon-5-card", "--bet", "ante=0"), "bet ante is 0.00"),
        (
            (
                "analyze",
                "high-card-flush",
                "--paytable",
                "progressive=one-dollar",
                "--meter",
                "progressive=9",
                "--bet",
                "progressive=2",
            ),
            "its paytable takes 1.00",
        ),
        (("analyze", "high-card-flush", "--raise-limit", "5:1,5:2"), "names a flush length twice"),
        (("analyze", "saigon-5-card", "--bet", "bonus=5"), "'bonus' cannot be analysed; allowed are ante"),
    ],
)
def test_analyze_refuses(arguments: tuple[str, ...], words: str) -> None:
    answer = run(*arguments)
    assert (answer.code, answer.out) == (1, "")
    assert words in answer.err.splitlines()[-1]


def test_advise_shape() -> None:
    result = result_of("advise", "high-card-flush", "--hand", "Tc 8c 6c Kd Qd 4h 3s")
    assert result["actions"][1] == {"action": "fold", "expected_value": "-1"}
    assert result["actions"][0]["action"] == "raise 1x"
    assert result["best"] == "raise 1x"
    assert result["futures"] == str(comb(45, 7))


def test_advise_with_five_other_hands_known() -> None:
    """Six seats and the dealer use 49 cards: ten are left, of which the dealer has seven, 120 ways."""
    dead = "2c 3c 4c 5c 7c 9c Jc Qc Kc Ac 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Ad 2h 3h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah 2s 4s"
    result = result_of("advise", "high-card-flush", "--hand", "Tc 8c 6c Kd Qd 4h 3s", "--dead", dead)
    assert result["futures"] == "120"
    assert result["actions"][0]["expected_value"] != "-1"


def test_advise_in_money_counts_the_side_wagers() -> None:
    hand = ("advise", "high-card-flush", "--hand", "Tc 8c 6c 4c Qd 4h 3s")
    plain = result_of(*hand)
    money = result_of(*hand, "--bet", "ante=10", "--bet", "flush-bonus=5")
    assert money["unit"] == "money"
    for one, other in zip(plain["actions"], money["actions"], strict=True):
        assert Fraction(other["expected_value"]) == 10 * Fraction(one["expected_value"]) + 5


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("high-card-flush", "--hand", "Tc 8c"), "hand has 2 cards, 7 are needed"),
        (
            ("high-card-flush", "--hand", "Tc 8c 6c Kd Qd 4h 3s", "--dead", "2c Tc"),
            "Tc stands twice: as hand card 1 and as dead card 2",
        ),
        (("high-card-flush", "--hand", "Tc 8c 6c Kd Qd 4h Jk"), "hand card 7 is the joker"),
        (("high-card-flush", "--hand", "Tc 8c 6c Kd Qd 4h 3s", "--board", "2c"), "no community cards"),
        (("heads-up-holdem", "--hand", "Tc 8c", "--board", "2c 3c"), "board has 2 cards; a seat decides on"),
        (("heads-up-holdem", "--hand", "Tc 8c", "--board", "2c 3c 4c 5d"), "board has 4 cards; a seat decides on"),
        (("heads-up-holdem", "--hand", "Tc 8c", "--bet", "ante=10"), "wager odds is missing"),
        (("heads-up-holdem", "--hand", "Tc 8c", "--bet", "ante=10", "--bet", "odds=5"), "must equal ante"),
        (("high-card-flush", "--hand", "Tc 8c 6c Kd Qd 4h 3s", "--bet", "ante=1", "--bet", "raise=1"), "leave it out"),
        (("high-card-flush", "--hand", "Tc 8c 6c Kd Qd 4h 3s", "--meter", "nothing=5"), "meter 'nothing' is unknown"),
        (("high-card-flush", "--hand", "Tc 8c 6c Kd Qd 4h 3s", "--meter", "progressive=5"), "give its bet too"),
    ],
)
def test_advise_refuses(arguments: tuple[str, ...], words: str) -> None:
    assert words in refused("advise", *arguments)


def test_a_meter_that_changes_no_figure_is_refused() -> None:
    said = "meter progressive changes no figure, for no paytable of it is in force: choose one, or leave it out"
    assert refused("analyze", "high-card-flush", "--meter", "progressive=5") == said
