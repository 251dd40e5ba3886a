"""Planted faults: exactly those are found, in every format, in every game, alone and all together."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tablegames.asks.records import read_record
from tablegames.audit import planting
from tablegames.audit.faults import Impossible, Wrong
from tablegames.audit.planting import IN_TRANSCRIPTS, NOT_IN_TRANSCRIPTS, PLACES
from tablegames.audit.run import audit
from tablegames.audit.synth import synth
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.wagers import Limits
from tablegames.games import game_named
from tests.audit import audited
from tests.kit import all_tables, each_game, every_reading

SEATS = 3
RARE = {Impossible.METER_MISSING}
"""Possible only where a meter is hit, once in 30,000 hands; test_settling.py has such a hand."""
POT = {Impossible.UNEQUAL, Impossible.NOT_AT_EVERY_SEAT}
NOT_IN: dict[str, set[Impossible | Wrong]] = {
    "saigon-5-card": {
        Impossible.NOT_IN_DECK, Impossible.BOARD_DIFFERS, Impossible.ON_BOARD, Impossible.BET_AND_FOLD,
        Impossible.NO_DECISION, Impossible.NOT_ALLOWED, Impossible.OUT_OF_TURN,
    },
    "high-card-flush": {
        Impossible.BOARD_DIFFERS, Impossible.ON_BOARD, Impossible.NOT_SET, Impossible.OUT_OF_TURN, *POT,
    },
    "heads-up-holdem": {Impossible.NOT_SET, *POT},
    "ultimate-texas-holdem": {Impossible.NOT_SET, *POT},
}  # fmt: skip
"""Kinds that a game leaves no room for: it has the joker, no board, no raise, no set hand, no Pot, one decision."""


def expected(game: Game, form: str) -> set[str]:
    """The kinds that a log of a game must have."""
    kinds = (set(PLACES) | set(IN_TRANSCRIPTS)) - NOT_IN_TRANSCRIPTS if form == "jsonl" else set(PLACES)
    return {str(kind) for kind in kinds - RARE - NOT_IN[game.id]}


@each_game
@pytest.mark.parametrize(("form", "rounds"), [("parquet", 2000), ("csv", 2000), ("jsonl", 300)])
def test_all_together(game: Game, form: str, rounds: int, tmp_path: Path) -> None:
    rules = all_tables(game)
    made = synth(game, rules, tmp_path / f"log.{form}", rounds=rounds, seed=7, faults=0.5, seats=SEATS)
    found = audit([str(made.path)], None if form == "jsonl" else rules)
    assert set(made.planted) - {str(kind) for kind in RARE} == expected(game, form)
    assert dict(sorted(found.by_kind.items())) == made.planted
    assert (found.number("rounds"), found.number("rows")) == (rounds, rounds * SEATS)


RAISING = ("high-card-flush", "heads-up-holdem", "ultimate-texas-holdem")
HOUSES = [
    *((name, Rules({}, {}, raise_limits={0: 2})) for name in RAISING),
    *((name, Rules({}, {}, limits={wager: Limits(maximum=10_000)})) for name, wager in zip(RAISING, ("raise", "raise", "play"), strict=True)),
    *((name, Rules({}, {}, limits={wager: Limits(minimum=1500)})) for name, wager in zip(RAISING, ("raise", "raise", "play"), strict=True)),
    ("saigon-5-card", Rules({}, {}, limits={"pot": Limits(multiple=500)})),
]  # fmt: skip
"""Games with the limits of a house: on raises, on the wager made by a decision, on the Pot."""


@pytest.mark.parametrize(("form", "rounds"), [("csv", 2000), ("jsonl", 300)])
@pytest.mark.parametrize(("name", "house"), HOUSES)
def test_under_a_houses_limits(name: str, house: Rules, form: str, rounds: int, tmp_path: Path) -> None:
    """Rounds are made up as the house takes wagers, and every kind that it leaves room for is planted and found."""
    game = game_named(name)
    rules = replace(all_tables(game), raise_limits=house.raise_limits, limits=house.limits)
    made = synth(game, rules, tmp_path / f"log.{form}", rounds=rounds, seed=7, faults=0.5, seats=SEATS)
    found = audit([str(made.path)], None if form == "jsonl" else rules)
    no_room = {str(Impossible.UNEQUAL)} if "pot" in house.limits else set()
    assert set(made.planted) - {str(kind) for kind in RARE} == expected(game, form) - no_room
    assert dict(sorted(found.by_kind.items())) == made.planted


ALONE = [*((kind, False) for kind in PLACES), *((kind, True) for kind in {**PLACES, **IN_TRANSCRIPTS})]


@pytest.mark.parametrize(
    ("kind", "transcript"),
    [(kind, record) for kind, record in ALONE if kind not in RARE and not (record and kind in NOT_IN_TRANSCRIPTS)],
    ids=str,
)
def test_each_kind_alone(
    kind: Wrong | Impossible, transcript: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only this kind is planted, in the first game that has room for it, and found with its round and wager."""
    game = next(game_named(name) for name in ("heads-up-holdem", "saigon-5-card") if kind not in NOT_IN[name])
    rules = all_tables(game)
    place = {**PLACES, **(IN_TRANSCRIPTS if transcript else {})}[kind]
    monkeypatch.setattr(planting, "PLACES", {} if transcript else {kind: place})
    monkeypatch.setattr(planting, "IN_TRANSCRIPTS", {kind: place} if transcript else {})
    form, rounds = ("jsonl" if transcript else "csv", 300)
    made = synth(game, rules, tmp_path / f"log.{form}", rounds=rounds, seed=3, faults=0.2, seats=2)
    found, kept = audited(made.path, None if transcript else rules)
    assert made.planted.keys() == {str(kind)}
    assert found.by_kind == made.planted
    assert Counter(str(record["kind"]) for record in kept) == made.planted
    assert all(("wager" in record) == isinstance(kind, Wrong) for record in kept)


@each_game
@pytest.mark.parametrize("form", ["parquet", "csv", "jsonl"])
def test_nothing_planted(game: Game, form: str, tmp_path: Path) -> None:
    rounds = 300 if form == "jsonl" else 1000
    made = synth(game, None, tmp_path / f"log.{form}", rounds=rounds, seed=5, seats=2)
    found = audit([str(made.path)])
    assert made.planted == {}
    assert (found.clean, found.by_kind, found.difference) == (True, {}, 0)
    if form == "jsonl":
        assert len(read_record(made.path).rounds) == rounds, "a record like any other, by the rules' own replay"


def test_the_same_seed_is_the_same_log(tmp_path: Path) -> None:
    game = game_named("saigon-5-card")
    logs = []
    for number, seed in enumerate((1, 1, 2)):
        path = tmp_path / f"{number}.csv"
        synth(game, None, path, rounds=50, seed=seed, faults=0.1)
        logs.append(path.read_bytes())
    assert logs[0] == logs[1] != logs[2]


@each_game
@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_by_every_reading(game: Game, form: str, tmp_path: Path) -> None:
    """What a seat may do, and what stands after a fold, depends on the readings: all that is planted is still found."""
    for rules in every_reading(game):
        made = synth(game, rules, tmp_path / f"log.{form}", rounds=200, seed=7, faults=0.4, seats=2)
        found = audit([str(made.path)], None if form == "jsonl" else rules)
        assert dict(sorted(found.by_kind.items())) == made.planted, rules
