"""A world in which nothing is left to chance: the clock stands, and randomness follows from a name.

``settle`` is called once in a process before anything of ours is imported; ``named`` begins the random bytes anew.
"""

from __future__ import annotations

import os
import random
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import shake_256
from pathlib import Path
from threading import Lock

NOW = 1_796_126_400.0
"""1 December 2026, noon, UTC."""

_later = 0.0
_lock = Lock()
_name, _taken = "", 0


def _urandom(count: int, /) -> bytes:
    """Bytes that follow from the last name."""
    global _taken
    with _lock:
        _taken += 1
        return shake_256(f"{_name} {_taken}".encode()).digest(count)


def named(name: str) -> None:
    """Begin the random bytes that follow from a name."""
    global _name, _taken
    with _lock:
        _name, _taken = name, 0


def later(days: int) -> None:
    """Let the clock stand so many days after ``NOW``."""
    global _later
    _later = days * 86_400.0


def settle() -> None:
    """Replace the clock and the sources of randomness, and make the terminal the same everywhere."""
    os.environ |= {
        "COLUMNS": "100", "LINES": "40", "TERM": "dumb", "NO_COLOR": "1", "TZ": "UTC", "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8",
        "OMP_NUM_THREADS": "1", "SOURCE_DATE_EPOCH": "1796126400", "PYTHONHASHSEED": "0",
    }  # fmt: skip
    for name in ("FORCE_COLOR", "PYTHONWARNINGS", "PGPASSWORD"):
        os.environ.pop(name, None)
    time.tzset()
    time.time = lambda: NOW + _later
    os.urandom = _urandom
    random._urandom = _urandom  # type: ignore[attr-defined]
    warnings.simplefilter("ignore")
    without_digest()


@contextmanager
def begun(folder: Path) -> Iterator[None]:
    """Within, what programs keep for a user is kept in a scene's folder."""
    kept = {name: os.environ.get(name) for name in ("XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    os.environ |= dict.fromkeys(kept, str(folder / ".kept"))
    later(0)
    try:
        yield
    finally:
        for name, value in kept.items():
            if value is None:
                os.environ.pop(name)
            else:
                os.environ[name] = value


def without_digest() -> None:
    """The digest of the source files, which changes with every file, is left out of reports."""
    import tablegames.report.par.software as software

    software.source_digest = lambda: "DIGEST"
