"""Nothing that is asked over HTTP is passed over: no doubled key, no doubled or unknown parameter, no empty choice."""

from __future__ import annotations

import json
from html import unescape
from typing import Any

import pytest
from starlette.testclient import TestClient

from tablegames.games import GAMES
from tests.web import HAND, OTHER
from tests.web.forms import hidden, send

FLUSH, JSON = "/api/v1/games/high-card-flush", {"content-type": "application/json"}
TABLE = f'"player": "{HAND}", "dealer": "{OTHER}"'
ROWS = '"five-card flush": "10 to 1"'


@pytest.mark.parametrize(
    ("path", "body", "place"),
    [
        (f"{FLUSH}/settle", f'{{{TABLE}, "bets": {{"ante": "10", "ante": "20", "raise": "10"}}}}', "bets.ante"),
        (f"{FLUSH}/settle", f'{{"dealer": "{OTHER}", "seats": [{{}}, {{"bets": {{"ante": "1", "ante": "1"}}}}]}}', "seats.1.bets.ante"),
        (f"{FLUSH}/settle", f'{{{TABLE}, "paid": {{"ante": "1", "ante": "2"}}}}', "paid.ante"),
        (f"{FLUSH}/rank", f'{{"hand": "{HAND}", "hand": "{OTHER}"}}', "hand"),
        (f"{FLUSH}/rank", f'{{"hand": "{HAND}", "paytables": {{"flush-bonus": "A", "flush-bonus": "B"}}}}', "paytables.flush-bonus"),
        (f"{FLUSH}/rank", f'{{"hand": "{HAND}", "paytables": {{"flush-bonus": {{"name": "x", "rows": {{{ROWS}, {ROWS}}}}}}}}}', "paytables.flush-bonus.rows.five-card flush"),
        (f"{FLUSH}/rank", f'{{"hand": "{HAND}", "readings": {{"678a-R1": "ace-low", "678a-R1": "ace-low"}}}}', "readings.678a-R1"),
        (f"{FLUSH}/advise", f'{{"hand": "{HAND}", "dead": "Ah", "dead": "Ad"}}', "dead"),
        (f"{FLUSH}/simulate", '{"rounds": 10, "seed": 1, "seed": 2}', "seed"),
        ("/api/v1/sessions", '{"game": "high-card-flush", "game": "saigon-5-card"}', "game"),
        ("/api/v1/sessions/x/rounds", '{"bets": {"1": {"ante": "10"}, "1": {"ante": "20"}}}', "bets.1"),
        ("/api/v1/sessions/x/rounds/1/acts", '{"seat": 1, "action": "fold", "action": "raise 1x"}', "action"),
    ],
)  # fmt: skip
def test_case_45_a_key_twice_is_refused_with_its_place(client: TestClient, path: str, body: str, place: str) -> None:
    """The last one won, and the answer said nothing of the other."""
    json.loads(body)  # to JSON itself it is well formed
    answer = client.post(path, content=body, headers={**JSON, "idempotency-key": "doubled"})
    assert answer.status_code == 422
    assert answer.json()["detail"] == f"{place} is given twice: give it once"


def test_every_route_with_a_json_body_refuses_a_doubled_key(client: TestClient) -> None:
    """Whatever else is wrong with the body."""
    described = client.get("/api/v1/openapi.json").json()["paths"]
    asked = [
        path
        for path, methods in described.items()
        if "application/json" in methods.get("post", {}).get("requestBody", {}).get("content", {})
    ]
    assert len(asked) >= 12
    for path in asked:
        address = path.replace("{game}", "high-card-flush").replace("{session}", "x").replace("{number}", "1")
        answer = client.post(address, content='{"x": [{"y": 1, "y": 2}]}', headers={**JSON, "idempotency-key": "k"})
        assert (answer.status_code, answer.json()["detail"]) == (422, "x.0.y is given twice: give it once"), path


def addresses(client: TestClient) -> list[str]:
    """Every address that can be read: the pages of each game, and those of the API that need nothing else."""
    parts = {
        "judge": ("", "/ruling", "/deal"),
        "lab": ("", "/figures", "/known", "/print", "/save", "/open"),
        "law": ("",),
        "strategy": ("", "/values", "/play", "/deal"),
        "train": ("", "/rank", "/test"),
        "play": ("",),
    }
    pages = [f"/{page}/{game.id}{part}" for page, of in parts.items() for part in of for game in GAMES]
    described = client.get("/api/v1/openapi.json").json()["paths"]
    api = [path.replace("{game}", "saigon-5-card") for path, methods in described.items() if "get" in methods]
    return ["/", "/api", "/login", *pages, *api]


def test_a_parameter_that_an_address_does_not_take_is_refused(client: TestClient) -> None:
    """``POST .../settle?submission=D`` was ruled by the defaults, as was a link with a misspelt field."""
    for address in addresses(client):
        answer = client.get(f"{address}?submision=x")
        assert answer.status_code == 422, address
        assert "unknown parameter 'submision'" in unescape(answer.text), address
    answer = client.post(f"{FLUSH}/rank?submission=x", json={"hand": HAND})
    assert (answer.status_code, answer.json()["detail"]) == (
        422,
        "unknown parameter 'submission': this address takes none",
    )


def test_a_parameter_that_is_given_twice_is_refused(client: TestClient) -> None:
    for address in addresses(client):
        answer = client.get(f"{address}?ante=10&ante=20")
        assert (answer.status_code, "ante is given 2 times: give it once" in answer.text) == (422, True), address


@pytest.mark.parametrize("text", ["", "  "])
@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("rank", {"hand": HAND}, "submission"), ("rank", {"hand": HAND}, "raise_limit"), ("report", {"format": "json"}, "date"),
        *[("sweep", {"published": ["flush-bonus"]}, field) for field in ("edge", "risk", "deviation", "top", "hit_every")],
        *[("simulate", {"rounds": 10, "seed": 1}, field) for field in ("bankroll", "hours", "rounds_per_hour", "play", "level")],
    ],
)  # fmt: skip
def test_an_empty_choice_is_refused(client: TestClient, path: str, body: dict[str, Any], field: str, text: str) -> None:
    answer = client.post(f"{FLUSH}/{path}", json={**body, field: text})
    assert (answer.status_code, field in answer.json()["detail"]) == (422, True)


@pytest.mark.parametrize("choice", [{"paytables": {"flush-bonus": ""}}, {"readings": {"678a-R1": ""}}])
def test_an_empty_paytable_or_reading_is_refused(client: TestClient, choice: dict[str, Any]) -> None:
    assert client.post(f"{FLUSH}/rank", json={"hand": HAND, **choice}).status_code == 422


def test_an_empty_parameter_of_the_api_is_refused(client: TestClient) -> None:
    answer = client.get("/api/v1/sessions/x/verification?head=")
    assert (answer.status_code, answer.json()["detail"]) == (422, "head is empty: give it a value, or leave it out")


def test_a_meter_without_its_wager_is_refused(client: TestClient) -> None:
    """As on the command line: it would change nothing of what is dealt."""
    answer = client.post(f"{FLUSH}/simulate", json={"rounds": 10, "seed": 1, "meters": {"progressive": "500"}})
    assert (answer.status_code, "is for a wager that is not bet" in answer.json()["detail"]) == (422, True)


@pytest.mark.parametrize(
    "address",
    [
        "/lab/high-card-flush",
        "/lab/high-card-flush/save",
        "/lab/high-card-flush/print?as=pdf",
        "/train/high-card-flush",
        "/train/high-card-flush/rank",
    ],
)
def test_a_page_by_rules_that_are_not_there_is_refused(client: TestClient, address: str) -> None:
    answer = client.get(f"{address}{'&' if '?' in address else '?'}submission=deadbeef")
    assert (answer.status_code, "no submission &#39;deadbeef&#39; is saved here" in answer.text) == (422, True)
    assert "10 to 1" not in answer.text


def test_a_labs_figures_are_not_those_of_other_rules(client: TestClient) -> None:
    answer = client.get("/lab/high-card-flush/figures?submission=deadbeef")
    assert "no submission &#39;deadbeef&#39; is saved here" in answer.text
    assert "house edge" not in answer.text
    for wrong in ("from.flush-bonus=Z", "start.flush-bonus=Z"):
        assert "paytable flush-bonus has no &#39;Z&#39;" in client.get(f"/lab/high-card-flush?{wrong}").text
    for wrong in ("start.nothing=A", "print?as=doc"):
        assert client.get(f"/lab/high-card-flush{'/' if 'print' in wrong else '?'}{wrong}").status_code == 422


@pytest.mark.parametrize("wrong", ["submission=deadbeef", "paytable.flush-bonus=Z", "reading.678a-R1=z"])
@pytest.mark.parametrize("part", ["", "/values", "/play"])
def test_no_action_has_a_value_by_rules_that_are_not_there(client: TestClient, part: str, wrong: str) -> None:
    answer = client.get(f"/strategy/high-card-flush{part}?{wrong}&hand={HAND.replace(' ', '')}")
    assert answer.status_code == (200 if part else 422)
    assert unescape(answer.text).count(" has no ") + unescape(answer.text).count("is saved here") >= 1
    for told in ("expected value", "Exact, over", "is being found", "being counted"):
        assert told not in answer.text


def test_a_forms_field_is_given_once(client: TestClient) -> None:
    fields = hidden(client.get("/play/high-card-flush").text, "/play/high-card-flush")
    answer = send(client, "/play/high-card-flush", {**fields, "bankroll": ["10", "1000"]})
    assert (answer.status_code, "bankroll is given 2 times" in answer.text) == (422, True)


def test_a_table_is_not_shown_otherwise_than_it_is_asked_for(client: TestClient) -> None:
    fields = hidden(client.get("/play/high-card-flush").text, "/play/high-card-flush")
    assert "coach=&#39;x&#39;" in send(client, "/play/high-card-flush", {**fields, "bankroll": "10", "coach": "x"}).text
    table = send(client, "/play/high-card-flush", {**fields, "bankroll": "1000"}).headers["location"].partition("?")[0]
    assert client.get(f"{table}?seats=2&coach=after").status_code == 200
    for wrong in ("seats=0", "seats=99", "seats=two", "coach=x", "said=x"):
        assert client.get(f"{table}?{wrong}").status_code == 422, wrong
    assert client.get(f"{table}/rounds?verify=no").status_code == 422
    assert client.get(f"{table}/coach?after=7").status_code == 409


def test_what_is_sought_is_not_cut(client: TestClient) -> None:
    assert "300 signs are sought at once" in client.get(f"/law/high-card-flush?q={'a' * 300}").text
