"""Jobs: work in its turn, watched and cancelled; the worker is a process that can be ended and comes back."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

import pytest
from starlette.testclient import TestClient

from tablegames.core.law import Refused
from tablegames.web.app import create_app
from tablegames.web.jobs import MOST_OF_CLIENT, Job, Jobs, JobState
from tablegames.web.problems import Problem
from tablegames.web.work import Answer, Progress
from tests.web.apart import run_apart
from tests.web.conftest import GENEROUS

FLUSH = "/api/v1/games/high-card-flush"


@dataclass(frozen=True)
class Echo:
    """Work that answers what it is given."""

    text: str

    def __call__(self, progress: Progress) -> Answer:
        progress(0.5)
        return {"text": self.text}


@dataclass(frozen=True)
class Sleep:
    """Work that takes long."""

    seconds: float

    def __call__(self, progress: Progress) -> Answer:
        progress(0.25)
        time.sleep(self.seconds)
        return {}


@dataclass(frozen=True)
class Faulty:
    """Work that goes wrong: by a refusal, by a fault of ours, or by the end of its process."""

    how: str

    def __call__(self, progress: Progress) -> Answer:
        if self.how == "refused":
            raise Refused("no such thing", cites=("678a-T1",), column=3)
        if self.how == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        raise ZeroDivisionError("secret words")


def with_jobs(run: Callable[[Jobs], Coroutine[Any, Any, None]], **options: Any) -> None:
    """Run some steps beside jobs of their own."""

    async def steps() -> None:
        jobs = Jobs(**{"most_waiting": 2, "seconds": 60, **options})
        try:
            await run(jobs)
        finally:
            await jobs.close()

    run_apart(steps())


async def over(job: Job) -> JobState:
    await job.wait(30)
    return job.state


def test_jobs_run_in_turn_fail_by_themselves_and_the_worker_comes_back(caplog: pytest.LogCaptureFixture) -> None:
    async def run(jobs: Jobs) -> None:
        first = jobs.submit(Echo("one"))
        assert await over(first) is JobState.DONE
        assert first.json() == {"job": first.id, "state": "done", "progress": 1.0, "result": {"text": "one"}}
        refused = jobs.submit(Faulty("refused"))
        assert await over(refused) is JobState.REFUSED
        document = refused.json()["problem"]
        assert (document["detail"], document["column"]) == ("no such thing (trade rule 678a-T1)", 3)
        for how in ("fault", "killed"):
            failed = jobs.submit(Faulty(how))
            assert await over(failed) is JobState.FAILED
            assert "secret" not in json.dumps(failed.json())
            assert await over(jobs.submit(Echo(how))) is JobState.DONE
        assert jobs.submit(Echo("one")) is first  # done once
        assert jobs.job(first.id) is first

    with_jobs(run)


def test_only_the_last_jobs_that_are_over_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four cancelled where they wait and one done: of five the last three."""
    monkeypatch.setattr("tablegames.web.jobs.REMEMBERED", 3)

    async def run(jobs: Jobs) -> None:
        cancelled = []
        for text in ("1", "2", "3", "4"):
            cancelled.append(jobs.submit(Echo(text)))
            jobs.cancel(cancelled[-1])
        assert [jobs.job(job.id) for job in cancelled] == cancelled
        done = jobs.submit(Echo("5"))
        await done.wait(120)
        assert [jobs.job(job.id) for job in (*cancelled[2:], done)] == [*cancelled[2:], done]
        for job in cancelled[:2]:
            with pytest.raises(Problem, match="over for too long"):
                jobs.job(job.id)

    with_jobs(run)


def test_a_job_is_cancelled_where_it_waits_and_where_it_runs() -> None:
    async def run(jobs: Jobs) -> None:
        running = jobs.submit(Sleep(60))
        while running.progress == 0:
            await asyncio.wait_for(running.changed.wait(), 30)
        waiting, later = jobs.submit(Sleep(61)), jobs.submit(Echo("later"))
        with pytest.raises(Problem) as busy:
            jobs.submit(Echo("too many"))
        assert (busy.value.status, busy.value.headers) == (503, {"retry-after": "5"})
        jobs.cancel(waiting)
        jobs.cancel(running)
        assert running.state is waiting.state is JobState.CANCELLED
        assert await over(later) is JobState.DONE
        with pytest.raises(Problem, match="cancelled already"):
            jobs.cancel(running)

    with_jobs(run)


def test_one_client_leaves_room_for_the_others() -> None:
    async def run(jobs: Jobs) -> None:
        mine = [jobs.submit(Sleep(60 + number), "192.0.2.1") for number in range(2)]
        with pytest.raises(Problem, match="2 jobs of yours wait or run already") as busy:
            jobs.submit(Sleep(70), "192.0.2.1")
        assert (busy.value.status, busy.value.headers) == (429, {"retry-after": "5"})
        assert jobs.share(Sleep(60), "192.0.2.1") is mine[0]  # no new one
        jobs.submit(Sleep(70), "192.0.2.2")
        jobs.submit(Sleep(71))
        jobs.cancel(mine[0])
        assert jobs.submit(Sleep(72), "192.0.2.1").state is JobState.WAITING

    with_jobs(run, most_waiting=8, most_of_client=2)


def test_no_client_has_two_turns_while_another_waits() -> None:
    async def run(jobs: Jobs) -> None:
        asked = [("a", "one"), ("a", "two"), ("b", "three"), ("b", "four"), ("a", "five")]
        order: list[str] = []

        async def note(text: str, job: Job) -> None:
            await over(job)
            order.append(text)

        given = [(text, jobs.submit(Echo(text), client)) for client, text in asked]
        await asyncio.gather(*(note(*each) for each in given))
        assert order == ["one", "three", "two", "four", "five"]

    with_jobs(run, most_waiting=8)


def test_who_asks_the_api_for_too_much_at_once_is_told_so() -> None:
    with TestClient(create_app(GENEROUS), base_url="http://127.0.0.1") as client:
        later = {"prefer": "respond-async"}
        answers = [
            client.post(f"{FLUSH}/simulate", json={"rounds": 10**8, "seed": seed}, headers=later)
            for seed in range(MOST_OF_CLIENT + 1)
        ]
        assert [answer.status_code for answer in answers] == [202] * MOST_OF_CLIENT + [429]
        for answer in answers[:-1]:
            assert client.delete(answer.headers["location"]).status_code == 200


def test_a_job_takes_no_longer_than_is_allowed() -> None:
    async def run(jobs: Jobs) -> None:
        job = jobs.submit(Sleep(60))
        assert await over(job) is JobState.FAILED
        assert job.problem is not None
        assert "took over 0.2 seconds" in job.problem.detail
        await jobs.submit(Echo("next")).wait(0)

    with_jobs(run, seconds=0.2)


def test_long_work_is_answered_with_a_job_whose_progress_is_streamed(client: TestClient) -> None:
    ask = {"paytables": {"flush-bonus": "B"}, "meters": {}}
    answer = client.post(f"{FLUSH}/analyze", json=ask, headers={"prefer": "respond-async"})
    assert answer.status_code in (200, 202)
    if answer.status_code == 200:  # another test asked the same, and it is not done twice
        return
    where = answer.headers["location"]
    assert where == f"/api/v1/jobs/{answer.json()['job']}"
    with client.stream("GET", f"{where}/events") as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        lines = list(stream.iter_lines())
    events = [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]
    assert events[-1]["state"] == "done"
    assert client.get(where).json() == events[-1]
    assert client.post(f"{FLUSH}/analyze", json=ask).json() == events[-1]["result"]
    assert client.delete(where).status_code == 409


def test_the_server_process_never_loads_the_kernels() -> None:
    import subprocess
    import sys

    script = "import sys, tablegames.web.app as web; web.create_app(); sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
