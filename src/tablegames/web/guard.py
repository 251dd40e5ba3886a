"""What stands before every request: who may ask, from where, how much and how often; and what every answer carries."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from math import ceil
from typing import Any
from urllib.parse import quote, urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablegames.web.cookies import Cookies
from tablegames.web.entry import LOGIN, shows_token
from tablegames.web.limits import Rate
from tablegames.web.problems import Problem, problem_response, wants_document
from tablegames.web.settings import Settings
from tablegames.web.state import client_of
from tablegames.web.worker import FAULT

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "same-origin",  # not no-referrer, by which a browser hides the origin of our own forms
    "x-content-type-options": "nosniff",
}
SAFE = {"GET", "HEAD", "OPTIONS"}
_LOG = logging.getLogger("tablegames.web")


class Guard:
    """The outermost layer: a request that it refuses reaches nothing else, and no failure reaches a client as more than a sentence."""

    def __init__(self, app: ASGIApp, settings: Settings, cookies: Cookies) -> None:
        self._app, self._settings, self._cookies = app, settings, cookies
        self._rate = Rate(settings.rate, settings.burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        begun = False

        async def guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message = {**message, "headers": [*message["headers"], *_missing(message["headers"])]}
            await send(message)

        try:
            answer = self._refusal(request)
            if answer is None:
                await self._app(scope, _bounded(receive, self._settings), guarded)
                return
        except Problem as problem:
            answer = problem_response(request, problem)
        except Exception:
            _LOG.exception("%s %s failed", request.method, request.url.path)
            if begun:
                raise
            answer = problem_response(request, Problem(500, FAULT))
        await answer(scope, receive, guarded)

    def _refusal(self, request: Request) -> Response | None:
        """The answer to a request that goes no further; raises a problem where it is not allowed."""
        settings = self._settings
        if not known_host(request.headers.get("host", ""), settings.names):
            raise Problem(
                421, "this server is not named so: it answers to addresses, localhost and the names it was given"
            )
        if len(request.scope["query_string"]) > settings.most_query:
            raise Problem(414, f"a query has at most {settings.most_query} bytes")
        length = request.headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > settings.most_body:
            raise Problem(413, f"a body has at most {settings.most_body} bytes")
        if request.method not in SAFE and not same_origin(request):
            raise Problem(403, "another site's page sent this; only this server's own pages may")
        wait = self._rate.wait(client_of(request))
        if wait:
            raise Problem(429, "too many requests: wait a moment", headers={"retry-after": str(ceil(wait))})
        return self._admission(request)

    def _admission(self, request: Request) -> Response | None:
        """Where a token is needed: nothing for who has shown it, else the way to show it."""
        path = request.url.path
        if not self._settings.token or path == LOGIN or path.startswith("/static/"):
            return None
        visit = self._cookies.visit(request)
        if (visit and visit.admitted) or shows_token(request, self._settings.token):
            return None
        if wants_document(request):
            raise Problem(401, "give the token: Authorization: Bearer TOKEN", headers={"www-authenticate": "Bearer"})
        back = path + (f"?{request.url.query}" if request.url.query else "")
        return RedirectResponse(f"{LOGIN}?next={quote(back, safe='')}", status_code=303)


def known_host(host: str, names: frozenset[str]) -> bool:
    """Whether a Host header names this server: an address, ``localhost``, or a name it was given.

    A name that is none of ours may be another site's that points here (DNS rebinding); an address cannot.

    >>> [known_host(host, frozenset()) for host in ("127.0.0.1:8000", "[::1]", "localhost:80", "rebound.example", "")]
    [True, True, True, False, False]
    """
    try:
        parts = urlsplit(f"//{host}")
        name, _ = parts.hostname or "", parts.port
    except ValueError:
        return False
    if parts.netloc != host or "@" in host:
        return False
    if name == "localhost" or name in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def same_origin(request: Request) -> bool:
    """Whether a request that changes something comes from a page of this server, or from no page at all."""
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = request.headers.get("origin")
    return origin is None or origin.partition("://")[2] == request.headers.get("host")


def _missing(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers that every answer carries, where it does not set its own."""
    present = {name.lower() for name, _ in headers}
    defaults = {**HEADERS, "cache-control": "no-cache"}
    return [(name.encode(), value.encode()) for name, value in defaults.items() if name.encode() not in present]


def _bounded(receive: Receive, settings: Settings) -> Receive:
    """A body that is neither too large nor too slow, whatever its header says of it; one deadline holds for all its parts."""
    size, whole, deadline = 0, False, 0.0

    async def bounded() -> Message:
        nonlocal size, whole, deadline
        if whole:  # nothing comes any more but the client's leaving, for which there is no hurry
            return await receive()
        deadline = deadline or asyncio.get_running_loop().time() + settings.body_seconds
        try:
            async with asyncio.timeout_at(deadline):
                message: dict[str, Any] = dict(await receive())
        except TimeoutError:
            raise Problem(408, f"a body arrives within {settings.body_seconds:g} seconds") from None
        size += len(message.get("body", b""))
        whole = not message.get("more_body", False)
        if size > settings.most_body:
            raise Problem(413, f"a body has at most {settings.most_body} bytes")
        return message

    return bounded
