"""The commands store export, verify and prune."""

from __future__ import annotations

import json
import time
from pathlib import Path

from sqlalchemy import text, update

from tablegames.games import game_named
from tablegames.web.store import Store
from tablegames.web.store.models import EventRow, SessionRow
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
    assert printed[2] == "1 sessions were removed, 1 left with a round open"
    assert {each["session"] for each in store.play.sessions(ME)} == {today["session"], left["session"]}
    with store.database.reading() as rows:
        for table in ("rounds", "events", "requests"):
            found = rows.execute(text(f"SELECT DISTINCT session FROM {table} ORDER BY 1")).scalars().all()
            assert list(found) == sorted((today["session"], left["session"]))
    assert json_of(*asked)["removed"] == []
    with store.database.writing() as rows:  # ends the day on which it was used, nothing else
        rows.execute(update(SessionRow).values(used=0))
    assert "1970-01-01" in text_of(*asked)


def test_a_store_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    path = tmp_path / "none.sqlite"
    assert "no store is there" in refused("store", "verify", "--db", f"sqlite:///{path}")
    assert not path.exists()
    assert "is not of the form" in refused("store", "prune", "--older-than", "3", "--db", "mysql://x")
    assert run("store", "prune", "--older-than", "0").code == 2
