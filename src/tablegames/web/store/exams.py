"""Table tests: who takes one, when each question was shown, and the one answer that counts.

The questions themselves are not kept: they follow from the test's id and a secret of the server.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, func, insert, select, update

from tablegames.core.law import Refused
from tablegames.web.problems import Problem
from tablegames.web.settings import USUAL, Most
from tablegames.web.store.database import Database
from tablegames.web.store.models import ExamAnswerRow, ExamRow
from tablegames.web.store.room import PER_ADDRESS, Opening, enter, no_room
from tablegames.web.store.submissions import hold

LENGTHS = (4, 8, 12, 20)
"""The numbers of questions that a test may have: each kind as often."""
LONGEST_NAME = 80
PASS_MARKS = range(1, 101)
"""The pass marks that may be set, in percent of the questions."""


class Answered(NamedTuple):
    """A question that was shown: when, in milliseconds since 1970, and the answers with their time once they are given."""

    number: int
    shown: int
    given: Mapping[str, str] | None
    answered: int | None

    @property
    def seconds(self) -> float:
        """How long the answers took; nothing while there are none."""
        return round((self.answered - self.shown) / 1000, 1) if self.answered is not None else 0.0


class Exam(NamedTuple):
    """One table test; ``opened`` in seconds since 1970, ``pass_mark`` in percent of the questions, none where none was set."""

    id: str
    game: str
    house: str
    level: int
    questions: int
    candidate: str
    opened: int
    pass_mark: int | None
    answers: tuple[Answered, ...]

    @property
    def next(self) -> int:
        """The number of the first question that is not answered, from 1; 0 where all are."""
        done = sum(each.given is not None for each in self.answers)
        return done + 1 if done < self.questions else 0

    @property
    def asked(self) -> int:
        """The number of the question that was shown and is not answered; 0 where there is none."""
        return next((each.number for each in self.answers if each.given is None), 0)

    def passed(self, right: int) -> bool | None:
        """Whether so many questions right reach the pass mark; none where none was set."""
        return None if self.pass_mark is None else 100 * right >= self.pass_mark * self.questions


class Exams:
    """The table tests of all players, each seen by its own player alone.

    Raises :class:`~tablegames.web.problems.Problem` (404) for a test that is not his.
    """

    def __init__(self, database: Database, clock: Callable[[], float] = time.time, most: Most = USUAL) -> None:
        self._database, self._clock, self._most = database, clock, most

    def open(
        self,
        player: str,
        id_: str,
        game: str,
        house: str,
        level: int,
        questions: int,
        candidate: str,
        pass_mark: int | None = None,
        address: str = "",
    ) -> None:
        """A new test under an id that its page was given; opened twice it is one.  Of one ``address`` only so many are opened within a day."""
        if questions not in LENGTHS:
            raise Refused(f"{questions} questions: a test has {', '.join(map(str, LENGTHS))}")
        if not 16 <= len(id_) <= 64 or not id_.replace("-", "").replace("_", "").isalnum() or not id_.isascii():
            raise Problem(422, "the form is not whole: open the page again")
        name = " ".join(candidate.split())
        if not name or len(name) > LONGEST_NAME or not name.isprintable():
            raise Refused(f"the candidate's name has 1 to {LONGEST_NAME} signs")
        if pass_mark is not None and pass_mark not in PASS_MARKS:
            raise Refused(f"pass mark {pass_mark}: it is {PASS_MARKS[0]} to {PASS_MARKS[-1]} percent, or none")

        def opened(rows: Connection) -> None:
            if rows.scalar(select(ExamRow.player).where(ExamRow.id == id_)) is not None:
                return
            now, most = int(self._clock()), self._most
            if (rows.scalar(select(func.count()).select_from(ExamRow)) or 0) >= most.sessions:
                raise no_room("table tests", "--sessions")
            enter(rows, Opening("table test", player, address, now), most, most.sessions_of_address, PER_ADDRESS)
            hold(rows, house)
            rows.execute(
                insert(ExamRow).values(
                    id=id_, player=player, game=game, house=house, level=level, questions=questions, candidate=name,
                    opened=now, pass_mark=pass_mark,
                )
            )  # fmt: skip

        self._database.written(opened)

    def seen(self, player: str, id_: str) -> Exam:
        """A test as it stands."""
        with self._database.reading() as rows:
            return _exam(rows, player, id_)

    def show(self, player: str, id_: str) -> Exam:
        """The test with its next question shown, whose clock began when that was done first."""

        def shown(rows: Connection) -> Exam:
            exam = _exam(rows, player, id_)
            if exam.next and exam.next not in [each.number for each in exam.answers]:
                rows.execute(insert(ExamAnswerRow).values(exam=id_, number=exam.next, shown=self._now()))
                return _exam(rows, player, id_)
            return exam

        return self._database.written(shown)

    def answer(self, player: str, id_: str, number: int, given: Mapping[str, str]) -> None:
        """The answers to a question that was shown; what was answered before stays as it was."""

        def answered(rows: Connection) -> None:
            exam = _exam(rows, player, id_)
            if number != exam.next:
                return
            rows.execute(
                update(ExamAnswerRow)
                .where(ExamAnswerRow.exam == id_, ExamAnswerRow.number == number, ExamAnswerRow.given.is_(None))
                .values(given=json.dumps(dict(given)), answered=self._now())
            )

        self._database.written(answered)

    def taken(self, player: str, game: str) -> list[Exam]:
        """The player's tests of a game, the last first, without their answers' contents."""
        asked = select(ExamRow.id).where(ExamRow.player == player, ExamRow.game == game)
        with self._database.reading() as rows:
            found = rows.scalars(asked.order_by(ExamRow.opened.desc(), ExamRow.id).limit(20))
            return [_exam(rows, player, id_) for id_ in found.all()]

    def _now(self) -> int:
        return int(self._clock() * 1000)


def _exam(rows: Connection, player: str, id_: str) -> Exam:
    """A player's test; of another's there is nothing."""
    row: Row[Any] | None = rows.execute(
        select(ExamRow).where(ExamRow.id == id_, ExamRow.player == player)
    ).one_or_none()
    if row is None:
        raise Problem(404, f"no test {id_[:40]!a} of yours is kept here")
    asked = select(ExamAnswerRow).where(ExamAnswerRow.exam == id_).order_by(ExamAnswerRow.number)
    answers = tuple(
        Answered(each.number, each.shown, None if each.given is None else json.loads(each.given), each.answered)
        for each in rows.execute(asked)
    )
    columns = (row.id, row.game, row.house, row.level, row.questions, row.candidate, row.opened, row.pass_mark)
    return Exam(*columns, answers)
