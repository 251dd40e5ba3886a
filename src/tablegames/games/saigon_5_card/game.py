"""Saigon 5 Card, put together: its deal, its law and what counts for it."""

from __future__ import annotations

from functools import partial
from math import comb

from tablegames.contract.charts import ChartKind, GridChart, Solved
from tablegames.contract.deal import Dealer, Decide, Own
from tablegames.contract.game import FactParts, Game, Setting
from tablegames.contract.solver import Solver
from tablegames.contract.strategy import Strategy
from tablegames.contract.texts import load_texts
from tablegames.core.cards import JOKER_DECK
from tablegames.games.saigon_5_card.facts import CODES, FACTS, Facts
from tablegames.games.saigon_5_card.plans import PLAYS
from tablegames.games.saigon_5_card.rules import (
    FORMS,
    LAW,
    LINES,
    WAGERS,
    as_set,
    choice_of,
    choices,
    compare,
    count_of,
    facts_of,
    possible,
    rank,
    settle,
)  # fmt: skip


def solver() -> Solver[Facts]:
    """The game's own solver, loaded when something is counted."""
    from tablegames.games.saigon_5_card import solver as module

    return module


def strategy() -> Strategy[Facts]:
    """How the game is played, loaded when it is asked for."""
    from tablegames.games.saigon_5_card.strategy import STRATEGY

    return STRATEGY


def point_counts(solved: Solved[Facts]) -> GridChart:
    """The table of counts, made by code that is loaded when it is asked for."""
    from tablegames.games.saigon_5_card.charts import point_counts as make

    return make(solved)


CHARTS = (ChartKind("point-counts", "the player's Point Count against the dealer's", point_counts),)
GAME = Game[Facts](
    id="saigon-5-card", name="Saigon 5 Card", law=LAW, deck=JOKER_DECK, deal=(Own(5), Dealer(5), Decide("setting")), rankable=((5, 0),),
    most_seats=9, dealing="680a-T1", betting="680a.1", deciding="680a-T1", closing="680a.9(b)", one_at_a_time="680a.9(c)",
    wagers=WAGERS, forms=FORMS, lines=LINES, setting=Setting((3, 2), "settings", "point_count", "Point Count", choice_of, count_of, as_set),
    facts=FACTS, codes=CODES, parts=FactParts(by_dealer=("dealer_count",), share=lambda facts: facts.player_count),
    most_payoff=2**62 // comb(48, 5),
    rank=rank, compare=compare, choices=choices, facts_of=facts_of, settle=settle, possible=possible,
    charts=CHARTS, plays=PLAYS, load_solver=solver, load_strategy=strategy, texts=partial(load_texts, __package__),
)  # fmt: skip
