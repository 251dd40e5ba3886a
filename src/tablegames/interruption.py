"""Ends the command at once, with one line, where it is interrupted while its modules are still being imported.

It must be the first module that the package imports.  A program that uses the package as a library is left alone.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from types import TracebackType

INTERRUPTED = 130
"""The exit code of a command that was interrupted: 128 and the number of the signal."""


def is_command(program: str, called: Sequence[str] = ()) -> bool:
    """Whether a process is the command: by the name of its program, or by ``python -m tablegames`` among the words that it was ``called`` with.

    >>> is_command("/usr/bin/tablegames"), is_command("-m", ["python", "-m", "tablegames"]), is_command("notes.py")
    (True, True, False)
    """
    name = os.path.basename(program).lower()
    return name in ("tablegames", "tablegames.exe") or (name == "-m" and "tablegames" in called)


def end(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """What happens to an exception that nobody catches: an interruption is no fault to be traced."""
    if not issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
        return
    if sys.stderr is not None:
        print("interrupted", file=sys.stderr, flush=True)
    os._exit(INTERRUPTED)


if is_command(sys.argv[0] if sys.argv else "", sys.orig_argv):
    sys.excepthook = end
