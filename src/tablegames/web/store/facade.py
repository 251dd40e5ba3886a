"""The store as the workbench asks it: what is kept by its name, and the rounds that are played on it."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

from sqlalchemy import ColumnElement, Connection, insert, select

from tablegames.asks.submission import Submission, read_submission
from tablegames.web.settings import USUAL, Most
from tablegames.web.store import submissions
from tablegames.web.store.database import Database
from tablegames.web.store.drills import Drills
from tablegames.web.store.exams import Exams
from tablegames.web.store.models import KeyRow, SubmissionRow
from tablegames.web.store.play import Play
from tablegames.web.store.results import Results
from tablegames.web.store.room import DAY
from tablegames.web.store.submissions import Saved


class Store:
    """Everything that is kept; any thread may ask.  ``play`` holds the sessions and their rounds, ``exams`` the table tests, ``drills`` the
    answers to drills, ``results`` the jobs that are over.

    Raises :class:`~tablegames.core.law.Refused` where ``where`` is no database of a workbench.
    """

    def __init__(self, where: str, most: Most = USUAL, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self.database = Database(where)
        self.play = Play(self.database, most=most)
        self.exams = Exams(self.database, most=most)
        self.drills = Drills(self.database)
        self.results = Results(self.database)

    def key(self, name: str) -> bytes:
        """A secret of 32 bytes, made when it is first asked for."""

        def made(rows: Connection) -> bytes:
            known = rows.scalar(select(KeyRow.key).where(KeyRow.name == name))
            if known is None:
                known = secrets.token_bytes(32)
                rows.execute(insert(KeyRow).values(name=name, key=known))
            return known

        return self.database.written(made)

    def save(self, toml: str, owner: str = "", address: str = "") -> Submission:
        """A submission kept by its digest for its owner, a player; what is no submission is refused with every mistake, and not kept."""
        submission = read_submission(toml, "submission")
        self._written(lambda rows, now: submissions.save(rows, submission, toml, owner, address, now))
        return submission

    def saved(self) -> list[Saved]:
        """Every saved submission, by property, version and date."""
        return self._listed(submissions.THERE)

    def own(self, owner: str, *, deleted: bool = False) -> list[Saved]:
        """The submissions that a player has saved; with ``deleted`` those that he has deleted, and may bring back."""
        mine = SubmissionRow.owner == owner
        gone = SubmissionRow.deleted > int(self._clock()) - DAY
        return self._listed(mine, gone if deleted else submissions.THERE)

    def toml(self, digest: str) -> str:
        """The text of a saved submission; an unknown digest is refused."""
        with self.database.reading() as rows:
            asked = select(SubmissionRow.toml).where(SubmissionRow.digest == digest, submissions.THERE)
            found = rows.scalar(asked) if digest.isalnum() else None
        if found is None:
            raise submissions.unknown(digest)
        return found

    def submission(self, digest: str) -> Submission:
        """A saved submission; an unknown digest is refused."""
        return read_submission(self.toml(digest), "submission")

    def delete(self, digest: str, owner: str | None = submissions.HOUSE) -> None:
        """Delete a saved submission, which may come back for a day; refused for an unknown digest, for a stranger, and while it is used."""
        self._written(lambda rows, now: submissions.hide(rows, digest, owner, now))

    def restore(self, digest: str, owner: str | None = submissions.HOUSE) -> None:
        """Bring a submission back that was deleted within a day."""
        self._written(lambda rows, now: submissions.bring_back(rows, digest, owner, now))

    def _listed(self, *of: ColumnElement[bool]) -> list[Saved]:
        with self.database.reading() as rows:
            found = [Saved(*row) for row in rows.execute(select(*submissions.COLUMNS).where(*of))]
        return sorted(found, key=lambda saved: (*saved[1:], saved[0]))

    def _written(self, change: Callable[[Connection, int], None]) -> None:
        now = int(self._clock())
        self.database.written(lambda rows: change(rows, now))
