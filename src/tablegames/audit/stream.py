"""A log as a stream of batches of whole rounds: what the readers of all formats share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from tablegames.audit import layout
from tablegames.core.law import Refused

BATCH = 1 << 17
"""Rows read at a time."""
FEW = 1 << 14
"""Rows that are settled at a time at least, where the log has them."""


class Task(NamedTuple):
    """A part of a log that is read by itself: row groups of a Parquet file, bytes of a CSV file or of a transcript, from ``start`` to ``end``."""

    path: str
    start: int
    end: int


class BadInput(NamedTuple):
    """Rows of a log that cannot be read: how many, where (file, row, column), why, and their text where there is one."""

    rows: int
    place: str
    column: str
    reason: str
    text: str = ""

    def __str__(self) -> str:
        return f"{self.place}{f', column {self.column}' if self.column else ''}: {self.reason}"


Aside = Callable[[BadInput], None]
"""Takes what cannot be read: it raises, or sets it aside."""


class Batch(NamedTuple):
    """Whole rounds: a table, and which rows begin a round."""

    table: Any
    first: NDArray[np.bool_]


def key_names(names: Iterable[str]) -> list[str]:
    """The columns that say which round a row is of."""
    return [name for name in ("table", "round") if name in names]


def first_rows(table: Any) -> NDArray[np.bool_]:
    """Which rows begin a round: those whose round, or table, is another than the row's before."""
    first = np.zeros(len(table), np.bool_)
    first[:1] = True
    for name in key_names(table.column_names):
        column = table[name].combine_chunks()
        if pa.types.is_dictionary(column.type):
            codes = np.asarray(column.indices.fill_null(-1))
            first[1:] |= codes[1:] != codes[:-1]
        elif len(column) > 1:
            differs = pc.fill_null(pc.not_equal(column[1:], column[:-1]), fill_value=True)
            first[1:] |= np.asarray(differs)
    return first


def whole_rounds(tables: Iterable[Any], path: str) -> Iterator[Batch]:
    """The rows of tables that follow one another, in batches that break no round.

    A table waits for the next: only where that goes on with its last round are rows moved, and copied.
    """
    waiting: Batch | None = None
    for table in _gathered(tables):
        batch = Batch(table, first_rows(table))
        if waiting is not None and _same_round(waiting.table, table):
            last = _last_round(waiting, path)
            carried, done = waiting.table.slice(last), waiting.table.slice(0, last)
            if last:
                yield Batch(done, waiting.first[:last])
            batch = Batch(_joined([carried, table]), np.concatenate([waiting.first[last:], [False], batch.first[1:]]))
        elif waiting is not None:
            yield waiting
        waiting = batch
        _last_round(waiting, path)
    if waiting is not None:
        yield waiting


def unhurt(batch: Batch) -> tuple[Batch, Any]:
    """A batch without the rounds that a line is missing from, and the rows of those rounds that could be read."""
    round_of = np.cumsum(batch.first)
    missing = np.asarray(batch.table[layout.HURT].combine_chunks().fill_null(False))  # noqa: FBT003 - Arrow's own signature
    hurt = np.isin(round_of, round_of[missing])
    table = batch.table.drop_columns([layout.HURT])
    return Batch(table.take(np.flatnonzero(~hurt)), batch.first[~hurt]), table.take(np.flatnonzero(hurt & ~missing))


def _gathered(tables: Iterable[Any]) -> Iterator[Any]:
    """Tables put together until they have a good number of rows: a log of many small row groups is settled no slower."""
    small: list[Any] = []
    for table in tables:
        small += [table] if len(table) else []
        if sum(map(len, small)) >= FEW:
            yield _joined(small)
            small = []
    if small:
        yield _joined(small)


def _joined(tables: list[Any]) -> Any:
    """One table of several."""
    return pa.concat_tables(tables, promote_options="permissive").unify_dictionaries() if len(tables) > 1 else tables[0]


def _last_round(batch: Batch, path: str) -> int:
    """Where the last round of a batch begins; refused where it has more rows than any table has seats."""
    last = len(batch.first) - 1 - int(np.argmax(batch.first[::-1]))
    rows = len(batch.first) - last
    if rows > layout.MOST_ROWS:
        named = batch.table["round"][last].as_py()
        raise Refused(
            f"{path}: {rows} rows that stand together are of round {str(named)!a}: "
            f"a round has {layout.MOST_ROWS} rows at most; is the column its id?"
        )
    return last


def _same_round(before: Any, after: Any) -> bool:
    """Whether the first row of a table goes on with the round in which another ends."""
    return all(before[name][-1].as_py() == after[name][0].as_py() for name in key_names(after.column_names))
