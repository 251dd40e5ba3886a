"""What a simulation found: the histogram over facts, its mean against the exact one, the seats' covariance, and how sessions went."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import lcm, sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablegames.analysis.chances import ChiSquare, chi_square
from tablegames.analysis.cluster import Counts
from tablegames.analysis.exact import Analysis, Figures
from tablegames.analysis.shared import Ending, SharedFigures, endings, figures_of, ranks_of, shared_wager, widened_nets
from tablegames.contract.facts import Facts
from tablegames.contract.strategy import Plan
from tablegames.core.law import Refused

Longs = NDArray[np.int64]


class Span(NamedTuple):
    """What a session is: its rounds, and the bankroll that it begins with, in the unit of the bets, if there is one."""

    rounds: int
    bankroll: Fraction | None = None


@dataclass(frozen=True)
class Sessions:
    """Sessions played to their end: how often each result came, in integers of ``1 / scale`` of the unit of the bets.

    ``results`` and ``drawdowns`` are the first seat's, ``tables`` those of all seats together, of which none stops; ``ruined`` had less left than the next round's wagers
    before the deal, and played no more.  A bankroll is asked for before the deal only: a raise is made on credit, so a ruined session can have lost
    more than it began with.
    """

    span: Span
    scale: int
    results: Mapping[int, int]
    drawdowns: Mapping[int, int]
    tables: Mapping[int, int]
    ruined: int

    @property
    def count(self) -> int:
        """All sessions."""
        return sum(self.results.values())

    @property
    def risk_of_ruin(self) -> Fraction:
        """The part of the sessions that was ruined."""
        return Fraction(self.ruined, self.count)

    @property
    def ahead(self) -> Fraction:
        """The part of the sessions that ended with a win."""
        return Fraction(sum(count for result, count in self.results.items() if result > 0), self.count)

    def quantile(self, of: Mapping[int, int], part: Fraction) -> Fraction:
        """The least result that at least this part of the sessions did not exceed."""
        reached = 0
        for value in sorted(of):
            reached += of[value]
            if reached >= part * self.count:
                return Fraction(value, self.scale)
        raise ValueError(f"{part} is no part of the sessions")


class Shift(NamedTuple):
    """The house's side of some rounds at a table, in the unit of the bets: the theoretical win, all that is wagered, and the win's variance."""

    rounds: int
    theoretical_win: Fraction
    handle: Fraction
    variance: Fraction

    def band(self, level: Fraction) -> tuple[float, float]:
        """Between what the win lies at this level, by the normal approximation."""
        half = NormalDist().inv_cdf(float(1 + level) / 2) * sqrt(self.variance)
        return float(self.theoretical_win) - half, float(self.theoretical_win) + half


@dataclass(frozen=True)
class Simulation:
    """Rounds simulated, beside the exact analysis of the same play.

    ``bets`` are per Ante (1) by default: ``ante`` stands for the whole main game, other wagers are added.  ``counts`` are the sums of all tasks.
    Where seats share a payout limit (``limited`` rounds), results are within it, but exact figures are those of a seat that wins alone: then there is no ``z``.
    A wager that the seats share among themselves comes to nothing for all of them together, round by round: it has no part in ``mean``, ``expected`` and
    ``z``, nor in a shift, which is the house's; it has its part in ``covariance`` and in ``sessions``.
    """

    exact: Analysis
    plan: Plan
    seed: int
    rounds: int
    seats: int
    bets: Mapping[str, Fraction]
    counts: Counts
    span: Span | None = None

    @cached_property
    def histograms(self) -> tuple[dict[Facts, int], ...]:
        """Each seat's facts, in deal order, with the number of rounds that came to them."""
        game = self.exact.game
        found: tuple[dict[Facts, int], ...] = tuple({} for _ in range(self.seats))
        for histogram, codes in zip(found, self._codes, strict=True):
            narrow: dict[int, int] = {}
            for code, count in codes.items():
                narrow[code % game.codes] = narrow.get(code % game.codes, 0) + count
            histogram.update((facts, narrow[facts.code]) for facts in game.facts if facts.code in narrow)
        return found

    @cached_property
    def observed(self) -> Analysis:
        """What was simulated as an analysis: the histogram of all seats, with every figure that the exact one has."""
        histogram: dict[Facts, int] = {}
        for seat in self.histograms:
            for facts, count in seat.items():
                histogram[facts] = histogram.get(facts, 0) + count
        method = f"{self.rounds} rounds of {self.seats} seats, simulated from seed {self.seed}"
        return replace(self.exact, histogram=histogram, method=method, detail=None)

    @cached_property
    def expected(self) -> Figures:
        """The exact figures of the bets against the house."""
        return self.exact.bets(self.bets)

    @cached_property
    def exact_variance(self) -> Fraction | None:
        """The exact variance of a seat's result; ``None`` where seats share a wager, whose endings are not counted exactly."""
        return None if self.shared and self.seats > 1 else self.expected.variance

    @cached_property
    def nets(self) -> tuple[Longs, int]:
        """What each code is worth with these bets, and the scale: integers of one part in so many of the unit."""
        return net_array(self.exact, self.bets, self.seats)

    @property
    def limited(self) -> int:
        """Rounds in which seats that won together reached the payout limit that they share."""
        return self.counts.get("limited", 0)

    @property
    def taken(self) -> Fraction:
        """What a limit that seats share takes from a seat and round on average, beside what it takes from a seat that wins alone."""
        taken = sum(self.counts.get(f"taken/{seat}", 0) for seat in range(self.seats))
        return Fraction(taken, self.rounds * self.seats * self.nets[1])

    @cached_property
    def shared(self) -> SharedFigures | None:
        """The wager that the seats share, if they bet one."""
        wager, game = shared_wager(self.exact.game, self.exact.rules), self.exact.game
        if wager not in self.bets:
            return None
        ranks, counts = ranks_of(game), dict[Ending, int]()
        first: dict[int, int] = {}
        for seat, codes in enumerate(self._codes):
            for code, count in codes.items():
                sharing, fact = divmod(code, game.codes)
                ending = Ending(sharing, returned=sharing > 0 and ranks[fact] == 0)
                counts[ending] = counts.get(ending, 0) + count
                if seat == 0:
                    first[sharing] = first.get(sharing, 0) + count
        return figures_of(wager, self.bets[wager], endings(game, self.exact.rules, wager, self.seats), counts, first)

    @cached_property
    def mean(self) -> Fraction:
        """The average result of a seat and round."""
        return Fraction(sum(self._sums), self.rounds * self.seats * self.nets[1])

    @cached_property
    def variance_of_mean(self) -> Fraction:
        """The square of the standard error: the sample variance of the rounds' totals, over rounds and seats squared."""
        if self.rounds == 1:
            return Fraction(0)
        square = sum(self._products.values()) + sum(
            self._products[one, other] for one, other in self._products if one < other
        )
        deviation = Fraction(square) - Fraction(sum(self._sums) ** 2, self.rounds)
        return deviation / (self.rounds - 1) / self.rounds / (self.seats * self.nets[1]) ** 2

    @cached_property
    def z(self) -> float | None:
        """How many standard errors the mean lies above the exact expected value; ``None`` where nothing varied, or where the exact value is of
        a seat alone and seats shared a limit.

        Roughly normal only where many rounds show every result that weighs in the variance: not with a jackpot that nobody won.
        """
        if not self.variance_of_mean or self.limited:
            return None
        return float(self.mean - self.expected.expected_value) / sqrt(self.variance_of_mean)

    def interval(self, level: Fraction) -> tuple[float, float] | None:
        """The confidence interval of the mean at a level between 0 and 1, by the normal approximation; ``None`` where nothing varied."""
        if not 0 < level < 1:
            raise Refused(f"a confidence level lies between 0 and 1, not at {level}")
        if not self.variance_of_mean:
            return None
        half = NormalDist().inv_cdf(float(1 + level) / 2) * sqrt(self.variance_of_mean)
        return float(self.mean) - half, float(self.mean) + half

    @cached_property
    def fit(self) -> ChiSquare | None:
        """Pearson's test of the first seat's facts against the exact chances; the seats of one round are not independent."""
        chances = {facts: Fraction(count, self.exact.deals) for facts, count in self.exact.histogram.items()}
        return chi_square(self.histograms[0], chances)

    def covariance(self, one: int, other: int) -> Fraction:
        """The covariance of two seats' results, counted from 0; of a seat with itself its variance: of these rounds (over n, not n - 1)."""
        first, second = sorted((one, other))
        unit = self.rounds * self.nets[1]
        return Fraction(self._products[first, second], unit * self.nets[1]) - Fraction(
            self._sums[one], unit
        ) * Fraction(self._sums[other], unit)

    @property
    def between_seats(self) -> Fraction:
        """The average covariance of two different seats' results; 0 where there is one seat."""
        pairs = [(one, other) for one in range(self.seats) for other in range(one)]
        return sum((self.covariance(*pair) for pair in pairs), Fraction(0)) / len(pairs) if pairs else Fraction(0)

    def shift(self, rounds: int) -> Shift:
        """What the house wins from this table in so many rounds: exact but for the seats' covariance and what a shared limit takes, which are as
        counted."""
        variance = self.seats * self.expected.variance + self._between_all
        return Shift(
            rounds,
            rounds * self.seats * (self.expected.house_edge + self.taken),
            rounds * self.seats * self.expected.average_wager,
            rounds * max(variance, Fraction(0)),
        )

    @cached_property
    def sessions(self) -> Sessions | None:
        """The sessions played to their end, if they were asked for."""
        if self.span is None:
            return None
        found: dict[str, dict[int, int]] = {"result": {}, "drawdown": {}, "table": {}}
        for name, count in self.counts.items():
            kind, _, value = name.partition("/")
            if kind in found:
                found[kind][int(value)] = count
        results, drawdowns, tables = found.values()
        return Sessions(self.span, self.nets[1], results, drawdowns, tables, self.counts.get("ruined", 0))

    @property
    def _between_all(self) -> Fraction:
        """The covariances of all pairs of different seats, each pair twice, without a wager that they share.

        Its part of the variances and of the covariances comes to nothing together: so it is taken out of both by leaving it out of the variances.
        """
        if not self.shared:
            return self.seats * (self.seats - 1) * self.between_seats
        every = sum((self.covariance(*pair) for pair in product(range(self.seats), repeat=2)), Fraction(0))
        alone = (replace(self.exact, histogram=seat).bets(self.bets).variance for seat in self.histograms)
        return every - sum(alone, Fraction(0))

    @cached_property
    def _codes(self) -> tuple[dict[int, int], ...]:
        """How often each seat came to each code, widened by the ending of a wager that the seats share."""
        found: tuple[dict[int, int], ...] = tuple({} for _ in range(self.seats))
        for name, count in self.counts.items():
            kind, *place = name.split("/")
            if kind == "fact":
                found[int(place[0])][int(place[1])] = count
        return found

    @cached_property
    def _sums(self) -> tuple[int, ...]:
        """Each seat's result over all rounds."""
        nets, _ = self.nets
        return tuple(
            sum(int(nets[code]) * count for code, count in seat.items()) - self.counts.get(f"taken/{number}", 0)
            for number, seat in enumerate(self._codes)
        )

    @cached_property
    def _products(self) -> dict[tuple[int, int], int]:
        """The sums over all rounds of the products of two seats' results, and of their squares."""
        nets, _ = self.nets
        squares = {
            (number, number): sum(int(nets[code]) ** 2 * count for code, count in seat.items())
            + self.counts.get(f"product/{number}/{number}", 0)
            for number, seat in enumerate(self._codes)
        }
        pairs = ((one, other) for other in range(self.seats) for one in range(other))
        return squares | {(one, other): self.counts.get(f"product/{one}/{other}", 0) for one, other in pairs}


def net_array(exact: Analysis, bets: Mapping[str, Fraction], seats: int = 1) -> tuple[Longs, int]:
    """The net of some bets by fact code, int64 (codes,), in integers of one part in the scale that stands beside it.

    Where they have a wager that ``seats`` seats share, the codes are widened by its endings (:func:`tablegames.kernels.tally.share`).  Facts that the
    play never comes to are worth nothing here; a net beyond 2^40 is refused.
    """
    weights = {
        **dict.fromkeys(exact.main_wagers, bets.get(exact.game.base, Fraction(0))),
        **{w: b for w, b in bets.items() if w not in exact.main_wagers},
    }
    nets = {
        facts.code: sum(
            (weights[wager] * priced.net for wager, priced in prices.items() if wager in weights), Fraction(0)
        )
        for facts, prices in exact.prices.items()
    }
    scale = lcm(*(net.denominator for net in nets.values()), 100 if exact.stakes else 1)
    whole = [int(nets.get(code, 0) * scale) for code in range(exact.game.codes)]
    wager = shared_wager(exact.game, exact.rules)
    if wager in bets:
        whole, scale = widened_nets(whole, scale, endings(exact.game, exact.rules, wager, seats), bets[wager])
    if any(abs(net) >= 1 << 40 for net in whole):
        raise Refused("the bets' results have too many digits to be simulated: use rounder bets or odds")
    return np.array(whole, np.int64), scale
