"""A fact that no money depends on is not required: folds whose cards nobody saw, and what cannot be judged without them (case 46)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tablegames.asks.rulings import SeatRequest, SettleRuling, paid_and_owed, settle_table
from tablegames.audit.run import audit
from tablegames.contract.facts import Seat
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.cards import Deal, parse_cards
from tablegames.core.law import Refused
from tablegames.games import game_named
from tablegames.report.audit import audit_json, audit_text
from tablegames.report.json_form import settle_json
from tablegames.report.text import settle_text
from tablegames.rounds.payouts import House
from tablegames.rounds.unseen import AFTER_ANOTHER, NOT_SEEN, Shown, is_judged, lines_of_a_fold, settle_shown
from tablegames.web.judging import judge
from tablegames.web.table import Table
from tests.audit import audited
from tests.kit import all_tables, each_game

FLUSH, HEADS_UP, ULTIMATE = map(game_named, ("high-card-flush", "heads-up-holdem", "ultimate-texas-holdem"))
HAND, DEALER = "As Ks Qs 9s 4d 3d 2c", "Ah Kh Jh 9h 4c 3c 2d"
RAISE = SeatRequest(HAND, {"ante": 1_000, "raise": 1_000})
UNSEEN = ["", "Xx Xx Xx Xx Xx Xx Xx", "XxXxXxXxXxXxXx", "xx, xx, xx, xx xx xx xX"]


def ruled(game: Game, *seats: SeatRequest, rules: Rules | None = None, **more: Any) -> SettleRuling:
    return settle_table(game, rules or all_tables(game), seats, **more)


def nets(ruling: SettleRuling) -> list[dict[str, int]]:
    return [{line.wager: line.net for line in seat.ledger.lines} for seat in ruling.seats]


def unjudged(ruling: SettleRuling) -> list[dict[str, str]]:
    return [{each.wager: each.why for each in seat.ledger.unjudged} for seat in ruling.seats]


def folding(cards: str, **bets: int) -> SeatRequest:
    return SeatRequest(cards, {name.replace("_", "-"): cents for name, cents in bets.items()}, fold=True)


@pytest.mark.parametrize("cards", UNSEEN)
def test_a_fold_loses_the_ante_whatever_the_cards(cards: str) -> None:
    ruling = ruled(FLUSH, folding(cards, ante=1_000))
    (seat,) = ruling.seats
    assert (nets(ruling), unjudged(ruling)) == ([{"ante": -1_000}], [{}])
    assert (seat.cards, seat.evaluation, seat.facts, seat.decision) == ((), None, None, "fold")
    assert ruling.table.house_net == 1_000


@pytest.mark.parametrize("cards", UNSEEN)
def test_one_gap_does_not_discard_its_neighbours(cards: str) -> None:
    """Seat 1 wins as if seat 2, which folded unseen with a Flush Bonus, were not there; the Flush Bonus alone is left open."""
    ruling = ruled(FLUSH, RAISE, folding(cards, ante=1_000, flush_bonus=500), dealer=DEALER)
    assert nets(ruling) == [{"ante": 1_000, "raise": 1_000}, {"ante": -1_000}]
    assert unjudged(ruling) == [{}, {"flush-bonus": NOT_SEEN}]


@pytest.mark.parametrize("cards", ["As Xx", "Xx Xx Xx Xx Xx Xx 2h", "As"])
def test_some_cards_are_not_a_hand(cards: str) -> None:
    with pytest.raises(Refused):
        ruled(FLUSH, folding(cards, ante=1_000))


@pytest.mark.parametrize(
    ("seat", "dealer", "said"),
    [
        ("XxXx", "", "player has 2 Xx, 7 are needed: one for each card, or none at all"),
        ("Xx Xx Xx Xx Xx Xx Xx Xx", "", "player has 8 Xx, 7 are needed: one for each card, or none at all"),
        ("", "Xx", "dealer has 1 Xx, 7 are needed: one for each card, or none at all"),
        ("XxXxXxXxXxXxAs", "", "player has Xx among its cards: a hand is seen whole or not at all"),
        ("XxXxXxXxXxXxZs", "", "player, column 13: 'Zs' is not a card"),
    ],
)
def test_cards_that_nobody_saw_are_all_of_a_hand(seat: str, dealer: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(Refused) as refused:
        ruled(FLUSH, folding(seat, ante=1_000), dealer=dealer)
    assert refused.value.message.startswith(said)
    assert "\n" not in str(refused.value)
    fields = [("s1", seat), ("s1.ante", "10"), ("s1.fold", "on"), ("dealer", dealer)]
    faults = list(judge(Table.of(FLUSH, fields), FLUSH.default_rules()).faults.values())
    assert [fault.lower().startswith(said.lower()) for fault in faults] == [True]
    found, kept = audited(log(tmp_path / "log.csv", f"1,1,{seat},{dealer},1,10,-10,,,,"), FLUSH.default_rules())
    assert found.by_kind == {"unknown card" if "s" in seat else "wrong number of cards": 1}
    assert str(kept[0]["reason"]).startswith(said)


@pytest.mark.parametrize(
    ("board", "said"),
    [("Xx Xx Xx", "board has 3 Xx, 5 are needed"), ("2c 3c 4c Xx Xx", "board has Xx among its cards: a hand is seen")],
)
def test_a_board_that_nobody_saw_is_the_whole_board(board: str, said: str) -> None:
    with pytest.raises(Refused, match=said):
        ruled(ULTIMATE, folding("", ante=1_000, blind=1_000), board=board)
    with pytest.raises(Refused, match="deals none there"):
        ruled(FLUSH, folding("", ante=1_000), board=board.replace("2c 3c 4c ", ""))


def test_a_hand_that_stays_in_needs_its_cards() -> None:
    for cards in UNSEEN:
        with pytest.raises(Refused, match=r"not a card|0 cards, 7 are needed"):
            ruled(FLUSH, RAISE._replace(cards=cards), dealer=DEALER)
    with pytest.raises(Refused, match="dealer has 0 cards, 7 are needed"):
        ruled(FLUSH, RAISE, folding("", ante=1_000))


@pytest.mark.parametrize(
    ("game", "bets", "lost"),
    [
        (HEADS_UP, {"ante": 1_000, "odds": 1_000, "trips_plus": 500, "pocket_bonus": 500}, {"ante": -1_000, "odds": -1_000}),
        (ULTIMATE, {"ante": 1_000, "blind": 1_000, "trips": 500}, {"ante": -1_000, "blind": -1_000}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("board", ["", "2c 3c 4c", "2c 3c 4c 5d 9h", "Xx Xx Xx Xx Xx"])
def test_holdem_folds_unseen(game: Game, bets: dict[str, int], lost: dict[str, int], board: str) -> None:
    """What a fold loses is lost on any board, dealt out or not; the side wagers depend on the cards."""
    ruling = ruled(game, folding("Xx Xx", **bets), board=board)
    side = {name.replace("_", "-") for name in bets} - set(lost)
    assert (nets(ruling), unjudged(ruling)) == ([lost], [dict.fromkeys(side, NOT_SEEN)])


def test_a_wager_on_the_seats_own_cards_needs_no_board() -> None:
    """Aces pay the Pocket Bonus 30 to 1 by its own table, though nobody saw the board; Trips Plus depends on it."""
    bets = {"ante": 1_000, "odds": 1_000, "pocket_bonus": 500, "trips_plus": 500}
    ruling = ruled(HEADS_UP, folding("Ah As", **bets), board="2c 3c 4c")
    assert nets(ruling) == [{"ante": -1_000, "odds": -1_000, "pocket-bonus": 15_000}]
    assert unjudged(ruling) == [{"trips-plus": NOT_SEEN}]
    whole = ruled(HEADS_UP, folding("Ah As", **bets), board="2c 3c 4c 9d Th")
    assert {line.wager: line.net for line in whole.seats[0].ledger.lines}["pocket-bonus"] == 15_000
    assert not whole.seats[0].ledger.unjudged


def test_a_side_wager_that_a_fold_forfeits_is_judged() -> None:
    """By reading 677a-R4 every fold loses it: one line for all cards."""
    rules = HEADS_UP.with_choices(all_tables(HEADS_UP), paytables={}, readings={"677a-R4": "forfeit"})
    ruling = ruled(HEADS_UP, folding("", ante=1_000, odds=1_000, trips_plus=500), rules=rules)
    assert (nets(ruling)[0]["trips-plus"], unjudged(ruling)) == (-500, [{}])


@each_game
def test_what_is_judged_is_the_same_for_every_fold(game: Game) -> None:
    """The rule, over all facts of a fold: judged where there is one line, and otherwise there are two that differ."""
    rules = all_tables(game)
    folds = [facts for facts in game.facts if game.folded(facts)]
    assert bool(folds) == bool(game.raises.most)
    for wager in (wager for wager in game.wagers if folds and not wager.by_choice):
        cents = next((t.stake for t in rules.paytables.values() if wager.id in t.form.wagers and t.stake), 1_000)
        meters = dict.fromkeys(game.meters, 0)
        found = {game.settle([Seat(facts, {wager.id: cents})], meters, rules).seats[0].lines for facts in folds}
        assert len(found) == len(lines_of_a_fold(game, rules, wager.id, cents))
        assert is_judged(game, rules, wager.id, cents, own_seen=False) == (len(found) == 1) == wager.required


def test_own_cards_decide_what_is_said_to_be_decided_by_them() -> None:
    """A Pocket Bonus has one line for each hand, whatever the board: every hand against boards of all kinds."""
    rules = all_tables(HEADS_UP)
    boards = [parse_cards(board) for board in ("2c 3c 4c 5c 6c", "Tc Td Th Ts 9c", "2h 7d 9s Jc Qs")]
    for hand in combinations(HEADS_UP.deck.cards[::5], 2):
        lines = set()
        for board in (board for board in boards if not set(board) & set(hand)):
            facts = HEADS_UP.facts_of(Deal(hand, (), board), HEADS_UP.lines[0], rules)
            lines.add(HEADS_UP.settle([Seat(facts, {"pocket-bonus": 100})], {}, rules).seats[0].lines)
        assert len(lines) == 1


METER = FLUSH.with_choices(FLUSH.default_rules(), paytables={"progressive": "one-dollar"}, readings={})
STRAIGHT = "As Ks Qs Js Ts 9s 8s"
"""Pays the whole meter."""


def test_a_meter_that_an_unseen_hand_may_have_emptied_leaves_the_next_share_open() -> None:
    """In deal order: after the unseen seat the share cannot be judged, before it the share is judged."""
    bets = {"ante": 1_000, "progressive": 100}
    won, hidden = SeatRequest(STRAIGHT, {**bets, "raise": 3_000}), folding("", **bets)
    after = ruled(FLUSH, hidden, won, rules=METER, dealer=DEALER.replace("2d", "2h"), meters={"progressive": 900_000})
    assert unjudged(after) == [{"progressive": NOT_SEEN}, {"progressive": AFTER_ANOTHER}]
    assert nets(after)[1] == {"ante": 1_000, "raise": 3_000}
    assert after.table.meters == {}, "nobody knows where it stands"
    before = ruled(FLUSH, won, hidden, rules=METER, dealer=DEALER.replace("2d", "2h"), meters={"progressive": 900_000})
    assert nets(before)[0]["progressive"] == 900_000
    assert unjudged(before) == [{}, {"progressive": NOT_SEEN}]
    unfed = ruled(FLUSH, hidden, rules=METER)
    assert unjudged(unfed) == [{"progressive": NOT_SEEN}], "a meter that nobody told is not missed"


def test_a_payout_limit_that_an_unseen_wager_may_pass_leaves_the_winnings_open() -> None:
    """A Flush Bonus of 5.00 wins at most 300 to 1, 1,500.00: with 20.00 for seat 1 that is 1,520.00."""
    hidden = folding("", ante=1_000, flush_bonus=500)
    for limit, open_ in ((152_000, {}), (151_999, {"ante": AFTER_ANOTHER, "raise": AFTER_ANOTHER})):
        rules = replace(FLUSH.default_rules(), payout_limit=limit)
        assert unjudged(ruled(FLUSH, RAISE, hidden, rules=rules, dealer=DEALER))[0] == open_


def test_text_and_json_name_what_cannot_be_judged() -> None:
    ruling = ruled(FLUSH, RAISE, folding("", ante=1_000, flush_bonus=500), dealer=DEALER)
    text = [line for line in settle_text(ruling, {}) if isinstance(line, str)]
    assert "seat 2: cards not seen; fold" in text
    assert "flush-bonus 5.00 cannot be judged: it depends on cards that nobody saw; at most 1500.00 is owed" in text
    assert "net -10.00, without what cannot be judged" in text
    assert "net 20.00" in text
    first, second = settle_json(ruling)["seats"]
    assert "cannot_be_judged" not in first
    assert (second["cards"], second["hand"], second["facts"], second["net"]) == ([], None, None, "-10.00")
    assert second["cannot_be_judged"] == [
        {"wager": "flush-bonus", "bet": "5.00", "because": NOT_SEEN, "owed_at_most": "1500.00"}
    ]
    paid = paid_and_owed(ruling.seats[1].ledger, {"flush-bonus": 500, "ante": 0})
    assert paid["flush-bonus"] == {"paid": "5.00", "owed": "cannot be judged", "difference": "cannot be judged"}
    assert paid["ante"]["difference"] == "0.00"
    over = paid_and_owed(ruling.seats[1].ledger, {"flush-bonus": 150_001})
    assert over == {"flush-bonus": {"paid": "1500.01", "owed": "1500.00", "difference": "0.01"}}


# --- audits -----------------------------------------------------------------------------------------------------------

HEAD = "version,game,round,seat,player,dealer,fold,bet_ante,paid_ante,bet_raise,paid_raise,bet_flush-bonus,paid_flush-bonus"


def log(path: Path, *rows: str) -> Path:
    path.write_text("\n".join([HEAD, *(f"1,high-card-flush,{row}" for row in rows)]) + "\n", encoding="ascii")
    return path


@pytest.mark.parametrize("cards", ["", "XxXxXxXxXxXxXx"])
def test_an_audit_finds_the_win_that_was_not_paid_beside_a_fold_that_nobody_saw(cards: str, tmp_path: Path) -> None:
    hand, dealer = HAND.replace(" ", ""), DEALER.replace(" ", "")
    path = log(
        tmp_path / "log.csv",
        f"1,1,{hand},{dealer},0,10,10,10,0,,",
        f"1,2,{cards},{dealer},1,10,-10,,,5,-5",
        f"2,1,{cards},,1,10,0,,,,",
    )
    found, kept = audited(path, FLUSH.default_rules())
    assert found.by_kind == {"loss returned as a push": 1, "win returned as a push": 1}
    told = [(record["round"], record["seat"], record["wager"], record["owed"]) for record in kept]
    assert told == [("1", 1, "raise", "10.00"), ("2", 1, "ante", "-10.00")]
    said = audit_json(found, [])
    assert (said["hands_not_seen"], said["cannot_be_judged"]) == ("2", {"flush-bonus": {"lines": "1", "bet": "5.00"}})
    assert (said["by_wager"]["flush-bonus"]["lines"], said["frequencies"]) == ("0", [])
    assert "cannot be judged: 1 flush-bonus wager, 5.00 in all, which depends on cards that nobody saw" in audit_text(found, [])  # fmt: skip


@pytest.mark.parametrize(
    ("row", "kind"),
    [
        (f"1,1,,{DEALER},0,10,10,10,10,,", "wrong number of cards"),
        (f"1,1,XxXxXxXxXxXxXx,{DEALER},0,10,10,10,10,,", "unknown card"),
        (f"1,1,As Ks,{DEALER},1,10,-10,,,,", "wrong number of cards"),
        (f"1,1,As Xx,{DEALER},1,10,-10,,,,", "unknown card"),
        (f"1,1,{HAND},As Ks,1,10,-10,,,,", "wrong number of cards"),
    ],
)
def test_what_is_no_fold_unseen_stays_impossible(row: str, kind: str, tmp_path: Path) -> None:
    assert audit([str(log(tmp_path / "log.csv", row))], FLUSH.default_rules()).by_kind == {kind: 1}


@pytest.mark.parametrize("board", ["", "2c3c4c", "2c3c4c9dTh", "XxXxXxXxXx"])
def test_an_audit_of_holdem_needs_no_board_where_all_fold(board: str, tmp_path: Path) -> None:
    """The Pocket Bonus of aces is judged without the board, and found underpaid: 30 to 1 on 5.00 is 150.00."""
    path = tmp_path / "log.csv"
    head = "version,game,round,seat,player,dealer,board,fold,bet_ante,paid_ante,bet_odds,paid_odds,bet_raise,paid_raise,bet_pocket-bonus,paid_pocket-bonus,bet_trips-plus,paid_trips-plus"
    rows = [
        f"1,heads-up-holdem,1,1,AhAs,,{board},1,10,-10,10,-10,,,5,5,5,-5",
        f"1,heads-up-holdem,1,2,,,{board},1,10,-10,10,-10,,,,,,",
    ]
    path.write_text("\n".join([head, *rows]) + "\n", encoding="ascii")
    found, kept = audited(path, HEADS_UP.default_rules())
    assert [(record["wager"], record["owed"]) for record in kept] == [("pocket-bonus", "150.00")]
    open_ = {} if board == "2c3c4c9dTh" else {"trips-plus": {"lines": "1", "bet": "5.00"}}
    assert audit_json(found, []).get("cannot_be_judged", {}) == open_


def test_an_audit_needs_the_board_where_a_seat_stays_in(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    head = "version,game,round,seat,player,dealer,board,fold,bet_ante,paid_ante,bet_odds,paid_odds,bet_raise,paid_raise"
    rows = [
        "1,heads-up-holdem,1,1,AhAs,KhKs,2c3c4c,0,10,10,10,0,30,30",
        "1,heads-up-holdem,1,2,,KhKs,2c3c4c,1,10,-10,10,-10,,",
    ]
    path.write_text("\n".join([head, *rows]) + "\n", encoding="ascii")
    assert audit([str(path)], HEADS_UP.default_rules()).by_kind == {"wrong number of cards": 1}


def test_an_audit_with_a_payout_limit_judges_as_a_ruling_does(tmp_path: Path) -> None:
    hand, dealer = HAND.replace(" ", ""), DEALER.replace(" ", "")
    path = log(tmp_path / "log.csv", f"1,1,{hand},{dealer},0,10,0,10,0,,", f"1,2,,{dealer},1,10,-10,,,5,-5")
    rules = replace(FLUSH.default_rules(), payout_limit=152_000)
    assert audit([str(path)], rules).by_kind == {"win returned as a push": 2}
    rules = replace(rules, payout_limit=151_999)
    found, kept = audited(path, rules)
    assert [(record["wager"], record["owed"], record["difference"]) for record in kept] == [
        ("ante", "9.99", "-9.99"), ("raise", "9.99", "-9.99"),
    ]  # fmt: skip
    assert set(audit_json(found, [])["cannot_be_judged"]) == {"flush-bonus"}
    path = log(tmp_path / "log.csv", f"1,1,{hand},{dealer},0,10,9.99,10,10,,", f"1,2,,{dealer},1,10,-10,,,5,-5")
    said = audit([str(path)], rules)
    assert said.clean
    assert set(audit_json(said, [])["cannot_be_judged"]) == {"ante", "raise", "flush-bonus"}


def test_an_audit_finds_what_is_paid_above_all_that_may_be_owed(tmp_path: Path) -> None:
    """A payout limit only lowers what is owed: 9,000.00 on wagers that win 10.00 each is wrong whatever the seat beside it held."""
    hand, dealer = HAND.replace(" ", ""), DEALER.replace(" ", "")
    path = log(tmp_path / "log.csv", f"1,1,,{dealer},1,10,-10,,,5,-5", f"1,2,{hand},{dealer},0,10,9000,10,9000,,")
    found, kept = audited(path, replace(FLUSH.default_rules(), payout_limit=10_000))
    assert found.by_kind == {"win overpaid": 2}
    assert [(record["wager"], record["owed"], record["difference"]) for record in kept] == [
        ("ante", "10.00", "8990.00"), ("raise", "10.00", "8990.00"),
    ]  # fmt: skip
    assert {record["note"] for record in kept} == {f"at most 10.00 is owed: {AFTER_ANOTHER}"}
    said = audit_json(found, [])
    assert said["cannot_be_judged"] == {"flush-bonus": {"lines": "1", "bet": "5.00"}}
    assert (said["by_wager"]["raise"]["paid"], said["difference"]) == ("9000.00", "17980.00")


@pytest.mark.parametrize(
    ("paid", "limit", "kind", "owed"),
    [
        ("1500", None, None, ""),
        ("1500.01", None, "win overpaid", "1500.00"),
        ("-5", None, None, ""),
        ("-5.01", None, "more taken than owed", "-5.00"),
        ("100.01", 10_000, "win overpaid", "100.00"),
        ("100", 10_000, None, ""),
    ],
)
def test_an_audit_finds_what_no_hand_can_be_paid(
    paid: str, limit: int | None, kind: str | None, owed: str, tmp_path: Path
) -> None:
    """A Flush Bonus of 5.00 wins at most 300 to 1, or the house's limit, and loses at most itself."""
    path = log(tmp_path / "log.csv", f"1,1,,,1,10,-10,,,5,{paid}")
    found, kept = audited(path, replace(FLUSH.default_rules(), payout_limit=limit))
    assert found.by_kind == ({kind: 1} if kind else {})
    assert [(record["wager"], record["owed"]) for record in kept] == ([("flush-bonus", owed)] if kind else [])


@each_game
def test_what_is_left_open_lies_between_its_bounds_whatever_the_cards_were(game: Game) -> None:
    """Every fold of one side wager beside a certain winner, by the whole settlement within limits that bind and that do not."""
    folds = [facts for facts in game.facts if game.folded(facts)]
    staying = max(
        (facts for facts in game.facts if not game.folded(facts) and game.possible(facts, all_tables(game))),
        key=lambda facts: sum(line.net for line in game.settle([Seat(facts, game.main_bets(facts, 1_000))], {}, all_tables(game)).seats[0].lines),
    )  # fmt: skip
    winner = Seat(staying, game.main_bets(staying, 1_000))
    for wager in (each for each in game.wagers if folds and each.needs_table and not each.where_offered):
        for limit in (None, 3_000, 20_000):
            house = House(game, replace(all_tables(game), payout_limit=limit))
            cents = next(
                (t.stake for t in house.rules.paytables.values() if wager.id in t.form.wagers and t.stake), 500
            )
            meters = dict.fromkeys(game.meters, 700_000)
            shown = [Shown(winner, {}), Shown(Seat(folds[0], {}), {wager.id: cents})]
            seats = settle_shown(house, shown, meters).seats
            judged = {(number, line.wager): line.net for number, seat in enumerate(seats) for line in seat.lines}
            open_ = {(number, each.wager): each for number, seat in enumerate(seats) for each in seat.unjudged}
            assert open_[1, wager.id].least.net <= 0
            for facts in folds:
                for number, seat in enumerate(house.settle([winner, Seat(facts, {wager.id: cents})], meters).seats):
                    for line in seat.lines:
                        place = number, line.wager
                        if place in open_:
                            assert open_[place].nearest(line.net) is None
                        else:
                            assert judged[place] == line.net


def test_an_audit_leaves_a_share_open_after_an_unseen_progressive(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    head = "version,game,round,seat,player,dealer,fold,bet_ante,paid_ante,bet_raise,paid_raise,bet_progressive,paid_progressive,meter_progressive"
    dealer, hand = DEALER.replace("2d", "2h").replace(" ", ""), STRAIGHT.replace(" ", "")
    hidden, won = f"1,,{dealer},1,10,-10,,,1,-1,9000", f"2,{hand},{dealer},0,10,10,30,30,1,5,9000"
    path.write_text(
        "\n".join([head, *(f"1,high-card-flush,1,{row}" for row in (hidden, won))]) + "\n", encoding="ascii"
    )
    found = audit([str(path)], METER)
    assert found.clean
    assert audit_json(found, [])["cannot_be_judged"] == {"progressive": {"lines": "2", "bet": "2.00"}}


# --- the Judge page ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", ["", "Xx Xx Xx Xx Xx Xx Xx"])
def test_judge_rules_a_folded_seat_without_cards(cards: str) -> None:
    first = [("s1", HAND), ("s1.ante", "10"), ("s1.raise", "10")]
    second = [
        ("s2", cards),
        ("s2.ante", "10"),
        ("s2.flush-bonus", "5"),
        ("s2.fold", "on"),
        ("s2.paid.flush-bonus", "0"),
    ]
    table = Table.of(FLUSH, [("seats", "2"), ("dealer", DEALER), *first, *second])
    found = judge(table, FLUSH.default_rules())
    assert (found.faults, found.missing) == ({}, ())
    assert [seat.ledger and seat.ledger.net for seat in found.seats] == [2_000, -1_000]
    assert found.seats[1].verdict == "Seat 2 folded; net -10.00, without what cannot be judged"
    assert found.seats[1].payment
    assert found.seats[1].payment.headline == "flush bonus cannot be judged"


def test_judge_needs_no_board_where_all_fold() -> None:
    fields = [("s1.ante", "10"), ("s1.odds", "10"), ("s1.fold", "on")]
    found = judge(Table.of(HEADS_UP, fields), HEADS_UP.default_rules())
    assert (found.faults, found.missing, [seat.ledger and seat.ledger.net for seat in found.seats]) == (
        {},
        (),
        [-2_000],
    )
    staying = judge(Table.of(HEADS_UP, fields[:2]), HEADS_UP.default_rules())
    assert staying.seats == ()
