"""The saved state of a run is proved, not believed: whatever happens to its file, a run refuses it or ends as if it had never been stopped."""

from __future__ import annotations

import itertools
import json
import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterable
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tablegames.analysis import checkpoint as module
from tablegames.analysis.cluster import Checkpoint, Counts, Part, total
from tablegames.core.law import Refused

TASKS = range(6)
JOB = {"command": "test", "seed": "1"}
Ended = tuple[Counts, list[Any], list[bytes]]


def work(task: int) -> Part:
    return Part({"rounds": task + 1, f"kind/{task}": 1}, [{"task": task}] if task % 2 else [], b"#%d" % task * 3)


def ended(path: Path | None, stop: float = 2, job: dict[str, str] = JOB) -> Ended:
    """A run from a file to its end, with all that it gives; or interrupted after a part of it."""
    kept: list[Any] = []
    raw: list[bytes] = []

    def progress(done: float) -> None:
        if done >= stop:
            raise KeyboardInterrupt

    state = Checkpoint(path, job) if path else None
    counts = total(work, TASKS, checkpoint=state, progress=progress, keep=kept.append, keep_raw=raw.append)
    return counts, kept, raw


WHOLE = ended(None)


@pytest.fixture
def stopped(tmp_path: Path) -> Path:
    """The file of a run that was stopped half way."""
    path = tmp_path / "run"
    with pytest.raises(KeyboardInterrupt):
        ended(path, 0.5)
    return path


def refusal(path: Path, **options: Any) -> str:
    """The one line with which a file is refused."""
    with pytest.raises(Refused) as refused:
        ended(path, **options)
    said = str(refused.value)
    assert said.startswith(f"{path}: ")
    assert "\n" not in said
    return said.removeprefix(f"{path}: ")


def test_a_stopped_run_ends_as_if_it_had_not_been(stopped: Path) -> None:
    assert os.listdir(stopped.parent) == ["run"], "one file, and nothing beside it"
    with Checkpoint(stopped, JOB) as state:
        assert (set(state.done), state.counts["rounds"]) == ({0, 1, 2}, 6)
    assert ended(stopped) == WHOLE
    assert ended(stopped) == WHOLE, "nothing is left to be worked"


def test_nothing_is_left_where_no_task_was_done(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        ended(tmp_path / "run", 0)
    assert os.listdir(tmp_path) == []


def flipped(data: bytes, bit: int) -> bytes:
    altered = bytearray(data)
    altered[bit // 8] ^= 1 << bit % 8
    return bytes(altered)


def refused_and_accepted(path: Path, bits: Iterable[int]) -> tuple[int, int]:
    """How many of the flips of one bit each are refused in one line, and with how many the run ends as without; there is no third."""
    data, found = path.read_bytes(), [0, 0]
    for bit in bits:
        path.write_bytes(flipped(data, bit))
        said = ""
        try:
            assert ended(path) == WHOLE, f"bit {bit} is believed"
        except Refused as refused:
            said = str(refused)
        assert "\n" not in said, f"bit {bit}"
        found[not said] += 1
    return found[0], found[1]


def test_no_flipped_bit_is_believed(tmp_path: Path) -> None:
    """A bit of every byte, in the file of a run that has ended; its small pages leave little room for nothing."""
    path, source = tmp_path / "run", random.Random(3)
    assert ended(path) == WHOLE
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA page_size = 512")
        file.execute("VACUUM")
    size = path.stat().st_size
    refused, accepted = refused_and_accepted(path, [8 * byte + source.randrange(8) for byte in range(size)])
    assert refused + accepted == size
    assert refused > size / 3


def test_a_run_does_not_go_on_from_a_flipped_bit(stopped: Path) -> None:
    """Bits of the first bytes of each page, which say how it is laid out, and of any others."""
    source, size = random.Random(4), stopped.stat().st_size
    bits = [8 * (page + byte) + source.randrange(8) for page in range(0, size, 4096) for byte in range(0, 100, 2)]
    assert sum(refused_and_accepted(stopped, [*bits, *source.sample(range(8 * size), 100)])) == len(bits) + 100


@pytest.mark.full
def test_no_flipped_bit_is_believed_of_all(stopped: Path) -> None:
    assert sum(refused_and_accepted(stopped, range(8 * stopped.stat().st_size))) == 8 * stopped.stat().st_size


def test_a_file_cut_off_anywhere_is_refused(stopped: Path) -> None:
    data = stopped.read_bytes()
    for size in range(0, len(data), 97):
        stopped.write_bytes(data[:size])
        assert "delete it and start again" in refusal(stopped)
        assert stopped.read_bytes() == data[:size], "it stays as it was found"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "(it is empty): delete it and start again, or name another file"),
        (b"rounds,seed\n1,2\n", "(it is no SQLite file): delete it and start again, or name another file"),
        (
            b'{"schema": "tablegames-checkpoint", "version": 1, "job": {}, "done": [[0, 1]], "counts": {}}',
            "a checkpoint of an earlier version of this program: end the run with that version, or delete it and run.kept",
        ),
    ],
)
def test_a_file_that_is_no_checkpoint_is_refused_and_kept(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "run"
    path.write_bytes(content)
    assert says in refusal(path)
    assert path.read_bytes() == content


def test_a_database_of_another_program_is_refused(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "run")) as file:
        file.execute("CREATE TABLE state (content, digest)")
    assert "its tables are not those of a checkpoint" in refusal(tmp_path / "run")


def test_a_checkpoint_of_another_run_is_refused_and_says_what_differs(stopped: Path) -> None:
    assert refusal(stopped, job=JOB | {"seed": "2"}) == 'a checkpoint of another run: its seed is "1", not "2"'


CHANGES = {
    "what a task keeps": "UPDATE parts SET raw = X'00' WHERE task = 1",
    "what a task keeps, emptied": "UPDATE parts SET raw = X''",
    "a task's row": "DELETE FROM parts WHERE task = 1",
    "a row too many": "INSERT INTO parts SELECT 5, records, raw FROM parts WHERE task = 1",
    "rows of two tasks": "UPDATE parts SET raw = (SELECT raw FROM parts AS other WHERE other.task = 2 - parts.task)",
    "a count": 'UPDATE state SET content = CAST(replace(content, \'"rounds": "6"\', \'"rounds": "7"\') AS BLOB)',
    "a text for its bytes": "UPDATE state SET content = CAST(content AS TEXT) || ' '",
    "two states": "INSERT INTO state SELECT * FROM state",
    "no state": "DELETE FROM state",
}


@pytest.mark.parametrize("what", CHANGES)
def test_whatever_was_changed_by_another_hand_is_refused(stopped: Path, what: str) -> None:
    with closing(sqlite3.connect(stopped)) as file, file:
        assert file.execute(CHANGES[what]).rowcount
    assert "not a checkpoint, or a damaged one" in refusal(stopped)


def test_a_state_of_a_later_version_is_refused(stopped: Path) -> None:
    with closing(sqlite3.connect(stopped)) as file, file:
        content = json.dumps({"schema": module.SCHEMA, "version": module.VERSION + 1}).encode()
        file.execute("UPDATE state SET content = ?, digest = ?", (content, sha256(content).digest()))
    assert f"not a {module.SCHEMA} of version {module.VERSION}" in refusal(stopped)


def test_tasks_that_the_run_does_not_have_are_refused(tmp_path: Path) -> None:
    with Checkpoint(tmp_path / "run", JOB) as state:
        state.note(len(TASKS), {"rounds": 7})
    assert "a task is done that is not one of the 6" in refusal(tmp_path / "run")


def test_one_run_at_a_time_has_the_file(stopped: Path) -> None:
    with Checkpoint(stopped, JOB):
        assert refusal(stopped) == "another run uses this checkpoint: wait for its end, or name another file"
    assert ended(stopped) == WHOLE


def test_a_file_that_was_taken_away_is_written_again(stopped: Path) -> None:
    with Checkpoint(stopped, JOB) as state:
        stopped.unlink()
        state.note(3, *noted(3))
    assert ended(stopped) == WHOLE


def test_a_file_that_was_replaced_is_not_written_over(stopped: Path) -> None:
    state = Checkpoint(stopped, JOB)
    stopped.unlink()
    stopped.write_bytes(b"another's")
    state.note(3, *noted(3))
    with pytest.raises(Refused, match="another run has put its own in this place"):
        state.write()
    assert stopped.read_bytes() == b"another's"


def noted(task: int) -> tuple[Counts, bytes, bytes]:
    """What a task gives, as it is noted."""
    part = work(task)
    return part.counts, b"".join(json.dumps(record).encode() + b"\n" for record in part.kept), part.raw


def test_a_task_is_counted_once_however_often_it_is_noted(stopped: Path) -> None:
    with Checkpoint(stopped, JOB) as state:
        for task in (2, 3, 3):
            state.note(task, *noted(task))
        state.write()
        state.note(3, *noted(3))
    assert ended(stopped) == WHOLE


def test_a_write_that_fails_was_never_made(stopped: Path) -> None:
    """No room is left on the disk in the middle of it; what was noted is written once there is."""
    with Checkpoint(stopped, JOB) as state:
        assert state._file is not None
        state.note(3, {"rounds": 4}, raw=bytes(100_000))
        pages = state._file.execute("PRAGMA page_count").fetchone()[0]
        state._file.execute(f"PRAGMA max_page_count = {pages + 3}")
        with pytest.raises(Refused, match=r"cannot be written \(database or disk is full\): once it can"):
            state.write()
        assert state.done == {0, 1, 2}
        state._file.execute("PRAGMA max_page_count = 100000")
        state.write()
        assert (set(state.done), state.counts["rounds"], state.part(3)[1]) == ({0, 1, 2, 3}, 10, bytes(100_000))


def test_large_counts_survive_the_file(tmp_path: Path) -> None:
    path = tmp_path / "run"
    assert total(lambda task: Part({"large": 10**30}), range(3), checkpoint=Checkpoint(path, {})) == {
        "large": 3 * 10**30
    }
    with Checkpoint(path, {}) as state:
        assert state.counts == {"large": 3 * 10**30}


KILLED = """
import os, signal, sys
from pathlib import Path
from tablegames.analysis import checkpoint
from tests.analysis.test_checkpoint import WHOLE, ended

checkpoint._EVERY = 0
connected = checkpoint._connected


def run(path, left):
    def watched(path):
        def step(statement):
            nonlocal left
            left -= 1
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)

        file = connected(path)
        file.execute("PRAGMA cache_size = 1")
        file.set_trace_callback(step)
        return file

    checkpoint._connected = watched
    assert ended(path) == WHOLE


def killed(path, left):
    child = os.fork()
    if not child:
        run(path, left)
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    assert status == 0 or os.WTERMSIG(status) == signal.SIGKILL
    return status != 0


first, kills = 1, 0
while killed(path := Path(sys.argv[1], str(first)), first):
    kills += 1 + killed(path, 6 + first % 7)
    checkpoint._connected = connected
    assert ended(path) == WHOLE
    first += 1
print(kills)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no such processes")
def test_a_run_killed_at_any_statement_goes_on(tmp_path: Path) -> None:
    """Killed as its file is made, within a transaction, and between two; and once more, some statements further."""
    run = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path)],
        check=True, capture_output=True, cwd=Path(__file__).parents[2], env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert int(run.stdout) > 50


def test_a_run_interrupted_at_any_line_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C comes between any two lines of the module, at first after 1, then after 18, and so on to the end."""
    monkeypatch.setattr(module, "_EVERY", 0)
    left = 0

    def trace(frame: Any, event: str, argument: Any) -> Callable[..., Any] | None:
        nonlocal left
        if frame.f_code.co_filename != module.__file__:
            return None
        left -= event == "line"
        if left == 0:
            raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    for first in itertools.count(1, 17):
        left = first
        sys.settrace(trace)
        try:
            ended(tmp_path / str(first))
        except KeyboardInterrupt:
            pass
        finally:
            sys.settrace(before)
        assert ended(tmp_path / str(first)) == WHOLE
        if left > 0:
            break
    assert first > 300
