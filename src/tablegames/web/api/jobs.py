"""Jobs over HTTP: how far they are, a stream of their progress, and their end on request."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse

from tablegames.web.api.answers import JOB_SCHEMA, file_response
from tablegames.web.jobs import Job
from tablegames.web.problems import Problem
from tablegames.web.state import state_of
from tablegames.web.work import File

BEAT = 15
"""Seconds of silence after which a stream says that it is still there."""

router = APIRouter(prefix="/jobs", tags=["jobs"])
_JOB: dict[int | str, dict[str, Any]] = {200: {"content": {"application/json": {"schema": JOB_SCHEMA}}}}
_FILE: dict[int | str, dict[str, Any]] = {
    200: {"description": "The file.", "content": {"application/octet-stream": {}}}
}
_EVENTS: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Events named `job`, each a job as JSON; the last is over.",
        "content": {"text/event-stream": {}},
    }
}


@router.get("/{job}", responses=_JOB)
async def job(request: Request, job: str) -> JSONResponse:
    """A job: where it stands, and when it is done its result."""
    state = state_of(request)
    try:
        return JSONResponse(state.jobs.job(job).json())
    except Problem:
        kept = await asyncio.to_thread(state.store.results.found, job)  # of a server that has ended since
        if kept is None:
            raise
        return JSONResponse(kept)


@router.delete("/{job}", responses=_JOB)
async def cancel(request: Request, job: str) -> JSONResponse:
    """Cancel a job that is not over."""
    found = state_of(request).jobs.job(job)
    state_of(request).jobs.cancel(found)
    return JSONResponse(found.json())


@router.get("/{job}/file", responses=_FILE, response_class=Response)
async def file(request: Request, job: str) -> Response:
    """The file that a job has made."""
    made = state_of(request).jobs.job(job).answer
    if not isinstance(made, File):
        raise Problem(404, "the job has made no file")
    return file_response(made)


@router.get("/{job}/events", responses=_EVENTS, response_class=StreamingResponse)
async def events(request: Request, job: str) -> StreamingResponse:
    """The progress of a job as server-sent events, until it is over."""
    state = state_of(request)
    found = state.jobs.job(job)
    if state.jobs.watched >= state.settings.most_streams:
        raise Problem(503, "too many streams are open: ask for the job itself", headers={"retry-after": "5"})
    stream = state.jobs.watching(_stream(found))
    return StreamingResponse(stream, media_type="text/event-stream", headers={"x-accel-buffering": "no"})


async def _stream(job: Job) -> AsyncIterator[str]:
    """One event for each change."""
    while True:
        changed = job.changed  # taken before the state is read, so that no change is missed
        yield f"event: job\ndata: {json.dumps(job.json())}\n\n"
        if job.over:
            return
        try:
            async with asyncio.timeout(BEAT):
                await changed.wait()
        except TimeoutError:
            yield ": still there\n\n"
