"""Statistical tests of shuffled decks: places, neighbours, three cards, the outcomes of a game, the whole order, and one deck against the next.

Each test takes independent quantities of the decks, so that its distribution under a fair shuffle is known: exactly for the count of a card at a place, which is
binomial; by the textbook's limit for the others, which so many decks reach.  Where a test is of the most unlikely of many counts, its p-value is
corrected for their number; and the significance levels are corrected for the number of tests (both by Bonferroni).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from tablegames.analysis.chances import FEWEST_IN_A_CELL, chi_square
from tablegames.analysis.outcomes import outcomes
from tablegames.analysis.solving import solver_of
from tablegames.contract.game import Game
from tablegames.core.cards import CARDS, format_cards
from tablegames.core.law import Refused

LEVELS = (0.05, 0.01)
LAGS = 5
FEWEST_IN_A_TAIL = 10
"""The least expected count of an outcome's cell: with five, a p-value of 0.0006 comes almost twice as often as it says."""
RANKS_IN_ORDER = 10
"""Cards whose order fills the 53 bits of a double."""
Decks = NDArray[np.uint8]
Longs = NDArray[np.int64]


class Outcome(NamedTuple):
    """One test: its statistic, its p-value, the number of independent observations, and whether it passes each corrected level.

    ``where`` says which of many counts the statistic is of, where it is of the most unlikely one.
    """

    test: str
    statistic: float
    p_value: float
    sample: int
    passes: tuple[bool, ...]
    where: str = ""


class Found(NamedTuple):
    """What a test found, before the levels are known."""

    test: str
    statistic: float
    p_value: float
    sample: int
    where: str = ""


def fewest_decks(size: int) -> int:
    """The fewest decks that the tests can judge: five expected observations for every ordered pair of cards."""
    return FEWEST_IN_A_CELL * size * (size - 1)


def judge(decks: Decks, game: Game | None = None) -> tuple[Outcome, ...]:
    """The tests on decks, uint8 (n, size) of card codes, each row an order of the same cards; with ``game``, those of its outcomes too.

    Raises :class:`~tablegames.core.law.Refused` for rows that are no such orders, and for too few decks.
    """
    if decks.ndim != 2:
        raise Refused("0 decks are too few")
    count, size = decks.shape
    wrong = (np.sort(decks, axis=1) != np.arange(size)).any(axis=1)
    if wrong.any():
        raise Refused(f"deck {int(np.argmax(wrong)) + 1} is not an order of the cards 0 to {size - 1}")
    if count < fewest_decks(size):
        raise Refused(f"{count} decks are too few: {fewest_decks(size)} at least for a deck of {size}")
    found = list(_tests(decks, game))
    levels = [level / len(found) for level in LEVELS]
    return tuple(
        Outcome(each.test, each.statistic, each.p_value, each.sample, tuple(each.p_value >= level for level in levels), each.where)
        for each in found
    )  # fmt: skip


def _tests(decks: Decks, game: Game | None) -> Iterator[Found]:
    """Every test that these decks allow."""
    table = at_places(decks)
    yield positions(table)
    yield largest_deviation(table)
    yield suits_by_position(table)
    yield pairs(decks)
    yield from three_cards(decks, "suits", suit_pattern)
    yield from three_cards(decks, "ranks", rank_pattern)
    if game:
        yield from first_deal(decks, game)
    yield order(decks)
    yield from serial(decks)


def at_places(decks: Decks) -> Longs:
    """How often each card came to each place, by place and card."""
    size = decks.shape[1]
    return np.array([np.bincount(decks[:, place], minlength=size) for place in range(size)], np.int64)


def positions(table: Longs) -> Found:
    """Chi-square of every card at every place.

    A deck's table of ones has covariance (I - J/k) x (I - J/k) / (k - 1), a projection of rank (k - 1)^2 over k - 1; so the sum of squared
    deviations over n / (k - 1) is chi-square with (k - 1)^2 degrees of freedom.
    """
    size, count = len(table), int(table[0].sum())
    statistic = float(((table - count / size) ** 2).sum() * (size - 1) / count)
    return Found("positions, chi-square", statistic, float(stats.chi2.sf(statistic, (size - 1) ** 2)), count)


def largest_deviation(table: Longs) -> Found:
    """The card at a place whose count is the most unlikely: its z, and its exact binomial p-value of two sides times the number of cells."""
    size, count = len(table), int(table[0].sum())
    chance = 1 / size
    tails = np.minimum(stats.binom.cdf(table, count, chance), stats.binom.sf(table - 1, count, chance))
    place, card = np.unravel_index(int(np.argmin(tails)), table.shape)
    times, expected = int(table[place, card]), count / size
    z = (times - expected) / np.sqrt(expected * (1 - chance))
    where = f"{format_cards((CARDS[card],))} at position {place + 1}: {times} times, {expected:.1f} expected"
    return Found("positions, largest deviation", float(z), _of_many(2 * float(tails.min()), table.size), count, where)


def _of_many(p_value: float, number: int) -> float:
    """The p-value of the least of so many p-values."""
    return min(1.0, p_value * number)


def suits_by_position(table: Longs) -> Found:
    """Chi-square of every suit at every place; the joker is a suit of its own.

    As :func:`positions`, with the cards of a suit added up: the rank is (suits - 1) (k - 1).
    """
    size, count = len(table), int(table[0].sum())
    suits = suit(np.arange(size))
    found = np.array([table[:, suits == one].sum(axis=1) for one in np.unique(suits)])
    expected = np.unique(suits, return_counts=True)[1][:, None] * count / size
    statistic = float(((found - expected) ** 2 / expected).sum() * (size - 1) / size)
    degrees = (len(found) - 1) * (size - 1)
    return Found("suits by position, chi-square", statistic, float(stats.chi2.sf(statistic, degrees)), count)


def pairs(decks: Decks) -> Found:
    """Chi-square of ordered neighbours, one pair a deck, at a place that moves from deck to deck."""
    count, size = decks.shape
    places = np.arange(count) % (size - 1)
    rows = np.arange(count)
    first, second = decks[rows, places].astype(np.int64), decks[rows, places + 1].astype(np.int64)
    table = np.bincount(first * size + second, minlength=size * size).reshape(size, size)
    statistic, p_value = stats.chisquare(table[~np.eye(size, dtype=bool)])
    return Found("pairs, chi-square", float(statistic), float(p_value), count)


def suit(cards: NDArray[np.integer]) -> Longs:
    """The suits of cards, the joker's a fifth."""
    return np.where(cards < 52, cards & 3, 4).astype(np.int64)


def suit_pattern(first: Longs, second: Longs, third: Longs) -> Longs:
    """The suits of three cards in their order, 125 codes."""
    return (suit(first) * 5 + suit(second)) * 5 + suit(third)


def rank_pattern(first: Longs, second: Longs, third: Longs) -> Longs:
    """Which of three cards have the higher or the same rank, 27 codes of which 13 can be; the joker is the highest."""
    one, two, three = first >> 2, second >> 2, third >> 2
    signs = [np.sign(one - two), np.sign(two - three), np.sign(one - three)]
    pattern: Longs = (signs[0] + 1) * 9 + (signs[1] + 1) * 3 + signs[2] + 1
    return pattern


def three_cards(decks: Decks, what: str, pattern: Callable[[Longs, Longs, Longs], Longs]) -> Iterator[Found]:
    """Chi-square of the pattern that each deck's first three cards make; exact chances, from every three cards of the deck."""
    count, size = decks.shape
    first, second, third = np.indices((size, size, size)).reshape(3, -1)
    different = (first != second) & (second != third) & (first != third)
    of_all = np.bincount(pattern(first, second, third)[different])
    chances = {code: Fraction(int(of_all[code]), int(different.sum())) for code in np.flatnonzero(of_all).tolist()}
    found = np.bincount(pattern(*decks[:, :3].T.astype(np.int64)), minlength=len(of_all))
    fit = chi_square({code: int(found[code]) for code in chances}, chances, fewest=FEWEST_IN_A_TAIL)
    if fit and fit.p_value is not None:
        yield Found(f"{what} of the first three, chi-square", float(fit.statistic), fit.p_value, count)


def first_deal(decks: Decks, game: Game) -> Iterator[Found]:
    """Chi-squares of a game's outcomes, one of each deck."""
    found = dict(enumerate(np.bincount(first_codes(decks, game), minlength=game.codes).tolist()))
    for each in outcomes(
        game, game.default_rules(), {code: count for code, count in found.items() if count}, fewest=FEWEST_IN_A_TAIL
    ):
        if each.fit and each.fit.p_value is not None:
            name = f"first deal, {each.part.replace('_', ' ')}, chi-square"
            yield Found(name, float(each.fit.statistic), each.fit.p_value, len(decks))


def first_codes(decks: Decks, game: Game) -> NDArray[np.uint16]:
    """The facts of each deck's first deal, raised at once: the first cards are a player's, the next the dealer's, the next the board's."""
    ends = np.cumsum([game.player_cards, game.dealer_cards, game.board_cards])
    player, dealer, board = (np.ascontiguousarray(part) for part in np.split(decks, ends, axis=1)[:3])
    raised = np.full(len(decks), game.largest_line, np.int8)
    return solver_of(game).fact_codes(player, dealer, board, raised, game.default_rules())


def order(decks: Decks) -> Found:
    """Kolmogorov-Smirnov of the whole order as a number between 0 and 1: each card's rank among those left, in mixed radix."""
    count, size = decks.shape
    value, scale = np.zeros(count), 1.0
    for place in range(min(size - 1, RANKS_IN_ORDER)):
        below = (decks[:, place + 1 :] < decks[:, place : place + 1]).sum(axis=1)
        scale /= size - place
        value += below * scale
    statistic, p_value = stats.kstest(value, "uniform")
    return Found("order, Kolmogorov-Smirnov", float(statistic), float(p_value), count)


def serial(decks: Decks) -> Iterator[Found]:
    """Each deck against the one ``lag`` later: the correlation of the cards at the same places, over all places, and at the place where it is largest.

    Card codes are brought to mean 0 and variance 1.  At one place the products of two decks have variance 1; over all k places their sum has k^2 / (k - 1), for
    a deck's cards are all different; and the decks are independent.  Both are normal in the limit.
    """
    count, size = decks.shape
    cards = 2 * decks.astype(np.float64) - (size - 1)  # whole numbers, whose sums of products are exact
    unit = (size * size - 1) / 3
    z = np.empty((LAGS, size))
    for lag in range(1, LAGS + 1):
        z[lag - 1] = np.einsum("ij,ij->j", cards[:-lag], cards[lag:]) / unit / np.sqrt(count - lag)
        whole = float(z[lag - 1].sum() * np.sqrt(size - 1) / size)
        yield Found(f"serial correlation, lag {lag}", whole, _two_sided(whole), count - lag)
    row, place = np.unravel_index(int(np.argmax(np.abs(z))), z.shape)
    largest = float(z[row, place])
    where = f"position {place + 1}, lag {row + 1}"
    yield Found(
        "serial correlation, largest", largest, _of_many(_two_sided(largest), z.size), count - int(row) - 1, where
    )


def _two_sided(z: float) -> float:
    """The chance that a normal variable lies so far from 0."""
    return float(2 * stats.norm.sf(abs(z)))
