"""A long batch is answered in chunks by the kernels, and its output is that of single lines, byte for byte."""

from __future__ import annotations

import random

import pytest

from tablegames.cards import CARDS, pretty
from tablegames.cli import output
from tablegames.games import game_named
from tests.cli import Answer, run

NOT_ANSWERED_IN_BULK = [
    "nonsense",
    "",
    "As Ks Qs Js",
    "As As Ks Qs Js",
    "As Ks Qs Js Jk",
    "AsKsQsJsTs",
    "As,Ks,Qs,Js,Ts",
    "As\tKs Qs Js Ts",
    "As Ks Qs Js Ts | As 2c 3c",
    "As Ks | Qs Js Ts | 2c | 3c",
    "As Ks |",
    "|",
    "A\u2660\ufe0f Ks Qs Js Ts",
]


def lines_of(command: str, count: int) -> list[str]:
    """Seeded lines of every form that is ranked in bulk, in several notations, among lines that are not."""
    chance = random.Random(677)
    lines = []
    for _ in range(count):
        cards = [
            chance.choice((str(card), str(card).upper(), str(card).lower(), pretty(card)))
            for card in chance.sample(CARDS[:52], 14)
        ]
        if command == "rank":
            sizes = chance.choice([(5,), (6,), (7,), (2, 3), (2, 4), (2, 5)])
        else:
            sizes = chance.choice([(5, 5), (7, 7), (6, 7), (2, 2, 5), (2, 2, 4), (2, 2, 3)])
        starts = [sum(sizes[:place]) for place in range(len(sizes))]
        parts = (" ".join(cards[start : start + size]) for start, size in zip(starts, sizes, strict=True))
        lines.append(chance.choice((" | ", "|")).join(parts))
        if chance.random() < 0.2:
            bad = chance.choice(NOT_ANSWERED_IN_BULK)
            lines.append(bad if command == "rank" else f"{bad} | 2c 3c 4c 5c 6c")
    return lines


def answers(monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], stdin: bytes, *, bulk_from: int) -> Answer:
    """The batch's output if it is answered in bulk from that line on."""
    monkeypatch.setattr(output, "BULK_FROM", bulk_from)
    monkeypatch.setattr(output, "BULK_LINES", 64)
    return run(*arguments, stdin=stdin)


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("game", ["heads-up-holdem", "ultimate-texas-holdem"])
@pytest.mark.parametrize("command", ["rank", "compare"])
def test_same_bytes_as_line_by_line(monkeypatch: pytest.MonkeyPatch, command: str, game: str, form: str) -> None:
    stdin = "\n".join(lines_of(command, 300)).encode() + b"\nAs \x80\n"
    arguments = (command, game, "-", "--format", form)
    one_by_one = answers(monkeypatch, arguments, stdin, bulk_from=1_000_000)
    in_bulk = answers(monkeypatch, arguments, stdin, bulk_from=5)
    assert (in_bulk.code, in_bulk.out) == (one_by_one.code, one_by_one.out)
    assert in_bulk.code == 1
    assert in_bulk.out.count("\n") > 300


@pytest.mark.parametrize("board", ["Qh Jh Th 2c 3d", "Qh Jh 10h 2c", "Qh Jh Xh", "As Qh"])
def test_one_board_for_all_lines(monkeypatch: pytest.MonkeyPatch, board: str) -> None:
    lines = ["Ah Kh", "9h 8h", "Qh 2d", "Ah Kh | 2s 2d 2h", "Ac Kc 2s 3s 4s", "7c 7d"] * 20
    for command, stdin in (("rank", lines), ("compare", [f"{line.split('|')[0]}|4s 5s" for line in lines])):
        arguments = (command, "heads-up-holdem", "-", "--board", board, "--format", "json")
        encoded = "\n".join(stdin).encode()
        one_by_one = answers(monkeypatch, arguments, encoded, bulk_from=1_000_000)
        assert answers(monkeypatch, arguments, encoded, bulk_from=3)[:2] == one_by_one[:2]


def test_plain_lines_are_answered_in_bulk() -> None:
    from tablegames.cli import bulk

    game = game_named("heads-up-holdem")
    rank = bulk.rank_lines(game, game.default_rules(), "")
    found = rank(["Ah Kh | Qh Jh Th 2c 3d", "10♥ Ts tc TD 2c 3c", *NOT_ANSWERED_IN_BULK])
    assert [ruling.evaluation.rank.category for ruling in found[:2]] == ["royal flush", "four-of-a-kind"]
    assert found[2:] == [None] * len(NOT_ANSWERED_IN_BULK)
    compare = bulk.compare_lines(game, game.default_rules(), "")
    (first, second) = compare(["Ah Kh | 2h 3h | Qh Jh Th 2c 3d", "Ah Kh | 2h 3h"])
    assert first.comparison.result == 1
    assert second is None


@pytest.mark.parametrize("game", ["high-card-flush", "saigon-5-card"])
def test_games_without_a_best_five_are_answered_line_by_line(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    from tablegames.cli import bulk

    assert not bulk.ranks_best_five(game_named(game))
    answer = answers(monkeypatch, ("rank", game, "-"), b"As Ks Qs 9s 4d\n" * 20, bulk_from=0)
    assert answer.out.count("\n") == 20
