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


def chi_square(
    observed: Mapping[Any, int], chances: Mapping[Any, Fraction], *, fewest: int = FEWEST_IN_A_CELL
) -> ChiSquare | None:
    """Independent outcomes counted against their exact chances, which add up to 1.

    Outcomes expected less than ``fewest`` times are put together in one cell, joined by the next rarest where that too expects less.
    ``None`` where no two cells are left to compare.  An outcome without a chance raises ``ValueError``: it cannot be.

    >>> chi_square({"heads": 60, "tails": 40}, {"heads": Fraction(1, 2), "tails": Fraction(1, 2)}).statistic
    Fraction(4, 1)
    """
    if strange := [outcome for outcome, count in observed.items() if count and not chances.get(outcome)]:
        raise ValueError(f"{strange[0]!r} was counted and has no chance")
    trials = sum(observed.values())
    cells = [
        (
            sum(observed.get(outcome, 0) for outcome in cell),
            trials * sum((chances[outcome] for outcome in cell), Fraction(0)),
        )
        for cell in pooled(chances, trials, fewest=fewest)
    ]
    if len(cells) < 2:
        return None
    statistic = sum(((count - expected) ** 2 / expected for count, expected in cells), Fraction(0))
    return ChiSquare(statistic, len(cells) - 1, upper_tail(float(statistic), len(cells) - 1))


def pooled(chances: Mapping[Any, Fraction], trials: int, *, fewest: int = FEWEST_IN_A_CELL) -> list[list[Any]]:
    """The cells in which outcomes are compared, the rarest first: each is expected at least so many times, but where there is only one.

    >>> pooled({"common": Fraction(97, 100), "rare": Fraction(2, 100), "rarest": Fraction(1, 100)}, 200)
    [['rarest', 'rare'], ['common']]
    """
    cells: list[list[Any]] = [[]]
    expected = Fraction(0)
    for outcome in sorted(chances, key=lambda one: chances[one]):
        if expected >= fewest and trials * chances[outcome] >= fewest:
            cells.append([])
            expected = Fraction(0)
        cells[-1].append(outcome)
        expected += trials * chances[outcome]
    return cells


def upper_tail(statistic: float, degrees: int) -> float | None:
    """The chance that chi-square with so many degrees of freedom is at least this; ``None`` where SciPy is not installed."""
    try:
        from scipy.special import gammaincc
    except ImportError:
        return None
    return float(gammaincc(degrees / 2, statistic / 2))
