"""One test a paragraph of § 680a.6, § 680a.1, § 680a.9(b) and (c), named by it; the text's own examples first."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import pytest

from tablegames.asks.rulings import SeatRequest, compare_hands, rank_hand, settle_table
from tablegames.asks.submission import selected_rules
from tablegames.asks.submission_form import GameSelection
from tablegames.core.cards import CARDS, Card, parse_cards
from tablegames.core.law import Refused
from tablegames.games.saigon_5_card.bonus import bonus_hand, rank_bonus
from tablegames.games.saigon_5_card.game import GAME
from tablegames.games.saigon_5_card.rules import best_setting, point_count, qualifying, set_hand, values
from tablegames.rounds.moves import Kind, Move
from tablegames.rounds.round import Round
from tablegames.rounds.views import dealer_view, player_view
from tests.kit import held
from tests.rounds import begun

DEFAULT = GAME.default_rules()


def bonus(text: str) -> str:
    """The Bonus hand of five cards in notation, the same in any order."""
    hand = parse_cards(text)
    orders = [hand, hand[::-1], *(tuple(random.Random(seed).sample(hand, 5)) for seed in range(4))]
    (found,) = {bonus_hand(order, DEFAULT) for order in orders}
    return str(found)


def value(text: str) -> tuple[int, ...]:
    """The values of one card."""
    (card,) = parse_cards(text)
    return values(card)


def test_1() -> None:
    assert [total for total in range(3, 31) if qualifying(total)] == [10, 20, 30]
    # The three-card hand is made from one's own five cards, the showdown hand is the two that are left.
    evaluation = held(rank_hand(GAME, DEFAULT, "Ts 5h 5d 9c 2s").evaluation)
    assert (evaluation.qualifies, evaluation.point_count) == (True, 1)
    for setting in evaluation.settings:
        assert (len(setting.three), len(setting.two)) == (3, 2)
        assert sorted(setting.three + setting.two) == sorted(parse_cards("Ts 5h 5d 9c 2s"))
    none = held(rank_hand(GAME, DEFAULT, "2s 2h 2d 2c 3s").evaluation)
    assert (none.qualifies, none.point_count, none.settings) == (False, None, ())
    # The Ante is required and is against the dealer; the Pot is against the other players; the Bonus is optional.
    with pytest.raises(Refused, match="wager ante is missing"):
        settle_table(GAME, DEFAULT, [SeatRequest("Ts 5h 5d 9c 2s", {"pot": 500})], dealer="2d 2c 3d 3c 9s")
    bets = {"ante": 1_000, "pot": 500}
    seats = [SeatRequest("Ts Th 9d Ac 4s", bets), SeatRequest("Td Tc Ks 9c Js", bets)]
    table = settle_table(GAME, DEFAULT, seats, dealer="Kd Kc Kh Qs Qh").table
    nets = [{line.wager: line.net for line in seat.lines} for seat in table.seats]
    assert nets == [{"ante": -1_000, "pot": -500}, {"ante": -1_000, "pot": 500}], "the dealer has no part in the Pot"


def test_6_a() -> None:
    assert sorted(value for card in CARDS for value in values(card)) == sorted(
        [*(4 * [1, 2, 3, 4, 5, 6, 7, 8, 9]), *(16 * [10]), 3, 6, 9]
    )
    for card in CARDS[:52]:
        assert values(card) == values(Card(card ^ 1)) == values(Card(card ^ 2)), "no suit matters"


def test_6_a_1() -> None:
    for number in range(2, 10):
        for suit in "cdhs":
            assert value(f"{number}{suit}") == (number,)


def test_6_a_2() -> None:
    for rank in ("10", "T", "J", "Q", "K"):
        for suit in "cdhs":
            assert value(rank + suit) == (10,)


def test_6_a_3() -> None:
    for suit in "cdhs":
        assert value(f"A{suit}") == (1,)


def test_6_a_4() -> None:
    assert value("Jk") == (3, 6, 9)
    for three, joker in {"3s 4h Jk": 3, "9s 5h Jk": 6, "Ts Ah Jk": 9, "Ts Jh Jk": None, "Ks 9h Jk": None}.items():
        setting = set_hand(parse_cards(three), parse_cards("9c 9d"))
        assert setting.point_count == (8 if joker else 0), three
        assert joker is None or setting.joker == joker, three
    for two, count in {"Ac Jk": 10, "4c Jk": 10, "7c Jk": 10, "Tc Jk": 9, "8c Jk": 7}.items():
        assert set_hand(parse_cards("Ts Th Td"), parse_cards(two)).point_count == count, two


def test_6_b() -> None:
    examples = {2: 2, 9: 9, 10: 10, 11: 1, 12: 2, 15: 5, 19: 9, 20: 10}
    assert {total: point_count(total) for total in examples} == examples
    assert {point_count(total) for total in range(2, 21)} == set(range(1, 11))
    # 10 is the highest rank and 1 the lowest: three tens qualify, and the two others are the showdown hand.
    showdowns = ["Ac Tc", "Ac Ad", "2c Ad", "Ac 3d", "Ac 4d", "Ac 5d", "Ac 6d", "Ac 7d", "Ac 8d", "Ac 9d"]
    hands = [f"Ts Th Td {two}" for two in showdowns]
    for count, text in enumerate(hands, start=1):
        assert best_setting(parse_cards(text)).point_count == count, text
    for higher in range(10):
        for lower in range(higher):
            three = "Ts Th Td", "Ks Kh Kd"
            first, second = f"{three[0]} {showdowns[higher]}", f"{three[1]} {showdowns[lower]}"
            second = second.replace("Ac", "As").replace("Ad", "Ah").replace("Tc", "Qc")
            result = compare_hands(GAME, DEFAULT, first, second).comparison
            assert (result.result, result.cites) == (1, ("680a.6(b)",)), (first, second)
            assert compare_hands(GAME, DEFAULT, second, first).comparison.result == -1
    # Only the showdown hand ranks: three cards of 30 are no better than three of 10.
    assert compare_hands(GAME, DEFAULT, "Ts Th Td 4c As", "2s 3h 5d 4d Ah").comparison.result == 0


def test_6_b_1() -> None:
    assert set_hand(parse_cards("Ts Th Td"), parse_cards("Ac 4d")).point_count == 5


def test_6_b_2() -> None:
    assert set_hand(parse_cards("Ks Qh Td"), parse_cards("Tc Jd")).point_count == 10
    assert point_count(20) == 10, "10 is taken off once"


def test_6_c() -> None:
    assert bonus("As Ad Kh 7c Jk") == "three-of-a-kind", "an ace in any hand"
    assert bonus("Ks Kd 7h 4c Jk") == "none", "and no king"
    assert bonus("9s 8d 7h 6c Jk") == "straight", "or it completes a straight"
    assert bonus("Ks 9s 7s 2s Jk") == "flush"
    assert bonus("Ks Qs Js 9s Jk") == "straight flush"
    assert bonus("Ks Qs Js Ts Jk") == "royal flush with a joker"
    # An ace completes 2, 3, 4 and 5, and no other sequence: queen, king, ace, 2 and 3 is the text's example.
    assert bonus("Ah 2c 3d 4s 5h") == "straight"
    assert bonus("Ah 2h 3h 4h 5h") == "straight flush"
    assert bonus("Qs Kd Ah 2c 3s") == "none"
    assert bonus("Qs Ks As 2s 3s") == "flush"
    assert bonus("Kd Ah 2c 3s Jk") == bonus("Qs Kd Ah 2c Jk") == bonus("Qs Kd 2c 3s Jk") == "none"
    assert bonus("Kd Ad 2d 3d Jk") == "flush", "nor with the joker as the missing card"
    assert rank_bonus(parse_cards("Qs Kd Ah 2c 3s"), DEFAULT).category is None
    assert rank_bonus(parse_cards("Qs Kd Ah 2c 3s"), DEFAULT).cites == ("680a.6(c)",)


def check(name: str, paragraph: str, *, are: tuple[str, ...], are_not: dict[str, str]) -> None:
    """Hands that are of this name, cited by its paragraph, and hands that fail one condition and are another's."""
    for text in are:
        assert bonus(text) == name, text
        ranking = rank_bonus(parse_cards(text), DEFAULT)
        assert (ranking.category, ranking.cites) == (name, (paragraph,)), text
    for text, other in are_not.items():
        assert other != name
        assert bonus(text) == other, text


def test_6_c_1() -> None:
    check(
        "five aces", "680a.6(c)(1)",
        are=("As Ah Ad Ac Jk",),
        are_not={"As Ah Ad Ac Ks": "four-of-a-kind", "Ks Kh Kd Kc Jk": "four-of-a-kind", "As Ah Ad Ks Jk": "four-of-a-kind"},
    )  # fmt: skip


def test_6_c_2() -> None:
    check(
        "royal flush with no joker", "680a.6(c)(2)",
        are=tuple(f"A{s} K{s} Q{s} J{s} T{s}" for s in "cdhs"),
        are_not={
            "As Ks Qs Js Jk": "royal flush with a joker",
            "As Ks Qs Js Th": "straight",
            "As Ks Qs Js 9s": "flush",
            "9s Ks Qs Js Ts": "straight flush",
        },
    )  # fmt: skip


def test_6_c_3() -> None:
    royals = tuple(" ".join(rank + s for rank in four) + " Jk" for four in combinations("AKQJT", 4) for s in "cdhs")
    assert len(royals) == 20
    check(
        "royal flush with a joker", "680a.6(c)(3)",
        are=royals,
        are_not={
            "As Ks Qs Js Ts": "royal flush with no joker",
            "As Ks Qs Jh Jk": "straight",
            "As Ks Qs 9s Jk": "flush",
            "9s Qs Js Ts Jk": "straight flush",
        },
    )  # fmt: skip


def test_6_c_4() -> None:
    sequences = ["A2345", *("23456789TJQK"[low : low + 5] for low in range(8))]
    natural = tuple(" ".join(rank + s for rank in ranks) for ranks in sequences for s in "cdhs")
    joker = {
        " ".join(rank + s for rank in four) + " Jk"
        for ranks in sequences
        for four in combinations(ranks, 4)
        for s in "cdhs"
        if not set(four) <= set("AKQJT")
    }
    assert (len(natural), len(joker)) == (36, 144), "golden: 180, of which 144 with the joker"
    check(
        "straight flush", "680a.6(c)(4)",
        are=(*natural, *joker),
        are_not={
            "9s 8s 7s 6s 5h": "straight",
            "9s 8s 7s 6s 4s": "flush",
            "9s 8s 7s 6h Jk": "straight",
            "9s 8s 7s 4s Jk": "flush",
            "As Ks Qs Js Ts": "royal flush with no joker",
        },
    )  # fmt: skip


def test_6_c_5() -> None:
    check(
        "four-of-a-kind", "680a.6(c)(5)",
        are=("Ks Kh Kd Kc 2s", "2s 2h 2d 2c As", "2s 2h 2d 2c Jk", "As Ah Ad Kc Jk", "As Ah Ad Ac 2s"),
        are_not={
            "Ks Kh Kd Qc 2s": "three-of-a-kind",
            "Ks Kh Kd Qc Jk": "three-of-a-kind",
            "As Ah Kd Qc Jk": "three-of-a-kind",
        },
    )  # fmt: skip


def test_6_c_6() -> None:
    check(
        "full house", "680a.6(c)(6)",
        are=("Ks Kh Kd 2c 2s", "2s 2h 2d Kc Ks", "As Ah Kd Kc Jk", "Ks Kh Kd As Jk"),
        are_not={
            "Ks Kh Kd 2c 3s": "three-of-a-kind",
            "Ks Kh 3d 2c 2s": "two pair",
            "Ks Kh 2d 2c Jk": "two pair",
            "Ks Kh Kd 2s Jk": "three-of-a-kind",
        },
    )  # fmt: skip


def test_6_c_7() -> None:
    check(
        "flush", "680a.6(c)(7)",
        are=("As Ks Qs Js 9s", "7d 5d 4d 3d 2d", "As Ks Qs 9s Jk", "Kd 5d 4d 3d Jk", "As 9s 7s 3s Jk"),
        are_not={
            "As Ks Qs Js 9h": "none",
            "6d 5d 4d 3d 2d": "straight flush",
            "As Ks Qs 9h Jk": "none",
            "6d 5d 4d 3d Jk": "straight flush",
        },
    )  # fmt: skip


def test_6_c_8() -> None:
    sequences = ["A2345", *("23456789TJQK"[low : low + 5] for low in range(8)), "TJQKA"]
    natural = tuple(" ".join(r + s for r, s in zip(ranks, "cdhsc", strict=True)) for ranks in sequences)
    joker = tuple(
        " ".join(r + s for r, s in zip(four, "cdhs", strict=True)) + " Jk"
        for ranks in sequences
        for four in combinations(ranks, 4)
    )
    check(
        "straight", "680a.6(c)(8)",
        are=(*natural, *joker, "9c Td Jh Qs Jk", "Ah 2c 3d 4s Jk", "9s 8s 7s 6s 5h"),
        are_not={
            "9s 8s 7s 6s 5s": "straight flush",
            "9s 8d 7s 6h 4c": "none",
            "9s 8d 7s 4h Jk": "none",
            "9s 9d 8s 7h Jk": "none",
        },
    )  # fmt: skip


def test_6_c_9() -> None:
    check(
        "three-of-a-kind", "680a.6(c)(9)",
        are=("Ks Kh Kd Qc 2s", "2s 2h 2d 3c 4s", "As Ah Kd Qc Jk", "Ks Kh Kd Qc Jk"),
        are_not={"Ks Kh Jd Qc 2s": "none", "Ks Kh Jd Qc Jk": "none", "As Kh Jd 9c Jk": "none"},
    )  # fmt: skip


def test_6_c_10() -> None:
    check(
        "two pair", "680a.6(c)(10)",
        are=("Ks Kh Qd Qc 2s", "3s 3h 2d 2c As", "As Kh Kd Qc Jk", "Ks Kh Qd Qc Jk"),
        are_not={"Ks Kh Qd Jc 2s": "none", "Ks Kh Qd Jc Jk": "none", "Ks Kh Qd Qc Qs": "full house"},
    )  # fmt: skip


def test_1_the_ante_is_required_and_the_bonus_is_not() -> None:
    hand, dealer = "Ts Kh Qd 4c As", "2d 2c 3d 3c 9s"
    for bets in ({}, {"bonus": 500}, {"pot": 500}):
        with pytest.raises(Refused, match="ante") as refused:
            settle_table(GAME, DEFAULT, [SeatRequest(hand, bets)], dealer=dealer)
        assert refused.value.cites == ("680a.1",)
        with pytest.raises(Refused, match="ante"):
            Round(GAME, DEFAULT).apply(Move(Kind.BET, "1", bets))
    alone = settle_table(GAME, DEFAULT, [SeatRequest(hand, {"ante": 1_000})], dealer=dealer)
    assert [line.wager for line in alone.seats[0].ledger.lines] == ["ante"]
    with pytest.raises(Refused, match="no paytable is chosen for bonus"):  # it is paid by a posted table
        settle_table(GAME, DEFAULT, [SeatRequest(hand, {"ante": 1_000, "bonus": 500})], dealer=dealer)


def test_9_b() -> None:
    """No card before no more bets is announced, and no bet after it."""
    open_ = Round(GAME, DEFAULT).apply(Move(Kind.BET, "1", {"ante": 1_000}))
    card = parse_cards("As")[0]
    for place in ("1", "dealer"):
        with pytest.raises(Refused, match="no card is dealt before no more bets is announced") as refused:
            open_.apply(Move(Kind.CARD, place, card))
        assert refused.value.cites == ("680a.9(b)",)
    closed = open_.apply(Move(Kind.BET, "2", {"ante": 500})).apply(Move(Kind.NO_MORE_BETS))
    with pytest.raises(Refused, match="no more bets: the wagers are closed") as refused:
        closed.apply(Move(Kind.BET, "3", {"ante": 500}))
    assert refused.value.cites == ("680a.9(b)",)
    assert closed.apply(Move(Kind.CARD, "1", card)).seats[0].cards == (card,)


def test_9_c() -> None:
    """One card at a time, clockwise and the dealer last, to each seat with an Ante, until each has five, all face down."""
    stacks = replace(DEFAULT, procedures={"procedure-R1": "stacks"})
    for rules in (DEFAULT, stacks):  # no choice of procedure stands against the paragraph
        round_ = begun(GAME, rules, {1: {"ante": 1_000}, 3: {"ante": 500}, 6: {"ante": 500}})
        order = []
        for card in GAME.deck.cards:
            if round_.phase is not Kind.CARD:
                break
            place = round_.next_place
            for other in {"1", "2", "3", "6", "dealer"} - {place}:
                assert not round_.can(Move(Kind.CARD, other, card)), "the next card goes nowhere else"
            order.append(place)
            round_ = round_.apply(Move(Kind.CARD, place, card))
            seen = [dealer_view(round_), *(player_view(round_, number) for number in (1, 3, 6))]
            for view, own in zip(seen, (None, 1, 3, 6), strict=True):
                assert set(view["dealer"]) == {"hidden"}
                assert [seat["seat"] for seat in view["seats"] if "cards" in seat] == ([own] if own else [])
        assert order == ["1", "3", "6", "dealer"] * 5
        assert {len(seat.cards) for seat in round_.seats} == {len(round_.dealer)} == {5}
    with pytest.raises(Refused, match="Saigon 5 Card deals one card at a time") as refused:
        selected_rules(GAME, GameSelection(procedures={"procedure-R1": "stacks"}))
    assert "680a.9(c)" in str(refused.value)


def test_each_hand_has_five_cards() -> None:
    hand = "Ts 5h 5d 9c 2s"
    for cards, dealer, words in (
        ("Ts 5h 5d 9c", "2d 2c 3d 3c 9s", "player has 4 cards, 5 are needed"),
        ("Ts 5h 5d 9c 2s 8s", "2d 2c 3d 3c 9s", "player has 6 cards, 5 are needed"),
        (hand, "2d 2c 3d 3c", "dealer has 4 cards, 5 are needed"),
        (hand, "", "dealer has 0 cards, 5 are needed"),
        (hand, "2d 2c 3d 3c 2s", "2s stands twice: as player card 5 and as dealer card 5"),
    ):
        with pytest.raises(Refused, match=words):
            settle_table(GAME, DEFAULT, [SeatRequest(cards, {"ante": 1_000})], dealer=dealer)
    assert (GAME.most_seats + 1) * 5 <= len(GAME.deck) == 53, "each of a full table and the dealer have five"
    # Seats are settled in the order of the deal, the first being the first to the dealer's left: it takes the odd cent.
    bets = {"ante": 1_000, "pot": 501}
    seats = [SeatRequest(f"T{s} K{s} Q{s} A{s} 4{s}", bets) for s in "sh"] + [SeatRequest("2d 2c 3d 3c 9s", bets)]
    table = settle_table(GAME, DEFAULT, seats, dealer="Td Tc Jd 8h 8d").table
    assert [seat.lines[-1].returned for seat in table.seats] == [752, 751, 0]


# --- cases reported against peers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("case", "cards", "category"),
    [
        (2, "Ah 2c 3d 4s Jk", "straight"),
        (5, "9c Td Jh Qs Jk", "straight"),
        (13, "As Ad Ac Kh Jk", "four-of-a-kind"),
        (14, "Ks Qs Js Ts Jk", "royal flush with a joker"),
        (14, "As Ks Qs Js Ts", "royal flush with no joker"),
        (15, "Kd Kc 7s 4h Jk", "none"),
    ],
)
def test_cases_of_the_joker(case: int, cards: str, category: str) -> None:
    assert bonus(cards) == category, f"case {case}"


def test_case_12_one_joker() -> None:
    with pytest.raises(Refused, match="Jk stands twice: as hand card 4 and as hand card 5"):
        rank_hand(GAME, DEFAULT, "As Ks Qs Jk Jk")
    with pytest.raises(Refused, match="Jk stands twice: as player card 5 and as dealer card 1"):
        settle_table(GAME, DEFAULT, [SeatRequest("As Ks Qs 2s Jk", {"ante": 1})], dealer="Jk 2d 3d 4d 5d")
