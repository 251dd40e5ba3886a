"""Records of rounds, as ``round play`` writes them, as a log: each seat of a round becomes a row of the layout.

The hashes are not followed: that is what ``round verify`` does.  A record that was altered is audited like any other log.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import IO, Any

import pyarrow as pa

from tablegames.asks.records import FAULTS as NO_EVENT
from tablegames.audit import layout
from tablegames.audit.faults import Impossible
from tablegames.audit.layout import Columns, Status
from tablegames.audit.stream import Aside, BadInput, Task
from tablegames.audit.turns import is_said_at_any, said_in_turn
from tablegames.contract.choices import CHECK, Choice, Line, View, added, is_over
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.cards import parse_cards
from tablegames.core.files import LONGEST_LINE
from tablegames.core.law import Refused
from tablegames.core.money import format_amount, parse_amount
from tablegames.core.untrusted_json import read_json
from tablegames.games import game_named
from tablegames.rounds.moves import Trouble
from tablegames.rounds.rules_record import rules_from_record
from tablegames.rounds.transcript import SCHEMA, VERSION, Event

TASK_BYTES = 1 << 26
ROUNDS = 1 << 12
"""Rounds turned into rows at a time."""
FAULTS = (*NO_EVENT, LookupError)
"""What an event that is none can raise when it is read."""
_WAGER = re.compile(r"([a-z-]+) ([0-9]{1,2})x")
_OVER = ("discard", "deck")


def session(path: str) -> tuple[Game, Rules]:
    """The game and the rules of a record, from its first line."""
    if not Path(path).is_file():
        raise Refused(f"{path}: no such file")
    with open(path, "rb") as file:
        line = file.readline(LONGEST_LINE)
    try:
        event = _event(line.decode("utf-8", "backslashreplace"))
        if (event["event"], event["schema"]) != ("session", SCHEMA):
            raise Refused(f"not a {SCHEMA}")
        if event["version"] != VERSION:
            raise Refused(f"version {event['version']!a} of the record; this program reads {VERSION}")
        game = game_named(event["game"])
        return game, rules_from_record(game, event["rules"])
    except FAULTS as error:
        raise Refused(f"{path}: line 1: {_reason(error)}") from None


def columns_of(game: Game, path: str) -> Columns:
    """The columns that a record has as a log: all but the time, the table and the dealer."""
    names = layout.all_columns(game, [wager.id for wager in game.wagers])
    return Columns({name: name for name in names if name not in ("time", "table", "dealer_id")})


def tasks(path: str) -> list[Task]:
    """Byte ranges of about ``TASK_BYTES``, each from the beginning of a round."""
    size = Path(path).stat().st_size
    with open(path, "rb") as file:
        cuts = [len(file.readline(LONGEST_LINE))]
        while cuts[-1] + TASK_BYTES < size:
            cuts.append(_next_round(file, cuts[-1] + TASK_BYTES))
    return [Task(path, start, end) for start, end in zip(cuts, [*cuts[1:], size], strict=True) if start < end]


def tables(task: Task, columns: Columns, aside: Aside) -> Iterator[Any]:
    """The rows of a task.  Rounds with a line that is no event go to ``aside``."""
    game, rules = session(task.path)
    schema = pa.schema(
        [(name, pa.string()) for name in (*columns.names, layout.LINES, layout.FAULT)] + [(layout.NUMBER, pa.int64())]
    )
    rows: list[dict[str, Any]] = []
    rounds = 0
    for numbers, lines in _rounds(task):
        events: list[Event] = []
        try:
            for line in lines:
                events.append(_event(line))
            found = rows_of(game, rules, events)
        except FAULTS as error:
            at = numbers[len(events) % len(numbers)]  # the line that is no event; where all are, the round's first
            aside(BadInput(1, place_of(task, at), "", _reason(error), "".join(lines)))
            continue
        shared = {"version": str(layout.VERSION), "game": game.id, layout.NUMBER: numbers[0]}
        rows += [
            {**shared, **row, layout.LINES: "".join(lines) if not place else ""} for place, row in enumerate(found)
        ]
        rounds += 1
        if rounds % ROUNDS == 0:
            yield pa.Table.from_pylist(rows, schema)
            rows = []
    yield pa.Table.from_pylist(rows, schema)


def _event(line: str) -> Event:
    """The event of a line; refused where it is none."""
    try:
        event = read_json(line)
    except Refused as refused:
        raise Refused(f"not an event of a record: {refused.message}") from None
    except ValueError:
        raise Refused("not an event of a record: not a line of JSON") from None
    if not isinstance(event, dict) or not isinstance(event.get("event"), str):
        raise Refused('not an event of a record: a JSON object with "event" is needed')
    return event


def place_of(task: Task, number: int) -> str:
    """Where a line of a task stands, for people; a round stands where it begins."""
    with open(task.path, "rb") as file:
        lines = file.read(task.start).count(b"\n")
    return f"{task.path}: line {lines + number + 1}"


def rows_of(game: Game, rules: Rules, events: list[Event]) -> list[dict[str, str]]:
    """The rows of a round, in the order of its seats: text by column, nothing where a cell is empty.

    An event that is none raises one of :data:`FAULTS`.
    """
    begun = events[0]
    seats: dict[int, dict[str, str]] = {}
    lines: dict[int, Line] = {}
    cards: dict[Any, list[str]] = {"dealer": [], "board": []}
    faults: list[Impossible] = []
    void = False
    for event in events[1:]:
        match event["event"]:
            case "bet":
                faults += [Impossible.SEAT_ORDER] if event["seat"] in seats else []
                bets = {f"bet_{game.wager(wager).id}": _text(amount) for wager, amount in event["bets"].items()}
                seats[event["seat"]] = {"seat": str(event["seat"]), **bets}
                cards[event["seat"]], lines[event["seat"]] = [], ()
            case "card":
                cards[event.get("seat", event.get("place"))].append(str(event["card"]))
            case "decision":
                number, lying = event["seat"], (cards[event["seat"]], cards["dealer"], cards["board"])
                choice, fault = _decide(game, rules, seats[number], event["action"], lying, lines[number])
                lines[number] += (choice,)
                faults += [fault] if fault else []
            case "irregularity":
                trouble = Trouble(event["irregularity"])
                if trouble is Trouble.DEAD_HAND and not event.get("void"):
                    seats[event["seat"]]["status"] = Status.DEAD.value
                if trouble is Trouble.PLAYER_LEAVES and game.can_fold:
                    seats[event["seat"]].setdefault("left", "true")
                void = void or bool(event.get("void"))
            case _:
                pass
        for ledger in event.get("seats", ()):
            faults += _pay(game, seats[ledger["seat"]], ledger["lines"])
    if not void and events[-1]["event"] not in _OVER:
        faults.append(Impossible.NOT_COMPLETED)
    meters = {wager: format_amount(plan.seed) for wager, plan in rules.meter_plans.items()} | dict(
        begun.get("meters", {})
    )
    shared = {
        "round": str(begun["round"]), "dealer": "".join(cards["dealer"]), "board": "".join(cards["board"]),
        **{f"meter_{meter}": _text(amount) for meter, amount in meters.items()},
        **({layout.FAULT: min(faults, key=lambda fault: fault.code).value} if faults else {}),
    }  # fmt: skip
    rows = []
    for number, seat in seats.items():
        if seat.pop("left", "") and not is_over(lines[number]):
            seat["fold"] = "true"
        status = {"status": Status.VOID.value} if void else {}
        rows.append({"player": "".join(cards[number]), **shared, **seat, **status})
    return rows


def _decide(
    game: Game, rules: Rules, seat: dict[str, str], words: str, cards: Sequence[list[str]], line: Line
) -> tuple[Choice, Impossible | None]:
    """Enter a decision in a seat's row, after its line: a wager, a fold or a setting.  The choice, and what is wrong with it.

    ``cards``: those of the seat, the dealer and the board.
    """
    if words == CHECK.words:
        return CHECK, None
    if game.setting is not None and not any(
        choice.words == words for choice in game.known_choices if choice.adds or choice.folds
    ):
        seat["player"] = words
        as_dealt = sorted(words.replace("/", " ").split()) == sorted(cards[0])
        return Choice(words), None if as_dealt else Impossible.NOT_SET
    choice, fault = None, None
    try:
        hand, dealer, board = (tuple(chain.from_iterable(map(_cards, texts))) for texts in cards)
        view = View(hand, board, up=tuple(dealer[place] for place in game.upcards if place < len(dealer)))
        choice = said_in_turn(game, rules, words, view, line)
        if choice is None and (is_over(line) or is_said_at_any(game, rules, words, view, line)):
            fault = Impossible.OUT_OF_TURN
    except (Refused, LookupError):  # the cards are at fault, and are told so
        pass
    choice = choice or _choice_named(game, words)
    if choice.folds:
        seat["fold"] = "true"
    for wager, size in choice.adds:
        made = seat.pop(f"bet_{wager}", "0")
        if made != "0" and wager in game.chosen_wagers and (fault or wager not in added(line)):
            seat[f"bet_{wager}"] = made
            return choice, Impossible.OUT_OF_TURN
        if cents := parse_amount(made) + size * parse_amount(seat.get(f"bet_{game.base}", "0")):
            seat[f"bet_{wager}"] = format_amount(cents)
    return choice, fault


def _choice_named(game: Game, words: str) -> Choice:
    """A choice of the game, or a wager of some size, by its words alone; refused where they are no decision."""
    for choice in chain.from_iterable(game.lines):
        if choice.words == words:
            return choice
    made = _WAGER.fullmatch(words)
    if made is None or made[1] not in game.chosen_wagers:
        raise Refused(f"decision {words!a} is none of {game.name}")
    return Choice(words, ((made[1], int(made[2])),))


_cards = lru_cache(maxsize=1 << 10)(parse_cards)


def _pay(game: Game, seat: dict[str, str], lines: list[Event]) -> list[Impossible]:
    """Enter what a ledger says was paid, and what it has otherwise than the bets."""
    faults = []
    for line in lines:
        wager = game.wager(line["wager"]).id
        seat[f"paid_{wager}"] = _text(line["net"])
        made = seat.get(f"bet_{wager}")
        if made is not None and made != line["bet"]:
            faults.append(Impossible.LEDGER_DIFFERS)
    return faults


def _text(value: Any) -> str:
    """A value that is text, as amounts are in a record."""
    if not isinstance(value, str):
        raise TypeError(f"{value!a} is not text")
    return value


def _rounds(task: Task) -> Iterator[tuple[list[int], list[str]]]:
    """The lines of each round, with the number of each in the task."""
    lines: list[str] = []
    numbers: list[int] = []
    with open(task.path, "rb") as file:
        file.seek(task.start)
        at = task.start
        for number, raw in enumerate(iter(lambda: file.readline(LONGEST_LINE), b"")):
            if at >= task.end:
                break
            at += len(raw)
            if not raw.strip():
                continue
            if _begins(raw) and lines:
                yield numbers, lines
                lines, numbers = [], []
            numbers.append(number)
            lines.append(raw.decode("utf-8", "backslashreplace").rstrip("\r\n") + "\n")
    if lines:
        yield numbers, lines


def _begins(raw: bytes) -> bool:
    """Whether a line begins a round."""
    if b'"round"' not in raw:
        return False
    try:
        return bool(json.loads(raw)["event"] == "round")
    except FAULTS:
        return False


def _next_round(file: IO[bytes], start: int) -> int:
    """Where the first round after ``start`` begins, or the file ends."""
    file.seek(start)
    file.readline(LONGEST_LINE)
    while True:
        at = file.tell()
        line = file.readline(LONGEST_LINE)
        if not line or _begins(line):
            return at


def _reason(error: Exception) -> str:
    """What an event that is none is called."""
    return (
        error.message if isinstance(error, Refused) else f"not an event of a record ({type(error).__name__}: {error})"
    )
