"""Records: every byte, line and settlement of them is checked; what a forger can and cannot do; a process killed while it writes."""

from __future__ import annotations

import hashlib
import io
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import tablegames
from tablegames.game import Game
from tablegames.games import GAMES, game_named
from tablegames.law import Refused
from tablegames.money import Direction, Rounding
from tablegames.records import read_record
from tablegames.rules_record import rules_from_record, rules_record
from tablegames.session import Session
from tablegames.shuffle import commitment, generator
from tablegames.submission import load_submission
from tablegames.transcript import NO_HASH, Recorder, chain, event_of, move_of
from tablegames.wagers import Limits, MeterPlan
from tests.cli import run
from tests.rounds import UNIT, all_tables, each_game, every_bet, forged, main_bets, write_session

Events = list[dict[str, Any]]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Three rounds of High Card Flush at two seats, with every side wager and commitments."""
    path = tmp_path / "record.jsonl"
    write_session(path, game_named("high-card-flush"), commit=True)
    return path


def refusal(path: Path) -> str:
    """Why a record is refused."""
    with pytest.raises(Refused) as caught:
        read_record(path)
    return str(caught.value)


@each_game
def test_record_is_read_as_it_was_written(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    head = write_session(path, game, rounds=5, seats=3, commit=True)
    read = read_record(path)
    lines = path.read_bytes().splitlines()
    assert (read.head, read.events, read.incomplete) == (head, len(lines), "")
    assert [each.number for each in read.rounds] == [1, 2, 3, 4, 5]
    assert sum(len(each.events) for each in read.rounds) + 1 == len(lines)
    for each in read.rounds:
        last = each.states[-1]
        assert last.over
        settled = next(event for event in each.events if event["event"] == "settle")
        assert [seat["net"] for seat in settled["seats"]] == [
            f"{'-' if seat.net < 0 else ''}{abs(seat.net) // 100}.{abs(seat.net) % 100:02d}"
            for seat in last.ledger.seats  # type: ignore[union-attr]
        ]


@each_game
def test_event_and_move_are_each_others_inverse(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    write_session(path, game)
    for each in read_record(path).rounds:
        for before, event, after in zip(each.states, each.events[1:], each.states[1:], strict=False):
            move = move_of(event, before)
            assert event_of(move, after) == {key: value for key, value in event.items() if key not in ("n", "hash")}


def test_first_line_is_the_session_with_its_schema_and_rules(record: Path) -> None:
    first, *others = map(json.loads, record.read_text().splitlines())
    assert list(first) == ["n", "event", "schema", "version", "game", "rules", "hash"]
    assert (first["event"], first["schema"], first["version"]) == ("session", "tablegames-transcript", 1)
    assert set(first["rules"]["paytables"]) == {"flush-bonus", "straight-flush-bonus", "progressive"}
    assert first["rules"]["readings"]["678a-R1"] == "ace-high-only"
    assert [event["n"] for event in others] == list(range(1, len(others) + 1))


def test_hash_is_of_the_one_before_and_the_line(record: Path) -> None:
    """By the module's own words, computed here anew."""
    before = "0" * 64
    assert before == NO_HASH
    for line in record.read_text().splitlines():
        body, tail = line[: -len(',"hash":""}') - 64], line[-66:-2]
        before = hashlib.sha256((before + body).encode()).hexdigest()
        assert tail == before


# --- any byte, any line -----------------------------------------------------------------------------------------------


def test_a_change_of_any_byte_is_found_with_its_line(record: Path) -> None:
    whole = record.read_bytes()
    choose = random.Random(1)
    positions = {0, 1, len(whole) - 2, *choose.sample(range(len(whole) - 1), 150)}
    for position in positions:
        for other in {whole[position] ^ 1, choose.randrange(256), 0x0A, 0xFF} - {whole[position]}:
            record.write_bytes(whole[:position] + bytes([other]) + whole[position + 1 :])
            line = whole.count(b"\n", 0, position) + 1
            assert f"line {line}: " in refusal(record), (position, other)
    record.write_bytes(whole)
    assert read_record(record).incomplete == ""


def test_last_newline_changed_is_reported(record: Path) -> None:
    record.write_bytes(record.read_bytes()[:-1] + b"}")
    assert "cut short" in read_record(record).incomplete


def test_lines_deleted_swapped_doubled_and_inserted_are_found(record: Path) -> None:
    lines = record.read_bytes().splitlines(keepends=True)
    choose = random.Random(2)
    for at in [0, 1, *choose.sample(range(2, len(lines) - 1), 25)]:
        changes = {
            "deleted": lines[:at] + lines[at + 1 :],
            "doubled": lines[: at + 1] + lines[at:],
            "swapped": [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]],
            "blank": [*lines[:at], b"\n", *lines[at:]],
            "spaced": [*lines[:at], b" " + lines[at], *lines[at + 1 :]],
            "carriage return": [*lines[:at], lines[at][:-1] + b"\r\n", *lines[at + 1 :]],
        }
        for what, changed in changes.items():
            record.write_bytes(b"".join(changed))
            line = at + 2 if what == "doubled" else at + 1
            assert f"line {line}: " in refusal(record), (what, at)


def test_record_cut_anywhere_is_incomplete_or_shorter(record: Path) -> None:
    """What is left still parses: a cut line is left out, the round is named, and only a kept head shows that rounds are missing."""
    whole, head = record.read_bytes(), read_record(record).head
    first = whole.index(b"\n") + 1
    choose = random.Random(3)
    for length in choose.sample(range(first, len(whole)), 120):
        record.write_bytes(whole[:length])
        read = read_record(record)
        assert read.events == whole[:length].count(b"\n")
        assert read.head != head
        if whole[length - 1 : length] != b"\n":
            assert "cut short" in read.incomplete
        if read.rounds and not read.rounds[-1].states[-1].over:
            assert f"round {len(read.rounds)} is incomplete" in read.incomplete
    for length in range(0, first - 1, 97):
        record.write_bytes(whole[:length])
        assert "line 1: no session; the record is empty" in refusal(record)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "line 1: no session"),
        (b"\n", "line 1"),
        (b"\xff\xfe\x00\n", "line 1"),
        (b"{}\n", "line 1"),
        (b"not a record\n", "line 1"),
        (b"[" * 100_000 + b"\n", "line 1"),
    ],
)
def test_file_that_is_no_record(content: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / "none.jsonl"
    path.write_bytes(content)
    assert words in refusal(path)
    answer = run("round", "verify", str(path))
    assert answer.code == 3
    assert "verdict: fault" in answer.out
    assert run("round", "replay", str(path)).code == 1


# --- a forger who computes every hash anew ----------------------------------------------------------------------------


def changed(event: str, change: Callable[[dict[str, Any]], Any]) -> Callable[[Events], Events]:
    """Events with a change to the first of a kind."""

    def change_events(events: Events) -> Events:
        change(next(each for each in events if each["event"] == event))
        return events

    return change_events


def without(event: str) -> Callable[[Events], Events]:
    """Events without the first of a kind."""

    def drop(events: Events) -> Events:
        at = next(number for number, each in enumerate(events) if each["event"] == event)
        return events[:at] + events[at + 1 :]

    return drop


def _pay_more(event: dict[str, Any]) -> None:
    line = event["seats"][0]["lines"][0]
    line["net"] = "1000.00"


def _two_cards_alike(events: Events) -> Events:
    dealt = [each for each in events if each["event"] == "card"]
    dealt[1]["card"] = dealt[0]["card"]
    return events


def _bet_after_the_deal(events: Events) -> Events:
    at = next(number for number, each in enumerate(events) if each["event"] == "decision")
    bet = next(each for each in events if each["event"] == "bet")
    return [*events[:at], {**bet, "seat": 3}, *events[at:]]


FORGERIES: dict[str, tuple[Callable[[Events], Events], str]] = {
    "payment": (changed("settle", _pay_more), "settle is not what the rules give"),
    "net": (changed("settle", lambda event: event["seats"][0].update(net="1.00")), "not what the rules give"),
    "house": (changed("settle", lambda event: event.update(house_net="0.00")), "not what the rules give"),
    "citation": (
        changed("settle", lambda e: e["seats"][0]["lines"][0].update(cites=["678a-T1"])),
        "not what the rules",
    ),
    "meter": (
        changed("no-more-bets", lambda event: event.update(meters={"progressive": "1.00"})),
        "not what the rules",
    ),
    "card twice": (_two_cards_alike, "dealt already"),
    "unknown card": (changed("card", lambda event: event.update(card="1x")), "not a card"),
    "two cards": (changed("card", lambda event: event.update(card="As Ks")), "not one card"),
    "joker": (changed("card", lambda event: event.update(card="Jk")), "is not in"),
    "card to another": (changed("card", lambda event: event.update(seat=2)), "the next card goes to 1"),
    "late bet": (_bet_after_the_deal, "no more bets"),
    "raise": (changed("decision", lambda event: event.update(action="raise 9x")), "not allowed here"),
    "bet": (changed("bet", lambda event: event["bets"].update(ante="-1.00")), "is not an amount"),
    "float": (changed("bet", lambda event: event["bets"].update(ante=10.0)), "not an event of the record"),
    "extra": (changed("card", lambda event: event.update(note="ok")), "not what the rules give"),
    "kind": (changed("card", lambda event: event.update(event="cards")), "not an event"),
    "no settlement": (without("settle"), "not due"),
    "no discard": (without("discard"), ""),
    "no reveal": (without("reveal"), "not due"),
    "no round": (without("round"), "before the first round"),
    "no card": (without("card"), "the next card goes to"),
    "number": (changed("round", lambda event: event.update(round=2)), "follows round 0"),
    "salt": (changed("deck", lambda event: event.update(salt="0" * 64)), "do not give the commitment"),
    "schema": (changed("session", lambda event: event.update(schema="other")), "not a tablegames-transcript"),
    "version": (changed("session", lambda event: event.update(version=2)), "version 2"),
    "game": (changed("session", lambda event: event.update(game="baccarat")), "no game"),
    "reading": (changed("session", lambda e: e["rules"]["readings"].update({"678a-R1": "ace-nine"})), "no choice"),
    "reading missing": (changed("session", lambda e: e["rules"]["readings"].pop("678a-R1")), "not every reading"),
    "table": (changed("session", lambda e: e["rules"]["paytables"]["flush-bonus"]["rows"].clear()), "line 1"),
    "rules": (changed("session", lambda event: event.update(rules=[])), "line 1"),
    "session twice": (lambda events: [*events, events[0]], "not an event"),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_a_consistent_forgery_is_refused_because_the_rules_do_not_give_it(what: str, record: Path) -> None:
    change, words = FORGERIES[what]
    fault = refusal(forged(record, change))
    assert words in fault
    assert "line " in fault
    answer = run("round", "verify", str(forged(record, change)))
    assert answer.code == 3
    assert "Traceback" not in answer.err


def test_a_legal_forgery_is_caught_by_the_head_alone(record: Path) -> None:
    """Another decision, with the settlement that the rules give for it: consistent, and not the record that was written."""
    head = read_record(record).head
    other = record.with_name("other.jsonl")
    assert write_session(other, game_named("high-card-flush"), seed=2, commit=True) != head
    assert read_record(other).incomplete == ""
    consistent = run("round", "verify", str(other))
    assert consistent.code == 0
    assert "verdict: consistent" in consistent.out
    assert "unaltered" not in consistent.out
    wrong = run("round", "verify", str(other), "--head", head)
    assert wrong.code == 3
    assert f"not {head}" in wrong.out
    right = run("round", "verify", str(record), "--head", head.upper())
    assert right.code == 0
    assert "verdict: unaltered" in right.out
    shorter = run("round", "verify", str(record), "--head", head[:-1])
    assert shorter.code == 3


def rewritten(path: Path, old: str, new: str) -> Path:
    """A copy of a record with a change to the text of its lines, every hash computed anew."""
    before, lines = NO_HASH, []
    for line in path.read_text().splitlines():
        body = line[: -len(',"hash":""}') - 64].replace(old, new)
        before = chain(before, body)
        lines.append(f'{body},"hash":"{before}"}}\n')
    copy = path.with_name(f"rewritten-{path.name}")
    copy.write_text("".join(lines))
    return copy


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"event":"card"', '"event": "card"'),  # a blank
        ('"event":"card"', '"event":"settle","event":"card"'),  # a key twice: which of the two is read?
        ('"event":"card"', '"event":"\\u0063ard"'),  # a letter written otherwise
        ('"n":3,', ""),
        ('"n":3,', '"n":4,'),
        ('"n":3,', '"n":"3",'),
    ],
)
def test_one_event_is_written_in_one_form(old: str, new: str, record: Path) -> None:
    assert read_record(rewritten(record, "nothing", "else")).head == read_record(record).head
    assert "not in the form that is written" in refusal(rewritten(record, old, new))


def _deep(events: Events) -> Events:
    value: Any = 0
    for _ in range(900):
        value = [value]
    return [*events, {"event": "card", "card": value}]


def test_a_deep_event_is_refused(record: Path) -> None:
    assert "line " in refusal(forged(record, _deep))


def _very_deep(path: Path) -> Path:
    """A record whose second line is nested deeper than the parser goes, its hash right."""
    first = path.read_text().splitlines()[0]
    body = '{"n":1,"event":' + "[" * 200_000 + "]" * 200_000
    head = chain(json.loads(first)["hash"], body)
    copy = path.with_name("deep.jsonl")
    copy.write_text(f'{first}\n{body},"hash":"{head}"}}\n')
    return copy


def test_a_very_deep_line_is_refused(record: Path) -> None:
    assert "line 2" in refusal(_very_deep(record))


UNCHECKED: dict[str, Callable[[Events], Events]] = {
    "procedure's choice": changed("session", lambda e: e["rules"].update(procedures={"procedure-R6": "kept"})),
    "unknown procedure": changed("session", lambda e: e["rules"].update(procedures={"procedure-R99": "x"})),
    "more seats than the game has": changed("session", lambda e: e["rules"].update(seats=100)),
    "seats as text": changed("session", lambda e: e["rules"].update(seats="six")),
    "raise above the game's": changed("session", lambda e: e["rules"].update(raise_limits={"0": 9})),
    "meter of no wager": changed(
        "session",
        lambda e: e["rules"].update(meters={"ante": {"seed": "1.00", "increment": "1/2", "reserve": "0"}}),
    ),
    "a part above the whole": changed(
        "session",
        lambda e: e["rules"].update(meters={"progressive": {"seed": "1.00", "increment": "-1/2", "reserve": "0"}}),
    ),
    "unknown key in the session": changed("session", lambda e: e.update(note="audited by the Board")),
    "unknown key in the rules": changed("session", lambda e: e["rules"].update(note="audited by the Board")),
    "unknown key in the round": changed("round", lambda e: e.update(note="audited by the Board")),
    "number as a float": lambda events: [
        {**each, "round": 1.0} if each["event"] == "round" and each["round"] == 1 else each for each in events
    ],
    "digest that is none": changed("session", lambda e: e["rules"].update(submission=5)),
    "published table with other rows": changed(
        "session",
        lambda e: e["rules"]["paytables"]["progressive"]["rows"].update({"seven-card straight flush": "meter 99%"}),
    ),
    "deck not opened": without("deck"),
    "deck opened before the decisions": lambda events: _early_deck(events),
}


def _early_deck(events: Events) -> Events:
    deck = next(number for number, each in enumerate(events) if each["event"] == "deck")
    first = next(number for number, each in enumerate(events) if each["event"] == "decision")
    return [*events[:first], events[deck], *events[first:deck], *events[deck + 1 :]]


@pytest.mark.parametrize("what", UNCHECKED)
def test_a_forged_session_or_commitment_is_refused(what: str, record: Path) -> None:
    assert "line " in refusal(forged(record, UNCHECKED[what]))


def test_a_commitment_is_to_the_whole_deck(record: Path) -> None:
    """Who commits to the dealt cards only, or to a deck with a card twice, has not committed to the game's deck."""

    def short(events: Events) -> Events:
        opened = next(each for each in events if each["event"] == "deck")
        opened["cards"] = " ".join(opened["cards"].split()[:25])
        begun = next(each for each in events if each["event"] == "round")
        begun["commitment"] = commitment(tablegames.parse_cards(opened["cards"]), opened["salt"])
        return events

    assert "deck" in refusal(forged(record, short))


def test_cards_dealt_in_another_order_than_committed_to(record: Path) -> None:
    """The deck opened is the one committed to, but the cards did not come from its top."""

    def rotated(events: Events) -> Events:
        opened = next(each for each in events if each["event"] == "deck")
        order = opened["cards"].split()
        opened["cards"] = " ".join(order[1:] + order[:1])
        begun = next(each for each in events if each["event"] == "round")
        begun["commitment"] = commitment(tablegames.parse_cards(opened["cards"]), opened["salt"])
        return events

    assert "not dealt in the order committed to" in refusal(forged(record, rotated))


# --- the same bytes everywhere ----------------------------------------------------------------------------------------

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
    monkeypatch.setattr("tablegames.transcript.os.fsync", pushed.append)
    for fsync, times in ((False, 0), (True, 2)):
        with (tmp_path / f"{fsync}.jsonl").open("x", encoding="ascii", newline="\n") as real:
            Recorder(real, game, game.default_rules(), fsync=fsync).write({"event": "round", "round": 1})
        assert len(pushed) == times


# --- rules in a record ------------------------------------------------------------------------------------------------


@each_game
def test_rules_come_back_as_they_were(game: Game) -> None:
    rules = replace(
        all_tables(game),
        raise_limits={0: 1} if game.raise_caps else {},
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
