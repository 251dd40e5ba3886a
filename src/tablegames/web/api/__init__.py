"""The API: the command line's answers over HTTP, under ``/api/v1``."""

from __future__ import annotations

from fastapi import APIRouter

from tablegames.web.api import analysis, books, documents, jobs, rounds, rulings, searches, submissions
from tablegames.web.api.answers import PROBLEMS

PREFIX = "/api/v1"
ROUTERS = tuple(part.router for part in (books, rulings, analysis, searches, documents, jobs, submissions, rounds))

router = APIRouter(prefix=PREFIX, responses=PROBLEMS)
for each in ROUTERS:
    router.include_router(each)
