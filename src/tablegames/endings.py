"""How the command ends: its exit codes, and what becomes of an error that nobody catches, even while its modules are still being imported.

It must be the first module that the package imports, and imports nothing of ours.  A program that uses the package as a library is left alone.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType

WRONG_INPUT, USAGE, FAULTS_FOUND = 1, 2, 3
DEFECT = 70
"""The exit code of a command that failed by our fault: EX_SOFTWARE of BSD's sysexits."""
INTERRUPTED, READER_LEFT = 130, 141
"""The exit codes of a command that was interrupted, and of one whose reader left: 128 and the number of the signal, SIGINT or SIGPIPE."""


def is_command(program: str, called: Sequence[str] = ()) -> bool:
    """Whether a process is the command: by the name of its program, or by ``python -m tablegames`` among the words that it was ``called`` with.

    >>> is_command("/usr/bin/tablegames"), is_command("-m", ["python", "-m", "tablegames"]), is_command("notes.py")
    (True, True, False)
    """
    name = os.path.basename(program).lower()
    return name in ("tablegames", "tablegames.exe") or (name == "-m" and "tablegames" in called)


def ending_of(error: BaseException) -> tuple[int, str]:
    """The exit code and the line for an error that nobody caught: an interruption, or a defect of ours, whose traceback is saved.

    The notes of an interruption say what is kept and how to go on.
    """
    if isinstance(error, KeyboardInterrupt):
        notes = getattr(error, "__notes__", ()) or ("nothing is kept; run the command again",)
        return INTERRUPTED, f"interrupted: {'; '.join(notes)}"
    words = " ".join(f"{type(error).__name__}: {error}".split())
    words = words if len(words) <= 80 else words[:79] + "…"
    return DEFECT, f"tablegames failed by its own fault, not by your input ({words}). {_saved(error)}"


@contextmanager
def interruptions_wait() -> Iterator[None]:
    """Within, an interruption is held back, and from processes begun here for good: it is for the command, which ends its workers itself."""
    if not hasattr(signal, "pthread_sigmask"):  # as on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def state_folder() -> str:
    """Where what a program has to say of its own runs belongs on this system."""
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        return os.path.join(os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local"), "tablegames")
    if sys.platform == "darwin":
        return os.path.join(home, "Library", "Logs", "tablegames")
    return os.path.join(os.environ.get("XDG_STATE_HOME") or os.path.join(home, ".local", "state"), "tablegames")


def _saved(error: BaseException) -> str:
    """Save an error's traceback, and say where; on standard error where no file can be written."""
    import platform
    import traceback
    from datetime import UTC, datetime

    now = datetime.now(UTC)
    system = f"Python {platform.python_version()}, {platform.platform()}"
    text = f"{now.isoformat()}\n{system}\n{sys.argv}\n\n{''.join(traceback.format_exception(error))}"
    path = os.path.join(state_folder(), f"defect-{now:%Y%m%dT%H%M%S}-{os.getpid()}.txt")
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(descriptor, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
    except OSError:
        if sys.stderr is not None:
            sys.stderr.write(text)
        return "Please report it with the traceback above."
    return f"Please report it with the file {path}"


def end(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """What happens to an exception that nobody catches while the modules are being imported."""
    code, line = ending_of(error)
    if sys.stderr is not None:
        print(line, file=sys.stderr, flush=True)
    os._exit(code)


if is_command(sys.argv[0] if sys.argv else "", sys.orig_argv):
    sys.excepthook = end
