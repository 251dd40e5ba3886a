"""Table tests on either database: shown once, answered once, each its own player's."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tablegames.core.law import Refused
from tablegames.web.api.examples import SUBMISSION
from tablegames.web.problems import Problem
from tablegames.web.store import Store
from tablegames.web.store.exams import Exams

ID = "an-id-of-sixteen-signs"


def opened(store: Store, player: str = "ada", id_: str = ID) -> None:
    store.exams.open(player, id_, "high-card-flush", "", 2, 4, "  Ada   Example ")


def test_a_test_is_opened_once_and_named(store: Store) -> None:
    opened(store)
    opened(store)
    opened(store, "another player")
    (exam,) = store.exams.taken("ada", "high-card-flush")
    assert (exam.id, exam.candidate, exam.questions, exam.next, exam.answers) == (ID, "Ada Example", 4, 1, ())
    assert store.exams.taken("another player", "high-card-flush") == []
    with pytest.raises(Problem, match="of yours is kept here"):
        store.exams.seen("another player", ID)


def test_each_question_is_shown_and_answered_once(store: Store) -> None:
    times = iter((100.0, 101.0, 107.5, 109.0, 110.0))
    store.exams = Exams(store.database, times.__next__)
    opened(store)
    for _ in range(2):
        assert [each.shown for each in store.exams.show("ada", ID).answers] == [101_000]
    store.exams.answer("ada", ID, 2, {"rank": "early"})
    store.exams.answer("ada", ID, 1, {"rank": "first"})
    store.exams.answer("ada", ID, 1, {"rank": "second"})
    exam = store.exams.show("ada", ID)
    assert [(each.number, each.given, each.seconds) for each in exam.answers] == [
        (1, {"rank": "first"}, 6.5),
        (2, None, 0),
    ]
    assert exam.next == 2


def test_of_answers_that_come_together_one_counts(store: Store) -> None:
    opened(store)
    store.exams.show("ada", ID)
    with ThreadPoolExecutor(8) as together:
        list(together.map(lambda number: store.exams.answer("ada", ID, 1, {"rank": str(number)}), range(8)))
        shown = list(together.map(lambda _: store.exams.show("ada", ID).answers, range(8)))
    (answers,) = {tuple((each.number, each.shown, each.answered) for each in exam) for exam in shown}
    assert [number for number, _, _ in answers] == [1, 2]
    assert store.exams.seen("ada", ID).next == 2


def test_what_cannot_be_a_test_is_refused(store: Store) -> None:
    with pytest.raises(Refused, match="5 questions: a test has 4, 8, 12, 20"):
        store.exams.open("ada", ID, "high-card-flush", "", 2, 5, "Ada")
    with pytest.raises(Refused, match="the candidate's name has 1 to 80 signs"):
        store.exams.open("ada", ID, "high-card-flush", "", 2, 4, "A\x00da")
    for mark in (0, 101):
        with pytest.raises(Refused, match=f"pass mark {mark}: it is 1 to 100 percent, or none"):
            store.exams.open("ada", ID, "high-card-flush", "", 2, 4, "Ada", mark)
    with pytest.raises(Problem, match="the form is not whole"):
        store.exams.open("ada", "short", "high-card-flush", "", 2, 4, "Ada")


def test_the_pass_mark_is_kept_and_reached_by_the_questions_alone(store: Store) -> None:
    opened(store)
    assert store.exams.seen("ada", ID).passed(4) is None
    store.exams.open("ada", f"{ID}-2", "high-card-flush", "", 2, 12, "Ada", 66)
    exam = store.exams.seen("ada", f"{ID}-2")
    assert (exam.pass_mark, exam.passed(7), exam.passed(8)) == (66, False, True)  # 58.3 and 66.7 %


def test_a_submission_stays_as_long_as_a_test_is_kept_that_was_taken_under_it(store: Store) -> None:
    free = store.save(SUBMISSION.replace("Example Casino", "Another Casino")).digest
    digest = store.save(SUBMISSION).digest
    store.exams.open("ada", ID, "high-card-flush", digest, 2, 4, "Ada Example")
    with pytest.raises(
        Problem, match="this submission is used by 1 table test: it stays until the house removes"
    ) as refused:
        store.delete(digest)
    assert refused.value.status == 409
    store.delete(free)
    assert [each.digest for each in store.saved()] == [digest]
