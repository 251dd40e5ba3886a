"""Changes committed together: SQLite has one writer, and the disk is asked once for all that wait meanwhile."""

from __future__ import annotations

import sqlite3
import threading
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DatabaseError, IntegrityError, OperationalError

MOST_AT_ONCE = 64
PRIMARY = 0xFF
"""The part of SQLite's extended codes that names the kind of a failure."""
Answer = TypeVar("Answer")
Change = Callable[[Connection], Answer]


def is_broken(error: Exception) -> bool:
    """Whether SQLite says that its file is not what it wrote, rather than that it cannot be reached now."""
    reason = error.orig if isinstance(error, DatabaseError) else None
    if not isinstance(reason, sqlite3.DatabaseError):
        return False
    code = getattr(reason, "sqlite_errorcode", 0) & PRIMARY
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) or "decode to UTF-8" in str(reason)


class _Waiting:
    """A change that waits to be made, and what came of it."""

    def __init__(self, change: Change[Any]) -> None:
        self._change = change
        self.over = False
        self.answer: Any = None
        self.error: BaseException | None = None

    def make(self, rows: Connection) -> None:
        """Make it beside others in one transaction, of which it undoes its own part where it fails."""
        for _ in range(2):  # once more where another made the same row first, which it then finds
            self.error = None
            try:
                with rows.begin_nested():
                    self.answer = self._change(rows)
                return
            except IntegrityError as error:
                self.error = error
            except Exception as error:
                if isinstance(error, OperationalError) or is_broken(error):
                    raise  # the database has undone all of it
                self.error = error
                return


class Together:
    """Whoever comes to its turn first makes the changes of all who wait, in their order; each hears of its own when all are on the disk.

    ``begin`` gives a transaction that writes, ``turn`` is the lock of those who write.
    """

    def __init__(self, begin: Callable[[], AbstractContextManager[Connection]], turn: threading.RLock) -> None:
        self._begin, self._turn = begin, turn
        self._queue: deque[_Waiting] = deque()

    def written(self, change: Change[Answer]) -> Answer:
        """What a change gives, once it is on the disk; raises what it raises."""
        own = _Waiting(change)
        self._queue.append(own)
        with self._turn:
            while not own.over:
                self._write([self._queue.popleft() for _ in range(min(len(self._queue), MOST_AT_ONCE))])
        if own.error is not None:
            raise own.error
        answer: Answer = own.answer
        return answer

    def _write(self, together: list[_Waiting]) -> None:
        """Some changes in one transaction; where it is not committed, none was made."""
        try:
            with self._begin() as rows:
                for each in together:
                    each.make(rows)
        except BaseException as error:
            for each in together:
                each.error = error
            if not isinstance(error, Exception):
                raise
        finally:
            for each in together:
                each.over = True
