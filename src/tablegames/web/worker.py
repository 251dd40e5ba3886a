"""The worker: a process of its own that computes, so that rulings stay quick beside it and a job can be ended at any moment."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import time
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from tablegames.core.law import Refused
from tablegames.web.work import Work

TOLD_EVERY = 0.05
"""Seconds between two words on progress."""
NICENESS = 10
_LISTENS = 0.5
"""Seconds that a word is waited for."""


class Word(NamedTuple):
    """What a worker says: ``progress`` with the part done, ``compiling``, or in the end ``done``, ``refused``, ``failed`` or ``lost``."""

    kind: str
    value: Any = None


SILENCE = Word("")
FAULT = "this is a fault of ours: it is written in the server's log"
LAST_WORDS = {"done", "refused", "failed", "lost"}


class Worker:
    """The process, seen from the server; started when it is first given work, and again after it was ended."""

    def __init__(self) -> None:
        self._context = get_context("spawn")  # a fork would copy the server's threads and sockets
        ours, theirs = self._context.Pipe()
        self._pipe: Connection = ours
        self._process = self._context.Process(target=serve, args=(theirs,), daemon=True, name="tablegames-worker")
        self._process.start()
        theirs.close()  # so that its end is heard here

    @property
    def alive(self) -> bool:
        """Whether it can be given work."""
        return self._process.is_alive()

    def give(self, work: Work) -> None:
        """Hand over a piece of work."""
        self._pipe.send(work)

    def hear(self) -> Word:
        """Its next word, ``lost`` where the process has ended, or the empty word where it says nothing for a while.

        It never blocks for long: a thread that listens must not keep this process from ending.
        """
        try:
            word: Word = self._pipe.recv() if self._pipe.poll(_LISTENS) else SILENCE
        except (EOFError, OSError):
            return Word("lost", "the worker ended before the work was done")
        return word

    def end(self) -> None:
        """End the process, whatever it does; whoever hears it then hears that it is lost."""
        self._process.kill()


def serve(pipe: Connection) -> None:
    """The life of the process: it takes a piece of work, does it, and says what came of it, until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interruption is for the server, which then ends this process
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    with contextlib.suppress(EOFError, OSError):
        while True:
            pipe.send(_outcome(pipe, pipe.recv()))


def _outcome(pipe: Connection, work: Work) -> Word:
    """What comes of one piece of work."""
    from tablegames.kernels.compiling import on_compilation

    last = 0.0

    def tell(part: float) -> None:
        nonlocal last
        if time.monotonic() - last > TOLD_EVERY:
            last = time.monotonic()
            pipe.send(Word("progress", float(part)))

    try:
        with on_compilation(lambda: pipe.send(Word("compiling"))):
            return Word("done", work(tell))
    except Refused as refused:
        return Word("refused", (refused.message, refused.cites, refused.column))
    except (BrokenPipeError, EOFError):
        raise
    except Exception:
        logging.getLogger("tablegames.web").exception("%s failed", type(work).__name__)
        return Word("failed", FAULT)
