"""What is being made: a page that shows how far it is, and then gives the file."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from tablegames.games import GAMES
from tablegames.web.api.answers import file_response
from tablegames.web.durations import about
from tablegames.web.jobs import Job, Jobs
from tablegames.web.problems import Problem
from tablegames.web.rendering import render
from tablegames.web.state import client_of, state_of
from tablegames.web.work import File, Work

router = APIRouter(prefix="/made", include_in_schema=False)
PATIENCE, BEAT = 2.0, 2.0
"""Seconds that a request waits for a file before it is answered with the page, and for a change of the progress."""


async def make(request: Request, work: Work) -> Response:
    """The file that some work makes, where it is soon made; else the page that shows its progress."""
    job = state_of(request).jobs.share(work, client_of(request))
    await job.wait(PATIENCE)
    if isinstance(job.answer, File):
        return file_response(job.answer)
    return RedirectResponse(f"/made/{job.id}", status_code=303)


@router.get("/{job}")
async def page(request: Request, job: str) -> Response:
    """How far it is."""
    jobs = state_of(request).jobs
    found = jobs.job(job)
    game = next((each for each in GAMES if each.id == getattr(found.work, "game", "")), None)
    return render(request, "made.html", {"page": None, "game": game, **_standing(jobs, found)})


@router.get("/{job}/progress")
async def progress(request: Request, job: str) -> Response:
    """The progress alone."""
    jobs = state_of(request).jobs
    found = jobs.job(job)
    await found.wait(BEAT)
    return render(request, "made_progress.html", _standing(jobs, found))


@router.get("/{job}/file")
async def file(request: Request, job: str) -> Response:
    """The file."""
    made = state_of(request).jobs.job(job).answer
    if not isinstance(made, File):
        raise Problem(404, "the file is not made yet, or no longer kept: ask for it again")
    return file_response(made)


def _standing(jobs: Jobs, job: Job) -> dict[str, Any]:
    """Where a job stands: how many are before it, and about how many seconds it has still to run, where that can be said."""
    left = jobs.left(job)
    return {"job": job, "ahead": jobs.ahead(job), "left": None if left is None else about(left)}
