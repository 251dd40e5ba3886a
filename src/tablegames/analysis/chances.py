"""How likely what was counted is, against exact chances."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

FEWEST_IN_A_CELL = 5
"""The least expected count of a cell of a chi-square test; rarer outcomes are put together."""


class ChiSquare(NamedTuple):
    """Pearson's test: the statistic, its degrees of freedom, and its p-value, ``None`` where SciPy is not installed."""

    statistic: Fraction
    degrees: int
    p_value: float | None


def chi_square(observed: Mapping[Any, int], chances: Mapping[Any, Fraction]) -> ChiSquare | None:
    """Independent outcomes counted against their exact chances, which add up to 1.

    Outcomes expected less than five times are put together in one cell, joined by the next rarest where that too expects less.
    ``None`` where no two cells are left to compare.  An outcome without a chance raises ``ValueError``: it cannot be.

    >>> chi_square({"heads": 60, "tails": 40}, {"heads": Fraction(1, 2), "tails": Fraction(1, 2)}).statistic
    Fraction(4, 1)
    """
    if strange := [outcome for outcome, count in observed.items() if count and not chances.get(outcome)]:
        raise ValueError(f"{strange[0]!r} was counted and has no chance")
    trials = sum(observed.values())
    cells: list[tuple[int, Fraction]] = []
    count, expected = 0, Fraction(0)
    for outcome in sorted(chances, key=lambda one: chances[one]):
        if expected >= FEWEST_IN_A_CELL and trials * chances[outcome] >= FEWEST_IN_A_CELL:
            cells.append((count, expected))
            count, expected = 0, Fraction(0)
        count += observed.get(outcome, 0)
        expected += trials * chances[outcome]
    cells.append((count, expected))
    if len(cells) < 2:
        return None
    statistic = sum(((count - expected) ** 2 / expected for count, expected in cells), Fraction(0))
    return ChiSquare(statistic, len(cells) - 1, upper_tail(float(statistic), len(cells) - 1))


def upper_tail(statistic: float, degrees: int) -> float | None:
    """The chance that chi-square with so many degrees of freedom is at least this; ``None`` where SciPy is not installed."""
    try:
        from scipy.special import gammaincc
    except ImportError:
        return None
    return float(gammaincc(degrees / 2, statistic / 2))
