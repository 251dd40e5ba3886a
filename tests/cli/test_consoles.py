"""Consoles that lack the suit signs: every command succeeds there, with letters, in a process of its own."""

from __future__ import annotations

import json

import pytest

from tests.cli import json_of, process

COMMANDS = {
    "games": ("games",),
    "paytables": ("paytables", "ultimate-texas-holdem"),
    "paragraphs": ("law", "paragraphs", "heads-up-holdem"),
    "readings": ("law", "readings", "saigon-5-card"),
    "rank": ("rank", "saigon-5-card", "J♠ 2s 5d 9c Kh"),
    "compare": ("compare", "heads-up-holdem", "Qc 5h", "5d Jd", "--board", "9c Kh Kd 9s Ah"),
    "settle": (
        "settle", "heads-up-holdem", "--player", "Ah 4h", "--dealer", "4s 4d", "--board", "Kh 9h 8h 2c 3d",
        "--bet", "ante=2.01", "--bet", "odds=2.01", "--bet", "raise=2.01",
    ),
}  # fmt: skip
SIGNS = set("♣♦♥♠")


@pytest.mark.parametrize("encoding", ["cp850", "cp1252", "ascii"])
@pytest.mark.parametrize("command", COMMANDS)
def test_text_in_letters(command: str, encoding: str) -> None:
    answer = process(*COMMANDS[command], PYTHONIOENCODING=encoding)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.strip()
    assert not SIGNS & set(answer.out)
    assert "?" not in answer.out or command == "readings"  # a reading is a question
    if command == "settle":
        assert "Ah 4h" in answer.out
        assert "677a.6(b)(5)" in answer.out


@pytest.mark.parametrize("encoding", ["cp850", "cp1252", "ascii"])
def test_json_is_the_same_on_every_console(encoding: str) -> None:
    """Cards in JSON are letters anyway; what a console lacks elsewhere may not break the JSON."""
    command = (*COMMANDS["settle"], "--format", "json")
    answer = process(*command, PYTHONIOENCODING=encoding)
    assert (answer.code, json.loads(answer.out)) == (0, json_of(*COMMANDS["settle"]))


@pytest.mark.parametrize("encoding", ["cp850", "cp1252", "ascii"])
def test_batch_with_signs_and_errors(encoding: str) -> None:
    stdin = "A♠ K♠ Q♠ 9♠ 4♦ 3♦ 2♣\nA♠ K♠ ☃\nA♠ K♠\n".encode()
    answer = process("rank", "high-card-flush", "-", stdin=stdin, PYTHONIOENCODING=encoding)
    assert (answer.code, answer.err) == (1, "")
    lines = answer.out.splitlines()
    assert lines[0].startswith("1: As Ks Qs 9s 4d 3d 2c: rank: four-card flush")
    assert lines[1].startswith("2: refused: hand, column 7: '\\u2603' is not a card")
    assert lines[2].startswith("3: refused: hand has 2 cards")
    assert not SIGNS & set(answer.out)


@pytest.mark.parametrize("encoding", ["cp850", "cp1252", "ascii"])
def test_refusal_in_letters(encoding: str) -> None:
    answer = process("rank", "high-card-flush", "☃", PYTHONIOENCODING=encoding)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.count("\n") == 1
    assert "'\\u2603'" in answer.err
    assert not SIGNS & set(answer.err)
