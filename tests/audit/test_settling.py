"""What an audit says is owed is what a ruling on the table says, round by round, where rounding, limits, meters and the Pot matter too."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tablegames.asks.rulings import SeatRequest, settle_table
from tablegames.audit.draft import draft
from tablegames.audit.settling import Settler
from tablegames.contract.facts import Seat
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.cards import CARDS, format_cards
from tablegames.core.money import Direction, Rounding
from tablegames.core.wagers import MeterPlan
from tablegames.games import game_named
from tablegames.rounds.moves import Trouble
from tablegames.rounds.session import Session
from tablegames.rounds.shuffle import generator
from tablegames.rounds.transcript import Recorder
from tests.audit import audited, write_csv
from tests.kit import all_tables, each_game
from tests.rounds import every_bet, play_on, write_session

HCF, SAIGON = game_named("high-card-flush"), game_named("saigon-5-card")
HCF_HEADER = "version,game,round,seat,player,dealer,fold,bet_ante,paid_ante,bet_raise,paid_raise,bet_progressive,paid_progressive,meter_progressive,status"
SEVEN, SIX, DEALER = "As Ks Qs Js Ts 9s 8s", "7h 6h 5h 4h 3h 2h Ac", "2c 3d 4s 5c 7d 8c 9d"
"""A seven-card and a six-card straight flush, against a dealer without three cards of 9-3-2 of one suit."""


@each_game
@pytest.mark.parametrize("changed", ["default", "rounding", "limit"])
def test_owed_is_what_a_ruling_says(game: Game, changed: str) -> None:
    """Every wager of 250 made-up rounds, against settle_table, which shares no table and no kernel with the audit."""
    rules = all_tables(game)
    if changed == "rounding":
        rules = game.with_rounding(rules, Rounding(500, Direction.NEAREST))
    if changed == "limit":
        rules = replace(rules, payout_limit=12_345)
    made = draft(Settler(game, rules), 11, 0, 250, 1, 3)
    limited = 0
    for number in range(made.rounds):
        rows = made.rows_of(number)
        if made.status[rows[0]]:
            continue
        seats = [
            SeatRequest(format_cards(CARDS[code] for code in made.rows.player.codes[row]), made.rows.bets_of(row), bool(made.fold[row]))
            for row in rows
        ]  # fmt: skip
        dealer, board = (
            format_cards(CARDS[code] for code in cards.codes[rows[0]]) for cards in (made.rows.dealer, made.rows.board)
        )
        meters = {meter: int(stands[rows[0]]) for meter, stands in made.meters.items()}
        ruling = settle_table(game, rules, seats, dealer=dealer, board=board, meters=meters)
        for row, ledger in zip(rows, ruling.table.seats, strict=True):
            assert {line.wager: line.net for line in ledger.lines} == {
                w: int(made.owed[w][row]) for w in made.rows.bets_of(row)
            }
            limited += any("procedure-R8" in line.cites for line in ledger.lines)
    assert bool(limited) == (changed == "limit")


@each_game
def test_a_line_depends_on_its_own_wager(game: Game) -> None:
    """What the audit's tables rest on: settled alone or beside every other wager, a line is the same, for all facts; the Pot of one seat too."""
    rules = all_tables(game)
    meters = dict.fromkeys(game.meters, 1_000_000)
    for facts in game.facts:
        stakes = {
            wager: table.stake for table in rules.paytables.values() if table.stake for wager in table.form.wagers
        }
        bets = {wager.id: stakes.get(wager.id, 1_000) for wager in game.wagers if not wager.by_choice} | game.main_bets(
            facts, 1_000
        )
        together = game.settle([Seat(facts, bets)], meters, rules).seats[0].lines
        alone = [
            game.settle([Seat(facts, {line.wager: line.bet})], meters, rules).seats[0].lines[0] for line in together
        ]
        assert list(together) == alone


def hcf_rows(first: str, second: str, meter: str, status: str = "") -> list[str]:
    """A round of two seats that fold with the progressive: ``first`` and ``second`` are what was paid on it."""
    return [
        f'1,high-card-flush,1,1,{SEVEN},{DEALER},true,10,-10,,,1,{first},{meter},{status}',
        f'1,high-card-flush,1,2,{SIX},{DEALER},true,10,-10,,,1,{second},{meter},',
    ]  # fmt: skip


def progressive_rules(**changes: Any) -> Rules:
    """High Card Flush with the published one-dollar table: the meter for seven cards, half of it for six."""
    rules = HCF.with_choices(HCF.default_rules(), paytables={"progressive": "one-dollar"}, readings={})
    return replace(rules, **changes)


def kinds_of(tmp_path: Path, header: str, rows: list[str], rules: Rules) -> dict[str, int]:
    """The kinds that an audit of some rows finds."""
    return audited(write_csv(tmp_path / "log.csv", header, rows), rules)[0].by_kind


def test_a_meter_is_shared_in_deal_order(tmp_path: Path) -> None:
    """The first seat takes all 1,000.00; of the nothing that is left the second is owed half."""
    assert kinds_of(tmp_path, HCF_HEADER, hcf_rows("1000", "0", "1000"), progressive_rules()) == {}
    assert kinds_of(tmp_path, HCF_HEADER, hcf_rows("1000", "500", "1000"), progressive_rules()) == {"push paid": 1}
    assert kinds_of(tmp_path, HCF_HEADER, hcf_rows("1000", "0", ""), progressive_rules()) == {"meter missing": 1}


def test_the_rounds_wagers_feed_the_meter_first(tmp_path: Path) -> None:
    """20 % of two wagers of 1.00 go to the meter before it is won."""
    rules = progressive_rules(meter_plans={"progressive": MeterPlan(100_000, Fraction(1, 5), Fraction(0))})
    assert kinds_of(tmp_path, HCF_HEADER, hcf_rows("1000.40", "0", "1000"), rules) == {}
    assert kinds_of(tmp_path, HCF_HEADER, hcf_rows("1000", "0", "1000"), rules) == {"win underpaid": 1}


def test_a_seed_does_not_stand_for_a_meter_that_the_log_leaves_out(tmp_path: Path) -> None:
    """The log has no column for the meter: what it paid cannot be judged, though the house's plan has a seed."""
    rules = progressive_rules(meter_plans={"progressive": MeterPlan(100_000, Fraction(1, 5), Fraction(0))})
    header = HCF_HEADER.replace("meter_progressive,", "")
    rows = [row.removesuffix(",,") + "," for row in hcf_rows("1000.40", "0", "")]
    assert kinds_of(tmp_path, header, rows, rules) == {"meter missing": 1}


def test_a_dead_hand_is_returned_and_takes_no_share(tmp_path: Path) -> None:
    """By reading procedure-R6 the dead hand's wagers are returned; the other seat then takes half of the full meter."""
    dead = hcf_rows("0", "500", "1000", status="dead")
    dead[0] = dead[0].replace(",10,-10,", ",10,0,")
    assert kinds_of(tmp_path, HCF_HEADER, dead, progressive_rules()) == {}
    lost = progressive_rules(procedures={"procedure-R6": "lost"})
    assert kinds_of(tmp_path, HCF_HEADER, dead, lost) == {"loss returned as a push": 2}


def test_a_void_round_returns_everything(tmp_path: Path) -> None:
    rows = [f"1,high-card-flush,1,1,{SEVEN},,,10,{paid},,,,,,void" for paid in ("0", "-10")]
    assert kinds_of(tmp_path, HCF_HEADER, rows[:1], HCF.default_rules()) == {}
    assert kinds_of(tmp_path, HCF_HEADER, rows[1:], HCF.default_rules()) == {"push taken": 1}


def test_an_impossible_void_round_is_not_counted_as_void(tmp_path: Path) -> None:
    rows = [f"1,high-card-flush,{number},{seat},{SEVEN},,,10,0,,,,,,void" for number, seat in ((1, 1), (2, 99))]
    found, _ = audited(write_csv(tmp_path / "log.csv", HCF_HEADER, rows), HCF.default_rules())
    assert (found.number("void"), found.by_kind) == (1, {"seat number not of the table": 1})


@each_game
def test_outcomes_are_of_the_first_hand_of_a_round(game: Game, tmp_path: Path) -> None:
    """Of three seats that share a dealer one is counted; all are settled."""
    write_session(tmp_path / "log.jsonl", game, rounds=40, seats=3, seed=9)
    found, _ = audited(tmp_path / "log.jsonl")
    assert (sum(found.by("dealt/").values()), sum(found.by("fact/").values())) == (40, 120)


def test_a_hand_counts_as_it_was_set(tmp_path: Path) -> None:
    """Ten, 8 and 2 in the three leave 9 and king in the two: 9; other settings of these cards qualify less or not at all."""
    header = "version,game,round,seat,player,dealer,bet_ante,paid_ante"
    dealer = "7c 3c Kc 8d Td"  # 7-3-K is 20, and 8-10 counts 8
    for player, paid in (("Tc 8c 2c / 9d Kd", "10"), ("Tc 8c 9d / 2c Kd", "-10"), ("Tc8c2c9dKd", "10")):
        row = f"1,saigon-5-card,1,1,{player},{dealer},10,{paid}"
        assert kinds_of(tmp_path, header, [row], SAIGON.default_rules()) == {}, player


def test_a_dealer_whom_nobody_saw(tmp_path: Path) -> None:
    """The dealer's cards may be missing where all fold, and not where one raises; outcomes against the dealer are then not tested."""
    header = HCF_HEADER
    folded = f"1,high-card-flush,1,1,{SEVEN},,true,10,-10,,,,,,"
    raised = f"1,high-card-flush,2,1,{SEVEN},,,10,10,10,10,,,,"
    assert kinds_of(tmp_path, header, [folded], HCF.default_rules()) == {}
    assert kinds_of(tmp_path, header, [raised], HCF.default_rules()) == {"dealer's cards missing": 1}


@each_game
def test_records_of_real_sessions(game: Game, tmp_path: Path) -> None:
    """Random play with every wager, meters that go on, and seats that share a Pot."""
    write_session(tmp_path / "log.jsonl", game, rounds=40, seats=3, seed=9)
    found, _ = audited(tmp_path / "log.jsonl")
    assert (found.by_kind, found.number("rounds"), found.number("rows")) == ({}, 40, 120)


@each_game
def test_records_with_irregularities(game: Game, tmp_path: Path) -> None:
    """A dead hand, a player who left, an exposed card and a misdeal are settled by their readings."""
    rules, log = all_tables(game), tmp_path / "log.jsonl"
    with log.open("x", encoding="ascii", newline="\n") as file:
        session = Session(game, rules, generator(3), Recorder(file, game, rules))
        choose, voids = random.Random(3), 0
        for trouble, place in (
            (Trouble.DEAD_HAND, "2"),
            (Trouble.PLAYER_LEAVES, "1"),
            (Trouble.EXPOSED_WHILE_DEALT, ""),
            (Trouble.MISDEAL, ""),
        ):
            meters: Mapping[str, int] = {**dict.fromkeys(game.meters, 1_000_000), **session.round.meters}
            session.begin([every_bet(game, rules)] * 2, meters=meters)
            session.trouble(trouble, place)
            play_on(session, choose)
            voids += bool(session.round.void)
    found, kept = audited(log)
    assert (found.by_kind, found.number("rounds"), found.number("void")) == ({}, 4, voids), kept
    assert voids
