"""What one server holds while it runs, kept on the application and asked for by its routes."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request

from tablegames.web.cookies import Cookies
from tablegames.web.jobs import Jobs
from tablegames.web.settings import Settings
from tablegames.web.store import Store


@dataclass(frozen=True)
class State:
    """A server's settings, its store, its cookies and its jobs; ``quick`` ones are those that a page waits for."""

    settings: Settings
    store: Store
    cookies: Cookies
    jobs: Jobs
    quick: Jobs


def state_of(request: Request) -> State:
    """The state of the server that a request is put to."""
    state: State = request.app.state.workbench
    return state


def client_of(request: Request) -> str:
    """The address that a request comes from."""
    return request.client.host if request.client else ""
