"""Every setting of Saigon 5 Card: 2,708 multisets of card values, and each Point Count that some two cards of them
show.

The joker counts what is best for the hand in which it is set (reading 680a-R2), as ``advise`` has it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np

from tablegames.contract.solver import Priced
from tablegames.contract.strategy import Batch
from tablegames.games.saigon_5_card.facts import HIGHEST_COUNT, NOT_QUALIFIED, BonusHand, Facts
from tablegames.games.saigon_5_card.kernel_tables import (
    CARDS_OF_VALUE,
    HAND,
    JOKER,
    QUALIFYING_TOTALS,
    SUITS,
    Holding,
    totals,
)
from tablegames.kernels.rows import columns_of_actions

DEALER_HANDS = comb(48, HAND)
TENS = "TJQK"
COUNTS = range(HIGHEST_COUNT, NOT_QUALIFIED - 1, -1)
"""The Point Counts as columns, the greatest first; 0 does not qualify."""


def action(count: int) -> str:
    """A setting by the Point Count it shows."""
    return f"Point Count {count}" if count else "does not qualify"


def batches(asked: Priced[Facts]) -> Iterator[tuple[Batch, float]]:
    """All rows at once, and that all is done.

    Of what a player's holding leaves, a dealer's is drawn in the product over values of C(cards left, copies) ways.
    """
    pay = np.array(
        [[asked.payoffs[Facts(own, dealers, BonusHand.NONE).code] for dealers in COUNTS] for own in COUNTS], np.int64
    )
    listed = [
        holding
        for holding in combinations_with_replacement(range(len(CARDS_OF_VALUE)), HAND)
        if all(holding.count(value) <= CARDS_OF_VALUE[value] for value in holding)
    ]
    reachable = np.array([[count in shown for count in COUNTS] for shown in map(shown_by, listed)])
    greatest = reachable.argmax(axis=1)
    copies = np.array([[holding.count(value) for value in range(len(CARDS_OF_VALUE))] for holding in listed])
    left = np.array(CARDS_OF_VALUE) - copies
    choose = np.array([[comb(cards, drawn) for drawn in range(HAND + 1)] for cards in range(17)], np.int64)
    ways, drawn = np.ones(len(listed), np.int64), np.ones((len(listed), len(listed)), np.int64)
    for value, cards in enumerate(CARDS_OF_VALUE):
        ways *= choose[cards, copies[:, value]]
        drawn *= choose[left[:, value, None], copies[None, :, value]]
    dealers = np.stack([drawn[:, greatest == place].sum(axis=1) for place in range(len(COUNTS))])
    names = [action(count) for count in COUNTS]
    batch: Batch = {
        "hand": [_concrete(holding) for holding in listed],
        "ways": ways,
        "deals": ways * DEALER_HANDS,
        **columns_of_actions(names, pay @ dealers, reachable.T, futures=DEALER_HANDS, unit=asked.unit),
    }
    yield batch, 1.0


def shown_by(holding: Holding) -> set[int]:
    """The Point Counts that two cards of a holding show where the other three qualify; 0 alone if none do.

    >>> shown_by((1, 4, 10, 10, 10)), sorted(shown_by((JOKER, 2, 2, 3, 5)))
    ({5}, [5, 8])
    """
    counts = set()
    for two in combinations(range(HAND), 2):
        three = [value for place, value in enumerate(holding) if place not in two]
        if totals(three) & QUALIFYING_TOTALS:
            counts.add(max((total - 1) % 10 + 1 for total in totals(holding[place] for place in two)))
    return counts or {NOT_QUALIFIED}


def _concrete(holding: Holding) -> str:
    """One hand of a holding: the suits in turn, the tens by their four ranks.

    >>> _concrete((0, 1, 10, 10, 10))
    'Jk As Ts Th Td'
    """
    cards, copies = [], dict.fromkeys(holding, 0)
    for value in holding:
        rank, suit = divmod(copies[value], SUITS)
        letter = TENS[rank] if value == 10 else "A" if value == 1 else str(value)
        cards.append("Jk" if value == JOKER else letter + "shdc"[suit])
        copies[value] += 1
    return " ".join(cards)
