"""Settlement of Heads-Up Hold 'Em over every fact value, the nets worked out again from the tables as the trade prints them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from tablegames.asks.rulings import SeatRequest, SettleRuling, settle_table
from tablegames.contract.facts import Seat
from tablegames.contract.rules import Rules
from tablegames.core.cards import CARDS, Deal, format_cards, parse_cards
from tablegames.core.law import Refused, Source
from tablegames.core.poker import PokerHand
from tablegames.core.wagers import LedgerLine, Result
from tablegames.games import game_named
from tablegames.games.heads_up_holdem.facts import FACTS, Facts
from tablegames.shapes.holdem.rules import Pocket, Showdown
from tests.heads_up_holdem import CATEGORIES, best_by_text
from tests.kit import held

GAME = game_named("heads-up-holdem")

# The tables to 1, by the words of § 677a.6(b); 0 pushes, -1 loses.
ODDS_WINNING: dict[str, Fraction | int] = {
    "royal flush": 500, "straight flush": 50, "four-of-a-kind": 10, "full house": 3, "flush": Fraction(3, 2), "straight": 1,
}  # fmt: skip
ODDS_LOSING: dict[str, dict[str, Fraction | int]] = {
    "T1": {"straight flush": 500, "four-of-a-kind": 50, "full house": 10, "flush": 8, "straight": 5},
    "T2": {"straight flush": 500, "four-of-a-kind": 25, "full house": 6, "flush": 5, "straight": 4},
    "none": {},
}
TRIPS_PLUS: dict[str, Fraction | int] = {
    "royal flush": 100, "straight flush": 40, "four-of-a-kind": 30, "full house": 8, "flush": 7, "straight": 4,
    "three-of-a-kind": 3,
}  # fmt: skip
POCKET_BONUS: dict[str, dict[str, Fraction | int]] = {
    "A": {"aces": 30, "ace and face suited": 20, "ace and face offsuit": 10, "pair": 5},
    "B": {"aces": 25, "ace and face suited": 20, "ace and face offsuit": 10, "pair": 5},
}
SOURCES = {
    ("odds-winning", "A"): Source.PUBLISHED,
    ("trips-plus", "A"): Source.SINGLE_SOURCE,
    ("odds-losing", "T1"): Source.INFERRED,
    ("odds-losing", "T2"): Source.SINGLE_SOURCE,
    ("odds-losing", "none"): Source.SINGLE_SOURCE,
    ("pocket-bonus", "A"): Source.INFERRED,
    ("pocket-bonus", "B"): Source.SINGLE_SOURCE,
}


def rules(losing: str = "T1", pocket: str = "A", fold: str = "stand") -> Rules:
    """The default rules but for these choices."""
    tables = {"odds-losing": losing, "pocket-bonus": pocket}
    return GAME.with_choices(GAME.default_rules(), paytables=tables, readings={"677a-R4": fold})


def expected(facts: Facts, bets: Mapping[str, int], losing: str, pocket: str, fold: str) -> dict[str, Fraction]:
    """The exact net of every wager, by the outcome table and the paytables."""
    hand = str(facts.hand)
    outcome: tuple[Fraction | int, ...] = {
        Showdown.FOLDED: (-1, -1, 0),
        Showdown.WIN: (1, ODDS_WINNING.get(hand, 0), 1),
        Showdown.WIN_DEALER_NOT_QUALIFIED: (0, ODDS_WINNING.get(hand, 0), 1),
        Showdown.TIE: (0, 0, 0),
        Showdown.LOSE: (-1, ODDS_LOSING[losing].get(hand, -1), -1),
        Showdown.LOSE_DEALER_NOT_QUALIFIED: (0, -1, -1),
    }[facts.showdown]
    sides: tuple[Fraction | int, ...] = (
        TRIPS_PLUS.get(hand, -1),
        POCKET_BONUS[pocket].get(facts.pocket.name.lower().replace("_", " "), -1),
    )
    if facts.showdown is Showdown.FOLDED and fold == "forfeit":
        sides = (-1, -1)
    units = dict(zip(("ante", "odds", "raise", "trips-plus", "pocket-bonus"), (*outcome, *sides), strict=True))
    return {wager: Fraction(units[wager]) * cents for wager, cents in bets.items()}


def bets_for(facts: Facts, ante: int) -> dict[str, int]:
    """All wagers that the seat can have made."""
    play = {"raise": facts.multiple * ante} if facts.multiple else {}
    return {"ante": ante, "odds": ante, **play, "trips-plus": 507, "pocket-bonus": 311}


def check_line(line: LedgerLine, exact: Fraction) -> None:
    """One line: the exact net, rounded down to the cent where it is finer, and the words that go with it."""
    assert line.exact == exact, line
    assert line.net == exact.numerator // exact.denominator, line
    assert line.returned == line.bet + line.net >= 0
    assert line.result is (Result.WIN if exact > 0 else Result.LOSE if exact < 0 else Result.PUSH), line
    assert line.cites
    assert all(cite in GAME.law for cite in line.cites), line
    assert ("exactly" in line.note) == (exact.denominator != 1)


@pytest.mark.parametrize("fold", ["stand", "forfeit"])
@pytest.mark.parametrize(("losing", "pocket"), [("T1", "A"), ("T1", "B"), ("T2", "A"), ("none", "B")])
def test_every_fact_value(losing: str, pocket: str, fold: str) -> None:
    in_force = rules(losing, pocket, fold)
    for facts, ante in product(FACTS, (1000, 201)):
        bets = bets_for(facts, ante)
        table = GAME.settle([Seat(facts, bets)], {}, in_force)
        wanted = expected(facts, bets, losing, pocket, fold)
        lines = table.seats[0].lines
        assert [line.wager for line in lines] == list(wanted)
        assert {line.wager: line.bet for line in lines} == bets
        for line in lines:
            check_line(line, wanted[line.wager])
        assert table.seats[0].net == -table.house_net == sum(line.net for line in lines)


def test_facts_are_all_there_and_coded() -> None:
    """Raises 3x, 2x, 1x with five showdowns and folds with one, for each of five pockets and ten hands."""
    assert len(FACTS) == len({facts.code for facts in FACTS}) == 5 * 10 * (3 * 5 + 1)
    assert all(Facts.of_code(facts.code) == facts for facts in FACTS)
    assert {facts.multiple for facts in FACTS if facts.showdown is Showdown.FOLDED} == {0}


def test_source_of_every_line() -> None:
    """A line paid by a table bears the table's mark, any other the trade's; a trade rule is never cited as a paragraph."""
    for losing, pocket in product(ODDS_LOSING, POCKET_BONUS):
        in_force = rules(losing, pocket)
        for facts in FACTS:
            for line in GAME.settle([Seat(facts, bets_for(facts, 1000))], {}, in_force).seats[0].lines:
                source = Source.PUBLISHED
                if line.wager == "odds" and facts.showdown is Showdown.LOSE:
                    source = SOURCES["odds-losing", losing]
                elif line.wager == "trips-plus" or "677a-T9" in line.cites:
                    source = Source.SINGLE_SOURCE
                elif line.wager == "pocket-bonus":
                    source = SOURCES["pocket-bonus", pocket]
                assert line.source is source, line
                cited = [cite for cite in line.cites if "-" not in cite]
                assert all(cite.startswith("677a.6") for cite in cited), line
                assert any("-T" in cite for cite in line.cites), line


def test_lines_that_a_hand_decides_cite_its_paragraph() -> None:
    """The winning and losing Odds and Trips Plus cite the row of (b) that the player's hand is."""
    in_force = rules()
    for facts in FACTS:
        paragraph = "677a.6(c)"
        if facts.hand > PokerHand.HIGH_CARD:
            paragraph = f"677a.6(b)({CATEGORIES.index(str(facts.hand)) + 1})"
        for line in GAME.settle([Seat(facts, bets_for(facts, 1000))], {}, in_force).seats[0].lines:
            by_hand = facts.showdown in (Showdown.WIN, Showdown.WIN_DEALER_NOT_QUALIFIED, Showdown.LOSE)
            if line.wager == "trips-plus" or (line.wager == "odds" and by_hand):
                assert paragraph in line.cites, (facts, line)


def test_none_pays_above_its_tables_top_row() -> None:
    in_force = rules()
    tops = {"ante": 1, "odds": 500, "raise": 1, "trips-plus": 100, "pocket-bonus": 30}
    for facts in FACTS:
        for line in GAME.settle([Seat(facts, bets_for(facts, 1000))], {}, in_force).seats[0].lines:
            assert line.net <= tops[line.wager] * line.bet


def test_published_tables_row_by_row() -> None:
    """Each paytable of the law file holds these rows and no others, with its name, in this order, and its default."""
    wanted: dict[str, dict[str, dict[str, Fraction | int]]] = {
        "odds-winning": {"A": ODDS_WINNING},
        "odds-losing": ODDS_LOSING,
        "trips-plus": {"A": TRIPS_PLUS},
        "pocket-bonus": POCKET_BONUS,
    }
    assert [form.slot for form in GAME.forms] == list(wanted)
    for slot, tables in wanted.items():
        assert list(GAME.paytables(slot)) == list(tables)
        for name, table in GAME.paytables(slot).items():
            pays = [f"{Fraction(pay).numerator} to {Fraction(pay).denominator}" for pay in tables[name].values()]
            assert [str(award) for award in table.rows.values()] == (pays or ["lose"] * 5), table
            if slot != "pocket-bonus" and pays:
                assert list(table.rows) == list(tables[name])
            assert table.source is SOURCES[slot, name], table
    pockets = [
        "pair of aces",
        "ace with king, queen or jack, suited",
        "ace with king, queen or jack, offsuit",
        "any other pair",
    ]
    assert [list(table.rows) for table in GAME.paytables("pocket-bonus").values()] == [pockets, pockets]
    defaults = {slot: table.name for slot, table in GAME.default_rules().paytables.items()}
    assert defaults == {"odds-winning": "A", "odds-losing": "T1", "trips-plus": "A", "pocket-bonus": "A"}


def test_facts_of_seeded_deals() -> None:
    """The facts of 400 deals, worked out again from the words of § 677a.6."""
    deals, seen = random.Random(677), set()
    for _ in range(400):
        cards = deals.sample(CARDS[:52], 9)
        player, dealer, board = tuple(cards[:2]), tuple(cards[2:4]), tuple(cards[4:])
        multiple = deals.choice((0, 1, 2, 3))
        mine, theirs = best_by_text(player + board), best_by_text(dealer + board)
        qualifies = theirs[0] > 1  # 1 is none of (b), 2 a pair
        if multiple == 0:
            showdown = "FOLDED"
        elif mine == theirs:
            showdown = "TIE"
        else:
            showdown = ("WIN" if mine > theirs else "LOSE") + ("" if qualifies else "_DEALER_NOT_QUALIFIED")
        low, high = sorted(card >> 2 for card in player)
        suited = "SUITED" if player[0] & 3 == player[1] & 3 else "OFFSUIT"
        pocket = "NONE"
        if low == high:
            pocket = "ACES" if high == 12 else "PAIR"
        elif high == 12 and low >= 9:
            pocket = f"ACE_AND_FACE_{suited}"
        facts = held(GAME.facts_of(Deal(player, dealer, board), GAME.lines[multiple], GAME.default_rules()))
        assert str(facts.hand) == CATEGORIES[len(CATEGORIES) - mine[0]], format_cards(cards)
        assert facts == Facts(multiple, Pocket[pocket], facts.hand, Showdown[showdown]), format_cards(cards)
        seen.add(showdown)
    assert len(seen) >= 5


def settled(player: str, dealer: str, board: str, ante: str = "10.00", raised: int = 1, **more: int) -> SettleRuling:
    """One seat settled by the public API; ``raised`` 0 folds, ``more`` are further bets in cents."""
    cents = int(ante.replace(".", ""))
    bets = {"ante": cents, "odds": cents, **({"raise": raised * cents} if raised else {})}
    bets |= {wager.replace("_", "-"): amount for wager, amount in more.items()}
    seat = SeatRequest(player, bets, fold=raised == 0)
    return settle_table(GAME, GAME.default_rules(), [seat], dealer=dealer, board=board)


@pytest.mark.parametrize(
    ("player", "dealer", "board", "raised", "nets"),
    [
        ("Ah Kh", "2s 2d", "Qh Jh Th 2c 3d", 3, (1000, 500_000, 3000)),  # royal flush over three 2s
        ("Ad 9h", "6c 6h", "2d 3d 4d 5d Kc", 2, (1000, 50_000, 2000)),  # steel wheel
        ("9h 8h", "6c 5h", "2d 3d 9d 9s Kc", 1, (1000, 0, 1000)),  # three 9s win: the Odds push
        ("Ah Kd", "Kh Qs", "2d 3c 9d 8s 4c", 3, (0, 0, 3000)),  # ace high over king high: only the Raise is paid
        ("Kh Qs", "Ah Kd", "2d 3c 9d 8s 4c", 3, (0, -1000, -3000)),  # ace high over king high, the other way
        ("5h 4h", "9c 8c", "6c 7d Th 3s 2c", 1, (-1000, 5000, -1000)),  # a straight that loses to a straight
        ("Kc Kd", "Ac Ad", "Kh Ks As Ah 2c", 3, (-1000, 50_000, -3000)),  # four kings lose to four aces
        ("2h 3d", "4h 5d", "Tc Js Qh Kc Ad", 1, (0, 0, 0)),  # the board plays
        ("As Ac", "Kh Kd", "2d 7c 9d Js Qc", 0, (-1000, -1000)),  # a fold with the better hand
    ],
)
def test_outcome_table_by_cards(player: str, dealer: str, board: str, raised: int, nets: tuple[int, ...]) -> None:
    ruling = settled(player, dealer, board, raised=raised)
    assert tuple(line.net for line in ruling.seats[0].ledger.lines) == nets
    assert ruling.table.house_net == -sum(nets)


def test_dealer_qualifies_with_a_pair_on_the_board() -> None:
    ruling = settled("Ah Kd", "Kh Qs", "2d 2c 9d 8s 4c")
    assert [line.net for line in ruling.seats[0].ledger.lines] == [1000, 0, 1000]


def test_fold_needs_no_dealer_but_a_raise_does() -> None:
    bets = {"ante": 1000, "odds": 1000}
    board = "Tc Js Qh Kc Ad"
    folded = settle_table(GAME, rules(), [SeatRequest("2h 3d", bets, fold=True)], board=board)
    assert folded.seats[0].ledger.net == -2000
    with pytest.raises(Refused, match=r"dealer has 0 cards, 2 are needed"):
        settle_table(GAME, rules(), [SeatRequest("2h 3d", bets | {"raise": 1000})], board=board)


@pytest.mark.parametrize(
    ("bets", "fold", "words"),
    [
        ({"odds": 1000, "raise": 1000}, False, "ante is missing"),
        ({"ante": 1000, "raise": 1000}, False, "odds is missing"),
        ({"ante": 1000, "odds": 999, "raise": 1000}, False, "odds 9.99 must equal ante 10.00"),
        ({"ante": 1000, "odds": 1000}, False, "a raise of 30.00 or 20.00 or 10.00, or a fold"),
        ({"ante": 1000, "odds": 1000, "raise": 1000}, True, "a seat that folds makes no raise"),
        ({"ante": 1000, "odds": 1000, "raise": 4000}, False, "30.00 or 20.00 or 10.00"),
        ({"ante": 1000, "odds": 1000, "raise": 1500}, False, "30.00 or 20.00 or 10.00"),
        ({"ante": 1000, "odds": 1000, "raise": 500}, False, "30.00 or 20.00 or 10.00"),
        ({"ante": 1000, "odds": 1000, "raise": 0}, False, "raise is 0.00"),
        ({"ante": 0, "odds": 0, "raise": 0}, False, "ante is 0.00"),
        ({"ante": 1000, "odds": 1000, "raise": 1000, "trips-plus": 0}, False, "trips-plus is 0.00"),
        ({"ante": 1000, "odds": 1000, "raise": 1000, "trips": 100}, False, "'trips' is not one of ante, odds, raise"),
    ],
)
def test_one_broken_condition_is_refused(bets: dict[str, int], fold: bool, words: str) -> None:
    seat = SeatRequest("Ah Kh", bets, fold)
    with pytest.raises(Refused) as refusal:
        settle_table(GAME, rules(), [seat], dealer="2s 2d", board="Qh Jh Th 2c 3d")
    assert words in str(refusal.value)
    by_rule = not any(form in words for form in ("is 0.00", "is not one of"))
    assert bool(refusal.value.cites) == by_rule
    assert all(cite in GAME.law for cite in refusal.value.cites)


def test_seats_of_one_table_are_settled_alone() -> None:
    """Twenty-two seats with their own bets give what each gives by itself, and the house the other side of all."""
    deals = random.Random(22)
    cards = deals.sample(CARDS[:52], 51)
    dealer, board = format_cards(cards[:2]), format_cards(cards[2:7])
    seats = []
    for number in range(22):
        ante = 100 * (number + 1)
        multiple = number % 4
        bets = {"ante": ante, "odds": ante, "trips-plus": 333, **({"raise": ante * multiple} if multiple else {})}
        seats.append(SeatRequest(format_cards(cards[7 + 2 * number : 9 + 2 * number]), bets, fold=multiple == 0))
    full = replace(rules(), seats=22)
    with pytest.raises(
        Refused, match=r"22 seats; World Poker Tour Heads-Up Hold 'Em has 1 to 6 \(trade rule 677a-T11\)"
    ):
        settle_table(GAME, rules(), seats, dealer=dealer, board=board)
    together = settle_table(GAME, full, seats, dealer=dealer, board=board)
    alone = [settle_table(GAME, rules(), [seat], dealer=dealer, board=board).seats[0] for seat in seats]
    assert list(together.seats) == alone
    assert together.table.house_net == -sum(seat.ledger.net for seat in alone)


def test_cards_of_a_settled_seat_are_those_given() -> None:
    ruling = settled("Ah Kh", "2s 2d", "Qh Jh Th 2c 3d")
    assert ruling.seats[0].cards == parse_cards("Ah Kh")
    assert held(ruling.seats[0].facts).hand is PokerHand.ROYAL_FLUSH
