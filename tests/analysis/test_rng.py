"""The tests of shuffled decks: under fair shuffles their p-values are uniform, so that their levels are what they say."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from tablegames.analysis.rng import LAGS, LEVELS, fewest_decks, judge
from tablegames.law import Refused

SIZE, DECKS, TIMES = 8, 600, 400
"""A small deck, so that the judging can be repeated; its chi-square cells expect 75 and 10.7."""


@pytest.fixture(scope="module")
def judged() -> dict[str, NDArray[np.float64]]:
    """The p-values of each test over many seeded fair shuffles."""
    source = np.random.default_rng(2026)
    found: dict[str, list[float]] = {}
    for _ in range(TIMES):
        decks = np.argsort(source.random((DECKS, SIZE)), axis=1).astype(np.uint8)
        for outcome in judge(decks):
            found.setdefault(outcome.test, []).append(outcome.p_value)
    return {test: np.array(values) for test, values in found.items()}


def test_p_values_under_a_fair_shuffle_are_uniform(judged: dict[str, NDArray[np.float64]]) -> None:
    assert len(judged) == 3 + LAGS
    for test, values in judged.items():
        assert stats.kstest(values, "uniform").pvalue > 0.001, test
        assert 0.02 * TIMES < (values < 0.05).sum() < 0.09 * TIMES, test


def test_chi_square_of_positions_by_hand() -> None:
    """Three cards, thirty decks all alike: each of nine cells off by 20 or 10, 600 squared sum 1800 times 2 over 30."""
    decks = np.tile(np.array([0, 1, 2], dtype=np.uint8), (30, 1))
    positions = judge(decks)[0]
    assert positions.statistic == pytest.approx((3 * 20**2 + 6 * 10**2) * 2 / 30)
    assert positions.p_value < 1e-9
    assert positions.passes == (False, False)
    assert positions.sample == 30


def test_levels_are_corrected_for_the_number_of_tests() -> None:
    source = np.random.default_rng(1)
    outcomes = judge(np.argsort(source.random((DECKS, SIZE)), axis=1).astype(np.uint8))
    assert LEVELS == (0.05, 0.01)
    for outcome in outcomes:
        assert outcome.passes == tuple(outcome.p_value >= level / len(outcomes) for level in LEVELS)


def test_what_is_no_deck_is_refused() -> None:
    assert fewest_decks(52) == 5 * 52 * 51
    decks = np.tile(np.arange(4, dtype=np.uint8), (60, 1))
    decks[17] = 1
    with pytest.raises(Refused, match="deck 18 is not an order of the cards 0 to 3"):
        judge(decks)
    with pytest.raises(Refused, match="59 decks are too few: 60 at least for a deck of 4"):
        judge(np.tile(np.arange(4, dtype=np.uint8), (59, 1)))
