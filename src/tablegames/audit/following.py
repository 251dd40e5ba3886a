"""Meters of rounds that follow one another: each round's wagers feed them, and a share that is paid is gone in the next round."""

from __future__ import annotations

import numpy as np

from tablegames.audit.comparing import Examined, settled_round
from tablegames.audit.rows import PLAYED, Longs


def follow(examined: Examined) -> tuple[dict[str, Longs], dict[str, int]]:
    """Writes into the rows where the meters stand before each round, the first of which has them already.

    Gives where they stand in each row after its round's wagers have fed them, and where the last round leaves them.
    """
    settler, rows = examined.settler, examined.rows
    starts, round_of = rows.starts, rows.round_of
    fed: dict[str, Longs] = {}
    after: dict[str, Longs] = {}
    for meter, stands in rows.meters.items():
        plan, bets = settler.rules.meter_plans.get(meter), rows.bets.get(meter)
        parts = np.zeros(len(rows), np.int64)
        if plan is not None and bets is not None:
            amounts, places = np.unique(np.where(rows.status == PLAYED, bets, 0), return_inverse=True)
            parts = np.array([int(plan.increment * cents) for cents in amounts.tolist()], np.int64)[places]
        fed_by = np.add.reduceat(parts, starts)
        after[meter] = stands[0] + np.cumsum(fed_by)
        stands[:] = (after[meter] - fed_by)[round_of]
        fed[meter] = after[meter][round_of]
    for number in sorted({int(round_of[row]) for (row, _), line in examined.lines.items() if line.from_meter}):
        leaves = settled_round(settler, rows, examined.judged, number).meters
        for meter, stands in rows.meters.items():
            taken = leaves[meter] - after[meter][number]
            after[meter][number:] += taken
            stands[round_of > number] += taken
            fed[meter][round_of > number] += taken
    return fed, {meter: int(stands[-1]) for meter, stands in after.items()}
