"""How a command ends: its exit code, its one line, and what is left behind."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tablegames
from tablegames import endings
from tablegames.analysis import cluster
from tablegames.core.files import LONGEST_LINE
from tablegames.core.law import Refused
from tablegames.report import books as json_books
from tests.cli import ended, refused, run

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals, pipes and devices are those of POSIX")
SIMULATE = ("simulate", "saigon-5-card", "--rounds", "7000000", "--seed", "1")
HAND = "As Ks Qs 9s 4d 3d 2c"


def process(command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A line of the shell, in which ``tablegames`` is the command; the exit codes of a pipe are printed last."""
    package = str(Path(tablegames.__path__[0]).parent)
    shell = f'tablegames() {{ "{sys.executable}" -m tablegames "$@"; }}; {command}'
    return subprocess.run(
        ["bash", "-c", shell], capture_output=True, text=True, timeout=120, check=False,
        env={**os.environ, "PYTHONPATH": package, **environment},
    )  # fmt: skip


# --- interrupted ------------------------------------------------------------------------------------------------------


def stopped_at(monkeypatch: pytest.MonkeyPatch, task: int, error: type[BaseException]) -> None:
    """Work that is stopped as it begins a task, counted from 0."""
    parts = cluster._parts

    def stopping(*arguments: Any) -> Iterator[Any]:
        for number, part in enumerate(parts(*arguments)):
            if number == task:
                raise error("stopped")
            yield number, part[1]

    monkeypatch.setattr(cluster, "_parts", stopping)


def test_interrupted_before_the_first_task(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stopped_at(monkeypatch, 0, KeyboardInterrupt)
    state = tmp_path / "state"
    answer = run(*SIMULATE, "--checkpoint", str(state))
    assert (answer.code, answer.out) == (130, "")
    words = f"nothing was done yet, and {state} is not there; run the command again"
    if state.exists():
        words = f"{state} keeps what is done; the same command goes on from it"
    assert last_line(answer.err) == f"interrupted: {words}"
    monkeypatch.undo()
    assert run(*SIMULATE, "--checkpoint", str(state)).code == 0


def test_interrupted_after_some_tasks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stopped_at(monkeypatch, 2, KeyboardInterrupt)
    state = tmp_path / "state"
    answer = run(*SIMULATE, "--checkpoint", str(state))
    assert (answer.code, answer.out) == (130, "")
    assert last_line(answer.err) == f"interrupted: {state} keeps what is done; the same command goes on from it"
    monkeypatch.undo()
    assert run(*SIMULATE, "--checkpoint", str(state)).out == run(*SIMULATE).out


def test_interrupted_before_there_is_a_checkpoint(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cluster, "total", interrupted)
    monkeypatch.setattr("tablegames.analysis.simulate.total", interrupted)
    state = tmp_path / "state"
    for more, words in (
        (["--checkpoint", str(state)], f"nothing was done yet, and {state} is not there; run the command again"),
        ([], "nothing is kept; give --checkpoint FILE to keep what is done"),
    ):
        answer = run(*SIMULATE, *more)
        assert (answer.code, answer.out, last_line(answer.err)) == (130, "", f"interrupted: {words}")


def test_refused_before_the_first_task(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stopped_at(monkeypatch, 0, Refused)
    answer = run(*SIMULATE, "--checkpoint", str(tmp_path / "state"))
    assert (answer.code, answer.out, last_line(answer.err)) == (1, "", "stopped")


def last_line(text: str) -> str:
    """The last line of standard error; those before it say that kernels are compiled."""
    return text.splitlines()[-1]


@posix
def test_an_interrupted_export_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tablegames.games.saigon_5_card.strategy import SettingStrategy

    def interrupted(*_: object, **__: object) -> Iterator[Any]:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(SettingStrategy, "batches", interrupted)
    before = signal.getsignal(signal.SIGTERM)
    path = tmp_path / "decisions.csv"
    try:
        answer = run("strategy", "saigon-5-card", "--export", str(path))
    finally:
        signal.signal(signal.SIGTERM, before)
    assert answer == (130, "", f"interrupted: no part of {path} is kept; run the command again\n")
    assert not list(tmp_path.iterdir())


def test_an_interrupted_round_says_what_its_record_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tablegames.cli.rounds._Answers.ask", interrupted)
    record = tmp_path / "rounds.jsonl"
    answer = run("round", "play", "high-card-flush", "--seed", "7", "--record", str(record))
    assert answer.code == 130
    assert answer.err.startswith(f"interrupted: {record}: 1 rounds, head ")
    assert answer.err.count("\n") == 1


# --- a defect of ours -------------------------------------------------------------------------------------------------


@pytest.fixture
def defect(monkeypatch: pytest.MonkeyPatch) -> None:
    """``tablegames games`` fails by an error that nobody foresaw."""

    def failing() -> None:
        raise KeyError("a key\nthat is not there")

    monkeypatch.setattr(json_books, "games_json", failing)


@pytest.mark.usefixtures("defect")
def test_a_defect_is_one_line_and_its_traceback_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    answer = ended("games", "--format", "json")
    (saved,) = (tmp_path / "tablegames").glob("defect-*.txt")
    words = r"KeyError: 'a key\nthat is not there'"
    line = f"tablegames failed by its own fault, not by your input ({words}). Please report it with the file {saved}\n"
    assert answer == (70, "", line)
    text = saved.read_text()
    assert "Traceback (most recent call last)" in text
    assert "in failing" in text
    assert "['tablegames', 'games', '--format', 'json']" in text
    assert f"Python {sys.version.split()[0]}" in text


@pytest.mark.usefixtures("defect")
def test_where_no_file_can_be_written_the_traceback_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(endings, "state_folder", lambda: str(tmp_path / "file" / "below"))
    answer = ended("games", "--format", "json")
    assert (answer.code, answer.out) == (70, "")
    assert "in failing" in answer.err
    assert answer.err.endswith("Please report it with the traceback above.\n")


@pytest.mark.parametrize("error", [ValueError, TypeError, EOFError, RuntimeError, AssertionError, ZeroDivisionError])
def test_no_error_of_python_is_taken_for_wrong_input(error: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    def failing() -> None:
        raise error("unforeseen")

    monkeypatch.setattr(json_books, "games_json", failing)
    assert ended("games", "--format", "json").code == 70


def test_a_defect_while_the_modules_are_imported(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['tablegames.cli.sweep'] = None\n")
    package = str(Path(tablegames.__path__[0]).parent)
    done = process(
        "tablegames games", PYTHONPATH=os.pathsep.join([str(tmp_path), package]), XDG_STATE_HOME=str(tmp_path)
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (70, "", 1)
    assert "ModuleNotFoundError" in done.stderr
    assert list((tmp_path / "tablegames").glob("defect-*.txt"))


# --- readers that leave, and disks that are full ----------------------------------------------------------------------


@posix
@pytest.mark.parametrize(
    ("command", "printed"),
    [
        (f"yes '{HAND}' | head -n 3000 | tablegames rank high-card-flush - | head -n 1", 1),
        ("tablegames law paragraphs --format json | head -n 1", 1),
        ("tablegames games | head -n 0", 0),
        ("tablegames --help | head -n 0", 0),
        ("tablegames settle --help | head -n 0", 0),
    ],
)
def test_a_reader_that_leaves_is_no_wrong_input(command: str, printed: int) -> None:
    done = process(f'{command}; echo "${{PIPESTATUS[*]}}" >&2')
    codes = done.stderr.split()
    assert codes[-2] in ("0", "141"), done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout.count("\n") == printed


@posix
def test_a_broken_pipe_elsewhere_is_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise BrokenPipeError(errno.EPIPE, "Broken pipe")

    monkeypatch.setattr(json_books, "games_json", broken)
    assert run("games", "--format", "json") == (1, "", "Broken pipe\n")


full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")


@full
@pytest.mark.parametrize(
    ("command", "named"),
    [
        ("games >/dev/full", "standard output"),
        (f"rank high-card-flush '{HAND}' --format json >/dev/full", "standard output"),
        ("rng collect high-card-flush --seed 1 --out LINK", "LINK"),
        ("round play high-card-flush --seed 7 --rounds 1 --record LINK", "LINK"),
        ("strategy saigon-5-card --export LINK.csv", "LINK.csv"),
        ("audit synth high-card-flush --rounds 5 --seed 1 -o LINK.jsonl", "LINK.jsonl"),
        ("audit synth high-card-flush --rounds 5 --seed 1 -o LINK.parquet", "LINK.parquet"),
        ("report saigon-5-card -o LINK.json", "LINK.json"),
    ],
)
def test_a_full_disk_names_the_file(command: str, named: str, tmp_path: Path) -> None:
    """A link to the device that is always full stands for a disk that is."""
    link = tmp_path / "out"
    for ending in ("", ".csv", ".jsonl", ".parquet", ".json"):
        Path(f"{link}{ending}").symlink_to("/dev/full")
    done = process(f"tablegames {command.replace('LINK', str(link))}")
    assert done.returncode == 1
    assert last_line(done.stderr).startswith(f"{named.replace('LINK', str(link))}: ")
    assert "No space left on device" in last_line(done.stderr)
    assert "Traceback" not in done.stderr
    assert Path("/dev/full").is_char_device()


@posix
def test_work_that_needs_no_disk_is_done_without(tmp_path: Path) -> None:
    """No process may write a byte to any file: nothing compiled is kept, no temporary folder can be used."""
    asked = "tablegames simulate saigon-5-card --rounds 10 --seed 1 --format json"
    done = process(f"ulimit -f 0; {asked}", NUMBA_CACHE_DIR=str(tmp_path))
    assert (done.returncode, done.stdout) == (0, run(*asked.split()[1:]).out), done.stderr
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


# --- input without end ------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no /dev/zero")
@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("submission", "check", "/dev/zero"), "/dev/zero: the file is longer than 65,536 bytes"),
        (("sweep", "high-card-flush", "--tables", "/dev/zero"), "/dev/zero: the file is longer than 1,048,576 bytes"),
        (("rng", "test", "saigon-5-card", "--file", "/dev/zero"), "/dev/zero: line 1 is longer than 1,048,576 bytes"),
        (("round", "replay", "/dev/zero"), "/dev/zero: line 1 is longer than 1,048,576 bytes"),
        (("serve", "--port", "0", "--token-file", "/dev/zero"), "/dev/zero: the file is longer than 4,096 bytes"),
    ],
)
def test_a_file_without_end_is_refused_at_a_limit(command: tuple[str, ...], words: str) -> None:
    assert refused(*command) == words


@pytest.mark.parametrize("command", ["rank", "compare", "settle"])
def test_a_line_without_end_is_refused_at_a_limit(command: str) -> None:
    """The lines before it are answered; what follows it may never come."""
    answer = run(command, "high-card-flush", "-", stdin=b"x\n" + b"\0" * (LONGEST_LINE + 1))
    assert (answer.code, answer.out.count("\n")) == (1, 1)
    assert answer.err == "standard input: line 2 is longer than 1,048,576 bytes\n"


# --- a refusal prints nothing else ------------------------------------------------------------------------------------


def test_a_table_has_no_header_before_a_refusal(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    assert run("audit", "synth", "high-card-flush", "--rounds", "20", "--seed", "1", "-o", str(log)).code == 0
    clean = run("audit", str(log), "--format", "csv")
    assert (clean.code, clean.out.count("\n")) == (0, 1)
    with log.open("a") as file:
        file.write("not,a,row\n")
    answer = run("audit", str(log), "--format", "csv")
    assert (answer.code, answer.out) == (1, "")
