"""Play: a round from the bets to the ledger, nothing hidden shown, nothing done twice, nothing of another player's."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tablegames.analysis.advise import advise
from tablegames.asks.records import read_record
from tablegames.contract.choices import View
from tablegames.contract.game import Game
from tablegames.core.cards import Card, parse_cards
from tablegames.core.law import format_cite
from tablegames.training.drills import all_wagers
from tablegames.web.playing import asked_of, choices_of, places_of, playing_of
from tablegames.web.rendering import spoken
from tests.cases import FLUSH, HOLDEM, SAIGON
from tests.kit import each_game
from tests.web.forms import hidden, send

BETS = {"s1.ante": "10"}


def opened(client: TestClient, game: Game, **typed: str) -> str:
    """The address of a new table."""
    page = client.get(f"/play/{game.id}").text
    fields = {**hidden(page, f"/play/{game.id}"), "bankroll": "1000", "coach": "off", **typed}
    sent = send(client, f"/play/{game.id}", fields)
    assert sent.status_code == 303, sent.text
    return sent.headers["location"].partition("?")[0]


def seen(client: TestClient, table: str) -> dict[str, Any]:
    """The session as the API shows it."""
    answer: dict[str, Any] = client.get(f"/api/v1/sessions/{table.rpartition('/')[2]}").json()
    return answer


def dealt(client: TestClient, table: str, **bets: str) -> dict[str, str]:
    """A round that begins; the fields that began it."""
    fields = {**hidden(client.get(table).text, "/bet"), **BETS, **bets}
    sent = send(client, f"{table}/bet", fields)
    assert sent.status_code == 303, sent.text
    return fields


def actions(page: str) -> list[str]:
    """The decisions that a page offers."""
    return [unescape(action) for action in re.findall(r'name="action" value="([^"]*)"', page)]


def decided(client: TestClient, table: str, *, last: bool = False) -> dict[str, str]:
    """The first decision that is offered, or the last, taken; the fields that took it."""
    page = client.get(table).text
    fields = {**hidden(page, "/act"), "action": actions(page)[-1 if last else 0]}
    assert send(client, f"{table}/act", fields).headers["location"].partition("?")[0] == table
    return fields


def finished(client: TestClient, table: str) -> dict[str, Any]:
    """The round played to its end, waiting where that is possible."""
    while "turn" in (shown := seen(client, table)["round"]):
        decided(client, table, last=True)
    answer: dict[str, Any] = shown
    return answer


def face_up(page: str) -> set[Card]:
    """The cards that a page shows or names in any way."""
    return {card for card in parse_cards(" ".join(map(str, FLUSH.deck.cards))) if spoken(card) in page}


@each_game
def test_a_round_is_played_and_no_page_before_the_reveal_names_a_hidden_card(client: TestClient, game: Game) -> None:
    table = opened(client, game)
    before = client.get(table).text
    dealt(client, table)
    pages = [before]
    while "turn" in (shown := seen(client, table)["round"]):
        pages.append(client.get(table).text)
        known = {*shown["board"], *(card for seat in shown["seats"] for card in seat["cards"])}
        assert face_up(pages[-1]) == {card for card in parse_cards(" ".join(known)) if not card.is_joker}
        decided(client, table, last=True)
    page = unescape(client.get(table).text)
    assert {card for card in parse_cards(" ".join(shown["dealer"]["cards"])) if not card.is_joker} <= face_up(page)
    for line in shown["ledger"]["seats"][0]["lines"]:
        assert all(format_cite(cite) in page for cite in line["cites"])
    assert shown["deck"]["salt"] in page
    assert not any(shown["deck"]["salt"] in earlier for earlier in pages)
    assert shown["commitment"] in before  # the bets were made on a deck that was committed to
    assert "the commitment holds" in page


def test_what_is_sent_twice_is_done_once(client: TestClient) -> None:
    table = opened(client, HOLDEM)
    bets = dealt(client, table)
    assert send(client, f"{table}/bet", bets).headers["location"].partition("?")[0] == table
    assert (seen(client, table)["rounds"], seen(client, table)["available"]) == (1, "980.00")
    act = decided(client, table, last=True)
    events = seen(client, table)["events"]
    assert send(client, f"{table}/act", act).status_code == 303
    assert seen(client, table)["events"] == events
    again = {**act, "key": "another-key"}  # a page that was reached by the way back has a key of its own
    assert send(client, f"{table}/act", again).headers["location"].endswith("said=late")
    assert seen(client, table)["events"] == events
    assert "nothing was done twice" in client.get(f"{table}?said=late").text
    after = finished(client, table)
    for late in ({**act, "key": "third"}, {**act, "key": "fourth", "action": "raise 3x"}):
        assert send(client, f"{table}/act", late).headers["location"].endswith("said=late")
    assert send(client, f"{table}/bet", {**bets, "key": "fifth"}).headers["location"].endswith("said=dealt")
    assert seen(client, table)["round"] == after


@pytest.mark.parametrize(
    ("game", "bets", "field", "says"),
    [
        (FLUSH, {"s1.ante": "1e3"}, "s1.ante", "ante: '1e3' is not an amount"),
        (FLUSH, {"s1.ante": ""}, "s1.ante", "wager ante is missing"),
        (FLUSH, {"s1.ante": "5000"}, "s1.ante", "the bets come to 5000.00; the bankroll is 1000.00"),
        (FLUSH, {"s1.flush-bonus": "-5"}, "s1.flush-bonus", "flush bonus: '-5' is not an amount"),
        (HOLDEM, {"s1.ante": "0"}, "s1.ante", "wager ante is missing"),
    ],
)
def test_bets_that_cannot_be_are_said_beside_their_field_and_nothing_is_dealt(
    client: TestClient, game: Game, bets: dict[str, str], field: str, says: str
) -> None:
    table = opened(client, game)
    fields = {**hidden(client.get(table).text, "/bet"), "s1.ante": "10", **bets}
    refused = send(client, f"{table}/bet", fields)
    assert refused.status_code == 422
    text = unescape(refused.text)
    assert f'id="fault-{field}">{says}' in text
    assert f'name="{field}" value="{bets[field]}"' in text
    assert seen(client, table)["rounds"] == 0


def test_a_decision_that_is_not_allowed_is_a_sentence_and_nothing_changes(client: TestClient) -> None:
    table = opened(client, FLUSH)
    dealt(client, table)
    before = seen(client, table)
    act = {**hidden(client.get(table).text, "/act"), "action": "raise 9x"}
    refused = send(client, f"{table}/act", act)
    assert refused.status_code == 422
    assert "seat 1: 'raise 9x' is not allowed here: raise 1x, fold" in unescape(refused.text).replace(
        "raise 2x, ", ""
    ).replace("raise 3x, ", "")
    assert send(client, f"{table}/act", {**act, "round": "x"}).status_code == 422
    assert seen(client, table) == before


def test_several_seats_are_played_in_turn_with_bets_of_their_own(client: TestClient) -> None:
    table = opened(client, SAIGON)
    page = client.get(f"{table}?seats=3").text
    fields = {
        **hidden(page, "/bet"),
        "s1.ante": "10",
        "s2.ante": "20",
        "s3.ante": "5",
        "table.pot": "5",
        "s2.bonus": "1",
    }
    assert send(client, f"{table}/bet", fields).status_code == 303
    shown = finished(client, table)
    bets = [seat["bets"] for seat in shown["seats"]]
    assert bets == [
        {"ante": "10.00", "pot": "5.00"}, {"ante": "20.00", "bonus": "1.00", "pot": "5.00"}, {"ante": "5.00", "pot": "5.00"},
    ]  # fmt: skip
    page = client.get(table).text
    assert page.count("<div><h2>Seat ") == 3
    for field in ('name="s1.ante" value="10.00"', 'name="s2.ante" value="20.00"', 'name="s2.bonus" value="1.00"'):
        assert field in page  # offered again
    assert 'name="s1.bonus" value=""' in page
    assert 'name="table.pot" value="5.00"' in page


def test_a_table_is_its_own_players(client: TestClient) -> None:
    table = opened(client, FLUSH)
    fields = dealt(client, table)
    other = TestClient(client.app, base_url="http://127.0.0.1", follow_redirects=False)
    parts = ["", "/coach", "/rounds", "/rounds/1", "/rounds/1/coach", "/record.jsonl"]
    assert {other.get(table + part).status_code for part in parts} == {404}
    opened(other, FLUSH)
    assert {other.get(table + part).status_code for part in parts} == {404}
    token = hidden(other.get(f"/play/{FLUSH.id}").text, FLUSH.id)["form_token"]
    for part in ("/bet", "/act"):
        act = {"round": "1", "seat": "1", "after": "11", "action": "fold", "key": "k"}
        assert send(other, table + part, {**fields, **act, "form_token": token}).status_code == 404
    assert "turn" in seen(client, table)["round"]
    assert client.get(table.replace(FLUSH.id, HOLDEM.id)).status_code == 404


def test_the_coach_values_side_wagers_and_a_limit_in_money(client: TestClient) -> None:
    """With a Flush Bonus the values are in money, for all that the seat has bet; by the table odds they are per Ante."""
    table = opened(client, FLUSH, coach="before")
    page = client.get(f"{table}?coach=before").text
    send(client, f"{table}/bet", {**hidden(page, "/bet"), "s1.ante": "10", "s1.flush-bonus": "5"})
    hand = parse_cards(" ".join(seen(client, table)["round"]["seats"][0]["cards"]))
    advice = advise(FLUSH, all_wagers(FLUSH), View(hand), {"ante": 1000, "flush-bonus": 500})
    said = client.get(f"{table}/coach", headers={"hx-request": "true"}).text
    while "is working it out" in said:
        said = client.get(f"{table}/coach", headers={"hx-request": "true"}).text
    assert "worth, in money" in said
    worth = {str(action.expected_value / 100) for action in advice.actions}
    assert worth == set(re.findall(r'title="exactly ([^"]*)"', said))


def test_the_coach_says_what_the_exact_advice_says(client: TestClient) -> None:
    table = opened(client, FLUSH, coach="before")
    page = client.get(f"{table}?seats=2&coach=before").text
    send(client, f"{table}/bet", {**hidden(page, "/bet"), "s1.ante": "10", "s2.ante": "10"})
    hands = [parse_cards(" ".join(seat["cards"])) for seat in seen(client, table)["round"]["seats"]]
    advice = advise(FLUSH, all_wagers(FLUSH), View(hands[0], (), hands[1]))
    said = client.get(f"{table}/coach", headers={"hx-request": "true"}).text
    while "is working it out" in said:
        said = client.get(f"{table}/coach", headers={"hx-request": "true"}).text
    assert f"{advice.best.action} (best)" in said
    assert {str(action.expected_value) for action in advice.actions} == set(
        re.findall(r'title="exactly ([^"]*)"', said)
    )
    finished(client, table)
    assert client.get(f"{table}/coach").status_code == 409
    review = client.get(f"{table}/rounds/1/coach").text
    assert "fold (chosen)" in review or "fold (best) (chosen)" in review
    assert str(advice.best.expected_value) in review


@pytest.mark.parametrize(
    ("hand", "says"),
    [
        ("As 2s 2d 2h 4c", "this hand cannot qualify"),
        ("Ks 2s 8d 3h 4c", "in one way only"),
        ("Jk 2s 8d 3h 4c", "how is the hand set"),
    ],
)
def test_a_hand_that_leaves_nothing_to_decide_says_so(hand: str, says: str) -> None:
    rules = SAIGON.default_rules()
    actions = [choice.words for choice in SAIGON.choices("setting", View(parse_cards(hand)), (), rules)]
    seat = {"seat": 1, "cards": hand.split(), "bets": {"ante": "10.00"}}
    choices = choices_of(SAIGON, rules, {"turn": {"seat": 1, "actions": actions}, "seats": [seat]})
    assert says in asked_of(choices)


@pytest.mark.parametrize(("turn", "playing"), [(1, "As Kh Ks Kd Qd"), (2, "4d 3d Kd Qd 9d"), (None, "")])
def test_the_cards_that_play_are_those_of_the_seat_in_turn_on_the_board_too(turn: int | None, playing: str) -> None:
    seats = [{"seat": 1, "cards": ["Kh", "As"]}, {"seat": 2, "cards": ["3d", "4d"]}]
    shown = {"board": ["Qd", "Ks", "9d", "Kd", "2c"], "dealer": {"hidden": 2}, "seats": seats, "turn": {"seat": turn}}
    _, places = places_of(HOLDEM, HOLDEM.default_rules(), shown, {})
    assert set(playing_of(places)) == set(parse_cards(playing))


def test_rounds_are_recalled_step_by_step_and_the_record_is_taken_home(client: TestClient, tmp_path: Path) -> None:
    table = opened(client, FLUSH)
    assert "No round is over yet" in client.get(f"{table}/rounds").text
    for _ in range(12):
        dealt(client, table)
        finished(client, table)
    page = client.get(f"{table}/rounds?verify=yes").text
    assert [int(number) for number in re.findall(r"Round (\d+), step by step", page)] == list(range(12, 2, -1))
    assert "Bankroll over 12 rounds: from 1000.00" in page
    assert "<strong>consistent</strong>" in page
    first = client.get(f"{table}/rounds/12?at=0").text
    found = re.search(r"Step 1 of (\d+)", first)
    assert found
    steps = int(found[1])
    last = client.get(f"{table}/rounds/12?at={steps - 1}").text
    beyond = client.get(f"{table}/rounds/12?at={steps}")
    assert (beyond.status_code, f"there is no step {steps}" in beyond.text) == (404, True)
    assert face_up(first.partition("What has happened")[0]) == set()
    assert format_cite("678a-T3") in last
    assert client.get(f"{table}/rounds/13").status_code == 404
    record = tmp_path / "record.jsonl"
    record.write_bytes(client.get(f"{table}/record.jsonl").content)
    assert len(read_record(record).rounds) == 12
    assert json.loads(record.read_text().splitlines()[-1])["hash"] in page


def test_a_round_that_is_being_played_is_not_recalled(client: TestClient) -> None:
    table = opened(client, FLUSH)
    dealt(client, table)
    for part in ("/rounds/1", "/rounds/1/coach"):
        assert client.get(table + part).status_code == 409
    assert client.get(f"{table}/record.jsonl").text.count("\n") == 1
    page = client.get(f"{table}/rounds?verify=yes").text
    assert "No round is over yet" in page
    assert client.get(f"{table}/bet").headers["location"] == table
    assert "Its last hash" not in page  # it covers cards that lie face down


@pytest.mark.parametrize(
    "part", ["rounds/" + "9" * 30, "rounds/0", "rounds/1/coach?x=%00", "rounds/1?at=" + "9" * 30, "%00"]
)
def test_an_address_of_nothing_is_a_sentence(client: TestClient, part: str) -> None:
    table = opened(client, FLUSH)
    address = f"/play/{FLUSH.id}/%00" if part == "%00" else f"{table}/{part}"
    assert client.get(address).status_code in (404, 422)
    assert client.get(f"/train/{FLUSH.id}?submission=%00").status_code == 422
    assert client.get(f"/train/{FLUSH.id}/test/%00").status_code == 422


def test_a_table_says_that_its_money_is_play_money(client: TestClient) -> None:
    assert "Play money." in client.get(f"/play/{FLUSH.id}").text
    assert "play money" in client.get(opened(client, FLUSH)).text
    page = client.get(f"/play/{FLUSH.id}").text
    refused = send(client, f"/play/{FLUSH.id}", {**hidden(page, FLUSH.id), "bankroll": "0"})
    assert refused.status_code == 422
    assert "the bankroll is more than 0.00" in refused.text
