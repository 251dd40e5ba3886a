"""Faults of settlement and of input that were reported against other programs, as inputs here (cases 19 to 41)."""

from __future__ import annotations

import itertools
import json
import random

import pytest

from tablegames.asks.rulings import SeatRequest, SettleRuling, settle_table
from tablegames.contract.game import Game
from tablegames.core.cards import CARDS, format_cards
from tablegames.core.law import Refused, Source
from tablegames.core.money import make_paytable, parse_amount
from tablegames.games import GAMES
from tests.cases import FLUSH, HOLDEM, SAIGON, ULTIMATE, cents, compared, ranked, settled, with_choices
from tests.cli import batch, json_of, process, refused, text_of
from tests.kit import held


def test_case_19_one_tie_does_not_make_all_tie() -> None:
    board, bets = "Tc Js Qh Kc 2d", cents(ante="10", odds="10", **{"raise": "10"})
    seats = [SeatRequest(cards, bets) for cards in ("As 3d", "9h 3s", "4h 5h")]
    ruling = settle_table(HOLDEM, HOLDEM.default_rules(), seats, dealer="9s 4d", board=board)
    assert [held(seat.facts).showdown.name for seat in ruling.seats] == ["WIN", "TIE", "LOSE"]
    assert [seat.ledger.net for seat in ruling.seats] == [3000, 0, -3000]


def test_case_20_dealer_does_not_qualify() -> None:
    flush = settled(FLUSH, "2c 3d 4h 5s 7c 8d 9h", "2h 4d 6h 8s Td Qs 3c", cents(ante="10", **{"raise": "10"}))
    assert {wager: line.net for wager, line in flush.items()} == {"ante": 1000, "raise": 0}
    bets = cents(ante="10", odds="10", **{"raise": "30"})
    holdem = settled(HOLDEM, "Ah Td", "Kh Qs", bets, board="2d 3c 9d 8s 4c")
    assert {wager: line.net for wager, line in holdem.items()} == {"ante": 0, "odds": 0, "raise": 3000}


def test_case_21_push_is_not_paid_as_a_win() -> None:
    player, dealer = "As Qs 9s 4d 6d 8h 2c", "Ac Qc 9c 4h 6h 8d 3s"
    lines = settled(FLUSH, player, dealer, cents(ante="10", **{"raise": "10"}))
    assert [(str(line.result), line.net) for line in lines.values()] == [("push", 0), ("push", 0)]
    assert sum(line.returned for line in lines.values()) == 2000


def test_case_22_side_wager_after_a_fold() -> None:
    seat = SeatRequest("9s 8s 6s 2s Ad Kc 2h", cents(ante="10", flush_bonus="5"), fold=True)
    ruling = settle_table(FLUSH, FLUSH.default_rules(), [seat])
    assert {line.wager: line.net for line in ruling.seats[0].ledger.lines} == {"ante": -1000, "flush-bonus": 500}


def test_case_23_settlement_leaves_the_wager() -> None:
    bets = cents(ante="10", odds="10", **{"raise": "10"})
    odds = settled(HOLDEM, "Ah 4h", "4s 4d", bets, board="Kh 9h 8h 2c 3d")["odds"]
    assert (odds.net, odds.returned, odds.bet) == (1500, 2500, 1000)
    assert bets == {"ante": 1000, "odds": 1000, "raise": 1000}


def test_case_24_table_of_another_layout() -> None:
    hand = ("--player", "9s 8s 7s 6s 5s Kc 2h", "--dealer", "2c 4c 6h 8h Td Qd 3h")
    bets = ("--bet", "ante=10", "--bet", "raise=10", "--bet", "flush-bonus=5")
    nets = {}
    for name in ("A", "C"):
        result = json_of("settle", "high-card-flush", *hand, *bets, "--paytable", f"flush-bonus={name}")
        assert result["paytables"]["flush-bonus"]["name"] == name
        nets[name] = result["ledger"][2]["net"]
    assert nets == {"A": "50.00", "C": "50.00"}
    six = ("--player", "9s 8s 7s 6s 5s Ks 2h", "--dealer", "2c 4c 6h 8h Td Qd 3h")
    of_six = [
        json_of("settle", "high-card-flush", *six, *bets, "--paytable", f"flush-bonus={name}")["ledger"][2]["net"]
        for name in ("A", "B", "C")
    ]
    assert of_six == ["500.00", "500.00", "100.00"]


def test_case_25_for_one_and_to_one() -> None:
    form = FLUSH.form("flush-bonus")
    rows = {"seven-card flush": "300 for 1", "six-card flush": "300 to 1", "five-card flush": "10 to 1"}
    with pytest.raises(Refused, match="pays more than"):  # 300 for 1 is 299 to 1
        make_paytable(form, "mixed", rows | {"four-card flush": "1 for 1"}, Source.EXAMPLE, "a test")
    rows["six-card flush"] = "299 to 1"
    table = make_paytable(form, "mixed", rows | {"four-card flush": "1 for 1"}, Source.EXAMPLE, "a test")
    nets = {row: award.net(500) for row, award in table.rows.items()}  # type: ignore[union-attr]
    assert nets == {
        "seven-card flush": 149_500,
        "six-card flush": 149_500,
        "five-card flush": 5_000,
        "four-card flush": 0,
    }
    with pytest.raises(Refused, match=r"four-card flush: '1' is not an award with its unit"):
        make_paytable(form, "mixed", rows | {"four-card flush": "1"}, Source.EXAMPLE, "a test")


def test_case_26_no_float_money() -> None:
    assert parse_amount("2.01") == 201
    assert parse_amount("0.29") == 29  # 28.999999999999996 as a float
    for text in (
        "2.011",
        "1e3",
        "1_0",
        "NaN",
        "٣",
        "１０",
        "-1",
        "+1",
        "",
        ".5",
        "5.",
        "1,5",
        "0x10",
        "inf",
        "1234567890",
    ):
        refusal = refused(
            "settle", "heads-up-holdem", "--player", "Ah Kh", "--board", "Qh Jh Th 2c 3d", "--fold", "--bet", f"ante={text}"
        )  # fmt: skip
        assert "ante" in refusal
        assert "digits" in refusal


def random_table(game: Game, deals: random.Random) -> SettleRuling:
    """A settled table with seeded cards and bets, all wagers among them."""
    rules = game.default_rules()
    tables = {"bonus": "example"} if game is SAIGON else {"progressive": "one-dollar"} if game is FLUSH else {}
    rules = game.with_choices(rules, paytables=tables, readings={})
    seats = deals.randint(1, min(game.most_seats, 5))
    cards = deals.sample(game.deck.cards, (seats + 1) * game.player_cards + game.board_cards)
    hands = [cards[at : at + game.player_cards] for at in range(0, (seats + 1) * game.player_cards, game.player_cards)]
    board = cards[(seats + 1) * game.player_cards :]
    pot = deals.randint(1, 2_000)
    requests = []
    for hand in hands[1:]:
        ante = deals.randint(1, 5_000)
        bets = {"ante": ante}
        fold = False
        if game is SAIGON:
            bets |= {"bonus": deals.randint(1, 999), "pot": pot}
        else:
            fold = deals.random() < 0.3
            play = "play" if game is ULTIMATE else "raise"
            bets |= {} if fold else {play: ante}
        if game is FLUSH:
            bets |= {"flush-bonus": deals.randint(1, 999), "straight-flush-bonus": 5, "progressive": 100}
        elif game is not SAIGON:
            bets |= {"trips-plus" if game is HOLDEM else "trips": 77, "odds" if game is HOLDEM else "blind": ante}
        requests.append(SeatRequest(format_cards(hand), bets, fold))
    meters = {"progressive": 123_457} if game is FLUSH else {}
    return settle_table(
        game, rules, requests, dealer=format_cards(hands[0]), board=format_cards(board), meters=meters
    )  # fmt: skip


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_case_27_conservation(game: Game) -> None:
    """Players, house and meters together gain nothing; the Pot is the players' own, so the house has no part of it."""
    deals = random.Random(27)
    for _ in range(60):
        ruling = random_table(game, deals)
        before = 123_457 if game is FLUSH else 0
        after = sum(ruling.table.meters.values())
        players = sum(seat.ledger.net for seat in ruling.seats)
        assert players + ruling.table.house_net + after - before == 0
        lines = [line for seat in ruling.seats for line in seat.ledger.lines]
        assert sum(line.net for line in lines if line.wager == "pot") == 0
        against_house = sum(line.net for line in lines if line.wager != "pot")
        assert ruling.table.house_net == before - after - against_house


def test_case_27_conservation_when_the_meter_is_hit() -> None:
    """One seat takes the whole meter; the next with the same hand finds nothing, and still everything balances."""
    rules = with_choices(FLUSH, {"progressive": "one-dollar"})
    hands = ("As Ks Qs Js Ts 9s 8s", "Ah Kh Qh Jh Th 9h 2d")
    seats = [SeatRequest(hand, cents(ante="10", progressive="1"), fold=True) for hand in hands]
    ruling = settle_table(FLUSH, rules, seats, meters={"progressive": 1_234_567})
    first, second = (seat.ledger.lines[-1] for seat in ruling.seats)
    assert (first.net, second.net, ruling.table.meters["progressive"]) == (1_234_567, 0, 0)
    assert sum(seat.ledger.net for seat in ruling.seats) + ruling.table.house_net - 1_234_567 == 0


def test_case_28_odd_cents() -> None:
    """Both tens tie: 15.03 makes 7.52 for the seat first to the dealer's left and 7.51 for the other."""
    hands = ("Kc Qd Jh Ts 5c", "Kd Qh Js Tc 5d", "2c 3d 5h 6s 7d")
    bets = cents(ante="10", pot="5.01")
    ruling = settle_table(
        SAIGON, SAIGON.default_rules(), [SeatRequest(hand, bets) for hand in hands], dealer="2d 4s 6d 8h 8d"
    )  # fmt: skip
    pots = [seat.ledger.lines[-1] for seat in ruling.seats]
    counts = [held(seat.facts).player_count for seat in ruling.seats]
    assert counts[0] == counts[1] > counts[2]
    assert [line.returned for line in pots] == [752, 751, 0]
    assert [line.net for line in pots] == [251, 250, -501]
    assert all("680a-R6" in line.cites for line in pots)


def test_case_29_illegal_raise() -> None:
    flush = ("settle", "high-card-flush", "--player", "9s 8s 7s 2s Ad Kc 2h", "--dealer", "2c 4c 6h 8h Td Qd 3h")
    four = refused(*flush, "--bet", "ante=10", "--bet", "raise=20")
    assert "raise 20.00" in four
    assert "four-card flush" in four
    assert four.count("10.00") == 2  # the ante, and what is allowed
    assert "678a-T3" in four
    holdem = ("settle", "heads-up-holdem", "--player", "Ah Kh", "--dealer", "2s 2d", "--board", "Qh Jh Th 2c 3d")
    for amount in ("40", "15", "5", "0.01"):
        refusal = refused(*holdem, "--bet", "ante=10", "--bet", "odds=10", "--bet", f"raise={amount}")
        assert "30.00 or 20.00 or 10.00" in refusal
        assert "677a-T3" in refusal
    allowed = {
        "Ks Qs 9s 7s 2s Ad Kc": 2,
        "Ks Qs 9s 7s 3s 2s Ad": 3,
        "Ks Qs 9s 7s 5s 3s 2s": 3,
        "Ks Qs 9s Ad Kc 2h 3h": 1,
    }
    for (hand, most), multiple in itertools.product(allowed.items(), (1, 2, 3, 4)):
        arguments = ("settle", "high-card-flush", "--player", hand, "--dealer", "2c 4c 6h 8h Td Qd 4d")
        bets = ("--bet", "ante=10", "--bet", f"raise={10 * multiple}")
        if multiple <= most:
            assert json_of(*arguments, *bets)["facts"]["raise_multiple"] == multiple
        else:
            assert "is not allowed" in refused(*arguments, *bets)


def test_case_30_raise_50_is_an_amount() -> None:
    cards = ("settle", "high-card-flush", "--player", "Ks Qs 9s 7s 2s Ad Kc", "--dealer", "2c 4c 6h 8h Td Qd 4d")
    result = json_of(*cards, "--bet", "ante=25", "--bet", "raise=50")
    assert result["ledger"][1]["bet"] == "50.00"
    assert result["facts"]["raise_multiple"] == 2
    assert "raise 50.00 on an ante of 10.00" in refused(*cards, "--bet", "ante=10", "--bet", "raise=50")


@pytest.mark.parametrize("encoding", ["cp1252", "cp850"])
def test_case_36_console_encoding(encoding: str) -> None:
    answer = process("rank", "heads-up-holdem", "Ah Kh", "--board", "Qh Jh Th 2c 3d", PYTHONIOENCODING=encoding)
    assert (answer.code, answer.err) == (0, "")
    assert "Ah Kh  on  Qh Jh 10h 2c 3d" in answer.out
    assert not set("♣♦♥♠") & set(answer.out)


def test_case_37_unknown_token_is_not_dropped() -> None:
    hands = ["As Ks Qs 9s 4d 3d 2c", "As Ks Qs xx 9s 4d 3d 2c", "Ah Kh Jh 9h 4c 3c 2d"]
    code, results = batch("rank", "high-card-flush", "-", lines=hands)
    assert code == 1
    assert [result.get("rank", {}).get("category") for result in results] == [
        "four-card flush",
        None,
        "four-card flush",
    ]
    assert results[1]["line"] == 2
    assert results[1]["error"]["column"] == 10
    assert "'xx'" in results[1]["error"]["message"]


def test_case_38_partial_input() -> None:
    cards = ("settle", "heads-up-holdem", "--player", "Ah Kh", "--dealer", "2s 2d")
    bets = ("--bet", "ante=10", "--bet", "odds=10", "--bet", "raise=10")
    for board in ("Qh Jh Th", "Qh Jh Th 2c", ""):
        refusal = refused(*cards, *(("--board", board) if board else ()), *bets)
        assert f"{len(board.split())} community cards" in refusal
        assert "5 are needed" in refusal


def test_case_39_rank_direction() -> None:
    assert ranked(HOLDEM, "2c 2d 3h 4s 5c").rank > ranked(HOLDEM, "Ah Kc Qd Js 9h").rank
    assert ranked(FLUSH, "2c 3c 4c 5c Ad Kh Qs").rank > ranked(FLUSH, "Ac Kc Qc Ad Kh Qs Jd").rank
    assert ranked(FLUSH, "9c 8c 7c Ad Kh Qs Jd").straight_flush > ranked(FLUSH, "4c 3c 2c Ad Kh Qs Jd").straight_flush
    assert ranked(ULTIMATE, "Ac Kc Qc Jc Tc").rank > ranked(ULTIMATE, "Kd Qd Jd Td 9d").rank
    assert compared(SAIGON, "Kc Qd Jh Ts 5c", "2c 3d 5h 6s 7d").result == 1
    best = max(CARDS[:52], key=lambda card: card.rank)
    assert str(best.rank) == "ace"


SETTLE = {
    "high-card-flush": (
        "--player", "9s 8s 7s 2s Ad Kc 2h", "--dealer", "2c 4c 6h 8h Td Qd 3h", "--bet", "ante=10", "--bet", "raise=10",
    ),
    "heads-up-holdem": (
        "--player", "Ah Kh", "--dealer", "2s 2d", "--board", "Qh Jh Th 2c 3d",
        "--bet", "ante=10", "--bet", "odds=10", "--bet", "raise=10",
    ),
    "ultimate-texas-holdem": (
        "--player", "Ah Kh", "--dealer", "2s 2d", "--board", "Qh Jh Th 2c 3d",
        "--bet", "ante=10", "--bet", "blind=10", "--bet", "play=10",
    ),
    "saigon-5-card": ("--player", "Kc Qd Jh Ts 5c", "--dealer", "2c 3d 5h 6s 7d", "--bet", "ante=10"),
}  # fmt: skip


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_case_41_no_hidden_house_rule(game: Game) -> None:
    """Each ruling prints every reading in force, and a settlement each paytable with its source mark."""
    result = json_of("settle", game.id, *SETTLE[game.id])
    assert result["readings"] == game.law.default_readings()
    rules = game.default_rules()
    assert result["paytables"] == {
        slot: {"name": table.name, "source": table.source.value} for slot, table in rules.paytables.items()
    }
    assert all(line["source"] in set(Source) and line["cites"] for line in result["ledger"])
    printed = text_of("settle", game.id, *SETTLE[game.id])
    for reading, choice in game.law.default_readings().items():
        assert f"{reading} {choice}" in printed
    for slot, table in rules.paytables.items():
        assert f"{slot} {table.name} ({table.source.value}" in printed
    hand = SETTLE[game.id][1] if game.board_cards == 0 else "Ah Kh Qh Jh Th"
    assert json_of("rank", game.id, hand)["readings"] == game.law.default_readings()
    other = SETTLE[game.id][3] if game.board_cards == 0 else "2c 3d 4h 5s 7c"
    assert json_of("compare", game.id, hand, other)["readings"] == game.law.default_readings()


def test_case_41_another_reading_is_printed_as_another() -> None:
    printed = json.dumps(json_of("rank", "high-card-flush", "As 2s 3s 9h Jd 5c Kd", "--reading", "678a-R1=ace-low"))
    assert '"678a-R1": "ace-low"' in printed
