"""A run's state in a file: what was asked, which tasks are done, and their counts; a stopped run goes on from it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from time import monotonic
from typing import Any

from tablegames.files import check_place, whole
from tablegames.law import Refused

SCHEMA, VERSION = "tablegames-checkpoint", 1
_EVERY = 2.0
"""Seconds between two writes; what was not yet written is worked again after a crash, and never counted twice."""


class Checkpoint:
    """The tasks of a run that are done, with the sum of their counts; written as tasks are noted, and on leaving the ``with`` block.

    ``job`` says all that the result depends on, as JSON has it; a file of another job is refused, and names what differs.  The file is
    replaced whole, so it is never half written.  Records kept lie beside it, in the folder ``FILE.kept``.
    """

    def __init__(self, path: Path, job: Mapping[str, Any]) -> None:
        self.path, self.job = path, json.loads(json.dumps(job))
        self.kept = path.with_name(path.name + ".kept")
        self.done: set[int] = set()
        self.counts: dict[str, int] = {}
        self._written = monotonic()
        check_place(path, "checkpoint")
        if path.exists():
            self._read()

    def note(self, number: int, counts: Mapping[str, int]) -> None:
        """A task done: its counts are added once."""
        if number in self.done:
            return
        self.done.add(number)
        for name, count in counts.items():
            self.counts[name] = self.counts.get(name, 0) + int(count)
        if monotonic() - self._written >= _EVERY:
            self.write()

    def write(self) -> None:
        """The state on the disk, in place of what was there."""
        state = {
            "schema": SCHEMA, "version": VERSION, "job": self.job,
            "done": [list(span) for span in _spans(self.done)],
            "counts": {name: str(count) for name, count in self.counts.items()},
        }  # fmt: skip
        with whole(self.path) as partial, partial.open("w", encoding="utf-8") as file:
            json.dump(state, file)
            file.flush()
            os.fsync(file.fileno())
        self._written = monotonic()

    def __enter__(self) -> Checkpoint:
        self.kept.mkdir(exist_ok=True)
        return self

    def __exit__(self, *error: object) -> None:
        self.write()
        if not any(self.kept.iterdir()):
            self.kept.rmdir()

    def _read(self) -> None:
        """The state of a file; refused where it is none, or that of another job."""
        try:
            state = json.loads(self.path.read_text(encoding="utf-8"))
            if (state["schema"], state["version"]) != (SCHEMA, VERSION):
                raise ValueError("another schema")
            job = dict(state["job"])
            done = {number for first, last in state["done"] for number in range(first, last + 1)}
            counts = {str(name): int(count) for name, count in state["counts"].items()}
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise Refused(f"{self.path}: not a {SCHEMA} of version {VERSION}") from None
        for key in sorted({*job, *self.job}):
            if job.get(key) != self.job.get(key):
                raise Refused(
                    f"{self.path}: a checkpoint of another run: its {key} is {_short(job.get(key))}, not {_short(self.job.get(key))}"
                )
        self.done, self.counts = done, counts


def _spans(numbers: set[int]) -> Iterator[tuple[int, int]]:
    """Whole numbers as runs of consecutive ones, first and last.

    >>> list(_spans({0, 1, 2, 5}))
    [(0, 2), (5, 5)]
    """
    ordered = sorted(numbers)
    starts = [place for place, number in enumerate(ordered) if not place or number != ordered[place - 1] + 1]
    for start, end in zip(starts, [*starts[1:], len(ordered)], strict=True):
        yield ordered[start], ordered[end - 1]


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."
