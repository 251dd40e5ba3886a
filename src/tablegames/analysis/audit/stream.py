"""A log as a stream of batches of whole rounds: what the readers of all formats share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from tablegames.analysis.audit import layout
from tablegames.law import Refused

BATCH = 1 << 17
"""Rows read at a time."""


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
    """The rows of tables that follow one another, in batches that break no round."""
    carried = None
    for table in tables:
        joined = (
            table
            if carried is None
            else pa.concat_tables([carried, table], promote_options="permissive").unify_dictionaries()
        )
        if not len(joined):
            continue
        first = first_rows(joined)
        last = len(first) - 1 - int(np.argmax(first[::-1]))
        if len(first) - last > layout.MOST_ROWS:
            row = joined.slice(last, 1)
            raise Refused(
                f"{path}: {len(first) - last} rows that stand together are of round {row['round'][0].as_py()!a}: "
                f"a round has {layout.MOST_ROWS} rows at most; is the column its id?"
            )
        if last:
            yield Batch(joined.slice(0, last), first[:last])
        carried = joined.slice(last)
    if carried is not None and len(carried):
        yield Batch(carried, first_rows(carried))
