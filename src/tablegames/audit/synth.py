"""Logs made up for tests and demonstration: of any size, the same for the same seed, with planted faults that are counted."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from pyarrow import csv as arrow_csv
from pyarrow import parquet

from tablegames.audit import layout
from tablegames.audit.draft import Draft, draft
from tablegames.audit.layout import Status
from tablegames.audit.logs import TRANSCRIPT, form_of
from tablegames.audit.planting import TABLES, Planted, plant
from tablegames.audit.record_lines import RecordLines
from tablegames.audit.records_of import faulty
from tablegames.audit.rows import NOT_GIVEN
from tablegames.audit.settling import Settler
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.files import whole
from tablegames.core.law import Refused
from tablegames.core.money import format_amount
from tablegames.rounds.transcript import Recorder, canonical

CHUNK = 1 << 18
"""Rows made up at a time; a row group of a Parquet log has as many."""
ROUNDS_AT_A_TIME = 256
"""Rounds of a record that are written together."""
DEALERS, ROUNDS_OF_A_DEALER = 40, 80
SECONDS = 45
"""At every table a round so often, from the beginning of 2026 on."""
Sink = Callable[[Draft, list[Planted]], None]
_STATUS = pa.array([Status.PLAYED.value, Status.VOID.value])


class Synthesis(NamedTuple):
    """A log made up: its rounds and rows, and how many faults of each kind were planted."""

    path: Path
    rounds: int
    rows: int
    planted: dict[str, int]


def synth(
    game: Game,
    rules: Rules | None,
    path: Path,
    *,
    rounds: int,
    seed: int,
    faults: float = 0.0,
    seats: int = 1,
    progress: Callable[[float], None] | None = None,
) -> Synthesis:
    """Write a log of made-up rounds; a part ``faults`` of them, by chance, has one fault each.

    The file appears under its name only when it is complete.  Raises :class:`~tablegames.core.law.Refused` for what cannot be made.
    """
    rules = game.default_rules() if rules is None else rules
    game.check_seats(seats, rules)
    form = form_of(str(path))
    for name, number, least in (("rounds", rounds, 1), ("seed", seed, 0)):
        if number < least:
            raise Refused(f"{name} is {number}: {least} or more")
    if not 0 <= faults <= 1:
        raise Refused(f"faults is {faults}: the part of the rounds that has one, from 0 to 1")
    settler, planted, transcript = Settler(game, rules), Counter[str](), form == TRANSCRIPT
    size = max(CHUNK // seats, 1)
    meters: Mapping[str, int] | None = {} if transcript else None
    with whole(path, "log") as partial, _SINKS[form](partial, settler) as write:
        for chunk, begun in enumerate(range(0, rounds, size)):
            made = draft(settler, seed, chunk, min(size, rounds - begun), begun + 1, seats, meters_follow=meters)
            meters = made.left if transcript else None
            found = plant(made, seed, chunk, faults, transcript=transcript)
            planted.update(str(fault.kind) for fault in found)
            write(made, found)
            if progress:
                progress(min((begun + size) / rounds, 1.0))
    return Synthesis(path, rounds, rounds * seats, dict(sorted(planted.items())))


@contextmanager
def _parquet(path: Path, settler: Settler) -> Iterator[Sink]:
    """A Parquet log: amounts in cents as 64-bit integers."""
    opened: list[Any] = []

    def write(made: Draft, found: list[Planted]) -> None:
        table = table_of(made)
        if not opened:
            opened.append(parquet.ParquetWriter(path, table.schema))
        opened[0].write_table(table)

    try:
        yield write
    finally:
        for file in opened:
            file.close()


@contextmanager
def _csv(path: Path, settler: Settler) -> Iterator[Sink]:
    """A CSV log: amounts as text."""
    opened: list[Any] = []

    def write(made: Draft, found: list[Planted]) -> None:
        table = table_of(made)
        for place, field in enumerate(table.schema):
            if field.name == "time":
                texts = pa.array(np.datetime_as_string(np.asarray(table["time"])))
                table = table.set_column(place, "time", texts)
            elif field.name.startswith(layout.AMOUNTS):
                table = table.set_column(place, field.name, _as_text(table[field.name]))
        if not opened:
            options = arrow_csv.WriteOptions(quoting_style="needed")
            opened.append(arrow_csv.CSVWriter(path, table.schema, write_options=options))
        opened[0].write_table(table)

    try:
        yield write
    finally:
        for file in opened:
            file.close()


@contextmanager
def _transcript(path: Path, settler: Settler) -> Iterator[Sink]:
    """Records of rounds, chained by hashes like any other."""
    with path.open("w", encoding="ascii", newline="\n") as file:
        recorder = Recorder(file, settler.game, settler.rules)
        writers: dict[int, RecordLines] = {}

        def write(made: Draft, found: list[Planted]) -> None:
            writer = writers.setdefault(made.seats, RecordLines(settler, made.seats))
            at = {fault.round: fault for fault in found}
            rounds = enumerate(writer.of(made))
            while some := list(islice(rounds, ROUNDS_AT_A_TIME)):
                recorder.write_lines(
                    event for number, events in some for event in _with_fault(made, events, at.get(number))
                )

        yield write


def _with_fault(made: Draft, events: list[str], fault: Planted | None) -> Iterable[str]:
    """The events of a round, with its fault if it has one."""
    return map(canonical, faulty(made, list(map(json.loads, events)), fault)) if fault else events


_SINKS = {".parquet": _parquet, ".csv": _csv, TRANSCRIPT: _transcript}


def table_of(made: Draft) -> Any:
    """A draft as a table of the layout, amounts in cents."""
    count, game = len(made.seat), made.game
    number = np.arange(count) // made.seats + made.first_round - 1
    table, turn = number % TABLES, number // TABLES
    begun = np.datetime64("2026-01-01T00:00:00") + turn * np.timedelta64(SECONDS, "s")
    values: dict[str, Any] = {
        "version": pa.repeat(pa.scalar(layout.VERSION, pa.int8()), count),
        "game": pa.repeat(game.id, count).dictionary_encode(),
        "round": made.id,
        "time": pa.array(begun),
        "table": _named("T", table),
        "dealer_id": _named("D", (turn // ROUNDS_OF_A_DEALER + table) % DEALERS),
        "seat": made.seat.astype(np.int16),
        **{name: pa.array(cards).cast(pa.string()) for name, cards in made.cards.items()},
        "fold": made.fold,
        "status": pa.DictionaryArray.from_arrays(made.status.astype(np.int8), _STATUS),
        **{f"bet_{wager}": pa.array(bet, mask=bet == 0) for wager, bet in made.bets.items()},
        **{f"paid_{wager}": pa.array(paid, mask=paid == NOT_GIVEN) for wager, paid in made.paid.items()},
        **{f"meter_{meter}": pa.array(stands, mask=stands == NOT_GIVEN) for meter, stands in made.meters.items()},
    }
    return pa.table({name: values[name] for name in layout.all_columns(game, list(made.bets))})


def _named(letter: str, numbers: Any) -> Any:
    """Names such as ``T07``."""
    names = pa.array([f"{letter}{number:02d}" for number in range(1, int(numbers.max()) + 2)])
    return pa.DictionaryArray.from_arrays(pa.array(numbers.astype(np.int32)), names)


def _as_text(column: Any) -> Any:
    """Cents as text; each different amount is written once."""
    coded = column.combine_chunks().dictionary_encode()
    texts = pa.array([None if cents is None else format_amount(cents) for cents in coded.dictionary.to_pylist()])
    return texts.take(coded.indices)
