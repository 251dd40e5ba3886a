"""Who plays: a random id that only its player has, signed here; in a cookie of a browser, or sent by a program."""

from __future__ import annotations

import hmac
import secrets

from starlette.requests import Request
from starlette.responses import Response

from tablegames.web.entry import shows_token
from tablegames.web.problems import Problem
from tablegames.web.state import client_of, state_of

NAME = "tablegames-player"
LASTS = 400 * 24 * 3600
"""Seconds that a browser keeps it, which is the most that browsers allow: a player finds his rounds again after a year."""
HOLDERS = "token"
"""The owner of what programs save that show the server's token and name no player."""
_NEEDED = "open a session first: it names its player, who then sends Authorization: Bearer PLAYER or the cookie tablegames-player"


def player_of(request: Request) -> str | None:
    """The player of a request, by the cookie or, where the server itself asks for no token, by ``Authorization: Bearer``."""
    token = request.cookies.get(NAME, "")
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and not state_of(request).settings.token:
        token = given.strip()
    player, _, signature = token.partition(".")
    signed = state_of(request).cookies.sign("player", player)
    return player if hmac.compare_digest(signature.encode(), signed.encode()) else None


def the_player(request: Request) -> str:
    """The player of a request; refused where it names none."""
    player = player_of(request)
    if player is None:
        raise Problem(401, f"no player is named: {_NEEDED}", headers={"www-authenticate": "Bearer"})
    return player


def owner_of(request: Request) -> str | None:
    """Whose is what a request saves: the player's, or of all who show the token where a program does and names no player."""
    token = state_of(request).settings.token
    return player_of(request) or (HOLDERS if token and shows_token(request, token) else None)


def address_of(request: Request) -> str:
    """The address that a request comes from, as it is counted and kept: signed, so that nobody reads it."""
    return state_of(request).cookies.sign("address", client_of(request))


def new_player() -> str:
    """A player nobody has been yet."""
    return secrets.token_urlsafe(16)


def player_token(request: Request, player: str) -> str:
    """What a player shows to be known again."""
    return f"{player}.{state_of(request).cookies.sign('player', player)}"


def write_player(request: Request, response: Response, player: str) -> None:
    """Give a player to the browser: not for scripts, not for other sites, and only over TLS where TLS is used."""
    response.set_cookie(
        NAME, player_token(request, player),
        max_age=LASTS, path="/", httponly=True, samesite="strict", secure=request.url.scheme == "https",
    )  # fmt: skip
