"""Saved Rules Submissions: who saved each, what uses it, and those that were deleted and may come back for a day."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from tablegames.asks.submission import Submission
from tablegames.core.law import Refused
from tablegames.web.problems import Problem
from tablegames.web.settings import USUAL
from tablegames.web.store.models import ExamRow, SessionRow, SubmissionRow
from tablegames.web.store.room import DAY, Opening, enter

MOST_OF_ALL = 1000
MOST_OF_OWNER = 100
"""Submissions of one owner, and those that one address may save within a day."""
HOUSE = None
"""Who may do everything: whoever reaches the database itself."""
KIND = "submission"


class Saved(NamedTuple):
    """A saved submission: the digest of its content, whose it is, and from when."""

    digest: str
    house: str
    version: str
    effective: str


COLUMNS = (SubmissionRow.digest, SubmissionRow.property, SubmissionRow.version, SubmissionRow.effective)
THERE = SubmissionRow.deleted.is_(None)


def unknown(digest: str) -> Refused:
    """No such submission is there."""
    return Refused(f"no submission {digest!a} is saved here: save it first, or choose another")


def save(rows: Connection, submission: Submission, toml: str, owner: str, address: str, now: int) -> None:
    """Keep a submission by its digest.  One that is there stays its owner's; one that was deleted comes back, as the property of who saves it now.

    Raises :class:`~tablegames.web.problems.Problem` where there is no room.
    """
    rows.execute(delete(SubmissionRow).where(SubmissionRow.deleted <= now - DAY))
    found = _row(rows, submission.digest)
    if found is not None and found.deleted is None:
        return
    _check_room(rows, owner)
    enter(rows, Opening(KIND, owner, address, now), USUAL, MOST_OF_OWNER)
    if found is not None:
        changed = update(SubmissionRow).where(SubmissionRow.digest == submission.digest)
        rows.execute(changed.values(deleted=None, owner=owner, toml=toml))
        return
    kept = Saved(submission.digest, submission.house, submission.version, submission.effective.isoformat())
    values = {column.key: value for column, value in zip(COLUMNS, kept, strict=True)}
    rows.execute(insert(SubmissionRow).values(**values, toml=toml, owner=owner))


def hide(rows: Connection, digest: str, owner: str | None, now: int) -> None:
    """Delete a submission, which for a day may come back.

    An unknown one is refused; raises :class:`~tablegames.web.problems.Problem` where it is another's (403) or used (409).
    """
    row = _row(rows, digest)
    if row is None or row.deleted is not None:
        raise unknown(digest)
    _check_owner(row, owner)
    used = [
        f"{count} {what}{'s' if count > 1 else ''}"
        for what, column in (("session", SessionRow.house), ("table test", ExamRow.house))
        if (count := rows.scalar(select(func.count()).where(column == digest)) or 0)
    ]
    if used:
        raise Problem(
            409,
            f"this submission is used by {' and '.join(used)}: it stays until the house removes them with `tablegames store prune`",
        )
    rows.execute(update(SubmissionRow).where(SubmissionRow.digest == digest).values(deleted=now))


def bring_back(rows: Connection, digest: str, owner: str | None, now: int) -> None:
    """Undo that a submission was deleted, within a day; nothing happens to one that is there.

    An unknown one is refused; raises :class:`~tablegames.web.problems.Problem` where it is another's (403), or there is no room.
    """
    row = _row(rows, digest)
    if row is None or (row.deleted is not None and row.deleted <= now - DAY):
        raise unknown(digest)
    _check_owner(row, owner)
    if row.deleted is not None:
        _check_room(rows, row.owner)
        rows.execute(update(SubmissionRow).where(SubmissionRow.digest == digest).values(deleted=None))


def hold(rows: Connection, digest: str) -> None:
    """Keep a submission from being deleted until this transaction ends, which uses it; one that is not there is refused."""
    asked = select(SubmissionRow.digest).where(SubmissionRow.digest == digest, THERE).with_for_update(read=True)
    if digest and rows.scalar(asked) is None:
        raise unknown(digest)


def _row(rows: Connection, digest: str) -> Row[str, int | None] | None:
    """The owner of a submission and when it was deleted, locked until the transaction ends."""
    asked = select(SubmissionRow.owner, SubmissionRow.deleted).where(SubmissionRow.digest == digest)
    return rows.execute(asked.with_for_update()).one_or_none()


def _check_owner(row: Row[str, int | None], owner: str | None) -> None:
    """Refuse who did not save it; the house may do everything."""
    if owner is not HOUSE and (not row.owner or row.owner != owner):
        whose = "was saved by another" if row.owner else "was saved before submissions had owners"
        raise Problem(403, f"this submission {whose}: the house alone may delete it, with `tablegames store delete`")


def _check_room(rows: Connection, owner: str) -> None:
    """Refuse another submission where there are too many."""

    def count(*of: object) -> int:
        return rows.scalar(select(func.count()).select_from(SubmissionRow).where(*of)) or 0  # type: ignore[arg-type]

    own = count(SubmissionRow.owner == owner, THERE)
    if own >= MOST_OF_OWNER:
        raise Problem(409, f"{own} submissions of yours are saved, which is the most: delete one")
    if count(THERE) >= MOST_OF_ALL or count() >= 2 * MOST_OF_ALL:
        raise Problem(
            503,
            f"{MOST_OF_ALL} submissions are saved here, which is the most: the house deletes some with `tablegames store delete`",
        )
