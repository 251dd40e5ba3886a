"""What is said of one game in words: its rack card, what dealers are asked of a hand, and examples for the pages and the API.

A game folder may hold a ``texts.toml``.  A :class:`Texts` is that file; what it lacks is said in plain general words.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any


@dataclass(frozen=True, slots=True)
class Instruction:
    """One step of how the game is played, in our words, and what it rests on.

    It is left out where none of its ``wagers`` is offered (with none named it stands always), and where a reading in ``when`` is
    chosen otherwise.  In ``says``, {optional} are the wagers beside the required ones that are offered, {raises} the raises in force.
    """

    says: str
    cites: tuple[str, ...]
    wagers: tuple[str, ...] = ()
    when: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Part:
    """A field of a hand's evaluation, as a dealer is asked for it.

    ``cites`` is what an answer rests on that brings no paragraphs along.  The field is asked only where one of its ``wagers`` is offered;
    with none named, always.  Without a text, a field with the name of a wager is that wager's, and rests on what its paytable does.
    """

    cites: tuple[str, ...] = ()
    wagers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Texts:
    """One game's ``texts.toml``; empty without one.

    ``steps`` are of the rack card.  ``parts`` are what is asked of a hand, by field.  ``examples`` are tables that show the law: by
    paragraph, trade rule or reading the fields of Judge's address, as the page's own links have them.  ``requests`` are bodies by what is
    asked of the API, each an example in its description.
    """

    steps: tuple[Instruction, ...] = ()
    parts: Mapping[str, Part] = field(default_factory=dict)
    examples: Mapping[str, str] = field(default_factory=dict)
    requests: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


@cache
def load_texts(package: str, name: str = "texts.toml") -> Texts:
    """The texts of a game folder, from its ``texts.toml``; the file is ours, so a fault in it is a programming error."""
    with resources.files(package).joinpath(name).open("rb") as file:
        data = tomllib.load(file)
    lists = {"cites", "wagers"}

    def typed(entry: Mapping[str, Any]) -> dict[str, Any]:
        """An entry with its lists made tuples."""
        return {key: tuple(value) if key in lists else value for key, value in entry.items()}

    steps = tuple(Instruction(**typed(entry)) for entry in data.pop("step", ()))
    parts = {name: Part(**typed(entry)) for name, entry in data.pop("part", {}).items()}
    return Texts(steps, parts, data.pop("examples", {}), data.pop("requests", {}), **data)
