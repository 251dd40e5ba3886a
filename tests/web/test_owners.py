"""Whose a saved submission is, over HTTP and on the pages; and how many sessions one address opens."""

from __future__ import annotations

import re
from typing import Any

from starlette.testclient import TestClient

from tablegames.web.api.examples import SUBMISSION
from tablegames.web.app import create_app
from tablegames.web.settings import Most, Settings
from tests.web.forms import hidden, send

API = "/api/v1"
TOML = {"content-type": "application/toml"}
TOKEN = "a-token-of-the-house"
SESSION = {"game": "high-card-flush"}


def visitors(count: int, **settings: Any) -> list[TestClient]:
    """Some who ask the same server, each with his own cookies."""
    app = create_app(Settings(rate=10_000, burst=10_000, **settings))
    return [TestClient(app, base_url="http://127.0.0.1", follow_redirects=False) for _ in range(count)]


def saved(client: TestClient, **headers: str) -> Any:
    """What a client is told who saves a submission."""
    answer = client.post(f"{API}/submissions", content=SUBMISSION, headers={**TOML, **headers})
    assert answer.status_code == 201
    return answer.json()


def test_who_saved_a_submission_deletes_it_and_undoes_that_and_no_stranger() -> None:
    owner, stranger, program = visitors(3)
    told = saved(owner)
    where = f"{API}/submissions/{told['digest']}"
    assert "player" not in saved(owner)  # he is known by his cookie
    program.cookies.clear()
    for client in (stranger, program):
        assert client.delete(where).status_code == 403
    stranger.get("/play/high-card-flush")  # a player now, and still a stranger
    refused = stranger.delete(where)
    assert (refused.status_code, refused.json()["detail"]) == (
        403, "this submission was saved by another: the house alone may delete it, with `tablegames store delete`",
    )  # fmt: skip
    assert stranger.post(f"{where}/restore").status_code == 403
    player = {"authorization": f"Bearer {told['player']}"}
    deleted = program.delete(where, headers=player)
    assert (deleted.status_code, deleted.headers["link"]) == (204, f'<{where}/restore>; rel="restore"')
    assert owner.get(where).status_code == 404
    assert owner.get(f"{API}/submissions").json() == {"submissions": []}
    assert program.post(f"{where}/restore").status_code == 403
    assert owner.post(f"{where}/restore").json() == {"games": told["games"], "digest": told["digest"]}
    assert owner.get(where).status_code == 200
    assert owner.post(f"{API}/submissions/absent/restore").status_code == 404


def test_a_submission_in_use_is_not_deleted() -> None:
    owner, other = visitors(2)
    digest = saved(owner)["digest"]
    opened = other.post(f"{API}/sessions", json={**SESSION, "submission": digest}, headers={"idempotency-key": "1"})
    assert opened.status_code == 201
    refused = owner.delete(f"{API}/submissions/{digest}")
    assert refused.status_code == 409
    assert refused.json()["detail"].startswith("this submission is used by 1 session: it stays until the house")
    other.post(f"{API}/sessions", json=SESSION, headers={"idempotency-key": "2"})  # one without it is none
    assert "used by 1 session:" in owner.delete(f"{API}/submissions/{digest}").json()["detail"]


def test_where_a_token_is_needed_the_programs_that_show_it_own_together() -> None:
    program, other = visitors(2, token=TOKEN)
    token = {"authorization": f"Bearer {TOKEN}"}
    told = saved(program, **token)
    assert "player" not in told
    where = f"{API}/submissions/{told['digest']}"
    assert other.delete(where).status_code == 401
    page = other.get("/login").text
    send(other, "/login", {**hidden(page, "/login"), "token": TOKEN})
    assert other.get("/play/high-card-flush").status_code == 200
    assert other.delete(where).status_code == 403  # a player, who did not save it
    assert program.delete(where, headers=token).status_code == 204
    assert other.post(f"{where}/restore", headers=token).status_code == 403  # his cookie says who he is
    other.cookies.clear()
    assert other.post(f"{where}/restore", headers=token).status_code == 200


def test_on_the_page_one_deletes_ones_own_and_undoes_it() -> None:
    owner, stranger = visitors(2)
    page = "/lab/high-card-flush/open"
    text = {**hidden(owner.get(page).text, "/open"), "toml": SUBMISSION}
    opened = send(owner, page, text)
    (digest,) = re.findall(r"submission=([0-9a-f]{64})", opened.headers["location"])
    assert "tablegames-player" in opened.headers["set-cookie"]
    assert "/delete" not in stranger.get(page).text
    fields = hidden(owner.get(page).text, "/delete")
    assert fields["submission"] == digest
    assert send(stranger, "/lab/high-card-flush/delete", fields).status_code == 403
    stolen = {**hidden(stranger.get(page).text, "/open"), "submission": digest}
    refused = send(stranger, "/lab/high-card-flush/delete", stolen)
    assert (refused.status_code, "was saved by another" in refused.text) == (403, True)
    gone = send(owner, "/lab/high-card-flush/delete", fields)
    assert (gone.status_code, gone.headers["location"]) == (303, page)
    after = owner.get(page).text
    assert "Kept here" not in after
    assert "can be brought back within a day" in after
    assert "brought back" not in stranger.get(page).text
    assert send(owner, "/lab/high-card-flush/restore", hidden(after, "/restore")).status_code == 303
    assert "Kept here" in owner.get(page).text


def test_an_address_opens_three_hundred_sessions_a_day_and_no_more() -> None:
    assert Settings().most == Most(sessions_of_address=300, players_of_address=300)
    (client,) = visitors(1)
    for number in range(300):
        client.cookies.clear()  # a new player each time
        answer = client.post(f"{API}/sessions", json=SESSION, headers={"idempotency-key": str(number)})
        assert answer.status_code == 201
    for _ in range(2):
        answer = client.post(f"{API}/sessions", json=SESSION, headers={"idempotency-key": "more"})
        assert (answer.status_code, answer.headers["retry-after"].isdecimal()) == (429, True)
        assert answer.json()["detail"] == (
            "300 sessions came from your address within a day, which is the most: wait 24 hours,"
            " or the house gives more with --sessions-per-address"
        )
    page = hidden(client.get("/play/high-card-flush").text, "/play/high-card-flush")
    answer = send(client, "/play/high-card-flush", {**page, "bankroll": "100"})
    assert (answer.status_code, "300 sessions came from your address" in answer.text) == (429, True)


def test_an_address_is_kept_so_that_nobody_reads_it() -> None:
    (client,) = visitors(1)
    client.post(f"{API}/sessions", json=SESSION, headers={"idempotency-key": "1"})
    with client.app.state.workbench.store.database.reading() as rows:  # type: ignore[attr-defined]
        (address,) = (row.address for row in rows.exec_driver_sql("SELECT address FROM openings"))
    assert re.fullmatch("[0-9a-f]{64}", address)


def test_behind_a_proxy_an_address_is_that_which_the_proxy_names() -> None:
    from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

    app: Any = create_app(Settings(most=Most(sessions_of_address=1)))
    proxied: Any = ProxyHeadersMiddleware(app, "testclient")
    client = TestClient(proxied, base_url="http://127.0.0.1")

    def opened(address: str, key: str) -> int:
        headers = {"idempotency-key": key, "x-forwarded-for": address}
        return int(client.post(f"{API}/sessions", json=SESSION, headers=headers).status_code)

    assert [opened("192.0.2.1", "1"), opened("192.0.2.1", "2"), opened("192.0.2.2", "3")] == [201, 429, 201]
