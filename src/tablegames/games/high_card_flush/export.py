"""Every decision of High Card Flush: 6,009,159 classes of hands that differ by the suits' names only."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tablegames.contract.solver import Priced
from tablegames.contract.strategy import Batch
from tablegames.core.cards import RANK_LETTERS
from tablegames.games.high_card_flush.decisions import DEALER_HANDS, decisions_of
from tablegames.games.high_card_flush.facts import MOST_RAISE, Facts
from tablegames.games.high_card_flush.kernel_tables import ALL_RANKS
from tablegames.games.high_card_flush.rules import LINES
from tablegames.kernels.rows import columns_of_actions

CLASSES = 6_009_159


def batches(asked: Priced[Facts]) -> Iterator[tuple[Batch, float]]:
    """Rows from the lowest flush to the highest, with the part done."""
    from tablegames.games.high_card_flush.kernel import hand_classes

    names = [
        [
            " ".join(RANK_LETTERS[rank] + suit for rank in range(12, -1, -1) if mask >> rank & 1)
            for mask in range(ALL_RANKS + 1)
        ]
        for suit in "shdc"
    ]
    actions = [LINES[multiple][0].words for multiple in range(MOST_RAISE, -1, -1)]
    decide = decisions_of(asked)
    done = 0
    for classes in hand_classes():
        decisions = decide(classes.suits, classes.dealers)
        ways = classes.hands.astype(np.int64)
        suits = classes.suits.T.tolist()
        parts = ([of_suit[mask] for mask in masks] for of_suit, masks in zip(names, suits, strict=True))
        done += len(ways)
        batch: Batch = {
            "hand": [" ".join(filter(None, four)) for four in zip(*parts, strict=True)],
            "ways": ways,
            "deals": ways * DEALER_HANDS,
            **columns_of_actions(
                actions, decisions.totals[::-1], decisions.allowed[::-1], futures=DEALER_HANDS, unit=decisions.unit
            ),
        }
        yield batch, done / CLASSES
