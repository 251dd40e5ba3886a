"""The way in where a token is needed: programs send it with each request, a reader types it once."""

from __future__ import annotations

import hmac
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse, Response

from tablegames.web.forms import posted
from tablegames.web.rendering import render
from tablegames.web.state import state_of

LOGIN = "/login"
router = APIRouter(include_in_schema=False)


def shows_token(request: Request, token: str) -> bool:
    """Whether a request carries the token, compared in constant time."""
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    return scheme.lower() == "bearer" and is_token(given.strip(), token)


def is_token(given: str, token: str) -> bool:
    """Whether this is the token; how long the comparison takes says nothing of it."""
    return hmac.compare_digest(given.encode(), token.encode())


@router.get(LOGIN)
def ask(request: Request, next: str = "/") -> Response:
    """The page that asks for the token."""
    return render(request, "login.html", {"next": _local(next), "error": ""})


@router.post(LOGIN)
def answer(request: Request, form: Annotated[dict[str, str], Depends(posted)]) -> Response:
    """Let a reader in who knows the token."""
    state = state_of(request)
    back = _local(form.get("next", "/"))
    if not is_token(form.get("token", ""), state.settings.token):
        context = {"next": back, "error": "This is not the token that the server was started with."}
        return render(request, "login.html", context, status=403)
    response = RedirectResponse(back, status_code=303)
    state.cookies.write(request, response, state.cookies.begin(admitted=True))
    return response


def _local(path: str) -> str:
    """A path on this server; the first page where it leads elsewhere.

    >>> _local("/judge/saigon-5-card?s1=As"), _local("//evil.example"), _local("https://evil.example")
    ('/judge/saigon-5-card?s1=As', '/', '/')
    """
    try:
        parts = urlsplit(path)
    except ValueError:  # no address at all, such as //[
        return "/"
    local = path.startswith("/") and not path.startswith("//") and not parts.scheme and not parts.netloc
    return path if local and path.isprintable() and "\\" not in path else "/"
