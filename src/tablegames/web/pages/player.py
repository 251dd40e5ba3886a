"""Who plays: the visit of a browser, by its signed cookie."""

from __future__ import annotations

from fastapi import Request

from tablegames.web.problems import Problem
from tablegames.web.state import state_of


def player_of(request: Request) -> str:
    """Who plays: this browser's visit."""
    visit = state_of(request).cookies.visit(request)
    if visit is None:
        raise Problem(404, "no table of yours is here: open one; your tables are kept by this browser's cookie")
    return visit.id
