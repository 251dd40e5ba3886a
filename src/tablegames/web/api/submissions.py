"""Saved Rules Submissions over HTTP."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Request
from fastapi.responses import PlainTextResponse

from tablegames.law import Refused
from tablegames.report.sheet import sheet_json
from tablegames.submission import read_submission
from tablegames.web.api import examples
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
    toml: Annotated[str, Body(media_type="application/toml", examples=[examples.SUBMISSION])],
) -> dict[str, Any]:
    """Check a submission, in TOML, and save it; every mistake is named at once, each with its line."""
    submission = state_of(request).store.save(toml)
    return {"games": list(submission.games), "digest": submission.digest}


@router.get("/{digest}")
def sheet(request: Request, digest: str) -> dict[str, Any]:
    """Everything that a saved submission puts in force, as ``tablegames submission show``."""
    return sheet_json(read_submission(_toml(request, digest), "submission"))


@router.get("/{digest}/toml", response_class=PlainTextResponse)
def toml(request: Request, digest: str) -> PlainTextResponse:
    """A saved submission as it was written."""
    return PlainTextResponse(_toml(request, digest), media_type="application/toml")


@router.delete("/{digest}", status_code=204)
def delete(request: Request, digest: str) -> None:
    """Forget a saved submission."""
    _toml(request, digest)
    state_of(request).store.delete(digest)


def _toml(request: Request, digest: str) -> str:
    """The text of a saved submission; of an unknown digest there is nothing."""
    try:
        return state_of(request).store.toml(digest)
    except Refused as refused:
        raise of_refusal(refused, 404) from None
