"""Tables that show the law: for each paragraph, trade rule and reading one that opens in Judge."""

from __future__ import annotations

from urllib.parse import quote

from tablegames.contract.game import Game
from tablegames.contract.rules import CHIP
from tablegames.core.law import Reading


def example(game: Game, cite: str, choice: str = "") -> str:
    """The address of an example, for a reading under one of its choices; empty where there is none."""
    query = game.texts().examples.get(cite)
    if query is None:
        return ""
    reading = game.law.readings.get(cite)
    chosen = f"&reading.{cite}={quote(choice)}" if reading and choice and choice != reading.default else ""
    return f"/judge/{game.id}?{query}{chosen}"


def shown_choices(reading: Reading) -> tuple[str, ...]:
    """The choices of a reading that an example can show: a chip needs a Rules Submission."""
    return tuple(choice for choice in reading.choices if choice != CHIP)
