"""Recording as it happens: the same bytes anywhere, killed at any moment, rules and side wagers that come back as they were."""

from __future__ import annotations

import io
import json
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import tablegames
from tablegames.asks.records import read_record
from tablegames.asks.submission import load_submission
from tablegames.contract.game import Game
from tablegames.core.law import Refused
from tablegames.core.money import Direction, Rounding
from tablegames.core.wagers import Limits, MeterPlan
from tablegames.games import GAMES, game_named
from tablegames.rounds.rules_record import rules_from_record, rules_record
from tablegames.rounds.session import Session
from tablegames.rounds.shuffle import generator
from tablegames.rounds.transcript import Recorder
from tests.cli import run
from tests.rounds import UNIT, all_tables, each_game, every_bet, main_bets, write_session

PLAY = """
import sys
from pathlib import Path
from tests.rounds import write_session
from tablegames.games import game_named
print(write_session(Path(sys.argv[1]), game_named(sys.argv[2]), rounds=int(sys.argv[3]), seats=3, seed=9, commit=True))
"""


def playing(*arguments: str, **environment: str) -> subprocess.Popen[bytes]:
    """A process that plays and records."""
    source, root = Path(tablegames.__path__[0]).parent, Path(__file__).parents[2]
    path = {"PYTHONPATH": f"{source}{os.pathsep}{root}"}
    return subprocess.Popen(
        [sys.executable, "-c", PLAY, *arguments], env={**os.environ, **path, **environment}, stdout=subprocess.PIPE
    )


@each_game
def test_same_seed_gives_the_same_bytes_in_another_process(game: Game, tmp_path: Path) -> None:
    ways = (
        {"PYTHONHASHSEED": "1", "TZ": "UTC", "LANG": "C", "LC_ALL": "C"},
        {"PYTHONHASHSEED": "77", "TZ": "Asia/Ho_Chi_Minh", "LANG": "tr_TR.UTF-8", "PYTHONUTF8": "1"},
    )
    paths = [tmp_path / f"{number}.jsonl" for number, _ in enumerate(ways)]
    runs = [playing(str(path), game.id, "4", **way) for path, way in zip(paths, ways, strict=True)]
    heads = [each.communicate(timeout=60)[0] for each in runs]
    assert [each.returncode for each in runs] == [0, 0]
    assert heads[0] == heads[1]
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert len(paths[0].read_bytes()) > 5_000


def test_other_seed_gives_other_rounds(tmp_path: Path) -> None:
    game = GAMES[0]
    heads = {write_session(tmp_path / f"{seed}.jsonl", game, seed=seed) for seed in range(5)}
    assert len(heads) == 5


def test_process_killed_at_any_moment_loses_at_most_the_event_being_written(tmp_path: Path) -> None:
    """Twenty-five times: what stands in the file is the beginning of the whole record, and at most its last line is cut."""
    game = game_named("heads-up-holdem")
    whole_path = tmp_path / "whole.jsonl"
    write_session(whole_path, game, rounds=400, seats=3, seed=9, commit=True)
    whole = whole_path.read_bytes()
    choose = random.Random(4)
    incomplete = 0
    for number in range(25):
        path = tmp_path / f"{number}.jsonl"
        process = playing(str(path), game.id, "100000")
        while not (path.exists() and path.stat().st_size > 2_000):
            assert process.poll() is None
            time.sleep(0.002)
        time.sleep(choose.random() * 0.03)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert process.stdout
        process.stdout.close()
        left = path.read_bytes()
        common = min(len(left), len(whole))
        assert left[:common] == whole[:common]
        read = read_record(path)
        assert read.events == left.count(b"\n")
        assert read.rounds
        if not read.rounds[-1].states[-1].over:
            incomplete += 1
            assert read.incomplete.startswith(f"round {len(read.rounds)} is incomplete")
            answer = run("round", "verify", str(path))
            assert answer.code == 0
            assert f"incomplete: round {len(read.rounds)} is incomplete" in answer.out
        path.unlink()
    assert incomplete > 5


class Watched(io.StringIO):
    """A file that counts its flushes."""

    flushes = 0

    def flush(self) -> None:
        self.flushes += 1


def test_every_event_is_flushed_and_with_fsync_pushed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES[1]
    file = Watched()
    recorder = Recorder(file, game, game.default_rules())
    for _ in range(3):
        recorder.begin(Session(game, game.default_rules(), generator(1)).round)
    assert file.flushes == file.getvalue().count("\n") == 4
    pushed: list[int] = []
    monkeypatch.setattr("tablegames.rounds.transcript.os.fsync", pushed.append)
    for fsync, times in ((False, 0), (True, 2)):
        with (tmp_path / f"{fsync}.jsonl").open("x", encoding="ascii", newline="\n") as real:
            Recorder(real, game, game.default_rules(), fsync=fsync).write({"event": "round", "round": 1})
        assert len(pushed) == times


# --- rules in a record ------------------------------------------------------------------------------------------------


@each_game
def test_rules_come_back_as_they_were(game: Game) -> None:
    rules = replace(
        all_tables(game),
        raise_limits={0: 1} if game.raises.most else {},
        limits={"ante": Limits(True, 500, 50_000, 500), game.wagers[-1].id: Limits(offered=False)},
        seats=2,
        payout_limit=5_000_000,
        meter_plans={meter: MeterPlan(100_000, Fraction(1, 7), Fraction(1, 30)) for meter in game.meters},
        procedures={"procedure-R1": "stacks", "procedure-R6": "lost"},
        submission="ab" * 32,
    )
    for each in (rules, all_tables(game), game.default_rules(), game.with_rounding(rules, Rounding(25, Direction.UP))):
        written = json.loads(json.dumps(rules_record(each)))
        assert rules_from_record(game, written) == each
        assert rules_record(rules_from_record(game, written)) == written


def test_a_house_table_with_signs_and_every_award_is_recorded(tmp_path: Path) -> None:
    """Names outside ASCII, a share with four digits, an amount, both units, a push, and the stake."""
    rules_path = tmp_path / "rules.toml"
    rules_path.write_text(
        'property = "Đà Nẵng"\nversion = "1"\neffective = 2026-12-01\n'
        '[games.high-card-flush.paytables.progressive]\nname = "Đà"\nstake = "2.50"\n'
        'rows = { "seven-card straight flush" = "meter 100%", "six-card straight flush" = "meter 12.3456%", '
        '"five-card straight flush" = "amount 75", "four-card straight flush" = "10 for 1", '
        '"three-card straight flush" = "push" }\n',
        encoding="utf-8",
    )
    game = game_named("high-card-flush")
    rules = load_submission(rules_path).rules(game)
    path = tmp_path / "record.jsonl"
    write_session(path, game, rules=replace(rules, paytables={**all_tables(game).paytables, **rules.paytables}))
    assert path.read_bytes().isascii()
    read = read_record(path).rules
    assert read.paytables["progressive"] == rules.paytables["progressive"]
    assert read.submission == rules.submission


def test_meters_are_set_in_the_first_round_only(tmp_path: Path) -> None:
    """A record whose meters jumped between rounds would not be read back, so it is not written."""
    game = game_named("high-card-flush")
    rules = all_tables(game)
    path = tmp_path / "record.jsonl"
    with path.open("x", encoding="ascii", newline="\n") as file:
        session = Session(game, rules, generator(1), Recorder(file, game, rules))
        session.begin([{"ante": UNIT}], meters={"progressive": 100_000})
        session.decide("fold")
        with pytest.raises(Refused, match="in the first round only"):
            session.begin([{"ante": UNIT}], meters={"progressive": 200_000})
    assert len(read_record(path).rounds) == 1


def test_a_side_wager_of_each_game_is_in_the_record(tmp_path: Path) -> None:
    for game in GAMES:
        path = tmp_path / f"{game.id}.jsonl"
        write_session(path, game, rounds=1)
        (only,) = read_record(path).rounds
        settled = next(event for event in only.events if event["event"] == "settle")
        assert {line["wager"] for line in settled["seats"][0]["lines"]} >= set(every_bet(game, all_tables(game)))
        assert set(main_bets(game)) <= set(only.events[1]["bets"])
