"""A CSV log: tasks are byte ranges that begin where a round does; Arrow reads the lines, and Python looks for the one that is wrong."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import numpy as np
import pyarrow as pa
from pyarrow import csv as arrow_csv

from tablegames.analysis.audit import layout
from tablegames.analysis.audit.layout import Columns, read_columns
from tablegames.analysis.audit.stream import Aside, BadInput, Task, key_names
from tablegames.game import Game
from tablegames.law import Refused

CHUNK = 1 << 24
"""Bytes read at a time."""
TASK_BYTES = 1 << 26
LONGEST_LINE = 1 << 16
TEXT = ("round", "time", "player", "dealer", "board")
"""Columns whose cells mostly differ; the others are read by their different values."""


def header(path: str) -> tuple[list[str], int]:
    """The names in a file's first line, and where the next line begins."""
    if not Path(path).is_file():
        raise Refused(f"{path}: no such file")
    with open(path, "rb") as file:
        line = file.readline(LONGEST_LINE)
    try:
        return next(csv.reader([line.decode("utf-8-sig")]), []), len(line)
    except (UnicodeDecodeError, csv.Error) as error:
        raise Refused(f"{path}: line 1 is no header: {error}") from None


def game_of(path: str) -> str:
    """The game's id in the first row."""
    names, begin = header(path)
    if "game" not in names:
        raise Refused(f"{path}: line 1: column game is missing; the first line names the columns (docs/log-layout.md)")
    with open(path, "rb") as file:
        file.seek(begin)
        cells = _cells(file.readline(LONGEST_LINE)) or []
    if len(cells) != len(names):
        raise Refused(f"{path}: line 2 has {len(cells)} cells; the header has {len(names)} columns")
    return cells[names.index("game")]


def columns_of(game: Game, path: str) -> Columns:
    """The columns of a CSV log."""
    return read_columns(game, header(path)[0], f"{path}: line 1")


def tasks(path: str) -> list[Task]:
    """Byte ranges of about ``TASK_BYTES``, each from the first line of a round to the last line of another."""
    names, begin = header(path)
    places = [names.index(name) for name in key_names(names)]
    size = Path(path).stat().st_size
    cuts = [begin]
    with open(path, "rb") as file:
        while cuts[-1] + TASK_BYTES < size:
            cuts.append(_next_round(file, cuts[-1] + TASK_BYTES, places))
    return [Task(path, start, end) for start, end in zip(cuts, [*cuts[1:], size], strict=True) if start < end]


def tables(task: Task, columns: Columns, aside: Aside) -> Iterator[Any]:
    """The rows of a task; columns named as the layout names them.  Lines that are none go to ``aside``."""
    names, _ = header(task.path)
    layout_name = {written: name for name, written in columns.names.items()}
    named = [layout_name.get(name, name) for name in names]
    number = 0
    with open(task.path, "rb") as file:
        file.seek(task.start)
        left = task.end - task.start
        while left > 0:
            chunk = file.read(min(CHUNK, left))
            left -= len(chunk)
            if left > 0 and not chunk.endswith(b"\n"):
                rest = file.readline(min(left, LONGEST_LINE))
                chunk, left = chunk + rest, left - len(rest)
            if not chunk:
                return
            yield _table(task, chunk, named, names, columns, number, aside)
            number += chunk.count(b"\n")


def place_of(task: Task, number: int) -> str:
    """Where a row stands, for people: its line, counted when it is needed."""
    lines = 0
    with open(task.path, "rb") as file:
        left = task.start
        while left > 0 and (chunk := file.read(min(CHUNK, left))):
            lines, left = lines + chunk.count(b"\n"), left - len(chunk)
    return f"{task.path}: line {lines + number + 1}"


def _next_round(file: IO[bytes], start: int, places: list[int]) -> int:
    """Where the first line after ``start`` begins that is of another round than the line before it."""
    file.seek(start)
    file.readline()
    before = None
    for _ in range(2 * layout.MOST_ROWS):
        at = file.tell()
        line = file.readline(LONGEST_LINE)
        if not line:
            return at
        cells = _cells(line)
        key = [cells[place] for place in places] if cells and len(cells) > max(places) else None
        if key and before and key != before:
            return at
        before = key or before
    return file.tell()


def _table(
    task: Task, chunk: bytes, named: list[str], written: list[str], columns: Columns, number: int, aside: Aside
) -> Any:
    """Some whole lines as a table; where Arrow finds one that is none, line by line."""
    try:
        table = _parsed(chunk, named, columns)
    except pa.ArrowInvalid:
        return _line_by_line(task, chunk, named, written, columns, number, aside)
    if len(table) != chunk.count(b"\n") + (not chunk.endswith(b"\n")):  # blank lines, or a line's end within quotes
        return _line_by_line(task, chunk, named, written, columns, number, aside)
    return table.append_column(layout.NUMBER, pa.array(np.arange(number, number + len(table))))


def _parsed(chunk: bytes, named: list[str], columns: Columns) -> Any:
    """Lines as Arrow reads them: every cell is text, an empty one nothing."""
    types = {name: pa.string() if name in TEXT else pa.dictionary(pa.int32(), pa.string()) for name in columns.names}
    return arrow_csv.read_csv(
        io.BytesIO(chunk),
        read_options=arrow_csv.ReadOptions(column_names=named, use_threads=False, block_size=len(chunk) + 1),
        convert_options=arrow_csv.ConvertOptions(
            column_types=types, include_columns=list(types), null_values=[""], strings_can_be_null=True
        ),
    )


def _line_by_line(
    task: Task, chunk: bytes, named: list[str], written: list[str], columns: Columns, number: int, aside: Aside
) -> Any:
    """The lines that have a cell for each column; the others go to ``aside``, with their place and text."""
    kept, numbers = [], []
    for offset, line in enumerate(chunk.split(b"\n")):
        if not line.strip(b"\r"):
            continue
        cells = _cells(line)
        if cells is None or len(cells) != len(named):
            found = (
                "is not text in UTF-8 with closed quotes"
                if cells is None
                else f"has {len(cells)} cells; the header has {len(named)} columns"
            )
            place = place_of(task, number + offset)
            aside(
                BadInput(
                    1, place, _shifted(cells, written), found, line.decode("utf-8", "backslashreplace").rstrip("\r")
                )
            )
            continue
        kept.append(line + b"\n")
        numbers.append(number + offset)
    if not kept:
        table = pa.table({name: pa.array([], pa.string()) for name in columns.names})
    else:
        try:
            table = _parsed(b"".join(kept), named, columns)
        except pa.ArrowInvalid as error:
            raise Refused(f"{place_of(task, number)} and following: {str(error).splitlines()[0]}") from None
    return table.append_column(layout.NUMBER, pa.array(np.array(numbers, np.int64)))


def _shifted(cells: list[str] | None, written: list[str]) -> str:
    """The column at which a line that is too short or too long goes wrong, as far as that can be told: the first missing, or the last."""
    if cells is None:
        return ""
    return written[len(cells)] if len(cells) < len(written) else written[-1]


def _cells(line: bytes) -> list[str] | None:
    """The cells of a line; none where it is not text, or a quote is left open."""
    try:
        rows = list(csv.reader([line.decode("utf-8").rstrip("\r\n")], strict=True))
    except (UnicodeDecodeError, csv.Error):
        return None
    return rows[0] if len(rows) == 1 else []
