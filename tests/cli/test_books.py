"""The books: games, paytables, and the law with its paragraphs, readings and coverage, in both forms."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tablegames.games import GAMES
from tablegames.rounds.round import PROCEDURES
from tests.cli import json_of, process, refused, run, text_of

IDS = ["saigon-5-card", "high-card-flush", "heads-up-holdem", "ultimate-texas-holdem"]


def each_json(*arguments: str) -> list[Any]:
    """The JSON objects on the lines of a command's standard output."""
    answer = run(*arguments, "--format", "json")
    assert (answer.code, answer.err) == (0, "")
    return [json.loads(line) for line in answer.out.splitlines()]


def test_games() -> None:
    listed = json_of("games")["games"]
    assert [game["game"] for game in listed] == IDS
    wagers = {game["game"]: list(game["wagers"]) for game in listed}
    assert wagers["high-card-flush"] == ["ante", "raise", "flush-bonus", "straight-flush-bonus", "progressive"]
    assert wagers["heads-up-holdem"] == ["ante", "odds", "raise", "trips-plus", "pocket-bonus"]
    assert wagers["saigon-5-card"] == ["ante", "bonus", "pot"]
    assert wagers["ultimate-texas-holdem"] == ["ante", "blind", "play", "trips"]
    printed = text_of("games")
    for game in listed:
        assert game["game"] in printed
        assert game["chapter"] in printed


@pytest.mark.parametrize("arguments", [("games",), ("paytables", "high-card-flush")])
def test_json_is_one_object(arguments: tuple[str, ...]) -> None:
    assert isinstance(json_of(*arguments), dict)


@pytest.mark.parametrize("game", IDS)
def test_paytables(game: str) -> None:
    listed = json_of("paytables", game)["paytables"]
    names = {(table["paytable"], table["name"]) for table in listed}
    law = next(each.law for each in GAMES if each.id == game)
    assert names == {(table["slot"], table["name"]) for table in law.paytables}
    for table in listed:
        assert table["source"] in {"regulation", "published", "single-source", "inferred", "example"}
        assert table["basis"]
        assert table["rows"]
        assert all(
            " to " in pay or " for " in pay or pay.split()[0] in ("push", "lose", "amount", "meter")
            for pay in table["rows"].values()
        )
    assert len([table for table in listed if table["default"]]) == len({t["paytable"] for t in listed if t["default"]})
    printed = text_of("paytables", game)
    for slot, name in names:
        assert f"{slot} {name}" in printed


def test_paytables_of_high_card_flush_row_by_row() -> None:
    pays = {
        (table["paytable"], table["name"]): "/".join(pay.removesuffix(" to 1") for pay in table["rows"].values())
        for table in json_of("paytables", "high-card-flush")["paytables"]
    }
    assert pays == {
        ("flush-bonus", "A"): "300/100/10/1",
        ("flush-bonus", "B"): "250/100/10/1",
        ("flush-bonus", "C"): "100/20/10/2",
        ("straight-flush-bonus", "A"): "8000/1000/100/60/7",
        ("straight-flush-bonus", "B"): "500/200/100/60/8",
        ("straight-flush-bonus", "C"): "500/200/100/50/9",
        ("progressive", "one-dollar"): "meter 100%/meter 50%/amount 250.00/amount 50.00/amount 5.00",
        ("progressive", "five-dollar"): "meter 100%/meter 10%/amount 75.00/amount 10.00",
    }


def test_paytables_of_saigon_row_by_row() -> None:
    (example,) = json_of("paytables", "saigon-5-card")["paytables"]
    assert (example["name"], example["source"]) == ("example", "example")
    assert example["rows"] == {
        "five aces": "10000 to 1", "royal flush with no joker": "5000 to 1", "royal flush with a joker": "2500 to 1",
        "straight flush": "1000 to 1", "four-of-a-kind": "250 to 1", "full house": "60 to 1", "flush": "30 to 1",
        "straight": "20 to 1", "three-of-a-kind": "8 to 1", "two pair": "3 to 1",
    }  # fmt: skip


@pytest.mark.parametrize("game", IDS)
def test_law_paragraphs(game: str) -> None:
    (book,) = each_json("law", "paragraphs", game)
    chapter = {"saigon-5-card": "680a", "high-card-flush": "678a", "heads-up-holdem": "677a"}.get(game, "653a")
    assert (book["game"], book["chapter"]) == (game, chapter)
    ids = [paragraph["id"] for paragraph in book["paragraphs"]]
    assert len(ids) == len(set(ids))
    assert all(id_.startswith(f"{chapter}.") for id_ in ids)
    assert all(rule["id"].startswith(f"{chapter}-T") and rule["source"] != "regulation" for rule in book["trade_rules"])
    printed = text_of("law", "paragraphs", game)
    assert all(f"§ {id_}" in printed for id_ in ids)


def test_law_paragraphs_holds_every_paragraph_of_677a_6() -> None:
    (book,) = each_json("law", "paragraphs", "heads-up-holdem")
    rows = [f"677a.6(b)({number})" for number in range(1, 10)]
    ids = [paragraph["id"] for paragraph in book["paragraphs"]]
    assert [id_ for id_ in ids if id_.startswith("677a.6")] == ["677a.6(a)", "677a.6(b)", *rows, "677a.6(c)"]


@pytest.mark.parametrize("game", IDS)
def test_law_readings(game: str) -> None:
    (book,) = each_json("law", "readings", game)
    assert book["game"] == game
    assert {id_ for reading in book["procedures"] for id_ in reading["sources"]} <= {
        each["id"] for each in book["sources"]
    }
    procedures = [reading["id"] for reading in book["procedures"]]
    assert procedures == [f"procedure-R{number}" for number in range(1, len(PROCEDURES.readings) + 1)]
    assert not set(procedures) & {reading["id"] for reading in book["readings"]}
    for reading in (*book["readings"], *book["procedures"]):
        assert set(reading) == {"id", "question", "choices", "default", "why", "effect", "sources"}
        assert reading["default"] in reading["choices"]
        assert all(value for key, value in reading.items() if key != "sources")
    printed = text_of("law", "readings", game)
    own, _, marked = printed.partition(
        "Procedures of a round, in every game: readings of procedure, chosen in a Rules Submission"
    )
    assert all(reading["id"] in own for reading in book["readings"])
    assert all(reading["id"] in marked and reading["id"] not in own for reading in book["procedures"])


def test_law_readings_of_all_games_has_the_procedures_once() -> None:
    printed = text_of("law", "readings")
    assert printed.count("procedure-R1") == printed.count("678a-R1") == 1
    assert len(each_json("law", "readings")) == len(IDS)


def test_law_readings_of_heads_up_holdem() -> None:
    (book,) = each_json("law", "readings", "heads-up-holdem")
    choices = {reading["id"]: (reading["default"], sorted(reading["choices"])) for reading in book["readings"]}
    assert list(choices) == ["677a-R1", "677a-R2", "677a-R3", "677a-R4", "677a-R5", "677a-R6"]
    assert choices["677a-R4"] == ("stand", ["forfeit", "stand"])


@pytest.mark.parametrize("game", IDS)
def test_law_coverage(game: str) -> None:
    """Every paragraph is carried out by code that is named, or excused with a reason, and never both."""
    (book,) = each_json("law", "coverage", game)
    for entry in book["coverage"]:
        assert set(entry) == {"id", "cited_by", "excused"}
        if "-" not in entry["id"]:
            assert bool(entry["cited_by"]) != bool(entry["excused"]), entry
    printed = text_of("law", "coverage", game)
    assert all(entry["id"] in printed for entry in book["coverage"])


@pytest.mark.parametrize(
    "game",
    IDS,
)
def test_law_coverage_of_trade_rules_and_readings(game: str) -> None:
    """So is each rule of the trade and each reading, which have no excuse."""
    (book,) = each_json("law", "coverage", game)
    assert [entry["id"] for entry in book["coverage"] if "-" in entry["id"] and not entry["cited_by"]] == []


def test_law_coverage_in_a_fresh_process() -> None:
    """What is listed does not depend on what else this process has imported."""
    answer = process("law", "coverage", "heads-up-holdem", "--format", "json")
    assert answer.code == 0
    assert json.loads(answer.out) == each_json("law", "coverage", "heads-up-holdem")[0]


@pytest.mark.parametrize("book", ["paragraphs", "readings", "coverage"])
def test_law_of_all_games(book: str) -> None:
    assert [each["game"] for each in each_json("law", book)] == IDS
    printed = text_of("law", book)
    assert all(chapter in printed for chapter in ("677a", "678a", "680a", "653a"))


@pytest.mark.parametrize(
    "arguments",
    [("paytables", "bridge"), ("law", "paragraphs", "bridge"), ("law", "readings", "x"), ("law", "coverage", "x")],
)
def test_unknown_game(arguments: tuple[str, ...]) -> None:
    refusal = refused(*arguments)
    assert all(id_ in refusal for id_ in IDS)


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("no-such-command",),
        ("games", "--no-such-option"),
        ("rank",),
        ("games", "--format", "xml"),
        ("law",),
        ("games", "x"),
    ],
)
def test_usage(arguments: tuple[str, ...]) -> None:
    answer = run(*arguments)
    assert answer.code == 2
    assert answer.out == ""
    assert "Usage" in answer.err


def test_help() -> None:
    for arguments in (
        (),
        ("rank",),
        ("compare",),
        ("settle",),
        ("games",),
        ("paytables",),
        ("law",),
        ("law", "readings"),
    ):
        printed = text_of(*arguments, "--help")
        assert "Usage" in printed
        assert "--help" in printed
