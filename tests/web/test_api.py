"""The API: the command line's very answers, and its very sentences where something is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from tablegames.cli import main
from tablegames.games import GAMES
from tests.web import HAND, OTHER

API = "/api/v1"
HOLDEM = {"player": "Ad 9h", "dealer": "6c 6h", "board": "2d 3d 4d 5d Kc"}
BETS = {"ante": "10", "odds": "10", "raise": "30"}
TABLE = ["--player", "Ad 9h", "--dealer", "6c 6h", "--board", "2d 3d 4d 5d Kc"]
LAID = ["--bet", "ante=10", "--bet", "odds=10", "--bet", "raise=30", "--paid", "odds=150"]
FLUSH = "high-card-flush"
OWN = {
    "name": "mine",
    "rows": {
        "seven-card flush": "300 to 1", "six-card flush": "100 to 1", "five-card flush": "10 to 1", "four-card flush": "1 to 1",
    },
}  # fmt: skip


def command_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: str
) -> tuple[str, str]:
    """What the command line prints, as JSON and as its line of complaint."""
    monkeypatch.setattr("sys.argv", ["tablegames", *arguments, "--format", "json"])
    with pytest.raises(SystemExit):
        main()
    output = capsys.readouterr()
    return output.out, output.err


SAME: list[tuple[str, str, dict[str, Any] | None, list[str]]] = [
    ("GET", "/games", None, ["games"]),
    ("GET", f"/games/{FLUSH}/paytables", None, ["paytables", FLUSH]),
    *(
        ("GET", f"/games/{FLUSH}/law/{book}", None, ["law", book, FLUSH])
        for book in ("paragraphs", "readings", "coverage")
    ),
    ("POST", f"/games/{FLUSH}/rank", {"hand": HAND}, ["rank", FLUSH, HAND]),
    ("POST", f"/games/{FLUSH}/rank", {"hand": HAND.split()}, ["rank", FLUSH, HAND]),
    ("POST", f"/games/{FLUSH}/rank", {"hand": "As 1s"}, ["rank", FLUSH, "As 1s"]),
    (
        "POST", f"/games/{FLUSH}/compare", {"first": HAND, "second": OTHER, "readings": {"678a-R1": "ace-low"}},
        ["compare", FLUSH, HAND, OTHER, "--reading", "678a-R1=ace-low"],
    ),
    (
        "POST", "/games/heads-up-holdem/settle", {**HOLDEM, "bets": BETS, "paid": {"odds": "150"}},
        ["settle", "heads-up-holdem", *TABLE, *LAID],
    ),
    (
        "POST", "/games/heads-up-holdem/settle",
        {"seats": [{"player": "Ad 9h", "bets": BETS}], "dealer": "6c 6h", "board": HOLDEM["board"]},
        ["settle", "heads-up-holdem", *TABLE[2:], "--seat", "Ad 9h; ante=10; odds=10; raise=30"],
    ),
    (
        "POST", "/games/heads-up-holdem/settle", {**HOLDEM, "bets": {"ante": "10"}},
        ["settle", "heads-up-holdem", *TABLE, "--bet", "ante=10"],
    ),
    (
        "POST", f"/games/{FLUSH}/analyze", {"bets": {"ante": "10", "flush-bonus": "5"}, "paytables": {"flush-bonus": "B"}},
        ["analyze", FLUSH, "--bet", "ante=10", "--bet", "flush-bonus=5", "--paytable", "flush-bonus=B"],
    ),
    ("POST", f"/games/{FLUSH}/analyze", {"bets": {"raise": "10"}}, ["analyze", FLUSH, "--bet", "raise=10"]),
    (
        "POST", f"/games/{FLUSH}/advise", {"hand": "Tc 8c 6c Kd Qd 4h 3s", "dead": "9c", "raise_limit": "1"},
        ["advise", FLUSH, "--hand", "Tc 8c 6c Kd Qd 4h 3s", "--dead", "9c", "--raise-limit", "1"],
    ),
    ("POST", f"/games/{FLUSH}/strategy", {}, ["strategy", FLUSH]),
    ("POST", f"/games/{FLUSH}/strategy", {"plan": {"flush": "T-8-6"}}, ["strategy", FLUSH, "--evaluate", "T-8-6"]),
    ("POST", f"/games/{FLUSH}/strategy", {"plan": {"flush": "X"}}, ["strategy", FLUSH, "--evaluate", "X"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("method", "path", "body", "arguments"),
    SAME,
    ids=[f"{number}-{row[1].split('/')[-1]}" for number, row in enumerate(SAME)],
)
def test_the_answer_is_the_command_lines(
    client: TestClient, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
    method: str, path: str, body: dict[str, Any] | None, arguments: list[str],
) -> None:  # fmt: skip
    answer = client.request(method, API + path, json=body, headers={"prefer": "wait=60"})
    printed, complaint = command_line(capsys, monkeypatch, *arguments)
    if printed:
        assert answer.status_code == 200
        assert json.dumps(answer.json()) == json.dumps(json.loads(printed))  # the same keys in the same order
    else:
        assert answer.status_code == 422
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["detail"] == complaint.splitlines()[-1]


def test_a_table_of_ones_own_is_priced(client: TestClient) -> None:
    answer = client.post(f"{API}/games/{FLUSH}/analyze", json={"paytables": {"flush-bonus": OWN}})
    wager = answer.json()["wagers"]["flush-bonus"]
    assert wager["paytables"]["flush-bonus"] == {"name": "mine", "source": "submission"}
    pays = {row["row"]: row["pays"] for row in wager["rows"]}
    assert pays["seven-card flush"] == "300 to 1"


WRONG: list[tuple[str, str, Any, int, str]] = [
    ("POST", "/games/nope/rank", {"hand": "As"}, 404, "no game 'nope'; the games are saigon-5-card"),
    ("POST", f"/games/{FLUSH}/rank", {"hand": 5, "hnad": "As"}, 422, "hand: should be a valid string; hnad: unknown key"),
    ("POST", f"/games/{FLUSH}/settle", {"seats": [], "player": HAND}, 422, "seats hold the cards, the bets and the fold"),
    ("POST", f"/games/{FLUSH}/settle", {"player": HAND, "bets": {"ante": 10}}, 422, "bets.ante: should be a valid string"),
    (
        "POST", f"/games/{FLUSH}/analyze", {"paytables": {"flush-bonus": OWN | {"rows": {"four-card flush": "1 to 1"}}}}, 422,
        "row 'seven-card flush' is missing",
    ),
    ("POST", f"/games/{FLUSH}/rank", {"hand": HAND, "submission": "0" * 64}, 422, "no submission"),
    ("POST", f"/games/{FLUSH}/advise", {"hand": "As"}, 422, "hand has 1 cards, 7 are needed"),
    ("GET", "/nothing", None, 404, "nothing is at this address"),
    ("GET", f"/games/{FLUSH}/rank", None, 405, "this address does not take this method"),
    ("GET", "/jobs/none", None, 404, "no job 'none'"),
    ("GET", f"/submissions/{'0' * 64}", None, 404, "no submission"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path", "body", "status", "says"), WRONG)
def test_what_is_wrong_is_a_problem_document(
    client: TestClient, method: str, path: str, body: Any, status: int, says: str
) -> None:
    answer = client.request(method, API + path, json=body)
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert (answer.status_code, problem["status"], problem["type"]) == (status, status, "about:blank")
    assert says in problem["detail"]


@pytest.mark.parametrize("body", [b"{", b"\xff", b"[" * 100_000, b'{"hand": "As", "hand": 1e999}', b"null", b""])
def test_a_body_that_is_no_json_object_is_a_problem(client: TestClient, body: bytes) -> None:
    answer = client.post(f"{API}/games/{FLUSH}/rank", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("toml", "words"),
    [
        (".".join("a" * 130_000) + "=1", "at most 65536 bytes"),
        (".".join("a" * 30_000) + "=1", "line 1 has 29999 dots and brackets; a line has at most 100"),
        ("games.high-card-flush.seats = 0x" + "f" * 5000, "a whole number lies within 64 bits"),
    ],
)
def test_a_submission_that_would_cost_the_server_much_is_refused(client: TestClient, toml: str, words: str) -> None:
    answer = client.post(f"{API}/submissions", content=toml, headers={"content-type": "application/toml"})
    assert answer.status_code == 422
    assert words in answer.json()["detail"]


def test_a_submission_is_saved_shown_used_and_forgotten(client: TestClient) -> None:
    toml = 'property = "Tester"\nversion = "1"\neffective = 2026-12-01\n[games.high-card-flush]\npaytables.flush-bonus = "B"\n'
    headers = {"content-type": "application/toml"}
    saved = client.post(f"{API}/submissions", content=toml, headers=headers)
    assert saved.status_code == 201
    digest = saved.json()["digest"]
    assert client.post(f"{API}/submissions", content=toml, headers=headers).json()["digest"] == digest  # once only
    assert [entry["property"] for entry in client.get(f"{API}/submissions").json()["submissions"]] == ["Tester"]
    assert client.get(f"{API}/submissions/{digest}").json()["games"][FLUSH]["paytables"]
    assert client.get(f"{API}/submissions/{digest}/toml").text == toml
    ranked = client.post(f"{API}/games/{FLUSH}/rank", json={"hand": HAND, "submission": digest}).json()
    assert ranked["submission"] == digest
    assert client.delete(f"{API}/submissions/{digest}").status_code == 204
    assert client.delete(f"{API}/submissions/{digest}").status_code == 404
    refused = client.post(f"{API}/submissions", content='property = "x"\nversion = 1', headers=headers)
    assert refused.json()["detail"].startswith("submission: line 1, effective: ")


def without_nulls(value: Any) -> Any:
    """A value as the description has it, which leaves out what is null."""
    if isinstance(value, dict):
        return {key: without_nulls(item) for key, item in value.items() if item is not None}
    return [without_nulls(item) for item in value] if isinstance(value, list) else value


def test_every_call_is_described_and_each_example_is_answered_as_it_says(client: TestClient) -> None:
    paths = client.get(f"{API}/openapi.json").json()["paths"]
    page = client.get("/api").text
    tried = set()
    for path, methods in paths.items():
        assert path.partition("{")[0] in page
        for method, operation in methods.items():
            assert operation["description"], path
            assert "4XX" in operation["responses"], path
            content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            for game, example in content.get("examples", {}).items() if "{game}" in path else ():
                at = path.replace("{game}", game)
                answer = client.request(method, at, json=example["value"], headers={"prefer": "wait=60"})
                assert answer.status_code == 200, path
                shown = operation["responses"]["200"].get("content", {}).get("application/json", {}).get("example")
                if shown:
                    assert shown == without_nulls(answer.json()), path
                tried.add(path.rpartition("/")[2])
    assert {"rank", "compare", "settle", "analyze", "advise", "strategy"} <= tried


def test_every_game_is_described(client: TestClient) -> None:
    for game in GAMES:
        assert client.get(f"{API}/games/{game.id}").json()["name"] == game.name


def test_of_many_faults_the_first_are_told_with_their_number(client: TestClient) -> None:
    answer = client.post("/api/v1/games/saigon-5-card/settle", json={"seats": [1] * 900, "dealer": ""})
    problem = answer.json()
    assert (answer.status_code, problem["count"]) == (422, 900)
    assert [fault["at"] for fault in problem["faults"]] == [f"seats.{number}" for number in range(20)]
    assert problem["detail"].endswith("; and 880 more")
    assert len(answer.content) < 5_000


LONG = "x" * 200_000
MANY = {f"k{number}": 1 for number in range(15_000)}


@pytest.mark.parametrize(
    "body",
    [
        {"seats": [1] * 120_000}, MANY, {"bets": MANY}, {"paytables": MANY}, {"paytables": {"bonus": {"name": "a", "rows": MANY}}}, {LONG: 1},
        {"readings": {LONG: "1"}}, {"readings": {"680a-R1": LONG}}, {"paytables": {LONG: "A"}}, {"paytables": {"bonus": LONG}},
        {"submission": LONG}, {"player": LONG}, {"player": "x " * 100_000}, {"bets": {LONG: "1"}}, {"bets": {"ante": LONG}},
        {"meters": {"x " * 100_000: "1"}}, {"raise_limit": LONG}, {"paid": {"ante": "1" * 200_000}}, {"fold": LONG}, {"seats": LONG},
        {"seats": [{"player": LONG}]},
    ],
    ids=range(21),
)  # fmt: skip
def test_a_refusal_is_short_however_much_was_sent(client: TestClient, body: dict[str, Any]) -> None:
    answer = client.post("/api/v1/games/saigon-5-card/settle", json=body)
    assert answer.status_code == 422
    assert len(answer.content) < 10_000
    assert LONG[:81] not in answer.text


def test_a_refusal_of_a_submission_is_short(client: TestClient) -> None:
    for toml in (
        f"{LONG[:60_000]} = 1",
        "".join(f"k{number} = 1\n" for number in range(5_000)),
        f'property = "{LONG[:60_000]}"',
    ):
        answer = client.post("/api/v1/submissions", content=toml, headers={"content-type": "application/toml"})
        assert answer.status_code == 422
        assert len(answer.content) < 10_000
        assert LONG[:81] not in answer.text


@pytest.mark.parametrize(
    "path", [f"/api/v1/games/{LONG[:9000]}", f"/api/v1/submissions/{LONG[:9000]}", f"/api/v1/jobs/{LONG[:9000]}", f"/judge/{LONG[:9000]}"]
)  # fmt: skip
def test_a_path_is_quoted_as_little(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code in (404, 422)
    assert LONG[:81] not in answer.text
