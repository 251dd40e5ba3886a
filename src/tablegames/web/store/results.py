"""What came of jobs that are over: a server that is started again still has it."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from tablegames.web.store.database import Database
from tablegames.web.store.models import JobRow

MOST_KEPT = 1000
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Results:
    """Jobs that are over, as their clients see them, by the id that only who was told it knows; the latest ones."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database, self._clock = database, clock

    def keep(self, job: str, document: Mapping[str, Any]) -> None:
        """Keep a job that is over; of too many the oldest go."""

        def kept(rows: Connection) -> None:
            rows.execute(insert(JobRow).values(id=job, ended=int(self._clock()), document=json.dumps(document)))
            surplus = select(JobRow.id).order_by(JobRow.ended.desc(), JobRow.id).offset(MOST_KEPT)
            for old in list(rows.scalars(surplus)):
                rows.execute(delete(JobRow).where(JobRow.id == old))

        self._database.written(kept)

    def found(self, job: str) -> dict[str, Any] | None:
        """A job that is over; nothing where none is kept by this id."""
        if not _ID.fullmatch(job):
            return None
        with self._database.reading() as rows:
            document = rows.scalar(select(JobRow.document).where(JobRow.id == job))
        return None if document is None else dict(json.loads(document))
