"""Whether the files that SQLite has open are those that their paths name: what is written to others is lost, and nobody is told so by SQLite."""

from __future__ import annotations

import logging
import os
from pathlib import Path

from tablegames.core.files import identity
from tablegames.web.problems import Problem

BESIDE = ("-wal", "-shm")
"""What lies beside a database in WAL mode: the last transactions, and by what its processes find them and wait for each other."""
_LOG = logging.getLogger("tablegames.web")


class Gone(Problem):
    """A file of the database was removed, emptied or replaced: nothing is kept until it is back, or the server is started again."""

    def __init__(self, path: str) -> None:
        _LOG.error("%s was removed, emptied or replaced while it was open: nothing is kept", path)
        says = "the database's file was removed or replaced: nothing is kept until the house puts it back or starts the server again"
        super().__init__(503, says)


class Place:
    """The files of a database as one connection has opened them."""

    def __init__(self, where: str) -> None:
        self._were = {path: identity(path) for path in (where, *(where + end for end in BESIDE))}
        self._where = where

    def check(self) -> None:
        """Raise :class:`Gone` where a path names another file by now, or an empty one."""
        for path, was in self._were.items():
            if identity(path) != was:
                raise Gone(path)
        if not os.path.getsize(self._where):
            raise Gone(self._where)


def uri(where: str) -> str:
    """A database's file as SQLite opens it where it is there, and never makes it."""
    return Path(where).absolute().as_uri() + "?mode=rw"
