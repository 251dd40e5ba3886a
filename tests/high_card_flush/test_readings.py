"""One test a reading of High Card Flush: what the choices change, or what the one choice does."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from tablegames.analysis.table_ranges import combinations, parse_rows
from tablegames.asks.rulings import SeatRequest, settle_table
from tablegames.asks.submission import read_submission
from tablegames.contract.rules import Rules
from tablegames.core.cards import Hand, parse_cards
from tablegames.core.law import Refused, Source
from tablegames.core.money import Direction, Rounding, make_paytable
from tablegames.core.wagers import LedgerLine
from tablegames.games.high_card_flush.game import GAME
from tablegames.games.high_card_flush.rules import LAW, compare, rank_flush
from tablegames.rounds.rules_record import rules_from_record, rules_record

from .hands import DEFAULT, straight_flush


def reading(id_: str, choice: str, rules: Rules = DEFAULT) -> Rules:
    """The rules with one reading changed."""
    return GAME.with_choices(rules, paytables={}, readings={id_: choice})


def folded(rules: Rules, cards: str, wager: str, bet: int, meter: int | None = None) -> LedgerLine:
    """The line of a side wager, which stands after a fold."""
    seat = SeatRequest(cards, {"ante": 1000, wager: bet}, fold=True)
    meters = {} if meter is None else {"progressive": meter}
    (line,) = (ln for ln in settle_table(GAME, rules, [seat], meters=meters).table.seats[0].lines if ln.wager == wager)
    return line


def test_678a_r1() -> None:
    hand = "As 2s 3s 9h Jd 5c Kd"  # case 4
    high_only, ace_low = (reading("678a-R1", choice) for choice in ("ace-high-only", "ace-low"))
    assert LAW.readings["678a-R1"].default == "ace-high-only"
    assert straight_flush(hand) is straight_flush(hand, high_only) is None
    found = straight_flush(hand, ace_low)
    assert found is not None
    assert (found.category, found.cards) == ("three-card straight flush", parse_cards("3s 2s As"))
    assert folded(DEFAULT, hand, "straight-flush-bonus", 500).net == -500
    assert folded(ace_low, hand, "straight-flush-bonus", 500).net == 3500
    lowest, next_up = straight_flush(hand, ace_low), straight_flush("4s 2s 3s 9h Jd 5c Kd", ace_low)
    assert lowest is not None
    assert next_up is not None
    assert lowest < next_up, "the ace is low in it"
    for rules, length in ((high_only, 6), (ace_low, 7)):
        seven = straight_flush("As 2s 3s 4s 5s 6s 7s", rules)
        assert seven is not None
        assert len(seven.cards) == length
        assert straight_flush("As Ks 2s 9h Jd 5c Kd", rules) is None, "it joins no sequence at both ends"


def test_678a_r2() -> None:
    first, second = parse_cards("As Ks 9s 2s Ah Kd Qc"), parse_cards("Ad Kd 9d 2d 3h 4s 5c")
    comparison = compare(first, second, (), DEFAULT)
    assert comparison.result == 0, "the ace, king and queen beside the flush do not count"
    assert comparison.reason == "tie: four-card flush A-K-9-2 against A-K-9-2, no card decides"


def test_678a_r3() -> None:
    for text, plays in (
        ("As 9s 5s Kh Qh Jh 2d", "As 9s 5s"),
        ("Ks 9s 5s Ah 3h 2h 2d", "Ah 3h 2h"),
        ("As 9s 5s Ah 9h 6h 2d", "Ah 9h 6h"),
        ("As 2s Kh Qh Kd Jd Tc", "As 2s"),
    ):
        for hand in (parse_cards(text), parse_cards(text)[::-1]):
            assert rank_flush(hand).cards == parse_cards(plays)


def test_678a_r4() -> None:
    shapes = [shape for shape in product(range(8), repeat=4) if sum(shape) == 7]
    assert len(shapes) == 120
    none_of_b = 0
    for shape in shapes:
        hand: Hand = parse_cards("".join(f"{r}{s}" for n, s in zip(shape, "cdhs", strict=True) for r in "AKQJT98"[:n]))
        ranking = rank_flush(hand)
        none_of_b += max(shape) < 2
        assert ranking.category is not None
        assert len(ranking.cards) == max(shape)
        assert ranking.cites[0].startswith("678a.6(b)(")
    assert none_of_b == 0, "seven cards in four suits hold two of one suit"


def test_678a_r5() -> None:
    form = GAME.form("flush-bonus")
    rows = dict(zip(form.rows, ("300 to 1", "100 to 1", "10 to 1", "3 to 2"), strict=True))
    table = make_paytable(form, "house", rows, Source.SUBMISSION, "Rules Submission")
    rules = replace(DEFAULT, paytables={**DEFAULT.paytables, "flush-bonus": table})
    hand = "As Ks 9s 2s 3h 4d 5c"
    line = folded(rules, hand, "flush-bonus", 201)
    assert (line.exact, line.net, line.note) == (Fraction(603, 2), 301, "exactly 3.015, paid 3.01")
    for rounding, paid in (
        (Rounding(25, Direction.DOWN), 300),
        (Rounding(25, Direction.UP), 325),
        (Rounding(25, Direction.NEAREST), 300),
        (Rounding(1, Direction.NEAREST), 302),
        (Rounding(1, Direction.UP), 302),
    ):
        chip = GAME.with_rounding(rules, rounding)
        line = folded(chip, hand, "flush-bonus", 201)
        assert (line.exact, line.net) == (Fraction(603, 2), paid), rounding
        assert line.note.startswith("exactly 3.015, paid "), rounding
    progressive = GAME.with_choices(DEFAULT, paytables={"progressive": "one-dollar"}, readings={})
    line = folded(progressive, "8s 7s 6s 5s 4s 3s 2h", "progressive", 100, meter=10_001)
    assert (line.exact, line.net, line.from_meter) == (Fraction(10_001, 2), 5_000, 5_000), "the rest stays in the meter"
    assert line.note == "exactly 50.005, paid 50.00"


@pytest.mark.parametrize(
    ("first", "second", "nets", "left"),
    [
        ("8s 7s 6s 5s 4s 3s 2s", "8h 7h 6h 5h 4h 3h 2h", (1_000_000, 0), 0),
        ("8s 7s 6s 5s 4s 3s Kd", "8h 7h 6h 5h 4h 3h Kc", (500_000, 250_000), 250_000),
        ("8s 7s 6s 5s 4s 3s 2s", "8h 7h 6h 5h 4h 3h Kc", (1_000_000, 0), 0),
        ("8h 7h 6h 5h 4h 3h Kc", "8s 7s 6s 5s 4s 3s 2s", (500_000, 500_000), 0),
    ],
)
def test_678a_r6(first: str, second: str, nets: tuple[int, int], left: int) -> None:
    rules = GAME.with_choices(DEFAULT, paytables={"progressive": "one-dollar"}, readings={})
    seats = [SeatRequest(cards, {"ante": 1000, "progressive": 100}, fold=True) for cards in (first, second)]
    table = settle_table(GAME, rules, seats, meters={"progressive": 1_000_000}).table
    assert tuple(seat.lines[1].net for seat in table.seats) == nets
    assert table.meters == {"progressive": left}


def test_678a_r7() -> None:
    rules = GAME.with_choices(DEFAULT, paytables={"progressive": "one-dollar"}, readings={})
    collected = reading("678a-R7", "collected", rules)
    assert LAW.readings["678a-R7"].default == "returned"
    for hand, award in (("9s 8s 7s 6s Ad Kc 2h", 5_000), ("8s 7s 6s 5s 4s 3s 2h", 500_000)):
        returned_line = folded(rules, hand, "progressive", 100, meter=1_000_000)
        collected_line = folded(collected, hand, "progressive", 100, meter=1_000_000)
        assert (returned_line.net, returned_line.returned) == (award, award + 100)
        assert (collected_line.net, collected_line.returned) == (award - 100, award)
        assert returned_line.from_meter == collected_line.from_meter, "the meter pays the same"


RISING = """
property = "Example Casino"
version = "1"
effective = 2026-12-01

[games.high-card-flush]
{reading}

[games.high-card-flush.paytables.straight-flush-bonus]
name = "house"
[games.high-card-flush.paytables.straight-flush-bonus.rows]
"seven-card straight flush" = "500 to 1"
"six-card straight flush" = "200 to 1"
"five-card straight flush" = "50 to 1"
"four-card straight flush" = "60 to 1"
"""


def test_678a_r8() -> None:
    assert LAW.readings["678a-R8"].default == "longer-pays-no-less"
    for default in ("", 'readings."678a-R8" = "longer-pays-no-less"'):
        with pytest.raises(Refused) as refused:
            read_submission(RISING.format(reading=default), "house.toml")
        told = "four-card straight flush (60 to 1) pays more than five-card straight flush (50 to 1), which is listed above it"
        assert told in str(refused.value)
        assert "the choice as-selected allows it (reading 678a-R8)" in str(refused.value)
    chosen = 'readings."678a-R8" = "as-selected"'
    rules = read_submission(RISING.format(reading=chosen), "house.toml").rules(GAME)
    for hand, row, net in (
        ("9s 8s 7s 6s 5s Kc 2h", "five-card straight flush", 5_000),
        ("9s 8s 7s 6s Ad Kc 2h", "four-card straight flush", 6_000),
    ):
        line = folded(rules, hand, "straight-flush-bonus", 100)
        assert (line.row, line.net) == (row, net), "the longest is the row, though a shorter one pays more"
    # What was accepted under the one choice does not stand under the other, and a record of it is read.
    with pytest.raises(Refused, match="pays more than five-card straight flush") as refused:
        reading("678a-R8", "longer-pays-no-less", rules)
    assert refused.value.cites == ("678a-R8",)
    assert rules_from_record(GAME, rules_record(rules)) == rules
    # In a sweep, and for the Progressive, too; the flushes of (b) are in order of rank by its own words.
    texts = ["straight-flush-bonus:four-card straight flush=60..101 to 1 step 41"]
    for under, refusals in ((DEFAULT, 1), (reading("678a-R8", "as-selected"), 0)):
        found = combinations(GAME, parse_rows(GAME, under, texts), under.readings)
        assert [isinstance(each, Refused) for each in found] == [False, bool(refusals)]
    form, order = GAME.form("progressive"), {"678a-R8": "as-selected"}
    rows = dict(zip(form.rows, ("meter 50%", "meter 100%", "amount 5", "amount 10"), strict=False))
    assert make_paytable(form, "house", rows, Source.SUBMISSION, "", "1.00", readings=order).rows
    with pytest.raises(Refused, match="pays more than"):
        make_paytable(form, "house", rows, Source.SUBMISSION, "", "1.00")
    flushes = dict(zip(GAME.form("flush-bonus").rows, ("1 to 1", "2 to 1", "2 to 1", "1 to 1"), strict=True))
    with pytest.raises(Refused, match="which is the better hand") as refused:
        make_paytable(GAME.form("flush-bonus"), "house", flushes, Source.SUBMISSION, "", readings=order)
    assert refused.value.cites == ("678a.6(b)",)
