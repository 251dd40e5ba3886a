"""The columns of an export that tell what each choice is worth."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

Column = Sequence[str] | NDArray[Any]


def columns_of_actions(
    names: Sequence[str], totals: NDArray[np.int64], allowed: NDArray[np.bool_], *, futures: int, unit: Fraction
) -> dict[str, Column]:
    """A column of numerators for each action, their denominator, and the best action; of equal ones the first that is
    named.

    ``totals`` and ``allowed`` (actions, n) are payoffs summed over ``futures``, of which one is worth ``unit`` per
    Ante, and whether an action may be taken; name the actions from the largest wager down.
    """
    # an action never allowed may hold anything: it is kept out of the comparison
    best = np.where(allowed, totals, np.iinfo(np.int64).min).argmax(axis=0)
    columns: dict[str, Column] = {
        name: np.ma.masked_array(total * unit.numerator, mask=~may)
        for name, total, may in zip(names, totals, allowed, strict=True)
    }
    size = totals.shape[1]
    return {
        **columns,
        "denominator": np.full(size, futures * unit.denominator, np.int64),
        "best": np.array(names, object)[best],
    }
