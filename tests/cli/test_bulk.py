"""A long batch has its best fives from the kernels, and its output is that of single lines, byte for byte."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest

from tablegames.asks.rulings import rank_hand
from tablegames.cli import bulk, output
from tablegames.core import poker
from tablegames.core.cards import CARDS, Card, Hand, pretty
from tablegames.games import game_named
from tests.cli import Answer, run

NOT_LEARNT = [
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
            sizes = chance.choice([(5, 5), (7, 7), (6, 6), (6, 7), (2, 2, 5), (2, 2, 4), (2, 2, 3)])
        starts = [sum(sizes[:place]) for place in range(len(sizes))]
        parts = (" ".join(cards[start : start + size]) for start, size in zip(starts, sizes, strict=True))
        lines.append(chance.choice((" | ", "|")).join(parts))
        if chance.random() < 0.2:
            bad = chance.choice(NOT_LEARNT)
            lines.append(bad if command == "rank" else f"{bad} | 2c 3c 4c 5c 6c")
    return lines


def answers(monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], stdin: bytes, *, bulk_from: int) -> Answer:
    """The batch's output if it is answered in bulk from that line on."""
    monkeypatch.setattr(output, "ALONE", bulk_from)
    monkeypatch.setattr(output, "TOGETHER", 64)
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


def test_hands_of_plain_lines_are_not_searched_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_named("heads-up-holdem")
    fast, learn = bulk.with_best_fives(game, 1, "")
    assert learn is not None
    learn(["Ah Kh | Qh Jh Th 2c 3d", "10♥ Ts tc TD 2c 3c", *NOT_LEARNT])
    rules = game.default_rules()
    expected = [rank_hand(game, rules, *hand) for hand in (("Ah Kh", "Qh Jh Th 2c 3d"), ("10♥ Ts tc TD 2c 3c",))]
    searched: list[int] = []

    def counted(cards: Sequence[Card], size: int) -> Iterator[Hand]:
        searched.append(len(cards))
        return combinations(cards, size)

    monkeypatch.setattr(poker, "combinations", counted)
    found = [rank_hand(fast, rules, *hand) for hand in (("Ah Kh", "Qh Jh Th 2c 3d"), ("10♥ Ts tc TD 2c 3c",))]
    assert [ruling.evaluation for ruling in found] == [ruling.evaluation for ruling in expected]
    assert searched == [5, 5]


@pytest.mark.parametrize("game", ["high-card-flush", "saigon-5-card"])
def test_games_without_a_best_five_learn_nothing(game: str) -> None:
    assert bulk.with_best_fives(game_named(game), 1, "") == (game_named(game), None)
