"""Rounds whose id was used before in their log, not only beside them: found by 64-bit hashes of all ids, a part of them in memory at a time.

A round is named by its log, its table where the log has tables, and its id.  Two different names have the same hash once in 2^64: in a log of 100
million rounds one is taken for another at a chance of 1 in 3,700.
"""

from __future__ import annotations

import hashlib
import tempfile
from contextlib import ExitStack
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from tablegames.audit.cells import text_buffers, whole
from tablegames.audit.rows import Rows

Words = NDArray[np.uint64]
HASH = 8
"""Bytes of a hash."""
PARTS = 64
"""Of so many parts one is looked through at a time: of 100 million ids the 1.6 million that begin with the same bits."""
PART_IN_MEMORY = 1 << 20
"""Bytes of a part that are not yet written to a file."""
_PART = np.uint64(58)
"""The bits of a hash behind those that say its part."""


class Repeated(NamedTuple):
    """A task with ids that were used before: their hashes, rising, and whether the first use of each is in this very task."""

    task: Any
    hashes: Words
    first_here: NDArray[np.bool_]


def hashes_of(rows: Rows, path: str) -> Words:
    """The hash of each round's name in a batch."""
    from tablegames.kernels.logs import hash_numbers, hash_texts

    starts = rows.starts
    hashes = np.full(len(starts), _of_text(path), np.uint64)
    if "table" in rows.groups:
        codes, names = rows.groups["table"]
        hashes ^= np.array([*map(_of_text, names), 0], np.uint64)[codes[starts]]
    ids = whole(rows.table["round"])
    if pa.types.is_integer(ids.type):
        hash_numbers(np.asarray(ids.cast(pa.int64(), safe=False))[starts], hashes)
    else:
        hash_texts(*text_buffers(ids.take(pa.array(starts)) if len(starts) < len(ids) else ids), hashes)
    return hashes


def joined(hashes: list[Words]) -> bytes:
    """A task's hashes as bytes."""
    return b"".join(some.astype("<u8", copy=False).tobytes() for some in hashes)


class RoundIds:
    """All hashes of an audit, by their first bits: few in memory, many in files; a context that takes the files away."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._counts: list[NDArray[np.int64]] = []

    def __enter__(self) -> RoundIds:
        parts = (tempfile.SpooledTemporaryFile(PART_IN_MEMORY) for _ in range(PARTS))  # noqa: SIM115 - the stack closes them
        self._files = [self._stack.enter_context(part) for part in parts]
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def add(self, of_task: bytes) -> None:
        """The hashes of the next task, as :func:`joined` has them."""
        hashes = np.frombuffer(of_task, "<u8")
        parts = (hashes >> _PART).astype(np.uint8)
        ordered, counts = hashes[np.argsort(parts, kind="stable")], np.bincount(parts, minlength=PARTS)
        for file, some in zip(self._files, np.split(ordered, np.cumsum(counts)[:-1]), strict=True):
            file.write(some.tobytes())
        self._counts.append(counts)

    def repeated(self, tasks: list[Any]) -> list[Repeated]:
        """The tasks in which an id comes that was used before, in their order."""
        found: list[list[Words]] = [[] for _ in tasks]
        first: list[list[Words]] = [[] for _ in tasks]
        for part, file in enumerate(self._files):
            file.seek(0)
            hashes = np.frombuffer(file.read(), np.uint64)
            again = _again(hashes)
            if not again.any():
                continue
            ends = np.cumsum([counts[part] for counts in self._counts])
            firsts = np.flatnonzero(~again & np.isin(hashes, hashes[again]))
            for places, of_task in ((np.flatnonzero(again), found), (firsts, first)):
                for number in np.unique(np.searchsorted(ends, places, side="right")).tolist():
                    own = (places >= (ends[number - 1] if number else 0)) & (places < ends[number])
                    of_task[number].append(hashes[places[own]])
        repeated = []
        for task, again_here, first_here in zip(tasks, found, first, strict=True):
            if again_here:
                hashes = np.unique(np.concatenate(again_here))
                begun = np.concatenate(first_here) if first_here else np.zeros(0, np.uint64)
                repeated.append(Repeated(task, hashes, np.isin(hashes, begun)))
        return repeated


class Again:
    """Goes through the rounds of a task and says which have an id that was used before."""

    def __init__(self, repeated: Repeated) -> None:
        self._hashes, self._first_here = repeated.hashes, repeated.first_here.copy()

    def among(self, hashes: Words) -> NDArray[np.int64]:
        """The rounds of a batch, the next of the task, whose id was used before."""
        found = []
        for number in np.flatnonzero(np.isin(hashes, self._hashes)).tolist():
            place = int(np.searchsorted(self._hashes, hashes[number]))
            if self._first_here[place]:
                self._first_here[place] = False
            else:
                found.append(number)
        return np.array(found, np.int64)


def _again(hashes: Words) -> NDArray[np.bool_]:
    """Which of some hashes came before among them."""
    from tablegames.kernels.logs import find_again

    again = np.zeros(len(hashes), np.bool_)
    find_again(hashes, np.zeros(1 << (2 * len(hashes)).bit_length(), np.uint64), again)
    return again


def _of_text(text: str) -> int:
    """64 bits of a text."""
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")
