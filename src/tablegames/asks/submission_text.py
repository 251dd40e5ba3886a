"""A Rules Submission written as TOML, from the very values that reading it gives: text, whole numbers, dates, and tables of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_INLINE = ("rows", "rounding")
"""Tables that are written in one line; those of ``_INLINE_IN`` are too, each for itself."""
_INLINE_IN = ("wagers", "meters")


def submission_toml(content: Mapping[str, Any]) -> str:
    """The TOML of a submission's content; :mod:`tomllib` reads the same content back.

    >>> print(submission_toml({"property": "Ex", "games": {"high-card-flush": {"seats": 5, "paytables": {"flush-bonus": "B"}}}}))
    property = "Ex"
    <BLANKLINE>
    [games.high-card-flush]
    seats = 5
    paytables.flush-bonus = "B"
    <BLANKLINE>
    """
    lines = [f"{_key(key)} = {_value(value)}" for key, value in content.items() if not isinstance(value, Mapping)]
    for game, selection in content.get("games", {}).items():
        at = f"games.{_key(game)}"
        lines += ["", f"[{at}]", *_selection(selection)]
        for slot, table in _own_tables(selection).items():
            lines += ["", f"[{at}.paytables.{_key(slot)}]"]
            lines += [f"{_key(key)} = {_value(value)}" for key, value in table.items()]
    return "\n".join([*lines, ""])


def _own_tables(selection: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The house's own paytables of a selection, which come last, each under its own heading."""
    return {slot: table for slot, table in selection.get("paytables", {}).items() if isinstance(table, Mapping)}


def _selection(selection: Mapping[str, Any]) -> Iterator[str]:
    """A game's selection, one line for each choice; own paytables are left out."""
    for key, value in selection.items():
        if not isinstance(value, Mapping) or key in _INLINE:
            yield f"{_key(key)} = {_value(value)}"
            continue
        for name, choice in value.items():
            if key in _INLINE_IN or not isinstance(choice, Mapping):
                yield f"{_key(key)}.{_key(name)} = {_value(choice)}"


def _key(name: str) -> str:
    """A key, quoted where TOML asks for it."""
    return name if _BARE.fullmatch(name) else _text(name)


def _text(text: str) -> str:
    """A string; what JSON escapes TOML escapes alike, and a control character that JSON leaves is written by its number."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    """A value in one line."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return _text(value)
        case int():
            return str(value)
        case date():
            return value.isoformat()
        case Mapping():
            return (
                "{ " + ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items()) + " }"
                if value
                else "{}"
            )
    raise TypeError(f"no TOML form for {type(value).__name__}")
