"""What a client is told when something is wrong: a problem document (RFC 9457) over the API, a page to a reader."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tablegames.core.law import Refused, brief

MEDIA_TYPE = "application/problem+json"
TITLES = {  # of the pages; a document has the phrase of its status, as about:blank asks
    400: "The request cannot be read",
    401: "A token is needed",
    403: "The request is not allowed",
    404: "Nothing is there",
    405: "The method is not allowed",
    408: "The request took too long",
    409: "The state does not allow it",
    413: "The request is too large",
    414: "The query is too long",
    415: "The body is not of a type that is read",
    421: "The host is not one of this server's",
    422: "The input is refused",
    429: "Too many requests",
    500: "The server failed",
    503: "The server is busy",
}


class Problem(Exception):
    """A request that cannot be answered: its status, one sentence, and where it is known the field it is about."""

    def __init__(self, status: int, detail: str, *, headers: dict[str, str] | None = None, **more: Any) -> None:
        self.status = status
        self.detail = brief(detail)
        self.headers = headers or {}
        self.more = more
        super().__init__(self.detail)

    def document(self) -> dict[str, Any]:
        """The problem document."""
        phrase = HTTPStatus(self.status).phrase
        return {"type": "about:blank", "title": phrase, "status": self.status, "detail": self.detail, **self.more}


def of_refusal(refused: Refused, status: int = 422) -> Problem:
    """A refusal of the layers below, in the sentence that the command line prints."""
    more: dict[str, Any] = {} if refused.column is None else {"column": refused.column}
    return Problem(status, str(refused), cites=list(refused.cites), **more)


def wants_document(request: Request) -> bool:
    """Whether a program asks, which gets a document, rather than a reader, who gets a page."""
    return request.url.path.startswith("/api/")


def problem_response(request: Request, problem: Problem) -> Response:
    """The answer that says what is wrong."""
    if wants_document(request):
        return JSONResponse(
            problem.document(), status_code=problem.status, headers=problem.headers, media_type=MEDIA_TYPE
        )
    from tablegames.web.rendering import render

    context = {"problem": problem, "title": TITLES.get(problem.status, "The request failed")}
    response = render(request, "problem.html", context, status=problem.status)
    response.headers.update(problem.headers)
    return response
