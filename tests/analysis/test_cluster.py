"""The seam: the same totals wherever the work is done, and whatever happens on the way."""

import os
import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tablegames.analysis.cluster import Checkpoint, Part, Where, total
from tablegames.core.law import Refused

TASKS = range(23)
EXPECTED = {"rounds": sum(TASKS), "odd": 11}


def work(task: int) -> Part:
    return Part(
        {"rounds": task, "odd": task % 2},
        [{"task": task}] if task % 5 == 0 else [],
        b"#%d" % task if task % 7 == 0 else b"",
    )


def slow(task: int, *, note: str) -> Part:
    """As ``work``, leaving its process's number for who wants to kill it."""
    Path(note, f"{os.getpid()}").touch()
    time.sleep(0.1)
    return work(task)


def refusing(task: int) -> Part:
    if task == 3:
        raise Refused("task 3 is bad")
    return work(task)


def dying(task: int, *, once: str) -> Part:
    """As ``work``, but the process that comes to task 7 first dies of it."""
    if task == 7:
        try:
            Path(once).touch(exist_ok=False)
            os.kill(os.getpid(), signal.SIGKILL)
        except FileExistsError:
            pass
    return work(task)


@pytest.mark.parametrize(
    "where",
    [Where(), Where(workers=3), Where(workers=2, processes=True), Where(workers=16)],
    ids=["here", "threads", "processes", "many"],
)
def test_the_total_is_the_same_wherever_it_is_worked(where: Where) -> None:
    kept: list[object] = []
    raw: list[bytes] = []
    assert total(work, TASKS, where=where, keep=kept.append, keep_raw=raw.append) == EXPECTED
    assert kept == [{"task": task} for task in (0, 5, 10, 15, 20)]
    assert raw == [b"#%d" % task if task in (0, 7, 14, 21) else b"" for task in TASKS]


def test_progress_is_told_from_nothing_to_everything() -> None:
    told: list[float] = []
    total(work, TASKS, progress=told.append)
    assert told[0] == 0.0
    assert told[-1] == 1.0
    assert told == sorted(told)


def test_a_process_that_dies_is_replaced_and_nothing_is_counted_twice(tmp_path: Path) -> None:
    once = tmp_path / "died"
    assert total(partial(dying, once=str(once)), TASKS, where=Where(workers=2, processes=True)) == EXPECTED
    assert once.exists()


def test_a_refusal_reaches_whoever_asked() -> None:
    for where in (Where(), Where(workers=2), Where(workers=2, processes=True)):
        with pytest.raises(Refused, match="task 3 is bad"):
            total(refusing, TASKS, where=where)


def stopping_at(part: float) -> Callable[[float], None]:
    def progress(done: float) -> None:
        if done >= part:
            raise KeyboardInterrupt

    return progress


def test_a_stopped_run_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    path, job = tmp_path / "run", {"seed": "1"}
    with pytest.raises(KeyboardInterrupt):
        total(work, TASKS, checkpoint=Checkpoint(path, job), progress=stopping_at(0.5))
    with Checkpoint(path, job) as state:
        assert 0 < len(state.done) < len(TASKS)
    worked: list[int] = []

    def watched(task: int) -> Part:
        worked.append(task)
        return work(task)

    kept: list[object] = []
    assert total(watched, TASKS, checkpoint=Checkpoint(path, job), keep=kept.append) == EXPECTED
    assert 0 < len(worked) < len(TASKS)
    assert kept == [{"task": task} for task in (0, 5, 10, 15, 20)]
    assert total(refusing, TASKS, checkpoint=Checkpoint(path, job)) == EXPECTED  # nothing is left to be worked


@pytest.mark.parametrize("workers", [0, -1, 1025])
def test_a_senseless_number_of_workers_is_refused(workers: int) -> None:
    with pytest.raises(Refused, match="1 to 1024"):
        Where(workers=workers)


@pytest.mark.parametrize("address", ["tcp://10.0.0.5:8786", "tcp://cluster.example:8786", "tcp://[2001:db8::1]:8786"])
def test_plain_tcp_beyond_this_machine_needs_a_word(address: str) -> None:
    with pytest.raises(Refused, match="--insecure-cluster"):
        Where(cluster=address)
    assert Where(cluster=address, insecure=True).cluster == address


@pytest.mark.parametrize(
    "address", ["here", "tcp://", "http://127.0.0.1:1", "tcp://127.0.0.1", "tcp://127.0.0.1:99999"]
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(Refused, match="is not of the form"):
        Where(cluster=address, insecure=True)


@pytest.mark.parametrize(
    "address", ["tls://10.0.0.5:8786", "tcp://127.0.0.1:8786", "tcp://localhost:8786", "tcp://[::1]:8786", "local"]
)
def test_addresses_that_are_safe(address: str) -> None:
    assert Where(cluster=address).cluster == address


def test_two_dask_workers_one_killed_in_the_middle_give_the_same_total(tmp_path: Path) -> None:
    killed: list[int] = []

    def kill_one(done: float) -> None:
        if done > 0.3 and not killed:
            killed.append(int(next(tmp_path.iterdir()).name))
            os.kill(killed[0], signal.SIGKILL)

    kept: list[object] = []
    where = Where(workers=2, cluster="local")
    assert total(partial(slow, note=str(tmp_path)), TASKS, where=where, progress=kill_one, keep=kept.append) == EXPECTED
    assert killed
    assert kept == [{"task": task} for task in (0, 5, 10, 15, 20)]


def test_a_refusal_on_dask_reaches_whoever_asked() -> None:
    with pytest.raises(Refused, match="task 3 is bad"):
        total(refusing, TASKS, where=Where(workers=1, cluster="local"))


def test_a_scheduler_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablegames.analysis.dask_client._SECONDS_TO_ANSWER", 0.5)
    with pytest.raises(Refused, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:9"):
        total(work, TASKS, where=Where(cluster="tcp://127.0.0.1:9"))
