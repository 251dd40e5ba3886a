"""Faults of ranking that were reported against other programs, as inputs for these games (cases 1 to 18)."""

from __future__ import annotations

import pytest

from tablegames.core.cards import JOKER_DECK, STANDARD_DECK, check_cards, format_cards, parse_cards
from tablegames.core.law import Refused
from tablegames.games import GAMES
from tests.cases import FLUSH, HOLDEM, SAIGON, cents, compared, ranked, settled, with_choices
from tests.cli import refused, text_of


def test_case_01_wheel() -> None:
    wheel = ranked(HOLDEM, "Ah 2c 3d 4s 5h").rank
    assert wheel.category == "straight"
    assert wheel.cites == ("677a.6(b)(6)",)
    verdict = compared(HOLDEM, "Ah 2c 3d 4s 5h", "2h 3c 4d 5s 6h")
    assert verdict.result == -1
    assert "677a.6(b)(6)" in verdict.cites


def test_case_02_wheel_with_joker() -> None:
    assert ranked(SAIGON, "Ah 2c 3d 4s Jk").bonus.category == "straight"


def test_case_03_wheel_straight_flush() -> None:
    board = "2d 3d 4d 5d Kc"
    assert ranked(HOLDEM, "Ad 9h", board).rank.category == "straight flush"
    lines = settled(HOLDEM, "Ad 9h", "6c 6h", cents(ante="10", odds="10", **{"raise": "10"}), board=board)
    assert [line.net for line in lines.values()] == [1000, 50_000, 1000]


def test_case_04_ace_low_policy() -> None:
    hand, dealer = "As 2s 3s 9h Jd 5c Kd", "2h 4h 6h 8c Tc Qd 7d"
    bets = cents(ante="10", straight_flush_bonus="5", **{"raise": "10"})
    assert ranked(FLUSH, hand).straight_flush is None
    assert settled(FLUSH, hand, dealer, bets)["straight-flush-bonus"].net == -500
    ace_low = with_choices(FLUSH, r678a_R1="ace-low")
    assert ranked(FLUSH, hand, rules=ace_low).straight_flush.category == "three-card straight flush"
    assert settled(FLUSH, hand, dealer, bets, rules=ace_low)["straight-flush-bonus"].net == 3500
    assert "678a-R1 ace-high-only" in text_of("rank", "high-card-flush", hand)


def test_case_05_joker_in_a_long_run() -> None:
    assert ranked(SAIGON, "9c Td Jh Qs Jk").bonus.category == "straight"


def test_case_06_straight_and_flush_from_different_cards() -> None:
    flush = ranked(HOLDEM, "9c Th Jh Qh Kh 2h 3h").rank
    assert flush.category == "flush"
    assert format_cards(flush.cards) == "Kh Qh Jh Th 3h"


def test_case_07_ten_and_t() -> None:
    assert parse_cards("10s") == parse_cards("Ts") == parse_cards("10S") == parse_cards("t♠")
    refusal = refused("rank", "heads-up-holdem", "Ah Kh Qh Jh 1s")
    assert "'1s'" in refusal
    assert "column 13" in refusal
    assert "10" in refusal
    with pytest.raises(Refused) as error:
        parse_cards("1s")
    assert error.value.column == 1


def test_case_08_top_of_the_range() -> None:
    assert ranked(FLUSH, "Kh Qh Jh 2c 4d 6s 8c").straight_flush.category == "three-card straight flush"
    assert ranked(FLUSH, "Ah Kh 2h 4c 6d 8s 9c").straight_flush is None
    wrapped = ranked(FLUSH, "Ah Kh 2h 4c 6d 8s 9c", rules=with_choices(FLUSH, r678a_R1="ace-low"))
    assert wrapped.straight_flush is None


def test_case_09_wrong_table_row() -> None:
    bets = cents(ante="10", flush_bonus="5", straight_flush_bonus="5", **{"raise": "10"})
    lines = settled(FLUSH, "9s 8s 7s 6s Ad Kc 2h", "2c 4c 6h 8h Td Qd 3h", bets)
    assert (lines["flush-bonus"].pays, lines["flush-bonus"].net) == ("1 to 1", 500)
    assert (lines["straight-flush-bonus"].pays, lines["straight-flush-bonus"].net) == ("60 to 1", 30_000)
    assert "678a.6(b)(4)" in lines["flush-bonus"].cites
    assert "678a.6(d)(4)" in lines["straight-flush-bonus"].cites


def test_case_10_aliases_do_not_enlarge_the_deck() -> None:
    assert len({card for text in ("A♠", "As", "AS", "as", "A♠️", "aS") for card in parse_cards(text)}) == 1
    assert len({parse_cards(text)[0] for text in ("Jk", "JK", "jk", "joker", "Joker")}) == 1
    spelled = [rank + suit for rank in ("A", "a", "10", "T", *"23456789JQKjqkt") for suit in "cdhsCDHS♣♦♥♠"]
    assert {card for text in spelled for card in parse_cards(text)} == set(STANDARD_DECK.cards)
    assert (len(set(STANDARD_DECK.cards)), len(STANDARD_DECK)) == (52, 52)
    assert (len(set(JOKER_DECK.cards)), len(JOKER_DECK)) == (53, 53)
    assert all(parse_cards(str(card)) == (card,) for card in JOKER_DECK.cards)
    assert "As stands twice" in refused("rank", "heads-up-holdem", "A♠ as Qh Jh Th")


def test_case_11_duplicates() -> None:
    in_a_hand = refused("rank", "heads-up-holdem", "As Kd As Jh Th")
    in_two_hands = refused("compare", "heads-up-holdem", "As Kd", "Qc As", "--board", "2c 3c 4c 5c 6c")
    in_hand_and_board = refused("rank", "heads-up-holdem", "As Kd", "--board", "2c 3c As 5c 6c")
    for refusal, first, second in (
        (in_a_hand, "hand card 1", "hand card 3"),
        (in_two_hands, "first hand card 1", "second hand card 2"),
        (in_hand_and_board, "hand card 1", "board card 3"),
    ):
        assert refusal.startswith("As stands twice"), refusal
        assert first in refusal
        assert second in refusal
    seats = ("--seat", "As Kd; ante=1; odds=1; fold", "--seat", "Qs As; ante=1; odds=1; fold")
    assert "seat 1 card 1 and as seat 2 card 2" in refused(
        "settle", "heads-up-holdem", *seats, "--board", "2c 3c 4c 5c 6c"
    )


def test_case_12_joker_where_there_is_none() -> None:
    for game in GAMES:
        if game.deck is STANDARD_DECK:
            refusal = refused("rank", game.id, "Jk 2c 3d 4h 5s" + (" 6c 7d" if game is FLUSH else ""))
            assert "hand card 1 is the joker" in refusal
            assert "the 52-card deck" in refusal
    two = refused("rank", "saigon-5-card", "Jk 2c 3d joker 5s")
    assert "Jk stands twice" in two
    assert "hand card 1" in two
    assert "hand card 4" in two
    with pytest.raises(Refused, match="Jk stands twice"):
        check_cards(JOKER_DECK, {"player": parse_cards("Jk"), "dealer": parse_cards("Jk")})


def test_case_13_joker_undervalued() -> None:
    assert ranked(SAIGON, "As Ad Ac Kh Jk").bonus.category == "four-of-a-kind"


def test_case_14_joker_royal() -> None:
    assert ranked(SAIGON, "Ks Qs Js Ts Jk").bonus.category == "royal flush with a joker"
    assert ranked(SAIGON, "As Ks Qs Js Ts").bonus.category == "royal flush with no joker"
    assert ranked(SAIGON, "As Ks Qs Js Jk").bonus.category == "royal flush with a joker"


def test_case_15_joker_overvalued() -> None:
    nothing = ranked(SAIGON, "Kd Kc 7s 4h Jk").bonus
    assert nothing.category is None
    assert nothing.cards == ()


def test_case_16_kickers_beyond_five_cards() -> None:
    verdict = compared(HOLDEM, "Qc 5h", "5d Jd", "9c Kh Kd 9s Ah")
    assert verdict.result == 0
    assert "K-K-9-9-A" in verdict.reason
    first, second = verdict.hands
    assert {card.rank for card in first.cards} == {card.rank for card in second.cards}  # type: ignore[attr-defined]


def test_case_17_board_plays() -> None:
    board = "Tc Js Qh Kc Ad"
    assert compared(HOLDEM, "2h 3d", "4h 5d", board).result == 0
    bets = cents(ante="10", odds="10", **{"raise": "30"})
    lines = settled(HOLDEM, "2h 3d", "4h 5d", bets, board=board)
    assert {wager: (str(line.result), line.net, line.returned) for wager, line in lines.items()} == {
        "ante": ("push", 0, 1000),
        "odds": ("push", 0, 1000),
        "raise": ("push", 0, 3000),
    }


def test_case_18_kicker() -> None:
    verdict = compared(HOLDEM, "8h Ks", "4d Qs", "9c 7s 5h 5s 3c")
    assert verdict.result == 1
    assert "5-5-K-9-8 over 5-5-Q-9-7" in verdict.reason
    assert "king against queen" in verdict.reason
    assert "677a.6(c)" in verdict.cites
