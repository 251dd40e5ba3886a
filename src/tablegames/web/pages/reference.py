"""The page about the API: every call with an example, from the API's own description."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from fastapi import APIRouter, Request
from fastapi.responses import Response

from tablegames.web.rendering import render

router = APIRouter(include_in_schema=False)


class Call(NamedTuple):
    """One call of the API: its method, its path, what it does, and the body of its example, if it has one."""

    method: str
    path: str
    says: str
    body: str


@router.get("/api")
def reference(request: Request) -> Response:
    """The API's calls by their subject."""
    subjects: dict[str, list[Call]] = {}
    for path, methods in request.app.openapi()["paths"].items():
        for method, operation in methods.items():
            game, body = _example(operation)
            says = operation.get("description", "").partition("\n")[0].replace("`", "")
            call = Call(method.upper(), path.replace("{game}", game) if game else path, says, body)
            subjects.setdefault(operation["tags"][0], []).append(call)
    return render(request, "reference.html", {"page": None, "game": None, "subjects": subjects})


def _example(operation: dict[str, Any]) -> tuple[str, str]:
    """The game and the body of an operation's example; empty where it has none."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    for game, example in content.get("examples", {}).items():
        return game, json.dumps(example["value"], indent=2, ensure_ascii=False)
    return "", ""
