"""A database of each kind for a test, empty when it begins."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from benchmarks.durability import SERVER, fresh_postgres

from tablegames.web.store import Store


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where an empty database is."""
    if request.param == "sqlite":
        yield str(tmp_path / "store.sqlite")
    elif server := os.environ.get(SERVER):
        with fresh_postgres(server) as url:
            yield url
    else:
        pytest.skip(f"{SERVER} names no PostgreSQL server; .ci/run starts one")


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    """A store on it."""
    store = Store(where)
    yield store
    store.database.close()
