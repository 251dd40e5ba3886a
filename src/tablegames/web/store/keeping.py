"""What the house does with its store: a session as a file, every session checked, old sessions and table tests removed whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, delete, exists, func, select

from tablegames.core.law import Refused
from tablegames.report.verdict import FAULT, verdict_json
from tablegames.web.store.checks import checked
from tablegames.web.store.database import Broken, Database
from tablegames.web.store.kept import encoded, lines_of
from tablegames.web.store.models import ExamAnswerRow, ExamRow, RoundRow, SessionRow, SubmissionRow
from tablegames.web.store.submissions import COLUMNS, Saved

_PLAYING = exists().where(RoundRow.session == SessionRow.id, RoundRow.net.is_(None))


class Whole(NamedTuple):
    """A session as it is listed: when it was last used (seconds since 1970), and whether a round is open."""

    session: str
    game: str
    rounds: int
    events: int
    head: str
    used: int
    playing: bool


class OldTest(NamedTuple):
    """A table test as it is listed: when it was last used (seconds since 1970), and how many of its questions were answered."""

    test: str
    game: str
    candidate: str
    level: int
    questions: int
    answered: int
    used: int


class Pruned(NamedTuple):
    """The sessions and table tests that were removed, or would be, the sessions that were left because a round is open, and the
    submissions that were deleted before, and come back no more."""

    removed: list[Whole]
    left: list[Whole]
    tests: list[OldTest]
    submissions: list[Saved]


def transcript(database: Database, session: str) -> bytes:
    """The whole record of a session, of whichever player, as ``tablegames round verify`` reads it; an unknown one is refused."""
    with database.reading() as rows:
        lines = lines_of(rows, session)
    if not lines:
        raise Refused(f"no session {session!a} is kept here")
    return b"".join(encoded(lines))


def verdicts(database: Database) -> Iterator[dict[str, Any]]:
    """The verdict on every session, one after the other, each as it stood when it was looked at."""
    with database.reading() as rows:
        sessions = list(rows.scalars(select(SessionRow.id).order_by(SessionRow.id)))
    for session in sessions:
        if (verdict := _verdict(database, session)) is not None:
            yield verdict


def _verdict(database: Database, session: str) -> dict[str, Any] | None:
    """The verdict on a session, a fault where the database is broken; none where it has been removed since it was listed."""
    try:
        with database.reading() as rows:
            row = rows.execute(select(SessionRow).where(SessionRow.id == session)).one_or_none()
            return row and {"session": session, **verdict_json(lambda: checked(rows, row))}
    except Broken as broken:
        return {"session": session, "verdict": FAULT, "fault": broken.detail}


def old(database: Database, before: int, *, tests: bool) -> Pruned:
    """What :func:`prune` would do."""
    with database.reading() as rows:
        return _pruned(rows.execute(_old(before)), _old_tests(rows, before) if tests else [], _gone(rows, before))


def prune(database: Database, before: int, *, tests: bool) -> Pruned:
    """Remove every session last used before that time (seconds since 1970), whole, with all that belongs to it.

    A session with a round open stays, and so does one that is used in this moment.  With ``tests`` the table tests last used before
    that time go too, finished or not: their clocks ran out long ago, and nothing is staked on one.  A submission goes that was deleted before.
    """
    with database.writing() as rows:
        found = rows.execute(_old(before).with_for_update(of=SessionRow))
        pruned = _pruned(found, _old_tests(rows, before) if tests else [], _gone(rows, before))
        for each in pruned.removed:
            rows.execute(delete(SessionRow).where(SessionRow.id == each.session))
        for test in pruned.tests:
            rows.execute(delete(ExamRow).where(ExamRow.id == test.test))
        for submission in pruned.submissions:
            rows.execute(delete(SubmissionRow).where(SubmissionRow.digest == submission.digest))
    return pruned


def _old(before: int) -> Select[Any]:
    """The sessions last used before that time."""
    columns = (getattr(SessionRow, name) for name in ("id", "game", "rounds", "events", "head", "used"))
    asked = select(*columns, _PLAYING.label("playing")).where(SessionRow.used < before)
    return asked.order_by(SessionRow.used, SessionRow.id)


def _old_tests(rows: Connection, before: int) -> list[OldTest]:
    """The table tests last used before that time: by the last question that was shown or answered, or the beginning."""
    last = func.max(func.coalesce(ExamAnswerRow.answered, ExamAnswerRow.shown))
    of_test = ExamAnswerRow.exam == ExamRow.id
    used = func.coalesce(select(last).where(of_test).scalar_subquery() // 1000, ExamRow.opened)
    answered = select(func.count(ExamAnswerRow.answered)).where(of_test).scalar_subquery()
    columns = (getattr(ExamRow, name) for name in ("id", "game", "candidate", "level", "questions"))
    asked: Select[Any] = select(*columns, answered, used).where(used < before).order_by(used, ExamRow.id)
    return [OldTest(*row) for row in rows.execute(asked.with_for_update(of=ExamRow))]


def _gone(rows: Connection, before: int) -> list[Saved]:
    """The submissions that were deleted before that time."""
    asked = select(*COLUMNS).where(SubmissionRow.deleted < before).order_by(SubmissionRow.digest)
    return [Saved(*row) for row in rows.execute(asked.with_for_update())]


def _pruned(found: Iterable[Any], tests: list[OldTest], gone: list[Saved]) -> Pruned:
    whole = [Whole(*row) for row in found]
    return Pruned([each for each in whole if not each.playing], [each for each in whole if each.playing], tests, gone)
