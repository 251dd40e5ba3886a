"""The submissions that are kept, on the page that opens them: one's own are deleted there, and for a day brought back."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse, Response

from tablegames.contract.game import Game
from tablegames.web.forms import posted
from tablegames.web.pages.games import game_of_page
from tablegames.web.players import owner_of
from tablegames.web.rendering import render
from tablegames.web.state import state_of

router = APIRouter()
OfGame = Annotated[Game, Depends(game_of_page)]
Posted = Annotated[dict[str, str], Depends(posted)]


def opening_page(request: Request, game: Game, fault: str = "", text: str = "") -> Response:
    """The submissions that are kept here, and a place for the text of another."""
    store, owner = state_of(request).store, owner_of(request)
    context = {
        "page": "lab", "game": game, "saved": store.saved(), "faults": {"toml": fault} if fault else {}, "text": text,
        "own": {each.digest for each in store.own(owner)} if owner else set(),
        "deleted": store.own(owner, deleted=True) if owner else [],
    }  # fmt: skip
    return render(request, "lab_open.html", context, status=422 if fault else 200)


@router.post("/{game}/delete")
def delete(request: Request, game: OfGame, form: Posted) -> Response:
    """Delete a submission of one's own."""
    state_of(request).store.delete(form.get("submission", ""), owner_of(request) or "")
    return RedirectResponse(f"/lab/{game.id}/open", status_code=303)


@router.post("/{game}/restore")
def restore(request: Request, game: OfGame, form: Posted) -> Response:
    """Bring back a submission of one's own."""
    state_of(request).store.restore(form.get("submission", ""), owner_of(request) or "")
    return RedirectResponse(f"/lab/{game.id}/open", status_code=303)
