"""``rng collect`` and ``rng test``: what a laboratory is given, and what is found in it."""

from __future__ import annotations

import json
import math
import random
import struct
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import pytest

from tablegames.games import GAMES
from tablegames.rounds.shuffle import generator, shuffled
from tests.cli import refused, run

DECKS = 14_000


def collect(out: Path, *options: str, game: str = "high-card-flush", decks: int = 5, seed: str = "1") -> bytes:
    """What `rng collect` writes."""
    answer = run("rng", "collect", game, "--out", str(out), "--decks", str(decks), "--seed", seed, *options)
    assert (answer.code, answer.out) == (0, "")
    return out.read_bytes()


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_collected_decks_are_those_that_are_dealt(game: str, tmp_path: Path) -> None:
    lines = collect(tmp_path / "decks", game=game).decode().splitlines()
    deck = next(each for each in GAMES if each.id == game).deck
    source = generator(1)
    assert lines == [" ".join(str(int(card)) for card in shuffled(deck, source).cards) for _ in range(5)]


def test_collected_words_in_both_forms_of_dieharder(tmp_path: Path) -> None:
    """Raw for ``-g 201``: little-endian words; text for ``-g 202``: type, count and bits, then a number a line."""
    raw = collect(tmp_path / "raw", "--what", "binary")
    assert len(raw) == 4 * 5 * 52
    source = random.Random(1)
    words = [source.getrandbits(32) for _ in range(5 * 52)]
    assert list(struct.unpack(f"<{len(words)}I", raw)) == words
    lines = collect(tmp_path / "text", "--what", "text").decode().splitlines()
    assert lines[0].startswith("#")
    assert lines[1:4] == ["type: d", f"count: {len(words)}", "numbit: 32"]
    assert [int(line) for line in lines[4:]] == words


def test_collect_without_a_seed_differs_and_never_overwrites(tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert run("rng", "collect", "saigon-5-card", "--out", str(tmp_path / name), "--decks", "3").code == 0
    one = (tmp_path / "one").read_bytes()
    assert one != (tmp_path / "two").read_bytes()
    assert "never overwritten" in refused("rng", "collect", "saigon-5-card", "--out", str(tmp_path / "one"))
    assert (tmp_path / "one").read_bytes() == one
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "two"], "no part is left behind"
    assert run("rng", "collect", "saigon-5-card", "--out", str(tmp_path / "x"), "--decks", "0").code == 2
    assert "nowhere" in refused("rng", "collect", "saigon-5-card", "--out", "/nowhere/x", "--decks", "1")


@pytest.mark.parametrize("game", ["high-card-flush", "saigon-5-card"])
def test_fair_decks_pass(game: str) -> None:
    answer = run("rng", "test", game, "--decks", str(DECKS), "--seed", "1", "--format", "json")
    assert answer.code == 0
    result = json.loads(answer.out)
    assert (result["decks"], result["passed"], len(result["tests"])) == (DECKS, True, 16)
    for test in result["tests"]:
        where = {"where"} if "largest" in test["test"] else set()
        assert set(test) == {"test", "statistic", "p_value", "sample", "passes_95", "passes_99"} | where
        assert 0 <= float(test["p_value"]) <= 1
        assert test["passes_99"]
    names = " ".join(test["test"] for test in result["tests"])
    for words in (
        "positions, chi-square", "positions, largest deviation", "suits by position, chi-square", "pairs, chi-square",
        "suits of the first three, chi-square", "ranks of the first three, chi-square", "first deal, ",
        "Kolmogorov-Smirnov", "serial correlation, lag 5", "serial correlation, largest",
    ):  # fmt: skip
        assert words in names


def test_text_form_says_the_correction() -> None:
    answer = run("rng", "test", "high-card-flush", "--decks", str(DECKS), "--seed", "2")
    assert answer.code == 0
    for words in (
        "statistic",
        "p-value",
        "sample",
        "95 %",
        "99 %",
        "corrected for 16 tests",
        "largest deviation: ",
        str(DECKS),
    ):
        assert words in answer.out


def naive(source: random.Random, deck: list[int]) -> list[int]:
    """The wrong shuffle: each card swapped with any of all."""
    cards = list(deck)
    for at in range(len(cards)):
        other = source.randrange(len(cards))
        cards[at], cards[other] = cards[other], cards[at]
    return cards


def rotated(source: random.Random, deck: list[int]) -> list[int]:
    """The deck before, moved on by one: every card is at every place as often."""
    deck.append(deck.pop(0))
    return list(deck)


def cut(source: random.Random, deck: list[int]) -> list[int]:
    """A random cut of one order: fair by positions, and not by pairs."""
    at = source.randrange(len(deck))
    return deck[at:] + deck[:at]


def first_repeats(source: random.Random, deck: list[int]) -> list[int]:
    """Each deck is fair; its first card is that of the deck before in one of three."""
    order = source.sample(range(len(deck)), len(deck))
    if source.random() < 1 / 3:
        order.remove(deck[0])
        order.insert(0, deck[0])
    deck[:] = order
    return order


def whole_repeats(source: random.Random, deck: list[int]) -> list[int]:
    """One deck in ten is the deck before."""
    if source.random() > 1 / 10:
        source.shuffle(deck)
    return list(deck)


def failing(decks: Iterable[Sequence[int]], path: Path) -> set[str]:
    """The tests that some decks fail at 99 %, as `rng test` says it of a file."""
    path.write_text("".join(" ".join(map(str, deck)) + "\n" for deck in decks))
    answer = run("rng", "test", "high-card-flush", "--file", str(path), "--format", "json")
    result = json.loads(answer.out)
    failed = {test["test"] for test in result["tests"] if not test["passes_99"]}
    assert (answer.code, result["passed"]) == ((3, False) if failed else (0, True))
    return failed


@pytest.mark.parametrize(
    ("shuffle", "found_by"),
    [
        (naive, "positions, chi-square"),
        (rotated, "pairs, chi-square"),
        (cut, "pairs, chi-square"),
        (first_repeats, "serial correlation, largest"),
        (whole_repeats, "serial correlation, lag 1"),
    ],
)
def test_unfair_decks_are_found(
    shuffle: Callable[[random.Random, list[int]], list[int]], found_by: str, tmp_path: Path
) -> None:
    source, deck = random.Random(1), list(range(52))
    assert found_by in failing((shuffle(source, deck) for _ in range(DECKS)), tmp_path / "decks")


MANY = 20_000


def test_one_card_at_one_place_too_often_is_found(tmp_path: Path) -> None:
    """The ace of spades third in 602 of 20,000 decks, 384.6 expected: z = 11.2; chi-square of all 2,704 cells does not see it."""
    source, ace = random.Random(1), 51
    decks = [source.sample(range(52), 52) for _ in range(MANY)]
    elsewhere = (deck for deck in source.sample(decks, MANY) if deck[2] != ace)
    for _ in range(602 - sum(deck[2] == ace for deck in decks)):
        deck = next(elsewhere)
        now = deck.index(ace)
        deck[2], deck[now] = deck[now], deck[2]
    path = tmp_path / "decks"
    assert failing(decks, path) == {"positions, largest deviation"}
    words = run("rng", "test", "high-card-flush", "--file", str(path)).out
    assert "positions, largest deviation: As at position 3: 602 times, 384.6 expected" in words
    z = (602 - MANY / 52) / math.sqrt(MANY / 52 * 51 / 52)
    assert f"{z:.4f}" == "11.1926"
    assert any(
        line.split()[:3] == ["positions,", "largest", "deviation"] and "11.1926" in line for line in words.splitlines()
    )


def test_decks_favoured_by_their_first_three_suits_are_found(tmp_path: Path) -> None:
    """Decks whose first three suits add up to an even number come twice as often: no card, no pair and no suit alone shows it."""
    source = random.Random(1)

    def favoured() -> Iterator[list[int]]:
        while True:
            deck = source.sample(range(52), 52)
            if sum(card & 3 for card in deck[:3]) % 2 == 0 or source.random() < 1 / 2:
                yield deck

    assert failing(islice(favoured(), MANY), tmp_path / "decks") == {"suits of the first three, chi-square"}


def test_collected_decks_are_judged_as_shuffled_ones(tmp_path: Path) -> None:
    path = tmp_path / "decks"
    collect(path, decks=DECKS, seed="5")
    options = ("--format", "json")
    read = run("rng", "test", "high-card-flush", "--file", str(path), *options)
    fresh = run("rng", "test", "high-card-flush", "--decks", str(DECKS), "--seed", "5", *options)
    assert read == fresh


def test_too_few_decks_are_refused() -> None:
    assert "13260 at least for a deck of 52" in refused(
        "rng", "test", "high-card-flush", "--decks", "13259", "--seed", "1"
    )
    assert "13780 at least for a deck of 53" in refused("rng", "test", "saigon-5-card", "--decks", "100", "--seed", "1")


@pytest.mark.parametrize(
    "line",
    [
        "1 2 3",
        " ".join(["0"] * 52),
        " ".join(map(str, range(1, 53))),
        "As Kd",
        "\xff",
        " ".join(map(str, range(53))),
        "",
    ],
)
def test_a_line_that_is_no_deck_is_named(line: str, tmp_path: Path) -> None:
    path = tmp_path / "decks"
    good = " ".join(map(str, range(52)))
    path.write_bytes(f"{good}\n{line}\n{good}\n".encode("latin-1"))
    assert "line 2 is not 52 different card codes" in refused("rng", "test", "high-card-flush", "--file", str(path))


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "decks"
    path.write_bytes(b"")
    refused("rng", "test", "high-card-flush", "--file", str(path))


def test_without_scipy_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name == "tablegames.analysis.rng" or name.split(".")[0] == "scipy"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "scipy", None)
    words = refused("rng", "test", "high-card-flush", "--seed", "1")
    assert "scipy is not installed" in words
    assert "tablegames[lab]" in words
