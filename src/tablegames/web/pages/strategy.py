"""Strategy: where a seat stands in, the exact value of each action out; the best play as a grid of hands, or in words."""

from __future__ import annotations

import secrets
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse, Response

from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.cards import Hand
from tablegames.web.asked import Typed
from tablegames.web.house import base_rules
from tablegames.web.jobs import Job
from tablegames.web.pages.games import game_of_page
from tablegames.web.pages.judge import AIM, placed, without_buttons
from tablegames.web.play_work import BestPlay
from tablegames.web.playing import held
from tablegames.web.rendering import render
from tablegames.web.spot import Spot
from tablegames.web.state import state_of
from tablegames.web.work import Advice

router = APIRouter(prefix="/strategy", include_in_schema=False)
OfGame = Annotated[Game, Depends(game_of_page)]
PATIENCE, GLANCE, LONGER = 2.0, 0.5, 20.0
"""Seconds that a page waits for the values and for the best play before it comes without them, and a request for them alone."""


@router.get("/{game}")
async def page(request: Request, game: OfGame, asked: Typed) -> Response:
    """The seat's cards and the value of each action; an address of a button leads to the address of what it makes."""
    query = dict(asked)
    spot = Spot.of(game, without_buttons(asked))
    if leads_to := placed(spot, query):
        return RedirectResponse(leads_to, status_code=303)
    rules, refused, faults = _rules(request, spot)
    advice = _advice(request, spot, rules, faults)
    play = None if refused else _play(request, spot, rules)
    if advice:
        await advice.wait(PATIENCE)
    if play:
        await play.wait(GLANCE if advice else PATIENCE)
    context = {
        "page": "strategy", "game": game, "table": spot, "active": spot.next_place(query.get(AIM, "")), "faults": faults,
        "refused": refused, "advice": advice, "marked": _marked(spot, rules, advice), "play": play,
        "submissions": state_of(request).store.saved(),
    }  # fmt: skip
    return render(request, "strategy.html", context, status=422 if refused else 200)


@router.get("/{game}/values")
async def values(request: Request, game: OfGame, asked: Typed) -> Response:
    """The values alone, for cards that change; their link becomes the page's address."""
    spot = Spot.of(game, without_buttons(asked))
    rules, refused, faults = _rules(request, spot)
    advice = _advice(request, spot, rules, faults)
    if advice:
        await advice.wait(LONGER)
    context = {
        "game": game, "table": spot, "advice": advice, "marked": _marked(spot, rules, advice), "faults": faults,
        "refused": refused,
    }  # fmt: skip
    answer = render(request, "values.html", context)
    answer.headers["hx-replace-url"] = spot.link()
    return answer


@router.get("/{game}/play")
async def play(request: Request, game: OfGame, asked: Typed) -> Response:
    """The best play alone, for a page that came without it."""
    spot = Spot.of(game, without_buttons(asked))
    rules, refused, _ = _rules(request, spot)
    found = None if refused else _play(request, spot, rules)
    if found:
        await found.wait(LONGER)
    return render(request, "best_play.html", {"game": game, "table": spot, "play": found, "refused": refused})


@router.get("/{game}/deal")
def deal(game: OfGame, asked: Typed) -> Response:
    """The cards that are needed next, from a shuffled deck."""
    spot = Spot.of(game, without_buttons(asked))
    deck = list(game.deck.cards)
    secrets.SystemRandom().shuffle(deck)
    return RedirectResponse(spot.dealt(tuple(deck)).link(), status_code=303)


def _rules(request: Request, spot: Spot) -> tuple[Rules, list[str], dict[str, str]]:
    """The rules in force, why they are not what was asked for, and what is wrong with a field."""
    base, faults = base_rules(request, spot.game, spot.fields.get("submission", ""))
    rules, wrong = spot.chosen(base)
    refused = faults | wrong
    return rules, list(refused.values()), refused | spot.read[1]


def _advice(request: Request, spot: Spot, rules: Rules, faults: dict[str, str]) -> Job | None:
    """The job of the values; none while cards are missing or cannot be read."""
    if faults or spot.missing:
        return None
    return state_of(request).quick.share(Advice(spot.game.id, rules, spot.situation, {}, {}))


def _marked(spot: Spot, rules: Rules, advice: Job | None) -> Hand:
    """The cards that are marked beside the values: those that make the hand; the seat's own where a board lies, or where all are set."""
    hand = spot.situation.hand
    return held(spot.game, rules, hand, ())[1] if advice and not (spot.game.board_cards or spot.game.setting) else hand


def _play(request: Request, spot: Spot, rules: Rules) -> Job:
    """The job of the best play."""
    return state_of(request).quick.share(BestPlay(spot.game.id, rules))
