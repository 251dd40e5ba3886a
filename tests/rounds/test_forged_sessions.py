"""Records whose session line, commitments or form are forged with a chain that fits."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tablegames
from tablegames.rounds.shuffle import commitment
from tablegames.rounds.transcript import chain
from tests.rounds import forged
from tests.rounds.test_transcript import Events, changed, refusal, without


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
