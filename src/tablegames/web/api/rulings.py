"""Rulings over HTTP: rank, compare and settle.  A ruling takes less than handing it to another thread and back may take."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from tablegames.asks.rulings import compare_hands, paid_and_owed, rank_hand, settle_table
from tablegames.core.law import Refused
from tablegames.report import json_form
from tablegames.web.api import examples
from tablegames.web.api.asks import CompareAsk, RankAsk, SettleAsk, amounts, rules_for, seat_of
from tablegames.web.api.books import OfGame

router = APIRouter(prefix="/games/{game}", tags=["rulings"])


@router.post("/rank", responses=examples.answer(examples.rank_answer()))
async def rank(
    request: Request, game: OfGame, ask: Annotated[RankAsk, examples.asked("high-card-flush", examples.RANK)]
) -> JSONResponse:
    """Rank a hand: its category, the cards that make it, and the paragraphs that say so."""
    rules = await rules_for(request, game, ask)
    return JSONResponse(json_form.rank_json(rank_hand(game, rules, ask.hand, ask.board)))


@router.post("/compare", responses=examples.answer(examples.compare_answer()))
async def compare(
    request: Request, game: OfGame, ask: Annotated[CompareAsk, examples.asked("high-card-flush", examples.COMPARE)]
) -> JSONResponse:
    """Compare two hands: who is higher, by which paragraph, and the card that decides."""
    rules = await rules_for(request, game, ask)
    return JSONResponse(json_form.compare_json(compare_hands(game, rules, ask.first, ask.second, ask.board)))


@router.post("/settle", responses=examples.answer(examples.settle_answer()))
async def settle(
    request: Request, game: OfGame, ask: Annotated[SettleAsk, examples.asked("heads-up-holdem", examples.SETTLE)]
) -> JSONResponse:
    """Settle every wager of a seat or a table, exactly, each line with what it rests on."""
    rules = await rules_for(request, game, ask)
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
    return JSONResponse(json_form.settle_json(ruling) | checked)
