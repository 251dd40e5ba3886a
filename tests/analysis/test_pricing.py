"""Prices and payoffs: exact whatever the house rounds to, in the smallest whole numbers, refused just above the bound."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tablegames.analysis.pricing import possible_facts, price, priced
from tablegames.contract.rules import Rules
from tablegames.core.law import Refused, Source
from tablegames.core.money import make_paytable
from tablegames.core.poker import PokerHand
from tablegames.games import game_named
from tablegames.games.high_card_flush.facts import Facts, Outcome
from tablegames.shapes.holdem.rules import HoldemFacts, Pocket, Showdown

FLUSH, HEADS_UP = game_named("high-card-flush"), game_named("heads-up-holdem")


def with_sevenths() -> Rules:
    """Odds that pay a flush 3 to 7, which no Ante of 1.00 can be paid in cents."""
    rows = {"royal flush": "500 to 1", "straight flush": "50 to 1", "four-of-a-kind": "10 to 1", "full house": "3 to 1",
            "flush": "3 to 7", "straight": "1 to 3"}  # fmt: skip
    table = make_paytable(HEADS_UP.form("odds-winning"), "sevenths", rows, Source.PUBLISHED, "a test")
    rules = HEADS_UP.default_rules()
    return replace(rules, paytables={**rules.paytables, "odds-winning": table})


def test_a_price_is_exact_where_the_payment_is_rounded() -> None:
    found = price(HEADS_UP, with_sevenths(), HoldemFacts(1, Pocket.NONE, PokerHand.FLUSH, Showdown.WIN), {})["odds"]
    assert (found.net, found.size, found.line.net) == (Fraction(3, 7), Fraction(1), 42)


def in_antes(outcome: Outcome, multiple: int) -> int:
    """The main game of High Card Flush: the Ante, and the Raise where it does not push."""
    return {
        Outcome.FOLDED: -1, Outcome.DEALER_NOT_QUALIFIED: 1, Outcome.WIN: 1 + multiple, Outcome.TIE: 0,
        Outcome.LOSE: -1 - multiple,
    }[outcome]  # fmt: skip


def test_payoffs_are_the_smallest_whole_numbers() -> None:
    asked = priced(FLUSH, FLUSH.default_rules())
    assert asked.possible == tuple(possible_facts(FLUSH, FLUSH.default_rules()))
    assert {facts.code: int(asked.payoffs[facts.code]) for facts in asked.possible} == {
        facts.code: in_antes(facts.outcome, facts.raise_multiple)
        for facts in asked.possible
        if isinstance(facts, Facts)
    }
    assert asked.unit == 1


def test_the_largest_payoff_that_can_be_taken_is_taken() -> None:
    """A raise of 3 and the Ante: 4; of the sevenths and thirds of the Odds, 503 Antes times 21, and an Ante."""
    for game, rules, largest in ((FLUSH, FLUSH.default_rules(), 4), (HEADS_UP, with_sevenths(), 504 * 21)):
        assert int(abs(priced(game, rules, most=largest).payoffs).max()) == largest
        with pytest.raises(Refused, match=f"reach {largest}; .* is counted up to {largest - 1}"):
            priced(game, rules, most=largest - 1)
