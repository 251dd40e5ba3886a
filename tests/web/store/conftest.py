"""A database of each kind for a test, empty when it begins."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest
from benchmarks.durability import SERVER, fresh_postgres

from tablegames.web.store import Store
from tests.postgres import own_server


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL database of this run: on the server that the environment names, or on one of its own."""
    with ExitStack() as stack:
        server = os.environ.get(SERVER) or stack.enter_context(own_server())
        yield stack.enter_context(fresh_postgres(server))


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an empty database is."""
    if request.param == "sqlite":
        return str(tmp_path / "store.sqlite")
    url: str = request.getfixturevalue("postgres")
    with psycopg.connect(url, autocommit=True) as rows:
        rows.execute("DROP SCHEMA public CASCADE")
        rows.execute("CREATE SCHEMA public")
    return url


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    """A store on it."""
    store = Store(where)
    yield store
    store.database.close()
