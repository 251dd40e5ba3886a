"""§ 653a.6 against the parallel § 677a.6 over every five-card hand, and the payout tables of § 653a.12 row by row."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from tablegames.cards import CARDS, parse_cards
from tablegames.games import game_named
from tablegames.law import Source
from tablegames.money import Fixed
from tests.heads_up_holdem import CATEGORIES, by_text, category_of, census

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
        assert GAME.rank(parse_cards(text), (), RULES).rank.category == category, text
    renamings = random.Random(653)
    for hand in renamings.sample(list(census().example.values()), 300):
        suits = renamings.sample(range(4), 4)
        renamed = tuple(CARDS[(card & ~3) + suits[card & 3]] for card in hand)
        assert GAME.compare(hand, renamed, (), RULES).result == 0


def test_6_b() -> None:
    """The same hands in the same order as § 677a.6(b), over all 7,462 classes; the paragraph is this chapter's."""
    ranked = {hand: GAME.rank(example, (), RULES).rank for hand, example in census().example.items()}
    assert all(ranking.category == category_of(hand) for hand, ranking in ranked.items())
    ordered = sorted(ranked, key=by_text)
    assert all(ranked[low] < ranked[high] for low, high in pairwise(ordered))
    listed = {ranking.cites for ranking in ranked.values() if ranking.category != "high card"}
    assert listed == {("653a.6(b)",)}
    assert {ranking.category for ranking in ranked.values()} == set(CATEGORIES)


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


@pytest.mark.parametrize(("slot", "rows", "tables"), [("blind", BLIND_ROWS, BLIND), ("trips", TRIPS_ROWS, TRIPS)])
def test_12(slot: str, rows: tuple[str, ...], tables: dict[str, str]) -> None:
    """Blind A and B, Trips A to D: every row, in order, as the section has it; below the last row Blind pushes, Trips loses."""
    published = GAME.paytables(slot)
    assert list(published) == list(tables)
    for name, table in published.items():
        wanted = [pay if " " in pay or pay == "push" else f"{pay} to 1" for pay in tables[name].split("/")]
        assert {row: str(award) for row, award in table.rows.items()} == dict(zip(rows, wanted, strict=True))
        assert list(table.rows) == list(rows)
        assert table.source is Source.REGULATION
        assert table.award("pair") is (Fixed.PUSH if slot == "blind" else Fixed.LOSE)
    assert RULES.paytables[slot].name == "A"
    assert GAME.form(slot).cite == "653a.12"
