"""Records read back: the chain followed, every event replayed by the rules, every settlement computed again."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.cards import parse_cards
from tablegames.core.files import lines_of
from tablegames.core.law import EarlierWords, Law, Refused
from tablegames.core.money import parse_amount
from tablegames.games import game_named
from tablegames.rounds.moves import Kind, Trouble
from tablegames.rounds.round import Round
from tablegames.rounds.rules_record import rules_from_record
from tablegames.rounds.shuffle import commitment
from tablegames.rounds.transcript import NO_HASH, SCHEMA, VERSION, Event, canonical, chain, event_of, move_of

FAULTS = (Refused, KeyError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)
"""Errors that reading a malformed event can raise; caught where it is read, and nowhere beyond."""


@contextmanager
def reading() -> Iterator[None]:
    """Within, an event is read: what it lacks, or has in another form, is a refusal."""
    try:
        yield
    except FAULTS as error:
        raise Refused(_reason(error)) from None


@dataclass
class Record:
    """A record read and replayed: its rounds with their events, the head, and whether the last round was cut short."""

    game: Game
    rules: Rules
    head: str
    events: int
    rounds: list[RecordedRound] = field(default_factory=list)
    incomplete: str = ""
    cut: bool = False
    """Whether bytes stand after the last whole line."""
    earlier: int = 0
    """How many rounds of the session were played before those that were read."""

    @property
    def commitments(self) -> tuple[int, int]:
        """How many decks were committed to, and how many of them opened."""
        published = [round_ for round_ in self.rounds if "commitment" in round_.events[0]]
        return len(published), sum(not round_.unopened for round_ in published)


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

    Raises :class:`~tablegames.core.law.Refused` naming the line at which it is not what was written, or not what the rules say.  A last line
    cut short by a crash is left out, and ``incomplete`` names the round.
    """
    with path.open("rb") as file:
        record = record_of(lines_of(file, str(path)), str(path))
    record.cut = _cut(path)
    record.incomplete = "; ".join(_incomplete(record))
    return record


def record_of(lines: Iterable[bytes], name: str) -> Record:
    """A record from its lines, as :func:`read_record` reads it from its file; ``name`` is what a refusal calls it."""
    events = _checked_lines(lines, name)
    try:
        number, first = next(events)
    except StopIteration:
        raise Refused(f"{name}: line 1: no session; the record is empty") from None
    record = _session(name, number, first)
    _follow(record, events, name)
    return record


def rounds_of(opening: Record, lines: Sequence[bytes], name: str, *, first: int, before: str, earlier: int) -> Record:
    """Some rounds out of a session, replayed without the rounds before them.

    ``opening`` is the record of the session's first line alone; ``first`` lines and ``earlier`` rounds come before these ``lines``, and
    ``before`` is the hash of the last line before them.
    """
    record = Record(opening.game, opening.rules, before, first, earlier=earlier)
    _follow(record, _checked_lines(lines, name, first, before), name)
    return record


def _follow(record: Record, events: Iterator[tuple[int, Event]], name: str) -> None:
    """Replay the events that follow, each by the rules."""
    round_ = Round(record.game, record.rules)
    for number, event in events:
        record.events += 1
        record.head = event["hash"]
        try:
            round_ = _replayed(record, round_, event)
        except Refused as refused:
            raise Refused(f"{name}: line {number}: {refused}") from None
    record.incomplete = "; ".join(_incomplete(record))


def _incomplete(record: Record) -> Iterator[str]:
    """What is missing at the end of a record."""
    if record.rounds:
        last = record.rounds[-1]
        if not last.states[-1].over:
            yield f"round {last.number} is incomplete"
        elif last.unopened:
            yield f"the deck that round {last.number} committed to is not opened"
    if record.cut:
        yield f"the last line is cut short, after {record.events} events"


def checked_lines(path: Path) -> Iterator[tuple[int, Event]]:
    """The events of a file with their line numbers, each verified against the chain; a cut last line is left out."""
    with path.open("rb") as file:
        yield from _checked_lines(lines_of(file, str(path)), str(path))


def _checked_lines(
    lines: Iterable[bytes], name: str, first: int = 0, before: str = NO_HASH
) -> Iterator[tuple[int, Event]]:
    """The events of lines, of which ``first`` come before them, the last with the hash ``before``."""
    for number, raw in enumerate(lines, start=first + 1):
        if not raw.endswith(b"\n"):
            return
        event, before = _checked(raw, number, before, name)
        yield number, event


def _checked(raw: bytes, number: int, before: str, name: str) -> tuple[Event, str]:
    """One line's event, if its hash and its form are what :class:`Recorder` writes."""
    text = raw[:-1].decode("ascii", "replace")
    body, mark, tail = text.rpartition(',"hash":"')
    expected = chain(before, body)
    if not mark or tail != f'{expected}"}}':
        raise Refused(
            f"{name}: line {number}: the hash does not follow from the line and the one before: altered, cut or reordered"
        )
    try:
        event = json.loads(body + "}")
    except (ValueError, RecursionError):
        raise Refused(f"{name}: line {number}: not a JSON object that is written") from None
    if not isinstance(event, dict) or canonical(event) != body + "}" or event.get("n") != number - 1:
        raise Refused(f"{name}: line {number}: not in the form that is written, or not number {number - 1}")
    return {**event, "hash": expected}, expected


def _cut(path: Path) -> bool:
    """Whether the file ends in the middle of a line."""
    with path.open("rb") as file:
        file.seek(max(file.seek(0, os.SEEK_END) - 1, 0))
        return file.read(1) not in (b"", b"\n")


def _session(name: str, number: int, event: Event) -> Record:
    """The session that a record begins with."""
    if event.get("event") != "session" or event.get("schema") != SCHEMA:
        raise Refused(f"{name}: line {number}: not a {SCHEMA}")
    if event.get("version") is not VERSION:
        raise Refused(
            f"{name}: line {number}: version {event.get('version')!a} of the record; this program reads {VERSION}"
        )
    if set(event) != {"n", "event", "schema", "version", "game", "rules", "hash"}:
        raise Refused(f"{name}: line {number}: not the keys of a session")
    try:
        with reading():
            game = game_named(event["game"])
            rules = rules_from_record(game, event["rules"])
    except Refused as refused:
        raise Refused(f"{name}: line {number}: {refused}") from None
    return Record(game, rules, event["hash"], 1)


def _replayed(record: Record, round_: Round, event: Event) -> Round:
    """The round after an event, which must record what the rules give."""
    kind = event.get("event")
    if kind == "round":
        if record.rounds and not record.rounds[-1].states[-1].over:
            raise Refused(f"round {record.rounds[-1].number} is not over")
        if record.rounds and record.rounds[-1].unopened:
            raise Refused(f"the deck that round {record.rounds[-1].number} committed to was not opened")
        if not set(event) <= {"n", "event", "round", "meters", "commitment", "hash"}:
            raise Refused("not the keys of a round's beginning")
        with reading():
            if type(event["round"]) is not int or event["round"] != record.earlier + len(record.rounds) + 1:
                raise Refused(f"round {event['round']!a} follows round {record.earlier + len(record.rounds)}")
            meters = {meter: parse_amount(amount) for meter, amount in event.get("meters", {}).items()}
        if record.rounds and meters != dict(round_.meters):
            raise Refused("the meters are not as the round before left them")
        record.rounds.append(RecordedRound(event["round"], [event], [Round(record.game, record.rules, meters)]))
        return record.rounds[-1].states[-1]
    if not record.rounds:
        raise Refused("an event before the first round")
    current = record.rounds[-1]
    if kind == "deck":
        with reading():
            _check_deck(record.game, current, event)
        current.events.append(event)
        current.states.append(round_)
        return round_
    with reading():
        move = move_of(event, round_)
    after = round_.apply(move)
    written = {key: value for key, value in event.items() if key not in ("n", "hash")}
    given = event_of(move, after)
    with reading():
        earlier = _in_earlier_words(written, given, record.game.law)
    if canonical(written) not in (canonical(given), canonical(earlier)):
        raise Refused(f"the record of {move.kind} is not what the rules give")
    current.events.append(event)
    current.states.append(after)
    return after


def _in_earlier_words(written: Event, given: Event, law: Law) -> Event:
    """What the rules give, each ledger line in the words of an earlier version of the law file where the record has them."""
    if not law.earlier_words or "seats" not in given:
        return given
    seats = []
    for was, seat in zip_longest(written.get("seats", ()), given["seats"], fillvalue=Event()):
        both = zip_longest(was.get("lines", ()), seat.get("lines", ()))
        lines = [was if was in [_earlier(line, words) for words in law.earlier_words] else line for was, line in both]
        seats.append({**seat, "lines": lines})
    return {**given, "seats": seats}


def _earlier(line: Event | None, words: EarlierWords) -> Event | None:
    """A ledger line of today as it was worded before; as it is where these words are not of it."""
    if line is None or line["wager"] not in words.wagers or not set(words.cites) <= set(line["cites"]):
        return line
    if (words.row and line["row"] not in words.row) or (words.source and line["source"] not in words.source):
        return line
    cites = [words.cites.get(cite, cite) for cite in line["cites"]]
    row, source = (of.get(line[key], line[key]) for key, of in (("row", words.row), ("source", words.source)))
    return {**line, "row": row, "cites": [cite for cite in cites if cite], "source": source}


def _check_deck(game: Game, current: RecordedRound, event: Event) -> None:
    """Refuse a deck that is not the one committed to, or not the one that was dealt."""
    published = current.events[0].get("commitment")
    cards = parse_cards(event["cards"])
    if not current.states[-1].over or not current.unopened:
        raise Refused("a deck is opened once, after its round")
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
