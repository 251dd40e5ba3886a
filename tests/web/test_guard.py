"""What stands before every request: hosts, origins, sizes, rates, tokens, and what every answer carries."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.types import Message

from tablegames.core.law import Refused
from tablegames.web.app import create_app
from tablegames.web.pages import judge
from tablegames.web.settings import Settings
from tablegames.web.store import Store
from tests.web.apart import run_apart

RANK = "/api/v1/games/high-card-flush/rank"
TOKEN = "a-token-of-the-house"
EVERY = ["/", "/judge/high-card-flush", "/nothing", "/static/frame.css", "/api/v1/games", "/api/v1/nothing", "/login"]


def client_of(**settings: Any) -> TestClient:
    app = create_app(Settings(**settings))
    return TestClient(app, base_url="http://127.0.0.1", follow_redirects=False, raise_server_exceptions=False)


@pytest.fixture
def guarded() -> Iterator[TestClient]:
    """A server that asks for a token."""
    with client_of(token=TOKEN) as client:
        yield client


@pytest.mark.parametrize("path", EVERY)
def test_every_answer_forbids_what_no_page_needs(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "same-origin")


@pytest.mark.parametrize(
    "path", ["/", "/judge/saigon-5-card", "/judge/heads-up-holdem?s1=AsKs&dealer=x", "/api", "/login"]
)
def test_no_page_has_a_script_or_a_style_in_it(client: TestClient, path: str) -> None:
    page = client.get(path).text
    assert "<style" not in page
    assert re.search(r"\s(on\w+|style)=", page) is None
    assert all('src="/static/' in tag for tag in re.findall(r"<script[^>]*>", page))
    assert re.search(r"(https?:)?//\w", re.sub(r"http://127\.0\.0\.1\S*", "", page)) is None  # it works offline


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8000", 200), ("[::1]:8000", 200), ("localhost", 200), ("table.example", 200), ("Table.Example:443", 200),
        ("evil.example", 421), ("127.0.0.1.evil.example", 421), ("localhost@evil.example", 421), ("", 421), ("a b", 421),
        ("127.0.0.1/x", 421), ("[::1", 421), ("127.0.0.1:port", 421),
    ],
)  # fmt: skip
def test_a_name_that_is_none_of_the_servers_is_not_answered(host: str, status: int) -> None:
    client = client_of(names=frozenset({"table.example"}))
    assert client.get("/api/v1/games", headers={"host": host}).status_code == status


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"origin": "http://127.0.0.1", "sec-fetch-site": "same-origin"}, 200),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://127.0.0.1:9999"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
    ],
)
def test_another_sites_page_changes_nothing(client: TestClient, headers: dict[str, str], status: int) -> None:
    hand = {"hand": "As Ks Qs 9s 4d 3d 2c"}
    assert client.post(RANK, json=hand, headers=headers).status_code == status


def test_sizes_are_bounded_whatever_a_header_says_of_them() -> None:
    client = client_of(most_body=1000, most_query=100)
    kind = {"content-type": "application/json"}
    assert client.post(RANK, content=b" " * 1001, headers=kind).status_code == 413
    chunks: Callable[[], Iterator[bytes]] = lambda: iter([b" " * 600] * 2)  # noqa: E731 - sent without a length
    assert client.post(RANK, content=chunks(), headers=kind).status_code == 413
    assert client.post(RANK, content=b"{}", headers={**kind, "content-length": "-5"}).status_code == 413
    assert client.get("/judge/saigon-5-card?s1=" + "A" * 100).status_code == 414


def test_a_body_that_trickles_has_one_deadline_for_all_its_parts() -> None:
    left = iter(range(100))

    async def trickle() -> Message:
        await asyncio.sleep(0.02)
        return {"type": "http.request", "body": b" ", "more_body": next(left, None) is not None}

    async def answer() -> int:
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        scope = {
            "type": "http", "method": "POST", "path": RANK, "raw_path": RANK.encode(), "query_string": b"", "http_version": "1.1",
            "scheme": "http", "server": ("127.0.0.1", 80), "client": ("127.0.0.1", 9), "root_path": "",
            "headers": [(b"host", b"127.0.0.1"), (b"content-type", b"application/json")],
        }  # fmt: skip
        await create_app(Settings(body_seconds=0.1))(scope, trickle, send)
        return int(sent[0]["status"])

    assert run_apart(answer()) == 408


def test_who_asks_too_often_waits() -> None:
    client = client_of(rate=1, burst=3)
    answers = [client.get("/api/v1/games") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert answers[-1].headers["retry-after"] == "1"
    assert answers[-1].json()["detail"] == "too many requests: wait a moment"


def test_a_fault_of_ours_tells_nothing_of_itself(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("a secret of the server")

    monkeypatch.setattr(judge, "judge", fail)
    answer = client_of().get("/judge/high-card-flush")
    assert answer.status_code == 500
    assert "this is a fault of ours" in answer.text
    assert "secret" not in answer.text
    assert "ZeroDivisionError" not in answer.text
    assert "a secret of the server" in caplog.text  # it is written down
    assert "content-security-policy" in answer.headers


@pytest.mark.parametrize(
    "path", ["/static/../store.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/static//etc/passwd"]
)
def test_no_file_but_the_pages_own_is_given(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_program_shows_its_token_with_each_request(guarded: TestClient) -> None:
    answer = guarded.get("/api/v1/games")
    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
    assert guarded.get("/api/v1/games", headers={"authorization": f"Bearer {TOKEN}"}).status_code == 200
    for wrong in (f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}", f"Basic {TOKEN}", "Bearer", "Bearer \xe9"):
        assert guarded.get("/api/v1/games", headers={b"authorization": wrong.encode("latin-1")}).status_code == 401


def form_token(page: str) -> str:
    found = re.search(r'name="form_token" value="([0-9a-f]+)"', page)
    assert found is not None
    return found[1]


def test_a_reader_types_the_token_once_and_goes_on_to_where_he_was_going(guarded: TestClient) -> None:
    asked = guarded.get("/judge/saigon-5-card?s1=As")
    assert (asked.status_code, asked.headers["location"]) == (303, "/login?next=%2Fjudge%2Fsaigon-5-card%3Fs1%3DAs")
    page = guarded.get(asked.headers["location"])
    cookie = page.headers["set-cookie"].lower()
    assert all(part in cookie for part in ("httponly", "samesite=strict", "path=/"))
    fields = {"form_token": form_token(page.text), "next": "/judge/saigon-5-card?s1=As"}
    wrong = guarded.post("/login", data={**fields, "token": "wrong"})
    assert (wrong.status_code, "This is not the token" in wrong.text) == (403, True)
    entered = guarded.post("/login", data={**fields, "token": TOKEN})
    assert (entered.status_code, entered.headers["location"]) == (303, "/judge/saigon-5-card?s1=As")
    assert guarded.get("/judge/saigon-5-card?s1=As").status_code == 200


def test_a_cookie_that_was_not_signed_here_lets_nobody_in(guarded: TestClient) -> None:
    page = guarded.get("/login")
    name, _, value = page.headers["set-cookie"].partition(";")[0].partition("=")
    visit, _, signature = value.rpartition(".")
    forged = [visit.removesuffix(".0") + f".1.{signature}", f"x.{2**40}.1.{signature}", "", ".", "é.1.1.x", "...."]
    for each in forged:
        headers = {b"cookie": f"{name}={each}".encode()}
        assert guarded.get("/api/v1/games", headers=headers).status_code == 401


@pytest.mark.parametrize(
    "elsewhere", ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)", "/a\nb", "//["]
)
def test_the_way_in_leads_nowhere_else(guarded: TestClient, elsewhere: str) -> None:
    token = form_token(guarded.get("/login").text)
    entered = guarded.post("/login", data={"form_token": token, "next": elsewhere, "token": TOKEN})
    assert (entered.status_code, entered.headers["location"]) == (303, "/")


def test_a_form_that_no_page_of_the_visit_made_is_refused(guarded: TestClient) -> None:
    with client_of(token=TOKEN) as other:
        stolen = form_token(other.get("/login").text)
    guarded.get("/login")
    for made in ({"form_token": stolen}, {"form_token": ""}, {}):
        assert guarded.post("/login", data={**made, "token": TOKEN}).status_code == 403
    assert guarded.post("/login", json={"token": TOKEN}).status_code == 415


def test_a_visit_outlives_the_server_with_its_file_and_ends_after_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = str(tmp_path / "data" / "workbench.sqlite")
    first = client_of(token=TOKEN, database=database)
    form = {"form_token": form_token(first.get("/login").text), "token": TOKEN}
    entered = first.post("/login", data=form)
    again = client_of(token=TOKEN, database=database)
    again.cookies = first.cookies
    assert entered.status_code == 303
    assert again.get("/").status_code == 200
    monkeypatch.setattr("tablegames.web.cookies.LASTS", -1)
    assert again.get("/").status_code == 303
    assert (tmp_path / "data" / "workbench.sqlite").stat().st_mode & 0o077 == 0  # its owner's alone


def test_a_file_that_is_no_workbenchs_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    other.write_bytes(b"not a database at all, but long enough to be looked at" * 20)
    with pytest.raises(Refused):
        Store(str(other))
