"""The default rules of each game, made once: rules are never changed, and every request begins with them."""

from __future__ import annotations

from functools import cache

from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.games import game_named


def default_rules(game: Game) -> Rules:
    """The default paytables and readings of a game."""
    return _of(game.id)


@cache
def _of(game_id: str) -> Rules:
    """The same by the game's id, by which it can be remembered."""
    return game_named(game_id).default_rules()
