"""§ 000a.6, paragraph by paragraph."""

from __future__ import annotations

from itertools import combinations

import pytest

from tablegames.core.cards import CARDS, Rank, parse_cards
from tablegames.games.one_card.facts import BonusHand
from tablegames.games.one_card.game import GAME
from tablegames.games.one_card.rules import bonus_hand

RULES = GAME.default_rules()


def compared(first: str, second: str) -> int:
    return GAME.compare(parse_cards(first), parse_cards(second), (), RULES).result


def test_6_a() -> None:
    """Each rank above the one below it, the ace above all."""
    order = [f"{letter}s" for letter in "AKQJT98765432"]
    assert [compared(high, low) for high, low in combinations(order, 2)] == [1] * 78


def test_6_b() -> None:
    assert (compared("Ah", "Ks"), compared("2c", "3c"), compared("9d", "9h")) == (1, -1, 0)


def test_6_c() -> None:
    """Four aces, twelve face cards, and 36 cards that no row lists."""
    rows = [bonus_hand((card,)) for card in CARDS[:52]]
    assert [rows.count(hand) for hand in BonusHand] == [36, 4, 12]


def test_6_c_1() -> None:
    assert {card.rank for card in CARDS[:52] if bonus_hand((card,)) is BonusHand.ACE} == {Rank.ACE}


@pytest.mark.parametrize("card", ["Kd", "Qc", "Js"])
def test_6_c_2(card: str) -> None:
    assert bonus_hand(parse_cards(card)) is BonusHand.FACE_CARD
