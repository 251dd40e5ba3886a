"""Documents and searches over HTTP: the command line's very answers, files as files, and bounds that hold."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from tablegames.cli import main
from tablegames.games import game_named
from tablegames.report.rack_card import rack_card

FLUSH = "/api/v1/games/high-card-flush"
WAIT = {"prefer": "wait=60"}


def ask(client: TestClient, path: str, body: dict[str, Any]) -> Any:
    return client.post(f"{FLUSH}/{path}", json=body, headers=WAIT)


def command_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: str) -> Any:
    monkeypatch.setattr("sys.argv", ["tablegames", *arguments, "--format", "json"])
    with pytest.raises(SystemExit):
        main()
    return json.loads(capsys.readouterr().out)


def test_a_sweep_answers_as_the_command_line(
    client: TestClient, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    body = {
        "rows": {"flush-bonus": {"five-card flush": "8..12 to 1"}},
        "edge": "4..9",
        "pareto": "house",
        "descending": True,
    }
    row = ("--row", "flush-bonus:five-card flush=8..12 to 1")
    wanted = ("--edge", "4..9", "--pareto", "house", "--descending")
    printed = command_line(capsys, monkeypatch, "sweep", "high-card-flush", *row, *wanted)
    assert ask(client, "sweep", body).json() == printed


def test_a_simulation_answers_as_the_command_line(
    client: TestClient, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    body = {
        "rounds": 1000,
        "seed": 7,
        "play": "always-raise",
        "bets": {"ante": "10"},
        "session": 100,
        "bankroll": "500",
    }
    options = ("--rounds", "1000", "--seed", "7", "--play", "always-raise", "--bet", "ante=10")
    more = ("--session", "100", "--bankroll", "500", "--hours", "8", "--rounds-per-hour", "40")
    printed = command_line(capsys, monkeypatch, "simulate", "high-card-flush", *options, *more)
    assert ask(client, "simulate", {**body, "hours": "8", "rounds_per_hour": "40"}).json() == printed


@pytest.mark.parametrize(
    ("path", "body", "says"),
    [
        ("sweep", {}, "say what to sweep"),
        ("sweep", {"rows": {"nothing": {"a": "1 to 1"}}}, "has no paytable 'nothing'"),
        ("sweep", {"rows": {"flush-bonus": {"four-card flush": "1..20000 to 1"}}}, "this server sweeps 10000"),
        ("sweep", {"published": ["flush-bonus"], "edge": "6..4"}, "edge: '6..4' ends below its beginning"),
        ("sweep", {"published": ["flush-bonus"], "hit_every": "0.5"}, "a hit comes at most once in 1 hand"),
        ("simulate", {"rounds": 10**12, "seed": 1}, "rounds: should be less than or equal to 100000000"),
        ("simulate", {"rounds": 10, "seed": 1, "hours": "8"}, "a shift needs both"),
        ("simulate", {"rounds": 10, "seed": 1, "level": "100"}, "level '100' is no percentage"),
        ("simulate", {"rounds": 10, "seed": 1, "bankroll": "5"}, "give session too"),
        ("simulate", {"rounds": 10, "seed": 1, "play": "wild"}, "play 'wild' is none of"),
        ("report", {"format": "doc"}, "format: should be 'pdf', 'html', 'xlsx', 'md' or 'json'"),
        ("report", {"format": "md", "date": "1.1.2027"}, "date '1.1.2027' is not of the form YYYY-MM-DD"),
        ("dealer-test", {"questions": 1}, "questions: should be greater than or equal to 2"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(
    client: TestClient, path: str, body: dict[str, Any], says: str
) -> None:
    answer = ask(client, path, body)
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert says in answer.json()["detail"]


def test_a_file_comes_at_once_or_as_a_jobs_file(client: TestClient) -> None:
    game = game_named("high-card-flush")
    rules = game.with_choices(game.default_rules(), paytables={"flush-bonus": "C"}, readings={})
    body = {"paytables": {"flush-bonus": "C"}}
    later = client.post(f"{FLUSH}/rack-card", json=body, headers={"prefer": "respond-async"})
    assert later.status_code == 202
    at_once = ask(client, "rack-card", body)
    assert at_once.headers["content-type"] == "application/pdf"
    assert at_once.headers["content-disposition"] == 'attachment; filename="high-card-flush-rack-card.pdf"'
    assert at_once.content == rack_card(game, rules)
    job = client.get(later.headers["location"]).json()
    assert job["result"]["bytes"] == len(at_once.content)
    assert client.get(job["result"]["href"]).content == at_once.content


def test_a_report_is_made_of_the_rules_asked_for(client: TestClient) -> None:
    answer = ask(client, "report", {"format": "json", "date": "2026-12-01", "paytables": {"flush-bonus": "B"}})
    assert answer.headers["content-disposition"] == 'attachment; filename="high-card-flush.json"'
    assert "2026-12-01" in answer.text
    assert "8.06" in answer.text  # the edge of table B, 8.0637 %


def test_a_job_without_a_file_has_none(client: TestClient) -> None:
    later = client.post(f"{FLUSH}/simulate", json={"rounds": 10, "seed": 3}, headers={"prefer": "respond-async"})
    assert client.get(f"{later.headers['location']}/file").status_code == 404
