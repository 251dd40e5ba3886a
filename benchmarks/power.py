"""What the statistics see: the smallest bias that each test finds half the time, and nine times in ten, as the manual prints it.

    python -m benchmarks.power shuffle      # the tests of `rng test` on 20,000 decks: some 20 minutes
    python -m benchmarks.power alarms       # how often fair decks fail them: some 10 minutes
    python -m benchmarks.power facts        # the chi-square and the z of `simulate`: a minute

All seeds are fixed, so that a second run prints the same.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, stats

from benchmarks.measure import progress
from tablegames.analysis import rng
from tablegames.analysis.chances import chi_square, pooled
from tablegames.analysis.exact import Analysis
from tablegames.analysis.outcomes import outcomes
from tablegames.analysis.simulate import exact_play
from tablegames.core.cards import STANDARD_DECK
from tablegames.games import GAMES, game_named
from tablegames.games.high_card_flush.facts import Outcome

DECKS, SIZE = 20_000, 52
TESTS = 16
LEVEL = 0.01
POWERS = (0.5, 0.9)
TRIALS = 100
CLOSE = 1.01
"""How near a threshold is found: within 1 %."""
Decks = rng.Decks
Rows = NDArray[np.intp]
Bools = NDArray[np.bool_]
HCF = game_named("high-card-flush")


# --- biases of a shuffle ----------------------------------------------------------------------------------------------


class Bias(NamedTuple):
    """Something that is wrong with a share of the decks, and the test of `rng test` that is made for it.

    ``faulty``: given fair decks, the rows that are to be wrong and a seed, the decks with the fault.  ``means``: what a share comes to.
    """

    test: str
    says: str
    p_value: Callable[[Decks], float]
    faulty: Callable[[Decks, Rows, int], Decks]
    means: Callable[[float], str] = lambda share: ""


def fair(seed: Sequence[int], decks: int = DECKS, size: int = SIZE) -> Decks:
    """Fair decks, uint8 (decks, size)."""
    cards = np.tile(np.arange(size, dtype=np.uint8), (decks, 1))
    return np.random.default_rng(seed).permuted(cards, axis=1)


def biases() -> list[Bias]:
    """One for each test of `rng test`, the five lags of the serial correlation being one."""
    lost = _facts("outcome", [Outcome.LOSE])
    return [
        Bias("positions, chi-square", "the deck is not shuffled", of_table(rng.positions), _unshuffled),
        Bias(
            "positions, largest deviation", "the ace of spades is put third", of_table(rng.largest_deviation), _ace_third,
            lambda share: f"{DECKS * (share + (1 - share) / SIZE):.0f} times, {DECKS / SIZE:.1f} expected",
        ),
        Bias(
            "suits by position, chi-square", "a spade is put first", of_table(rng.suits_by_position), _spade_first,
            lambda share: f"a spade in {25 + 75 * share:.1f} %, not 25 %",
        ),
        Bias("pairs, chi-square", "the deck is cut, and not shuffled", lambda decks: rng.pairs(decks).p_value, _cut),
        _first_three("suits", rng.suit_pattern, "the suits of the first three cards, as numbers, are even together", _even),
        _first_three("ranks", rng.rank_pattern, "the first three cards fall in rank", _falling),
        _first_deal("flush", "the first seven cards have a flush of five or more", _facts("flush", [5, 6, 7])),
        _first_deal("straight_flush", "they have a straight flush of three or more", _facts("straight_flush", range(3, 8))),
        _first_deal("outcome", "they lose to the next seven", lost),
        Bias(
            "order, Kolmogorov-Smirnov", "the first card is a 2 to 7", lambda decks: rng.order(decks).p_value,
            _low.faulty, _low.means,
        ),
        Bias("serial correlation, lag 1", "the deck is the one before again", _serial("lag 1"), _as_before),
        Bias(
            "serial correlation, largest", "the first card is that of the deck before", _serial("largest"), _first_as_before,
            lambda share: f"{100 * (share + (1 - share) / SIZE):.1f} %, not {100 / SIZE:.1f} %",
        ),
    ]  # fmt: skip


def of_table(test: Callable[[rng.Longs], rng.Found]) -> Callable[[Decks], float]:
    """The p-value of a test that takes how often each card came to each place."""
    return lambda decks: test(rng.at_places(decks)).p_value


def _serial(which: str) -> Callable[[Decks], float]:
    return lambda decks: next(found.p_value for found in rng.serial(decks) if found.test.endswith(which))


def _unshuffled(decks: Decks, rows: Rows, seed: int) -> Decks:
    biased = decks.copy()
    biased[rows] = np.arange(SIZE)
    return biased


def _ace_third(decks: Decks, rows: Rows, seed: int) -> Decks:
    return moved(decks, rows, np.full(len(rows), SIZE - 1, np.uint8), 2)


def _spade_first(decks: Decks, rows: Rows, seed: int) -> Decks:
    spades = np.random.default_rng(seed).integers(13, size=len(decks))[: len(rows)] * 4 + 3
    return moved(decks, rows, spades.astype(np.uint8), 0)


def _cut(decks: Decks, rows: Rows, seed: int) -> Decks:
    biased, cuts = decks.copy(), np.random.default_rng(seed).integers(SIZE, size=len(decks))[: len(rows)]
    biased[rows] = (np.arange(SIZE) + cuts[:, None]) % SIZE
    return biased


def _as_before(decks: Decks, rows: Rows, seed: int) -> Decks:
    return decks[before(len(decks), rows)]


def _first_as_before(decks: Decks, rows: Rows, seed: int) -> Decks:
    return moved(decks, rows, decks[before(len(decks), rows), 0][rows], 0)


def moved(decks: Decks, rows: Rows, cards: Decks, place: int) -> Decks:
    """Decks in which, in some rows, a card has changed places with the one at a place."""
    biased = decks.copy()
    now = np.argmax(decks[rows] == cards[:, None], axis=1)
    biased[rows, now], biased[rows, place] = decks[rows, place], cards
    return biased


def before(count: int, rows: Rows) -> Rows:
    """For each of so many decks the deck that it is a copy of: where it is in ``rows``, what the one before it is."""
    own = np.arange(count)
    own[rows] = 0
    copied: Rows = np.maximum.accumulate(own)
    return copied


class Favoured(NamedTuple):
    """Decks of some kind that come too often: the wrong decks are fair ones of that kind; ``chance`` is its exact chance."""

    chance: float
    has: Callable[[Decks], Bools]

    def faulty(self, decks: Decks, rows: Rows, seed: int) -> Decks:
        """Decks of the kind in some rows."""
        pool, biased, times = decks[:0], decks.copy(), 0
        while len(pool) < len(rows):
            more = fair((seed, times))
            pool, times = np.concatenate([pool, more[self.has(more)]]), times + 1
        biased[rows] = pool[: len(rows)]
        return biased

    def means(self, share: float) -> str:
        """How much more often such decks come, against the others."""
        return f"{1 + share / (self.chance * (1 - share)):.2f} times as often"


def of_three(has: Callable[[Decks], Bools]) -> Favoured:
    """What the first three cards decide, with its chance from every three cards of the deck."""
    three = np.indices((SIZE, SIZE, SIZE)).reshape(3, -1).T
    different = (three[:, 0] != three[:, 1]) & (three[:, 1] != three[:, 2]) & (three[:, 0] != three[:, 2])
    return Favoured(float(has(three[different].astype(np.uint8)).mean()), has)


def _falls(decks: Decks) -> Bools:
    ranks = decks[:, :3] >> 2
    falls: Bools = (ranks[:, 0] > ranks[:, 1]) & (ranks[:, 1] > ranks[:, 2])
    return falls


_even = of_three(lambda decks: (decks[:, :3] & 3).sum(axis=1) % 2 == 0)
_falling = of_three(_falls)
_low = of_three(lambda decks: decks[:, 0] < 24)


def _first_three(
    what: str, pattern: Callable[[rng.Longs, rng.Longs, rng.Longs], rng.Longs], says: str, favoured: Favoured
) -> Bias:
    def p_value(decks: Decks) -> float:
        return next(rng.three_cards(decks, what, pattern)).p_value

    return Bias(f"{what} of the first three, chi-square", says, p_value, favoured.faulty, favoured.means)


@cache
def _chances(part: str) -> dict[Any, Fraction]:
    """The exact chances of a part of High Card Flush's facts."""
    return dict(next(each for each in outcomes(HCF, HCF.default_rules(), {}) if each.part == part).chances)


@cache
def _values(part: str) -> NDArray[np.int64]:
    """A part of High Card Flush's facts by their code."""
    values = np.zeros(HCF.codes, np.int64)
    for facts in HCF.facts:
        values[facts.code] = getattr(facts, part)
    return values


def _facts(part: str, values: Iterable[int]) -> Favoured:
    """What the first deal of High Card Flush comes to."""
    wanted = list(values)
    chance = sum((chance for value, chance in _chances(part).items() if value in wanted), Fraction(0))
    return Favoured(float(chance), lambda decks: np.isin(_values(part)[rng.first_codes(decks, HCF)], wanted))


def _first_deal(part: str, says: str, favoured: Favoured) -> Bias:
    def p_value(decks: Decks) -> float:
        found = np.bincount(_values(part)[rng.first_codes(decks, HCF)])
        fit = chi_square(
            {value: int(count) for value, count in enumerate(found) if count},
            _chances(part),
            fewest=rng.FEWEST_IN_A_TAIL,
        )
        assert fit is not None
        assert fit.p_value is not None
        return fit.p_value

    name = f"first deal, {part.replace('_', ' ')}, chi-square"
    return Bias(name, says, p_value, favoured.faulty, favoured.means)


# --- what the tests of a shuffle see ----------------------------------------------------------------------------------


class Trial:
    """20,000 fair decks, of which a bias may spoil any share: a larger share spoils the same decks and more."""

    def __init__(self, bias: Bias, number: int) -> None:
        self.bias, self.seed = bias, number
        self.decks = fair((number,))
        self.order: Rows = np.random.default_rng((number, 1)).permutation(DECKS)

    def found(self, share: float) -> bool:
        """Whether the test fails with so many decks spoilt, at 99 % corrected for the number of tests."""
        spoilt = self.bias.faulty(self.decks, self.order[: round(share * DECKS)], self.seed)
        return self.bias.p_value(spoilt) < LEVEL / TESTS

    def threshold(self, guess: float) -> float:
        """The share from which the bias is found."""
        low = high = guess
        while high < 1 and not self.found(high):
            low, high = high, min(1.0, high * 1.3)
        while low == high or self.found(low):
            low, high = low / 1.3, low if low < high else high
            if low * DECKS < 1:
                return low
        while high > low * CLOSE:
            middle = sqrt(low * high)
            low, high = (low, middle) if self.found(middle) else (middle, high)
        return high


def shares(bias: Bias, trials: int = TRIALS) -> list[float]:
    """The shares of wrong decks that are found with each of the powers."""
    guess, found = 0.02, []
    for number in range(trials):
        guess = Trial(bias, number).threshold(guess)
        found.append(guess)
    return [float(np.quantile(found, power)) for power in POWERS]


def shuffle() -> Iterator[str]:
    """The table of the tests of `rng test`."""
    yield "| test | what is wrong with a share of the decks | seen half the time | seen nine times in ten |"
    yield "|---|---|---|---|"
    for bias in biases():
        progress(bias.test)
        cells = (percent(share) + (f": {bias.means(share)}" if bias.means(share) else "") for share in shares(bias))
        yield f"| {bias.test} | {bias.says} | {' | '.join(cells)} |"


def percent(part: float) -> str:
    """A part as a percentage of two digits.

    >>> percent(0.002), percent(0.0017), percent(1.7)
    ('0.20 %', '0.17 %', '170 %')
    """
    return f"{100 * part:.0f} %" if part >= 0.1 else f"{100 * part:#.2g} %"


def alarms(seeds: int = 400) -> Iterator[str]:
    """How often fair decks fail, at each level and by each test at 99 %."""
    yield "| game | decks | seeds | at 95 % | at 99 % |"
    yield "|---|---|---|---|---|"
    for game in (HCF, game_named("saigon-5-card")):
        failed = np.zeros(2, np.int64)
        for seed in range(seeds):
            found = rng.judge(fair((seed, 2), DECKS, len(game.deck)), game)
            failed += [not all(test.passes[level] for test in found) for level in range(2)]
            if seed % 100 == 99:
                progress(f"{game.id}: {seed + 1} seeds, {failed[0]} and {failed[1]} fail")
            for test in found:
                if not test.passes[1]:
                    progress(f"seed {seed}: {test.test}, p = {test.p_value:.2g}")
        yield (
            f"| {game.name} | {DECKS:,} | {seeds:,} | "
            + " | ".join(f"{100 * count / seeds:.1f} %" for count in failed)
            + " |"
        )


# --- what the statistics of a simulation see --------------------------------------------------------------------------

ROUNDS = (10**6, 10**7, 10**8)
DRAWS = 2000
FLUSH_CELLS = 57
"""The cells of the second table: as many as High Card Flush has in ten million rounds."""
CHANCES = (Fraction(1, 10), Fraction(1, 100), Fraction(1, 1000), Fraction(1, 10**4), Fraction(1, 10**5))


def noncentrality(degrees: int, power: float) -> float:
    """How far from the exact chances counts must be, n times the sum of (q - p)^2 / p, to be found at 1 % with a power."""
    bound = stats.chi2.isf(LEVEL, degrees)
    return float(optimize.brentq(lambda far: stats.ncx2.sf(bound, degrees, far) - power, 1e-6, 1e5))


class Seen(NamedTuple):
    """What the chi-square over the facts of a game sees in so many rounds, where a share of the losing rounds is won instead."""

    exact: Analysis
    rounds: int

    @property
    def cells(self) -> list[list[Any]]:
        """The facts as they are pooled."""
        return pooled(self._chances, self.rounds)

    @property
    def _chances(self) -> dict[Any, Fraction]:
        return {facts: Fraction(count, self.exact.deals) for facts, count in self.exact.histogram.items()}

    def _shifts(self) -> dict[Any, Fraction]:
        """What each fact's chance changes by, for a share of 1: lost rounds are spread over the won ones as these are."""
        net = {facts: sum(self.exact.prices[facts][wager].net for wager in self.exact.main_wagers if wager in self.exact.prices[facts])
               for facts in self.exact.histogram}  # fmt: skip
        lost, won = (sum((p for f, p in self._chances.items() if net[f] * sign > 0), Fraction(0)) for sign in (-1, 1))
        return {
            facts: -p if net[facts] < 0 else p * lost / won if net[facts] > 0 else Fraction(0)
            for facts, p in self._chances.items()
        }

    def share(self, power: float) -> float:
        """The share of the losing rounds."""
        shifts, chances = self._shifts(), self._chances
        far = Fraction(0)
        for cell in self.cells:
            far += sum((shifts[facts] for facts in cell), Fraction(0)) ** 2 / sum(chances[facts] for facts in cell)
        return sqrt(noncentrality(len(self.cells) - 1, power) / (self.rounds * far))

    def edge(self, power: float) -> float:
        """What that share takes off the house edge, per Ante."""
        prices, wagers = self.exact.prices, self.exact.main_wagers
        worth = sum(
            shift * sum(prices[facts][wager].net for wager in wagers if wager in prices[facts])
            for facts, shift in self._shifts().items()
        )
        return self.share(power) * float(worth)

    def edge_by_z(self, power: float) -> float:
        """The change of the edge that the mean's z finds, at the same level of two sides."""
        normal = NormalDist()
        return (normal.inv_cdf(1 - LEVEL / 2) + normal.inv_cdf(power)) * sqrt(self.exact.main.variance / self.rounds)

    def simulated(self, share: float) -> float:
        """How often the chi-square finds a share, drawn at random; with a share of 0 how often it finds what is not there."""
        shifts, chances = self._shifts(), self._chances
        exact = np.array([float(sum(chances[facts] for facts in cell)) for cell in self.cells])
        change = np.array([float(sum(shifts[facts] for facts in cell)) for cell in self.cells])
        return found(self.rounds, exact, exact + share * change)

    def row(self) -> str:
        """The row of the table."""
        checked = " and ".join(f"{100 * self.simulated(self.share(power)):.0f} %" for power in POWERS)
        edges = [percent(of(power)) for of in (self.edge, self.edge_by_z) for power in POWERS]
        cells = (
            self.exact.game.name, f"{self.rounds:,}", str(len(self.exact.histogram)), str(len(self.cells)), *edges[:2], checked,
            f"{100 * self.simulated(0):.1f} %", *edges[2:],
        )  # fmt: skip
        return f"| {' | '.join(cells)} |"


def found(rounds: int, chances: NDArray[np.float64], biased: NDArray[np.float64]) -> float:
    """How often Pearson's test at 1 % finds that cells have other chances."""
    source = np.random.default_rng((rounds, len(chances)))
    drawn = source.multinomial(rounds, biased / biased.sum(), size=DRAWS)
    square = ((drawn - rounds * chances) ** 2 / (rounds * chances)).sum(axis=1)
    return float((stats.chi2.sf(square, len(chances) - 1) < LEVEL).mean())


def facts() -> Iterator[str]:
    """The tables of `simulate`: what its chi-square sees of the edge and of one fact's chance."""
    games = [exact_play(game, game.default_rules(), {}) for game in GAMES]
    yield "| game | rounds | facts | cells | edge, by chi-square, half the time | nine times in ten | simulated | false alarms | edge, by z, half the time | nine times in ten |"
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for exact in games:
        for rounds in ROUNDS:
            progress(f"{exact.game.name}, {rounds} rounds")
            yield Seen(exact, rounds).row()
    yield ""
    yield "| a fact's chance | " + " | ".join(f"{rounds:,} rounds" for rounds in ROUNDS) + " |"
    yield "|---|" + "---|" * len(ROUNDS)
    for chance in CHANCES:
        yield fact_row(chance)


def fact_row(chance: Fraction) -> str:
    """What change of one fact's chance is seen, among as many cells as High Card Flush has at ten million rounds."""
    cells = []
    for rounds in ROUNDS:
        changes, powers = [], []
        for power in POWERS:
            change = sqrt(noncentrality(FLUSH_CELLS - 1, power) * float(1 - chance) / (rounds * float(chance)))
            others = float(1 - chance) / (FLUSH_CELLS - 1)
            exact = np.array([float(chance), *[others] * (FLUSH_CELLS - 1)])
            part = float(chance) * (1 + change)
            biased = np.array([part, *[(1 - part) / (FLUSH_CELLS - 1)] * (FLUSH_CELLS - 1)])
            changes.append(percent(change))
            powers.append(f"{100 * found(rounds, exact, biased):.0f} %")
        cells.append(f"{' and '.join(changes)} ({' and '.join(powers)})")
    return f"| 1 in {1 / chance} | {' | '.join(cells)} |"


TABLES: dict[str, Callable[[], Iterator[str]]] = {"shuffle": shuffle, "alarms": alarms, "facts": facts}


def main() -> None:
    """The table that is asked for, on standard output."""
    assert len(STANDARD_DECK) == SIZE
    wanted = sys.argv[1:]
    if not wanted or not set(wanted) <= set(TABLES):
        raise SystemExit(f"usage: python -m benchmarks.power {'|'.join(TABLES)}")
    for name in wanted:
        for line in TABLES[name]():
            print(line, flush=True)


if __name__ == "__main__":
    main()
