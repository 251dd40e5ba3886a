"""Ultimate Texas Hold 'Em, put together: its deal, its law and what counts for it."""

from __future__ import annotations

from functools import partial

from tablegames.contract.charts import ChartKind, GridChart, Solved
from tablegames.contract.game import Game
from tablegames.contract.solver import Solver
from tablegames.contract.strategy import Strategy
from tablegames.contract.texts import load_texts
from tablegames.core.cards import STANDARD_DECK
from tablegames.games.ultimate_texas_holdem.facts import CODES, FACTS, Facts
from tablegames.games.ultimate_texas_holdem.rules import FORMS, LAW, ROUND, WAGERS, compare, facts_of, rank, settle
from tablegames.shapes.holdem.plans import SIMPLE_PLAY, plays
from tablegames.shapes.holdem.rules import DEAL, MOST_PAYOFF, PARTS, PREFLOP, RANKABLE

NAME = "Ultimate Texas Hold 'Em"
PLAYS = plays({PREFLOP: "33+, A2+, K2s+, K5o+, Q6s+, Q8o+, J8s+, JTo", **SIMPLE_PLAY})


def solver() -> Solver[Facts]:
    """The shape's solver, loaded when something is counted."""
    from tablegames.shapes.holdem.solver import HoldemSolver

    return HoldemSolver(ROUND)


def strategy() -> Strategy[Facts]:
    """How the game is played, loaded when it is asked for."""
    from tablegames.shapes.holdem.strategy import HoldemStrategy

    return HoldemStrategy(ROUND, PLAYS, NAME)


def preflop_gain(solved: Solved[Facts]) -> GridChart:
    """The grid of starting hands, made by code that is loaded when it is asked for."""
    from tablegames.shapes.holdem.charts import preflop_gain as make

    return make(ROUND, solved)


CHARTS = (ChartKind("preflop-gain", "what raising each starting hand before the flop gains", preflop_gain),)
GAME = Game[Facts](
    id="ultimate-texas-holdem", name=NAME, law=LAW, deck=STANDARD_DECK, deal=DEAL, rankable=RANKABLE,
    most_seats=22, usual_seats=6, seating="653a-T10", dealing="653a-T1", betting="653a-T2", deciding="653a-T3",
    wagers=WAGERS, forms=FORMS, lines=ROUND.lines, raises=ROUND.raises_allowed, facts=FACTS, codes=CODES, parts=PARTS, most_payoff=MOST_PAYOFF,
    rank=rank, compare=compare, choices=ROUND.choices, facts_of=facts_of, settle=settle, possible=ROUND.possible,
    charts=CHARTS, plays=PLAYS, load_solver=solver, load_strategy=strategy, texts=partial(load_texts, __package__),
)  # fmt: skip
