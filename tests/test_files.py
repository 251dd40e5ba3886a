"""Files that are there whole or not at all: links, what killed runs leave behind, names that are taken, and what is read within bounds."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import tablegames
from tablegames.core.files import LONGEST_LINE, claimed, lines_of, read_text, whole
from tablegames.core.law import Refused

posix = pytest.mark.skipif(sys.platform == "win32", reason="links, devices and signals are those of POSIX")
HOLDS = """
import sys, time
from pathlib import Path
from tablegames.core.files import {what}
with {what}(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


def write(path: Path, text: str) -> None:
    """A file written whole."""
    with whole(path) as partial:
        partial.write_text(text)


def holding(what: str, path: Path) -> subprocess.Popen[str]:
    """Another process that has begun to write a file."""
    package = str(Path(tablegames.__path__[0]).parent)
    other = subprocess.Popen(
        [sys.executable, "-c", HOLDS.format(what=what), str(path)],
        stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": package},
    )  # fmt: skip
    assert other.stdout is not None
    assert other.stdout.readline() == "held\n"
    return other


def killed(other: subprocess.Popen[str]) -> None:
    """End another process without a chance to clean up."""
    other.send_signal(signal.SIGKILL)
    other.communicate()


def test_a_file_appears_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_text("old")
    with whole(path) as partial:
        partial.write_text("new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    with pytest.raises(ZeroDivisionError), whole(path) as partial:
        partial.write_text(str(1 / 0))
    assert [each.name for each in tmp_path.iterdir()] == ["out"]
    assert path.read_text() == "new"


@posix
@pytest.mark.parametrize("there", [True, False])
def test_a_link_stays_and_what_it_leads_to_is_written(tmp_path: Path, there: bool) -> None:
    (tmp_path / "folder").mkdir()
    target, link = tmp_path / "folder" / "target", tmp_path / "link"
    link.symlink_to(Path("folder") / "target")
    if there:
        target.write_text("old")
    write(link, "new")
    assert link.is_symlink()
    assert not target.is_symlink()
    assert target.read_text() == "new"
    assert [each.name for each in (tmp_path / "folder").iterdir()] == ["target"]


@posix
def test_a_link_into_a_folder_that_is_not_there(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "nowhere" / "target")
    with pytest.raises(Refused, match="its folder is not there"):
        write(link, "new")


@posix
def test_a_pipe_is_written_to_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write(pipe, "new")
    assert os.read(reader, 10) == b"new"
    os.close(reader)
    assert pipe.is_fifo()


@posix
def test_what_a_killed_run_left_is_removed_by_the_next(tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    killed(holding("whole", path))
    (left,) = tmp_path.iterdir()
    assert left.name.startswith(".out.csv.")
    others = [tmp_path / name for name in (".other.csv.1.0123abcd.part", ".out.csv.part", "out.csv.1.0123abcd.part")]
    for other in others:
        other.touch()
    write(path, "new")
    assert set(tmp_path.iterdir()) == {path, *others}


@posix
def test_what_a_run_that_is_alive_writes_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    other = holding("whole", path)
    try:
        (partial,) = tmp_path.iterdir()
        write(path, "new")
        assert set(tmp_path.iterdir()) == {path, partial}
    finally:
        killed(other)
    write(path, "newer")
    assert set(tmp_path.iterdir()) == {path}


@posix
def test_a_name_claimed_by_a_killed_run_is_free_again(tmp_path: Path) -> None:
    path = tmp_path / "record"
    other = holding("claimed", path)
    try:
        with pytest.raises(Refused, match="never overwritten"), claimed(path):
            pass
    finally:
        killed(other)
    assert path.stat().st_size == 0
    with claimed(path) as file:
        file.write(b"a line\n")
    with pytest.raises(Refused, match="never overwritten"), claimed(path):
        pass
    assert path.read_bytes() == b"a line\n"


def test_lines_within_bounds() -> None:
    longest = b"x" * (LONGEST_LINE - 1) + b"\n"
    assert list(lines_of(io.BytesIO(longest * 2 + b"end"), "it")) == [longest, longest, b"end"]
    lines = lines_of(io.BytesIO(b"first\nx" + longest), "it")
    assert next(lines) == b"first\n"
    with pytest.raises(Refused, match=r"^it: line 2 is longer than 1,048,576 bytes$"):
        next(lines)


def test_text_within_bounds(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_bytes(b"\xef\xbb\xbfab")
    assert read_text(path, 5) == "ab"
    with pytest.raises(Refused, match=f"^{path}: the file is longer than 4 bytes$"):
        read_text(path, 4)
    path.write_bytes(b"ab\xff")
    with pytest.raises(Refused, match=f"^{path}: byte 3 is not UTF-8$"):
        read_text(path, 5)
