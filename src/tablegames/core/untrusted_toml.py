"""TOML from outside, read within bounds: the parser's time and memory grow with the square of a dotted key's length."""

from __future__ import annotations

import tomllib
from typing import Any

from tablegames.core.law import Refused

MOST_DOTS = 100
"""Dots and brackets of one line; no key or heading goes over a line's end."""
WHOLE_NUMBERS = range(-(2**63), 2**63)
"""The whole numbers that TOML asks a reader to take."""


def read_toml(text: str) -> dict[str, Any]:
    """The tables of a TOML text; refused in one sentence where it is none, or has longer keys or numbers than anyone writes."""
    for number, line in enumerate(text.split("\n"), start=1):
        count = line.count(".") + line.count("[")
        if count > MOST_DOTS and not line.lstrip().startswith("#"):
            raise Refused(f"line {number} has {count} dots and brackets; a line has at most {MOST_DOTS}")
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise Refused("nested too deeply") from None
    except ValueError as error:
        raise Refused(f"not TOML: {error}") from None
    _check_numbers(data)
    return data


def _check_numbers(data: dict[str, Any]) -> None:
    """Refuse a whole number of more than 64 bits: Python takes any, and then cannot print it."""
    waiting: list[Any] = [data]
    while waiting:
        match waiting.pop():
            case dict() as table:
                waiting += table.values()
            case list() as array:
                waiting += array
            case int() as number if number not in WHOLE_NUMBERS:
                raise Refused("a whole number lies within 64 bits")
