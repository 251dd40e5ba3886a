"""Statistical tests of shuffled decks: positions, pairs, serial correlation, and the order as a whole.

Each test takes one independent quantity per deck, so that its distribution under a fair shuffle is the textbook one; the
significance levels are corrected for the number of tests (Bonferroni).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from tablegames.law import Refused

LEVELS = (0.05, 0.01)
LAGS = 5
FEWEST_IN_A_CELL = 5
"""The least expected count at which a chi-square test is used."""


class Outcome(NamedTuple):
    """One test: its statistic, its p-value, the number of independent observations, and whether it passes each corrected level."""

    test: str
    statistic: float
    p_value: float
    sample: int
    passes: tuple[bool, ...]


def fewest_decks(size: int) -> int:
    """The fewest decks that the tests can judge: five expected observations for every ordered pair of cards."""
    return FEWEST_IN_A_CELL * size * (size - 1)


def judge(decks: NDArray[np.uint8]) -> tuple[Outcome, ...]:
    """The tests on decks, uint8 (n, size) of card codes, each row an order of the same cards.

    Raises :class:`~tablegames.law.Refused` for rows that are no such orders, and for too few decks.
    """
    if decks.ndim != 2:
        raise Refused("0 decks are too few")
    size = decks.shape[1]
    if not np.array_equal(np.sort(decks, axis=1), np.broadcast_to(np.arange(size), decks.shape)):
        row = int(np.argmax((np.sort(decks, axis=1) != np.arange(size)).any(axis=1)))
        raise Refused(f"deck {row + 1} is not an order of the cards 0 to {size - 1}")
    if len(decks) < fewest_decks(size):
        raise Refused(f"{len(decks)} decks are too few: {fewest_decks(size)} at least for a deck of {size}")
    found = [_positions(decks), _pairs(decks), _order(decks), *(_serial(decks, lag) for lag in range(1, LAGS + 1))]
    levels = [level / len(found) for level in LEVELS]
    return tuple(
        Outcome(name, statistic, p_value, sample, tuple(p_value >= level for level in levels))
        for name, statistic, p_value, sample in found
    )


Raw = tuple[str, float, float, int]


def _positions(decks: NDArray[np.uint8]) -> Raw:
    """Chi-square of every card at every position.

    A deck's table of ones has covariance (I - J/k) x (I - J/k) / (k - 1), a projection of rank (k - 1)^2 over k - 1; so the sum of squared
    deviations over n / (k - 1) is chi-square with (k - 1)^2 degrees of freedom.
    """
    count, size = decks.shape
    table = np.zeros((size, size), dtype=np.int64)
    for position in range(size):
        table[position] = np.bincount(decks[:, position], minlength=size)
    expected = count / size
    statistic = float(((table - expected) ** 2).sum() * (size - 1) / count)
    return "positions, chi-square", statistic, float(stats.chi2.sf(statistic, (size - 1) ** 2)), count


def _pairs(decks: NDArray[np.uint8]) -> Raw:
    """Chi-square of ordered neighbours, one pair a deck, at a place that moves from deck to deck."""
    count, size = decks.shape
    places = np.arange(count) % (size - 1)
    rows = np.arange(count)
    first, second = decks[rows, places].astype(np.int64), decks[rows, places + 1].astype(np.int64)
    table = np.bincount(first * size + second, minlength=size * size).reshape(size, size)
    cells = table[~np.eye(size, dtype=bool)]
    statistic, p_value = stats.chisquare(cells)
    return "pairs, chi-square", float(statistic), float(p_value), count


def _order(decks: NDArray[np.uint8]) -> Raw:
    """Kolmogorov-Smirnov of the whole order as a number between 0 and 1: each card's rank among those left, in mixed radix."""
    count, size = decks.shape
    value, scale = np.zeros(count), 1.0
    for position in range(min(size - 1, 10)):  # ten cards fill the 53 bits of a double
        place = (decks[:, position + 1 :] < decks[:, position : position + 1]).sum(axis=1)
        scale /= size - position
        value += place * scale
    statistic, p_value = stats.kstest(value, "uniform")
    return "order, Kolmogorov-Smirnov", float(statistic), float(p_value), count


def _serial(decks: NDArray[np.uint8], lag: int) -> Raw:
    """Correlation of a deck's first card with that of the deck ``lag`` later; times the root of n it is normal."""
    first = decks[:, 0].astype(np.float64)
    first = (first - (decks.shape[1] - 1) / 2) / np.sqrt((decks.shape[1] ** 2 - 1) / 12)
    sample = len(first) - lag
    statistic = float((first[:-lag] * first[lag:]).sum() / np.sqrt(sample))
    return f"serial correlation, lag {lag}", statistic, float(2 * stats.norm.sf(abs(statistic))), sample
