"""One test a reading of Saigon 5 Card: what the choices change, or what the one choice does."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tablegames.asks.rulings import SeatRequest, settle_table
from tablegames.contract.facts import Seat
from tablegames.contract.rules import Rules
from tablegames.core.cards import parse_cards
from tablegames.core.law import Refused, Source
from tablegames.core.money import Direction, Rounding, make_paytable
from tablegames.core.wagers import LedgerLine
from tablegames.games.saigon_5_card.bonus import bonus_hand
from tablegames.games.saigon_5_card.facts import BonusHand, Facts
from tablegames.games.saigon_5_card.game import GAME
from tablegames.games.saigon_5_card.rules import LAW, best_setting, compare, point_count, set_hand, settings
from tests.kit import held

DEFAULT = GAME.default_rules()
EXAMPLE = GAME.with_choices(DEFAULT, paytables={"bonus": "example"}, readings={})


def reading(id_: str, choice: str, rules: Rules = DEFAULT) -> Rules:
    """The rules with one reading changed."""
    return GAME.with_choices(rules, paytables={}, readings={id_: choice})


def ante_line(facts: Facts, bet: int, rules: Rules) -> LedgerLine:
    """The line of the Ante for a seat alone."""
    (line,) = GAME.settle([Seat(facts, {"ante": bet})], {}, rules).seats[0].lines
    return line


def bonus(text: str, rules: Rules = DEFAULT) -> BonusHand:
    """The Bonus hand of five cards in notation."""
    return bonus_hand(parse_cards(text), rules)


def test_680a_r1() -> None:
    assert point_count(20) == 10, "not 0, as modulo 10 would make it"
    assert point_count(10) == 10, "only a total over 10 is reduced"
    assert [point_count(total) for total in range(2, 21)] == [*range(2, 11), *range(1, 11)]


def test_680a_r2() -> None:
    # The joker with one other card takes the value that is best there: golden counts for ace to 9 and a ten.
    best = [set_hand(parse_cards("Ks Kh Kd"), parse_cards(f"{rank}c Jk")).point_count for rank in "A23456789T"]
    assert best == [10, 8, 9, 10, 8, 9, 10, 7, 8, 9]
    # In the three-card hand it takes the value that qualifies: here 7 + 7 + 6, and the two tens are left.
    in_three = set_hand(parse_cards("7s 7h Jk"), parse_cards("Ts Th"))
    assert (in_three.joker, in_three.point_count) == (6, 10)
    # The holder may set a lesser count, and is held to it; the dealer sets the greatest.
    hand, dealer = "4s 6h Tc 9d Jk", "Ts Jh Kd 4h Ad"
    counts = [setting.point_count for setting in settings(parse_cards(hand))]
    assert len(set(counts)) > 1, "with the joker the setting matters"
    assert best_setting(parse_cards(hand)).point_count == max(counts)
    poorly = next(setting for setting in settings(parse_cards(hand)) if setting.point_count == min(counts))
    as_set = f"{' '.join(map(str, poorly.three))} / {' '.join(map(str, poorly.two))}"
    for cards, count in ((hand, max(counts)), (as_set, min(counts))):
        for mine, theirs in ((cards, dealer), (cards.replace("/", ""), dealer)):
            ruling = settle_table(GAME, DEFAULT, [SeatRequest(mine, {"ante": 1_000})], dealer=theirs)
            expected = count if "/" in mine else max(counts)
            assert held(ruling.seats[0].facts).player_count == expected
            assert held(ruling.seats[0].facts).dealer_count == 5
    dealers = settle_table(GAME, DEFAULT, [SeatRequest(dealer, {"ante": 1_000})], dealer=hand)
    assert held(dealers.seats[0].facts).dealer_count == max(counts)


def test_680a_r3() -> None:
    always, only = (reading("680a-R3", choice) for choice in ("always", "only-if-dealer-qualifies"))
    assert LAW.readings["680a-R3"].default == "always"
    for mine in range(1, 11):
        for dealers in range(mine):  # each beats the dealer; 0 is a dealer who does not qualify
            facts = Facts(mine, dealers, BonusHand.NONE)
            nets = tuple(ante_line(facts, 1_000, rules).net for rules in (DEFAULT, always, only))
            if mine == 5:
                assert nets == (500, 500, 500 if dealers else 1_000), facts
            else:
                assert nets == (1_000, 1_000, 1_000), facts
    not_qualified = ante_line(Facts(5, 0, BonusHand.NONE), 1_000, DEFAULT)
    assert "680a-R3" in not_qualified.cites


def test_680a_r4() -> None:
    # Hands that fit two rows take the first: (3) and (4), (4) and (7).
    assert bonus("Ks Qs Js Ts Jk") is BonusHand.ROYAL_FLUSH_WITH_JOKER
    assert bonus("5s 4s 3s 2s Jk") is BonusHand.STRAIGHT_FLUSH
    # The rows never compare hands: the lower row with the higher count wins.
    assert compare(parse_cards("Ts Js Ks As 4s"), parse_cards("Td Jh Kd Ad 5c"), (), DEFAULT).result == -1
    # A table that rises down the list is refused; one that stays level is not.
    form = GAME.form("bonus")
    level = dict.fromkeys(form.rows, "3 to 1")
    assert make_paytable(form, "house", level, Source.SUBMISSION, "").rows
    for row in form.rows[1:]:
        with pytest.raises(Refused, match="pays more than") as refused:
            make_paytable(form, "house", level | {row: "4 to 1"}, Source.SUBMISSION, "")
        assert refused.value.cites == ("680a-R4",)
    # By the other choice it is accepted, and a hand still takes the first row that it fits.
    rises = level | {"straight flush": "4 to 1"}
    order = {"680a-R4": "as-selected"}
    house = make_paytable(form, "house", rises, Source.SUBMISSION, "", readings=order)
    rules = replace(reading("680a-R4", "as-selected"), paytables={"bonus": house})
    for text, row, net in (
        ("Ks Qs Js Ts Jk", "royal flush with a joker", 300),
        ("9s 8s 7s 6s 5s", "straight flush", 400),
    ):
        seat = SeatRequest(text, {"ante": 1_000, "bonus": 100})
        line = settle_table(GAME, rules, [seat], dealer="2d 2c 3d 3c 9d").table.seats[0].lines[-1]
        assert (line.row, line.net) == (row, net)
    with pytest.raises(Refused, match="straight flush \\(4 to 1\\) pays more than five aces \\(3 to 1\\)"):
        reading("680a-R4", "payout-rows", rules)


def test_680a_r5() -> None:
    assert bonus("Kd Kc Ks 4h Jk") is BonusHand.THREE_OF_A_KIND, "three kings and an ace"
    assert bonus("Kd Kc Ks Ah Jk") is BonusHand.FULL_HOUSE, "kings over a pair of aces"
    assert bonus("Kd Kc 7s 4h Jk") is BonusHand.NONE, "a pair of kings, not three; case 15"
    assert bonus("Ad Kc 7s 4h Jk") is BonusHand.NONE, "a pair of aces is not listed"
    assert bonus("Ad Ac 7s 4h Jk") is BonusHand.THREE_OF_A_KIND, "three aces need a natural pair"
    assert bonus("Ad Ac As 4h Jk") is BonusHand.FOUR_OF_A_KIND
    assert bonus("Kd Kc Ks Kh Jk") is BonusHand.FOUR_OF_A_KIND, "no five kings"


def pot(counts: list[int], bet: int) -> list[int]:
    """What each seat takes back of the Pot, by its Point Count; nothing is lost on the way."""
    seats = [Seat(Facts(count, 10, BonusHand.NONE), {"ante": 1_000, "pot": bet}) for count in counts]
    table = GAME.settle(seats, {}, DEFAULT)
    table.check({})
    shares = [seat.lines[-1].returned for seat in table.seats]
    assert sum(shares) == bet * len(counts)
    return shares


def test_680a_r6() -> None:
    assert pot([8, 10, 9], 500) == [0, 1_500, 0]
    assert pot([9, 4, 9], 501) == [752, 0, 751], "tied best share equally, the odd cent to the first seat"
    assert pot([4, 9, 9], 501) == [0, 752, 751]
    assert pot([0, 1, 0], 500) == [0, 1_500, 0], "a player who does not qualify cannot win"
    assert pot([0, 0, 0], 501) == [501, 501, 501], "nobody qualifies: returned"
    assert pot([0], 501) == pot([10], 501) == [501], "a lone player: returned"
    assert pot([7, 7], 501) == [501, 501]
    seats = [Seat(Facts(9, 8, BonusHand.NONE), {"ante": 1_000, "pot": bet}) for bet in (500, 500, 501)]
    with pytest.raises(Refused, match=r"pot wagers differ, 5\.00 and 5\.01: all at a table must be equal") as refused:
        GAME.settle(seats, {}, DEFAULT)
    assert refused.value.cites == ("680a-R6",)


def test_680a_r7() -> None:
    straight, not_straight = (reading("680a-R7", choice) for choice in ("straight", "not-a-straight"))
    assert LAW.readings["680a-R7"].default == "straight"
    for text, otherwise in (
        ("As Kd Qc Jh Ts", BonusHand.NONE),
        ("As Kd Qc Jh Jk", BonusHand.NONE),
        ("As Kd Qc Th Jk", BonusHand.NONE),
        ("Ks Qd Jc Th Jk", BonusHand.STRAIGHT),  # with the joker as a 9 in either reading
        ("As 2d 3c 4h 5s", BonusHand.STRAIGHT),
        ("As Ks Qs Js Ts", BonusHand.ROYAL_FLUSH_NO_JOKER),
        ("As Ks Qs Js Jk", BonusHand.ROYAL_FLUSH_WITH_JOKER),
    ):
        usual = otherwise or BonusHand.STRAIGHT
        assert bonus(text, straight) is bonus(text) is usual, text
        assert bonus(text, not_straight) is otherwise, text
    for rules, net in ((EXAMPLE, 10_000), (reading("680a-R7", "not-a-straight", EXAMPLE), -500)):
        seat = SeatRequest("As Kd Qc Jh Ts", {"ante": 1_000, "bonus": 500})
        ledger = settle_table(GAME, rules, [seat], dealer="2d 2c 3d 3c 9s").table.seats[0]
        assert {line.wager: line.net for line in ledger.lines}["bonus"] == net


def test_680a_r8() -> None:
    half = Facts(5, 4, BonusHand.NONE)
    line = ante_line(half, 1_001, DEFAULT)
    assert (line.exact, line.net, line.note) == (Fraction(1_001, 2), 500, "exactly 5.005, paid 5.00")
    assert ante_line(half, 1_000, DEFAULT).note == ""
    for rounding, paid in (
        (Rounding(100, Direction.DOWN), 500),
        (Rounding(100, Direction.UP), 600),
        (Rounding(100, Direction.NEAREST), 500),
        (Rounding(1, Direction.UP), 501),
        (Rounding(1, Direction.NEAREST), 501),
    ):
        line = ante_line(half, 1_001, GAME.with_rounding(DEFAULT, rounding))
        assert (line.exact, line.net) == (Fraction(1_001, 2), paid), rounding
