"""Work split into tasks whose integer counts merge by addition: on threads, on processes, or on a Dask cluster.

One seam for everything that outgrows one core.  A task's counts do not depend on who works it or when, and addition does not mind the
order: so the total is the same for any number of workers, here or elsewhere, unbroken or resumed from a checkpoint.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, NamedTuple

from tablegames.analysis.checkpoint import Checkpoint
from tablegames.analysis.dask_client import check_address, on_dask
from tablegames.core.law import Refused
from tablegames.endings import interruptions_wait

Counts = dict[str, int]
"""What tasks add up: whole numbers by name."""
MOST_WORKERS = 1024
_AHEAD = 2
"""Tasks handed out per worker: one worked, one waiting."""
_RETRIES = 3
"""How often a pool whose process died is begun again."""


class Part(NamedTuple):
    """What one task gives: counts to be added, and records (as JSON has them) and bytes to be kept in the order of the tasks."""

    counts: Counts
    kept: Sequence[Any] = ()
    raw: bytes = b""


Parts = Generator[tuple[int, Part], None, None]
Work = Callable[[Any], Part]
"""Works one task; a function of a module, or a partial of one, where processes or a cluster work it."""


@dataclass(frozen=True)
class Where:
    """Where tasks are worked: ``workers`` threads or processes here, or the Dask scheduler at ``cluster``.

    ``cluster``: ``tls://host:port``, ``tcp://host:port`` on this machine, or ``local`` for ``workers`` Dask workers started here.
    A Dask scheduler unpickles what it is sent, so ``tcp://`` beyond this machine is refused unless ``insecure``.
    """

    workers: int = 1
    processes: bool = False
    cluster: str = ""
    insecure: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.workers <= MOST_WORKERS:
            raise Refused(f"workers is {self.workers}: 1 to {MOST_WORKERS}")
        if self.cluster:
            check_address(self.cluster, insecure=self.insecure)
        elif self.insecure:
            raise Refused("--insecure-cluster is about the cluster that --cluster names: give that too")


def total(
    work: Work,
    tasks: Sequence[Any],
    *,
    where: Where | None = None,
    checkpoint: Checkpoint | None = None,
    progress: Callable[[float], None] | None = None,
    keep: Callable[[Any], None] | None = None,
    keep_raw: Callable[[bytes], None] | None = None,
) -> Counts:
    """The sum of all tasks' counts.

    ``checkpoint``: tasks that it has as done are not worked again, and it is written as others are.  ``progress`` is told the part
    done, up to 1.  ``keep_raw`` is given each task's bytes at the end, in the order of the tasks, and ``keep`` then every kept record; until then
    they lie in a file, not in memory: that of the checkpoint, where there is one.

    >>> total(lambda task: Part({"rounds": task, "even": task % 2 == 0}), range(5), where=Where(workers=2))
    {'rounds': 10, 'even': 3}
    """
    where = Where() if where is None else where
    with checkpoint or Checkpoint(None, {}) as state:
        done = set(state.done)
        if max(done, default=-1) >= len(tasks):
            raise state.broken(f"a task is done that is not one of the {len(tasks):,}")
        with closing(_parts(work, tasks, frozenset(done), where)) as parts:
            if progress and tasks:
                progress(len(done) / len(tasks))
            for number, part in parts:
                if number in done:
                    continue
                state.note(number, part.counts, _lines(part.kept), part.raw)
                done.add(number)
                if progress:
                    progress(len(done) / len(tasks))
        state.write()
        if keep_raw:
            for number in range(len(tasks)):
                keep_raw(state.part(number)[1])
        if keep:
            for records, _ in map(state.part, range(len(tasks))):
                for line in records.splitlines():
                    keep(json.loads(line))
        return dict(state.counts)


def _parts(work: Work, tasks: Sequence[Any], done: Collection[int], where: Where) -> Parts:
    """Each task not yet done with its part, in the order in which they are finished."""
    waiting = (number for number in range(len(tasks)) if number not in done)
    if where.cluster:
        return on_dask(work, tasks, waiting, where.cluster, where.workers)
    if where.processes and where.workers > 1:
        return _in_processes(work, tasks, waiting, where.workers)
    return _in_threads(work, tasks, waiting, where.workers)


def _in_threads(work: Work, tasks: Sequence[Any], waiting: Iterable[int], workers: int) -> Parts:
    """The parts from threads of this process; from this very thread where there is one worker."""
    if workers == 1:
        for number in waiting:
            yield number, work(tasks[number])
        return
    pool = ThreadPoolExecutor(workers)
    try:
        yield from _finished(pool, work, tasks, iter(waiting), workers)
    finally:
        pool.shutdown(cancel_futures=True)


def _in_processes(work: Work, tasks: Sequence[Any], waiting: Iterable[int], workers: int) -> Parts:
    """The parts from processes; where one dies the pool is begun again with what it had not given."""
    left = dict.fromkeys(waiting)
    for attempt in range(_RETRIES + 1):
        pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
        try:
            for number, part in _finished(pool, work, tasks, iter(list(left)), workers):
                del left[number]
                yield number, part
            return
        except KeyboardInterrupt:  # the workers know nothing of it, and what they work on is not waited for
            for process in (pool._processes or {}).values():
                process.terminate()
            raise
        except BrokenProcessPool:
            if attempt == _RETRIES:
                raise Refused(f"a worker process died {attempt + 1} times: is there enough memory?") from None
        finally:
            pool.shutdown(cancel_futures=True)


def _finished(
    pool: Executor, work: Work, tasks: Sequence[Any], waiting: Iterator[int], workers: int
) -> Iterator[tuple[int, Part]]:
    """The parts as a pool finishes them; only a few tasks are handed out ahead."""
    running: dict[Future[Part], int] = {}
    finished: deque[Future[Part]] = deque()
    more = True
    while more or running:
        while more and len(running) < workers * _AHEAD:
            number = next(waiting, None)
            more = number is not None
            if number is not None:
                with interruptions_wait():
                    running[pool.submit(work, tasks[number])] = number
        if running:
            finished.extend(wait(running, return_when=FIRST_COMPLETED).done)
        while finished:
            future = finished.popleft()
            yield running.pop(future), future.result()


def _lines(records: Sequence[Any]) -> bytes:
    """Records as they are kept, a line each."""
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


__all__ = ["Checkpoint", "Counts", "Part", "Where", "total"]
