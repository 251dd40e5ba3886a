"""Which of many paytables: those whose figures lie within bounds, in an order, with the ones that no other outdoes.

Every comparison is of exact fractions, and a bound is within: a table of exactly 4 % answers 4 to 6 %.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from tablegames.core.law import Refused

if TYPE_CHECKING:  # the command line reads bounds without paying for the analysis
    from tablegames.analysis.sweep import Sweep, SweepRow

_NUMBER = r"-?[0-9]{1,12}(?:\.[0-9]{1,12}|/[1-9][0-9]{0,11})?"
_PERCENT = re.compile(r"[0-9]{1,2}(\.[0-9]{1,6})?")
_POSITIVE = re.compile(r"[0-9]{1,6}(\.[0-9]{1,4})?")
_BOUNDS = re.compile(rf"({_NUMBER})? ?%? ?\.\. ?({_NUMBER})? ?%?")


class Bounds(NamedTuple):
    """A least and a greatest value, each within; none where there is no bound."""

    low: Fraction | None = None
    high: Fraction | None = None

    def has(self, value: Fraction) -> bool:
        """Whether a value lies within."""
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    def has_root(self, square: Fraction) -> bool:
        """Whether the root of a value lies within; compared by squares, so that nothing is rounded."""
        above = self.low is None or self.low <= 0 or square >= self.low**2
        return above and (self.high is None or (self.high >= 0 and square <= self.high**2))

    def __str__(self) -> str:
        return f"{'' if self.low is None else self.low}..{'' if self.high is None else self.high}"


ANY = Bounds()
"""No bound."""


def parse_number(text: str, *, what: str) -> Fraction:
    """An exact number: ``12``, ``2.5`` or ``7/2``."""
    if not re.fullmatch(_NUMBER, text.strip()):
        raise Refused(f"{what}: {text!a} is not a number such as 12, 2.5 or 7/2")
    return Fraction(text.strip())


def parse_bounds(text: str, *, what: str) -> Bounds:
    """Bounds of the form ``4..6``, ``4..`` or ``..6``; a percent sign may follow a number.

    >>> parse_bounds("4..6%", what="edge"), parse_bounds("100..", what="top")
    (Bounds(low=Fraction(4, 1), high=Fraction(6, 1)), Bounds(low=Fraction(100, 1), high=None))
    """
    match = _BOUNDS.fullmatch(text.strip())
    if match is None or not (match[1] or match[2]):
        raise Refused(f"{what}: {text!a} is not of the form 4..6, 4.. or ..6")
    low, high = (Fraction(number) if number else None for number in match.groups())
    if low is not None and high is not None and low > high:
        raise Refused(f"{what}: {text!a} ends below its beginning")
    return Bounds(low, high)


def parse_hit_every(text: str, *, what: str) -> Fraction | None:
    """In how many hands at most there is a hit; none where nothing is asked."""
    if not text:
        return None
    hands = parse_number(text, what=what)
    if hands < 1:
        raise Refused(f"{what} is {hands}: a hit comes at most once in 1 hand")
    return hands


def parse_level(text: str) -> Fraction:
    """A confidence level in percent as a part of 1."""
    if not _PERCENT.fullmatch(text) or not Fraction(text):
        raise Refused(f"level {text!a} is no percentage above 0 and below 100, such as 95 or 99.9")
    return Fraction(text) / 100


def shift_rounds_of(hours: str, rounds_per_hour: str) -> int:
    """The rounds of a shift; 0 where none is asked about.

    >>> shift_rounds_of("8", "37.5")
    300
    """
    if bool(hours) != bool(rounds_per_hour):
        raise Refused("a shift needs both --hours and --rounds-per-hour")
    for name, text in (("hours", hours), ("rounds-per-hour", rounds_per_hour)):
        if text and (not _POSITIVE.fullmatch(text) or not Fraction(text)):
            raise Refused(f"{name} {text!a} is no number above 0, such as 40 or 7.5")
    return int(Fraction(hours) * Fraction(rounds_per_hour)) if hours else 0


class Front(StrEnum):
    """For whom a table is not outdone.

    A table outdoes another if it is no worse in three figures and better in one: it hits at least as often, its top prize is at
    least as high, and its house edge is at least as high for ``house``, or at least as low for ``player``.
    """

    HOUSE = "house"
    PLAYER = "player"


class Order(StrEnum):
    """The figure by which tables are ordered."""

    TABLE = "table"
    EDGE = "edge"
    HIT = "hit"
    DEVIATION = "deviation"
    RISK = "risk"
    TOP = "top"


_FIGURE: dict[Order, Callable[[SweepRow], Fraction]] = {
    Order.TABLE: lambda row: Fraction(row.number),
    Order.EDGE: lambda row: row.figures.house_edge,
    Order.HIT: lambda row: row.figures.hit,
    Order.DEVIATION: lambda row: row.figures.variance,  # orders as its root does
    Order.RISK: lambda row: row.figures.element_of_risk,
    Order.TOP: lambda row: row.top_prize,
}


@dataclass(frozen=True)
class Wanted:
    """What is asked of a sweep: bounds, an order, and the front that tables must stand on, if any.

    ``edge`` and ``risk`` in percent, ``deviation`` and ``top`` in units of the base wager; ``hit_every``: a hit at least once in so
    many hands.  Figures that are equal are ordered by the tables' numbers.
    """

    edge: Bounds = ANY
    risk: Bounds = ANY
    deviation: Bounds = ANY
    top: Bounds = ANY
    hit_every: Fraction | None = None
    front: Front | None = None
    order: Order = Order.EDGE
    descending: bool = False

    def within(self, row: SweepRow) -> bool:
        """Whether a table's figures lie within every bound."""
        figures = row.figures
        return (
            self.edge.has(100 * figures.house_edge)
            and self.risk.has(100 * figures.element_of_risk)
            and self.deviation.has_root(figures.variance)
            and self.top.has(row.top_prize)
            and (self.hit_every is None or figures.hit * self.hit_every >= 1)
        )


class Choice(NamedTuple):
    """A table that answers, and for whom none of the answers outdoes it."""

    row: SweepRow
    fronts: tuple[Front, ...]


def select(sweep: Sweep, wanted: Wanted) -> tuple[Choice, ...]:
    """The tables that answer, in their order; the fronts are those among the tables within the bounds."""
    rows = [row for row in sweep.rows if wanted.within(row)]
    fronts = {front: not_outdone(rows, front) for front in Front}
    choices = [
        Choice(row, tuple(front for front in Front if row.number in fronts[front]))
        for row in sorted(rows, key=_FIGURE[wanted.order], reverse=wanted.descending)
    ]
    return tuple(choice for choice in choices if wanted.front is None or wanted.front in choice.fronts)


def not_outdone(rows: Sequence[SweepRow], front: Front) -> frozenset[int]:
    """The numbers of the tables that no other outdoes; equal ones stand together.

    In the order of the edge, best first, only an earlier table can outdo a later one.  Of the earlier ones a staircase is kept: hit
    frequencies rising, top prizes falling.
    """
    sign = 1 if front is Front.HOUSE else -1

    def merit(row: SweepRow) -> tuple[Fraction, Fraction, Fraction]:
        return sign * row.figures.house_edge, row.figures.hit, row.top_prize

    best: set[tuple[Fraction, Fraction, Fraction]] = set()
    hits: list[Fraction] = []
    tops: list[Fraction] = []
    for edge, hit, top in sorted(set(map(merit, rows)), reverse=True):
        at = bisect_left(hits, hit)
        if at < len(hits) and tops[at] >= top:
            continue
        best.add((edge, hit, top))
        first = at
        while first and tops[first - 1] <= top:
            first -= 1
        last = at + (at < len(hits) and hits[at] == hit)
        hits[first:last], tops[first:last] = [hit], [top]
    return frozenset(row.number for row in rows if merit(row) in best)
