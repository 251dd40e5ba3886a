"""The commands store export, verify and prune."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import delete, select, text, update

from tablegames.games import game_named
from tablegames.web.api.examples import SUBMISSION
from tablegames.web.problems import Problem
from tablegames.web.store import Store
from tablegames.web.store.exams import Exams
from tablegames.web.store.models import EventRow, ExamAnswerRow, ExamRow, SessionRow
from tablegames.web.store.play import Play
from tests.cli import json_of, refused, run, text_of
from tests.web.store import ME, OTHER, begun, opened, played

FLUSH, HOLDEM = game_named("high-card-flush"), game_named("heads-up-holdem")
DAY = 24 * 3600


def url_of(where: str) -> str:
    """A database as --db takes it."""
    return where if "://" in where else f"sqlite:///{where}"


def test_a_session_is_exported_as_a_record_that_verifies(where: str, store: Store, tmp_path: Path) -> None:
    over = played(store, begun(store, FLUSH, opened(store, FLUSH)))
    path = str(tmp_path / "out.jsonl")
    shown = json_of("store", "export", over["session"], "-o", path, "--db", url_of(where))
    assert shown == {"session": over["session"], "file": path, "events": over["events"]}
    assert json_of("round", "verify", path, "--head", over["head"])["verdict"] == "unaltered"
    assert Path(path).read_bytes() == store.play.transcript(ME, over["session"])
    left = begun(store, FLUSH, over)
    open_one = str(tmp_path / "open.jsonl")
    assert f"{left['events']} events" in text_of(
        "store", "export", over["session"], "-o", open_one, "--db", url_of(where)
    )
    assert json_of("round", "verify", open_one)["incomplete"] == "round 2 is incomplete"
    assert "a record is never overwritten" in refused(
        "store", "export", over["session"], "-o", path, "--db", url_of(where)
    )
    assert "no session 'x' is kept here" in refused("store", "export", "x", "-o", f"{path}2", "--db", url_of(where))


def test_every_session_is_verified(where: str, store: Store) -> None:
    first = played(store, begun(store, FLUSH, opened(store, FLUSH)))
    second = begun(store, HOLDEM, opened(store, HOLDEM, OTHER), OTHER)
    whole = {"sessions": 2, "rounds": 2, "events": first["events"] + second["events"], "incomplete": 1}
    assert json_of("store", "verify", "--db", url_of(where)) == {"verdict": "consistent", **whole, "faults": []}
    with store.database.writing() as rows:
        rows.execute(text("DROP TRIGGER " + ("events_guarded ON events" if "://" in where else "events_unchanged")))
        rows.execute(update(EventRow).where(EventRow.session == first["session"], EventRow.n == 3).values(line="{}"))
    answer = run("store", "verify", "--db", url_of(where), "--format", "json")
    found = json.loads(answer.out)
    assert (answer.code, found["verdict"], found["sessions"], found["rounds"]) == (3, "fault", 2, 1)
    assert [(each["session"], "line 4: the hash does not follow" in each["fault"]) for each in found["faults"]] == [
        (first["session"], True)
    ]
    answer = run("store", "verify", "--db", url_of(where))
    assert answer.out.startswith(f"session {first['session']}: line 4: ")
    assert (answer.code, answer.out.splitlines()[-1]) == (
        3,
        "2 sessions, 1 rounds, 8 events; 1 with a round open; 1 faulty",
    )


def test_old_sessions_are_removed_whole_and_named(where: str, store: Store) -> None:
    now = time.time()
    today = played(store, begun(store, FLUSH, opened(store, FLUSH, key="today")))
    store.play = Play(store.database, clock=lambda: now - 40 * DAY)
    old = played(store, begun(store, FLUSH, opened(store, FLUSH, key="old")))
    left = begun(store, HOLDEM, opened(store, HOLDEM, key="open"))
    asked = ("store", "prune", "--older-than", "30", "--db", url_of(where))
    would = json_of(*asked, "--dry-run")
    assert would["dry_run"] is True
    (removed,), (open_one,) = would["removed"], would["left_open"]
    assert (removed["session"], removed["head"], removed["rounds"]) == (old["session"], old["head"], 1)
    assert open_one["session"] == left["session"]
    assert len(store.play.sessions(ME)) == 3
    printed = text_of(*asked).splitlines()
    assert printed[0].startswith(f"session {old['session']}: high-card-flush, 1 rounds, last used 20")
    assert printed[1].startswith(f"session {left['session']}: left, a round is open")
    assert printed[2] == "1 sessions and 0 table tests were removed, 1 sessions left with a round open"
    assert {each["session"] for each in store.play.sessions(ME)} == {today["session"], left["session"]}
    with store.database.reading() as rows:
        for table in ("rounds", "events", "requests"):
            found = rows.execute(text(f"SELECT DISTINCT session FROM {table} ORDER BY 1")).scalars().all()
            assert list(found) == sorted((today["session"], left["session"]))
    assert json_of(*asked)["removed"] == []
    with store.database.writing() as rows:  # ends the day on which it was used, nothing else
        rows.execute(update(SessionRow).values(used=0))
    assert "1970-01-01" in text_of(*asked)


def exam(store: Store, name: str, days: int, answers: int = 0) -> str:
    """The id of a table test of four questions that was begun so many days ago, and whose answers each came a day later."""
    id_ = f"the-test-of-{name.replace(' ', '-')}"

    def on(day: int) -> Exams:
        return Exams(store.database, clock=lambda: time.time() + (day - days) * DAY)

    on(0).open(ME, id_, "high-card-flush", store.save(SUBMISSION).digest, 2, 4, name)
    for number in range(1, answers + 1):
        on(number).show(ME, id_)
        on(number).answer(ME, id_, number, {"rank": "x"})
    return id_


def test_old_table_tests_go_with_their_answers_and_are_named(where: str, store: Store) -> None:
    done, begun_only = exam(store, "Done Long Ago", 40, 4), exam(store, "Begun Only", 31)
    lasting, today = (
        exam(store, "Done Since", 33, 4),
        exam(store, "Begun Today", 0),
    )  # the last answer is of 29 days ago
    asked = ("store", "prune", "--older-than", "30", "--db", url_of(where))
    assert json_of(*asked, "--keep-tests")["tests_removed"] == []
    would = json_of(*asked, "--dry-run")["tests_removed"]
    assert [(each["test"], each["candidate"], each["answered"]) for each in would] == [
        (done, "Done Long Ago", 4),
        (begun_only, "Begun Only", 0),
    ]
    assert len(store.exams.taken(ME, "high-card-flush")) == 4
    first, second, count = text_of(*asked).splitlines()
    assert first.startswith(f"table test {done}: high-card-flush, Done Long Ago, 4 of 4 answered, last used 20")
    assert second.startswith(f"table test {begun_only}: high-card-flush, Begun Only, 0 of 4 answered, last used 20")
    assert count == "0 sessions and 2 table tests were removed, 0 sessions left with a round open"
    assert {each.id for each in store.exams.taken(ME, "high-card-flush")} == {lasting, today}
    with store.database.reading() as rows:
        assert set(rows.scalars(select(ExamAnswerRow.exam))) == {lasting}
    (digest,) = (each.digest for each in store.saved())
    with pytest.raises(Problem, match="used by 2 table tests"):
        store.delete(digest)
    with store.database.writing() as rows:
        rows.execute(delete(ExamRow))
    store.delete(digest)


COMMANDS = {
    "verify": ("store", "verify"),
    "export": ("store", "export", "a-session", "-o", "out.jsonl"),
    "prune": ("store", "prune", "--older-than", "3"),
    "dry": ("store", "prune", "--older-than", "3", "--dry-run"),
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_a_store_that_is_not_there_is_not_made(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for option in (("--db", f"sqlite:///{tmp_path / 'none.sqlite'}"), ("--db", "sqlite:///folder/none.sqlite"), ()):
        assert "no store is there" in refused(*command, *option)
    assert "is not of the form" in refused(*command, "--db", "mysql://x")
    assert list(tmp_path.iterdir()) == []
    assert run("store", "prune", "--older-than", "0").code == 2


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def without(statement: str) -> Callable[[Path], None]:
    """A workbench's database that another hand has changed."""

    def changed(path: Path) -> None:
        Store(str(path)).database.close()
        with closing(sqlite3.connect(path)) as file, file:
            file.execute(statement)

    return changed


def anothers(path: Path) -> None:
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("CREATE TABLE accounts (name TEXT)")


NO_STORES: dict[str, tuple[Callable[[Path], object], str]] = {
    "empty": (emptied, "no store is there, or the file is empty; --db names another"),
    "a text": (
        lambda path: path.write_text("rounds and sessions\n" * 200),
        "not a workbench's database: file is not a database",
    ),
    "another program's": (anothers, "not a workbench's database: it has none of its tables"),
    "without sessions": (without("DROP TABLE sessions"), "the database is broken (the table sessions is missing)"),
    "without events": (without("DROP TABLE events"), "the database is broken (the table events is missing)"),
    "without a column": (
        without("ALTER TABLE rounds DROP COLUMN net"),
        "the database is broken (the column net of the table rounds is missing)",
    ),
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
@pytest.mark.parametrize(("make", "says"), NO_STORES.values(), ids=NO_STORES)
def test_a_file_that_holds_no_store_is_never_without_fault(
    command: tuple[str, ...], make: Callable[[Path], object], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "file"
    make(path)
    was = path.read_bytes()
    assert f"{path}: {says}" in refused(*command, "--db", f"sqlite:///{path}")
    assert path.read_bytes() == was or "broken" in says
    assert not Path("out.jsonl").exists()


def test_a_server_without_tables_holds_no_store(where: str) -> None:
    if "://" not in where:
        pytest.skip("a file is looked at above")
    assert "not a workbench's database: it has none of its tables" in refused("store", "verify", "--db", where)
    Store(where).database.close()
    assert json_of("store", "verify", "--db", where)["sessions"] == 0


def test_a_server_does_not_begin_on_a_store_without_a_table(tmp_path: Path) -> None:
    path = tmp_path / "file"
    without("DROP TABLE events")(path)
    assert "the table events is missing" in refused("serve", "--db", f"sqlite:///{path}", "--port", "0")


def sqlite_only(where: str) -> Path:
    """The file of a database that is one."""
    if "://" in where:
        pytest.skip("a server looks after its files")
    return Path(where)


def spoilt(path: Path, session: str, others: set[str]) -> None:
    """A page that holds events of one session alone loses its kind, as a bad disk does it."""
    size = 4096
    with sqlite3.connect(path) as rows:
        rows.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert rows.execute("PRAGMA page_size").fetchone() == (size,)
    rows.close()
    data = bytearray(path.read_bytes())
    for at in range(size, len(data), size):
        page = bytes(data[at : at + size])
        own = session.encode() in page and b'"event":"bet"' in page
        if own and not any(other.encode() in page for other in others):
            data[at] = 0
            path.write_bytes(data)
            return
    raise AssertionError("no page holds that session alone")


def test_a_broken_file_is_said_in_a_sentence_and_the_other_sessions_are_verified(where: str) -> None:
    path, store = sqlite_only(where), Store(where)
    sessions = [opened(store, FLUSH, key=f"k{number}") for number in range(3)]
    for seen in sessions:
        for _ in range(4):
            seen = played(store, begun(store, FLUSH, seen))
    store.database.close()
    first, *others = [seen["session"] for seen in sessions]
    spoilt(path, first, set(others))
    answer = run("store", "verify", "--db", url_of(where), "--format", "json")
    found = json.loads(answer.out)
    assert (answer.code, found["sessions"], found["rounds"], answer.err) == (3, 3, 8, "")
    assert [each["session"] for each in found["faults"]] == [first]
    assert "the database is broken (database disk image is malformed)" in found["faults"][0]["fault"]
    assert "the database is broken" in refused("store", "export", first, "-o", f"{path}.jsonl", "--db", url_of(where))
    store = Store(where)
    with pytest.raises(Problem, match="the database is broken") as problem:
        store.play.verify(ME, first)
    assert problem.value.status == 500
    assert store.play.verify(ME, others[0])["verdict"] == "consistent"
    store.database.close()


@pytest.mark.parametrize("value", ["CAST(X'FF' AS TEXT)", "X'FF'"])
def test_what_is_no_text_is_a_fault_of_its_session(where: str, store: Store, value: str) -> None:
    sqlite_only(where)
    seen, other = opened(store, FLUSH), opened(store, FLUSH, OTHER)
    with store.database.writing() as rows:
        rows.execute(text(f"UPDATE sessions SET meters = {value} WHERE id = '{seen['session']}'"))
    answer = run("store", "verify", "--db", url_of(where))
    assert (answer.code, answer.err) == (3, "")
    fault, count = answer.out.splitlines()
    assert fault.startswith(f"session {seen['session']}: ")
    assert count == "2 sessions, 0 rounds, 1 events; 0 with a round open; 1 faulty"
    with pytest.raises(Problem, match=r"the database is broken|the record of this session is damaged"):
        store.play.seen(ME, seen["session"])
    assert store.play.seen(OTHER, other["session"]) == other


def test_a_server_does_not_begin_on_a_broken_file(where: str) -> None:
    path, store = sqlite_only(where), Store(where)
    store.key("cookies")
    with store.database.reading() as rows:
        page = rows.scalar(text("SELECT rootpage FROM sqlite_master WHERE name = 'keys'"))
    store.database.close()
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    file.close()
    data = bytearray(path.read_bytes())
    data[(page - 1) * 4096] = 0
    path.write_bytes(data)
    said = refused("serve", "--db", url_of(where), "--port", "0")
    assert f"{path}: the database is broken (database disk image is malformed)" in said
