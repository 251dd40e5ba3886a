"""The record of rounds: one event a line as JSON, chained by hashes, and the same as text that names its paragraphs.

The first line is the session: the game and the rules in full, so that a record is replayed without any other file.  Every line ends
with ``hash``: SHA-256 of the hash before it (64 zeros before the first) and of the line up to its own hash.  A change of any byte is found; only
a head hash kept elsewhere shows that a consistent record is the one that was written.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from typing import IO, Any

from tablegames.contract.choices import Choice
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.cards import Card, Hand, format_cards, parse_cards
from tablegames.core.law import Refused
from tablegames.core.money import format_amount, parse_amount
from tablegames.core.wagers import LedgerLine
from tablegames.rounds.moves import Brought, Called, Kind, Move, Trouble
from tablegames.rounds.round import Round
from tablegames.rounds.rules_record import rules_record

SCHEMA, VERSION = "tablegames-transcript", 1
NO_HASH = "0" * 64
Event = dict[str, Any]


# --- events from moves ------------------------------------------------------------------------------------------------


def beginning(round_: Round, number: int) -> Event:
    """The event with which a round begins: its number, and the meters as they stand."""
    return {"event": "round", "round": number, **({"meters": _amounts(round_.meters)} if round_.meters else {})}


def event_of(move: Move, after: Round) -> Event:
    """The event of a move that has been applied; ``after`` is the round it led to."""
    place: Event = {}
    if move.place:
        place = {"seat": int(move.place)} if move.place.isdigit() else {"place": move.place}
    event: Event = {"event": move.kind.value, **place}
    match move.kind, move.value:
        case Kind.BET, Mapping() as bets:
            event["bets"] = _amounts(bets)
        case Kind.NO_MORE_BETS, _ if after.meters:
            event["meters"] = _amounts(after.meters)
        case Kind.CARD, card:
            event["card"] = str(card)
        case Kind.DECISION, Choice() as choice:
            event["action"] = choice.words
        case Kind.SETTLE, _:
            event |= _settlement(after)
        case Kind.IRREGULARITY, Called(trouble, card):
            event["irregularity"] = trouble.value
            event |= {"card": str(card)} if card is not None else {}
            event |= {"void": after.void, **_settlement(after)} if after.void else {}
        case _:
            pass
    return event


def _settlement(after: Round) -> Event:
    """The ledger of a settled or void round."""
    assert after.ledger is not None
    seats = [
        {"seat": seat.number, "lines": [line_event(line) for line in ledger.lines], "net": format_amount(ledger.net)}
        for seat, ledger in zip(after.seats, after.ledger.seats, strict=True)
    ]
    meters = {"meters": _amounts(after.meters)} if after.meters else {}
    return {"seats": seats, "house_net": format_amount(after.ledger.house_net), **meters}


def line_event(line: LedgerLine) -> Event:
    """One ledger line as it is recorded."""
    return {
        "wager": line.wager, "bet": format_amount(line.bet), "row": line.row, "result": line.result.value,
        "pays": line.pays, "net": format_amount(line.net), "cites": list(line.cites), "source": line.source.value,
        **({"note": line.note} if line.note else {}),
    }  # fmt: skip


def _amounts(cents: Mapping[str, int]) -> dict[str, str]:
    return {wager: format_amount(amount) for wager, amount in cents.items()}


# --- moves from events ------------------------------------------------------------------------------------------------


def move_of(event: Event, round_: Round) -> Move:
    """The move that an event records, as the round before it understands it; refused where it is none."""
    kind = Kind(event["event"])
    place = str(event["seat"]) if "seat" in event else event.get("place", "")
    if not isinstance(place, str):
        raise Refused(f"{place!a} is not a place")
    value: Brought = None
    if kind is Kind.BET:
        value = {wager: parse_amount(amount, what=f"bet {wager}") for wager, amount in event["bets"].items()}
    elif kind is Kind.CARD:
        value = _card(event["card"])
    elif kind is Kind.DECISION:
        value = decision_named(round_, place, event["action"])
    elif kind is Kind.IRREGULARITY:
        value = Called(Trouble(event["irregularity"]), _card(event["card"]) if "card" in event else None)
    return Move(kind, place, value)


def decision_named(round_: Round, place: str, action: str) -> Choice:
    """A seat's decision by its words: one of its choices, or a setting of its cards; refused where it is neither."""
    seat = next((seat for seat in round_.seats if str(seat.number) == place), None)
    if seat is None:
        raise Refused(f"seat {place!a} is not in the round")
    choices = round_.choices(seat)
    for choice in choices:
        if action == choice.words:
            return choice
    if round_.game.setting is not None and action.count("/") == 1:
        first, second = (parse_cards(part, place=f"seat {place}") for part in action.split("/"))
        return round_.game.setting.choice(first, second)
    allowed = ", ".join(choice.words for choice in choices)
    raise Refused(
        f"seat {place}: {action!a} is not allowed here: {allowed or 'it is not its turn'}",
        cites=round_.forbids(seat, action),
    )


def _card(text: str) -> Card:
    (card,) = parse_cards(text) if len(parse_cards(text)) == 1 else (None,)
    if card is None:
        raise Refused(f"{text!a} is not one card")
    return card


# --- writing ----------------------------------------------------------------------------------------------------------


class Recorder:
    """Writes events to an open text file, each flushed, and with ``fsync`` pushed to the disk; ``head`` is the last hash."""

    def __init__(self, file: IO[str], game: Game, rules: Rules, *, fsync: bool = False) -> None:
        self.file, self.fsync = file, fsync
        self.head, self.rounds, self._number = NO_HASH, 0, 0
        self.write(
            {"event": "session", "schema": SCHEMA, "version": VERSION, "game": game.id, "rules": rules_record(rules)}
        )

    @classmethod
    def resumed(cls, file: IO[str], *, head: str, events: int, rounds: int) -> Recorder:
        """A recorder that goes on with a record of so many events and rounds, whose last hash is ``head``."""
        recorder = cls.__new__(cls)
        recorder.file, recorder.fsync = file, False
        recorder.head, recorder.rounds, recorder._number = head, rounds, events
        return recorder

    def write(self, event: Event) -> None:
        """One event, numbered and chained."""
        body = canonical({"n": self._number, **event})[:-1]
        head = chain(self.head, body)
        self._put(f'{body},"hash":"{head}"}}\n')
        self.head, self._number = head, self._number + 1

    def write_lines(self, events: Iterable[str]) -> None:
        """Events in their canonical form, numbered and chained as :meth:`write` does it, and pushed out together."""
        head, number, lines = self.head, self._number, []
        for event in events:
            body = f'{{"n":{number},{event[1:-1]}'
            head, number = chain(head, body), number + 1
            lines.append(f'{body},"hash":"{head}"}}\n')
        self._put("".join(lines))
        self.head, self._number = head, number

    def _put(self, text: str) -> None:
        """Lines, pushed out; an error of the disk names the file."""
        try:
            self.file.write(text)
            self.file.flush()
            if self.fsync:
                os.fsync(self.file.fileno())
        except OSError as error:
            error.filename = getattr(self.file, "name", None)
            raise

    def begin(self, round_: Round, published: str = "") -> None:
        """The beginning of a round: its number, the meters, and a commitment to the shuffled deck if one is published."""
        self.rounds += 1
        self.write({**beginning(round_, self.rounds), **({"commitment": published} if published else {})})

    def move(self, move: Move, after: Round) -> None:
        """A move that has been applied."""
        self.write(event_of(move, after))

    def opened(self, cards: Hand, salt: str) -> None:
        """The deck and the salt behind a commitment, after the round."""
        self.write({"event": "deck", "cards": format_cards(cards), "salt": salt})


_ENCODER = json.JSONEncoder(separators=(",", ":"), ensure_ascii=True)


def canonical(event: Event) -> str:
    """An event as it is written, without its line's end."""
    return _ENCODER.encode(event)


def chain(before: str, body: str) -> str:
    """The hash of a line: of the hash before it and of the line up to its own."""
    return hashlib.sha256((before + body).encode()).hexdigest()
