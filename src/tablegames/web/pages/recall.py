"""What was played: the last rounds step by step, their proof, their record, and what the coach says of their decisions."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response

from tablegames.contract.game import Game
from tablegames.report.round_text import event_lines
from tablegames.rounds.round import Round
from tablegames.rounds.views import player_view
from tablegames.web.coaching import advised, stand_of, stands_of
from tablegames.web.pages.games import game_of_page
from tablegames.web.pages.player import Kept, player_here
from tablegames.web.playing import chart_of, places_of, playing_of
from tablegames.web.problems import Problem
from tablegames.web.rendering import render
from tablegames.web.state import state_of
from tablegames.web.store.play import MOST_ROUNDS

router = APIRouter(prefix="/{game}/{session}")
OfGame = Annotated[Game, Depends(game_of_page)]
Number = Annotated[int, Path(ge=1, le=MOST_ROUNDS)]
RECALLED = 10


@router.get("/rounds")
def rounds(request: Request, game: OfGame, session: Kept, verify: Literal["", "yes"] = "") -> Response:
    """The last ten rounds, the bankroll after each, and where it is asked for whether the record holds."""
    play, player = state_of(request).store.play, player_here(request)
    history = play.history(player, session)
    context = {
        "page": "play", "game": game, "session": session, "history": history[: -RECALLED - 1 : -1], "chart": chart_of(history),
        "played": len(history), "verdict": play.verify(player, session) if verify else None,
    }  # fmt: skip
    return render(request, "rounds.html", context)


@router.get("/rounds/{number}")
def step(
    request: Request, game: OfGame, session: Kept, number: Number, at: Annotated[int, Query(ge=0)] = 0
) -> Response:
    """One round that is over, event by event: what had happened up to a step, every card open."""
    play, player = state_of(request).store.play, player_here(request)
    recorded = play.recalled(player, session, number)
    last = len(recorded.events) - 1
    if at > last:
        raise Problem(404, f"round {number} has {last + 1} steps, 0 to {last}: there is no step {at}")
    state = recorded.states[at]
    dealer, seats = places_of(game, state.rules, _open(state), _nets(state))
    lines = [
        "\n".join(line.strip() for line in event_lines(game, event, after))
        for event, after in zip(recorded.events[: at + 1], recorded.states, strict=False)
    ]
    context = {
        "page": "play", "game": game, "session": session, "number": number, "at": at, "last": last, "lines": lines,
        "dealer": dealer, "seats": seats, "board": state.board, "playing": playing_of(seats),
    }  # fmt: skip
    return render(request, "steps.html", context)


@router.get("/record.jsonl")
def record(request: Request, game: OfGame, session: Kept) -> Response:
    """The record of the rounds that are over, as ``tablegames round verify`` reads it."""
    content = state_of(request).store.play.transcript(player_here(request), session)
    named = {"content-disposition": f'attachment; filename="{game.id}-{session}.jsonl"'}
    return Response(content, media_type="application/jsonl", headers=named)


@router.get("/coach")
async def coach(request: Request, game: OfGame, session: Kept, after: int | None = None) -> Response:
    """What each action is worth where the seat stands whose turn it is; with ``after``, of the table as it stood after so many events."""
    state, player = state_of(request), player_here(request)
    seen = await run_in_threadpool(state.store.play.seen, player, session)
    shown = seen["round"]
    moved = after not in (None, seen["events"])
    if seen["game"] != game.id or not shown or "turn" not in shown or moved:
        raise Problem(409, "that decision has been taken already, or no seat has to decide now: go back to the table")
    rules = await run_in_threadpool(state.store.play.rules, player, session)
    found = await advised(state.quick, game.id, rules, [stand_of(shown)])
    return _advice(request, game, session, found, f"/play/{game.id}/{session}/coach")


@router.get("/rounds/{number}/coach")
async def review(request: Request, game: OfGame, session: Kept, number: Number) -> Response:
    """What each decision of a round that is over was worth, as the player knew the table when he took it."""
    state, player = state_of(request), player_here(request)
    recorded = await run_in_threadpool(state.store.play.recalled, player, session, number)
    found = await advised(state.quick, game.id, recorded.states[-1].rules, stands_of(recorded))
    return _advice(request, game, session, found, f"/play/{game.id}/{session}/rounds/{number}/coach")


def _advice(request: Request, game: Game, session: str, found: list[Any], again: str) -> Response:
    """What the coach says: alone where a page asks for it, as a page of its own where a reader does."""
    template = "advice.html" if "hx-request" in request.headers else "advice_page.html"
    context = {"page": "play", "game": game, "session": session, "advised": found, "again": again}
    return render(request, template, context)


def _open(state: Round) -> dict[str, Any]:
    """A round with every card open."""
    views = [player_view(state, seat.number)["seats"][at] for at, seat in enumerate(state.seats)]
    return {"board": list(map(str, state.board)), "dealer": {"cards": list(map(str, state.dealer))}, "seats": views}


def _nets(state: Round) -> dict[int, int]:
    """The net of each seat once it is settled."""
    if state.ledger is None:
        return {}
    return {seat.number: ledger.net for seat, ledger in zip(state.seats, state.ledger.seats, strict=True)}
