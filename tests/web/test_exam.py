"""The table test: its first answers count, its clocks run on the server, and its record says what was right and whether that is enough."""

from __future__ import annotations

import time
from html import unescape

import pytest
from starlette.testclient import TestClient

from tablegames.contract.game import Game
from tablegames.core.law import format_cite
from tablegames.training.drills import all_wagers
from tablegames.training.questions import Kind, Question
from tablegames.web.drilling import question_of
from tests.cases import FLUSH, HOLDEM
from tests.web.forms import cookies_of, hidden, right, send


def exam_begun(client: TestClient, game: Game, **typed: str) -> tuple[str, dict[str, str]]:
    """A test that begins: its address, and the fields that began it."""
    page = client.get(f"/train/{game.id}/test").text
    fields = {**hidden(page, "/test"), "candidate": "Ada <b>", "level": "2", "questions": "4", **typed}
    sent = send(client, f"/train/{game.id}/test", fields)
    assert sent.status_code == 303, sent.text
    return sent.headers["location"], fields


def exam_question(client: TestClient, game: Game, address: str, number: int) -> Question:
    name = f"{address.rpartition('/')[2]}:{number}"
    return question_of(game, all_wagers(game), list(Kind)[number - 1].value, 2, name, cookies_of(client))


def test_a_table_test_from_its_beginning_to_its_record(client: TestClient) -> None:
    address, fields = exam_begun(client, HOLDEM)
    assert send(client, f"/train/{HOLDEM.id}/test", fields).headers["location"] == address  # sent twice it is one
    for number in (1, 2, 3, 4):
        page = client.get(address).text
        assert f"Table test: {number} of 4" in page
        assert client.get(address).text.count("<fieldset") == page.count("<fieldset")
        own = right(exam_question(client, HOLDEM, address, number)) if number != 3 else {"unanswered": "yes"}
        form = hidden(page, address)
        assert send(client, address, {**form, **own}).headers["location"] == address
        assert send(client, address, {**form, "who": "neither"}).status_code == 303  # the first answer counts
    record = client.get(address).text
    assert "3 of 4</dd>" in record
    assert "75.0 % right and in time; a question counts as a whole. No pass mark is set" in record
    assert "Ada &lt;b&gt;" in record
    assert "Ada <b>" not in record
    missed = exam_question(client, HOLDEM, address, 3)
    assert all(format_cite(cite) in record for ask in missed.asks for cite in ask.cites)
    assert f"0 of {len(missed.asks)} parts right" in record


def test_a_question_without_an_answer_is_asked_about_once_before_it_counts(client: TestClient) -> None:
    address, _ = exam_begun(client, FLUSH)
    form = hidden(client.get(address).text, address)
    asked_again = send(client, address, form).headers["location"]
    assert "Nothing is chosen. Count it as no answer?" in client.get(asked_again).text
    assert "Nothing is chosen" not in client.get(address).text
    assert "Table test: 1 of 4" in client.get(address).text
    assert send(client, address, {**form, "unanswered": "yes"}).status_code == 303
    assert "Table test: 2 of 4" in client.get(asked_again).text
    assert "Nothing is chosen" not in client.get(asked_again).text


def test_the_clock_of_a_question_begins_once(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    exams = client.app.state.workbench.store.exams  # type: ignore[attr-defined]
    address, _ = exam_begun(client, FLUSH)
    now = time.time()
    monkeypatch.setattr(exams, "_clock", lambda: now)
    client.get(address)
    monkeypatch.setattr(exams, "_clock", lambda: now + 500)
    page = client.get(address).text  # shown again, by a reload
    send(client, address, {**hidden(page, address), **right(exam_question(client, FLUSH, address, 1))})
    player = client.cookies["tablegames-player"].partition(".")[0]
    (first,) = exams.seen(player, address.rpartition("/")[2]).answers
    assert first.seconds == 500


def test_a_question_is_shown_by_its_own_address_only_where_its_clock_begins(client: TestClient) -> None:
    address, _ = exam_begun(client, FLUSH)
    form = hidden(client.get(f"/train/{FLUSH.id}/test").text, "/test")
    exams = client.app.state.workbench.store.exams  # type: ignore[attr-defined]
    player, id_ = client.cookies["tablegames-player"].partition(".")[0], address.rpartition("/")[2]
    for number in (1, 2):
        for typed in ({"rank": "bogus"}, {}):
            sent = send(client, address, {**form, "number": str(number), **typed})
            assert (sent.status_code, sent.headers["location"], sent.text) == (303, address, "")
        assert len(exams.seen(player, id_).answers) == number - 1
        page = client.get(address).text
        bogus = {each.field: "bogus" for each in exam_question(client, FLUSH, address, number).asks}
        assert send(client, address, {**hidden(page, address), **bogus}).status_code == 422
        sure = {**hidden(page, address), "unanswered": "yes"}
        assert send(client, address, sure).status_code == 303


def test_a_test_is_its_own_players(client: TestClient) -> None:
    address, _ = exam_begun(client, FLUSH)
    other = TestClient(client.app, base_url="http://127.0.0.1", follow_redirects=False)
    assert other.get(address).status_code == 404
    page = other.get(f"/train/{FLUSH.id}/test").text
    assert other.get(address).status_code == 404
    form = hidden(page, "/test")
    assert send(other, address, {**form, "number": "1"}).status_code == 404
    assert client.get(address.replace(FLUSH.id, HOLDEM.id)).status_code == 404


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({"candidate": "  "}, "the candidate's name has 1 to 80 signs"),
        ({"candidate": "x" * 81}, "the candidate's name has 1 to 80 signs"),
        ({"questions": "5"}, "0 questions: a test has 4, 8, 12, 20"),
        ({"level": "7"}, "level '7': there are 1 to 3"),
        *(
            ({"pass_mark": text}, f"'{text}' is no pass mark: a whole number of percent")
            for text in ("0", "101", "75.5", "half")
        ),
    ],
)
def test_a_test_that_cannot_be_is_refused_and_what_was_typed_is_kept(
    client: TestClient, typed: dict[str, str], says: str
) -> None:
    page = client.get(f"/train/{FLUSH.id}/test").text
    fields = {**hidden(page, "/test"), "candidate": "Ada", "level": "2", "questions": "4", **typed}
    refused = send(client, f"/train/{FLUSH.id}/test", fields)
    assert refused.status_code == 422
    assert says in unescape(refused.text)
    assert f'value="{fields["candidate"].strip() or "  "}"' in refused.text


@pytest.mark.parametrize(("mark", "says"), [("75", "passed"), ("76 %", "not passed")])
def test_the_record_says_whether_the_pass_mark_that_was_set_is_reached(
    client: TestClient, mark: str, says: str
) -> None:
    address, _ = exam_begun(client, HOLDEM, pass_mark=mark)
    for number in (1, 2, 3, 4):
        form = hidden(client.get(address).text, address)
        own = right(exam_question(client, HOLDEM, address, number)) if number != 3 else {"unanswered": "yes"}
        send(client, address, {**form, **own})
    record = client.get(address).text
    percent = mark.removesuffix(" %")
    assert f"<dt>Pass mark {percent}&nbsp;%</dt><dd>{says}</dd>" in record
    assert f"set when the test was begun, is {percent}&nbsp;%: {says}." in record
    assert "No pass mark is set" not in record
    assert f"4 questions, pass mark {percent} %" in client.get(f"/train/{HOLDEM.id}/test").text
