"""§ 653a.6 against the parallel § 677a.6 over every five-card hand, and the payout tables of § 653a.12 row by row."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from tablegames.analysis.exact import analyze
from tablegames.asks.rulings import SeatRequest, settle_table
from tablegames.asks.submission import read_submission
from tablegames.contract.game import ranking_of
from tablegames.contract.rules import Rules
from tablegames.core.cards import CARDS, parse_cards
from tablegames.core.law import Refused, Source
from tablegames.core.money import make_paytable
from tablegames.core.wagers import LedgerLine
from tablegames.games import game_named
from tablegames.report.books import coverage_json
from tablegames.report.par.identity import _wagers
from tablegames.report.sheet import sheet_text
from tests.cli import json_of, text_of
from tests.heads_up_holdem import CATEGORIES, by_text, category_of, census
from tests.kit import held
from tests.rounds import begun, dealt, decided

GAME = game_named("ultimate-texas-holdem")
SISTER = game_named("heads-up-holdem")
RULES = GAME.default_rules()

BLIND_ROWS = ("royal flush", "straight flush", "four-of-a-kind", "full house", "flush", "straight")
TRIPS_ROWS = (*BLIND_ROWS, "three-of-a-kind")
BLIND = {"A": "500/50/10/3/3 to 2/1", "B": "500/50/10/3/3 to 2/push"}
TRIPS = {"A": "50/40/30/9/7/4/3", "B": "50/40/30/8/6/5/3", "C": "50/40/30/8/7/4/3", "D": "50/40/20/7/6/5/3"}


def test_6_a() -> None:
    """The ace high, or low with 2, 3, 4 and 5 only; suits equal."""
    for text, category in (
        ("Ah Kc Qd Js Th", "straight"),
        ("Ah 2c 3d 4s 5h", "straight"),
        ("Ah 2h 3h 4h 5h", "straight flush"),
        ("Qh Kc Ad 2s 3h", "high card"),
        ("Kh Ac 2d 3s 4h", "high card"),
        ("Jh Qc Kd As 2h", "high card"),
        ("Qh Kh Ah 2h 3h", "flush"),
    ):
        assert ranking_of(GAME.rank(parse_cards(text), (), RULES)).category == category, text
    renamings = random.Random(653)
    for hand in renamings.sample(list(census().example.values()), 300):
        suits = renamings.sample(range(4), 4)
        renamed = tuple(CARDS[(card & ~3) + suits[card & 3]] for card in hand)
        assert GAME.compare(hand, renamed, (), RULES).result == 0


def test_6_b() -> None:
    """The same hands in the same order as § 677a.6(b), over all 7,462 classes; the paragraph is this chapter's."""
    ranked = {hand: ranking_of(GAME.rank(example, (), RULES)) for hand, example in census().example.items()}
    assert all(ranking.category == category_of(hand) for hand, ranking in ranked.items())
    ordered = sorted(ranked, key=by_text)
    assert all(ranked[low] < ranked[high] for low, high in pairwise(ordered))
    listed = {ranking.cites for ranking in ranked.values() if ranking.category != "high card"}
    assert listed == {("653a.6(b)",)}
    assert {ranking.category for ranking in ranked.values()} == set(CATEGORIES)
    rows = dict.fromkeys(GAME.form("trips").rows, "1 to 1") | {"flush": "2 to 1"}
    with pytest.raises(Refused, match=r"flush \(2 to 1\) pays more than royal flush \(1 to 1\)") as refused:
        make_paytable(GAME.form("trips"), "own", rows, Source.SUBMISSION, "")
    assert refused.value.cites == ("653a.6(b)",)


def test_6_c() -> None:
    """The result and the reason of § 677a.6(c), cited as § 653a.6(c)."""
    draws = random.Random(12)
    for _ in range(200):
        first, second = draws.sample(list(census().example.values()), 2)
        mine, sisters = (
            GAME.compare(first, second, (), RULES),
            SISTER.compare(first, second, (), SISTER.default_rules()),
        )
        assert (mine.result, mine.reason) == (sisters.result, sisters.reason)
        assert all(cite.startswith("653a") for cite in mine.cites)
    kicker = GAME.compare(parse_cards("As Kd Qc 7h 2s"), parse_cards("Ah Kc Jc 9h 8s"), (), RULES)
    assert (kicker.result, kicker.cites) == (1, ("653a.6(c)",))
    tie = GAME.compare(parse_cards("As Kd Qc 7h 2s"), parse_cards("Ah Kc Qd 7s 2c"), (), RULES)
    assert (tie.result, tie.cites) == (0, ("653a.6(c)",))


def settled(seat: str, bets: dict[str, int], dealer: str, board: str, rules: Rules = RULES) -> dict[str, LedgerLine]:
    """The lines of one seat, by wager."""
    ruling = settle_table(GAME, rules, [SeatRequest(seat, bets)], dealer=dealer, board=board)
    return {line.wager: line for line in ruling.seats[0].ledger.lines}


def test_1() -> None:
    """A check waives the Play Wager and stays in; a fold is no Play Wager; the hand is the best five of seven."""
    bets = {"ante": 1_000, "blind": 1_000}
    with pytest.raises(Refused, match="a seat that folds makes no play"):
        settle_table(GAME, RULES, [SeatRequest("Ah Kd", {**bets, "play": 1_000}, fold=True)], board="Qh Jh Th 2c 2d")
    round_ = dealt(begun(GAME, RULES, {1: bets}), GAME.deck.cards)
    for lying in (0, 3):
        assert len(round_.board) == lying
        round_ = dealt(decided(round_, "check"), GAME.deck.cards)
        assert round_.bets_of(round_.seats[0]) == bets, "nothing is added, and the seat is still in"
    folded = decided(round_, "fold")
    assert folded.to_decide is None
    assert folded.bets_of(folded.seats[0]) == bets
    board = "Qh Jh Th 2c 2d"
    for cards, hand in (("Ah Kh", "royal flush"), ("Ah 3c", "pair"), ("2s 2h", "four-of-a-kind"), ("Ah 3h", "flush")):
        played = settle_table(GAME, RULES, [SeatRequest(cards, {**bets, "play": 1_000})], dealer="9c 8d", board=board)
        assert str(held(played.seats[0].facts).hand) == hand, cards


def test_12_a() -> None:
    """A winning Ante and a winning Play are paid 1 to 1, to the cent, whatever the size of the Play; the regulation says so."""
    board, seat, dealer = "As 4h 5h 2c 9d", "Ah Qd", "Kc Kd"
    for multiple in (4, 3, 2, 1):
        bets = {"ante": 1_001, "blind": 1_001, "play": 1_001 * multiple}
        lines = settled(seat, bets, dealer, board)
        for wager in ("ante", "play"):
            line = lines[wager]
            assert (line.pays, line.net, line.note) == ("1 to 1", bets[wager], "")
            assert line.source is Source.REGULATION
            assert "653a.12(a)" in line.cites
    # Where they do not win it is not what is cited: a loss, equal hands, and the Ante against a dealer who does not qualify.
    bets = {"ante": 1_000, "blind": 1_000, "play": 1_000}
    for other, its_board, wagers in (
        ("Ac As", board.replace("As", "Ad"), ("ante", "play")),
        ("Ac Qs", board, ("ante", "play")),
        ("Kc Jd", "8s 4h 5h 2c 9d", ("ante",)),
    ):
        lines = settled(seat, bets, other, its_board)
        for wager in wagers:
            assert "653a.12(a)" not in lines[wager].cites
            assert lines[wager].source is Source.PUBLISHED
            assert lines[wager].net <= 0
    rows = {row.row: row for row in analyze(GAME).rows("ante")}
    assert rows["win"].source is Source.REGULATION
    assert "653a.12(a)" in rows["win"].cites


HANDS = {
    "royal flush": ("Ah Kh", "Qh Jh Th 2c 3d"),
    "straight flush": ("9h 8h", "7h 6h 5h 2c As"),
    "four-of-a-kind": ("9h 9d", "9s 9c 5h 2c As"),
    "full house": ("9h 9d", "9s Kc Kh 2c As"),
    "flush": ("Ah Th", "7h 4h 2h Kc Qs"),
    "straight": ("9h 8d", "7s 6h 5h 2c As"),
    "three-of-a-kind": ("9h 9d", "9s 4h 5h Kc As"),
    "pair": ("9h Kd", "9s 4h 5h 2c As"),
}
"""A hand of each row, and one below the last."""


def check_pays(wager: str, rows: tuple[str, ...], tables: dict[str, str], paragraph: str, below: str) -> None:
    """Every row of every table is paid as the paragraph lists it, in order; a table of the house's own is none of those."""
    published = GAME.paytables(wager)
    assert list(published) == list(tables)
    for name, table in published.items():
        wanted = [pay if " " in pay or pay == "push" else f"{pay} to 1" for pay in tables[name].split("/")]
        assert {row: str(award) for row, award in table.rows.items()} == dict(zip(rows, wanted, strict=True))
        assert list(table.rows) == list(rows)
        assert table.source is Source.REGULATION
        rules = GAME.with_choices(RULES, paytables={wager: name}, readings={})
        pays = dict(zip(rows, wanted, strict=True)) | dict.fromkeys(HANDS.keys() - set(rows), below)
        for hand, (seat, board) in HANDS.items():
            bets = {"ante": 1_000, "blind": 1_000, "play": 1_000, "trips": 1_000}
            line = settled(seat, bets, "6c 6d" if "6" not in board else "3c 3d", board, rules)[wager]
            assert (line.pays, line.source) == (pays[hand], Source.REGULATION), (name, hand)
            assert paragraph in line.cites
    assert RULES.paytables[wager].name == "A"
    assert GAME.form(wager).cite == paragraph
    own = dict.fromkeys(rows, "1 to 1")
    text = SUBMISSION.format(wager=wager, rows="\n".join(f'"{row}" = "{pays}"' for row, pays in own.items()))
    rules = read_submission(text, "house.toml").rules(GAME)
    table = rules.paytables[wager]
    assert table.basis == f"Rules Submission; not among the tables that § {paragraph} lists"
    line = settled(
        *HANDS["flush"][:1],
        {"ante": 1_000, "blind": 1_000, "play": 1_000, "trips": 1_000},
        "6c 6d",
        HANDS["flush"][1],
        rules,
    )[wager]
    assert (line.pays, line.source) == ("1 to 1", Source.SUBMISSION)
    assert paragraph not in line.cites


SUBMISSION = """
property = "Example Casino"
version = "1"
effective = 2026-12-01

[games.ultimate-texas-holdem.paytables.{wager}]
name = "house"
[games.ultimate-texas-holdem.paytables.{wager}.rows]
{rows}
"""


def test_12_b() -> None:
    """Blind A and B; a winning hand below the last row pushes."""
    check_pays("blind", BLIND_ROWS, BLIND, "653a.12(b)", "push")


def test_12_c() -> None:
    """Trips A, B, C and D; a hand below the last row loses."""
    check_pays("trips", TRIPS_ROWS, TRIPS, "653a.12(c)", "lose")


def test_12_d_is_named_where_wagers_are_listed() -> None:
    """The Progressive with its Envy Bonus is neither offered nor analysed, and every list of the wagers says so."""
    assert GAME.law.not_offered == {
        "653a.1": "Five Card Hand Bonus",
        "653a.12(d)": "Progressive, with its Envy Bonus",
        "653a.12(g)": "Bad Beat",
    }
    with pytest.raises(Refused, match="progressive"):
        settled("Ah Qd", {"ante": 1_000, "blind": 1_000, "play": 1_000, "progressive": 100}, "Kc Kd", "As 4h 5h 2c 9d")
    entry = next(each for each in coverage_json(GAME)["coverage"] if each["id"] == "653a.12(d)")
    assert entry["cited_by"] == []
    assert "neither offered nor analysed" in entry["excused"]
    named = "Progressive, with its Envy Bonus (§ 653a.12(d))"
    assert named in text_of("games").replace("\n", " ")
    assert json_of("games")["games"][-1]["not_offered"]["653a.12(d)"] == "Progressive, with its Envy Bonus"
    assert "(Not carried out: the copy that was read ends before its tables" in " ".join(
        text_of("law", "paragraphs", GAME.id).split()
    )
    assert named in dict(_wagers(analyze(GAME)))["other wagers of the chapter, neither offered nor analysed"]
    submission = read_submission(
        SUBMISSION.format(wager="trips", rows="\n".join(f'"{row}" = "1 to 1"' for row in TRIPS_ROWS)), "house.toml"
    )
    assert any(named in str(line) for line in sheet_text(submission))
    for other in (SISTER, game_named("high-card-flush"), game_named("saigon-5-card")):
        assert other.law.not_offered == {}
