"""Exports: every row agrees with advise, all rows together are all deals, and there is a whole file or none."""

from __future__ import annotations

import csv
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tablegames
from tablegames.analysis.advise import advise
from tablegames.analysis.export import export
from tablegames.analysis.pricing import priced
from tablegames.analysis.solving import strategy_of
from tablegames.contract.choices import View
from tablegames.contract.game import Game
from tablegames.contract.solver import Priced
from tablegames.contract.strategy import Action, Batch
from tablegames.core.cards import parse_cards
from tablegames.core.law import Refused
from tablegames.games import game_named
from tablegames.games.high_card_flush import export as flush_export
from tablegames.games.saigon_5_card import export as setting_export
from tablegames.games.saigon_5_card.facts import Facts as SettingFacts
from tablegames.games.saigon_5_card.strategy import SettingStrategy

SAIGON = game_named("saigon-5-card")
HCF = game_named("high-card-flush")
HEADS_UP = game_named("heads-up-holdem")


def batches(game: Game, *, last: bool = False) -> Iterator[tuple[Batch, float]]:
    """Every decision of a game by its default rules."""
    return strategy_of(game).batches(priced(game, game.default_rules()), last=last)


def named(game: Game, action: Action) -> str:
    """What an export calls an action: a setting by the Point Count that it shows."""
    if game.setting is None or action.choice.hand is None:
        return action.action
    return setting_export.action(game.setting.count(*action.choice.hand))


def rows_of(batch: Batch, places: list[int]) -> Iterator[dict[str, Any]]:
    """Some rows of a batch as plain values, nothing where a column is masked."""
    for place in places:
        yield {
            name: column.tolist()[place] if isinstance(column, np.ma.MaskedArray) else column[place]
            for name, column in batch.items()
        }


def check(game: Game, row: Mapping[str, Any]) -> None:
    """A row's actions, their values and the best one are what advise says of its cards."""
    view = View(parse_cards(row["hand"]), parse_cards(row.get("board", "")))
    advice = advise(game, game.default_rules(), view)
    values = {named(game, each): each.expected_value for each in advice.actions}
    words = ("raise", "fold", "check", "Point Count", "does not")
    held = {name: value for name, value in row.items() if name.startswith(words) and value is not None}
    assert {name: Fraction(int(value), int(row["denominator"])) for name, value in held.items()} == values, row
    assert row["best"] == named(game, advice.best), row


def test_saigon_rows() -> None:
    ((batch, part),) = batches(SAIGON)
    assert part == 1
    assert len(batch["hand"]) == 2708
    assert sum(batch["ways"]) == comb(53, 5)
    assert sum(batch["deals"]) == comb(53, 5) * comb(48, 5)
    for row in rows_of(batch, random.Random(680).sample(range(2708), 40)):
        check(SAIGON, row)


def test_flush_rows() -> None:
    """The first and some of the later batches; the whole is counted in the full test."""
    seeded = random.Random(678)
    for batch, _ in islice(batches(HCF), 3):
        for row in rows_of(batch, seeded.sample(range(len(batch["hand"])), 6)):
            check(HCF, row)


@pytest.mark.full
def test_flush_rows_are_all_hands() -> None:
    ways = deals = rows = 0
    for batch, _ in batches(HCF):
        rows += len(batch["hand"])
        ways += int(np.sum(batch["ways"]))
        deals += int(np.sum(batch["deals"]))
    assert (rows, ways, deals) == (flush_export.CLASSES, comb(52, 7), comb(52, 7) * comb(45, 7))


def test_holdem_rows_before_and_on_the_flop() -> None:
    """All holes, all pairs of hole and flop; and seeded rows of every block of flops."""
    seeded, ways = random.Random(677), {"preflop": 0, "flop": 0}
    parts = []
    for batch, part in batches(HEADS_UP):
        parts.append(part)
        stage = batch["stage"][0]
        ways[stage] += int(np.sum(batch["ways"]))
        for row in rows_of(batch, seeded.sample(range(len(batch["hand"])), 2)):
            check(HEADS_UP, row)
    assert ways == {"preflop": comb(52, 2), "flop": comb(52, 2) * comb(50, 3)}
    assert parts == sorted(parts)
    assert parts[-1] == 1


@pytest.mark.full
def test_holdem_rows_after_the_river() -> None:
    """All pairs of hole and board, and seeded rows of every block."""
    seeded, ways = random.Random(677), 0
    for batch, _ in batches(HEADS_UP, last=True):
        if batch["stage"][0] == "river":
            ways += int(np.sum(batch["ways"]))
            for row in rows_of(batch, seeded.sample(range(len(batch["hand"])), 2)):
                check(HEADS_UP, row)
    assert ways == comb(52, 2) * comb(50, 5)


def test_a_csv_file(tmp_path: Path) -> None:
    path = tmp_path / "saigon.csv"
    exported = export(SAIGON, SAIGON.default_rules(), path)
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == exported.rows == 2708
    assert tuple(rows[0]) == exported.columns
    for row in random.Random(1).sample(rows, 4):
        check(SAIGON, {name: value or None for name, value in row.items()})
    assert [path] == list(tmp_path.iterdir())


def test_a_parquet_file(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="PyArrow is not installed: pip install 'tablegames[audit]'")
    path = tmp_path / "saigon.parquet"
    exported = export(SAIGON, SAIGON.default_rules(), path)
    rows = parquet.read_table(path).to_pylist()
    assert len(rows) == exported.rows == 2708
    assert {type(row["denominator"]) for row in rows} == {int}
    for row in random.Random(2).sample(rows, 4):
        check(SAIGON, row)


def test_parquet_without_pyarrow_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(Refused, match=r"pip install 'tablegames\[audit\]'"):
        export(SAIGON, SAIGON.default_rules(), tmp_path / "saigon.parquet")
    assert not list(tmp_path.iterdir())


def test_another_ending_and_a_river_that_is_none_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"does not end in \.parquet or \.csv"):
        export(SAIGON, SAIGON.default_rules(), tmp_path / "saigon.txt")
    with pytest.raises(Refused, match="has no river"):
        export(SAIGON, SAIGON.default_rules(), tmp_path / "saigon.csv", last="river")
    assert not list(tmp_path.iterdir())


def test_an_error_on_the_way_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "saigon.csv"
    path.write_text("before")

    def fail(strategy: object, asked: object, *, last: bool) -> Iterator[tuple[Batch, float]]:
        yield {"hand": ["As"], "ways": [1]}, 0.5
        raise KeyboardInterrupt

    monkeypatch.setattr(SettingStrategy, "batches", fail)
    with pytest.raises(KeyboardInterrupt):
        export(SAIGON, SAIGON.default_rules(), path)
    assert path.read_text() == "before"
    assert [path] == list(tmp_path.iterdir())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_an_interrupted_export_leaves_no_half_file(tmp_path: Path, number: signal.Signals) -> None:
    """Killed while it writes; only SIGKILL, after which nothing can be cleaned up, leaves the part under its own name."""
    path = tmp_path / "decisions.csv"
    package = str(Path(tablegames.__path__[0]).parent)
    command = [sys.executable, "-m", "tablegames", "strategy", "high-card-flush", "--export", str(path)]
    running = subprocess.Popen(
        command,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a run in the background ignores it
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([package, os.environ.get("PYTHONPATH", "")])},
    )
    until = time.monotonic() + 60
    while not any(part.stat().st_size for part in tmp_path.glob(".decisions.csv.*.part")) and time.monotonic() < until:
        assert running.poll() is None, running.communicate()
        time.sleep(0.02)
    running.send_signal(number)
    _, complaint = running.communicate(timeout=60)
    assert running.returncode != 0
    assert b"Traceback" not in complaint
    assert not path.exists()
    assert len(list(tmp_path.iterdir())) == (number == signal.SIGKILL)


def test_two_exports_to_one_name_do_not_mix(tmp_path: Path) -> None:
    """Each writes a file of its own; whichever ends last gives its name to a whole one."""
    path = tmp_path / "settings.csv"
    first = export(SAIGON, SAIGON.default_rules(), path)
    whole = path.read_bytes()

    def nested(strategy: SettingStrategy, asked: Priced[SettingFacts], *, last: bool) -> Iterator[tuple[Batch, float]]:
        for number, (batch, part) in enumerate(rows(strategy, asked, last=last)):
            if number == 0:
                monkey.undo()
                export(SAIGON, SAIGON.default_rules(), path)
            yield batch, part

    rows = SettingStrategy.batches
    monkey = pytest.MonkeyPatch()
    monkey.setattr(SettingStrategy, "batches", nested)
    second = export(SAIGON, SAIGON.default_rules(), path)
    assert (first.rows, path.read_bytes()) == (second.rows, whole)
    assert list(tmp_path.iterdir()) == [path]
