"""§ 680a.1: the Pot is required of every seat at a table where the house has selected it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tablegames.analysis.simulate import simulate
from tablegames.asks.records import read_record
from tablegames.asks.rulings import SeatRequest, settle_table
from tablegames.asks.submission import read_submission
from tablegames.audit.run import audit
from tablegames.audit.synth import synth
from tablegames.contract.rules import Rules
from tablegames.core.law import Refused
from tablegames.games.saigon_5_card.game import GAME
from tablegames.report.rack_card import card_data
from tablegames.report.sheet import sheet_json
from tablegames.rounds.moves import Kind, Move
from tablegames.rounds.round import Round
from tablegames.rounds.session import Session
from tablegames.rounds.shuffle import generator
from tablegames.rounds.transcript import Recorder
from tablegames.training.deals import deal_table
from tablegames.web.app import create_app
from tablegames.web.judging import judge
from tablegames.web.playing import bet_fields, read_bets
from tablegames.web.table import Table

DEFAULT = GAME.default_rules()
HOUSE = 'property = "Example"\nversion = "1"\neffective = 2026-12-01\n[games.saigon-5-card]\n'
ANTE, POT = {"ante": 1_000}, {"ante": 1_000, "pot": 500}
HANDS = "Kc Qd Jh Ts 5c", "Kd Qh Js Tc 5d", "Ks Qc Jd Th 5h"
BY_A_SEAT = "seat 2: wager pot is missing: seat 1 has made it, so every seat must make it (§ 680a.1)"
BY_THE_SECOND = "seat 1: wager pot is missing: seat 2 has made it, so every seat must make it (§ 680a.1)"
BY_THE_HOUSE = "wager pot is missing: the house offers it, so every seat must make it (§ 680a.1)"


def selected(words: str) -> Rules:
    """The rules of a house that says this of the Pot."""
    return read_submission(f"{HOUSE}wagers.pot = {{ {words} }}\n", "house").rules(GAME)


OFFERED, NOT_OFFERED = selected("offered = true"), selected("offered = false")
BEFORE = replace(DEFAULT, where_offered=())
"""The rules of a record that was made before the Pot was required so."""


def settled(rules: Rules, *bets: dict[str, int]) -> list[int]:
    seats = [SeatRequest(hand, own) for hand, own in zip(HANDS, bets, strict=False)]
    return [seat.ledger.net for seat in settle_table(GAME, rules, seats, dealer="2d 2c 3d 3c 9s").seats]


def refusal(ask: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refused:
        ask()
    return str(refused.value)


def test_one_seat_with_a_pot_selects_it_for_the_table() -> None:
    assert refusal(lambda: settled(DEFAULT, POT, ANTE, POT)) == BY_A_SEAT
    assert refusal(lambda: settled(DEFAULT, ANTE, POT)) == BY_THE_SECOND
    assert settled(DEFAULT, ANTE, ANTE) == settled(DEFAULT, POT, POT), "all or none: equal hands share the Pot"
    assert settled(DEFAULT, POT) == settled(DEFAULT, ANTE), "a lone player's Pot is returned"


def test_a_house_that_offers_it_requires_it_even_where_no_seat_has_it() -> None:
    assert refusal(lambda: settled(OFFERED, ANTE)) == f"player: {BY_THE_HOUSE}"
    assert refusal(lambda: settled(OFFERED, ANTE, ANTE)) == f"seat 1: {BY_THE_HOUSE}"
    assert refusal(lambda: settled(selected('minimum = "5"'), POT, ANTE)) == f"seat 2: {BY_THE_HOUSE}"
    assert settled(OFFERED, POT, POT) == settled(DEFAULT, POT, POT)
    assert settled(NOT_OFFERED, ANTE, ANTE) == settled(DEFAULT, ANTE, ANTE)
    assert "is not offered here" in refusal(lambda: settled(NOT_OFFERED, POT, POT))


def test_pots_of_one_table_are_equal() -> None:
    differ = refusal(lambda: settled(DEFAULT, POT, {**POT, "pot": 501}))
    assert differ == "pot wagers differ, 5.00 and 5.01: all at a table must be equal (reading 680a-R6)"


def test_a_round_takes_no_bet_that_leaves_it_out() -> None:
    one = Round(GAME, DEFAULT).apply(Move(Kind.BET, "1", POT))
    assert refusal(lambda: one.verify(Move(Kind.BET, "2", ANTE))) == BY_A_SEAT
    assert one.can(Move(Kind.BET, "2", POT))
    none = Round(GAME, DEFAULT).apply(Move(Kind.BET, "1", ANTE))
    assert "seat 1: wager pot is missing: seat 2 has made it" in refusal(lambda: none.verify(Move(Kind.BET, "2", POT)))
    assert none.can(Move(Kind.BET, "2", ANTE))
    assert refusal(lambda: Round(GAME, OFFERED).verify(Move(Kind.BET, "3", ANTE))) == f"seat 3: {BY_THE_HOUSE}"
    session = Session(GAME, DEFAULT, generator(1))
    assert refusal(lambda: session.begin([POT, ANTE])) == BY_A_SEAT
    assert session.round == Round(GAME, DEFAULT), "nothing was begun"


def recorded(path: Path, rules: Rules) -> Path:
    """A record of one round with a Pot at the first of two seats."""
    with path.open("x", encoding="ascii", newline="\n") as file:
        session = Session(GAME, rules, generator(5), Recorder(file, GAME, rules))
        session.begin([POT, ANTE])
        while session.turn:
            session.decide(session.actions()[0])
    return path


def test_a_record_made_before_is_verified_by_the_rules_that_it_names(tmp_path: Path) -> None:
    path = recorded(tmp_path / "before.jsonl", BEFORE)
    first = path.read_text(encoding="ascii").splitlines()[0]
    assert "where_offered" not in first, "as such a record is written"
    record = read_record(path)
    assert (record.rules, record.incomplete, len(record.rounds)) == (BEFORE, "", 1)
    assert audit([str(path)]).clean
    with pytest.raises(Refused, match="seat 2: wager pot is missing"):
        recorded(tmp_path / "now.jsonl", DEFAULT)


def test_a_record_says_that_it_requires_the_pot_and_is_audited_so(tmp_path: Path) -> None:
    made = synth(GAME, DEFAULT, tmp_path / "log.jsonl", rounds=40, seed=3, seats=3)
    lines = made.path.read_text(encoding="ascii").splitlines()
    assert '"required_where_offered":["pot"]' in lines[0]
    assert read_record(made.path).rules == DEFAULT
    bets = [event["bets"] for event in map(json.loads, lines) if event["event"] == "bet"]
    tables = {frozenset("pot" in own for own in bets[at : at + 3]) for at in range(0, len(bets), 3)}
    assert tables == {frozenset({True}), frozenset({False})}, "every seat or none, and both come"
    assert audit([str(made.path)]).clean


@pytest.mark.parametrize(
    ("rules", "pots", "faults"),
    [
        (DEFAULT, ("5", "5"), {}),
        (DEFAULT, ("", ""), {}),
        (DEFAULT, ("5", ""), {"seat without a wager that every seat must make": 1}),
        (OFFERED, ("", ""), {"seat without a wager that every seat must make": 1}),
        (NOT_OFFERED, ("", ""), {}),
        (NOT_OFFERED, ("5", "5"), {"wagers not allowed": 1}),
    ],
)
def test_an_audit_finds_the_seat_without_it(
    rules: Rules, pots: tuple[str, str], faults: dict[str, int], tmp_path: Path
) -> None:
    log = tmp_path / "log.csv"
    rows = ["version,game,round,seat,player,dealer,bet_ante,paid_ante,bet_pot,paid_pot"]
    dealer = "2d2c3d3c9s"
    for seat, (hand, pot) in enumerate(zip(HANDS, pots, strict=False), start=1):
        cards = hand.replace(" ", "")
        rows.append(f"1,saigon-5-card,7,{seat},{cards},{dealer},10,5,{pot},{'0' if pot else ''}")
    log.write_text("\n".join(rows) + "\n", encoding="ascii")
    assert {kind: count for kind, count in audit([str(log)], rules).by_kind.items() if "wager" in kind} == faults


def test_a_log_without_the_column_has_no_pot(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    head = "version,game,round,seat,player,dealer,bet_ante,paid_ante"
    log.write_text(f"{head}\n1,saigon-5-card,7,1,{HANDS[0].replace(' ', '')},2d2c3d3c9s,10,5\n", encoding="ascii")
    assert "seat without a wager that every seat must make" in audit([str(log)], OFFERED).by_kind
    assert "seat without a wager that every seat must make" not in audit([str(log)], DEFAULT).by_kind


def test_tables_dealt_at_random_make_it_at_every_seat_or_at_none() -> None:
    source = generator(1)
    drawn = {
        (seats, rules is OFFERED, frozenset("pot" in seat.bets for seat in deal_table(GAME, rules, {}, source, seats=seats).seats))
        for seats in (1, 3)
        for rules in (DEFAULT, OFFERED, NOT_OFFERED)
        for _ in range(30)
    }  # fmt: skip
    every, none = frozenset({True}), frozenset({False})
    assert drawn == {(1, False, none), (1, True, every), (3, False, every), (3, False, none), (3, True, every)}


def test_a_simulation_makes_it_where_the_house_offers_it() -> None:
    missing = "bet pot is missing: the house offers it, so every seat must make it; give --bet pot=AMOUNT (§ 680a.1)"
    assert refusal(lambda: simulate(GAME, OFFERED, rounds=10, seed=1)) == missing
    bets = {"ante": Fraction(1), "pot": Fraction(1)}
    assert simulate(GAME, OFFERED, rounds=10, seed=1, seats=2, bets=bets).rounds == 10


def test_the_pages_of_play_and_judge_say_it() -> None:
    assert [(field.wager, field.usual) for field in bet_fields(GAME, OFFERED)["table"]] == [("pot", "10.00")]
    assert [(field.wager, field.usual) for field in bet_fields(GAME, DEFAULT)["table"]] == [("pot", "")]
    _, faults = read_bets(GAME, OFFERED, {"s1.ante": "10"}, 1)
    assert faults == {"table.pot": f"seat 1: {BY_THE_HOUSE}"}
    fields = {"seats": "3", "s2": HANDS[0], "s2.ante": "10", "s3": HANDS[1], "s3.ante": "10", "s3.pot": "5"}
    judged = judge(Table.of(GAME, [*fields.items(), ("dealer", "2d 2c 3d 3c 9s")]), DEFAULT)
    said = "Seat 2: wager pot is missing: Seat 3 has made it, so every seat must make it (§ 680a.1)"
    assert (judged.faults, judged.settled) == ({"s2.pot": said}, None)


def test_the_api_refuses_it() -> None:
    seats = [{"player": hand, "bets": bets} for hand, bets in zip(HANDS, ({"ante": "10", "pot": "5"}, {"ante": "10"}), strict=False)]  # fmt: skip
    with TestClient(create_app(), base_url="http://127.0.0.1") as client:
        answer = client.post("/api/v1/games/saigon-5-card/settle", json={"seats": seats, "dealer": "2d 2c 3d 3c 9s"})
    assert (answer.status_code, answer.json()["detail"]) == (422, BY_A_SEAT)


def test_the_sheet_and_the_card_on_the_table_say_it() -> None:
    words = {
        "offered = true": ("offered, required of every seat", "Every seat makes the Pot too."),
        'minimum = "5"': ("offered, required of every seat, minimum 5.00", "Every seat makes the Pot too."),
        "offered = false": ("not offered", ""),
        "": ("offered, required of every seat where one makes it", "If one seat makes the Pot, every seat must."),
    }
    for said, (on_sheet, on_card) in words.items():
        text = f"{HOUSE}wagers.pot = {{ {said} }}\n" if said else HOUSE
        submission = read_submission(text, "house")
        assert sheet_json(submission)["games"]["saigon-5-card"]["wagers"]["pot"] == on_sheet
        step = card_data(GAME, submission.rules(GAME))["steps"][0]["says"]
        assert step == " ".join(filter(None, ["Make an Ante before the deal.", on_card])), said
