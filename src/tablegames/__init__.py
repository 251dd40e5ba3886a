"""The open, exact, cited engine for regulated casino table games.

What this module names is the public API, under semantic versioning: it changes incompatibly only with the first number of
the version.  Everything else may change at any time.
"""

from tablegames import endings as endings
from tablegames.asks.rulings import SeatRequest, compare_hands, parse_bets, parse_seat, rank_hand, settle_table
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.cards import Card, Deal, Hand, Rank, Suit, format_cards, parse_cards
from tablegames.core.law import Law, Paragraph, Reading, Refused, Source
from tablegames.core.money import Odds, Paytable, Rounding
from tablegames.core.ranking import Comparison, Ranking
from tablegames.core.wagers import Ledger, LedgerLine, TableLedger
from tablegames.games import GAMES, game_named

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "Card",
    "Comparison",
    "Deal",
    "Game",
    "Hand",
    "Law",
    "Ledger",
    "LedgerLine",
    "Odds",
    "Paragraph",
    "Paytable",
    "Rank",
    "Ranking",
    "Reading",
    "Refused",
    "Rounding",
    "Rules",
    "SeatRequest",
    "Source",
    "Suit",
    "TableLedger",
    "compare_hands",
    "format_cards",
    "game_named",
    "parse_bets",
    "parse_cards",
    "parse_seat",
    "rank_hand",
    "settle_table",
]
