"""Every decision of a game as a table in a file, one row a class of situations that differ by nothing that matters.

Columns of every game: ``hand`` and, with community cards, ``stage`` and ``board`` (one concrete situation of the class,
as ``advise`` reads it); ``ways`` (concrete situations in the class); ``deals`` (equally likely deals that come to it if
no decision has been made before, ``ways`` times the futures of one); a column for each action, named as ``advise``
names it; ``denominator``; and ``best``, the action taken.  The exact value of an action per Ante is its column over
``denominator``, not reduced; an action not allowed is empty.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from tablegames.analysis.pricing import priced
from tablegames.analysis.solving import strategy_of
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.contract.strategy import Batch
from tablegames.core.files import whole
from tablegames.core.law import Refused

FORMS = ".parquet or .csv"


class Exported(NamedTuple):
    """What an export wrote."""

    path: Path
    rows: int
    columns: tuple[str, ...]


class Writer(Protocol):
    """A file that takes batches one after another."""

    def __call__(self, batch: Batch) -> None:
        """Write a batch."""
        ...


def export(
    game: Game,
    rules: Rules,
    path: Path,
    *,
    last: str = "",
    progress: Callable[[float], None] | None = None,
) -> Exported:
    """Write every decision of a game to a ``.parquet`` or ``.csv`` file; ``last``: the last stage
    whose decisions are listed too, though they are many.

    The file appears under its name only when it is complete.  Raises :class:`~tablegames.core.law.Refused` for another
    ending, where Parquet cannot be written, and for a last stage where there is none such.
    """
    if last and last != game.plays.last:
        raise Refused(f"{game.name} has no {last}: leave out --{last}")
    strategy = strategy_of(game)
    writer = {".csv": _csv, ".parquet": _parquet}.get(path.suffix.lower())
    if writer is None:
        raise Refused(f"export {str(path)!a} does not end in {FORMS}")
    rows = 0
    columns: tuple[str, ...] = ()
    with whole(path, "export") as partial, writer(partial) as write:
        for batch, part in strategy.batches(priced(game, rules), last=bool(last)):
            write(batch)
            rows += len(next(iter(batch.values())))
            columns = tuple(batch)
            if progress:
                progress(part)
    return Exported(path, rows, columns)


@contextmanager
def _csv(path: Path) -> Iterator[Writer]:
    """A CSV file: a row of names, then the rows; what is empty stays empty."""
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)

        def write(batch: Batch) -> None:
            if not file.tell():
                table.writerow(batch)
            table.writerows(zip(*(_listed(column) for column in batch.values()), strict=True))

        yield write


def _listed(column: Sequence[Any] | NDArray[Any]) -> Sequence[Any]:
    """A column as Python has it, with nothing where it is masked."""
    return column.tolist() if isinstance(column, np.ndarray) else column


@contextmanager
def _parquet(path: Path) -> Iterator[Writer]:
    """A Parquet file, a row group a batch; 64-bit integers and strings."""
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ImportError:
        raise Refused("Parquet needs pyarrow: pip install 'tablegames[audit]'; or export to .csv") from None
    opened: list[Any] = []

    def write(batch: Batch) -> None:
        columns = {
            name: arrow.array(column.data, mask=column.mask | np.zeros(len(column), np.bool_))
            if isinstance(column, np.ma.MaskedArray)
            else arrow.array(column)
            for name, column in batch.items()
        }
        table = arrow.table(columns)
        if not opened:
            opened.append(parquet.ParquetWriter(path, table.schema))
        opened[0].write_table(table)

    try:
        yield write
    finally:
        for file in opened:
            file.close()


__all__ = ["Exported", "export"]
