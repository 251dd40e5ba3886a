"""Settlement of High Card Flush: every fact against plain tables, then one condition broken at a time.

The tables here are copied from the trade's own, not from the game's: amounts to 1, by the number of cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from tablegames.asks.rulings import SeatRequest, settle_table
from tablegames.contract import layout
from tablegames.contract.choices import View, added
from tablegames.contract.facts import Seat
from tablegames.contract.rules import Rules
from tablegames.core.cards import Deal, Hand, parse_cards
from tablegames.core.law import Refused
from tablegames.core.wagers import Ledger, Result
from tablegames.games.high_card_flush.facts import FACTS, Facts, Outcome
from tablegames.games.high_card_flush.game import GAME
from tablegames.games.high_card_flush.rules import LINES, facts_of

from .hands import DEFAULT


def decide(hand: Hand, bets: Mapping[str, int], fold: bool, rules: Rules) -> int:
    """The raise multiple that a layout shows."""
    return added(layout.decide(GAME, View(hand), bets, rules, fold=fold)).get("raise", 0)


ANTE = 1_000
MAIN = {  # outcome: Ante and Raise, times the bet
    Outcome.FOLDED: (-1, 0),
    Outcome.DEALER_NOT_QUALIFIED: (1, 0),
    Outcome.WIN: (1, 1),
    Outcome.TIE: (0, 0),
    Outcome.LOSE: (-1, -1),
}
FLUSH_BONUS = {
    "A": {7: 300, 6: 100, 5: 10, 4: 1},
    "B": {7: 250, 6: 100, 5: 10, 4: 1},
    "C": {7: 100, 6: 20, 5: 10, 4: 2},
}
STRAIGHT_FLUSH_BONUS = {
    "A": {7: 8000, 6: 1000, 5: 100, 4: 60, 3: 7},
    "B": {7: 500, 6: 200, 5: 100, 4: 60, 3: 8},
    "C": {7: 500, 6: 200, 5: 100, 4: 50, 3: 9},
}
PROGRESSIVE = {  # the stake, the shares of the meter in percent, the amounts in cents
    "one-dollar": (100, {7: 100, 6: 50}, {5: 25_000, 4: 5_000, 3: 500}),
    "five-dollar": (500, {7: 100, 6: 10}, {5: 7_500, 4: 1_000}),
}
METER = 1_234_567
NOT_QUALIFIED = "8c 7c 6c 5d 4d 3h 2h"


def chosen(**tables: str) -> Rules:
    """The default rules with published paytables by name."""
    paytables = {slot.replace("_", "-"): name for slot, name in tables.items()}
    return GAME.with_choices(DEFAULT, paytables=paytables, readings={})


def settle_one(facts: Facts, bets: Mapping[str, int], rules: Rules) -> dict[str, int]:
    """Each wager's net for a seat alone at the table."""
    table = GAME.settle([Seat(facts, bets)], {"progressive": METER}, rules)
    table.check({"progressive": METER})
    return {line.wager: line.net for line in table.seats[0].lines}


def seat_of(cards: str, bets: Mapping[str, int], *, dealer: str = "", rules: Rules = DEFAULT) -> Ledger:
    """The ledger of one seat from its cards; without a raise it folds."""
    request = SeatRequest(cards, bets, fold="raise" not in bets)
    return settle_table(GAME, rules, [request], dealer=dealer).table.seats[0]


def test_every_fact_of_ante_and_raise() -> None:
    wrong = []
    for facts in FACTS:
        bets = {"ante": ANTE} | ({"raise": ANTE * facts.raise_multiple} if facts.raise_multiple else {})
        ante, raised = MAIN[facts.outcome]
        expected = {"ante": ante * ANTE, "raise": raised * ANTE * facts.raise_multiple}
        found = settle_one(facts, bets, DEFAULT)
        if found != {wager: expected[wager] for wager in bets}:
            wrong.append((facts, found, expected))
    assert wrong == []
    assert {facts.outcome for facts in FACTS} == set(Outcome) == set(MAIN)
    shapes = {(facts.flush, facts.straight_flush) for facts in FACTS}
    assert shapes == {(flush, run) for flush in range(2, 8) for run in (0, 3, 4, 5, 6, 7) if run <= flush}


@pytest.mark.parametrize("name", FLUSH_BONUS)
def test_every_fact_of_the_flush_bonus(name: str) -> None:
    rules = chosen(flush_bonus=name)
    for facts in FACTS:
        expected = FLUSH_BONUS[name].get(facts.flush, -1) * 500
        assert settle_one(facts, {"flush-bonus": 500}, rules) == {"flush-bonus": expected}, facts


@pytest.mark.parametrize("name", STRAIGHT_FLUSH_BONUS)
def test_every_fact_of_the_straight_flush_bonus(name: str) -> None:
    rules = chosen(straight_flush_bonus=name)
    for facts in FACTS:
        expected = STRAIGHT_FLUSH_BONUS[name].get(facts.straight_flush, -1) * 500
        assert settle_one(facts, {"straight-flush-bonus": 500}, rules) == {"straight-flush-bonus": expected}, facts


@pytest.mark.parametrize("name", PROGRESSIVE)
def test_every_fact_of_the_progressive(name: str) -> None:
    rules = chosen(progressive=name)
    stake, shares, amounts = PROGRESSIVE[name]
    for facts in FACTS:
        run = facts.straight_flush
        exact = Fraction(METER * shares[run], 100) if run in shares else Fraction(amounts.get(run, -stake))
        table = GAME.settle([Seat(facts, {"progressive": stake})], {"progressive": METER}, rules)
        (line,) = table.seats[0].lines
        assert (line.exact, line.net) == (exact, exact.__floor__()), facts
        assert METER - table.meters["progressive"] == (line.net if run in shares else 0), facts
        table.check({"progressive": METER})


def test_paytables_are_the_published_ones() -> None:
    assert list(GAME.paytables("flush-bonus")) == list(FLUSH_BONUS)
    assert list(GAME.paytables("straight-flush-bonus")) == list(STRAIGHT_FLUSH_BONUS)
    assert list(GAME.paytables("progressive")) == list(PROGRESSIVE)
    names = {slot: table.name for slot, table in DEFAULT.paytables.items()}
    assert names == {"flush-bonus": "A", "straight-flush-bonus": "A"}


def test_progressive_in_deal_order() -> None:
    rules = chosen(progressive="one-dollar")
    runs = (3, 6, 0, 6, 7, 6)
    seats = [Seat(Facts(7, run, 0, Outcome.FOLDED), {"ante": ANTE, "progressive": 100}) for run in runs]
    table = GAME.settle(seats, {"progressive": 10_001}, rules)
    table.check({"progressive": 10_001})
    # 100.01: half is 50.005, paid 50.00; of the 50.01 left half is 25.005, paid 25.00; the seven cards take 25.01.
    assert [seat.lines[1].net for seat in table.seats] == [500, 5_000, -100, 2_500, 2_501, 0]
    assert [seat.lines[1].from_meter for seat in table.seats] == [0, 5_000, 0, 2_500, 2_501, 0]
    assert table.meters == {"progressive": 0}
    assert table.house_net == 6 * ANTE + 100 - 500, "the house keeps the lost wagers and pays the amount"


@pytest.mark.parametrize(("choice", "net", "result"), [("returned", 0, Result.PUSH), ("collected", -100, Result.LOSE)])
def test_a_share_of_an_empty_meter_is_no_win(choice: str, net: int, result: Result) -> None:
    rules = GAME.with_choices(chosen(progressive="one-dollar"), paytables={}, readings={"678a-R7": choice})
    seats = [Seat(Facts(7, 7, 0, Outcome.FOLDED), {"ante": ANTE, "progressive": 100}) for _ in range(2)]
    line = GAME.settle(seats, {"progressive": METER}, rules).seats[1].lines[1]
    assert (line.net, line.result) == (net, result)


def test_progressive_refused() -> None:
    hand = "8s 7s 6s 5s 4s 3s 2h"
    with pytest.raises(Refused, match=r"progressive is 5\.00; its paytable takes 1\.00"):
        seat_of(hand, {"ante": ANTE, "progressive": 500}, rules=chosen(progressive="one-dollar"))
    with pytest.raises(Refused, match="the meter is missing"):
        seat_of(hand, {"ante": ANTE, "progressive": 100}, rules=chosen(progressive="one-dollar"))
    with pytest.raises(Refused, match="no paytable is chosen for progressive"):
        seat_of(hand, {"ante": ANTE, "progressive": 100})
    request = SeatRequest(hand, {"ante": ANTE}, fold=True)
    with pytest.raises(Refused, match="meter 'jackpot' is unknown"):
        settle_table(GAME, DEFAULT, [request], meters={"jackpot": 1})


@pytest.mark.parametrize(
    ("dealer", "qualifies"),
    [
        ("9c 3c 2c Kd Qd Jh Th", True),  # the lowest that qualifies
        ("8c 7c 6c Kd Qd Jh Th", False),  # the highest that does not
        ("9c 3c Ac Kd Qd Jh Th", True),
        ("5c 4c 3c 2c Kd Qd Jh", True),  # any four-card flush does
        ("Ac Kc Qd Jd Th 9h 8s", False),  # no two-card flush does
    ],
)
def test_dealer_qualifies(dealer: str, *, qualifies: bool) -> None:
    ledger = seat_of("As Ks Qs Js 3d 4h 6d", {"ante": ANTE, "raise": ANTE}, dealer=dealer)
    assert [line.net for line in ledger.lines] == [ANTE, ANTE if qualifies else 0]


def test_against_a_dealer_who_does_not_qualify_any_hand_wins_the_ante() -> None:
    ledger = seat_of("9s 7s 9h 6h 9d 6d 9c", {"ante": ANTE, "raise": ANTE}, dealer=NOT_QUALIFIED)
    assert [(line.wager, line.net) for line in ledger.lines] == [("ante", ANTE), ("raise", 0)]


def test_case_20_dealer_does_not_qualify() -> None:
    ledger = seat_of("As Ks 6h 5h 8d 7h Jd", {"ante": 1_000, "raise": 1_000}, dealer=NOT_QUALIFIED)
    assert ledger.net == 1_000


def test_case_21_exact_tie() -> None:
    ledger = seat_of("As Ks 9s 2s 3h 4d 5c", {"ante": 1_000, "raise": 1_000}, dealer="Ad Kd 9d 2d 3c 4h 5h")
    assert (ledger.net, sum(line.returned for line in ledger.lines)) == (0, 2_000)
    broken = seat_of("As Ks 9s 3s 2h 4d 5c", {"ante": 1_000, "raise": 1_000}, dealer="Ad Kd 9d 2d 3c 4h 5h")
    assert broken.net == 2_000, "one rank higher, the fourth"


def test_case_22_side_wager_stands_after_a_fold() -> None:
    ledger = seat_of("As Ks 9s 2s 3h 4d 5c", {"ante": 1_000, "flush-bonus": 500})
    assert {line.wager: line.net for line in ledger.lines} == {"ante": -1_000, "flush-bonus": 500}


def test_case_19_each_seat_is_settled_alone() -> None:
    bets = {"ante": 1_000, "raise": 1_000}
    cards = ("Ts 8s 7s 6s 2h 3d 4c", "As Ks 9s 4s 5h 6d 7c", "Ah Kh Th 8h 2s 3c 6c")
    table = settle_table(GAME, DEFAULT, [SeatRequest(c, bets) for c in cards], dealer="Ad Kd 9d 4d 3h 5c Jc").table
    assert [seat.net for seat in table.seats] == [-2_000, 0, 2_000]


FLUSH_OF = {
    2: "As Ks 6h 5h 8d 7d 9c",
    3: "As Ks 9s 6h 5h 8d 7c",
    4: "As Ks 9s 7s 6h 5d 8c",
    5: "As Ks 9s 7s 3s 5d 8c",
    6: "As Ks 9s 7s 3s 2s 8c",
    7: "As Ks 9s 7s 3s 2s 5s",
}


@pytest.mark.parametrize(("length", "most"), [(2, 1), (3, 1), (4, 1), (5, 2), (6, 3), (7, 3)])
def test_raise_limits(length: int, most: int) -> None:
    hand = parse_cards(FLUSH_OF[length])
    for multiple in range(1, most + 1):
        assert decide(hand, {"ante": 1_000, "raise": multiple * 1_000}, False, DEFAULT) == multiple
    allowed = " or ".join(f"{multiple}0.00" for multiple in range(1, most + 1))
    for cents in (1, 500, 1_500, 2_500, (most + 1) * 1_000, 999_900):
        with pytest.raises(Refused, match=f"is not allowed: {allowed} ") as refused:
            decide(hand, {"ante": 1_000, "raise": cents}, False, DEFAULT)
        assert refused.value.cites == ("678a-T3",)
    house = Rules(DEFAULT.paytables, DEFAULT.readings, raise_limits={length: 1})
    assert decide(hand, {"ante": 1_000, "raise": 1_000}, False, house) == 1
    with pytest.raises(Refused, match=r"is not allowed: 10\.00"):
        decide(hand, {"ante": 1_000, "raise": 2_000}, False, house)


def test_case_29_illegal_raise() -> None:
    with pytest.raises(
        Refused, match=r"raise 20\.00 on an ante of 10\.00 with a four-card flush is not allowed: 10\.00"
    ):
        seat_of(FLUSH_OF[4], {"ante": 1_000, "raise": 2_000}, dealer="8d 7d 6d 5c 4c 3h 2h")


def test_case_30_a_raise_is_the_amount_of_the_wager() -> None:
    assert decide(parse_cards(FLUSH_OF[4]), {"ante": 5_000, "raise": 5_000}, False, DEFAULT) == 1
    with pytest.raises(Refused, match=r"is not allowed: 10\.00 or 20\.00 or 30\.00"):
        decide(parse_cards(FLUSH_OF[7]), {"ante": 1_000, "raise": 5_000}, False, DEFAULT)
    with pytest.raises(Refused, match=r"is not allowed: 10\.00 or 20\.00 or 30\.00"):
        decide(parse_cards(FLUSH_OF[7]), {"ante": 1_000, "raise": 3}, False, DEFAULT)


@pytest.mark.parametrize(
    ("bets", "fold", "words"),
    [
        ({"ante": 1_000, "raise": 1_000}, True, "a seat that folds makes no raise"),
        ({"ante": 1_000}, False, "a decision is missing"),
        ({"raise": 1_000}, False, "wager ante is missing"),
        ({"ante": 1_000, "raise": 1_000, "odds": 1_000}, False, "wager 'odds' is not one of"),
        ({"ante": 0, "raise": 1_000}, False, "wager ante is 0.00"),
        ({"ante": 1_000, "raise": 0}, False, "wager raise is 0.00"),
        ({"ante": 1_000, "raise": 1_000, "flush-bonus": -100}, False, "wager flush-bonus is -1.00"),
    ],
)
def test_refused_layouts(bets: dict[str, int], fold: bool, words: str) -> None:
    with pytest.raises(Refused, match=words):
        decide(parse_cards(FLUSH_OF[4]), bets, fold, DEFAULT)


def test_the_dealer_is_not_looked_at_after_a_fold() -> None:
    hand = parse_cards(FLUSH_OF[3])
    assert facts_of(Deal(hand, ()), LINES[0], DEFAULT) == Facts(3, 0, 0, Outcome.FOLDED)
    request = SeatRequest(FLUSH_OF[3], {"ante": 1_000, "raise": 1_000})
    with pytest.raises(Refused, match="dealer has 0 cards, 7 are needed"):
        settle_table(GAME, DEFAULT, [request])


@pytest.mark.parametrize("cards", ["As Ks 9s 7s 6h 5d", "As Ks 9s 7s 6h 5d 8c 2c"])
def test_seven_cards_are_needed(cards: str) -> None:
    with pytest.raises(Refused, match="7 are needed"):
        seat_of(cards, {"ante": 1_000})


def test_seats() -> None:
    hand = SeatRequest("As Ks 9s 7s 6h 5d 8c", {"ante": 1_000}, fold=True)
    for seats in ([], [hand] * 7):
        with pytest.raises(Refused, match="High Card Flush has 1 to 6"):
            settle_table(GAME, DEFAULT, seats)
