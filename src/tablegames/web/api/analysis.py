"""Exact figures over HTTP: analyze, advise and strategy, which are answered at once or go on as a job."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.responses import Response

from tablegames.analysis.pricing import check_combination, check_given, check_meters
from tablegames.asks.rulings import read_cards
from tablegames.contract.choices import View
from tablegames.web import work
from tablegames.web.api import examples
from tablegames.web.api.answers import LATER, worked
from tablegames.web.api.asks import AdviseAsk, AnalyzeAsk, StrategyAsk, amounts, rules_for
from tablegames.web.api.books import OfGame

router = APIRouter(prefix="/games/{game}", tags=["figures"], responses=LATER)


@router.post("/analyze")
async def analyze(request: Request, game: OfGame, ask: Annotated[AnalyzeAsk, examples.asked("analyze")]) -> Response:
    """The exact house edge, the best play's figures, and every wager's return table, for any paytable.

    Answered with a job where it takes longer than `Prefer: wait=N` seconds, 10 by default; `Prefer: respond-async` asks for the job.
    """
    rules = await rules_for(request, game, ask)
    bets, meters = amounts(ask.bets, "bet", game), amounts(ask.meters, "meter", game)
    check_combination(game, rules, bets)
    check_given(game, rules, meters)
    seeds = {wager: plan.seed for wager, plan in rules.meter_plans.items()}
    check_meters(game, rules, {**seeds, **meters})
    return await worked(request, work.Analysis(game.id, rules, meters, bets))


@router.post("/advise")
async def advise(request: Request, game: OfGame, ask: Annotated[AdviseAsk, examples.asked("advise")]) -> Response:
    """The exact expected value of every action in a situation, whatever other cards are known."""
    rules = await rules_for(request, game, ask)
    texts = (ask.hand, "hand"), (ask.board, "board"), (ask.dead, "dead")
    situation = View(*(read_cards(game, text, place) for text, place in texts))
    bets, meters = amounts(ask.bets, "bet", game), amounts(ask.meters, "meter", game)
    return await worked(request, work.Advice(game.id, rules, situation, meters, bets))


@router.post("/strategy")
async def strategy(request: Request, game: OfGame, ask: Annotated[StrategyAsk, examples.asked("strategy")]) -> Response:
    """The best play in a form that people use, or the exact price of a simpler one."""
    return await worked(request, work.Strategy(game.id, await rules_for(request, game, ask), ask.plan))
