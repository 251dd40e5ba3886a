"""One test a paragraph of § 678a.6, named by it: what the text says, its limits, and one condition broken at a time."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise
from math import comb

import pytest

from tablegames.analysis.exact import analyze
from tablegames.asks.rulings import SeatRequest, compare_hands, rank_hand, settle_table
from tablegames.contract.rules import Rules
from tablegames.core.cards import STANDARD_DECK, Hand, Rank, parse_cards
from tablegames.core.law import Refused, Source
from tablegames.core.money import make_paytable
from tablegames.core.wagers import Limits
from tablegames.games.high_card_flush.game import GAME
from tablegames.games.high_card_flush.rules import compare, deciding_cards, from_high_to_low, rank, rank_flush
from tests.kit import held

from .hands import DEFAULT, mask_flush, moved, ranks_of, spade_flush, straight_flush

HIGH_TO_LOW = "AKQJT98765432"


def outcome(first: Hand, second: Hand) -> int:
    """1 where the first hand is higher, -1 where the second is, 0 for a tie; and the same seen from the other side."""
    result = compare(first, second, (), DEFAULT).result
    assert compare(second, first, (), DEFAULT).result == -result
    return result


def test_6_a() -> None:
    suit = list(parse_cards(" ".join(f"{rank}h" for rank in HIGH_TO_LOW)))
    random.Random(6).shuffle(suit)
    assert ranks_of(from_high_to_low(suit)) == HIGH_TO_LOW
    for higher, lower in pairwise(HIGH_TO_LOW):
        beside = "".join(rank for rank in "32QJ" if rank not in (higher, lower))[:2]
        assert outcome(spade_flush(higher + beside), spade_flush(lower + beside)) == 1, f"{higher} over {lower}"
    turns = (tuple(suits) for suits in ("cdhs", "dhsc", "hscd", "schd"))
    in_suits = [parse_cards(f"A{a} 9{a} 6{a} 4{a} K{b} Q{c} J{d}") for a, b, c, d in turns]
    assert {outcome(one, other) for one in in_suits for other in in_suits} == {0}, "all suits are equal in rank"


def test_6_b() -> None:
    lengths = ["8765432", "AKQJT9", "765432", "AKQJT", "65432", "AKQJ", "5432", "AKQ", "432", "AK", "32"]
    hands = [spade_flush(ranks) for ranks in lengths]
    names = [rank_flush(hand).category for hand in hands]
    assert [name and name.partition("-")[0] for name in names] == [
        "seven", "six", "six", "five", "five", "four", "four", "three", "three", "two", "two",
    ]  # fmt: skip
    strengths = [rank_flush(hand).strength for hand in hands]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == len(strengths), "the lowest of each length is above the highest of the next"
    assert outcome(hands[0], hands[1]) == outcome(hands[2], hands[3]) == outcome(hands[8], hands[9]) == 1
    # The order is of the Flush Bonus too: a table that pays a lower hand more is refused.
    rows = dict(zip(GAME.form("flush-bonus").rows, ("4 to 1", "3 to 1", "1 to 1", "2 to 1"), strict=True))
    with pytest.raises(Refused, match=r"four-card flush .* pays more than five-card flush") as refused:
        make_paytable(GAME.form("flush-bonus"), "house", rows, Source.SUBMISSION, "")
    assert refused.value.cites == ("678a.6(b)",)


def check_flush(length: int, category: str, paragraph: str) -> None:
    """The flush of a length in any order, its highest and lowest, and the next lower name when one card changes suit."""
    highest, lowest = spade_flush(HIGH_TO_LOW[:length]), spade_flush(HIGH_TO_LOW[-length:])
    chooser = random.Random(length)
    middle = [spade_flush("".join(chooser.sample(HIGH_TO_LOW, length))) for _ in range(50)]
    for hand in (highest, lowest, *middle):
        expected = tuple(card for card in hand if card.suit.name == "SPADES")
        for cards in (hand, hand[::-1], tuple(chooser.sample(hand, 7))):
            ranking = rank_flush(cards)
            assert (ranking.category, ranking.cites) == (category, (paragraph,)), cards
            assert ranking.cards == from_high_to_low(expected), cards
    for hand in middle:
        assert rank_flush(lowest) <= rank_flush(hand) <= rank_flush(highest), hand
    broken = moved(highest, f"{HIGH_TO_LOW[length - 1]}s", "3c")
    assert len(rank_flush(broken).cards) == length - 1
    assert rank_flush(broken) < rank_flush(lowest)


def test_6_b_1() -> None:
    check_flush(7, "seven-card flush", "678a.6(b)(1)")


def test_6_b_2() -> None:
    check_flush(6, "six-card flush", "678a.6(b)(2)")


def test_6_b_3() -> None:
    check_flush(5, "five-card flush", "678a.6(b)(3)")


def test_6_b_4() -> None:
    check_flush(4, "four-card flush", "678a.6(b)(4)")


def test_6_b_5() -> None:
    check_flush(3, "three-card flush", "678a.6(b)(5)")


def test_6_b_6() -> None:
    assert rank_flush(parse_cards("As Ks 9h 4h 8d 7d 6c")).cards == parse_cards("As Ks")
    for ranks in ("AK", "A2", "54", "32"):
        ranking = rank_flush(spade_flush(ranks))
        assert (ranking.category, ranking.cites) == ("two-card flush", ("678a.6(b)(6)",))
        assert ranks_of(ranking.cards) == ranks
    assert rank_flush(parse_cards("As Ks 9h 4h 8d 7d 6d")).category == "three-card flush", "one card of another suit"


def test_6_c() -> None:
    assert outcome(spade_flush("AK92"), spade_flush("AQJT")) == 1, "the king is the highest not in the other"
    assert outcome(spade_flush("AK92"), spade_flush("AKT3")) == -1, "and the 10 is"
    assert outcome(spade_flush("AKQJT93"), spade_flush("AKQJT92")) == 1, "down to the last card"
    assert outcome(spade_flush("K2"), spade_flush("QJ")) == 1
    assert outcome(spade_flush("T94"), parse_cards("Th 9h 4h As Ks Ad Kd")) == 0, "the same ranks are a tie"
    assert deciding_cards(parse_cards("As Ks 9s 2s"), parse_cards("Ah Kh Th 3h")) == (Rank.NINE, Rank.TEN)
    assert deciding_cards(parse_cards("As Ks"), parse_cards("Ah Kh")) is None

    ruling = compare_hands(GAME, DEFAULT, "As Ks 9s 2s 3h 4d 5c", "Ah Kh Th 6h 2d 3d 4c").comparison
    assert (ruling.result, ruling.cites) == (-1, ("678a.6(c)",))
    assert ruling.reason == "four-card flush A-K-10-6 over A-K-9-2: 10 against 9"

    chooser = random.Random(678)
    masks = [chooser.randrange(1 << 13) for _ in range(4000)]
    for length in range(2, 8):
        some = [mask for mask in masks if mask.bit_count() == length] + [0x1FFF >> (13 - length)]
        for mine, other in zip(some, some[1:] + some[:1], strict=True):
            only_mine, only_other = mine & ~other, other & ~mine
            expected = (only_mine > only_other) - (only_mine < only_other)  # the highest bit not in the other decides
            assert outcome(mask_flush(mine), mask_flush(other)) == expected, (bin(mine), bin(other))


def test_6_d() -> None:
    hand = "As Ks 9s 2s 6h 5h 4h"
    ruling = held(rank_hand(GAME, DEFAULT, hand).evaluation)
    assert ruling.rank.category == "four-card flush"
    assert ruling.straight_flush.category == "three-card straight flush", "in another suit than the flush that plays"
    assert ruling.straight_flush.cards == parse_cards("6h 5h 4h")
    assert straight_flush("9s 8h 7s 6h 5s 4h 3s") is None, "consecutive, but of two suits"
    assert straight_flush("As Ks 9s 8s 6s 5s 3s") is None, "of one suit, but never three consecutive"
    longest = straight_flush("As Ks Qs 6h 5h 4h 3h")
    assert longest is not None
    assert longest.cards == parse_cards("6h 5h 4h 3h"), "the longer run, though the other is higher"
    higher = straight_flush("9c 8c 7c 6h 5h 4h 2s")
    assert higher is not None
    assert higher.cards == parse_cards("9c 8c 7c"), "of two as long the higher"
    split = straight_flush("Js Ts 9s 7s 6s 5s 4s")
    assert split is not None
    assert (split.category, ranks_of(split.cards)) == ("four-card straight flush", "7654"), "two runs in one suit"


def check_straight_flush(length: int, category: str, paragraph: str) -> None:
    """Every straight flush of a length in every suit, in any order, and a shorter one when a card inside changes suit."""
    chooser = random.Random(length)
    strengths = []
    for top in range(13 - length, -1, -1):
        ranks = HIGH_TO_LOW[top : top + length]
        for suit in "shdc":
            run = parse_cards(" ".join(rank + suit for rank in ranks))
            others = [card for card in STANDARD_DECK.cards if card.suit is not run[0].suit and card.rank % 3 == 2]
            hand = chooser.sample((*run, *chooser.sample(others, 7 - length)), 7)
            ranking = rank(tuple(hand), (), DEFAULT).straight_flush
            assert ranking is not None, hand
            assert (ranking.category, ranking.cites, ranking.cards) == (category, (paragraph,), run), hand
            strengths.append(ranking.strength)
    assert strengths == sorted(strengths), "the higher run is the higher hand"
    assert len(set(strengths)) == 14 - length, "and suits are equal"
    middle = HIGH_TO_LOW[3 : 3 + length]
    gap = spade_flush(middle.replace(middle[1], "2"))  # the run less its second card
    shorter = rank(gap, (), DEFAULT).straight_flush
    assert (0 if shorter is None else len(shorter.cards)) == (length - 2 if length >= 5 else 0)


def test_6_d_1() -> None:
    check_straight_flush(7, "seven-card straight flush", "678a.6(d)(1)")


def test_6_d_2() -> None:
    check_straight_flush(6, "six-card straight flush", "678a.6(d)(2)")


def test_6_d_3() -> None:
    check_straight_flush(5, "five-card straight flush", "678a.6(d)(3)")


def test_6_d_4() -> None:
    check_straight_flush(4, "four-card straight flush", "678a.6(d)(4)")


def test_6_d_5() -> None:
    check_straight_flush(3, "three-card straight flush", "678a.6(d)(5)")
    # It is one only for a wager whose payout table has its row.
    three, four = "6s 5s 4s As 9h 8d 2c", "6s 5s 4s 3s 9h 8d 2c"
    for text, bonus, progressive in (
        (three, True, True), (three, True, False), (three, False, True), (three, False, False),
        (four, True, False), (four, False, False),
    ):  # fmt: skip
        rules = tables(bonus=bonus, progressive=progressive)
        stake = rules.paytables["progressive"].stake or 0
        seat = SeatRequest(text, {"ante": 1000, "straight-flush-bonus": 100, "progressive": stake}, fold=True)
        ruling = settle_table(GAME, rules, [seat]).seats[0]
        assert held(ruling.facts).straight_flush == (3 if text == three else 4), "the fact is the same"
        for line, listed in zip(ruling.ledger.lines[1:], (bonus, progressive), strict=True):
            paid = listed or text == four
            name = "four-card straight flush" if text == four else "three-card straight flush"
            assert (line.row, line.result) == (name, "win") if paid else ("no straight flush", "lose"), line
            assert line.cites[1] == ("678a.6(d)(4)" if text == four else "678a.6(d)(5)")
        named = rank(parse_cards(text), (), rules).straight_flush
        assert named == held(ruling.evaluation).straight_flush
        if text == four:
            assert named is not None
            assert named.category == "four-card straight flush"
        else:
            assert (named is None) is not bonus, "the ruling names it as the Straight Flush Bonus lists it"


def tables(*, bonus: bool, progressive: bool) -> Rules:
    """Rules with tables of the two wagers that have a row for three cards, or have none."""
    form = GAME.form("straight-flush-bonus")
    chosen = {"progressive": "one-dollar" if progressive else "five-dollar"}
    rules = GAME.with_choices(DEFAULT, paytables=chosen, readings={})
    if bonus:
        return rules
    rows = dict.fromkeys(form.rows[:4], "9 to 1")
    own = make_paytable(form, "house", rows, Source.SUBMISSION, "Rules Submission")
    return replace(rules, paytables={**rules.paytables, "straight-flush-bonus": own})


def test_6_d_5_where_one_wager_is_offered() -> None:
    """The Progressive's table says what the hand is where the Straight Flush Bonus is not offered; nothing does where neither is."""
    hand = parse_cards("6s 5s 4s As 9h 8d 2c")
    without = {"straight-flush-bonus": Limits(offered=False)}
    for progressive in (True, False):
        rules = replace(tables(bonus=True, progressive=progressive), limits=without)
        assert (rank(hand, (), rules).straight_flush is not None) is progressive
    neither = replace(DEFAULT, paytables={"flush-bonus": DEFAULT.paytables["flush-bonus"]})
    assert rank(hand, (), neither).straight_flush is None
    four = rank(parse_cards("6s 5s 4s 3s 9h 8d 2c"), (), neither).straight_flush
    assert four is not None, "(d)(4) is not left to a table"


def test_6_d_5_in_a_return_table() -> None:
    """The report's row is the table's own: hands of three lose with the others."""
    for bonus in (True, False):
        analysis = analyze(GAME, tables(bonus=bonus, progressive=not bonus), meters={"progressive": 1_000_000})
        for wager, listed in (("straight-flush-bonus", bonus), ("progressive", not bonus)):
            rows = {row.row: row.deals for row in analysis.rows(wager)}
            assert rows.get("three-card straight flush") == (7_940_748 if listed else None), wager
            longer = {7: 28, 6: 1_416, 5: 36_000, 4: 615_480}
            named = sum(longer.values()) + (7_940_748 if listed else 0)
            assert rows["no straight flush"] == comb(52, 7) - named


def test_6_d_5_the_rows_that_must_be_there() -> None:
    form = GAME.form("straight-flush-bonus")
    rows = dict.fromkeys(form.rows[:4], "9 to 1")
    assert list(make_paytable(form, "house", rows, Source.SUBMISSION, "").rows) == list(form.rows[:4])
    with pytest.raises(Refused, match="four-card straight flush' is missing"):
        make_paytable(form, "house", dict.fromkeys(form.rows[:3], "9 to 1"), Source.SUBMISSION, "")


def test_case_8_top_of_the_range() -> None:
    kings = straight_flush("Kh Qh Jh 2c 4d 6s 8c")
    assert kings is not None
    assert kings.category == "three-card straight flush"
    assert straight_flush("Ah Kh 2h 4c 6d 8s 9c") is None, "no wrap-around"
    ace_low = GAME.with_choices(DEFAULT, paytables={}, readings={"678a-R1": "ace-low"})
    assert straight_flush("Ah Kh 2h 4c 6d 8s 9c", ace_low) is None, "nor where the ace is low too"


def test_case_9_the_right_row_of_each_table() -> None:
    bets = {"ante": 1000, "raise": 1000, "flush-bonus": 100, "straight-flush-bonus": 100}
    seat = SeatRequest("9s 8s 7s 6s Ad Kc 2h", bets)
    ruling = settle_table(GAME, DEFAULT, [seat], dealer="2s 3d 4h 5c 7d 8h 9c")
    nets = {line.wager: line.net for line in ruling.table.seats[0].lines}
    assert (nets["flush-bonus"], nets["straight-flush-bonus"]) == (100, 6000)
