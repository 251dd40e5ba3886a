"""How long work takes: as it took the last time on this server, or roughly as its own sort says."""

from __future__ import annotations

from math import ceil
from typing import Any


class Durations:
    """The seconds that each sort of work took last: by its type, its game and its form."""

    def __init__(self) -> None:
        self._took: dict[tuple[Any, ...], float] = {}

    def note(self, work: object, seconds: float) -> None:
        """Such work took so long just now."""
        self._took[_sort(work)] = seconds

    def expected(self, work: object) -> float | None:
        """Seconds that such work takes; none where nobody can say: work without ``rough``, for it is of any size."""
        rough = getattr(work, "rough", None)
        return None if rough is None else self._took.get(_sort(work), rough)


def about(seconds: float) -> int:
    """Seconds as one says them: to the second up to ten, then to five; 0 where the time is over.

    >>> [about(seconds) for seconds in (-3, 0.2, 9.1, 10.5, 21)]
    [0, 1, 10, 15, 25]
    """
    if seconds <= 0:
        return 0
    return ceil(seconds) if seconds <= 10 else 5 * ceil(seconds / 5)


def _sort(work: object) -> tuple[Any, ...]:
    return type(work), getattr(work, "game", ""), getattr(work, "form", "")
