"""The questions of drills that were answered: of each the one answer that counts, for as long as its page may be sent again.

A question's name is random and told to its trainee alone, so that whose it is needs no word.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select

from tablegames.web.store.database import Database
from tablegames.web.store.models import DrillAnswerRow

KEPT = 24 * 3600
"""Seconds after which an answer goes; a question that was shown longer ago is answered no more."""
MOST_KEPT = 50_000
"""Of more the oldest go."""


class Counted(NamedTuple):
    """The answers that count, and when they were given, in seconds since 1970."""

    given: Mapping[str, str]
    at: float


class Drills:
    """The first answers to the questions of all drills."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database, self._clock = database, clock

    def counted(self, question: str) -> Counted | None:
        """The answers to a question, by its name; none while it is not answered."""
        with self._database.reading() as rows:
            return _counted(rows, question)

    def answer(self, question: str, given: Mapping[str, str]) -> tuple[Counted, bool]:
        """The answers that count, and whether they were there before: these, unless the question was answered already."""

        def answered(rows: Connection) -> tuple[Counted, bool]:
            if (first := _counted(rows, question)) is not None:
                return first, True
            now = int(self._clock() * 1000)
            rows.execute(delete(DrillAnswerRow).where(DrillAnswerRow.answered < now - KEPT * 1000))
            rows.execute(insert(DrillAnswerRow).values(question=question, answered=now, given=json.dumps(dict(given))))
            surplus = select(DrillAnswerRow.question).order_by(DrillAnswerRow.answered.desc()).offset(MOST_KEPT)
            for old in list(rows.scalars(surplus)):
                rows.execute(delete(DrillAnswerRow).where(DrillAnswerRow.question == old))
            return Counted(dict(given), now / 1000), False

        return self._database.written(answered)


def _counted(rows: Connection, question: str) -> Counted | None:
    row = rows.execute(select(DrillAnswerRow).where(DrillAnswerRow.question == question)).one_or_none()
    return None if row is None else Counted(json.loads(row.given), row.answered / 1000)
