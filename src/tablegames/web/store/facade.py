"""The store as the workbench asks it: what is kept by its name, and the rounds that are played on it."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select

from tablegames.law import Refused
from tablegames.submission import Submission, read_submission
from tablegames.web.problems import Problem
from tablegames.web.store.database import Database
from tablegames.web.store.drills import Drills
from tablegames.web.store.exams import Exams
from tablegames.web.store.models import ExamRow, KeyRow, SubmissionRow
from tablegames.web.store.play import Play
from tablegames.web.store.results import Results

MOST_SUBMISSIONS = 1000
_COLUMNS = ("digest", "property", "version", "effective")


class Saved(NamedTuple):
    """A saved submission: the digest of its content, whose it is, and from when."""

    digest: str
    house: str
    version: str
    effective: str


class Store:
    """Everything that is kept; any thread may ask.  ``play`` holds the sessions and their rounds, ``exams`` the table tests, ``drills`` the
    answers to drills, ``results`` the jobs that are over.

    Raises :class:`~tablegames.law.Refused` where ``where`` is no database of a workbench.
    """

    def __init__(self, where: str) -> None:
        self.database = Database(where)
        self.play = Play(self.database)
        self.exams = Exams(self.database)
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

    def save(self, toml: str) -> Submission:
        """A submission kept by its digest; what is no submission is refused with every mistake, and not kept."""
        submission = read_submission(toml, "submission")
        saved = Saved(submission.digest, submission.house, submission.version, submission.effective.isoformat())

        def kept(rows: Connection) -> None:
            if rows.scalar(select(SubmissionRow.digest).where(SubmissionRow.digest == saved.digest)):
                return
            count = rows.scalar(select(func.count()).select_from(SubmissionRow)) or 0
            if count >= MOST_SUBMISSIONS:
                raise Refused(f"{count} submissions are saved, which is the most: delete one")
            rows.execute(insert(SubmissionRow).values(**dict(zip(_COLUMNS, saved, strict=True)), toml=toml))

        self.database.written(kept)
        return submission

    def saved(self) -> list[Saved]:
        """Every saved submission, by property, version and date."""
        columns = [getattr(SubmissionRow, name) for name in _COLUMNS]
        with self.database.reading() as rows:
            return sorted(
                (Saved(*row) for row in rows.execute(select(*columns))), key=lambda saved: (*saved[1:], saved[0])
            )

    def toml(self, digest: str) -> str:
        """The text of a saved submission; an unknown digest is refused."""
        with self.database.reading() as rows:
            asked = select(SubmissionRow.toml).where(SubmissionRow.digest == digest)
            found = rows.scalar(asked) if digest.isalnum() else None
        if found is None:
            raise Refused(f"no submission {digest[:64]!a} is saved here: save it first, or choose another")
        return found

    def submission(self, digest: str) -> Submission:
        """A saved submission; an unknown digest is refused."""
        return read_submission(self.toml(digest), "submission")

    def delete(self, digest: str) -> None:
        """Forget a saved submission; an unknown digest is refused, and so is one that a table test's record needs."""
        self.toml(digest)

        def forgotten(rows: Connection) -> None:
            if rows.scalar(select(ExamRow.id).where(ExamRow.house == digest).limit(1)) is not None:
                raise Problem(
                    409, "a table test is taken under this submission: it stays, for the test's record needs it"
                )
            rows.execute(delete(SubmissionRow).where(SubmissionRow.digest == digest))

        self.database.written(forgotten)
