"""Judge: a table in, a ruling out.  The address is the question, so that a link asks it again."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse, Response

from tablegames.contract.game import Game
from tablegames.core.cards import parse_cards
from tablegames.web.asked import Typed
from tablegames.web.house import base_rules
from tablegames.web.judging import judge
from tablegames.web.pages.games import game_of_page
from tablegames.web.rendering import render
from tablegames.web.state import state_of
from tablegames.web.table import Table

router = APIRouter(prefix="/judge", include_in_schema=False)
OfGame = Annotated[Game, Depends(game_of_page)]
BUTTONS = ("add", "take")
"""What a card of the deck, and a card on the table, sends where no script places it."""
AIM = "to"
"""Where the next card goes."""
SIT = "sit"
"""What the button that adds a seat, or takes one away, sends: how many there are then."""
SHOW = "show"
"""What the button that asks for the ruling sends: the answer opens at it, unless a field is to be mended first."""


@router.get("/{game}")
def page(request: Request, game: OfGame, asked: Typed) -> Response:
    """The table and its ruling; an address with empty fields, or of a button, leads to the address of its table."""
    query = dict(asked)
    table = Table.of(game, without_buttons(asked))
    if SIT in query:
        return RedirectResponse(table.sitting(query[SIT]).link(), status_code=303)
    if SHOW in query:
        at = "" if _shown(request, table)["faults"] else "#ruling"
        return RedirectResponse(table.link() + at, status_code=303)
    if leads_to := placed(table, query):
        return RedirectResponse(leads_to, status_code=303)
    shown = _shown(request, table)
    context = {"page": "judge", "game": game, "active": table.next_place(query.get(AIM, "")), **shown}
    return render(request, "judge.html", context, status=422 if shown["judgement"].refused else 200)


@router.get("/{game}/ruling")
def ruling(request: Request, game: OfGame, asked: Typed) -> Response:
    """The ruling alone, for a table that changes as one types; its link becomes the page's address."""
    table = Table.of(game, without_buttons(asked))
    shown = _shown(request, table)
    faults = shown["faults"]
    awaited = {field: faults[field] for field in faults if field not in table.fields}  # not wrong: not typed yet
    shown |= {"faults": {field: faults[field] for field in faults if field not in awaited}, "awaited": awaited}
    answer = render(request, "ruling.html", {"game": game, **shown})
    answer.headers["hx-replace-url"] = table.link()
    return answer


@router.get("/{game}/deal")
def deal(game: OfGame, asked: Typed) -> Response:
    """A table with cards from a shuffled deck."""
    table = Table.of(game, without_buttons(asked))
    deck = list(game.deck.cards)
    secrets.SystemRandom().shuffle(deck)
    cards = iter(deck)
    fields = {field: " ".join(str(next(cards)) for _ in range(place.needed)) for field, place in table.places.items()}
    return RedirectResponse(Table(game, table.seats, {**table.fields, **fields}).link(), status_code=303)


def _shown(request: Request, table: Table) -> dict[str, Any]:
    """What the template shows of a table."""
    judgement = judge(table, *base_rules(request, table.game, table.fields.get("submission", "")))
    return {
        "table": table,
        "judgement": judgement,
        "faults": dict(judgement.faults),
        "awaited": {},
        "submissions": state_of(request).store.saved(),
    }


def without_buttons(asked: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The fields of the table among what an address asks: without what its buttons send."""
    return [(name, text) for name, text in asked if name not in (*BUTTONS, AIM, SIT, SHOW)]


def placed(table: Table, query: Mapping[str, str]) -> str:
    """The address that an address leads to: of a button what it makes, with empty fields the one without; else none."""
    for button in BUTTONS:
        if button in query:
            return _placed(table, button, query[button], query.get(AIM, ""))
    return table.link() if "" in query.values() else ""


def _placed(table: Table, button: str, text: str, at: str) -> str:
    """The address after a card was clicked, which says where the next one goes."""
    try:
        (card,) = parse_cards(text)
    except ValueError:  # no card, or several
        return table.link()
    if button == "take":
        return table.without_card(card).link()
    placed = table.with_card(card, table.next_place(at))
    return placed.link(to=placed.next_place(at))
