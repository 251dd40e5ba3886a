"""Jobs that are over: kept for the next server, the latest ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tablegames.web.app import create_app
from tablegames.web.settings import Settings
from tablegames.web.store import Store, results
from tablegames.web.store.results import Results

DONE = {"job": "one", "state": "done", "progress": 1.0, "result": {"numerator": "1"}}


def test_the_latest_jobs_are_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "MOST_KEPT", 2)
    seconds = iter((3.0, 1.0, 2.0))
    kept = Results(store.database, lambda: next(seconds))
    for job in ("one", "two", "three"):
        kept.keep(job, {**DONE, "job": job})
    assert [kept.found(job) and job for job in ("one", "two", "three")] == ["one", None, "three"]
    assert kept.found("one") == DONE
    assert kept.found("no\0ne") is None


def test_a_server_that_is_started_again_still_has_what_came_of_a_job(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "store.sqlite"))
    asked = "/api/v1/games/high-card-flush/strategy"
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        answer = client.post(asked, json={"plan": {"flush": "nonsense"}}, headers={"prefer": "respond-async"})
        where = answer.headers["location"]
        with client.stream("GET", f"{where}/events") as stream:
            list(stream.iter_lines())
        before = client.get(where).json()
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        assert client.get(where).json() == before
        assert client.get("/api/v1/jobs/nothing").status_code == 404
    assert before["state"] == "refused"
