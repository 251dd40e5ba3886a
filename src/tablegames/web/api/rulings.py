"""Rulings over HTTP: rank, compare and settle.  A ruling takes less than handing it to another thread and back may take."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from tablegames.asks.rulings import compare_hands, paid_and_owed, rank_hand, settle_table
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.law import Refused
from tablegames.report import json_form
from tablegames.web.api import examples
from tablegames.web.api.asks import CompareAsk, RankAsk, SettleAsk, amounts, rules_for, seat_of
from tablegames.web.api.books import OfGame

router = APIRouter(prefix="/games/{game}", tags=["rulings"])


def _rank(game: Game, rules: Rules, ask: RankAsk) -> dict[str, Any]:
    """A hand's ranking."""
    return json_form.rank_json(rank_hand(game, rules, ask.hand, ask.board))


def _compare(game: Game, rules: Rules, ask: CompareAsk) -> dict[str, Any]:
    """Which of two hands is higher."""
    return json_form.compare_json(compare_hands(game, rules, ask.first, ask.second, ask.board))


def _settle(game: Game, rules: Rules, ask: SettleAsk) -> dict[str, Any]:
    """Every wager of a seat or a table, and what was paid against what is owed."""
    if ask.seats is not None and (ask.player or ask.bets or ask.fold):
        raise Refused("seats hold the cards, the bets and the fold: leave out player, bets and fold")
    seats = [seat_of(ask, game)] if ask.seats is None else [seat_of(seat, game) for seat in ask.seats]
    paid = amounts(ask.paid, "paid", game)
    if paid and len(seats) > 1:
        raise Refused("paid checks one seat: settle the seats one at a time")
    ruling = settle_table(
        game, rules, seats, dealer=ask.dealer, board=ask.board, meters=amounts(ask.meters, "meter", game),
        one_seat=ask.seats is None,
    )  # fmt: skip
    checked = {"paid": paid_and_owed(ruling.seats[0].ledger, paid)} if paid else {}
    return json_form.settle_json(ruling) | checked


@router.post("/rank", responses=examples.answered("rank", RankAsk, _rank))
async def rank(request: Request, game: OfGame, ask: Annotated[RankAsk, examples.asked("rank")]) -> JSONResponse:
    """Rank a hand: its category, the cards that make it, and the paragraphs that say so."""
    return JSONResponse(_rank(game, await rules_for(request, game, ask), ask))


@router.post("/compare", responses=examples.answered("compare", CompareAsk, _compare))
async def compare(
    request: Request, game: OfGame, ask: Annotated[CompareAsk, examples.asked("compare")]
) -> JSONResponse:
    """Compare two hands: who is higher, by which paragraph, and the card that decides."""
    return JSONResponse(_compare(game, await rules_for(request, game, ask), ask))


@router.post("/settle", responses=examples.answered("settle", SettleAsk, _settle))
async def settle(request: Request, game: OfGame, ask: Annotated[SettleAsk, examples.asked("settle")]) -> JSONResponse:
    """Settle every wager of a seat or a table, exactly, each line with what it rests on."""
    return JSONResponse(_settle(game, await rules_for(request, game, ask), ask))
