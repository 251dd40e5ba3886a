"""A database of each kind for a test, empty when it begins."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from benchmarks.durability import SERVER, fresh_postgres

from tablegames.web.store import Store


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL database of this run."""
    server = os.environ.get(SERVER)
    if not server:
        pytest.skip(f"{SERVER} names no PostgreSQL server; .ci/run starts one")
    with fresh_postgres(server) as url:
        yield url


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
