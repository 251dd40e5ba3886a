"""The player of a page: who he is by his cookie, which the first page that he can play from gives him."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Request
from fastapi.responses import Response

from tablegames.web.players import new_player, owner_of, player_of, write_player
from tablegames.web.problems import Problem

Kept = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
"""The id of something that is kept: a session, a table test."""


def player_here(request: Request) -> str:
    """The player of a request; refused where it has none."""
    player = player_of(request)
    if player is None:
        raise Problem(404, "nothing of yours is here: begin anew; what you play is kept by this browser's cookie")
    return player


def known(request: Request) -> tuple[str, bool]:
    """The player of a request, and whether he is new and has to be given his cookie."""
    player = player_of(request)
    return (new_player(), True) if player is None else (player, False)


def owner_here(request: Request) -> tuple[str, bool]:
    """Whose is what a request saves, and whether he is a new player and has to be given his cookie."""
    owner = owner_of(request)
    return (new_player(), True) if owner is None else (owner, False)


def with_player(request: Request, response: Response, player: tuple[str, bool]) -> Response:
    """An answer that gives a new player his cookie."""
    if player[1]:
        write_player(request, response, player[0])
    return response
