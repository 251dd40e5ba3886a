"""Tables that show the law: for each paragraph, trade rule and reading one that opens in Judge."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from urllib.parse import quote

from tablegames.contract.game import Game
from tablegames.contract.rules import CHIP
from tablegames.core.law import Reading


@cache
def examples(game: str) -> Mapping[str, str]:
    """The examples of a game by what they show, each the query of Judge's address; none for a game that has none."""
    with resources.files("tablegames.web").joinpath("examples.toml").open("rb") as file:
        found: Mapping[str, str] = tomllib.load(file).get(game, {})
    return found


def example(game: Game, cite: str, choice: str = "") -> str:
    """The address of an example, for a reading under one of its choices; empty where there is none."""
    query = examples(game.id).get(cite)
    if query is None:
        return ""
    reading = game.law.readings.get(cite)
    chosen = f"&reading.{cite}={quote(choice)}" if reading and choice and choice != reading.default else ""
    return f"/judge/{game.id}?{query}{chosen}"


def shown_choices(reading: Reading) -> tuple[str, ...]:
    """The choices of a reading that an example can show: a chip needs a Rules Submission."""
    return tuple(choice for choice in reading.choices if choice != CHIP)
