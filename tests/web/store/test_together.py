"""Changes that wait for each other: committed together, each with its own outcome."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from tablegames.core.law import Refused
from tablegames.web.problems import Problem
from tablegames.web.store.database import Database
from tablegames.web.store.models import KeyRow


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database(str(tmp_path / "store.sqlite"))
    yield database
    database.close()


def held(database: Database, changes: list[str]) -> tuple[list[object], int]:
    """The outcomes of changes that came while another one held the store, and in how many transactions they were made."""
    begun = 0
    begin = database.writing

    @contextmanager
    def counted() -> Iterator[Connection]:
        nonlocal begun
        begun += 1
        with begin() as rows:
            yield rows

    def outcome(name: str) -> object:
        def change(rows: Connection) -> str:
            rows.execute(insert(KeyRow).values(name=name, key=b""))
            if name.startswith("refused"):
                raise Refused(name)
            return name

        try:
            return database.written(change)
        except (Refused, Problem, IntegrityError) as error:
            return type(error)

    together = database._together
    together._begin = counted
    with ThreadPoolExecutor(len(changes)) as threads:
        with database.writing():
            futures = [threads.submit(outcome, name) for name in changes]
            while len(together._queue) < len(changes):
                threading.Event().wait(0.005)
        outcomes = [future.result() for future in futures]
    return outcomes, begun


def names(database: Database) -> set[str]:
    with database.reading() as rows:
        return set(rows.scalars(select(KeyRow.name)))


def test_those_who_wait_are_committed_at_once_and_each_fails_alone(database: Database) -> None:
    outcomes, begun = held(database, ["a", "refused-1", "b", "refused-2", "c"])
    assert outcomes == ["a", Refused, "b", Refused, "c"]
    assert names(database) == {"a", "b", "c"}
    assert begun == 1


def test_a_row_that_is_there_already_fails_its_own_change(database: Database) -> None:
    outcomes, _ = held(database, ["a", "a", "b"])
    assert sorted(map(str, outcomes)) == sorted(["a", "b", str(IntegrityError)])
    assert names(database) == {"a", "b"}


def test_where_the_commit_fails_nobody_is_told_that_it_was_made(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin = database.writing

    @contextmanager
    def failing() -> Iterator[Connection]:
        with begin() as rows:
            yield rows
            raise Problem(503, "the disk is full")

    monkeypatch.setattr(database, "writing", failing)
    monkeypatch.setattr(database._together, "_begin", failing)
    with pytest.raises(Problem, match="the disk is full"):
        database.written(lambda rows: rows.execute(insert(KeyRow).values(name="a", key=b"")))
    assert names(database) == set()
