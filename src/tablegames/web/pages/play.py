"""Play: a table for play money.  Every change is a form with a key, so that sending it twice does it once."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Annotated, Any, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse, Response

from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.law import Refused
from tablegames.core.money import parse_amount
from tablegames.rounds.round import Round
from tablegames.rounds.shuffle import commitment
from tablegames.training.deals import METER
from tablegames.web.drilling import rules_of
from tablegames.web.forms import posted
from tablegames.web.pages import recall
from tablegames.web.pages.games import game_of_page
from tablegames.web.pages.player import Kept, known, player_here, with_player
from tablegames.web.players import address_of
from tablegames.web.playing import (
    MOST_SEATS,
    asked_of,
    bet_fields,
    cards_of,
    chart_of,
    choices_of,
    places_of,
    playing_of,
    read_bets,
)
from tablegames.web.problems import Problem
from tablegames.web.rendering import render
from tablegames.web.state import state_of

router = APIRouter(prefix="/play", include_in_schema=False)
router.include_router(recall.router)
OfGame = Annotated[Game, Depends(game_of_page)]
Form = Annotated[dict[str, str], Depends(posted)]
LONGEST_ACTION = 200
COACHES = {"off": "no coach", "before": "before each choice", "after": "after each round"}
NOTICES = {
    "late": "That had been decided already: nothing was done twice. The table stands as you see it.",
    "dealt": "That round had begun already: nothing was done twice. The table stands as you see it.",
}


@router.get("/{game}")
def lobby(request: Request, game: OfGame) -> Response:
    """The player's tables of a game, and a new one."""
    return _lobby(request, game, {}, {})


@router.post("/{game}")
def open_table(request: Request, game: OfGame, form: Form) -> Response:
    """A new table."""
    store = state_of(request).store
    _coach(form)
    try:
        bankroll = parse_amount(form.get("bankroll", ""), what="bankroll")
        rules = rules_of(game, form.get("submission", ""), store)
        meters = {meter: METER for meter in game.meters if meter not in rules.meter_plans}
        seen = store.play.open(
            player_here(request),
            game,
            rules,
            key=form.get("key", ""),
            bankroll=bankroll,
            meters=meters,
            address=address_of(request),
        )
    except Refused as refused:
        return _lobby(request, game, form, {"bankroll": str(refused)})
    return RedirectResponse(_address(game, seen["session"], form), status_code=303)


@router.get("/{game}/{session}")
def table(
    request: Request,
    game: OfGame,
    session: Kept,
    seats: str = "",
    coach: str = "",
    said: Literal["", "late", "dealt"] = "",
) -> Response:
    """The table as it stands: the bets to be made, the seat that has to decide, or the round settled."""
    return _table(request, game, session, {"seats": seats, "coach": coach, "said": said}, {}, {})


@router.post("/{game}/{session}/bet")
def bet(request: Request, game: OfGame, session: Kept, form: Form) -> Response:
    """The bets of every seat; the round is dealt to the first decision."""
    play, player = state_of(request).store.play, player_here(request)
    rules = play.rules(player, session)
    bets, faults = read_bets(game, rules, form, seats_of(game, rules, form))
    if not faults:
        try:
            play.begin(player, session, bets, key=form.get("key", ""), commitment=form.get("commitment", ""))
        except Refused as refused:
            faults = {"s1.ante": str(refused)}
        except Problem as problem:
            if problem.status != 409:
                raise
            return RedirectResponse(_address(game, session, {**form, "said": "dealt"}), status_code=303)
    if faults:
        return _table(request, game, session, form, form, faults)
    return RedirectResponse(_address(game, session, form), status_code=303)


@router.post("/{game}/{session}/act")
def act(request: Request, game: OfGame, session: Kept, form: Form) -> Response:
    """A decision of the seat whose turn it is."""
    play, player = state_of(request).store.play, player_here(request)
    number, seat, after = (_number(form.get(name, "")) for name in ("round", "seat", "after"))
    try:
        play.act(
            player, session, number, seat, form.get("action", "")[:LONGEST_ACTION], key=form.get("key", ""), after=after
        )
    except Refused as refused:
        return _table(request, game, session, form, {}, {"action": str(refused)})
    except Problem as problem:
        if problem.status != 409:
            raise
        return RedirectResponse(_address(game, session, {**form, "said": "late"}), status_code=303)
    return RedirectResponse(_address(game, session, form), status_code=303)


@router.get("/{game}/{session}/bet")
@router.get("/{game}/{session}/act")
def back(game: OfGame, session: Kept) -> Response:
    """The address of a form, asked for without one: it leads to the table."""
    return RedirectResponse(_address(game, session, {}), status_code=303)


def _lobby(request: Request, game: Game, typed: Mapping[str, str], faults: Mapping[str, str]) -> Response:
    state, player = state_of(request), known(request)
    tables = [] if player[1] else state.store.play.sessions(player[0])
    context = {
        "page": "play", "game": game, "tables": [each for each in tables if each["game"] == game.id], "typed": typed,
        "faults": faults, "key": secrets.token_urlsafe(12), "submissions": state.store.saved(), "coaches": COACHES,
    }  # fmt: skip
    return with_player(request, render(request, "play.html", context, status=422 if faults else 200), player)


def _table(
    request: Request,
    game: Game,
    session: str,
    chosen: Mapping[str, str],
    typed: Mapping[str, str],
    faults: Mapping[str, str],
) -> Response:
    """The page of a table."""
    play, player = state_of(request).store.play, player_here(request)
    seen = play.seen(player, session)
    if seen["game"] != game.id:
        raise Problem(404, f"no session {session!a} of {game.name} is kept here")
    rules = play.rules(player, session)
    shown = seen["round"]
    over = shown is not None and shown["over"]
    settled: Round | None = play.recalled(player, session, shown["number"]).states[-1] if over else None
    ledgers = {}
    if settled is not None and settled.ledger is not None:
        ledgers = {seat.number: ledger for seat, ledger in zip(settled.seats, settled.ledger.seats, strict=True)}
    dealer, seats = places_of(game, rules, shown, {n: each.net for n, each in ledgers.items()}) if shown else (None, [])
    choices = choices_of(game, rules, shown) if shown and "turn" in shown else []
    before = {seat["seat"]: seat["bets"] for seat in shown["seats"]} if shown else {}
    sitting = seats_of(game, rules, chosen, len(before) or 1)
    context = {
        "page": "play", "game": game, "session": session, "seen": seen, "round": shown, "over": over, "rules": rules,
        "dealer": dealer, "seats": seats, "board": shown["board"] if shown else [], "playing": playing_of(seats), "ledgers": ledgers,
        "choices": choices, "asked": asked_of(choices),
        "fields": [bet_fields(game, rules, before.get(number + 1)) for number in range(sitting)], "sitting": sitting,
        "most_seats": min(game.seats(rules), MOST_SEATS), "coaches": COACHES, "coach": _coach(chosen),
        "key": secrets.token_urlsafe(12), "typed": typed, "faults": faults, "notice": NOTICES.get(chosen.get("said", ""), ""),
        "opened": _opened(shown) if over else None, "chart": chart_of(play.history(player, session)),
        "here": lambda **more: _address(game, session, {**_kept(chosen), **more}),
    }  # fmt: skip
    response = render(request, "table.html", context, status=422 if faults else 200)
    response.headers["cache-control"] = "no-store"  # the way back, too, leads to the table as it stands
    response.headers["hx-replace-url"] = _address(game, session, chosen)
    return response


def _opened(shown: Mapping[str, Any]) -> dict[str, Any]:
    """The deck of a round that is over, and whether it is the one that was committed to."""
    deck = shown["deck"]
    cards = " ".join(deck["cards"])
    return {
        "cards": cards, "salt": deck["salt"], "commitment": shown["commitment"],
        "holds": commitment(cards_of(deck["cards"]), deck["salt"]) == shown["commitment"],
    }  # fmt: skip


def seats_of(game: Game, rules: Rules, chosen: Mapping[str, str], usual: int = 1) -> int:
    """How many seats the player takes: as many as ``usual`` where he does not say."""
    text = chosen.get("seats", "")
    most = min(game.seats(rules), MOST_SEATS)
    if not text:
        return min(usual, most)
    if not (text.isascii() and text.isdecimal() and len(text) < 3 and 1 <= int(text) <= most):
        raise Problem(422, f"seats={text[:20]!a}: you take 1 to {most} seats at this table")
    return int(text)


def _coach(chosen: Mapping[str, str]) -> str:
    """How the player is coached: not at all where he does not say."""
    coach = chosen.get("coach") or "off"
    if coach not in COACHES:
        raise Problem(422, f"coach={coach[:20]!a}: the coach is one of {', '.join(COACHES)}")
    return coach


def _kept(chosen: Mapping[str, str]) -> dict[str, str]:
    """What goes with the player from page to page: how many seats he takes, and how he is coached."""
    return {name: chosen[name] for name in ("seats", "coach") if chosen.get(name)}


def _address(game: Game, session: str, chosen: Mapping[str, str]) -> str:
    said = {"said": chosen["said"]} if chosen.get("said") in NOTICES else {}
    query = urlencode({**_kept(chosen), **said})
    return f"/play/{game.id}/{session}" + (f"?{query}" if query else "")


def _number(text: str) -> int:
    if not (text.isdecimal() and len(text) < 10):
        raise Problem(422, "the form is not whole: open the table again")
    return int(text)
