"""What the tests of reported cases share: the games, and questions to them in short."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablegames.asks.rulings import SeatRequest, compare_hands, rank_hand, settle_table
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.money import parse_amount
from tablegames.core.ranking import Comparison
from tablegames.core.wagers import LedgerLine
from tablegames.games import game_named

HOLDEM = game_named("heads-up-holdem")
FLUSH = game_named("high-card-flush")
SAIGON = game_named("saigon-5-card")
ULTIMATE = game_named("ultimate-texas-holdem")


def with_choices(game: Game, tables: Mapping[str, str] | None = None, **readings: str) -> Rules:
    """A game's rules with paytables and readings chosen, these as ``r678a_R1="ace-low"``."""
    chosen = {name.removeprefix("r").replace("_", "-"): choice for name, choice in readings.items()}
    return game.with_choices(game.default_rules(), paytables=tables or {}, readings=chosen)


def ranked(game: Game, hand: str, board: str = "", rules: Rules | None = None) -> Any:
    """A game's evaluation of a hand."""
    return rank_hand(game, rules or game.default_rules(), hand, board).evaluation


def compared(game: Game, first: str, second: str, board: str = "") -> Comparison:
    """Two hands compared by the default rules."""
    return compare_hands(game, game.default_rules(), first, second, board).comparison


def cents(**bets: str) -> dict[str, int]:
    """Bets in cents from ``ante="10"``; an underscore stands for a hyphen."""
    return {wager.replace("_", "-"): parse_amount(amount) for wager, amount in bets.items()}


def settled(
    game: Game, player: str, dealer: str, bets: Mapping[str, int], *, board: str = "", rules: Rules | None = None
) -> dict[str, LedgerLine]:
    """The lines of one seat that does not fold."""
    seat = SeatRequest(player, bets)
    ruling = settle_table(game, rules or game.default_rules(), [seat], dealer=dealer, board=board)
    return {line.wager: line for line in ruling.seats[0].ledger.lines}
