"""Work split into tasks whose integer counts merge by addition: on threads, on processes, or on a Dask cluster.

One seam for everything that outgrows one core.  A task's counts do not depend on who works it or when, and addition does not mind the
order: so the total is the same for any number of workers, here or elsewhere, unbroken or resumed from a checkpoint.
"""

from __future__ import annotations

import json
import tempfile
from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, closing
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from tablegames.analysis.checkpoint import Checkpoint
from tablegames.analysis.dask_client import check_address, on_dask
from tablegames.law import Refused

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
    they lie in files, not in memory.

    >>> total(lambda task: Part({"rounds": task, "even": task % 2 == 0}), range(5), where=Where(workers=2))
    {'rounds': 10, 'even': 3}
    """
    where = Where() if where is None else where
    counts: Counts = dict(checkpoint.counts) if checkpoint else {}
    done = set(checkpoint.done) if checkpoint else set()
    with ExitStack() as stack:
        spool = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tablegames-")))
        if checkpoint:
            spool = stack.enter_context(checkpoint).kept
        parts = stack.enter_context(closing(_parts(work, tasks, done, where)))
        if progress and tasks:
            progress(len(done) / len(tasks))
        for number, part in parts:
            if number in done:
                continue
            for name, count in part.counts.items():
                counts[name] = counts.get(name, 0) + int(count)
            _spool(spool, number, part)
            done.add(number)
            if checkpoint:
                checkpoint.note(number, part.counts)
            if progress:
                progress(len(done) / len(tasks))
        if keep_raw:
            for number in range(len(tasks)):
                keep_raw(_raw(spool, number).read_bytes() if _raw(spool, number).exists() else b"")
        if keep:
            for record in _spooled(spool, len(tasks)):
                keep(record)
    return dict(counts)


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
                running[pool.submit(work, tasks[number])] = number
        if running:
            finished.extend(wait(running, return_when=FIRST_COMPLETED).done)
        while finished:
            future = finished.popleft()
            yield running.pop(future), future.result()


def _spool(folder: Path, number: int, part: Part) -> None:
    """What a task keeps in files of its own: its records, a line each, and its bytes."""
    if part.kept:
        lines = "".join(json.dumps(record) + "\n" for record in part.kept)
        (folder / f"{number}.jsonl").write_text(lines, encoding="utf-8")
    if part.raw:
        _raw(folder, number).write_bytes(part.raw)


def _raw(folder: Path, number: int) -> Path:
    """The file of a task's bytes."""
    return folder / f"{number}.raw"


def _spooled(folder: Path, tasks: int) -> Iterator[Any]:
    """All records kept, in the order of the tasks."""
    for number in sorted(int(path.stem) for path in folder.glob("*.jsonl")):
        if number < tasks:
            with (folder / f"{number}.jsonl").open(encoding="utf-8") as lines:
                yield from map(json.loads, lines)


__all__ = ["Checkpoint", "Counts", "Part", "Where", "total"]
