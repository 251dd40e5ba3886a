"""How the workbench is served: where its data lies, who may ask, and how much."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from tablegames.core.law import Refused

SHORTEST_TOKEN = 16
IN_MEMORY = ":memory:"
POSTGRES = "postgresql://"
_SCHEME = "sqlite:///"


@dataclass(frozen=True)
class Most:
    """How much is kept of all, and how much one address may open within a day: sessions, and as many table tests."""

    sessions: int = 100_000
    players: int = 50_000
    sessions_of_address: int = 300
    players_of_address: int = 300


USUAL = Most()


@dataclass(frozen=True)
class Settings:
    """The settings of one server; the defaults are those of a workbench for one person on his own machine."""

    database: str = IN_MEMORY
    """The SQLite file, or the URL of a PostgreSQL database."""
    names: frozenset[str] = frozenset()
    """Names that a Host header may hold, beside addresses and ``localhost``."""
    token: str = ""
    """What a client must know; nothing is asked where it is empty."""
    most_body: int = 256 * 1024
    """Bytes of a request's body."""
    most_query: int = 8 * 1024
    """Bytes of a request's query."""
    body_seconds: float = 10
    """How long a body may take to arrive."""
    rate: float = 100
    """Requests a second from one address, on average."""
    burst: float = 400
    """Requests from one address at once."""
    most_waiting: int = 8
    """Heavy jobs that wait for the one that runs."""
    most_asking: int = 24
    """Figures of pages that wait for those that are computed."""
    job_seconds: float = 900
    """How long a job may run."""
    most_streams: int = 32
    """Streams of progress that are open at once."""
    most: Most = USUAL
    """Players and what they keep."""


def database_of(url: str) -> str:
    """The database of ``--db``: a SQLite file, or the URL of a PostgreSQL database; in the user's data folder where nothing is given.

    >>> database_of("sqlite:////var/lib/tablegames/workbench.sqlite")
    '/var/lib/tablegames/workbench.sqlite'
    """
    if not url:
        return str(data_folder() / "workbench.sqlite")
    if url.startswith(POSTGRES):
        if (
            ":" in url.removeprefix(POSTGRES).rpartition("@")[0] or "password=" in url
        ):  # other users read a command line
            raise Refused(
                "--db holds a password: leave it out, and give it in PGPASSWORD or in the file PGPASSFILE names"
            )
        return url
    path = url.removeprefix(_SCHEME)
    if path == url or not path or "?" in path:
        raise Refused(f"--db {url!a} is not of the form {_SCHEME}FILE or {POSTGRES}USER@HOST:PORT/DATABASE")
    return path


def data_folder() -> Path:
    """Where a user's data belongs on this system."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "tablegames"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "tablegames"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "tablegames"
