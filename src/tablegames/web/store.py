"""What the workbench keeps in its SQLite file: saved Rules Submissions, and the key that signs its cookies."""

from __future__ import annotations

import secrets
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from tablegames.law import Refused
from tablegames.submission import Submission, read_submission
from tablegames.web.settings import IN_MEMORY

MOST_SUBMISSIONS = 1000
_SCHEMA = """
CREATE TABLE IF NOT EXISTS submissions (
    digest TEXT PRIMARY KEY, property TEXT NOT NULL, version TEXT NOT NULL, effective TEXT NOT NULL, toml TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS keys (name TEXT PRIMARY KEY, key BLOB NOT NULL) STRICT;
"""


class Saved(NamedTuple):
    """A saved submission: the digest of its content, whose it is, and from when."""

    digest: str
    house: str
    version: str
    effective: str


class Store:
    """The file, opened for each use: a page needs it for a moment, and any thread may ask."""

    def __init__(self, database: str) -> None:
        self._database = database
        self._shared = sqlite3.connect(IN_MEMORY, check_same_thread=False) if database == IN_MEMORY else None
        if self._shared is None:
            _make_private(Path(database))
        try:
            with self._open() as rows:
                rows.executescript(_SCHEMA)
        except sqlite3.DatabaseError as error:
            raise Refused(f"{database}: not a workbench file: {error}") from None

    def key(self, name: str) -> bytes:
        """A secret of 32 bytes, made when it is first asked for."""
        with self._open() as rows:
            rows.execute("INSERT OR IGNORE INTO keys VALUES (?, ?)", (name, secrets.token_bytes(32)))
            return bytes(rows.execute("SELECT key FROM keys WHERE name = ?", (name,)).fetchone()[0])

    def save(self, toml: str) -> Submission:
        """A submission kept by its digest; what is no submission is refused with every mistake, and not kept."""
        submission = read_submission(toml, "submission")
        saved = (submission.digest, submission.house, submission.version, submission.effective.isoformat())
        with self._open() as rows:
            (count,) = rows.execute("SELECT count(*) FROM submissions WHERE digest <> ?", saved[:1]).fetchone()
            if count >= MOST_SUBMISSIONS:
                raise Refused(f"{count} submissions are saved, which is the most: delete one")
            rows.execute("INSERT OR IGNORE INTO submissions VALUES (?, ?, ?, ?, ?)", (*saved, toml))
        return submission

    def saved(self) -> list[Saved]:
        """Every saved submission, by property, version and date."""
        with self._open() as rows:
            found = rows.execute(
                "SELECT digest, property, version, effective FROM submissions ORDER BY property, version, effective, digest"
            )
            return [Saved(*row) for row in found]

    def toml(self, digest: str) -> str:
        """The text of a saved submission; an unknown digest is refused."""
        with self._open() as rows:
            found = rows.execute("SELECT toml FROM submissions WHERE digest = ?", (digest,)).fetchone()
        if found is None:
            raise Refused(f"no submission {digest!a} is saved here")
        return str(found[0])

    def submission(self, digest: str) -> Submission:
        """A saved submission; an unknown digest is refused."""
        return read_submission(self.toml(digest), "submission")

    def delete(self, digest: str) -> None:
        """Forget a saved submission; an unknown digest is refused."""
        self.toml(digest)
        with self._open() as rows:
            rows.execute("DELETE FROM submissions WHERE digest = ?", (digest,))

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """A connection, whose changes are kept where nothing fails."""
        if self._shared is not None:
            with self._shared:
                yield self._shared
            return
        with closing(sqlite3.connect(self._database, timeout=10)) as rows, rows:
            yield rows


def _make_private(path: Path) -> None:
    """The file and its folder, which only their owner may read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=stat.S_IRUSR | stat.S_IWUSR, exist_ok=True)
