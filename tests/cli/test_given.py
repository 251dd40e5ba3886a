"""Every command refuses an argument or option that is empty, and an option that is given twice where one value counts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer

from tablegames.cli.app import app
from tests.cli import refused, run


class Taken(NamedTuple):
    """A value that a command takes: the command's words, what the value is called, and whether it is an option, and may be repeated."""

    command: tuple[str, ...]
    name: str
    option: bool
    many: bool


def commands(group: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command below a group, with the words that call it."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, (*words, name))
        else:
            yield (*words, name), command


def taken() -> list[Taken]:
    """Every value that any command takes."""
    return [
        Taken(
            words,
            name,
            parameter.param_type_name == "option",
            parameter.multiple if parameter.param_type_name == "option" else True,
        )
        for words, command in commands(typer.main.get_command(app))
        for parameter in command.params
        if not getattr(parameter, "is_flag", False)
        for name in (parameter.opts if parameter.param_type_name == "option" else (parameter.name,))
    ]


EVERY = taken()
OPTIONS = [each for each in EVERY if each.option]


def test_all_commands_are_walked() -> None:
    assert {each.command for each in EVERY} >= {("rank",), ("law", "readings"), ("round", "verify"), ("store", "prune")}
    assert {each.name for each in OPTIONS} >= {"--head", "--submission", "--file", "--record", "--db", "--board", "-o"}


def long_form(each: Taken) -> str:
    """The name by which a message calls an option."""
    return {"-o": "--out", "-n": "--questions"}.get(each.name, each.name)


@pytest.mark.parametrize("value", ["", "  "])
@pytest.mark.parametrize("each", OPTIONS, ids=lambda each: " ".join((*each.command, each.name)))
def test_an_option_that_is_empty_is_refused(each: Taken, value: str) -> None:
    """Whatever else is missing or wrong: a script's unset variable is what is said."""
    said = refused(*each.command, each.name, value)
    assert said.startswith(long_form(each))
    assert said.endswith(" is empty: give it a value, or leave it out")


@pytest.mark.parametrize(
    "each", [each for each in OPTIONS if not each.many], ids=lambda each: " ".join((*each.command, each.name))
)
def test_an_option_of_one_value_is_not_given_twice(each: Taken) -> None:
    said = refused(*each.command, each.name, "1", each.name, "2")
    assert said.startswith(long_form(each))
    assert said.endswith(" is given 2 times: give it once")


@pytest.mark.parametrize("words", sorted({each.command for each in EVERY if not each.option}), ids=" ".join)
def test_an_argument_that_is_empty_is_refused(words: tuple[str, ...]) -> None:
    """So ``law paragraphs "$GAME"`` does not print every game's, nor ``report`` a whole property."""
    assert refused(*words, "").endswith(" is empty: give it a value, or leave it out")


def test_an_option_does_not_swallow_the_next_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``--record $UNSET --fsync`` would write a record called --fsync."""
    monkeypatch.chdir(tmp_path)
    said = refused("round", "play", "high-card-flush", "--rounds", "1", "--record", "--fsync")
    assert said == "--record has no value: --fsync follows it"
    assert list(tmp_path.iterdir()) == []


def test_lists_are_still_given_as_often_as_wanted() -> None:
    table = (
        "--player",
        "As Ks Qs 9s 4d 3d 2c",
        "--dealer",
        "Ah Kh Jh 9h 4c 3c 2d",
        "--bet",
        "ante=10",
        "--bet",
        "raise=10",
    )
    assert run("settle", "high-card-flush", *table).code == 0


FILE = "none"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("rng", "test", "saigon-5-card", "--file", FILE, "--seed", "1"), "leave out --decks and --seed"),
        (("rng", "test", "saigon-5-card", "--file", FILE, "--decks", "20000"), "leave out --decks and --seed"),
        (("round", "play", "saigon-5-card", "--fsync"), "give --record FILE too"),
        (("round", "recall", FILE, "--step", "--format", "json"), "--step is for reading at the terminal"),
        (("report", "saigon-5-card", "-o", "none.pdf", "--as", "html"), "--as is for the files of a folder"),
        (("report", "saigon-5-card", "-o", "none.pdf", "--seed", "7"), "give --simulate ROUNDS too"),
        (("simulate", "saigon-5-card", "--rounds", "1", "--seed", "1", "--insecure-cluster"), "give that too"),
        (("sweep", "saigon-5-card", "--insecure-cluster"), "give that too"),
    ],
)
def test_an_option_that_would_be_passed_over_is_refused(command: tuple[str, ...], words: str) -> None:
    assert words in refused(*command)
