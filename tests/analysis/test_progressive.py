"""A progressive as a line over its meter, and its long run, against a plain count and the meter's mean step by step."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from tablegames.analysis.exact import analyze
from tablegames.analysis.progressive import Progressive, progressive
from tablegames.contract.rules import Rules
from tablegames.core.law import Refused
from tablegames.core.wagers import MeterPlan
from tablegames.games import game_named

GAME = game_named("high-card-flush")
HANDS = comb(52, 7)
RUNS = {7: 28, 6: 1416, 5: 36000, 4: 615480, 3: 7940748}
"""Golden: hands by their longest straight flush, the ace high only."""


def rules_of(table: str) -> Rules:
    return GAME.with_choices(GAME.default_rules(), paytables={"progressive": table}, readings={})


@pytest.fixture(scope="module")
def one_dollar() -> Progressive:
    return progressive(GAME, rules_of("one-dollar"))


def test_the_line_is_what_the_table_pays(one_dollar: Progressive) -> None:
    """One dollar: all and half of the meter for seven and six, then 250, 50 and 5; by 678a-R7 the wager comes back."""
    assert one_dollar.slope == Fraction(RUNS[7] + Fraction(RUNS[6], 2), HANDS)
    assert one_dollar.whole == Fraction(RUNS[7], HANDS)
    fixed = 25000 * RUNS[5] + 5000 * RUNS[4] + 500 * RUNS[3]
    lost = 100 * (HANDS - sum(RUNS.values()))
    assert one_dollar.intercept == Fraction(fixed - lost, HANDS)


@pytest.mark.parametrize("table", ["one-dollar", "five-dollar"])
def test_the_line_is_what_analyze_finds_at_any_meter(table: str) -> None:
    found = progressive(GAME, rules_of(table))
    for meter in (0, 1, 123457):
        exact = analyze(GAME, rules_of(table), meters={"progressive": meter}).wager("progressive").expected_value
        assert found.expected_value(meter) == exact * found.stake
        assert found.returned(meter) == 1 + exact


def test_at_break_even_the_wager_is_fair(one_dollar: Progressive) -> None:
    assert one_dollar.expected_value(one_dollar.break_even) == 0
    assert (
        one_dollar.expected_value(one_dollar.break_even - 1) < 0 < one_dollar.expected_value(one_dollar.break_even + 1)
    )


def test_the_mean_meter_is_stationary(one_dollar: Progressive) -> None:
    """One wager more leaves the mean where it was: fed, halved by a six, reset by a seven."""
    run = one_dollar.long_run(MeterPlan(100000, Fraction(1, 5), Fraction(1, 20)))
    half = Fraction(RUNS[6], HANDS)
    after = run.average_meter * (1 - one_dollar.whole - half / 2) + one_dollar.whole * 100000
    assert after + 20 == run.average_meter


def test_the_mean_is_reached_from_the_seed(one_dollar: Progressive) -> None:
    """The mean after n wagers, step by step in floats as a check of the algebra, nears the long run's."""
    run = one_dollar.long_run(MeterPlan(100000, Fraction(1, 5)))
    mean, kept, added = 100000.0, float(1 - one_dollar.slope), float(one_dollar.whole * 100000) + 20
    for _ in range(22):  # each round stands for twice as many wagers as the one before
        mean, added, kept = mean * kept + added, added * (1 + kept), kept * kept
    assert mean == pytest.approx(float(run.average_meter), rel=1e-6)


def test_money_is_neither_made_nor_lost(one_dollar: Progressive) -> None:
    """What is wagered is what players win back, what the house holds, and nothing else."""
    run = one_dollar.long_run(MeterPlan(100000, Fraction(1, 5), Fraction(1, 20)))
    assert run.hold * 100 == -run.expected_value
    assert run.hold * 100 == -one_dollar.intercept - 20 - run.seeds
    assert run.reserve_gain == 5 - run.seeds
    assert run.hold_beside_reserve * 100 == -one_dollar.intercept - 20 - 5


@pytest.mark.parametrize("plan", [MeterPlan(-1, Fraction(0)), MeterPlan(0, Fraction(2, 3), Fraction(1, 2))])
def test_rates_that_are_no_parts_of_a_wager_are_refused(one_dollar: Progressive, plan: MeterPlan) -> None:
    with pytest.raises(Refused, match="0 % to 100 %"):
        one_dollar.long_run(plan)


def test_a_game_without_a_meter_is_refused() -> None:
    saigon = game_named("saigon-5-card")
    with pytest.raises(Refused, match="has no wager with a meter"):
        progressive(saigon, saigon.default_rules())


def test_a_table_must_be_chosen() -> None:
    with pytest.raises(Refused, match="--paytable progressive=NAME"):
        progressive(GAME, GAME.default_rules())


def test_all_of_a_wager_may_go_to_meter_and_reserve(one_dollar: Progressive) -> None:
    """75 of 100 cents feed the meter, and 25 are kept for a seed of 1.00; a hundredth of a percent more is refused."""
    found = one_dollar.long_run(MeterPlan(100, Fraction(3, 4), Fraction(1, 4)))
    assert found.average_meter == (75 + one_dollar.whole * 100) / one_dollar.slope
    assert found.reserve_gain == 25 - one_dollar.whole * 100
    with pytest.raises(Refused, match="together 0 % to 100 %"):
        one_dollar.long_run(MeterPlan(100, Fraction(3, 4), Fraction(2501, 10000)))
