"""High Card Flush, put together: its deal, its law and what counts for it."""

from __future__ import annotations

from functools import partial
from math import comb

from tablegames.contract.charts import ChartKind, GridChart, Solved
from tablegames.contract.deal import Dealer, Decide, Own
from tablegames.contract.game import FactParts, Game
from tablegames.contract.solver import Solver
from tablegames.contract.strategy import Strategy
from tablegames.contract.texts import load_texts
from tablegames.core.cards import STANDARD_DECK
from tablegames.games.high_card_flush.facts import CODES, FACTS, Facts
from tablegames.games.high_card_flush.plans import PLAYS
from tablegames.games.high_card_flush.rules import (
    FORMS,
    LAW,
    LINES,
    RAISES,
    WAGERS,
    choices,
    compare,
    facts_of,
    possible,
    rank,
    settle,
)  # fmt: skip


def solver() -> Solver[Facts]:
    """The game's own solver, loaded when something is counted."""
    from tablegames.games.high_card_flush import solver as module

    return module


def strategy() -> Strategy[Facts]:
    """How the game is played, loaded when it is asked for."""
    from tablegames.games.high_card_flush.strategy import STRATEGY

    return STRATEGY


def raise_value(solved: Solved[Facts]) -> GridChart:
    """The grids of flushes, made by code that is loaded when it is asked for."""
    from tablegames.games.high_card_flush.charts import raise_value as make

    return make(solved)


CHARTS = (ChartKind("raise-value", "what raising gains, by the flush that plays", raise_value),)
GAME = Game[Facts](
    id="high-card-flush", name="High Card Flush", law=LAW, deck=STANDARD_DECK, deal=(Own(7), Dealer(7), Decide("flush")), rankable=((7, 0),),
    most_seats=6, seating="678a-T1", dealing="678a-T1", betting="678a-T2", deciding="678a-T3",
    wagers=WAGERS, forms=FORMS, lines=LINES, raises=RAISES, meters=("progressive",),
    facts=FACTS, codes=CODES, parts=FactParts(by_choice=("raise_multiple",), by_dealer=("outcome",)), most_payoff=2**60 // comb(45, 7),
    rank=rank, compare=compare, choices=choices, facts_of=facts_of, settle=settle, possible=possible,
    charts=CHARTS, plays=PLAYS, load_solver=solver, load_strategy=strategy, texts=partial(load_texts, __package__),
)  # fmt: skip
