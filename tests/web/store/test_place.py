"""A database's file that is taken away, emptied or replaced while it is served: nothing is acknowledged that its path does not name."""

from __future__ import annotations

import logging
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace as replaced
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text
from starlette.testclient import TestClient

from tablegames.games import game_named
from tablegames.web.api.examples import SUBMISSION
from tablegames.web.app import create_app
from tablegames.web.problems import Problem
from tablegames.web.store import Store
from tablegames.web.store.place import Gone
from tests.cli import json_of
from tests.web.conftest import GENEROUS
from tests.web.store import ME, Seen, begun, decided, opened, played

FLUSH = game_named("high-card-flush")
SAYS = "the database's file was removed or replaced: nothing is kept until the house puts it back or starts the server again"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.sqlite"


@pytest.fixture
def kept(path: Path) -> Iterator[Store]:
    store = Store(str(path))
    store.key("cookies")
    yield store
    store.database.close()


def beside(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)


def replace(path: Path) -> None:
    copy = path.with_name("copy")
    shutil.copy(path, copy)
    copy.replace(path)


def another(path: Path) -> None:
    path.unlink()
    Store(str(path)).database.close()


TAKEN: dict[str, Callable[[Path], object]] = {
    "removed": Path.unlink,
    "moved": lambda path: path.rename(path.with_name("elsewhere")),
    "replaced by a copy": replace,
    "replaced by a new one": another,
    "emptied": lambda path: path.write_bytes(b""),
    "without its WAL": lambda path: beside(path, "-wal").unlink(),
    "with another WAL": lambda path: replace(beside(path, "-wal")),
    "without its index": lambda path: beside(path, "-shm").unlink(),
}
CHANGES: dict[str, Callable[[Store, Seen], object]] = {
    "session": lambda store, seen: opened(store, FLUSH, key="another"),
    "round": lambda store, seen: begun(store, FLUSH, seen),
    "exam": lambda store, seen: store.exams.open(ME, "the-test-of-a-dealer", FLUSH.id, "", 2, 4, "Name"),
    "submission": lambda store, seen: store.save(SUBMISSION),
    "drill": lambda store, seen: store.drills.answer("question", {"rank": "x"}),
    "job": lambda store, seen: store.results.keep("a-job", {}),
    "key": lambda store, seen: store.key("another"),
}


@pytest.mark.parametrize("how", TAKEN)
def test_nothing_is_acknowledged_that_is_not_in_the_file(
    how: str, path: Path, kept: Store, caplog: pytest.LogCaptureFixture
) -> None:
    seen = opened(kept, FLUSH)
    TAKEN[how](path)
    was = path.read_bytes() if path.exists() else None
    for name, change in CHANGES.items():
        with caplog.at_level(logging.ERROR), pytest.raises(Gone) as gone:
            change(kept, seen)
        assert (gone.value.status, gone.value.detail) == (503, SAYS), name
    assert len(caplog.messages) == len(CHANGES)
    assert all(f"{path}" in message and "nothing is kept" in message for message in caplog.messages)
    with pytest.raises(Gone):
        kept.play.seen(ME, seen["session"])
    assert (path.read_bytes() if path.exists() else None) == was, "and nothing is made in its place"


def test_a_decision_is_not_acknowledged_either(path: Path, kept: Store) -> None:
    seen = begun(kept, FLUSH, opened(kept, FLUSH))
    replace(path)
    with pytest.raises(Gone):
        decided(kept, seen)


def test_a_file_that_goes_away_before_the_commit(path: Path, kept: Store) -> None:
    def change(rows: Connection) -> None:
        rows.execute(text("DELETE FROM keys"))
        path.unlink()

    with pytest.raises(Gone):
        kept.database.written(change)


def test_a_connection_that_is_opened_later_makes_no_file(path: Path, kept: Store) -> None:
    kept.database._engine.dispose()  # as a pool does that needs one more
    path.unlink()
    for change in CHANGES.values():
        with pytest.raises(Gone):
            change(kept, {"session": "x", "events": 1})
    assert not path.exists()


def test_a_file_that_is_put_back_is_gone_on_with(path: Path, kept: Store) -> None:
    seen = opened(kept, FLUSH)
    away = path.rename(path.with_name("away"))
    with pytest.raises(Gone):
        begun(kept, FLUSH, seen)
    away.rename(path)
    over = played(kept, begun(kept, FLUSH, seen))
    assert over["rounds"] == 1
    assert json_of("store", "verify", "--db", f"sqlite:///{path}")["rounds"] == 1


def test_what_other_programs_do_to_the_file_takes_nothing_away(path: Path, kept: Store) -> None:
    seen = opened(kept, FLUSH)
    with closing(sqlite3.connect(path)) as file:
        file.execute("VACUUM")
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert json_of("store", "verify", "--db", f"sqlite:///{path}")["sessions"] == 1
    assert played(kept, begun(kept, FLUSH, seen))["rounds"] == 1


def test_a_client_is_told_in_one_line(path: Path) -> None:
    with TestClient(create_app(replaced(GENEROUS, database=str(path))), base_url="http://127.0.0.1") as client:

        def post(at: str, key: str, body: Any) -> Any:
            return client.post(f"/api/v1/sessions{at}", json=body, headers={"idempotency-key": key})

        session = post("", "open", {"game": "high-card-flush"}).json()["session"]
        path.unlink()
        answer = post(f"/{session}/rounds", "round", {"bets": {"1": {"ante": "10"}}})
        assert (answer.status_code, answer.json()["detail"]) == (503, SAYS)
        assert answer.headers["content-type"] == "application/problem+json"
        page = client.get(f"/play/{session}")
        assert page.status_code in (404, 503)


def test_a_server_that_loses_its_database_server_says_so(where: str) -> None:
    """PostgreSQL in the middle of a change: the connection is gone, and the change was not acknowledged."""
    if not where.startswith("postgresql"):
        pytest.skip("a file is another matter")
    import psycopg

    store = Store(where)
    seen = opened(store, FLUSH)

    def change(rows: Connection) -> None:
        rows.execute(text("UPDATE sessions SET bankroll = 0"))
        with psycopg.connect(where, autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()"
            )

    with pytest.raises(Problem, match="the database does not answer") as problem:
        store.database.written(change)
    assert problem.value.status == 503
    assert store.play.seen(ME, seen["session"]) == seen
    store.database.close()
