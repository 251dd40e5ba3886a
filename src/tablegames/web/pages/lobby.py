"""The first page: the games, and what can be done with each."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from tablegames.web.rendering import render

router = APIRouter(include_in_schema=False)


@router.get("/")
def lobby(request: Request) -> Response:
    """The games."""
    return render(request, "lobby.html", {"page": None, "game": None})
