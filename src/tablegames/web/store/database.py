"""The database: SQLite in one file or PostgreSQL, opened so that what is committed is on the disk."""

from __future__ import annotations

import logging
import sqlite3
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, StaticPool, create_engine, event, inspect, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    IntegrityError,
    InterfaceError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeout

from tablegames.core.files import identity
from tablegames.core.law import Refused
from tablegames.web.problems import Problem
from tablegames.web.settings import IN_MEMORY, POSTGRES
from tablegames.web.store.migrations import is_workbenchs, migrate, missing
from tablegames.web.store.place import Gone, Place, uri
from tablegames.web.store.together import Together, is_broken

WAITS = 10
"""Seconds that a transaction waits for others."""
CONNECTIONS = 15
_PLACE = "place"
_NONE_OF_ITS_TABLES = "not a workbench's database: it has none of its tables"
_LOG = logging.getLogger("tablegames.web")
Answer = TypeVar("Answer")


class Unavailable(Problem):
    """The database does not answer, or cannot write; where it went away in the middle, only it knows what is kept."""

    def __init__(self) -> None:
        says = "the database does not answer: ask again with the same key, which does nothing twice"
        super().__init__(503, says, headers={"retry-after": "1"})


class Broken(Problem):
    """SQLite finds its own file broken, which asking again does not mend."""

    def __init__(self, reason: object) -> None:
        super().__init__(500, f"the database is broken ({reason}): the house goes back to a copy of it")


class Database:
    """Transactions that read, and transactions that write; of those on one session one waits for the other.

    ``where`` is the SQLite file, ``:memory:``, or the URL of a PostgreSQL database; it is made where it is not there, unless it is to be ``kept``
    already.  Raises :class:`~tablegames.core.law.Refused` where that is no database of a workbench, or one that a later version has changed.
    """

    def __init__(self, where: str, *, kept: bool = False) -> None:
        self.postgres = where.startswith(POSTGRES)
        if not self.postgres and where != IN_MEMORY:
            _look_at(Path(where), kept=kept)
            if not kept:
                _make_private(Path(where))
        self._engine = _postgres(where) if self.postgres else _sqlite(where)
        self._turn = (
            threading.RLock()
        )  # of those who write to SQLite in this process, rather than asking again and again
        self._writers: Any = nullcontext() if self.postgres else self._turn
        self._together = Together(self.writing, self._turn)
        self._readers: Any = self._writers if where == IN_MEMORY else nullcontext()  # one connection for all
        self._writing = self._engine.execution_options(writing=True)
        isolation = {"isolation_level": "REPEATABLE READ"} if self.postgres else {}  # SQLite's are always so
        self._reading = self._engine.execution_options(**isolation)
        shown = make_url(where).render_as_string(hide_password=True) if self.postgres else where
        try:
            with self._writing.begin() as rows:
                if kept and self.postgres and not is_workbenchs(inspect(rows).get_table_names()):
                    raise Refused(f"{shown}: {_NONE_OF_ITS_TABLES}")
                migrate(rows)
                if lost := missing(rows):
                    raise Refused(
                        f"{shown}: the database is broken ({lost} is missing): the house goes back to a copy of it"
                    )
        except SQLAlchemyError as error:
            self._engine.dispose()
            reason = " ".join(str(getattr(error, "orig", None) or error).split())
            raise Refused(f"{shown}: not a workbench's database: {reason}") from None
        except BaseException:
            self._engine.dispose()
            raise

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that only reads, and sees one state of the store."""
        with self._readers, _available(), self._reading.begin() as rows:
            _check_place(rows)
            yield rows

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction whose changes are on the disk when it has ended, in the file that its path names, or were never made."""
        with self._writers, _available():
            with self._writing.begin() as rows:
                place = _check_place(rows)
                yield rows
            if place:
                place.check()

    def written(self, change: Callable[[Connection], Answer]) -> Answer:
        """What a change gives, once it is on the disk; made once more where another made the same row first, which it then finds.

        It may be called twice, and from another thread.
        """
        if not self.postgres:
            return self._together.written(change)
        try:
            with self.writing() as rows:
                return change(rows)
        except IntegrityError:
            with self.writing() as rows:
                return change(rows)

    def close(self) -> None:
        """Close every connection."""
        self._engine.dispose()


@contextmanager
def _available() -> Iterator[None]:
    """A failure of the database as the problem that a client is told."""
    try:
        yield
    except DatabaseError as error:
        if is_broken(error):
            _LOG.error("the database is broken: %s", error)
            raise Broken(error.orig) from error
        if not isinstance(error, OperationalError):
            raise
        _LOG.warning("the database does not answer: %s", error)
        raise Unavailable from error
    except (InterfaceError, PoolTimeout) as error:
        _LOG.warning("the database does not answer: %s", error)
        raise Unavailable from error


def _check_place(rows: Connection) -> Place | None:
    """The files that a connection has open, which are those that their paths name; nothing of a server, or in memory."""
    place: Place | None = rows.info.get(_PLACE)
    if place:
        place.check()
    return place


def _sqlite(where: str) -> Engine:
    if where == IN_MEMORY:
        engine = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
    else:
        first = identity(where)

        def opened() -> sqlite3.Connection:
            if identity(where) != first:
                raise Gone(where)
            return sqlite3.connect(uri(where), uri=True, timeout=WAITS, check_same_thread=False)

        engine = create_engine(f"sqlite:///{where}", creator=opened, pool_size=CONNECTIONS, pool_timeout=WAITS)

    @event.listens_for(engine, "connect")
    def connected(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # transactions are begun below, not by the driver's guess
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "fullfsync=ON", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")
        if where != IN_MEMORY:
            connection.execute("SELECT 1 FROM sqlite_master").fetchone()  # now the files beside it are there
            record.info[_PLACE] = Place(where)

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        writing = connection.get_execution_options().get("writing")  # at once, so that no other comes between
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine


def _postgres(where: str) -> Engine:
    """The server's engine; libpq finds the password in PGPASSWORD, PGPASSFILE or ~/.pgpass."""
    try:
        url = make_url(where).set(drivername="postgresql+psycopg")
        engine = create_engine(
            url, pool_size=CONNECTIONS, pool_timeout=WAITS, pool_pre_ping=True,
            connect_args={
                "connect_timeout": WAITS,
                "options": f"-c synchronous_commit=on -c lock_timeout={WAITS}s -c statement_timeout={3 * WAITS}s",
            },
        )  # fmt: skip
    except (ArgumentError, ValueError):
        raise Refused(f"{where.partition('@')[2]!a}: not of the form {POSTGRES}USER@HOST:PORT/DATABASE") from None
    except ModuleNotFoundError:
        raise Refused("PostgreSQL needs psycopg: pip install 'tablegames[web]'") from None
    return engine


def _look_at(path: Path, *, kept: bool) -> None:
    """Refuse a file that is no workbench's before anything is changed in it; one that is not there, or empty, only where it is to be kept already."""
    if not path.is_file() or not path.stat().st_size:
        if kept:
            raise Refused(f"{path}: no store is there, or the file is empty; --db names another")
        return
    try:
        with closing(sqlite3.connect(uri(str(path)), uri=True, timeout=WAITS)) as file:
            tables = [name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise Refused(f"{path}: not a workbench's database: {' '.join(str(error).split())}") from None
    if (tables or kept) and not is_workbenchs(tables):
        raise Refused(f"{path}: {_NONE_OF_ITS_TABLES}")


def _make_private(path: Path) -> None:
    """The file and its folder, which only their owner may read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=stat.S_IRUSR | stat.S_IWUSR, exist_ok=True)
