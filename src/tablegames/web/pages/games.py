"""The game that a page is about."""

from __future__ import annotations

from tablegames.contract.game import Game
from tablegames.core.law import Refused
from tablegames.games import game_named
from tablegames.web.problems import of_refusal


async def game_of_page(game: str) -> Game:
    """The game that an address names; of an unknown one there is no page."""
    try:
        return game_named(game)
    except Refused as refused:
        raise of_refusal(refused, 404) from None
