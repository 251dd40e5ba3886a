"""A CSV log: tasks are byte ranges that begin where a round does; Arrow reads the lines, and Python looks for the one that is wrong."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import numpy as np
import pyarrow as pa
from pyarrow import csv as arrow_csv

from tablegames.audit import layout
from tablegames.audit.layout import Columns, read_columns
from tablegames.audit.stream import Aside, BadInput, Task, key_names
from tablegames.contract.game import Game
from tablegames.core.cards import parse_cards
from tablegames.core.law import Refused

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
        while line := file.readline(LONGEST_LINE):
            cells = _cells(line)
            if cells and len(cells) == len(names):
                return cells[names.index("game")]
        if file.tell() == begin:
            raise Refused(f"{path}: the log has no rows below its header")
    raise Refused(f"{path}: no line below the header can be read: each needs {len(names)} cells, in UTF-8")


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
    number, lines = 0, Lines(task, named, names, columns, aside)
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
            yield _table(lines, chunk, number)
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


def _table(lines: Lines, chunk: bytes, number: int) -> Any:
    """Some whole lines as a table; where Arrow finds one that is none, line by line."""
    try:
        table = _parsed(chunk, lines.named, lines.columns)
    except pa.ArrowInvalid:
        return lines.read(chunk, number)
    if len(table) != chunk.count(b"\n") + (not chunk.endswith(b"\n")):  # blank lines, or a line's end within quotes
        return lines.read(chunk, number)
    lines.ended_with(chunk)
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


@dataclass
class Lines:
    """Reads a task line by line where one of its lines is none; that goes to ``aside``, with its place and text.

    Its round cannot be settled without it, so a row marked ``HURT`` stands in for it: of the round that it names, where what else it says of itself agrees
    with the lines beside it; else of both rounds beside it.
    """

    task: Task
    named: list[str]
    written: list[str]
    columns: Columns
    aside: Aside
    before: list[str] | None = None
    """The cells of the last line that could be read."""
    waiting: bool = False
    """Whether a line that cannot be read may be of the round that comes next."""
    broken: list[str] = field(default_factory=list)
    """Its cells, as far as it has any."""

    def ended_with(self, chunk: bytes) -> None:
        """Lines that Arrow could read are over; what comes next stands beside the last of them."""
        self.before, self.waiting = _cells(chunk.rstrip(b"\r\n").rpartition(b"\n")[2]), False

    def read(self, chunk: bytes, number: int) -> Any:
        """The lines that have a cell for each column, with the rows that stand in for the others."""
        rows: list[list[str]] = []
        numbers: list[int] = []
        hurt: list[bool] = []

        def stand_in(beside: list[str], at: int) -> None:
            keys = [self.written.index(self.columns.names[name]) for name in key_names(self.columns.names)]
            rows.append([cell if place in keys else "" for place, cell in enumerate(beside)])
            numbers.append(at)
            hurt.append(True)

        for offset, line in enumerate(chunk.split(b"\n")):
            if not line.strip(b"\r"):
                continue
            cells = _cells(line)
            if cells is None or len(cells) != len(self.named):
                self._set_aside(line, cells, number + offset)
                said = line.decode("utf-8", "replace").replace('"', "").split(",") if cells is None else cells
                if self.before and not self._is_of_another_round(said, self.before):
                    stand_in(self.before, number + offset)
                self.waiting = not (self.before and self._key(said) == self._key(self.before))
                self.broken = said
                continue
            if self.waiting and not self._is_of_another_round(self.broken, cells):
                stand_in(cells, number + offset)
            rows.append(cells)
            numbers.append(number + offset)
            hurt.append(False)
            self.before, self.waiting = cells, False
        texts = {
            name: pa.array([row[self.named.index(name)] or None for row in rows], pa.string())
            for name in self.columns.names
        }
        table = pa.table({name: text if name in TEXT else text.dictionary_encode() for name, text in texts.items()})
        table = table.append_column(layout.NUMBER, pa.array(np.array(numbers, np.int64)))
        return table.append_column(layout.HURT, pa.array(hurt, pa.bool_()))

    def _key(self, cells: list[str]) -> list[str] | None:
        """The cells that say which round a line is of; none where it ends before them."""
        places = [self.written.index(self.columns.names[name]) for name in key_names(self.columns.names)]
        return [cells[place] for place in places] if len(cells) > max(places) else None

    def _is_of_another_round(self, cells: list[str], beside: list[str]) -> bool:
        """Whether a line that cannot be read says plainly that it is of another round than the line beside it.

        Its first cells stand in their columns where version and game are those of the line beside it, and the player's cards are cards.
        """
        round_, player, *places = (
            self.written.index(self.columns.names[name]) for name in ("round", "player", "version", "game")
        )
        if len(cells) <= max(round_, player, *places) or cells[round_] == beside[round_]:
            return False
        return _are_cards(cells[player]) and all(cells[place] == beside[place] for place in places)

    def _set_aside(self, line: bytes, cells: list[str] | None, number: int) -> None:
        """Say what is wrong with a line, and where."""
        found = (
            f"has {len(cells)} cells; the header has {len(self.named)} columns"
            if cells is not None
            else "is not text in UTF-8 with closed quotes"
        )
        text = line.decode("utf-8", "backslashreplace").rstrip("\r")
        self.aside(BadInput(1, place_of(self.task, number), _shifted(cells, self.written), found, text))


def _are_cards(text: str) -> bool:
    """Whether a cell holds cards."""
    try:
        return bool(parse_cards(text))
    except Refused:
        return False


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
