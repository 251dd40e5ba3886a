"""The page of a file that is being made."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import ClassVar

import pytest

from tablegames.games import game_named
from tablegames.web.documents import RackCard, Report
from tablegames.web.durations import Durations
from tablegames.web.jobs import Job, Jobs, JobState
from tablegames.web.rendering import environment
from tablegames.web.work import Answer, Progress
from tests.web.apart import run_apart

GIVEN = ("saigon-5-card", "high-card-flush", "heads-up-holdem")


def card(game: str) -> RackCard:
    return RackCard(game, game_named(game).default_rules())


def test_a_job_that_waits_knows_how_many_are_before_it() -> None:
    async def asked() -> list[int]:
        jobs = Jobs(most_waiting=8, seconds=1)
        waiting: list[Job] = [jobs.submit(card(game)) for game in GIVEN]  # none has been taken yet
        places = [jobs.ahead(job) for job in waiting]
        jobs.cancel(waiting[0])
        places += [jobs.ahead(job) for job in waiting]
        await jobs.close()
        return places

    assert run_apart(asked()) == [0, 1, 2, 0, 0, 1]


@dataclass(frozen=True)
class Nap:
    """Work that takes a tenth of a second, and roughly a hundred seconds, as it says of itself."""

    game: str
    rules: str = ""
    rough: ClassVar[float] = 100.0

    def __call__(self, progress: Progress) -> Answer:
        time.sleep(0.1)
        return {}


def test_what_is_left_is_estimated_roughly_and_then_by_the_last_time() -> None:
    async def asked() -> None:
        jobs = Jobs(most_waiting=8, seconds=30)
        first = jobs.submit(Nap("a"))
        assert jobs.left(first) == 100.0
        await first.wait(30)
        assert (first.state, jobs.left(first)) == (JobState.DONE, None)
        again, other = jobs.submit(Nap("a", "other rules")), jobs.submit(Nap("b"))
        left = jobs.left(again)
        assert left is not None
        assert 0.1 <= left < 100.0
        assert jobs.left(other) == 100.0
        again.began = time.monotonic() - 50  # it goes on for longer than the first did
        late = jobs.left(again)
        assert late is not None
        assert late < 0
        await jobs.close()

    run_apart(asked())


def test_of_work_of_any_size_nothing_is_said_and_each_form_of_a_report_has_its_own_time() -> None:
    durations = Durations()
    reports = [
        Report(game, game_named(game).default_rules(), {}, {}, form, "")
        for game in GIVEN[1:]
        for form in ("pdf", "xlsx")
    ]
    assert [durations.expected(report) for report in reports] == [5.0, 5.0, 15.0, 15.0]
    durations.note(reports[0], 2.5)
    assert [durations.expected(report) for report in reports] == [2.5, 5.0, 15.0, 15.0]
    durations.note("work", 2.5)
    assert durations.expected("work") is None


@pytest.mark.parametrize(
    ("state", "left", "says"),
    [
        (JobState.WAITING, 15, "It waits for its turn, 2 before it; then it takes about 15 s."),
        (JobState.WAITING, None, "It waits for its turn, 2 before it."),
        (JobState.RUNNING, 8, "It is being made, 25 % done; about 8 s to go."),
        (JobState.RUNNING, 0, "It is being made, 25 % done; it takes longer than was expected."),
        (JobState.RUNNING, None, "It is being made, 25 % done."),
    ],
)
def test_the_page_says_how_long_it_takes(state: JobState, left: int | None, says: str) -> None:
    job = Job("an-id", card(GIVEN[0]), state=state, progress=0.25)
    assert f"<p>{says}</p>" in environment().get_template("made_progress.html").render(job=job, ahead=2, left=left)
