"""The API: the command line's answers over HTTP, under ``/api/v1``."""

from __future__ import annotations

from fastapi import APIRouter

from tablegames.web.api import analysis, books, jobs, rounds, rulings, submissions
from tablegames.web.api.answers import PROBLEMS

PREFIX = "/api/v1"
ROUTERS = (books.router, rulings.router, analysis.router, jobs.router, submissions.router, rounds.router)

router = APIRouter(prefix=PREFIX, responses=PROBLEMS)
for part in ROUTERS:
    router.include_router(part)
