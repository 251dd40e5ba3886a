"""Train: the answer is nowhere in a page before it is given, corrections cite, and the first answer counts."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

from starlette.testclient import TestClient

from tablegames.contract.game import Game
from tablegames.core.law import format_cite
from tablegames.report.rack_card import card_data
from tablegames.training.drills import all_wagers
from tablegames.training.questions import Kind, Question
from tablegames.web.app import create_app
from tablegames.web.cookies import Cookies
from tablegames.web.drilling import Drill, drill_of, question_of
from tablegames.web.settings import Settings
from tablegames.web.store.drills import KEPT
from tests.cases import FLUSH, HOLDEM
from tests.kit import each_game
from tests.web.forms import cookies_of, hidden, right, send

ALREADY = "This question was answered already: its first answer counts"


def begun(client: TestClient, game: Game, kind: Kind, level: int = 1) -> tuple[str, Drill, Question]:
    """A drill that begins: its question's address, and what only the server knows of it."""
    address = client.get(f"/train/{game.id}/{kind}?level={level}").headers["location"]
    return address, *asked(client, game, address)


def asked(client: TestClient, game: Game, address: str) -> tuple[Drill, Question]:
    drill = drill_of(parse_qs(urlsplit(address).query)["at"][0], cookies_of(client))
    return drill, question_of(game, all_wagers(game), drill.kind, drill.level, drill.name, cookies_of(client))


def answered(client: TestClient, game: Game, kind: Kind, address: str, fields: dict[str, Any]) -> str:
    """The correction of some answers, as text."""
    page = client.get(address).text
    sent = send(client, f"/train/{game.id}/{kind}", {**hidden(page, f"/{kind}"), **fields})
    assert sent.status_code == 303, sent.text
    return client.get(sent.headers["location"]).text


@each_game
def test_right_answers_are_right_and_no_answers_bring_the_paragraphs(client: TestClient, game: Game) -> None:
    for kind in Kind:
        address, _, question = begun(client, game, kind, 2)
        assert "<h1>Right</h1>" in answered(client, game, kind, address, right(question))
        address, _, question = begun(client, game, kind, 2)
        page = unescape(answered(client, game, kind, address, {}))
        assert "<h1>Not quite</h1>" in page
        for ask in question.asks:
            assert all(format_cite(cite) in page for cite in ask.cites)


def test_nothing_in_a_page_gives_the_answer_away(client: TestClient) -> None:
    address, drill, question = begun(client, FLUSH, Kind.RANK, 1)
    page = client.get(address).text
    (ask,) = question.asks
    assert page.count(f">{ask.answer}<") == 1  # among the choices, as every other one
    assert all(page.count(f">{choice}<") == 1 for choice in ask.choices)
    assert not any(cite in page for cite in ask.cites)
    with_other_key = question_of(FLUSH, all_wagers(FLUSH), drill.kind, 1, drill.name, Cookies(b"another key"))
    assert with_other_key.spots != question.spots  # so that the name alone says nothing


@each_game
def test_a_learner_is_told_how_the_game_goes_and_has_no_clock(client: TestClient, game: Game) -> None:
    steps = card_data(game, all_wagers(game))["steps"]
    address, drill, question = begun(client, game, Kind.RANK)
    for page in (client.get(f"/train/{game.id}").text, client.get(address).text):
        assert all(step["says"] in unescape(page) for step in steps)
        assert f'href="/law/{game.id}"' in page
    assert 'class="clock"' not in page
    slow = replace(drill, shown=drill.shown - 3600).token(cookies_of(client))
    assert "<h1>Right</h1>" in answered(client, game, Kind.RANK, f"/train/{game.id}/rank?at={slow}", right(question))
    other, *_ = begun(client, game, Kind.RANK, 2)
    assert 'class="clock"' in client.get(other).text
    assert "How this game goes" not in client.get(other).text


def test_a_question_with_a_wrong_part_says_how_many_parts_are_right(client: TestClient) -> None:
    address, _, question = begun(client, HOLDEM, Kind.SETTLE, 2)
    fields = right(question)
    del fields[question.asks[0].field]
    parts = len(question.asks)
    page = answered(client, HOLDEM, Kind.SETTLE, address, fields)
    assert f"{parts - 1} of {parts} parts right, and a question counts as a whole" in page


def test_the_same_address_asks_the_same_and_its_clock_goes_on(client: TestClient) -> None:
    address, drill, question = begun(client, HOLDEM, Kind.COMPARE, 3)
    cookies = cookies_of(client)
    late = replace(drill, shown=drill.shown - question.seconds - 60).token(cookies)
    page = client.get(f"/train/{HOLDEM.id}/compare?at={late}").text
    assert 'data-left="0"' in page
    assert re.findall(r'<li class="card', page) == re.findall(r'<li class="card', client.get(address).text)
    correction = answered(client, HOLDEM, Kind.COMPARE, f"/train/{HOLDEM.id}/compare?at={late}", right(question))
    assert "Right, but too late" in correction


def test_rights_in_a_row_are_counted_and_lost_by_a_wrong_one(client: TestClient) -> None:
    address, _, question = begun(client, FLUSH, Kind.COMPARE)
    for number in (1, 2, 3):
        correction = answered(client, FLUSH, Kind.COMPARE, address, right(question))
        assert f"{number} of {number} question" in correction
        onward = re.search(r'href="(/train/[^"]*/next\?[^"]*)"', correction)
        assert onward
        address = client.get(unescape(onward[1])).headers["location"]
        _, question = asked(client, FLUSH, address)
    assert "3 of 4 questions right" in answered(client, FLUSH, Kind.COMPARE, address, {})


def test_what_cannot_be_read_is_said_beside_its_field_and_the_rest_is_kept(client: TestClient) -> None:
    address, _, question = begun(client, FLUSH, Kind.SETTLE, 2)
    first, second = question.asks[:2]
    fields = {first.field: "pay", f"{first.field}.amount": "1e3", second.field: "take"}
    page = client.get(address).text
    refused = send(client, f"/train/{FLUSH.id}/settle", {**hidden(page, "/settle"), **fields})
    assert refused.status_code == 422
    text = unescape(refused.text)
    assert f"id=\"fault-{first.field}\">the amount: '1e3' is not an amount" in text
    assert 'value="1e3" aria-invalid="true"' in text
    assert f'name="{second.field}" value="take" checked' in text


def test_a_question_that_was_not_asked_here_is_not_answered(client: TestClient) -> None:
    address, drill, _ = begun(client, FLUSH, Kind.RANK)
    forged = replace(drill, right=100).token(Cookies(b"another key"))
    for at, path in ((forged, "rank"), ("", "rank/marked"), (address.partition("at=")[2], "settle")):
        assert client.get(f"/train/{FLUSH.id}/{path}?at={at or 'x'}").status_code == 422
    assert client.get(f"/train/{FLUSH.id}/rank?level=9").status_code == 422
    assert client.get(f"/train/{FLUSH.id}/roulette").status_code == 422
    assert send(client, f"/train/{FLUSH.id}/rank", {"at": drill.token(cookies_of(client))}).status_code == 403


def test_before_an_answer_there_is_no_correction_and_no_next_question(client: TestClient) -> None:
    address, _, question = begun(client, FLUSH, Kind.COMPARE)
    token = address.partition("?")[2]
    for part in ("marked", "next"):
        answer = client.get(f"/train/{FLUSH.id}/compare/{part}?{token}")
        assert (answer.status_code, answer.headers["location"]) == (303, address)
    page = client.get(address).text
    sent = send(client, f"/train/{FLUSH.id}/compare", {**hidden(page, "/compare"), "who": "neither"})
    given = parse_qs(urlsplit(sent.headers["location"]).query)["at"][0]
    again = {**hidden(page, "/compare"), "at": given, **right(question)}
    assert (
        send(client, f"/train/{FLUSH.id}/compare", again).headers["location"] == f"{sent.headers['location']}&again=yes"
    )


def test_of_two_answers_to_a_question_the_first_counts(client: TestClient) -> None:
    address, _, question = begun(client, FLUSH, Kind.COMPARE)
    form = hidden(client.get(address).text, "/compare")
    wrong = {"who": next(choice for choice in question.asks[0].choices if choice != question.asks[0].answer)}
    first = send(client, f"/train/{FLUSH.id}/compare", {**form, **wrong}).headers["location"]
    assert ALREADY not in client.get(first).text
    for fields in (right(question), wrong, {"who": "bogus"}):  # another answer, a double click, one that cannot be read
        sent = send(client, f"/train/{FLUSH.id}/compare", {**form, **fields})
        page = client.get(sent.headers["location"]).text
        assert "<h1>Not quite</h1>" in page
        assert ALREADY in page
        assert "0 of 1 question right" in page
        assert sent.headers["location"] == f"{first}&again=yes"  # the time is that of the first answer too
    assert client.get(address).headers["location"] == f"{first}&again=yes"
    onward = re.search(r'href="(/train/[^"]*/next\?[^"]*)"', page)
    assert onward
    drill, _ = asked(client, FLUSH, client.get(unescape(onward[1])).headers["location"])
    assert (drill.asked, drill.right) == (1, 0)


def test_a_question_of_yesterday_is_answered_no_more(client: TestClient) -> None:
    address, drill, question = begun(client, FLUSH, Kind.COMPARE)
    old = replace(drill, shown=drill.shown - KEPT - 1).token(cookies_of(client))
    form = {**hidden(client.get(address).text, "/compare"), "at": old, **right(question)}
    for answer in (client.get(f"/train/{FLUSH.id}/compare?at={old}"), send(client, f"/train/{FLUSH.id}/compare", form)):
        assert answer.status_code == 422
        assert "asked over a day ago: begin again" in answer.text


def test_the_questions_are_of_the_houses_rules(tmp_path: Any) -> None:
    toml = 'property = "House"\nversion = "1"\neffective = 2026-01-01\n[games.high-card-flush]\npaytables.flush-bonus = "B"\n'
    with TestClient(create_app(Settings()), base_url="http://127.0.0.1", follow_redirects=False) as client:
        digest = client.app.state.workbench.store.save(toml).digest  # type: ignore[attr-defined]
        address = client.get(f"/train/{FLUSH.id}/settle?level=1&submission={digest}").headers["location"]
        assert "flush bonus B" in client.get(address).text
        assert client.get(f"/train/{FLUSH.id}/settle?level=1&submission=unknown").status_code == 422
        assert client.get(f"{address}&level=2").status_code == 422
        assert client.get(f"/train/{FLUSH.id}?submission=unknown").status_code == 422
