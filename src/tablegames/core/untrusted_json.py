"""JSON from outside, read so that nothing in it is lost: a key that stands twice in one object is refused, with its place."""

from __future__ import annotations

import json
from json import JSONDecoder
from typing import Any

from tablegames.core.law import Refused

Pairs = list[tuple[str, Any]]


class _Doubled(Exception):
    """A key stands twice in an object."""


class _Object(list[tuple[str, Any]]):
    """An object as it is written: every key with its value, also one that stands twice."""


def _object_of(pairs: Pairs) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _Doubled
    return found


_AS_NUMBERS = JSONDecoder(object_pairs_hook=_object_of)
_AS_WRITTEN = JSONDecoder(object_pairs_hook=_object_of, parse_float=str, parse_int=str, parse_constant=str)


def read_json(text: str | bytes, *, written_numbers: bool = False) -> Any:
    """The value of a JSON text; with ``written_numbers`` every number as it is written.

    Raises ValueError where it is no JSON, and :class:`~tablegames.core.law.Refused` where a key stands twice, or it is nested too deeply.

    >>> read_json('{"bets": {"ante": "10", "ante": "20"}}')
    Traceback (most recent call last):
    tablegames.core.law.Refused: bets.ante is given twice: give it once
    """
    if isinstance(text, bytes):
        text = text.decode(json.detect_encoding(text), "surrogatepass")
    try:
        return (_AS_WRITTEN if written_numbers else _AS_NUMBERS).decode(text)
    except _Doubled:
        raise Refused(f"{_place(text)} is given twice: give it once") from None
    except RecursionError:
        raise Refused("not JSON that can be read: nested too deeply") from None


def _place(text: str) -> str:
    """Where the first key that stands twice is: the names on the way to it, those in lists counted from 0."""
    waiting: list[tuple[Any, tuple[str, ...]]] = [(JSONDecoder(object_pairs_hook=_Object).decode(text), ())]
    while waiting:
        part, place = waiting.pop()
        seen: set[str] = set()
        inner = part if isinstance(part, _Object) else [(str(at), each) for at, each in enumerate(part)]
        for name, _ in inner:
            if name in seen:
                return _shown((*place, name))
            seen.add(name)
        waiting += [(each, (*place, name)) for name, each in reversed(inner) if isinstance(each, list)]
    raise AssertionError("no key stands twice")


def _shown(place: tuple[str, ...]) -> str:
    """A place as a refusal shows it."""
    return ascii(".".join(place))[1:-1] or "the empty key"
