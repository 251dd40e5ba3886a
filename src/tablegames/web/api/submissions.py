"""Saved Rules Submissions over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

from fastapi import APIRouter, Body, Request, Response
from fastapi.responses import PlainTextResponse

from tablegames.asks.submission import read_submission
from tablegames.core.law import Refused
from tablegames.report.sheet import sheet_json
from tablegames.web.api import examples
from tablegames.web.players import address_of, new_player, owner_of, player_token, write_player
from tablegames.web.problems import of_refusal
from tablegames.web.state import state_of

router = APIRouter(prefix="/submissions", tags=["submissions"])


@router.get("")
def submissions(request: Request) -> dict[str, Any]:
    """The submissions saved here."""
    return {
        "submissions": [
            {"digest": saved.digest, "property": saved.house, "version": saved.version, "effective": saved.effective}
            for saved in state_of(request).store.saved()
        ]
    }


@router.post("", status_code=201)
def save(
    request: Request,
    response: Response,
    toml: Annotated[str, Body(media_type="application/toml", examples=[examples.SUBMISSION])],
) -> dict[str, Any]:
    """Check a submission, in TOML, and save it as yours; every mistake is named at once, each with its line. Who is no player yet is given a `player`."""
    known = owner_of(request)
    owner = known or new_player()
    submission = state_of(request).store.save(toml, owner, address_of(request))
    named = {} if known else {"player": player_token(request, owner)}
    if not known:
        write_player(request, response, owner)
    return {"games": list(submission.games), "digest": submission.digest, **named}


@router.get("/{digest}")
def sheet(request: Request, digest: str) -> dict[str, Any]:
    """Everything that a saved submission puts in force, as ``tablegames submission show``."""
    return sheet_json(read_submission(_toml(request, digest), "submission"))


@router.get("/{digest}/toml", response_class=PlainTextResponse)
def toml(request: Request, digest: str) -> PlainTextResponse:
    """A saved submission as it was written."""
    return PlainTextResponse(_toml(request, digest), media_type="application/toml")


@router.delete("/{digest}", status_code=204)
def delete(request: Request, response: Response, digest: str) -> None:
    """Delete a submission that you have saved, and that no session and no table test uses. For a day it can be restored, where the `Link` leads."""
    with _known():
        state_of(request).store.delete(digest, owner_of(request) or "")
    response.headers["link"] = f'<{request.url.path}/restore>; rel="restore"'


@router.post("/{digest}/restore")
def restore(request: Request, digest: str) -> dict[str, Any]:
    """Undo, within a day, that you have deleted a submission."""
    store = state_of(request).store
    with _known():
        store.restore(digest, owner_of(request) or "")
        return {"games": list(store.submission(digest).games), "digest": digest}


def _toml(request: Request, digest: str) -> str:
    """The text of a saved submission."""
    with _known():
        return state_of(request).store.toml(digest)


@contextmanager
def _known() -> Iterator[None]:
    """Of an unknown digest there is nothing."""
    try:
        yield
    except Refused as refused:
        raise of_refusal(refused, 404) from None
