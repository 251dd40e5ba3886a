"""How the API answers: problems as documents, and heavy work at once or as a job to come back to."""

from __future__ import annotations

import re
from typing import Any

from fastapi import Request
from fastapi.responses import JSONResponse, Response

from tablegames.web.jobs import Job, JobState
from tablegames.web.problems import MEDIA_TYPE
from tablegames.web.state import client_of, state_of
from tablegames.web.work import File, Work

WAITS = 10
MOST_WAIT = 60
"""Seconds that a request waits for heavy work before it is answered with a job, unless ``Prefer: wait=N`` says otherwise."""

_PROBLEM_SCHEMA = {
    "type": "object",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {
            "type": "string",
            "description": "One sentence: what, where, what is allowed, and by which paragraph.",
        },
        "cites": {"type": "array", "items": {"type": "string"}},
        "column": {"type": "integer"},
        "faults": {
            "type": "array",
            "description": "The first 20 faults of the body, the path or the query.",
            "items": {"type": "object", "properties": {"at": {"type": "string"}, "detail": {"type": "string"}}},
        },
        "count": {"type": "integer", "description": "How many faults there are."},
    },
}


def problem_answer(description: str) -> dict[str, Any]:
    """An answer of the API's description that is a problem document."""
    return {"description": description, "content": {MEDIA_TYPE: {"schema": _PROBLEM_SCHEMA}}}


PROBLEMS: dict[int | str, dict[str, Any]] = {
    422: problem_answer("The input is refused, in the sentence that the command line prints."),
    "4XX": problem_answer("The request cannot be answered."),
    "5XX": problem_answer("The server is busy, or failed."),
}
JOB_SCHEMA = {
    "type": "object",
    "required": ["job", "state", "progress"],
    "properties": {
        "job": {"type": "string"},
        "state": {"enum": [state.value for state in JobState]},
        "progress": {"type": "number", "minimum": 0, "maximum": 1},
        "notice": {"type": "string"},
        "result": {
            "type": "object",
            "description": "The answer, when it is done; of a file its name, and the href where it is.",
        },
        "problem": _PROBLEM_SCHEMA,
    },
}
LATER: dict[int | str, dict[str, Any]] = {
    202: {
        "description": "The work goes on as a job, which the Location names.",
        "content": {"application/json": {"schema": JOB_SCHEMA}},
        "headers": {"Location": {"schema": {"type": "string"}}},
    }
}


async def worked(request: Request, work: Work) -> Response:
    """The answer of heavy work, if it comes soon; else a job."""
    job = state_of(request).jobs.submit(work, client_of(request))
    await job.wait(patience(request.headers.get("prefer", "")))
    if job.problem:
        raise job.problem
    if isinstance(job.answer, File):
        return file_response(job.answer)
    if job.answer is not None:
        return JSONResponse(job.answer)
    return JSONResponse(job.json(), status_code=202, headers={"location": job_path(job)})


def file_response(file: File) -> Response:
    """A file, to be kept under its name."""
    named = {"content-disposition": f'attachment; filename="{file.name}"'}
    return Response(file.content, media_type=file.media_type, headers=named)


def job_path(job: Job) -> str:
    """Where a job is found."""
    return f"/api/v1/jobs/{job.id}"


def patience(prefer: str) -> float:
    """Seconds that a client would rather wait than be answered with a job (RFC 7240).

    >>> patience("wait=3"), patience("respond-async"), patience(""), patience("wait=9999")
    (3.0, 0.0, 10.0, 60.0)
    """
    if match := re.search(r"(?:^|[\s,;])wait=([0-9]{1,6})(?:$|[\s,;])", prefer):
        return float(min(int(match[1]), MOST_WAIT))
    return 0.0 if "respond-async" in prefer else float(WAITS)
