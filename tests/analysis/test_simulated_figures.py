"""The figures of a simulation from counts made by hand: sessions, shifts, pooled cells and a shared wager."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tablegames.analysis.chances import chi_square, pooled
from tablegames.analysis.shared import endings, figures_of
from tablegames.analysis.simulate import simulate
from tablegames.analysis.simulation import Sessions, Shift, Span
from tablegames.core.law import Refused
from tablegames.games import game_named

SESSIONS = Sessions(Span(1), 2, {-2: 1, 0: 1, 4: 2}, {}, {}, 1)
"""Four sessions, in halves of the unit: one lost 1, one was even, two won 2."""


def test_even_is_not_ahead() -> None:
    assert (SESSIONS.count, SESSIONS.ahead, SESSIONS.risk_of_ruin) == (4, Fraction(1, 2), Fraction(1, 4))


@pytest.mark.parametrize(
    ("part", "result"), [("1/100", -1), ("1/4", -1), ("26/100", 0), ("1/2", 0), ("51/100", 2), ("1", 2)]
)
def test_a_quantile_is_the_least_result_that_its_part_did_not_exceed(part: str, result: int) -> None:
    assert SESSIONS.quantile(SESSIONS.results, Fraction(part)) == result


def test_a_band_has_two_sides() -> None:
    """1.96 standard deviations of 20 on each side of 50, and 0.6745 for one half."""
    shift = Shift(100, Fraction(50), Fraction(1_000), Fraction(400))
    assert shift.band(Fraction(95, 100)) == pytest.approx((50 - 39.19927969, 50 + 39.19927969))
    assert shift.band(Fraction(1, 2)) == pytest.approx((50 - 13.48979500, 50 + 13.48979500))


def test_a_bankroll_of_just_the_wagers_plays_one_round() -> None:
    game = game_named("heads-up-holdem")  # the Ante and the Odds are laid out before the deal

    def ruined(bankroll: str) -> int:
        found = simulate(game, rounds=500, seed=1, session=Span(1, Fraction(bankroll))).sessions
        assert found is not None
        return found.ruined

    with pytest.raises(Refused, match="does not cover the wagers before the deal, 2"):
        ruined("199/100")
    found = simulate(game, rounds=500, seed=1, session=Span(1, Fraction(2)))
    assert found.sessions is not None
    lost = sum(count for result, count in found.sessions.results.items() if result < 0)
    assert ruined("2") == lost
    assert 0 < lost < 500


def test_an_outcome_that_is_expected_five_times_has_a_cell_of_its_own() -> None:
    chances = {"often": Fraction(18, 20), "five": Fraction(1, 20), "five more": Fraction(1, 20)}
    assert pooled(chances, 100) == [["five"], ["five more"], ["often"]]
    assert pooled(chances, 99) == [["five", "five more"], ["often"]]
    assert pooled(chances, 100, fewest=6) == [["five", "five more"], ["often"]]
    found = chi_square({"often": 90, "five": 2, "five more": 8}, chances)
    assert found is not None
    assert (found.statistic, found.degrees) == (Fraction(9 + 9, 5), 2)


def test_a_shared_wager_s_variance_is_that_of_a_sample() -> None:
    """Of four rounds the first seat won the other's wager once, lost it twice and shared once: mean -1/4, squares 3."""
    game = game_named("saigon-5-card")
    lines = endings(game, game.default_rules(), "pot", 2)
    found = figures_of("pot", Fraction(1), lines, {}, {1: 1, 0: 2, 2: 1})
    assert (found.mean, found.variance_of_mean) == (Fraction(-1, 4), (3 - Fraction(1, 4)) / 3 / 4)
