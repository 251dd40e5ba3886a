"""A wager with a meter: what it is worth as the meter grows, and what the house holds of it in the long run.

The award of every row is an amount, odds, or a share of the meter, so the expected value of one wager is linear in the
meter:

    E(M) = a + b M,     b = sum over rows of probability x share,     all in money.

The wager breaks even at M = -a / b.  For the long run let S be the wager, i and r the parts of it that go to the meter
and to a reserve, R the seed, and p the probability of the rows that pay the whole meter.  Assumptions: the meter grows
by i S before each wager is decided; a row that pays the whole meter resets it to R; a row that pays a part leaves the
rest standing; one seat plays at a time; hands are independent.  Then the average meter m at which a wager is decided
satisfies m = i S + (1 - b) m + p R, so

    m = (i S + p R) / b,

which is also the average meter when it is hit, since hands do not know the meter.  The player's long-run expected value
is E(m), and the house's hold -E(m): every payment from the meter was put there by wagers or by seeds.  The reserve
takes r S and pays p R for seeds each wager; where it takes less, the house adds the difference.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from tablegames.analysis.exact import Analysis, analyze
from tablegames.analysis.pricing import UNIT
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.law import Refused
from tablegames.core.money import MeterShare, Paytable
from tablegames.core.wagers import MeterPlan


@dataclass(frozen=True)
class LongRun:
    """The long run of a meter fed by a plan; money in cents."""

    plan: MeterPlan
    stake: int
    average_meter: Fraction
    """The average meter when a wager is decided, and when it is hit."""
    expected_value: Fraction
    """The player's, per wager, over the long run."""
    seeds: Fraction
    """What seeds cost per wager."""
    reserve_gain: Fraction
    """What the reserve takes more than it pays, per wager; less than nothing if it does not pay for the seeds."""

    @property
    def hold(self) -> Fraction:
        """The part of the wagers that the house keeps in the long run, all it pays and all it puts on the meter taken
        off."""
        return -self.expected_value / self.stake

    @property
    def hold_beside_reserve(self) -> Fraction:
        """The same without what stays in the reserve."""
        return self.hold - self.reserve_gain / self.stake


@dataclass(frozen=True)
class Progressive:
    """A wager's expected value as a linear function of its meter; money in cents."""

    game: Game
    rules: Rules
    table: Paytable
    stake: int
    intercept: Fraction
    """The expected value of one wager at an empty meter."""
    slope: Fraction
    """What each cent on the meter adds."""
    whole: Fraction
    """The probability of the rows that pay the whole meter."""

    def expected_value(self, meter: int | Fraction) -> Fraction:
        """The expected value of one wager at a meter, in cents."""
        return self.intercept + self.slope * meter

    def returned(self, meter: int | Fraction) -> Fraction:
        """The part of the wager that comes back on average at a meter."""
        return 1 + self.expected_value(meter) / self.stake

    @property
    def break_even(self) -> Fraction:
        """The meter at which the wager is fair; the player has the better of it above."""
        return -self.intercept / self.slope

    def long_run(self, plan: MeterPlan) -> LongRun:
        """What a plan leads to; refused where its rates are no parts of a wager."""
        if plan.seed < 0 or min(plan.increment, plan.reserve) < 0 or plan.increment + plan.reserve > 1:
            raise Refused("the seed is not negative, and increment and reserve are together 0 % to 100 % of the wager")
        seeds = self.whole * plan.seed
        average = (plan.increment * self.stake + seeds) / self.slope
        reserve_gain = plan.reserve * self.stake - seeds
        return LongRun(plan, self.stake, average, self.expected_value(average), seeds, reserve_gain)


def progressive(
    game: Game, rules: Rules, wager: str = "", *, progress: Callable[[float], None] | None = None
) -> Progressive:
    """A game's wager with a meter, its only one if none is named.

    Raises :class:`~tablegames.core.law.Refused` where the game has no meter, no paytable is chosen or the table pays no
    share of one.

    >>> from tablegames.games import game_named
    >>> game = game_named("high-card-flush")
    >>> rules = game.with_choices(game.default_rules(), paytables={"progressive": "one-dollar"}, readings={})
    >>> found = progressive(game, rules)
    >>> found.slope, round(found.break_even)
    (Fraction(2, 363545), 6211026)
    """
    wager = wager or next(iter(game.meters), "")
    if wager not in game.meters:
        named = f"no meter {wager!a}; it has {', '.join(game.meters)}" if game.meters else "no wager with a meter"
        raise Refused(f"{game.name} has {named}")
    game.check_offered(rules, wager)
    slots = [form.slot for form in game.forms if wager in form.wagers and form.progressive]
    table = rules.table(slots[0])
    if not any(isinstance(award, MeterShare) for award in table.rows.values()):
        raise Refused(f"{table} pays no share of a meter: its expected value is in `analyze`")
    stake = table.stake or UNIT
    analysis = analyze(game, rules, meters={wager: 0}, progress=progress)
    intercept = analysis.wager(wager).expected_value * stake
    slope = replace(analysis, meters={wager: UNIT}).wager(wager).expected_value * stake - intercept
    return Progressive(game, rules, table, stake, intercept, slope / UNIT, _whole(analysis, wager, table))


def _whole(analysis: Analysis, wager: str, table: Paytable) -> Fraction:
    """The probability of the rows that pay the whole meter."""
    rows = {row for row, award in table.rows.items() if award == MeterShare(Fraction(1))}
    deals = sum(count for facts, count in analysis.histogram.items() if analysis.prices[facts][wager].line.row in rows)
    return Fraction(deals, analysis.deals)
