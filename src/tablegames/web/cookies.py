"""Signed cookies, and the tokens without which no form of ours is accepted."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

NAME = "tablegames"
LASTS = 12 * 3600
"""Seconds after which a client is asked for the token again."""


@dataclass(frozen=True)
class Visit:
    """One browser's visit: its random id, when it began, and whether it has shown the token."""

    id: str
    began: int
    admitted: bool

    def __str__(self) -> str:
        return f"{self.id}.{self.began}.{int(self.admitted)}"


class Cookies:
    """Reads and writes visits, signed with a key that never leaves the server."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def visit(self, request: Request) -> Visit | None:
        """The visit of a request, if its cookie was signed here and still lasts."""
        value, _, signature = request.cookies.get(NAME, "").rpartition(".")
        if not hmac.compare_digest(signature.encode(), self.sign("visit", value).encode()):
            return None
        id_, began, admitted = value.split(".")
        visit = Visit(id_, int(began), admitted == "1")
        return visit if 0 <= time.time() - visit.began < LASTS else None

    def begin(self, *, admitted: bool) -> Visit:
        """A new visit."""
        return Visit(secrets.token_urlsafe(16), int(time.time()), admitted)

    def write(self, request: Request, response: Response, visit: Visit) -> None:
        """Give the visit to the browser: not for scripts, not for other sites, and only over TLS where TLS is used."""
        response.set_cookie(
            NAME, f"{visit}.{self.sign('visit', str(visit))}",
            max_age=LASTS, path="/", httponly=True, samesite="strict", secure=request.url.scheme == "https",
        )  # fmt: skip

    def form_token(self, visit: Visit) -> str:
        """What a form of this visit must send back."""
        return self.sign("form", str(visit))

    def accepts(self, visit: Visit | None, token: str) -> bool:
        """Whether a form was made for this visit."""
        return visit is not None and hmac.compare_digest(token.encode(), self.form_token(visit).encode())

    def sign(self, use: str, text: str) -> str:
        """The signature of a text for one use; nobody else can make it, and it says nothing."""
        return hmac.new(self._key, f"{use}:{text}".encode(), hashlib.sha256).hexdigest()
