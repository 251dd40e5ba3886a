"""What chance does to counts, for tests with a fixed seed: none of them can flicker."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

LEAST_EXPECTED = 10


def surprise(counts: NDArray[np.int64], weights: NDArray[np.int64]) -> float:
    """How many standard deviations chi-square is from its mean; cells expected less than ten times count as one.

    What cannot happen must not: a count where the weight is 0 is an infinite surprise.
    """
    if counts[weights == 0].any():
        return math.inf
    expected = weights / weights.sum() * counts.sum()
    often = expected >= LEAST_EXPECTED
    cells = [(counts[often], expected[often]), (counts[~often].sum(), expected[~often].sum())]
    square = sum(float(((found - wanted) ** 2 / wanted).sum()) for found, wanted in cells if wanted.sum() > 0)
    freedom = int(often.sum()) - int(expected[~often].sum() == 0)
    return abs(square - freedom) / math.sqrt(2 * freedom)
