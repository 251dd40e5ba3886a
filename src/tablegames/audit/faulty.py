"""The rows of faulty rounds, in the log's own format; and beside them, as JSON lines, what could not be read."""

from __future__ import annotations

import base64
import csv
import json
import re
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any

from tablegames.audit.logs import TRANSCRIPT, form_of
from tablegames.core.files import check_place, whole
from tablegames.core.law import Refused

ASIDE = ".bad.jsonl"
"""The ending of the file of what could not be read."""
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def neutral(cell: str) -> str:
    """A cell that no spreadsheet runs: text that begins like a formula gets an apostrophe; numbers stay.

    >>> neutral("=1+1"), neutral("-10.00"), neutral("As Kd")
    ("'=1+1", '-10.00', 'As Kd')
    """
    return f"'{cell}" if cell.startswith(_FORMULA) and not _NUMBER.fullmatch(cell) else cell


class FaultyRows:
    """Writes the records that :func:`tablegames.audit.run.audit` keeps of faulty rounds; a context whose files appear when it is left whole.

    ``log``: one of the logs audited, whose format and first line it takes.
    """

    def __init__(self, path: Path, log: str) -> None:
        self.path, self.form, self.log = path, form_of(log), log
        if path.suffix.lower() != self.form:
            raise Refused(f"faulty file {str(path)!a} does not end in {self.form}, as the log does")
        check_place(path, "faulty file")
        self.beside = path.with_name(path.name + ASIDE)
        self._stack = ExitStack()
        self._rows: Any = None
        self._columns: list[str] = []
        self._bad: IO[str] | None = None

    def __enter__(self) -> FaultyRows:
        return self

    def __exit__(self, *error: Any) -> None:
        self._stack.__exit__(*error)

    def keep(self, record: Mapping[str, Any]) -> None:
        """A kept record; those of other kinds are passed over."""
        if "bad" in record:
            if self._bad is None:
                self._bad = self._opened(self.beside)
            self._bad.write(json.dumps(record["bad"], ensure_ascii=False) + "\n")
        elif "lines" in record:
            self._text().write(record["lines"])
        elif "rows" in record:
            self._write(record["rows"])

    def _whole(self, path: Path) -> Path:
        """Where a file is written until it is whole; no file is made before there is something for it."""
        return self._stack.enter_context(whole(path, "faulty file"))

    def _opened(self, path: Path) -> IO[str]:
        """A file of text."""
        return self._stack.enter_context(self._whole(path).open("w", encoding="utf-8", newline="\n"))

    def _text(self) -> IO[str]:
        """The file of records, which begins with the session's line; the hashes of what is left out are missing."""
        if self._rows is None:
            self._rows = self._opened(self.path)
            with open(self.log, encoding="utf-8") as log:
                self._rows.write(log.readline())
        file: IO[str] = self._rows
        return file

    def _write(self, stream: str) -> None:
        """Rows as the log has them."""
        import pyarrow as pa

        table = pa.ipc.open_stream(base64.b64decode(stream)).read_all()
        if not self._columns:
            self._columns = table.column_names
        if self._columns != table.column_names:
            raise Refused(f"the logs have different columns: audit them one after the other to write {self.path}")
        if self.form != TRANSCRIPT and self.form == ".csv":
            self._csv().writerows([neutral(cell or "") for cell in row.values()] for row in table.to_pylist())
        else:
            self._parquet(table)

    def _csv(self) -> Any:
        """The CSV file, which begins with the names of the columns."""
        if self._rows is None:
            self._rows = csv.writer(self._opened(self.path), lineterminator="\n")
            self._rows.writerow(self._columns)
        return self._rows

    def _parquet(self, table: Any) -> None:
        """The Parquet file, with the types of the first log."""
        import pyarrow as pa
        from pyarrow import parquet

        if self._rows is None:
            self._rows = self._stack.enter_context(parquet.ParquetWriter(self._whole(self.path), table.schema))
        try:
            self._rows.write_table(table.cast(self._rows.schema))
        except pa.ArrowException as error:
            raise Refused(f"the logs have columns of different types: {str(error).splitlines()[0]}") from None
