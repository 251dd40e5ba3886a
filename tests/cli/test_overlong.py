"""However long what is given is, the line that refuses it is short."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
import uvicorn

from tablegames.cli.app import app
from tablegames.core.law import LONGEST_MESSAGE, MOST_NAMED, MOST_QUOTED, Refused, brief, named
from tests.cli import batch, run

LONG, BOUND = 100_000, 1_000
VALUES = {"one word": "x" * LONG, "words": "x " * (LONG // 2), "a number": "1" * LONG}
HAND = "As Ks Qs 9s 4d 3d 2c"
GIVEN = {
    "game": "high-card-flush", "hand": HAND, "first": HAND, "second": HAND, "--hand": HAND, "kind": "distribution", "--rounds": "10", "--seed": "1",
    "--older-than": "1", "--output": "absent/x.pdf", "-o": "absent/x.jsonl", "--out": "absent/x.bin", "file": "absent.toml", "other": "absent.toml",
    "session": "absent", "digest": "absent", "log": "absent.jsonl", "--decks": "13260",
}  # fmt: skip


def commands(of: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command with its words."""
    for name, each in getattr(of, "commands", {}).items():
        yield from commands(each, (*path, name))
    if not hasattr(of, "commands"):
        yield path, of


def name_of(parameter: Any) -> str:
    """A parameter as GIVEN names it."""
    return str(parameter.opts[0] if parameter.param_type_name == "option" else parameter.name)


ASKED = [
    pytest.param(path, command.params, parameter, id=f"{' '.join(path)} {name_of(parameter)}")
    for path, command in commands(typer.main.get_command(app))
    for parameter in command.params
    if parameter.type.name != "boolean"
]


def words(path: tuple[str, ...], parameters: list[Any], asked: Any, value: str) -> list[str]:
    """A command line that gives one parameter a value, and what else is required something that fits."""
    given = list(path)
    for each in parameters:
        if each is asked or each.required:
            option = [each.opts[0]] if each.param_type_name == "option" else []
            given += [*option, value if each is asked else GIVEN[name_of(each)]]
    return given


@pytest.mark.parametrize(("path", "parameters", "asked"), ASKED)
def test_an_error_line_quotes_little_of_what_was_given(
    path: tuple[str, ...], parameters: list[Any], asked: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(uvicorn.Server, "run", lambda *_, **__: None)
    for kind, value in VALUES.items():
        answer = run(*words(path, parameters, asked, value))
        lines = answer.err.splitlines()
        assert len(lines) <= 4, kind
        assert all(len(line) <= BOUND for line in lines), kind
        assert value[: MOST_QUOTED + 1] not in answer.err, kind


@pytest.mark.parametrize(
    "words",
    [("x" * LONG,), ("rank", "--" + "x" * LONG), ("rank", "a", "b", *["x" * LONG] * 3), ("law", "x" * LONG)],
    ids=range(4),
)
def test_a_wrong_use_of_a_command_is_told_briefly(words: tuple[str, ...]) -> None:
    answer = run(*words)
    assert (answer.code, answer.out) == (2, "")
    assert all(len(line) <= BOUND for line in answer.err.splitlines())


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
@pytest.mark.parametrize("key", ["player", "dealer", "bets", "fold", "seats", "unknown", "paid"])
def test_a_line_of_a_batch_is_refused_as_briefly(key: str, value: str) -> None:
    given: list[Any] = [value, {value: "1"}, {"ante": value}, [value], [{"player": value}]]
    lines = [json.dumps({"player": HAND, "dealer": "", "bets": {"ante": "10"}, key: each}) for each in given]
    code, answers = batch("settle", "high-card-flush", "-", lines=[*lines, "[" * 500 + value])
    assert code == 1
    assert len(answers) == len(lines) + 1
    for answer in answers:
        assert len(answer["error"]["message"]) <= BOUND
    code, answers = batch("rank", "high-card-flush", "-", lines=[value])
    assert len(answers[0]["error"]["message"]) <= BOUND


def test_of_many_faults_the_first_are_named_each_once() -> None:
    faults = [f"row {number // 2} is unknown" for number in range(100)]
    says = named(faults)
    assert says.split("; ") == [
        *(f"row {number} is unknown" for number in range(MOST_NAMED)),
        f"and {50 - MOST_NAMED} more",
    ]


@pytest.mark.parametrize(
    ("message", "says"),
    [
        ("seat 1: " + ascii("a b " * 50) + " is no hand; write it anew", f"seat 1: '{('a b ' * 50)[:39]}...{('a b ' * 50)[-38:]}' is no hand; write it anew"),
        ("/" + "d" * 200 + "/w.sqlite: no store is there", "/" + "d" * 200 + "/w.sqlite: no store is there"),
        ("/" + "d" * 900 + "/w.sqlite: no store is there", "/" + "d" * 123 + "..." + "d" * 113 + "/w.sqlite: no store is there"),
        ("Hold 'Em has these wagers, and no other that could be bet before the deal: ante, odds, blind, trips", ...),
        ("the dealer's hand beats the player's, and so the house's own wager of the seat's is taken, by its rules", ...),
        ("x" * 80, ...),
    ],
)  # fmt: skip
def test_a_message_is_cut_only_in_what_was_given(message: str, says: Any) -> None:
    expected = message if says is ... else says
    assert brief(message) == expected
    assert brief(expected) == expected
    assert Refused(message).message == expected


@pytest.mark.parametrize(
    "given", ["'" * LONG, "'\\" * LONG, "\"'" * LONG, "; " * LONG, ("x " * 250 + "; ") * 400, "\n" * LONG]
)
def test_whatever_is_given_a_message_is_bounded(given: str) -> None:
    for message in (f"--row {given}: unknown", f"--row {given!a}: unknown", f"--row {given!r}: unknown"):
        assert len(str(Refused(message))) <= LONGEST_MESSAGE
