"""The tests of shuffled decks: under fair shuffles their p-values are what they say, and each statistic is computed once more by its definition."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import comb, sqrt

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from tablegames.analysis.chances import chi_square
from tablegames.analysis.outcomes import outcomes
from tablegames.analysis.rng import LAGS, LEVELS, Decks, Outcome, fewest_decks, judge
from tablegames.contract.choices import View
from tablegames.contract.game import Game
from tablegames.core.cards import CARDS, Deal
from tablegames.core.law import Refused
from tablegames.games import GAMES

SIZE, DECKS, TIMES = 8, 600, 400
"""A small deck, so that the judging can be repeated; its chi-square cells expect 75 and 10.7."""
OF_MANY = ("positions, largest deviation", "serial correlation, largest")


def fair(source: np.random.Generator, decks: int = DECKS, size: int = SIZE) -> Decks:
    return np.argsort(source.random((decks, size)), axis=1).astype(np.uint8)


def named(outcomes: tuple[Outcome, ...], test: str) -> Outcome:
    return next(outcome for outcome in outcomes if outcome.test == test)


@pytest.fixture(scope="module")
def batteries() -> list[tuple[Outcome, ...]]:
    """All tests over many seeded fair shuffles."""
    source = np.random.default_rng(2026)
    return [judge(fair(source)) for _ in range(TIMES)]


@pytest.fixture(scope="module")
def decks() -> Decks:
    return fair(np.random.default_rng(5))


def test_p_values_under_a_fair_shuffle_are_uniform(batteries: list[tuple[Outcome, ...]]) -> None:
    """Where the p-value is of the least of many, only that it is below a level no more often than the level says."""
    p_values: dict[str, NDArray[np.float64]] = {
        found[0].test: np.array([outcome.p_value for outcome in found]) for found in zip(*batteries, strict=True)
    }
    assert len(p_values) == 8 + LAGS
    for test, values in p_values.items():
        if test not in OF_MANY:
            assert stats.kstest(values, "uniform").pvalue > 0.001, test
        assert 0.02 * TIMES < (values < 0.05).sum() < 0.09 * TIMES, test


def test_levels_are_corrected_for_the_number_of_tests(batteries: list[tuple[Outcome, ...]]) -> None:
    """A p-value between a level and the corrected one passes; among so many batteries each level meets some."""
    assert LEVELS == (0.05, 0.01)
    every = [(outcome, len(battery)) for battery in batteries for outcome in battery]
    for outcome, tests in every:
        assert outcome.passes == (outcome.p_value >= 0.05 / tests, outcome.p_value >= 0.01 / tests)
    for place, level in enumerate(LEVELS):
        assert any(outcome.p_value < level and outcome.passes[place] for outcome, _ in every)
        assert any(not outcome.passes[place] for outcome, _ in every)


def test_false_alarms_are_no_more_than_the_levels_say(batteries: list[tuple[Outcome, ...]]) -> None:
    """Of 400 fair batteries 20 and 4 fail on average at most; a binomial count passes these bounds once in ten thousand."""
    for place, most in enumerate((39, 14)):
        assert sum(not all(outcome.passes[place] for outcome in battery) for battery in batteries) < most


def test_chi_square_of_positions_by_hand() -> None:
    """Three cards, thirty decks all alike: each of nine cells off by 20 or 10, 600 squared sum 1800 times 2 over 30.

    Each card is a suit of its own here, so the suits say the same.
    """
    decks = np.tile(np.array([0, 1, 2], dtype=np.uint8), (30, 1))
    for test in ("positions, chi-square", "suits by position, chi-square"):
        found = named(judge(decks), test)
        assert found.statistic == pytest.approx((3 * 20**2 + 6 * 10**2) * 2 / 30)
        assert found.p_value == pytest.approx(stats.chi2.sf(120, 4))
        assert found.passes == (False, False)
        assert found.sample == 30


def test_chi_square_of_suits_by_its_definition(decks: Decks) -> None:
    """Two cards of each suit: of 600 decks 150 have a suit at a place; (4 - 1) (8 - 1) degrees of freedom."""
    counts = [Counter(card % 4 for card in column) for column in decks.T.tolist()]
    square = sum(Fraction((count[suit] - 150) ** 2, 150) for count in counts for suit in range(4)) * Fraction(7, 8)
    found = named(judge(decks), "suits by position, chi-square")
    assert found.statistic == pytest.approx(float(square))
    assert found.p_value == pytest.approx(stats.chi2.sf(float(square), 21))


def binomial_tail(count: int, times: int, chance: Fraction) -> Fraction:
    """The smaller of P(X <= times) and P(X >= times), in whole numbers."""

    def of(values: range) -> Fraction:
        return sum(
            (comb(count, value) * chance**value * (1 - chance) ** (count - value) for value in values), Fraction(0)
        )

    return min(of(range(times + 1)), of(range(times, count + 1)))


@pytest.mark.parametrize("times", [130, 30])
def test_the_largest_deviation_has_its_exact_binomial_p_value(times: int, decks: Decks) -> None:
    """One card so often at one place, more or less than 75 times: two sides, times 64 cells."""
    biased = with_card_at(decks, card=6, place=2, times=times)
    found = named(judge(biased), "positions, largest deviation")
    assert found.where == f"3h at position 3: {times} times, 75.0 expected"
    assert found.statistic == pytest.approx((times - 75) / sqrt(600 * 7 / 64))
    assert found.p_value == pytest.approx(float(64 * 2 * binomial_tail(600, times, Fraction(1, 8))), rel=1e-9)
    assert found.passes == (False, False)


def with_card_at(decks: Decks, *, card: int, place: int, times: int) -> Decks:
    """Decks in which a card is swapped into a place, or out of it to the next, until it is there so many times."""
    biased = decks.copy()
    for deck in biased:
        there, now = int((biased[:, place] == card).sum()), int(np.flatnonzero(deck == card)[0])
        if there == times:
            break
        if (there < times) == (now != place):
            other = place if there < times else (place + 1) % len(deck)
            deck[now], deck[other] = deck[other], deck[now]
    assert (biased[:, place] == card).sum() == times
    return biased


def test_pairs_are_one_neighbour_pair_a_deck(decks: Decks) -> None:
    counts = Counter((deck[row % 7], deck[row % 7 + 1]) for row, deck in enumerate(decks.tolist()))
    square = sum(
        Fraction((counts[pair] - Fraction(600, 56)) ** 2, 1) / Fraction(600, 56) for pair in permutations(range(8), 2)
    )
    found = named(judge(decks), "pairs, chi-square")
    assert found.statistic == pytest.approx(float(square))
    assert found.p_value == pytest.approx(stats.chi2.sf(float(square), 55))


@pytest.mark.parametrize(
    ("test", "pattern"),
    [
        ("suits of the first three, chi-square", lambda three: tuple(card % 4 for card in three)),
        (
            "ranks of the first three, chi-square",
            lambda three: tuple((a > b) - (a < b) for a, b in permutations([card // 4 for card in three], 2)),
        ),
    ],
)
def test_patterns_of_three_cards_by_their_definition(test: str, pattern, decks: Decks) -> None:  # type: ignore[no-untyped-def]
    """Exact chances from all 336 ways to deal three of eight cards."""
    chances = {key: Fraction(count, 336) for key, count in Counter(map(pattern, permutations(range(8), 3))).items()}
    fit = chi_square(Counter(pattern(deck[:3]) for deck in decks.tolist()), chances, fewest=10)
    assert fit is not None
    found = named(judge(decks), test)
    assert found.statistic == pytest.approx(float(fit.statistic))
    assert found.p_value == pytest.approx(fit.p_value)


@pytest.mark.parametrize(
    ("test", "cells"), [("suits of the first three, chi-square", 112), ("ranks of the first three, chi-square", 13)]
)
def test_the_joker_is_a_suit_and_the_highest_rank(test: str, cells: int) -> None:
    """4^3 patterns of suits and 3 x 4^2 with the joker; three ranks, two of which can be equal, have 13 orders."""
    found = named(judge(fair(np.random.default_rng(3), fewest_decks(53), 53)), test)
    assert found.p_value == pytest.approx(stats.chi2.sf(found.statistic, cells - 1))


def test_serial_correlation_by_its_definition(decks: Decks) -> None:
    """Codes of eight cards have mean 7/2 and variance 21/4; the products of two decks add up to a variance of 64/7."""
    cards = [[(Fraction(card) - Fraction(7, 2)) for card in deck] for deck in decks.tolist()]
    found = judge(decks)
    by_place: dict[tuple[int, int], float] = {}
    for lag in range(1, LAGS + 1):
        pairs = list(zip(cards, cards[lag:], strict=False))
        products = [sum(one[place] * other[place] for one, other in pairs) / Fraction(21, 4) for place in range(8)]
        by_place |= {(place, lag): float(product) / sqrt(600 - lag) for place, product in enumerate(products)}
        whole = named(found, f"serial correlation, lag {lag}")
        assert whole.statistic == pytest.approx(float(sum(products)) / sqrt((600 - lag) * 64 / 7))
        assert whole.p_value == pytest.approx(2 * stats.norm.sf(abs(whole.statistic)))
        assert whole.sample == 600 - lag
    place, lag = max(by_place, key=lambda key: abs(by_place[key]))
    largest = named(found, "serial correlation, largest")
    assert largest.statistic == pytest.approx(by_place[place, lag])
    assert largest.where == f"position {place + 1}, lag {lag}"
    assert largest.p_value == pytest.approx(min(1, 2 * stats.norm.sf(abs(largest.statistic)) * 8 * LAGS))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_outcomes_of_a_game_are_those_of_its_rules(game: Game) -> None:
    """The first cards are the player's, the next the dealer's and the board's, as the readable rules see them."""
    size, rules = len(game.deck), game.default_rules()
    few = fair(np.random.default_rng(9), 12, size)
    times = fewest_decks(size) // 12 + 1
    found = judge(np.tile(few, (times, 1)), game)
    counts: Counter[int] = Counter()
    for deck in few.tolist():
        hand = tuple(CARDS[card] for card in deck)
        ends = game.player_cards, game.player_cards + game.dealer_cards
        deal = Deal(hand[: ends[0]], hand[ends[0] : ends[1]], hand[ends[1] : ends[1] + game.board_cards])
        first = game.choices(game.points[0].name, View(deal.player), (), rules)[0]
        counts[game.facts_of(deal, (first,), rules).code] += times
    expected = {
        f"first deal, {each.part.replace('_', ' ')}, chi-square": float(each.fit.statistic)
        for each in outcomes(game, rules, counts, fewest=10)
        if each.fit
    }
    assert len(expected) == 3
    assert {each.test: each.statistic for each in found if each.test in expected} == pytest.approx(expected)
    assert len(found) == 16


def test_what_is_no_deck_is_refused() -> None:
    assert fewest_decks(52) == 5 * 52 * 51
    decks = np.tile(np.arange(4, dtype=np.uint8), (60, 1))
    decks[17] = 1
    with pytest.raises(Refused, match="deck 18 is not an order of the cards 0 to 3"):
        judge(decks)
    with pytest.raises(Refused, match="59 decks are too few: 60 at least for a deck of 4"):
        judge(np.tile(np.arange(4, dtype=np.uint8), (59, 1)))
