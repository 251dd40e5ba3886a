"""What a payout limit takes: the house's payments alone, at the bets that can be made."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tablegames.analysis.exact import analyze
from tablegames.analysis.payout_limit import bets_at, limit_effect
from tablegames.core.law import Source
from tablegames.core.money import Odds, Rounding
from tablegames.core.wagers import Ledger, Limits, lost, won
from tablegames.games import game_named
from tablegames.games.high_card_flush.facts import Facts, Outcome
from tablegames.rounds.payouts import paid_by_house

GAME = game_named("high-card-flush")


def test_the_house_pays_what_is_won_and_sets_nothing_off() -> None:
    """A loss of 7.00 beside a win of 30.00, of which another player pays 4.00 and a meter 6.00."""
    win = won("ante", 1_000, "win", Odds(3), Rounding(), cites=("T1",), source=Source.PUBLISHED)
    shared = replace(win, from_players=400, from_meter=600)
    loss = lost("side", 700, "lose", cites=("T2",), source=Source.PUBLISHED)
    assert paid_by_house(Ledger((loss, win))) == 3_000
    assert paid_by_house(Ledger((loss, shared))) == 2_000
    assert paid_by_house(Ledger((loss,))) == 0


def test_a_wager_with_a_stake_of_its_own_is_bet_at_that() -> None:
    rules = GAME.with_choices(GAME.default_rules(), paytables={"progressive": "one-dollar"}, readings={})
    limits = {"ante": Limits(minimum=1_000, maximum=50_000), "progressive": Limits(minimum=500, maximum=500),
              "flush-bonus": Limits(maximum=2_500), "straight-flush-bonus": Limits(offered=False, maximum=100)}  # fmt: skip
    analysis = analyze(GAME, replace(rules, limits=limits), meters={"progressive": 100_000})
    assert bets_at(analysis, "minimum") == {"ante": 1_000, "progressive": 100}
    assert bets_at(analysis, "maximum") == {"ante": 50_000, "progressive": 100, "flush-bonus": 2_500}
    assert bets_at(replace(analysis, rules=replace(rules, limits={})), "minimum") == {}


def test_what_a_limit_takes_by_hand() -> None:
    """An Ante of 10.00 won with a raise of 3 is 40.00; a limit of 35.00 takes 5.00 of each such win, and what it pays is the most."""
    analysis = analyze(GAME, replace(GAME.default_rules(), payout_limit=3_500))
    wins = sum(
        count
        for facts, count in analysis.histogram.items()
        if isinstance(facts, Facts) and (facts.raise_multiple, facts.outcome) == (3, Outcome.WIN)
    )
    effect = limit_effect(analysis, {"ante": 1_000})
    assert wins
    assert (effect.most, effect.reached, effect.taken) == (
        4_000, Fraction(wins, analysis.deals), Fraction(500 * wins, analysis.deals),
    )  # fmt: skip
