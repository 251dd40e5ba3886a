"""Files that are there whole or not at all, and files from outside, read within bounds."""

from __future__ import annotations

import errno
import os
import re
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from tablegames.core.law import Refused

if sys.platform != "win32":
    import fcntl

LONGEST_LINE = 1 << 20
"""Bytes of one line of text from outside; nothing that people or programs write for this one has longer ones."""


def check_place(path: Path, what: str = "") -> None:
    """Refuse a place where no file can be written, before any work is done for it."""
    if not path.parent.is_dir() or path.is_dir():
        named = f"{what} {str(path)!a}" if what else str(path)
        raise Refused(f"{named}: its folder is not there, or it is a folder itself")


@contextmanager
def whole(path: Path, what: str = "") -> Iterator[Path]:
    """A file of this process's own beside the target, which takes its name at the end, and is gone if there is no end.

    A link stays, and what it leads to is replaced; a device or a pipe is written to as it is.  What a run that was killed has left for the same
    target is removed.  An error of the disk names the target.
    """
    check_place(path, what)
    with naming(path):
        if path.exists() and not path.is_file():
            yield path
            return
        target = path.resolve()
        check_place(target, what)
        _remove_left(target)
        partial, held = _partial(target)
        try:
            with held:
                yield partial
                if sys.platform == "win32":  # where a file that is open cannot take another name
                    held.close()
                os.replace(partial, target)
        finally:
            partial.unlink(missing_ok=True)


@contextmanager
def claimed(path: Path) -> Iterator[IO[bytes]]:
    """A new file to write to as it grows, or one that has nothing in it and that no other run writes to; any other is refused.

    So no name is lost to a run that was killed before its first line.
    """
    check_place(path)
    with path.open("ab") as file:
        if _is_held(file, unknown=False) or os.fstat(file.fileno()).st_size:
            raise Refused(f"{path} exists: a record is never overwritten")
        yield file


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Within, an error of the system that names no file, or one of ours beside this one, names this one."""
    try:
        yield
    except OSError as error:
        unnamed = error.filename is None and error.errno not in (None, errno.EPIPE)
        if unnamed or str(error.filename).endswith(".part"):
            error.filename = str(path)
        raise


def identity(path: str | os.PathLike[str]) -> tuple[int, int] | None:
    """The device and the number of the file that a path names; nothing where it names none.  Another file has others, whatever its name."""
    try:
        found = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_dev, found.st_ino


def lines_of(file: IO[bytes], name: str) -> Iterator[bytes]:
    """The lines of a file; refused at the first that has no end within ``LONGEST_LINE``, as those of ``/dev/zero`` have none."""
    number = 0
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            raise Refused(f"{name}: line {number} is longer than {LONGEST_LINE:,} bytes")
        yield line


def read_text(path: Path, most: int) -> str:
    """A text in UTF-8 from a file of at most so many bytes, with or without a byte-order mark."""
    try:
        with path.open("rb") as file:
            raw = file.read(most + 1)
    except ValueError as error:  # a name that no file can have
        raise Refused(f"{path}: {error}") from None
    if len(raw) > most:
        raise Refused(f"{path}: the file is longer than {most:,} bytes")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused(f"{path}: byte {error.start + 1} is not UTF-8") from None


def _partial(target: Path) -> tuple[Path, IO[bytes]]:
    """A new file beside a target, and what holds it: to another run this one is alive until that is closed."""
    while True:
        partial = target.with_name(f".{target.name}.{os.getpid()}.{secrets.token_hex(4)}.part")
        held = partial.open("xb")
        if not _is_held(held, unknown=False) and partial.exists():  # not taken for left over before it was held
            return partial, held
        held.close()


def _remove_left(target: Path) -> None:
    """Remove what runs that are dead have left beside a target; a run that is alive holds its file."""
    left = re.compile(rf"\.{re.escape(target.name)}\.[0-9]+\.[0-9a-f]{{8}}\.part")
    with suppress(OSError), os.scandir(target.parent) as entries:  # a folder that cannot be listed is left as it is
        for entry in [
            entry for entry in entries if left.fullmatch(entry.name) and entry.is_file(follow_symlinks=False)
        ]:
            with suppress(OSError), open(entry.path, "rb") as file:
                if not _is_held(file, unknown=True):
                    if sys.platform == "win32":  # where a file that is open, here or elsewhere, cannot be removed
                        file.close()
                    os.unlink(entry.path)


def _is_held(file: IO[bytes], *, unknown: bool) -> bool:
    """Whether another run holds a file, ``unknown`` where the system cannot tell; if none does, this one holds it until it is closed."""
    if sys.platform == "win32":
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return unknown
    return False
