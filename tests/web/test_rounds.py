"""Rounds over HTTP: played by a program and by a browser's cookie, each player his own, every refusal a document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from tablegames.web.app import create_app
from tablegames.web.settings import Settings
from tests.web.conftest import GENEROUS

SESSIONS = "/api/v1/sessions"
BETS = {"1": {"ante": "10"}}


@pytest.fixture
def player() -> Iterator[TestClient]:
    """A browser of its own, at a server of its own."""
    with TestClient(create_app(GENEROUS), base_url="http://127.0.0.1") as client:
        yield client


def post(client: TestClient, path: str, key: str, body: Any, **headers: str) -> Any:
    return client.post(SESSIONS + path, json=body, headers={"idempotency-key": key, **headers})


def opened(client: TestClient, key: str = "open", game: str = "high-card-flush") -> dict[str, Any]:
    answer = post(client, "", key, {"game": game})
    assert answer.status_code == 201
    found: dict[str, Any] = answer.json()
    assert answer.headers["location"] == f"{SESSIONS}/{found['session']}"
    return found


def test_a_round_from_the_first_request_to_its_proof(player: TestClient) -> None:
    between = opened(player)
    assert "practice" in between["money"]
    at = f"/{between['session']}"
    dealt = post(player, f"{at}/rounds", "r1", {"bets": BETS, "commitment": between["commitment"]})
    assert (dealt.status_code, dealt.headers["cache-control"]) == (201, "no-store")
    seen = dealt.json()
    assert seen["round"]["dealer"] == {"hidden": 7}
    assert (seen["round"]["turn"]["seat"], seen["round"]["turn"]["actions"][-1]) == (1, "fold")
    act = {"seat": 1, "action": "fold", "after": seen["events"]}
    over = post(player, f"{at}/rounds/1/acts", "a1", act)
    assert over.status_code == 200
    assert (over.json()["bankroll"], over.json()["round"]["net"]) == ("990.00", "-10.00")
    assert post(player, f"{at}/rounds/1/acts", "a1", act).json() == over.json()
    again = post(player, f"{at}/rounds/1/acts", "a2", act)
    assert (again.status_code, again.json()["detail"]) == (409, "round 1 is not being played: round 1 is over")
    other = post(player, f"{at}/rounds/1/acts", "a1", {**act, "action": "raise 1x"})
    assert (other.status_code, "used for another request" in other.json()["detail"]) == (422, True)
    assert player.get(SESSIONS + at).json() == over.json()
    (round_,) = player.get(f"{SESSIONS}{at}/rounds").json()["rounds"]
    assert round_ == player.get(f"{SESSIONS}{at}/rounds/1").json()
    assert [event["event"] for event in round_["events"]][-4:] == ["reveal", "settle", "discard", "deck"]
    head = over.json()["head"]
    assert player.get(f"{SESSIONS}{at}/verification", params={"head": head}).json()["verdict"] == "unaltered"
    assert player.get(f"{SESSIONS}{at}/transcript").text.count("\n") == over.json()["events"]
    assert [each["session"] for each in player.get(SESSIONS).json()["sessions"]] == [between["session"]]


def test_a_player_is_known_by_his_cookie_or_his_token_and_nobody_is_another(player: TestClient) -> None:
    mine = opened(player)
    cookie = player.cookies["tablegames-player"]
    assert cookie == mine["player"]
    player.cookies.clear()
    assert player.get(SESSIONS).status_code == 401
    bearer = {"authorization": f"Bearer {mine['player']}"}
    assert player.get(f"{SESSIONS}/{mine['session']}", headers=bearer).status_code == 200
    theirs = opened(player)
    player.cookies.clear()
    for token in (
        theirs["player"],
        "x",
        "",
        "x.y",
        "é",
        mine["player"][:-1],
        "." + mine["player"].partition(".")[2],
    ):
        answer = player.get(f"{SESSIONS}/{mine['session']}", headers=[(b"authorization", f"Bearer {token}".encode())])
        assert answer.status_code == (404 if token == theirs["player"] else 401)
        assert answer.headers["content-type"] == "application/problem+json"


def test_where_the_server_asks_for_a_token_the_player_is_a_cookie() -> None:
    settings = Settings(token="0123456789abcdef", rate=1000, burst=1000)
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        assert post(client, "", "1", {"game": "high-card-flush"}).status_code == 401
        client.headers["authorization"] = "Bearer 0123456789abcdef"
        mine = opened(client)
        assert client.get(f"{SESSIONS}/{mine['session']}").status_code == 200
        client.cookies.clear()
        assert client.get(f"{SESSIONS}/{mine['session']}").status_code == 401


def test_another_site_cannot_play(player: TestClient) -> None:
    at = f"/{opened(player)['session']}"
    answer = post(player, f"{at}/rounds", "1", {"bets": BETS}, origin="https://evil.example")
    assert answer.status_code == 403
    assert player.get(SESSIONS + at).json()["rounds"] == 0


WRONG: list[tuple[str, Any, int, str]] = [
    ("/{}/rounds", {"bets": {"x": {"ante": "10"}}}, 422, "seat 'x' is not a number"),
    ("/{}/rounds", {"bets": {"1": {"ante": "100"}, "01": {"ante": "1"}}}, 422, "seat '01' is not a number"),
    ("/{}/rounds", {"bets": {"7": {"ante": "10"}}}, 422, "seat '7' is not one of 1 to 6"),
    ("/{}/rounds", {"bets": {"1": {"ante": "-5"}}}, 422, "'-5' is not an amount"),
    ("/{}/rounds", {"bets": {"1": {"ante": 10}}}, 422, "should be a valid string"),
    ("/{}/rounds", {"bets": {"1": {"ante": "10", "raise": "10"}}}, 422, "raise is made by a decision"),
    ("/{}/rounds", {"bets": {"1": {"ante": "10"}}, "seed": 7}, 422, "seed: unknown key"),
    ("/{}/rounds/1/acts", {"seat": 1, "action": "fold"}, 409, "none has begun"),
    ("/{}/rounds/0/acts", {"seat": 1, "action": "fold"}, 422, "number"),
    ("/{}/rounds/1/acts", {"seat": 1, "action": "x" * 300}, 422, "action"),
    ("/{}/rounds/1/acts", {"seat": 10**30, "action": "fold"}, 422, "seat"),
    ("/nothing/rounds", {"bets": BETS}, 404, "no session 'nothing' of yours"),
    ("/%00/rounds", {"bets": BETS}, 404, "no session"),
    ("", {"game": "nope"}, 422, "no game 'nope'"),
    ("", {"game": "high-card-flush", "bankroll": "1e9"}, 422, "bankroll: '1e9' is not an amount"),
    ("", {"game": "high-card-flush", "meters": {"ante": "1"}}, 422, "meter 'ante' is unknown"),
]


@pytest.mark.parametrize(("path", "body", "status", "says"), WRONG)
def test_what_is_wrong_is_said_and_nothing_is_changed(
    player: TestClient, path: str, body: Any, status: int, says: str
) -> None:
    before = opened(player)
    answer = post(player, path.format(before["session"]), "wrong", body)
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    assert says in answer.json()["detail"]
    after = player.get(f"{SESSIONS}/{before['session']}").json()
    assert after == {name: value for name, value in before.items() if name != "player"}
    assert len(player.get(SESSIONS).json()["sessions"]) == 1


def test_a_change_needs_its_key(player: TestClient) -> None:
    answer = player.post(SESSIONS, json={"game": "high-card-flush"})
    assert (answer.status_code, "Idempotency-Key" in answer.json()["detail"]) == (422, True)
