"""Law: the paragraphs in our words, what only the trade states, the readings with their effect, the paytables with their sources."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from tablegames.contract.game import Game
from tablegames.core.law import Source
from tablegames.rounds.round import PROCEDURES
from tablegames.web.law_examples import example, shown_choices
from tablegames.web.law_search import LONGEST_QUERY, search
from tablegames.web.pages.games import game_of_page
from tablegames.web.problems import Problem
from tablegames.web.rendering import render

router = APIRouter(prefix="/law", include_in_schema=False)


@router.get("/{game}")
def page(request: Request, game: Annotated[Game, Depends(game_of_page)], q: str = "") -> Response:
    """Everything that a game rests on; with ``q`` the paragraphs and readings that have its words."""
    query = q.strip()
    if len(query) > LONGEST_QUERY:
        raise Problem(
            422, f"{len(query)} signs are sought at once; at most {LONGEST_QUERY} are: search for fewer words"
        )
    context = {
        "page": "law", "game": game, "law": game.law, "sources": tuple(Source), "seen": {**PROCEDURES.sources, **game.law.sources}, "example": example,
        "shown_choices": shown_choices, "query": query, "found": search(game, query), "all": search(game, "").size,
        "tables": {form.slot: tuple(game.paytables(form.slot).values()) for form in game.forms},
    }  # fmt: skip
    return render(request, "law.html", context)
