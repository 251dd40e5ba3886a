"""The record of rounds: one event a line as JSON, chained by hashes, and the same as text that names its paragraphs.

The first line is the session: the game and the rules in full, so that a record is replayed without any other file.  Every line ends
with ``hash``: SHA-256 of the hash before it (64 zeros before the first) and of the line up to its own hash.  A change of any byte is found; only
a head hash kept elsewhere shows that a consistent record is the one that was written.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from tablegames.cards import Card, Hand, format_cards, parse_cards
from tablegames.game import Game, Rules
from tablegames.games import game_named
from tablegames.law import Refused
from tablegames.money import format_amount, parse_amount
from tablegames.moves import Kind, Move, SeatState, Trouble
from tablegames.rounds import Round
from tablegames.rules_record import rules_from_record, rules_record
from tablegames.shuffle import commitment
from tablegames.wagers import Ledger

SCHEMA, VERSION = "tablegames-transcript", 1
NO_HASH = "0" * 64
Event = dict[str, Any]


# --- events from moves ------------------------------------------------------------------------------------------------


def event_of(move: Move, after: Round) -> Event:
    """The event of a move that has been applied; ``after`` is the round it led to."""
    place: Event = {}
    if move.place:
        place = {"seat": int(move.place)} if move.place.isdigit() else {"place": move.place}
    event: Event = {"event": move.kind.value, **place}
    match move.kind:
        case Kind.BET:
            event["bets"] = _amounts(move.value)
        case Kind.NO_MORE_BETS if after.meters:
            event["meters"] = _amounts(after.meters)
        case Kind.CARD:
            event["card"] = str(move.value)
        case Kind.DECISION:
            event["action"] = "check" if move.value is None else after.game.action(move.value)
        case Kind.SETTLE:
            event |= _settlement(after)
        case Kind.IRREGULARITY:
            trouble, card = move.value
            event["irregularity"] = Trouble(trouble).value
            event |= {"card": str(card)} if card is not None else {}
            event |= {"void": after.void, **_settlement(after)} if after.void else {}
        case _:
            pass
    return event


def _settlement(after: Round) -> Event:
    """The ledger of a settled or void round."""
    assert after.ledger is not None
    seats = [
        {"seat": seat.number, "lines": [_line(line) for line in ledger.lines], "net": format_amount(ledger.net)}
        for seat, ledger in zip(after.seats, after.ledger.seats, strict=True)
    ]
    meters = {"meters": _amounts(after.meters)} if after.meters else {}
    return {"seats": seats, "house_net": format_amount(after.ledger.house_net), **meters}


def _line(line: Any) -> Event:
    """One ledger line as it is recorded."""
    return {
        "wager": line.wager, "bet": format_amount(line.bet), "row": line.row, "result": line.result.value,
        "pays": line.pays, "net": format_amount(line.net), "cites": list(line.cites), "source": line.source.value,
        **({"note": line.note} if line.note else {}),
    }  # fmt: skip


def _amounts(cents: Any) -> dict[str, str]:
    return {wager: format_amount(amount) for wager, amount in cents.items()}


# --- moves from events ------------------------------------------------------------------------------------------------


def move_of(event: Event, round_: Round) -> Move:
    """The move that an event records, as the round before it understands it; refused where it is none."""
    kind = Kind(event["event"])
    place = str(event["seat"]) if "seat" in event else event.get("place", "")
    value: Any = None
    if kind is Kind.BET:
        value = {wager: parse_amount(amount, what=f"bet {wager}") for wager, amount in event["bets"].items()}
    elif kind is Kind.CARD:
        value = _card(event["card"])
    elif kind is Kind.DECISION:
        value = decision_named(round_, place, event["action"])
    elif kind is Kind.IRREGULARITY:
        value = (Trouble(event["irregularity"]), _card(event["card"]) if "card" in event else None)
    return Move(kind, place, value)


def decision_named(round_: Round, place: str, action: str) -> Any:
    """A seat's decision by its words: one of its choices, or a setting of its cards; refused where it is neither."""
    seat = next((seat for seat in round_.seats if str(seat.number) == place), None)
    if seat is None:
        raise Refused(f"seat {place!a} is not in the round")
    choices = round_.choices(seat)
    for choice in choices:
        if action == ("check" if choice is None else round_.game.action(choice)):
            return choice
    if round_.game.set_hand is not None and action.count("/") == 1:
        three, two = (parse_cards(part, place=f"seat {place}") for part in action.split("/"))
        return round_.game.set_hand(three, two)
    allowed = ", ".join("check" if choice is None else round_.game.action(choice) for choice in choices)
    raise Refused(
        f"seat {place}: {action!a} is not allowed here: {allowed or 'it is not its turn'}",
        cites=(round_.game.deciding,),
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

    def write(self, event: Event) -> None:
        """One event, numbered and chained."""
        body = _canonical({"n": self._number, **event})[:-1]
        self.head = _chain(self.head, body)
        self.file.write(f'{body},"hash":"{self.head}"}}\n')
        self.file.flush()
        if self.fsync:
            os.fsync(self.file.fileno())
        self._number += 1

    def begin(self, round_: Round, published: str = "") -> None:
        """The beginning of a round: its number, the meters, and a commitment to the shuffled deck if one is published."""
        self.rounds += 1
        meters = {"meters": _amounts(round_.meters)} if round_.meters else {}
        self.write(
            {"event": "round", "round": self.rounds, **meters, **({"commitment": published} if published else {})}
        )

    def move(self, move: Move, after: Round) -> None:
        """A move that has been applied."""
        self.write(event_of(move, after))

    def opened(self, cards: Hand, salt: str) -> None:
        """The deck and the salt behind a commitment, after the round."""
        self.write({"event": "deck", "cards": format_cards(cards), "salt": salt})


_ENCODER = json.JSONEncoder(separators=(",", ":"), ensure_ascii=True)


def _canonical(event: Event) -> str:
    return _ENCODER.encode(event)


def _chain(before: str, body: str) -> str:
    return hashlib.sha256((before + body).encode()).hexdigest()


# --- reading ----------------------------------------------------------------------------------------------------------


@dataclass
class Record:
    """A record read and replayed: its rounds with their events, the head, and whether the last round was cut short."""

    game: Game
    rules: Rules
    head: str
    events: int
    rounds: list[RecordedRound] = field(default_factory=list)
    incomplete: str = ""


@dataclass
class RecordedRound:
    """One round of a record: its number, its events, and the round after each of them."""

    number: int
    events: list[Event] = field(default_factory=list)
    states: list[Round] = field(default_factory=list)

    @property
    def unopened(self) -> bool:
        """Whether a deck was committed to and not opened."""
        return "commitment" in self.events[0] and self.events[-1]["event"] != "deck"


def read_record(path: Path) -> Record:
    """A record, every line checked against the chain and every event replayed by the rules, to the cent.

    Raises :class:`~tablegames.law.Refused` naming the line at which it is not what was written, or not what the rules say.  A last line
    cut short by a crash is left out, and ``incomplete`` names the round.
    """
    lines = checked_lines(path)
    try:
        number, first = next(lines)
    except StopIteration:
        raise Refused(f"{path}: line 1: no session; the record is empty") from None
    record = _session(path, number, first)
    round_ = Round(record.game, record.rules)
    for number, event in lines:
        record.events += 1
        record.head = event["hash"]
        try:
            round_ = _replayed(record, round_, event)
        except (Refused, KeyError, TypeError, ValueError, AttributeError) as error:
            raise Refused(f"{path}: line {number}: {_reason(error)}") from None
    record.incomplete = "; ".join(_incomplete(path, record))
    return record


def _incomplete(path: Path, record: Record) -> Iterator[str]:
    """What is missing at the end of a record."""
    if record.rounds:
        last = record.rounds[-1]
        if not last.states[-1].over:
            yield f"round {last.number} is incomplete"
        elif last.unopened:
            yield f"the deck that round {last.number} committed to is not opened"
    if _cut(path):
        yield f"the last line is cut short, after {record.events} events"


def checked_lines(path: Path) -> Iterator[tuple[int, Event]]:
    """The events of a file with their line numbers, each verified against the chain; a cut last line is left out."""
    before = NO_HASH
    with path.open("rb") as file:
        for number, raw in enumerate(file, start=1):
            if not raw.endswith(b"\n"):
                return
            event, before = _checked(raw, number, before, path)
            yield number, event


def _checked(raw: bytes, number: int, before: str, path: Path) -> tuple[Event, str]:
    """One line's event, if its hash and its form are what :class:`Recorder` writes."""
    text = raw[:-1].decode("ascii", "replace")
    body, mark, tail = text.rpartition(',"hash":"')
    expected = _chain(before, body)
    if not mark or tail != f'{expected}"}}':
        raise Refused(
            f"{path}: line {number}: the hash does not follow from the line and the one before: altered, cut or reordered"
        )
    try:
        event = json.loads(body + "}")
    except (ValueError, RecursionError):
        raise Refused(f"{path}: line {number}: not a JSON object that is written") from None
    if not isinstance(event, dict) or _canonical(event) != body + "}" or event.get("n") != number - 1:
        raise Refused(f"{path}: line {number}: not in the form that is written, or not number {number - 1}")
    return {**event, "hash": expected}, expected


def _cut(path: Path) -> bool:
    """Whether the file ends in the middle of a line."""
    with path.open("rb") as file:
        file.seek(max(file.seek(0, os.SEEK_END) - 1, 0))
        return file.read(1) not in (b"", b"\n")


def _session(path: Path, number: int, event: Event) -> Record:
    """The session that a record begins with."""
    if event.get("event") != "session" or event.get("schema") != SCHEMA:
        raise Refused(f"{path}: line {number}: not a {SCHEMA}")
    if event.get("version") != VERSION:
        raise Refused(
            f"{path}: line {number}: version {event.get('version')!a} of the record; this program reads {VERSION}"
        )
    if set(event) != {"n", "event", "schema", "version", "game", "rules", "hash"}:
        raise Refused(f"{path}: line {number}: not the keys of a session")
    try:
        game = game_named(event["game"])
        return Record(game, rules_from_record(game, event["rules"]), event["hash"], 1)
    except (Refused, KeyError, TypeError, ValueError, AttributeError) as error:
        raise Refused(f"{path}: line {number}: {_reason(error)}") from None


def _replayed(record: Record, round_: Round, event: Event) -> Round:
    """The round after an event, which must record what the rules give."""
    if event["event"] == "round":
        if record.rounds and not record.rounds[-1].states[-1].over:
            raise Refused(f"round {record.rounds[-1].number} is not over")
        if record.rounds and record.rounds[-1].unopened:
            raise Refused(f"the deck that round {record.rounds[-1].number} committed to was not opened")
        if not set(event) <= {"n", "event", "round", "meters", "commitment", "hash"}:
            raise Refused("not the keys of a round's beginning")
        if type(event["round"]) is not int or event["round"] != len(record.rounds) + 1:
            raise Refused(f"round {event['round']!a} follows round {len(record.rounds)}")
        meters = {meter: parse_amount(amount) for meter, amount in event.get("meters", {}).items()}
        if record.rounds and meters != dict(round_.meters):
            raise Refused("the meters are not as the round before left them")
        record.rounds.append(RecordedRound(event["round"], [event], [Round(record.game, record.rules, meters)]))
        return record.rounds[-1].states[-1]
    if not record.rounds:
        raise Refused("an event before the first round")
    current = record.rounds[-1]
    if event["event"] == "deck":
        _check_deck(record.game, current, event)
        current.events.append(event)
        current.states.append(round_)
        return round_
    move = move_of(event, round_)
    after = round_.apply(move)
    written = {key: value for key, value in event.items() if key not in ("n", "hash")}
    if written != event_of(move, after):
        raise Refused(f"the record of {move.kind} is not what the rules give")
    current.events.append(event)
    current.states.append(after)
    return after


def _check_deck(game: Game, current: RecordedRound, event: Event) -> None:
    """Refuse a deck that is not the one committed to, or not the one that was dealt."""
    published = current.events[0].get("commitment")
    cards = parse_cards(event["cards"])
    if not current.states[-1].over:
        raise Refused("a deck is opened after its round")
    if sorted(cards) != list(game.deck.cards) or set(event) != {"n", "event", "cards", "salt", "hash"}:
        raise Refused(f"the deck is not an order of {game.deck.name}")
    if not published or commitment(cards, event["salt"]) != published:
        raise Refused("the deck and the salt do not give the commitment that was published")
    dealt = [each["card"] for each in current.events if each["event"] == Kind.CARD.value]
    in_shoe = Trouble.EXPOSED_IN_SHOE.value
    exposed = [each["card"] for each in current.events if each.get("irregularity") == in_shoe]
    order = [str(card) for card in cards if str(card) not in exposed]
    if order[: len(dealt)] != dealt:
        raise Refused("the cards were not dealt in the order committed to")


def _reason(error: Exception) -> str:
    """What a fault in an event is called."""
    return str(error) if isinstance(error, Refused) else f"not an event of the record ({type(error).__name__}: {error})"


def seats_of(round_: Round) -> Iterable[tuple[SeatState, Ledger]]:
    """Each seat of a settled round with its ledger."""
    assert round_.ledger is not None
    return zip(round_.seats, round_.ledger.seats, strict=True)


__all__ = ["Record", "Recorder", "event_of", "move_of", "read_record", "seats_of"]
