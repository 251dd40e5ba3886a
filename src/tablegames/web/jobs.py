"""Jobs: heavy work in its turn, one piece at a time, whose progress can be watched and which can be cancelled."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from tablegames.core.law import Refused
from tablegames.web.durations import Durations
from tablegames.web.problems import Problem, of_refusal
from tablegames.web.store.results import Results
from tablegames.web.work import Answer, File, Work
from tablegames.web.worker import FAULT, LAST_WORDS, SILENCE, Word, Worker

REMEMBERED = 64
"""So many jobs that are over can still be asked for."""
MOST_OF_CLIENT = 4
"""Jobs of one client that are not over."""
_LOG = logging.getLogger("tablegames.web")
COMPILING = "the kernels are being compiled, once on a machine; it takes some seconds"


class JobState(StrEnum):
    """Where a job stands."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    REFUSED = "refused"
    FAILED = "failed"
    CANCELLED = "cancelled"


@dataclass(eq=False)
class Job:
    """One piece of work: where it stands, the part done, and in the end its answer or what is wrong."""

    id: str
    work: Work
    client: str = ""
    """The address that asked first; empty where it is not counted."""
    state: JobState = JobState.WAITING
    progress: float = 0.0
    notice: str = ""
    began: float | None = None
    """When it began to run, by a clock that only counts; none while it waits."""
    answer: Answer | File | None = None
    problem: Problem | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    """Set at the next change, and then replaced."""

    @property
    def over(self) -> bool:
        """Whether nothing changes any more."""
        return self.state not in (JobState.WAITING, JobState.RUNNING)

    def json(self) -> dict[str, Any]:
        """The job as a client sees it; no clock in it."""
        return {
            "job": self.id,
            "state": self.state.value,
            "progress": round(self.progress, 3),
            **({"notice": self.notice} if self.notice else {}),
            **({"result": self._result(self.answer)} if self.answer is not None else {}),
            **({"problem": self.problem.document()} if self.problem else {}),
        }

    def _result(self, answer: Answer | File) -> dict[str, Any]:
        """The answer itself; of a file, what it is and where it is found."""
        return answer if isinstance(answer, dict) else {**answer.json(), "href": f"/api/v1/jobs/{self.id}/file"}

    async def wait(self, seconds: float) -> None:
        """Wait until it is over, at most so long."""
        try:
            async with asyncio.timeout(seconds):
                while not self.over:
                    await self.changed.wait()
        except TimeoutError:
            return

    def tell(self) -> None:
        """Wake whoever waits for a change."""
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()

    def end(self, state: JobState, *, answer: Answer | File | None = None, problem: Problem | None = None) -> None:
        """The job is over."""
        self.state, self.answer, self.problem, self.notice = state, answer, problem, ""
        if state is JobState.DONE:
            self.progress = 1.0
        self.tell()


class Jobs:
    """The jobs of a server: a few wait, fewer of one client, one runs, the last ones that are over are remembered."""

    def __init__(
        self, *, most_waiting: int, seconds: float, most_of_client: int = MOST_OF_CLIENT, results: Results | None = None
    ) -> None:
        self._most_of_client = most_of_client
        self._most_waiting, self._seconds, self._results = most_waiting, seconds, results
        self._waiting: deque[Job] = deque()
        self._known: OrderedDict[str, Job] = OrderedDict()
        self._given = asyncio.Event()
        self._running: Job | None = None
        self._worker: Worker | None = None
        self._turns: asyncio.Task[None] | None = None
        self._durations = Durations()
        self.watched = 0
        """Streams of progress that are open."""

    def share(self, work: Work, client: str = "") -> Job:
        """The job of the same work, wherever it stands, or a new one; for work that nobody cancels."""
        going = (job for job in self._known.values() if not job.over and job.work == work)
        return next(going, None) or self.submit(work, client)

    def submit(self, work: Work, client: str = "") -> Job:
        """A job for some work; the same work that is done already is not done again.

        Refused where too many wait, or where the client has too many that are not over.
        """
        for job in self._known.values():
            if job.state is JobState.DONE and job.work == work:
                self._known.move_to_end(job.id)
                return job
        if len(self._waiting) >= self._most_waiting:
            wait = f"{len(self._waiting)} jobs wait already: try again in some seconds"
            raise Problem(503, wait, headers={"retry-after": "5"})
        own = sum(job.client == client and not job.over for job in self._known.values())
        if client and own >= self._most_of_client:
            wait = f"{own} jobs of yours wait or run already: wait for one, or cancel it"
            raise Problem(429, wait, headers={"retry-after": "5"})
        job = Job(secrets.token_urlsafe(16), work, client)
        self._known[job.id] = job
        self._waiting.append(job)
        self._given.set()
        if self._turns is None or self._turns.done():
            self._turns = asyncio.get_running_loop().create_task(self._take_turns())
        return job

    def job(self, id_: str) -> Job:
        """A job by its id, which only who was told it knows."""
        if id_ not in self._known:
            raise Problem(404, f"no job {id_!a}: it was never given, or is over for too long")
        return self._known[id_]

    def ahead(self, job: Job) -> int:
        """How many jobs are done before one that waits, with the one that runs; 0 for one that does not wait."""
        return self._waiting.index(job) + (self._running is not None) if job in self._waiting else 0

    def left(self, job: Job) -> float | None:
        """Seconds that a job still has to run, as far as can be said: below zero for one that takes longer than such work took last."""
        expected = self._durations.expected(job.work)
        passed = 0.0 if job.began is None else time.monotonic() - job.began
        return None if expected is None or job.over else expected - passed

    def cancel(self, job: Job) -> None:
        """End a job that is not over; one that runs takes its process with it."""
        if job.over:
            raise Problem(409, f"the job is {job.state.value} already")
        if job in self._waiting:
            self._waiting.remove(job)
        job.end(JobState.CANCELLED)
        if job is self._running:
            self._end_worker()

    async def watching(self, stream: AsyncIterator[str]) -> AsyncIterator[str]:
        """A stream of progress, counted for as long as it is open."""
        self.watched += 1
        try:
            async for part in stream:
                yield part
        finally:
            self.watched -= 1

    async def close(self) -> None:
        """End everything; what waits is cancelled."""
        for job in self._known.values():
            if not job.over:
                job.end(JobState.CANCELLED)
        self._end_worker()
        if self._turns:
            self._turns.cancel()
            await asyncio.gather(self._turns, return_exceptions=True)

    async def _take_turns(self) -> None:
        """Run the jobs in the order they came, but no client's twice while another's waits, for as long as the server runs."""
        last = ""
        while True:
            while not self._waiting:
                self._given.clear()
                await self._given.wait()
            job = self._running = next((each for each in self._waiting if each.client != last), self._waiting[0])
            self._waiting.remove(job)
            last = job.client
            try:
                async with asyncio.timeout(self._seconds):  # wait_for can lose a cancellation, before Python 3.12
                    await self._run(job)
            except TimeoutError:
                job.end(JobState.FAILED, problem=Problem(503, f"the job took over {self._seconds:g} seconds"))
                self._end_worker()
            except Exception:
                _LOG.exception("a job could not be given to the worker")
                self._end_worker()
                job.end(JobState.FAILED, problem=Problem(500, FAULT))
            finally:
                self._running = None
                self._forget()
            await self._keep(job)

    async def _run(self, job: Job) -> None:
        """One job, from the worker's words."""
        job.state, job.began = JobState.RUNNING, time.monotonic()
        job.tell()
        if self._worker is None or not self._worker.alive:
            self._worker = await asyncio.to_thread(Worker)
        if job.over:  # cancelled while the worker started
            return
        worker = self._worker
        await asyncio.to_thread(worker.give, job.work)
        word = SILENCE
        while word.kind not in LAST_WORDS:
            word = await asyncio.to_thread(worker.hear)
            if word != SILENCE and not job.over:
                _take(job, word)
        if job.state is JobState.DONE:
            self._durations.note(job.work, time.monotonic() - job.began)
        if word.kind == "lost" and self._worker is worker:
            self._worker = None

    async def _keep(self, job: Job) -> None:
        """What came of a job is kept beyond this server; a file is not, nor is what was cancelled."""
        if self._results is None or job.state is JobState.CANCELLED or isinstance(job.answer, File):
            return
        try:
            await asyncio.to_thread(self._results.keep, job.id, job.json())
        except Exception:
            _LOG.exception("what came of a job could not be kept")

    def _end_worker(self) -> None:
        """End the worker; the next job gets another."""
        worker, self._worker = self._worker, None
        if worker:
            worker.end()

    def _forget(self) -> None:
        """Only so many jobs that are over are remembered."""
        over = [job for job in self._known.values() if job.over]
        for job in over[: max(len(over) - REMEMBERED, 0)]:
            del self._known[job.id]


def _take(job: Job, word: Word) -> None:
    """What a word of the worker means for its job."""
    match word.kind:
        case "progress":
            job.progress, job.notice = word.value, ""
        case "compiling":
            job.notice = COMPILING
        case "done":
            job.end(JobState.DONE, answer=word.value)
        case "refused":
            message, cites, column = word.value
            job.end(JobState.REFUSED, problem=of_refusal(Refused(message, cites=cites, column=column)))
        case _:
            job.end(JobState.FAILED, problem=Problem(500, word.value))
    job.tell()
