"""Records: every byte, line and settlement of them is checked; what a forger can and cannot do; a process killed while it writes."""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tablegames.asks.records import read_record
from tablegames.contract.game import Game
from tablegames.core.law import Refused
from tablegames.games import game_named
from tablegames.rounds.transcript import NO_HASH, chain, event_of, move_of
from tests.cli import run
from tests.rounds import each_game, forged, write_session

Events = list[dict[str, Any]]


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
        changed("settle", lambda e: e["seats"][0]["lines"][0].update(cites=["678a-T99"])),
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


JUNK: tuple[Any, ...] = (None, True, -1, 2**70, 1.5, "", "x", "²", "\x00", [], ["x"], {}, {"x": "x"}, [[]])


def test_junk_anywhere_in_an_event_is_refused_with_a_line(record: Path) -> None:
    """Every value of one event of each kind, and a key that is missing: no error but a refusal comes of it."""
    events = [json.loads(line) for line in record.read_text().splitlines()]
    kinds = {event["event"]: number for number, event in enumerate(events)}
    assert len(kinds) > 8
    for kind, number in kinds.items():
        for key in set(events[number]) - {"n", "hash"}:
            for junk in (*JUNK, KeyError):

                def change(old: Events, at: int = number, key: str = key, junk: Any = junk) -> Events:
                    event = {name: value for name, value in old[at].items() if name != key or junk is not KeyError}
                    return [*old[:at], event if junk is KeyError else {**event, key: junk}, *old[at + 1 :]]

                named = re.search(r": line ([0-9]+): ", refusal(forged(record, change)))
                assert named, (kind, key, junk)
                assert int(named[1]) > number, (kind, key, junk)  # a commitment is judged where the deck is opened


def test_an_error_of_the_engine_is_not_taken_for_a_fault_of_the_record(
    record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object) -> None:
        raise KeyError("a defect")

    monkeypatch.setattr("tablegames.rounds.round.Round.apply", failing)
    with pytest.raises(KeyError, match="a defect"):
        read_record(record)


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
