"""A run's state in one SQLite file: what was asked, the tasks done, the sum of their counts, and what each keeps; a stopped run goes on from it.

Nothing in the file is believed.  It is changed in transactions, each on the disk before the next begins, so that a crash leaves the state of one of
them; and it is read whole before a run goes on from it: SQLite looks through its own pages, digests cover all content.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from tablegames.core.files import check_place, identity, whole
from tablegames.core.law import Refused

SCHEMA, VERSION = "tablegames-checkpoint", 2
_TABLES = (
    "CREATE TABLE state (content BLOB NOT NULL, digest BLOB NOT NULL)",
    "CREATE TABLE parts (task INTEGER PRIMARY KEY, records BLOB NOT NULL, raw BLOB NOT NULL)",
)
_EVERY, _MOST_NOTED, _MOST_BYTES = 2.0, 1024, 1 << 26
"""Seconds between two writes, and how many tasks, or bytes they keep, wait for one; what waits is worked again after a crash, and never counted twice."""
_DAMAGED = "its pages are not what was written"
_OF_JSON = b"{"
"""How the checkpoints of version 1 begin."""


class _State(NamedTuple):
    """The tasks done, the sum of their counts, and the digest of what each keeps; replaced as one, so that no interruption leaves a half of it."""

    done: frozenset[int] = frozenset()
    counts: Mapping[str, int] = {}
    digests: Mapping[int, str] = {}


class _Noted(NamedTuple):
    """A task done that is not yet written."""

    task: int
    counts: Mapping[str, int]
    records: bytes
    raw: bytes


class Checkpoint:
    """The tasks of a run that are done, with the sum of their counts; written as tasks are noted, and on leaving the ``with`` block.

    ``job`` says all that the result depends on, as JSON has it; a file of another job is refused, and names what differs.  Refused is, too, whatever
    is not as it was written.  The file is made with the first write, and is one run's alone until that ends.  Without a ``path`` the same is kept in a
    file of SQLite's own, which goes with the run.
    """

    def __init__(self, path: Path | None, job: Mapping[str, Any]) -> None:
        self.path, self.job = path, json.loads(json.dumps(job))
        self._state, self._noted = _State(), list[_Noted]()
        self._bytes, self._written = 0, monotonic()
        self.raw_read = 0
        """Bytes that the tasks kept with which this run began."""
        self._file: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None
        if path is None:
            self._file = _connected("")
            _make_tables(self._file, self._content(self._state))
            return
        check_place(path, "checkpoint")
        if path.exists():
            try:
                self._open(path)
            except BaseException:
                self._close()
                raise

    @property
    def done(self) -> frozenset[int]:
        """The tasks done that are written."""
        return self._state.done

    @property
    def counts(self) -> Mapping[str, int]:
        """The sum of their counts."""
        return self._state.counts

    def note(self, task: int, counts: Mapping[str, int], records: bytes = b"", raw: bytes = b"") -> None:
        """A task done, whose counts are added once, and what it keeps."""
        self._noted.append(_Noted(task, counts, records, raw))
        self._bytes += len(records) + len(raw)
        late = monotonic() - self._written >= _EVERY
        if late or len(self._noted) >= _MOST_NOTED or self._bytes >= _MOST_BYTES:
            self.write()

    def write(self) -> None:
        """Bring what was noted to the disk, all of it or, where this fails, nothing: then it is still noted."""
        if not self._noted:
            return
        state, kept = self._with_noted()
        content = self._content(state)
        with self._refusing():
            file = self._found()
            with _transaction(file):
                file.executemany("INSERT OR REPLACE INTO parts VALUES (?, ?, ?)", kept)
                file.execute("UPDATE state SET content = ?, digest = ?", (content, sha256(content).digest()))
        self._state = state
        self._noted.clear()
        self._bytes, self._written = 0, monotonic()

    def part(self, task: int) -> tuple[bytes, bytes]:
        """What a task keeps, its records and its bytes; nothing where it keeps none."""
        digest = self._state.digests.get(task)
        if digest is None:
            return b"", b""
        with self._refusing():
            found = self._found().execute("SELECT records, raw FROM parts WHERE task = ?", (task,)).fetchone()
        records, raw = found or (None, None)
        if not (isinstance(records, bytes) and isinstance(raw, bytes) and _digest(records, raw) == digest):
            raise self.broken(f"what task {task} keeps is not what was written")
        return records, raw

    def broken(self, why: str) -> Refused:
        """The refusal of a file that is not what was written."""
        says = (
            f"{self.path}: not a checkpoint, or a damaged one ({why}): delete it and start again, or name another file"
        )
        return Refused(says)

    def __enter__(self) -> Checkpoint:
        return self

    def __exit__(self, *error: object) -> None:
        try:
            self.write()
        finally:
            self._close()

    def _with_noted(self) -> tuple[_State, list[tuple[int, bytes, bytes]]]:
        """The state with all that was noted, and the new rows of what is kept."""
        done, counts, digests = set(self._state.done), dict(self._state.counts), dict(self._state.digests)
        kept = []
        for noted in self._noted:
            if noted.task in done:
                continue
            done.add(noted.task)
            for name, count in noted.counts.items():
                counts[name] = counts.get(name, 0) + int(count)
            if noted.records or noted.raw:
                digests[noted.task] = _digest(noted.records, noted.raw)
                kept.append((noted.task, noted.records, noted.raw))
        return _State(frozenset(done), counts, digests), kept

    def _content(self, state: _State) -> bytes:
        """A state as the file has it."""
        content = {
            "schema": SCHEMA, "version": VERSION, "job": self.job, "done": _spans(state.done),
            "counts": {name: str(count) for name, count in state.counts.items()},
            "parts": [[task, digest] for task, digest in state.digests.items()],
        }  # fmt: skip
        return json.dumps(content).encode()

    # --- the file ----------------------------------------------------------------------------------------------------

    def _found(self) -> sqlite3.Connection:
        """The file that the path names: made where there is none, and made again from what is open where it was taken away meanwhile."""
        if self.path is None:
            assert self._file is not None
            return self._file
        there = identity(self.path)
        if there is not None and there != self._identity:
            raise self.broken("another run has put its own in this place")
        if there is None:
            with whole(self.path) as partial:
                with closing(_connected(partial)) as file:
                    if self._file is None:
                        _make_tables(file, self._content(self._state))
                    else:
                        self._file.backup(file)
                self._identity = identity(partial)
            self._close()
        return self._file or self._connected(self.path)

    def _connected(self, path: Path) -> sqlite3.Connection:
        """The file, which exists, opened for this run alone."""
        self._identity = identity(path)
        self._file = file = _connected(path)
        with _transaction(file):  # it takes the lock, which stays
            pass
        return file

    def _close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _open(self, path: Path) -> None:
        """The state of a file; refused where it is none, or that of another job."""
        with path.open("rb") as file:
            begins = file.read(1)
        if not begins:
            raise self.broken("it is empty")
        if begins == _OF_JSON:
            raise Refused(
                f"{path}: a checkpoint of an earlier version of this program: end the run with that version, or delete it and {path.name}.kept and start again"
            )
        with self._refusing():
            content = self._checked(self._connected(path))
        for key in sorted({*content["job"], *self.job}):
            if content["job"].get(key) != self.job.get(key):
                its, own = _short(content["job"].get(key)), _short(self.job.get(key))
                raise Refused(f"{path}: a checkpoint of another run: its {key} is {its}, not {own}")

    def _checked(self, file: sqlite3.Connection) -> dict[str, Any]:
        """What the state's row says, once every page and every row of the file is found to be as it was written."""
        tables = file.execute("SELECT sql FROM sqlite_master ORDER BY rowid").fetchall()
        if tables != [(table,) for table in _TABLES]:
            raise self.broken("its tables are not those of a checkpoint")
        if file.execute("PRAGMA integrity_check(1)").fetchall() != [("ok",)]:
            raise self.broken(_DAMAGED)
        rows = file.execute("SELECT content, digest FROM state").fetchall()
        if len(rows) != 1 or not isinstance(rows[0][0], bytes) or sha256(rows[0][0]).digest() != rows[0][1]:
            raise self.broken("its state is not what was written")
        try:
            content: dict[str, Any] = json.loads(rows[0][0])
            if (content["schema"], content["version"]) != (SCHEMA, VERSION):
                raise ValueError(content["version"])
            done = frozenset(number for first, last in content["done"] for number in range(first, last + 1))
            counts = {str(name): int(count) for name, count in content["counts"].items()}
            digests = dict(content["parts"])
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise self.broken(f"it is not a {SCHEMA} of version {VERSION}") from None
        if {task for (task,) in file.execute("SELECT task FROM parts")} != set(digests) or not done >= set(digests):
            raise self.broken("it does not keep the records of the tasks that are done")
        self._state = _State(done, counts, digests)
        self.raw_read = sum(len(self.part(task)[1]) for task in digests)  # each is compared with its digest
        return content

    @contextmanager
    def _refusing(self) -> Iterator[None]:
        """What SQLite finds wrong as a refusal."""
        try:
            yield
        except UnicodeDecodeError:  # SQLite quotes what it cannot read
            raise self.broken(_DAMAGED) from None
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code == sqlite3.SQLITE_BUSY:
                raise Refused(
                    f"{self.path}: another run uses this checkpoint: wait for its end, or name another file"
                ) from None
            if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR):
                raise Refused(
                    f"{self.path}: the checkpoint cannot be written ({error}): once it can, the run goes on from it; or name another file"
                ) from None
            raise self.broken("it is no SQLite file" if code == sqlite3.SQLITE_NOTADB else _DAMAGED) from None


def _connected(path: Path | str) -> sqlite3.Connection:
    """A connection to a file, made where it is not there; no other connection reads or writes it.  The empty text: a file of SQLite's own."""
    file = sqlite3.connect(path, timeout=0, isolation_level=None)
    try:
        file.execute("PRAGMA locking_mode = EXCLUSIVE")
        file.execute("PRAGMA synchronous = FULL")
    except BaseException:
        file.close()
        raise
    return file


def _make_tables(file: sqlite3.Connection, content: bytes) -> None:
    """The tables of an empty file, and a state."""
    with _transaction(file):
        for table in _TABLES:
            file.execute(table)
        file.execute("INSERT INTO state VALUES (?, ?)", (content, sha256(content).digest()))


@contextmanager
def _transaction(file: sqlite3.Connection) -> Iterator[None]:
    """Changes that are on the disk when this ends, or, however it fails, were never made."""
    file.execute("BEGIN EXCLUSIVE")
    try:
        yield
        file.execute("COMMIT")
    except BaseException:
        if file.in_transaction:
            file.execute("ROLLBACK")
        raise


def _digest(records: bytes, raw: bytes) -> str:
    """The digest of what a task keeps."""
    digest = sha256(b"%d:" % len(records))
    digest.update(records)
    digest.update(raw)
    return digest.hexdigest()


def _spans(numbers: frozenset[int]) -> list[list[int]]:
    """Whole numbers as runs of consecutive ones, first and last.

    >>> _spans(frozenset({0, 1, 2, 5}))
    [[0, 2], [5, 5]]
    """
    spans: list[list[int]] = []
    for number in sorted(numbers):
        if spans and spans[-1][1] == number - 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return spans


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."
