"""A Parquet log: tasks are runs of row groups, and a round that lies in two of them belongs to the first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from pyarrow import parquet

from tablegames.audit import layout
from tablegames.audit.layout import Columns, read_columns
from tablegames.audit.stream import BATCH, Aside, BadInput, Task, key_names
from tablegames.contract.game import Game
from tablegames.core.law import Refused

TASK_ROWS = 1 << 18
"""Rows of a task, about."""


@contextmanager
def opened(path: str) -> Iterator[Any]:
    """A Parquet file; refused where it is none, or is cut short."""
    if not Path(path).is_file():
        raise Refused(f"{path}: no such file")
    try:
        file = parquet.ParquetFile(path)
    except (pa.ArrowException, OSError) as error:
        raise Refused(f"{path}: not a whole Parquet file: {first_line(error)}") from None
    with file:
        yield file


def first_line(error: Exception) -> str:
    """What an error of Arrow says first."""
    return (str(error).splitlines() or [type(error).__name__])[0].rstrip(". ")


def game_of(path: str) -> str:
    """The game's id in the first row."""
    with opened(path) as file:
        if "game" not in file.schema_arrow.names:
            raise Refused(f"{path}: column game is missing (docs/log-layout.md)")
        if not file.metadata.num_rows:
            raise Refused(f"{path}: the log has no rows")
        with reading(path, 0):
            batch = next(file.iter_batches(batch_size=1, columns=["game"]))
        return str(batch["game"][0].as_py())


def columns_of(game: Game, path: str) -> Columns:
    """The columns of a Parquet log; amounts as floating-point numbers are refused."""
    with opened(path) as file:
        columns = read_columns(game, file.schema_arrow.names, path)
        for name, written in columns.names.items():
            kind = file.schema_arrow.field(written).type
            if not _readable(name, kind):
                allowed = f"{', '.join(_KINDS.get(name, ('whole numbers',)))} or text"
                raise Refused(f"{path}: column {written!a} is {kind}: it takes {allowed}")
            if name.startswith(layout.AMOUNTS) and not _exact(kind):
                raise Refused(
                    f"{path}: column {written!a} is {kind}: amounts are whole cents (integers), decimals, or text"
                )
        return columns


def tasks(path: str) -> list[Task]:
    """The row groups of a file in runs of about ``TASK_ROWS`` rows."""
    found, begun, rows = [], 0, 0
    with opened(path) as file:
        for group in range(file.num_row_groups):
            rows += file.metadata.row_group(group).num_rows
            if rows >= TASK_ROWS or group == file.num_row_groups - 1:
                found.append(Task(path, begun, group + 1))
                begun, rows = group + 1, 0
    return found


def tables(task: Task, columns: Columns, aside: Aside) -> Iterator[Any]:
    """The rows of a task, from the first round that begins in it to the end of the last; columns named as the layout names them."""
    with opened(task.path) as file:
        names = [name for name in file.schema_arrow.names if name in columns.names.values()]
        layout_name = {written: name for name, written in columns.names.items()}
        keys = [columns.names[name] for name in key_names(columns.names)]
        group, skip = task.start, _continued(file, task.start, keys, task.path)
        while skip == file.metadata.row_group(group).num_rows:
            group += 1
            if group == task.end:
                return
            skip = _continued(file, group, keys, task.path)
        before = sum(file.metadata.row_group(each).num_rows for each in range(group))
        for each in range(group, task.end):
            rows = file.metadata.row_group(each).num_rows
            place = before
            try:
                with reading(task.path, each):
                    for batch in file.iter_batches(
                        batch_size=BATCH, row_groups=[each], columns=names, use_threads=False
                    ):
                        table = pa.Table.from_batches([batch])
                        yield _numbered(table, place, layout_name).slice(
                            skip if place == before and each == group else 0
                        )
                        place += len(table)
            except Refused as refused:
                aside(BadInput(rows - (place - before), task.path, "", refused.message.removeprefix(f"{task.path}: ")))
            before += rows
        for each in range(task.end, file.num_row_groups):
            more, rows = _continued(file, each, keys, task.path), file.metadata.row_group(each).num_rows
            if more:
                with reading(task.path, each):
                    yield _numbered(file.read_row_group(each, columns=names).slice(0, more), before, layout_name)
            if more < rows:
                return
            before += rows


def place_of(task: Task, number: int) -> str:
    """Where a row stands, for people."""
    return f"{task.path}: row {number + 1}"


@contextmanager
def reading(path: str, group: int) -> Iterator[None]:
    """Errors of Arrow within, as a refusal that names the file and the row group."""
    try:
        yield
    except (pa.ArrowException, OSError) as error:
        raise Refused(f"{path}: row group {group} cannot be read: {first_line(error)}") from None


def _continued(file: Any, group: int, keys: Sequence[str], path: str) -> int:
    """How many rows at the head of a row group belong to the round in which the rows before it end."""
    before = group - 1
    while before >= 0 and not file.metadata.row_group(before).num_rows:
        before -= 1
    if before < 0 or not file.metadata.row_group(group).num_rows:
        return 0
    with reading(path, before):
        ends = file.read_row_group(before, columns=list(keys), use_threads=False)
    with reading(path, group):
        begins = file.read_row_group(group, columns=list(keys), use_threads=False)
    last = ends.slice(len(ends) - 1).to_pylist()[0]
    for number in range(min(len(begins), layout.MOST_ROWS + 1)):
        if begins.slice(number, 1).to_pylist()[0] != last:
            return number
    return len(begins)


def _numbered(table: Any, place: int, layout_name: dict[str, str]) -> Any:
    """A table with the layout's names, each row with its place in the file."""
    renamed = table.rename_columns([layout_name[name] for name in table.column_names])
    return renamed.append_column(layout.NUMBER, pa.array(np.arange(place, place + len(table))))


_KINDS = {"time": ("timestamps",), "fold": ("true and false",)}
"""What a column takes beside text, where it is not whole numbers."""


def _readable(name: str, kind: Any) -> bool:
    """Whether a column's cells can be read, whatever they say; amounts and a house's own columns are looked at elsewhere, or not at all."""
    if name.startswith((*layout.AMOUNTS, layout.OWN)) or _text(kind) or pa.types.is_null(kind):
        return True
    if name == "time":
        return bool(pa.types.is_timestamp(kind))
    return bool(pa.types.is_integer(kind) or (name == "fold" and pa.types.is_boolean(kind)))


def _text(kind: Any) -> bool:
    """Whether a type is text, or a dictionary of texts or whole numbers."""
    if pa.types.is_dictionary(kind):
        return _text(kind.value_type) or bool(pa.types.is_integer(kind.value_type))
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def _exact(kind: Any) -> bool:
    """Whether a type holds amounts exactly."""
    text = pa.types.is_string(kind) or pa.types.is_large_string(kind)
    of_dictionary = pa.types.is_dictionary(kind) and _exact(kind.value_type)
    return bool(
        text or of_dictionary or pa.types.is_integer(kind) or pa.types.is_decimal(kind) or pa.types.is_null(kind)
    )
