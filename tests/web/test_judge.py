"""The table that an address describes, and what is ruled of it."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from starlette.testclient import TestClient

from tablegames.contract.game import Game
from tablegames.core.cards import parse_cards
from tablegames.core.law import Refused
from tablegames.games import game_named
from tablegames.web.api.examples import SUBMISSION
from tablegames.web.judging import Judgement, judge
from tablegames.web.problems import Problem
from tablegames.web.table import Table
from tests.kit import each_game
from tests.web import HAND, HOLDEM, OTHER


def table_of(game: str, **fields: str) -> Table:
    """A table of one or more seats; a name has _ for the point."""
    return Table.of(game_named(game), [(name.replace("_", ".", 1), text) for name, text in fields.items()])


def judged(game: str, **fields: str) -> Judgement:
    return judge(table_of(game, **fields), game_named(game).default_rules())


def test_one_sentence_says_who_wins_and_why() -> None:
    (seat,) = judged("high-card-flush", s1=HAND, dealer=OTHER).seats
    assert seat.verdict == "Player is higher: four-card flush A-K-Q-9 over A-K-J-9: queen against jack"
    (seat,) = judged("high-card-flush", s1=OTHER, dealer=HAND).seats
    assert seat.verdict == "The dealer is higher: four-card flush A-K-Q-9 over A-K-J-9: queen against jack"
    board = "Tc Js Qh Kc Ad"  # the board plays: case 17 of the field's old faults
    (seat,) = judged("heads-up-holdem", s1="2h 3d", dealer="4h 5d", board=board).seats
    assert seat.verdict.startswith("Neither is higher: straight")


@pytest.mark.parametrize(
    ("game", "fields", "lines"),
    [
        (  # 8-7-2 is below the 9-3-2 with which the dealer qualifies: the Ante wins, the Raise pushes
            "high-card-flush", {"s1": HAND, "dealer": "8h 7h 2h Kc Qc Jd Td"},
            {"ante": ("win", "dealer does not qualify"), "raise": ("push", "dealer does not qualify")},
        ),
        (  # king high does not qualify, and the Ante pushes
            "heads-up-holdem", {"s1": "Ac 3d", "dealer": "Kc 4h", "board": "2h 7d 9s Jc Qs"},
            {"ante": ("push", "dealer does not qualify"), "odds": ("push", "winning high card"), "raise": ("win", "win")},
        ),
        ("saigon-5-card", {"s1": "Jk 2s 5d 9c Kh", "dealer": "3c 4c 5c 6c 7c"}, {"ante": ("win", "dealer does not qualify")}),
    ],
)  # fmt: skip
def test_without_wagers_it_is_said_what_would_become_of_them(
    game: str, fields: dict[str, str], lines: dict[str, tuple[str, str]]
) -> None:
    (seat,) = judged(game, **fields).seats
    assert seat.staying is not None
    assert {line.wager: (line.result.value, line.row) for line in seat.staying.lines} == lines


def test_wagers_are_settled_as_the_engine_settles_them() -> None:
    judgement = judged("heads-up-holdem", **dict(parse_qsl(urlsplit(HOLDEM.replace(".", "_", 4)).query)))
    (seat,) = judgement.seats
    assert seat.ledger is not None
    assert seat.ledger.net == 54_000  # 10 + 50 x 10 + 30
    assert seat.paid == {"odds": {"paid": "150.00", "owed": "500.00", "difference": "-350.00"}}
    assert seat.payment == ("odds underpaid by 350.00", "150.00", "500.00", "-350.00")
    assert seat.verdict.endswith("net +540.00")
    assert "677a-T8" in judgement.cites


RAISED = {"s1_ante": "10", "s1_raise": "10"}


@pytest.mark.parametrize(
    ("paid", "owed", "difference", "says"),
    [
        ("-10", "-10.00", "0.00", "paid as owed"),
        ("−10.00", "-10.00", "0.00", "paid as owed"),
        ("0", "-10.00", "10.00", "ante: take the stake, 10.00 is owed to the house"),
        ("- 2.50", "-10.00", "7.50", "ante: take the rest of the stake, 7.50 is owed to the house"),
        ("10", "-10.00", "20.00", "ante: take the stake and what was paid, 20.00 is owed to the house"),
        ("-15", "-10.00", "-5.00", "ante: give back 5.00, which is more than the stake that was lost"),
    ],
)
def test_a_lost_stake_that_was_left_or_taken_is_checked(paid: str, owed: str, difference: str, says: str) -> None:
    (seat,) = judged("high-card-flush", s1=OTHER, dealer=HAND, **RAISED, **{"s1_paid.ante": paid}).seats
    assert seat.ledger is not None
    assert [line.net for line in seat.ledger.lines] == [-1000, -1000]
    assert (seat.paid["ante"]["owed"], seat.paid["ante"]["difference"]) == (owed, difference)
    assert seat.payment is not None
    assert seat.payment.headline == says


def test_a_stake_that_was_taken_though_it_won_is_owed_to_the_player() -> None:
    (seat,) = judged(
        "high-card-flush", s1=HAND, dealer=OTHER, **RAISED, **{"s1_paid.ante": "-10", "s1_paid.raise": "5"}
    ).seats
    assert seat.payment is not None
    assert seat.payment.headline == "ante: the stake was not lost, 20.00 is owed to the player; raise underpaid by 5.00"


def test_the_judge_says_how_a_stake_that_was_taken_is_written(client: TestClient) -> None:
    lost = "s1=AhKhJh9h4c3c2d&s1.ante=10&s1.raise=10&s1.paid.ante=0&dealer=AsKsQs9s4d3d2c"
    page = client.get(f"/judge/high-card-flush?{lost}").text
    assert "On top of the stake: -10 where a stake of 10 was taken, 0 where it was left on the table" in page
    assert "Ante: take the stake, 10.00 is owed to the house." in page
    wrong = client.get(f"/judge/high-card-flush?{lost.replace('paid.ante=0', 'paid.ante=-x')}").text
    assert "is not an amount" in wrong


def test_a_seat_that_folds_is_settled_without_the_dealers_cards() -> None:
    (seat,) = judged("high-card-flush", s1=HAND, s1_ante="10", s1_fold="on").seats
    assert seat.verdict == "Player folded; net -10.00"


@pytest.mark.parametrize(
    ("fields", "field", "says"),
    [
        ({"s1": "As 1s"}, "s1", "'1s' is not a card"),
        ({"s1": HAND, "dealer": "As"}, "dealer", "As stands twice"),
        ({"s1": HAND + " 5c"}, "s1", "Player has 8 cards, 7 are needed"),
        ({"s1": "Jk"}, "s1", "the joker"),
        ({"s1": HAND, "s1_ante": "1e3"}, "s1.ante", "'1e3' is not an amount"),
        ({"s1": HAND, "s1_raise": "10"}, "s1.ante", "ante is missing"),
        ({"s1": HAND, "s1_ante": "10"}, "s1.raise", "a decision is missing"),
        ({"s1": HAND, "s1_ante": "10", "s1_raise": "50"}, "s1.raise", "is not allowed: 10.00"),
        ({"reading_678a-R1": "none"}, "reading.678a-R1", "has no choice 'none'"),
        ({"paytable_flush-bonus": "Z"}, "paytable.flush-bonus", "paytable flush-bonus has no 'Z'"),
        ({"meter_progressive": "x"}, "meter.progressive", "'x' is not an amount"),
        (
            {"s1": HAND, "dealer": OTHER, "s1_ante": "10", "s1_raise": "10", "s1_paid.flush-bonus": "5"},
            "s1.paid.flush-bonus", "no such wager was bet",
        ),
    ],
)  # fmt: skip
def test_a_fault_stands_at_its_field_and_what_was_typed_is_kept(fields: dict[str, str], field: str, says: str) -> None:
    judgement = judged("high-card-flush", **fields)
    assert says in judgement.faults[field]
    typed = {name.replace("_", ".", 1): text for name, text in fields.items()}
    assert judgement.table.fields == typed


@each_game
def test_the_link_of_a_table_is_the_table(game: Game) -> None:
    cards = iter(game.deck.cards)
    hands = {
        field: " ".join(str(next(cards)) for _ in range(place.needed))
        for field, place in Table(game, 2, {}).places.items()
    }
    reading = next(iter(game.law.readings.values()))
    fields = {**hands, "s2.ante": "5", f"reading.{reading.id}": reading.choices[-1], "seats": "2"}
    table = Table.of(game, fields.items())
    again = Table.of(game, parse_qsl(urlsplit(table.link()).query))
    assert again.hands == table.hands
    assert again.link() == table.link()
    assert (again.seats, again.fields["s2.ante"]) == (2, "5")


def test_defaults_stay_out_of_the_link() -> None:
    table = table_of("high-card-flush", **{"reading_678a-R1": "ace-high-only", "dealer": ""})
    assert table.link() == "/judge/high-card-flush"


@pytest.mark.parametrize("name", ["nothing", "s9", "s1_insurance", "paytable_nothing", "s0", "s1_paid", ""])
def test_a_field_that_the_table_has_not_is_refused(name: str) -> None:
    with pytest.raises(Problem, match=r"unknown parameter .* of High Card Flush"):
        table_of("high-card-flush", **{name: "As"})


@pytest.mark.parametrize("seats", ["0", "-1", "7", "99", "1e9", "٣", "9" * 5000])
def test_as_many_seats_as_the_game_has_are_asked_for(seats: str) -> None:
    with pytest.raises(Refused, match="High Card Flush has 1 to 6 seats"):
        table_of("high-card-flush", seats=seats)


def test_a_second_seat_sits_at_the_table_also_where_the_number_of_seats_is_left_out() -> None:
    """It was left out of the ruling; where the address says that there is one seat, it contradicts itself."""
    table = table_of("high-card-flush", s1=HAND, s3=OTHER)
    assert (table.seats, table.fields["s3"]) == (3, OTHER)
    assert table.sitting("2").fields == {"s1": HAND}
    with pytest.raises(Refused, match="seats=1, and fields of seat 3 are given: say seats=3"):
        table_of("high-card-flush", seats="1", s3=OTHER)


@pytest.mark.parametrize("text", ["no", "off", "0", "false"])
def test_only_one_word_folds(text: str) -> None:
    with pytest.raises(Refused, match="say on where the seat folds"):
        table_of("high-card-flush", s1_fold=text)


def test_a_field_that_is_too_long_is_not_cut() -> None:
    with pytest.raises(Refused, match="dealer has 301 signs; a field has at most 300"):
        table_of("high-card-flush", dealer="As" + " " * 298 + "x")


CHOICES = {
    "submission": ("deadbeef", "no submission 'deadbeef' is saved here"),
    "paytable.flush-bonus": ("Z", "paytable flush-bonus has no 'Z': A, B, C"),
    "reading.678a-R1": ("z", "reading 678a-R1 has no choice 'z'"),
}


@pytest.mark.parametrize("name", CHOICES)
@pytest.mark.parametrize("part", ["", "/ruling"])
def test_rules_that_are_not_there_rule_nothing(client: TestClient, part: str, name: str) -> None:
    """No verdict, no amount and no card ranked: by the defaults nobody asked."""
    text, said = CHOICES[name]
    asked = {"s1": HAND, "dealer": OTHER, "s1.ante": "10", "s1.raise": "10", "s1.paid.ante": "10"}
    judged = client.get(f"/judge/high-card-flush{part}?{urlencode(asked)}")
    assert (judged.status_code, "net +20.00" in judged.text, "four-card flush" in judged.text) == (200, True, True)
    answer = client.get(f"/judge/high-card-flush{part}?{urlencode({**asked, name: text})}")
    assert answer.status_code == (200 if part else 422)  # a fragment of another status would not be shown
    assert said in unescape(answer.text)
    for told in (
        "net +",
        "20.00",
        "four-card flush",
        "is higher",
        "in force",
        "Link to this ruling",
        "Paid against owed",
    ):
        assert told not in answer.text
    if not part:  # the next change of the form asks for the same rules, not for others
        assert f'<option value="{text}" selected>' in answer.text


def test_the_form_of_a_table_asks_for_no_default_beside_its_submission(client: TestClient) -> None:
    """A submission's paytable rules also where the form's other choices were not touched."""
    digest = client.post(
        "/api/v1/submissions", content=SUBMISSION, headers={"content-type": "application/toml"}
    ).json()["digest"]
    hands = {"s1": "5s 6s 8s Ts Qs 2c 3d", "dealer": OTHER, "s1.ante": "10", "s1.raise": "10", "s1.flush-bonus": "10"}
    page = client.get(f"/judge/high-card-flush?{urlencode(hands)}").text
    sent = dict(re.findall(r'<select id="([^"]*)" name="[^"]*"[^>]*>\s*<option value="([^"]*)"', page))
    assert sent.pop("submission") == ""
    assert set(sent.values()) == {""}
    by_house = client.get(f"/judge/high-card-flush/ruling?{urlencode({**hands, **sent, 'submission': digest})}")
    assert "Rules Submission of Example Casino" in by_house.text
    by_link = client.get(by_house.headers["hx-replace-url"])
    assert "flush bonus: B" in by_house.text
    assert "flush bonus: B" in by_link.text
    default = client.get(
        f"/judge/high-card-flush/ruling?{urlencode({**hands, 'submission': digest, 'paytable.flush-bonus': 'A'})}"
    )
    assert "flush bonus: A" in default.text
    assert "flush bonus: A" in client.get(default.headers["hx-replace-url"]).text
    assert client.delete(f"/api/v1/submissions/{digest}").status_code == 204  # the other tests ask the same server


def test_cards_go_to_the_seats_then_the_board_then_the_dealer() -> None:
    table = table_of("heads-up-holdem")
    places = []
    for card in parse_cards("As Ks Qs Js Ts 9s 8s 7s 6s 5s"):
        places.append(table.next_place("s1"))
        table = table.with_card(card, places[-1])
    assert places == ["s1"] * 2 + ["board"] * 5 + ["dealer"] * 2 + ["s1"]
    assert len(table.used) == 9  # the tenth had no place
    assert table.without_card(parse_cards("Qs")[0]).next_place("s1") == "board"


def test_a_set_hand_is_settled_as_it_was_set() -> None:
    best = judged("saigon-5-card", s1="Jk 2s 5d 9c Kh", dealer="3c 4c 5c 6c 7c", s1_ante="10")
    set_badly = judged("saigon-5-card", s1="2s 5d 9c / Kh Jk", dealer="3c 4c 5c 6c 7c", s1_ante="10")
    assert (best.seats[0].ledger and best.seats[0].ledger.net) == 1000
    assert (
        set_badly.seats[0].ledger and set_badly.seats[0].ledger.net
    ) == 0  # 16 does not qualify, nor does the dealer


def test_buttons_work_without_a_script(client: TestClient) -> None:
    page = "/judge/high-card-flush?s1=AsKs&dealer="
    answer = client.get(f"{page}&to=s1&add=Qs")
    assert (answer.status_code, answer.headers["location"]) == (303, "/judge/high-card-flush?s1=AsKsQs&to=s1")
    assert client.get(f"{page}&take=As").headers["location"] == "/judge/high-card-flush?s1=Ks"
    assert client.get(f"{page}&add=AsKs").headers["location"] == "/judge/high-card-flush?s1=AsKs"
    assert client.get(f"{page}&add=<b>").headers["location"] == "/judge/high-card-flush?s1=AsKs"


def test_who_asks_for_the_ruling_lands_on_it_unless_a_field_is_to_be_mended(client: TestClient) -> None:
    asked = {"s1": HAND, "dealer": OTHER, "show": "ruling"}
    path = "/judge/high-card-flush"
    link = f"{path}?s1={HAND.replace(' ', '')}&dealer={OTHER.replace(' ', '')}"
    assert client.get(path, params=asked).headers["location"] == f"{link}#ruling"
    assert (
        client.get(path, params={**asked, "s1.ante": "x"})
        .headers["location"]
        .endswith("s1.ante=x&dealer=AhKhJh9h4c3c2d")
    )
    page = client.get(link).text
    assert page.index("Player is higher") < page.index('id="table"')


def test_what_is_not_typed_yet_is_no_fault_while_one_types(client: TestClient) -> None:
    asked = {"s1": "As Kd", "s1.ante": "10"}
    path = "/judge/heads-up-holdem"
    told = client.get(f"{path}/ruling", params=asked).text
    assert '<li data-field="s1.odds">' not in told
    assert '<p class="empty">wager odds is missing' in told
    assert 'id="fault-s1.odds">wager odds is missing' in client.get(path, params=asked).text
    wrong = client.get(f"{path}/ruling", params={**asked, "s1.odds": "x"}).text
    assert '<li data-field="s1.odds">' in wrong


@each_game
def test_a_random_table_is_whole(client: TestClient, game: Game) -> None:
    answer = client.get(f"/judge/{game.id}/deal?seats=2")
    table = Table.of(game, parse_qsl(urlsplit(answer.headers["location"]).query))
    assert all(table.whole(field) for field in table.places)
    assert client.get(answer.headers["location"]).status_code == 200


def test_what_is_typed_is_escaped(client: TestClient) -> None:
    script = "<script>alert(1)</script>"
    for path in ("/judge/high-card-flush", "/judge/high-card-flush/ruling"):
        answer = client.get(path, params={"s1": script, "s1.ante": f'"{script}', "submission": script})
        assert "<script>alert" not in answer.text
        assert "&lt;script&gt;" in answer.text


def test_the_house_is_chosen_by_its_submission(client: TestClient) -> None:
    toml = (
        'property = "House & Co"\nversion = "1"\neffective = 2026-12-01\n[games.high-card-flush]\nraise_limit = "1"\n'
    )
    digest = client.post("/api/v1/submissions", content=toml, headers={"content-type": "application/toml"}).json()[
        "digest"
    ]
    asked = {"s1": "As Ks Qs 9s 4s 3d 2c", "s1.ante": "10", "s1.raise": "20", "dealer": OTHER}
    path = "/judge/high-card-flush"
    assert "by the house&#39;s raise limit" in client.get(path, params={**asked, "submission": digest}).text
    assert "House &amp; Co, version 1" in client.get(path).text
    assert client.delete(f"/api/v1/submissions/{digest}").status_code == 204
    assert "no submission" in client.get(path, params={**asked, "submission": digest}).text


def test_three_cards_are_a_straight_flush_where_the_table_in_force_has_the_row(client: TestClient) -> None:
    """By § 678a.6(d)(5): the page names it under a published table, and nowhere under a table without the row."""
    rows = {"seven": 500, "six": 200, "five": 100, "four": 60}
    toml = (
        'property = "House"\nversion = "1"\neffective = 2026-12-01\n'
        '[games.high-card-flush.paytables.straight-flush-bonus]\nname = "house"\n'
        "[games.high-card-flush.paytables.straight-flush-bonus.rows]\n"
        + "".join(f'"{length}-card straight flush" = "{pays} to 1"\n' for length, pays in rows.items())
    )
    headers = {"content-type": "application/toml"}
    digest = client.post("/api/v1/submissions", content=toml, headers=headers).json()["digest"]
    asked = {"s1": "9s 8s 7s 5c 4d 3h Kd", "s1.ante": "10", "s1.fold": "on", "s1.straight-flush-bonus": "5"}
    named = client.get("/judge/high-card-flush", params=asked).text
    assert "<strong>three-card straight flush</strong>" in named
    assert "three-card straight flush, by" in named
    unnamed = client.get("/judge/high-card-flush", params={**asked, "submission": digest}).text
    assert "<strong>three-card straight flush</strong>" not in unnamed
    assert "three-card straight flush, by" not in unnamed
    assert "no straight flush, by" in unnamed
    assert client.delete(f"/api/v1/submissions/{digest}").status_code == 204


def test_a_wager_that_the_house_does_not_offer_has_no_place_on_the_page(client: TestClient) -> None:
    toml = 'property = "X"\nversion = "1"\neffective = 2026-12-01\n[games.saigon-5-card]\nwagers.pot = { offered = false }\n'
    headers = {"content-type": "application/toml"}
    digest = client.post("/api/v1/submissions", content=toml, headers=headers).json()["digest"]
    page = f"/judge/saigon-5-card?submission={digest}"
    assert 'name="s1.pot"' in client.get("/judge/saigon-5-card").text
    assert 'name="s1.pot"' not in client.get(page).text
    typed = client.get(f"{page}&s1=KcQdJhTs5c&s1.ante=10&s1.pot=5&dealer=KdQhJsTc5d").text
    assert "wager pot of 5.00 is not offered here (Rules Submission)" in typed, (
        "what was typed is refused, and not lost"
    )
    assert client.delete(f"/api/v1/submissions/{digest}").status_code == 204


def test_a_folded_seat_without_cards_is_ruled_on_the_page_and_by_the_api(client: TestClient) -> None:
    page = client.get("/judge/high-card-flush?s1=XxXxXxXxXxXxXx&s1.ante=10&s1.flush-bonus=5&s1.fold=on").text
    assert page.count("cannot be judged") >= 2
    assert "Player folded; net -10.00, without what cannot be judged" in page
    ask = {"bets": {"ante": "10", "flush-bonus": "5"}, "fold": True}
    answer = client.post("/api/v1/games/high-card-flush/settle", json=ask).json()
    because = "it depends on cards that nobody saw"
    assert answer["cannot_be_judged"] == [
        {"wager": "flush-bonus", "bet": "5.00", "because": because, "owed_at_most": "1500.00"}
    ]
    refused = client.post("/api/v1/games/high-card-flush/settle", json={**ask, "player": "XxXx"})
    assert refused.status_code == 422
    assert "player has 2 Xx, 7 are needed" in refused.text
    assert (answer["net"], answer["facts"], answer["cards"]) == ("-10.00", None, [])
