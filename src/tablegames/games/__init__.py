"""The games: one folder a game, and the one list of them."""

from __future__ import annotations

from tablegames.contract.game import Game
from tablegames.core.law import Refused
from tablegames.games.heads_up_holdem.game import GAME as HEADS_UP_HOLDEM
from tablegames.games.high_card_flush.game import GAME as HIGH_CARD_FLUSH
from tablegames.games.saigon_5_card.game import GAME as SAIGON_5_CARD
from tablegames.games.ultimate_texas_holdem.game import GAME as ULTIMATE_TEXAS_HOLDEM

GAMES = (SAIGON_5_CARD, HIGH_CARD_FLUSH, HEADS_UP_HOLDEM, ULTIMATE_TEXAS_HOLDEM)


def game_named(game_id: str) -> Game:
    """The game of an id, such as ``high-card-flush``; an unknown one is refused.

    >>> game_named("saigon-5-card").name
    'Saigon 5 Card'
    """
    for game in GAMES:
        if game.id == game_id:
            return game
    raise Refused(f"no game {game_id!a}; the games are {', '.join(game.id for game in GAMES)}")
