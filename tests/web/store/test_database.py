"""The database: on the disk when it is answered, never changed behind, of the form that the program knows."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import delete, func, insert, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from tablegames.core.law import Refused
from tablegames.games import game_named
from tablegames.web.problems import Problem
from tablegames.web.settings import IN_MEMORY, database_of
from tablegames.web.store import Store
from tablegames.web.store.database import Database
from tablegames.web.store.models import Base, EventRow, RoundRow, SessionRow
from tests.web.store import ME, begun, decided, opened, played

FLUSH = game_named("high-card-flush")


def test_what_is_committed_is_on_the_disk(store: Store) -> None:
    asked = (
        {"synchronous_commit": "on"}
        if store.database.postgres
        else {"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1"}
    )
    show = "SHOW" if store.database.postgres else "PRAGMA"
    for transaction in (store.database.reading, store.database.writing):
        with transaction() as rows:
            assert {name: str(rows.scalar(text(f"{show} {name}"))) for name in asked} == asked


def test_the_versions_make_the_tables_of_the_models(store: Store) -> None:
    with store.database.reading() as rows:
        assert compare_metadata(MigrationContext.configure(rows), Base.metadata) == []


def test_an_event_is_never_changed_and_goes_only_with_its_session(store: Store) -> None:
    seen = begun(store, FLUSH, opened(store, FLUSH))
    for change in (update(EventRow).values(line="{}"), delete(EventRow).where(EventRow.n == 0)):
        with pytest.raises(DBAPIError, match="an event"), store.database.writing() as rows:
            rows.execute(change)
    assert store.play.seen(ME, seen["session"]) == seen
    with store.database.writing() as rows:
        rows.execute(delete(SessionRow))
        assert rows.scalar(select(EventRow.n)) is None


def test_an_event_has_its_number_alone(store: Store) -> None:
    seen = opened(store, FLUSH)
    with pytest.raises(IntegrityError), store.database.writing() as rows:
        rows.execute(insert(EventRow).values(session=seen["session"], n=0, line="{}"))


def test_a_change_that_fails_half_way_was_never_made(store: Store) -> None:
    seen = begun(store, FLUSH, opened(store, FLUSH))
    with store.database.writing() as rows:  # the answer cannot be kept, so that nothing is
        rows.execute(text("ALTER TABLE requests RENAME TO elsewhere"))
    with pytest.raises((DBAPIError, Problem)):
        decided(store, seen)
    assert store.play.seen(ME, seen["session"]) == seen


def test_an_event_that_was_altered_stops_its_session(store: Store) -> None:
    seen = begun(store, FLUSH, opened(store, FLUSH))
    other = opened(store, FLUSH, "other")
    table = "events_guarded ON events" if store.database.postgres else "events_unchanged"
    with store.database.writing() as rows:  # as whoever owns the database can
        rows.execute(text(f"DROP TRIGGER {table}"))
        line = rows.scalar(select(EventRow.line).where(EventRow.session == seen["session"], EventRow.n == 4)) or ""
        forged = line.replace('"card":"', '"card":"2')[:-1]
        rows.execute(update(EventRow).where(EventRow.session == seen["session"], EventRow.n == 4).values(line=forged))
    asks: list[Callable[[], Any]] = [lambda: store.play.seen(ME, seen["session"]), lambda: decided(store, seen)]
    for ask in asks:
        with pytest.raises(Problem, match="the record of this session is damaged") as problem:
            ask()
        assert problem.value.status == 500
    verdict = store.play.verify(ME, seen["session"])
    assert (verdict["verdict"], verdict["fault"].partition(": ")[2][:28]) == ("fault", "line 5: the hash does not fo")
    assert store.play.seen("other", other["session"]) == other


@pytest.mark.parametrize("column", ["head", "events", "bankroll", "rounds"])
def test_what_stands_beside_the_events_must_agree_with_them(store: Store, column: str) -> None:
    seen = begun(store, FLUSH, opened(store, FLUSH))
    changed = {"head": "0" * 64, "events": 17, "bankroll": 999_999, "rounds": 0}[column]
    with store.database.writing() as rows:
        rows.execute(update(SessionRow).values({column: changed}))
    verdict = store.play.verify(ME, seen["session"])
    assert verdict["verdict"] == "fault"
    assert column in verdict["fault"]


def reversed_(deck: str) -> str:
    """The same cards in another order."""
    return " ".join(reversed(deck.split()))


@pytest.mark.parametrize(
    ("table", "column", "altered", "says"),
    [
        ("sessions", "meters", "garbage", "the meters that are kept cannot be read"),
        ("sessions", "meters", '{"x": 1}', "the meters that are kept are not amounts of the game's meters"),
        ("sessions", "meters", '{"progressive": 5}', "not those with which the first round began"),
        ("sessions", "deck", "As As", "the deck that is kept is not an order of"),
        ("rounds", "deck", reversed_, "the deck that is kept of round 1 breaks the commitment"),
        ("rounds", "salt", "0" * 64, "the deck that is kept of round 1 breaks the commitment"),
        ("rounds", "before", "0" * 64, "round 1 is not kept as its events give it"),
        ("rounds", "net", 5, "round 1 is not kept as its events give it"),
    ],
)
def test_meters_decks_and_places_in_the_chain_are_verified(
    store: Store, table: str, column: str, altered: Any, says: str
) -> None:
    seen = opened(store, FLUSH)
    for _ in range(2):
        seen = played(store, begun(store, FLUSH, seen))
    with store.database.writing() as rows:
        asked = f"FROM {table}" + (" WHERE number = 1" if table == "rounds" else "")
        value = altered(rows.scalar(text(f"SELECT {column} {asked}"))) if callable(altered) else altered
        change = f"UPDATE {table} SET {column} = :value" + (" WHERE number = 1" if table == "rounds" else "")
        rows.execute(text(change), {"value": value})
    verdict = store.play.verify(ME, seen["session"])
    assert verdict["verdict"] == "fault"
    assert says in verdict["fault"]


def test_a_deck_that_breaks_its_commitment_is_not_dealt_from(store: Store) -> None:
    seen = begun(store, FLUSH, opened(store, FLUSH))
    with store.database.writing() as rows:
        deck = (rows.scalar(select(RoundRow.deck)) or "").split()
        rows.execute(update(RoundRow).values(deck=" ".join([*deck[:-2], deck[-1], deck[-2]])))
    asks: list[Callable[[], Any]] = [lambda: store.play.seen(ME, seen["session"]), lambda: decided(store, seen)]
    for ask in asks:
        with pytest.raises(Problem, match="the record of this session is damaged"):
            ask()
    with store.database.reading() as rows:
        assert rows.scalar(select(func.count()).select_from(EventRow)) == seen["events"]  # nothing was added
    assert "breaks the commitment" in store.play.verify(ME, seen["session"])["fault"]


@pytest.mark.parametrize("altered", [{"deck": "As As"}, {"meters": "garbage"}])
def test_a_session_that_cannot_be_read_is_damaged(store: Store, altered: dict[str, str]) -> None:
    seen = opened(store, FLUSH)
    with store.database.writing() as rows:
        rows.execute(update(SessionRow).values(altered))
    asks: list[Callable[[], Any]] = [lambda: store.play.seen(ME, seen["session"]), lambda: begun(store, FLUSH, seen)]
    for ask in asks:
        with pytest.raises(Problem, match="the record of this session is damaged"):
            ask()


def test_a_file_of_the_first_workbench_is_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "first.sqlite"
    with sqlite3.connect(path) as rows:
        rows.executescript(
            "CREATE TABLE submissions (digest TEXT PRIMARY KEY, property TEXT NOT NULL, version TEXT NOT NULL,"
            " effective TEXT NOT NULL, toml TEXT NOT NULL) STRICT;"
            "CREATE TABLE keys (name TEXT PRIMARY KEY, key BLOB NOT NULL) STRICT;"
            "INSERT INTO keys VALUES ('cookies', X'0102');"
            "INSERT INTO submissions VALUES ('ab', 'House', '1', '2026-12-01', 'text');"
        )
    store = Store(str(path))
    assert store.key("cookies") == b"\1\2"
    assert [saved.house for saved in store.saved()] == ["House"]
    assert opened(store, FLUSH)["rounds"] == 0
    store.database.close()


def test_a_database_of_a_later_version_is_left_alone(where: str) -> None:
    database = Database(where)
    with database.writing() as rows:
        rows.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    database.close()
    with pytest.raises(Refused, match="of a later version of this program"):
        Database(where)


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "text.sqlite"
    path.write_text("This is a text, and long enough to be read as a header of a file.\n" * 20)
    with pytest.raises(Refused, match=r"text\.sqlite: not a workbench's database: file is not a database"):
        Database(str(path))
    with pytest.raises(Refused, match="not a workbench's database"):
        Database("postgresql://nobody@127.0.0.1:1/none")


@pytest.mark.parametrize("url", ["postgresql://me:secret@host/x", "postgresql://host/x?user=me&password=secret"])
def test_a_password_is_never_on_the_command_line(url: str) -> None:
    with pytest.raises(Refused, match="--db holds a password") as refused:
        database_of(url)
    assert "secret" not in str(refused.value)


def test_a_store_in_memory_is_one_for_all_threads() -> None:
    from concurrent.futures import ThreadPoolExecutor

    store = Store(IN_MEMORY)
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda number: opened(store, FLUSH, key=f"k{number}"), range(8)))
    assert len(store.play.sessions(ME)) == 8


def test_a_database_that_goes_away_is_a_problem_of_the_moment(where: str) -> None:
    if not where.startswith("postgresql"):
        pytest.skip("a file does not go away")
    import psycopg

    store = Store(where)
    seen = opened(store, FLUSH)
    with psycopg.connect(where, autocommit=True) as rows:
        rows.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )
    assert begun(store, FLUSH, seen)["rounds"] == 1  # a lost connection is found before it is used
    store.database.close()
