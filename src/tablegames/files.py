"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tablegames.law import Refused


def check_place(path: Path, what: str = "") -> None:
    """Refuse a place where no file can be written, before any work is done for it."""
    if not path.parent.is_dir() or path.is_dir():
        named = f"{what} {str(path)!a}" if what else str(path)
        raise Refused(f"{named}: its folder is not there, or it is a folder itself")


@contextmanager
def whole(path: Path, what: str = "") -> Iterator[Path]:
    """A file of this process's own beside the target, which takes its name at the end, and is gone if there is no end."""
    check_place(path, what)
    partial = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}.part")
    try:
        yield partial
        os.replace(partial, path)
    finally:
        partial.unlink(missing_ok=True)


def identity(path: str | os.PathLike[str]) -> tuple[int, int] | None:
    """The device and the number of the file that a path names; nothing where it names none.  Another file has others, whatever its name."""
    try:
        found = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_dev, found.st_ino
