"""JSON from outside, read so that nothing in it is lost: a key that stands twice in one object is refused, with its place."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tablegames.law import Refused

LONGEST_PLACE = 100
"""Signs of a place that a refusal shows."""


class _Twice(dict[str, Any]):
    """An object in which a key stands twice; its value is the key's second."""

    key = ""


def read_json(text: str | bytes, *, numbers: Callable[[str], Any] | None = None) -> Any:
    """The value of a JSON text; ``numbers`` reads every number as it is written.

    Raises ValueError where it is no JSON, and :class:`~tablegames.law.Refused` where a key stands twice, or it is nested too deeply.

    >>> read_json('{"bets": {"ante": "10", "ante": "20"}}')
    Traceback (most recent call last):
    tablegames.law.Refused: bets.ante is given twice: give it once
    """
    found: list[_Twice] = []

    def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(pairs)
        if len(value) == len(pairs):
            return value
        twice, seen = _Twice(value), set[str]()
        twice.key = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        found.append(twice)
        return twice

    try:
        value = json.loads(
            text, parse_float=numbers, parse_int=numbers, parse_constant=numbers, object_pairs_hook=object_of
        )
    except RecursionError:
        raise Refused("not JSON that can be read: nested too deeply") from None
    if found:
        raise Refused(f"{_place(value, found)} is given twice: give it once")
    return value


def _place(value: Any, found: list[_Twice]) -> str:
    """Where the first key that stands twice is: the names on the way to it, and the places in lists counted from 0."""
    waiting: list[tuple[Any, tuple[str, ...]]] = [(value, ())]
    while waiting:
        part, place = waiting.pop()
        if isinstance(part, _Twice):
            return _shown((*place, part.key))
        inner = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
        waiting += reversed([(each, (*place, str(name))) for name, each in inner])
    return _shown((found[0].key,))  # within a value that another one of its key has replaced


def _shown(place: tuple[str, ...]) -> str:
    """A place as a refusal shows it."""
    text = ascii(".".join(place))[1:-1] or "the empty key"
    return text if len(text) <= LONGEST_PLACE else f"{text[:LONGEST_PLACE]}..."
