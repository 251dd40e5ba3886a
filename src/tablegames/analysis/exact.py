"""Exact analysis: the histogram over facts under the best play, and every figure that follows from it and the settlement.

All figures are fractions of integer counts.  Their bases: the main game's are per Ante, a side wager's per unit of itself,
the element of risk per unit wagered on average.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from importlib import import_module
from math import lcm
from typing import Any, NamedTuple

from tablegames.analysis.pricing import Price, check_meters, price, price_in_money, priced
from tablegames.analysis.solving import solver_of, strategy_of
from tablegames.contract.facts import Facts
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.contract.solver import Progress
from tablegames.contract.strategy import Plan
from tablegames.core.law import Source
from tablegames.core.money import Paytable
from tablegames.core.wagers import Bets
from tablegames.rounds.payouts import House

TIE_RULE = "where two actions have the same expected value, the larger wager is taken"
SHOWN_BY = "tablegames.report.notebook"
"""The module that shows an analysis in a notebook, imported when it is first asked."""


class Row(NamedTuple):
    """One row of a wager's return table: what decided it, in how many of ``of`` deals, what it pays, what it contributes.

    ``size`` is the wager's in units of its base (3 for a 3x Raise, 0 where it is not made); ``cites`` and ``source`` are
    its ledger lines'.
    """

    row: str
    deals: int
    of: int
    pays: str
    contribution: Fraction
    size: Fraction
    cites: tuple[str, ...]
    source: Source | None


class Figures(NamedTuple):
    """The exact figures of a wager, of the main game, or of a combination of bets, per its base."""

    expected_value: Fraction
    variance: Fraction
    average_wager: Fraction
    hit: Fraction
    push: Fraction
    loss: Fraction

    @property
    def house_edge(self) -> Fraction:
        """The house's part of the base wager."""
        return -self.expected_value

    @property
    def element_of_risk(self) -> Fraction:
        """The house's part of all that is wagered on average."""
        return -self.expected_value / self.average_wager


@dataclass(frozen=True)
class Analysis:
    """A game analysed under some rules: deals by facts, and all figures of them."""

    game: Game
    rules: Rules
    meters: Mapping[str, int]
    histogram: Mapping[Facts, int]
    """Facts to the number of equally likely deals, under the play analysed."""
    method: str
    detail: object
    """What the game's solver says of the decisions."""
    stakes: Bets = field(default_factory=dict)
    """Bets in cents, ``ante`` for the main game, for which payments are as the house makes them: rounded, and within its
    limit for a seat that wins alone.  Without them payments are by the odds, whatever the bets."""
    kept: dict[str, object] = field(init=False, default_factory=dict, repr=False, compare=False)
    """What others have found from it, kept so that it is found once."""

    @cached_property
    def deals(self) -> int:
        """All deals of the main game, player times dealer."""
        return sum(self.histogram.values())

    @cached_property
    def prices(self) -> dict[Facts, dict[str, Price]]:
        """Every wager's price at every fact that occurs."""
        if self.stakes:
            house = House(self.game, self.rules)
            return {facts: price_in_money(house, facts, self.stakes, self.meters) for facts in self.histogram}
        return {facts: price(self.game, self.rules, facts, self.meters) for facts in self.histogram}

    @cached_property
    def wagers(self) -> tuple[str, ...]:
        """The wagers analysed, in the game's order."""
        paid = {wager for prices in self.prices.values() for wager in prices}
        ids = [*(wager.id for wager in self.game.wagers), *(extra.id for extra in self.game.extras)]
        return tuple(each for each in ids if each in paid)

    @cached_property
    def main_wagers(self) -> tuple[str, ...]:
        """The wagers of the main game, in the game's order."""
        made = {wager for facts in self.histogram for wager in self.game.main_bets(facts, 1)}
        made |= {extra.id for extra in self.game.extras if extra.beside in made}
        return tuple(wager for wager in self.wagers if wager in made)

    @cached_property
    def main(self) -> Figures:
        """The main game, per Ante: all its wagers together."""
        return self.combination({wager: Fraction(1) for wager in self.main_wagers})

    def wager(self, wager: str) -> Figures:
        """One wager: of the main game per Ante, a side wager per unit of itself."""
        return self.combination({wager: Fraction(1)})

    def bets(self, bets: Mapping[str, Fraction]) -> Figures:
        """Some bets made together, in any unit: the base wager stands for the whole main game at that size."""
        main = dict.fromkeys(self.main_wagers, bets.get(self.game.base, Fraction(0)))
        return self.combination({**main, **{wager: size for wager, size in bets.items() if wager not in main}})

    @cached_property
    def in_money(self) -> Figures:
        """The stakes made together, in money."""
        return self.bets({wager: Fraction(cents, 100) for wager, cents in self.stakes.items()})

    def combination(self, weights: Mapping[str, Fraction]) -> Figures:
        """The sum of some wagers, each times its weight, with their exact covariances."""
        parts = lcm(*(weight.denominator for weight in weights.values()))
        scale = self._scale * parts
        whole = [(wager, int(weight * parts)) for wager, weight in weights.items()]
        total = square = size = hits = pushes = 0
        for count, nets, sizes in self._priced:
            net = sum(weight * nets.get(wager, 0) for wager, weight in whole)
            total += count * net
            square += count * net * net
            size += count * sum(weight * sizes.get(wager, 0) for wager, weight in whole)
            hits += count * (net > 0)
            pushes += count * (net == 0)
        mean = Fraction(total, self.deals * scale)
        chances = (Fraction(count, self.deals) for count in (hits, pushes, self.deals - hits - pushes))
        variance = Fraction(square, self.deals * scale * scale) - mean * mean
        return Figures(mean, variance, Fraction(size, self.deals * scale), *chances)

    def covariance(self, one: str, other: str) -> Fraction:
        """The exact covariance of two wagers, each on its base."""
        sums = [0, 0, 0]
        for count, nets, _ in self._priced:
            first, second = nets.get(one, 0), nets.get(other, 0)
            for place, term in enumerate((first * second, first, second)):
                sums[place] += count * term
        unit = self.deals * self._scale
        return Fraction(sums[0], unit * self._scale) - Fraction(sums[1], unit) * Fraction(sums[2], unit)

    def rows(self, wager: str) -> tuple[Row, ...]:
        """A wager's return table: each way it is decided, with its deals, what it pays and what it adds to the expected value."""
        listed = []
        for (name, pays), members in self.row_facts(wager).items():
            deals = sum(self.histogram[facts] for facts in members)
            made = {facts: self.prices[facts][wager] for facts in members if wager in self.prices[facts]}
            won = sum((found.net * self.histogram[facts] for facts, found in made.items()), Fraction(0))
            cites = tuple(dict.fromkeys(cite for found in made.values() for cite in found.line.cites))
            of_one = made.get(members[0])
            size, source = (of_one.size, of_one.line.source) if of_one else (Fraction(0), None)
            listed.append(Row(name, deals, self.deals, pays, won / self.deals, size, cites, source))
        of = next((each.deals for each in self.game.wagers if each.id == wager), 0) or self.deals
        factor = self.deals // of if self._divisible(of, (row.deals for row in listed)) else 1
        told = (row._replace(deals=row.deals // factor, of=row.of // factor) for row in listed)
        return tuple(sorted(told, key=lambda row: -(row.contribution / row.deals)))

    def row_facts(self, wager: str) -> dict[tuple[str, str], tuple[Facts, ...]]:
        """The facts behind each row of a wager's return table, by the row's name and what it pays."""
        groups: dict[tuple[str, str], list[Facts]] = {}
        sizes = {prices[wager].size for prices in self.prices.values() if wager in prices}
        unmade = []
        for facts in sorted(self.histogram, reverse=True):
            if wager in self.prices[facts]:
                line = self.prices[facts][wager].line
                by_decision = f"{self.game.decided(facts)}: " if len(sizes) > 1 else ""
                groups.setdefault((by_decision + line.row, line.pays), []).append(facts)
            else:
                unmade.append(facts)
        return {key: tuple(members) for key, members in groups.items()} | (
            {("not made", "-"): tuple(unmade)} if unmade else {}
        )

    def distribution(self, weights: Mapping[str, Fraction]) -> dict[Fraction, int]:
        """Every net result of some wagers, each times its weight, with its deals; from the least to the greatest."""
        found: dict[Fraction, int] = {}
        for facts, count in self.histogram.items():
            prices = self.prices[facts]
            net = sum((weight * prices[wager].net for wager, weight in weights.items() if wager in prices), Fraction(0))
            found[net] = found.get(net, 0) + count
        return dict(sorted(found.items()))

    @cached_property
    def decisions(self) -> dict[str, Fraction]:
        """How often each decision is the seat's last, largest wager first."""
        counts: dict[str, int] = {}
        for facts in sorted(self.histogram, reverse=True):
            name = self.game.decided(facts)
            counts[name] = counts.get(name, 0) + self.histogram[facts]
        return {name: Fraction(count, self.deals) for name, count in counts.items()}

    def paytables(self, wager: str) -> dict[str, Paytable]:
        """The paytables that pay a wager, by slot."""
        return {slot: table for slot, table in self.rules.paytables.items() if wager in table.form.wagers}

    def records(self) -> list[dict[str, Any]]:
        """Every wager's return table as plain rows, for any DataFrame library: counts and text exact, probabilities as floats.

        >>> from tablegames.games import game_named
        >>> analyze(game_named("high-card-flush")).records()[-1]["row"]
        'no straight flush'
        """
        return [
            {
                "game": self.game.id, "wager": wager, "row": row.row, "deals": row.deals, "of": row.of, "pays": row.pays,
                "size": float(row.size), "probability": row.deals / row.of, "contribution": float(row.contribution),
                "contribution_exact": str(row.contribution), "source": row.source.value if row.source else "",
            }
            for wager in self.wagers
            for row in self.rows(wager)
        ]  # fmt: skip

    def _repr_html_(self) -> str:
        """The analysis as a page, for a notebook."""
        page: str = import_module(SHOWN_BY).notebook_page(self)
        return page

    @cached_property
    def _scale(self) -> int:
        """A common denominator of all nets and sizes."""
        priced = [found for prices in self.prices.values() for found in prices.values()]
        return lcm(*(part.denominator for found in priced for part in (found.net, found.size)))

    @cached_property
    def _priced(self) -> list[tuple[int, dict[str, int], dict[str, int]]]:
        """Deals, nets and sizes at each fact, in integers of one part in ``_scale``."""
        return [
            (
                count,
                {wager: int(found.net * self._scale) for wager, found in self.prices[facts].items()},
                {wager: int(found.size * self._scale) for wager, found in self.prices[facts].items()},
            )
            for facts, count in self.histogram.items()
        ]

    def _divisible(self, of: int, counts: Iterable[int]) -> bool:
        """Whether deals can be told of a smaller number of equally likely ones."""
        factor, rest = divmod(self.deals, of)
        return rest == 0 and all(count % factor == 0 for count in counts)


def in_money(analysis: Analysis, bets: Bets, *, progress: Progress | None = None) -> Analysis:
    """The analysis of some bets in cents, ``ante`` for the main game, as the house pays them and played the best way for them.

    ``analysis``: by the odds; its play is taken where nothing at these bets can change it.

    >>> from tablegames.games import game_named
    >>> in_money(analyze(game_named("saigon-5-card")), {"ante": 500}).in_money.expected_value
    Fraction(-23749189, 254336082)
    """
    game, rules = analysis.game, analysis.rules
    if game.base not in bets or (len(bets) == 1 and not House(game, rules).changes(bets, analysis.meters)):
        return replace(analysis, stakes=bets)
    return analyze(game, rules, meters=analysis.meters, stakes=bets, progress=progress)


def analyze(
    game: Game,
    rules: Rules | None = None,
    *,
    meters: Mapping[str, int] | None = None,
    stakes: Bets | None = None,
    plan: Plan | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """The exact analysis of a game under the best play, or under a plan.

    ``meters``: cents on each meter, for wagers that pay a share of one; the house's seed where it is not given.  ``progress``: told the part done, up to 1.
    The best play is that of the main game by its odds; side wagers are then analysed under it.  With ``stakes``, bets in
    cents (``ante`` for the main game), it is the best play for these bets as the house pays them: rounded, and within its limit.

    >>> from tablegames.games import game_named
    >>> analyze(game_named("saigon-5-card")).main.expected_value
    Fraction(-23749189, 1271680410)
    """
    rules = game.default_rules() if rules is None else rules
    meters = {**{wager: plan.seed for wager, plan in rules.meter_plans.items()}, **(meters or {})}
    check_meters(game, rules, meters)
    asked = priced(game, rules, bets=stakes, meters=meters)
    if plan:
        optimum = strategy_of(game).optimum(asked, plan, progress)
    else:
        optimum = solver_of(game).optimum(asked, progress=progress)
    of_code = {facts.code: facts for facts in game.facts}
    histogram = {of_code[code]: count for code, count in sorted(optimum.counts.items())}
    return Analysis(game, rules, meters, histogram, optimum.method, optimum.detail, stakes or {})
