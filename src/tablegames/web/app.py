"""The application: its pages, its API, and what every request passes through."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

import tablegames
from tablegames.core.law import MOST_NAMED, Refused, brief, named
from tablegames.web import api, entry
from tablegames.web.api.asks import NOT_EMPTY
from tablegames.web.asked import asked
from tablegames.web.cookies import Cookies
from tablegames.web.guard import Guard
from tablegames.web.jobs import Jobs
from tablegames.web.pages import PAGES, lobby, made, reference
from tablegames.web.problems import Problem, of_refusal, problem_response
from tablegames.web.rendering import environment
from tablegames.web.settings import Settings
from tablegames.web.state import State
from tablegames.web.store import Store

SAYS = "Regulated casino table games: ranked, settled and analysed exactly, with the paragraphs cited."


def create_app(settings: Settings | None = None) -> FastAPI:
    """The workbench as an ASGI application; without settings for one person, with nothing kept.

    Raises :class:`~tablegames.core.law.Refused` where the database is not a workbench's.
    """
    settings = settings or Settings()
    environment()  # the templates are read with the code that fills them
    store = Store(settings.database, settings.most)
    try:
        cookies = Cookies(store.key("cookies"))
    except Problem as problem:
        raise Refused(f"{settings.database}: {problem.detail}") from None
    jobs = Jobs(most_waiting=settings.most_waiting, seconds=settings.job_seconds, results=store.results)
    quick = Jobs(most_waiting=settings.most_asking, seconds=settings.job_seconds)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        await jobs.close()
        await quick.close()

    app = FastAPI(
        title="tablegames", version=tablegames.__version__, description=SAYS, lifespan=lifespan,
        openapi_url=f"{api.PREFIX}/openapi.json", docs_url=None, redoc_url=None, separate_input_output_schemas=False,
        dependencies=[Depends(asked)],
    )  # fmt: skip
    app.state.workbench = State(settings, store, cookies, jobs, quick)
    app.add_middleware(Guard, settings=settings, cookies=cookies)
    app.mount("/static", StaticFiles(directory=Path(__file__).parent / "static"), name="static")
    for router in (
        lobby.router,
        reference.router,
        made.router,
        entry.router,
        *(page.router for page in PAGES),
        api.router,
    ):
        app.include_router(router)
    for kind in (Problem, Refused, HTTPException, RequestValidationError):
        app.add_exception_handler(kind, _wrong)
    return app


async def _wrong(request: Request, error: Exception) -> Response:
    """The answer to a request that cannot be answered."""
    return problem_response(request, _problem(error))


def _problem(error: Exception) -> Problem:
    """What is wrong, as a problem."""
    match error:
        case Problem():
            return error
        case Refused():
            return of_refusal(error)
        case RequestValidationError():
            every = error.errors()
            found = list(dict.fromkeys((_place(fault["loc"]), _words(fault)) for fault in every[:MOST_NAMED]))
            detail = named((f"{at}: {says}" if at else says for at, says in found), len(every[MOST_NAMED:]))
            return Problem(422, detail, faults=[{"at": at, "detail": says} for at, says in found], count=len(every))
        case HTTPException() if isinstance(error.__cause__, Problem):  # the guard's, met while the body was read
            return error.__cause__
        case HTTPException():
            headers = dict(error.headers or {})
            return Problem(error.status_code, _SAID.get(error.status_code, str(error.detail)), headers=headers)
    raise error


_SAID = {
    400: "the body cannot be read: it is UTF-8 and, where it is JSON, well formed",
    404: "nothing is at this address",
    405: "this address does not take this method",
}


def _place(loc: tuple[int | str, ...]) -> str:
    """Where in a request a fault is: the names below its body, its path or its query."""
    return ".".join(brief(str(part)) for part in loc[1:])


def _words(fault: dict[str, Any]) -> str:
    """What pydantic says of a fault, without its own terms."""
    if fault["type"] == "extra_forbidden":
        return "unknown key"
    if fault["type"] == "json_invalid":
        return f"not JSON: {fault['ctx']['error']}"
    if fault["type"] == "string_pattern_mismatch" and fault["ctx"]["pattern"] == NOT_EMPTY:
        return "it is empty; give it a value, or leave it out"
    return brief(str(fault["msg"]).removeprefix("Value error, ").replace("Input should", "should"))
