"""``submission check|show|diff``: every mistake at once with its line, a sheet that could be filed, and a digest of the content."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from tablegames.asks.submission import load_submission
from tablegames.core.wagers import Limits, MeterPlan
from tablegames.games import game_named
from tests.cli import Writer, json_of, refused, text_of

HEAD = 'property = "Example Casino"\nversion = "1"\neffective = 2026-12-01\n'
ROWS = (
    '"five aces" = "1000 to 1", "royal flush with no joker" = "500 to 1", "royal flush with a joker" = "250 to 1", '
    '"straight flush" = "100 to 1", "four-of-a-kind" = "60 to 1", "full house" = "25 to 1", "flush" = "20 to 1", '
    '"straight" = "15 to 1", "three-of-a-kind" = "6 to 1", "two pair" = "2 to 1"'
)
WHOLE = f"""\
property = "Example Casino"
version = "1"
effective = 2026-12-01

[games.high-card-flush]
seats = 5
payout_limit = "50000"
raise_limit = "5:1,6:2"
paytables.flush-bonus = "B"
paytables.progressive = "one-dollar"
readings."678a-R1" = "ace-low"
rounding = {{ unit = "0.25", direction = "down" }}
wagers.ante = {{ minimum = "10", maximum = "500", multiple = "5" }}
wagers.straight-flush-bonus = {{ offered = false }}
meters.progressive = {{ seed = "1000", increment = "20%", reserve = "2.5%" }}
procedures.procedure-R1 = "stacks"

[games.saigon-5-card.paytables.bonus]
name = "house"
rows = {{ {ROWS} }}
"""


# --- check ------------------------------------------------------------------------------------------------------------


def test_check_says_what_is_offered_and_the_digest(written: Writer) -> None:
    path = written(WHOLE)
    result = json_of("submission", "check", path)
    assert result["games"] == ["high-card-flush", "saigon-5-card"]
    assert re.fullmatch("[0-9a-f]{64}", result["digest"])
    first, *warnings = text_of("submission", "check", path).splitlines()
    assert first == f"{path}: valid; high-card-flush, saigon-5-card; digest {result['digest']}"
    assert warnings == [f"warning: {each['key']}: {each['message']}" for each in result["warnings"]]


def test_the_example_of_the_readme_is_valid(written: Writer) -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```toml\n(.*?)```", readme, re.DOTALL)
    path = written(example)
    assert json_of("submission", "check", path)["games"] == ["high-card-flush", "saigon-5-card"]
    assert "ace-low" in text_of("submission", "show", path)


def test_everything_chosen_comes_into_force(written: Writer) -> None:
    submission = load_submission(Path(written(WHOLE)))
    game = game_named("high-card-flush")
    rules = submission.rules(game)
    assert (rules.seats, rules.payout_limit, rules.raise_limits) == (5, 5_000_000, {5: 1, 6: 2})
    assert rules.limits == {"ante": Limits(True, 1_000, 50_000, 500), "straight-flush-bonus": Limits(offered=False)}
    assert rules.meter_plans == {"progressive": MeterPlan(100_000, Fraction(1, 5), Fraction(1, 40))}
    assert rules.procedures == {"procedure-R1": "stacks"}
    assert (rules.paytables["flush-bonus"].name, rules.paytables["progressive"].name) == ("B", "one-dollar")
    assert rules.readings["678a-R1"] == "ace-low"
    assert (rules.rounding.unit, rules.rounding.direction.value) == (25, "down")
    assert rules.submission == submission.digest
    house = submission.rules(game_named("saigon-5-card")).paytables["bonus"]
    assert (house.name, house.source.value, str(house.rows["flush"])) == ("house", "submission", "20 to 1")


TEN = """\
property = "Example Casino"
version = ""
effective = 2026-12-01
colour = "red"

[games.baccarat]
seats = 7

[games.high-card-flush]
seats = 7
paytables.flush-bonus = "Z"
readings."678a-R1" = "ace-nine"
wagers.ante = { minimum = "100", maximum = "50" }
wagers.insurance = { minimum = "5" }
raise_limit = "9"
procedures.procedure-R99 = "kept"

[games.heads-up-holdem]
wagers.odds = { offered = false }
meters.progressive = { seed = "100", increment = "20%" }

[games.saigon-5-card]
payout_limit = 50000
"""
LINES = {
    2: "version", 4: "colour", 6: "baccarat", 10: "7 seats", 11: "no 'Z'", 12: "no choice 'ace-nine'", 13: "above maximum",
    14: "'insurance'", 15: "raise limit 9", 16: "procedure-R99", 19: "odds is required", 20: "has meters none", 23: "an amount is text",
}  # fmt: skip


def mistakes(message: str) -> dict[int, str]:
    """The mistakes that a refusal names, by line."""
    parts = re.split(r"(?:^\S+: |; )(?=line \d+, )", message)[1:]
    return {int(re.match(r"line (\d+)", part)[1]): part for part in parts}  # type: ignore[index]


def test_thirteen_mistakes_are_named_at_once_each_with_its_line(written: Writer) -> None:
    found = mistakes(refused("submission", "check", written(TEN)))
    assert sorted(found) == sorted(LINES)
    for line, words in LINES.items():
        assert words in found[line], found[line]


def test_mistakes_say_what_is_allowed_and_by_what(written: Writer) -> None:
    found = mistakes(refused("submission", "check", written(TEN)))
    assert "A, B, C" in found[11]
    assert "§" not in found[11]
    assert "ace-high-only or ace-low" in found[12]
    assert "at most 6" in found[10]
    assert "ante, raise, flush-bonus" in found[14]
    assert "677a-T2" in found[19]
    assert 'such as "10" or "0.25"' in found[23]


def test_ten_mistakes_in_one_game_are_named_at_once(written: Writer) -> None:
    """One amount without quotes does not hide the wrong paytable, reading and seats beside it."""
    text = HEAD + (
        '[games.high-card-flush]\nseats = 7\npayout_limit = 50000\npaytables.flush-bonus = "Z"\n'
        'readings."678a-R1" = "ace-nine"\nraise_limit = "9"\nwagers.insurance = { minimum = "5" }\n'
        'wagers.ante = { minimum = "ten" }\nmeters.progressive = { seed = "100", increment = "200%" }\n'
        'procedures.procedure-R99 = "kept"\ntables = 4\n'
    )
    assert sorted(mistakes(refused("submission", "check", written(text)))) == list(range(5, 15))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("seats = 0", "seats"),
        ("seats = 5.5", "seats"),
        ('payout_limit = "0"', "0.00 says nothing"),
        ('payout_limit = "-5"', "-5"),
        ("wagers.ante = { minimum = 10 }", "an amount is text"),
        ('wagers.ante = { maximum = "1e3" }', "1e3"),
        ('wagers.ante = { multiple = "0" }', "0.00 says nothing"),
        ('wagers.ante = { least = "5" }', "unknown key"),
        ('meters.progressive = { seed = "5" }', "increment"),
        ('meters.progressive = { seed = "5", increment = 20 }', "percentage"),
        ('meters.progressive = { seed = "5", increment = "60%", reserve = "60%" }', "exceed the wager"),
        ('procedures.procedure-R1 = "heaps"', "stacks"),
        ('readings."678a-R5" = "chip"', "rounding = {"),
        ('raise_limit = "4:9"', "above the game's own"),
        ('rounding = { unit = "0", direction = "down" }', "0.00 says nothing"),
    ],
)
def test_each_mistake_is_named_with_its_line(line: str, words: str, written: Writer) -> None:
    refusal = refused("submission", "check", written(f"{HEAD}\n[games.high-card-flush]\n{line}\n"))
    assert "line 6, games.high-card-flush." in refusal
    assert words in refusal


@pytest.mark.parametrize(
    "line", ['seats = "5"', "seats = true", "seats = 5.0", 'wagers.flush-bonus = { offered = "no" }']
)
def test_a_value_of_another_type_is_refused(line: str, written: Writer) -> None:
    """An amount is text and nothing else; a number and a truth are as strictly what TOML writes them as."""
    refused("submission", "check", written(f"{HEAD}[games.high-card-flush]\n{line}\n"))


@pytest.mark.parametrize("limit", ['multiple = "5", minimum = "7"', 'multiple = "10", maximum = "25"'])
def test_limits_that_no_wager_can_just_meet_are_taken(limit: str, written: Writer) -> None:
    """A minimum that is no multiple is odd, not impossible: 10 can be bet between 7 and any maximum."""
    assert json_of("submission", "check", written(f"{HEAD}[games.high-card-flush]\nwagers.ante = {{ {limit} }}\n"))[
        "games"
    ]


def test_no_file_and_no_game(written: Writer) -> None:
    for command in ("check", "show"):
        assert "nowhere" in refused("submission", command, "/nowhere.toml")
    assert "nowhere" in refused("submission", "diff", written(WHOLE), "/nowhere.toml")
    assert "does not offer" in refused(
        "rank", "heads-up-holdem", "As Ks", "--board", "Qs Js Ts", "--submission", written(WHOLE)
    )


# --- the digest -------------------------------------------------------------------------------------------------------
