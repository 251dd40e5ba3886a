"""Saigon 5 Card: how to set five cards, and what the joker is worth beside one other card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import comb, prod

from tablegames.contract.solver import Optimum, Priced, Progress
from tablegames.contract.strategy import Batch, Plan
from tablegames.games.saigon_5_card import kernel_tables
from tablegames.games.saigon_5_card.best import JokerBeside, SettingPlay
from tablegames.games.saigon_5_card.export import batches
from tablegames.games.saigon_5_card.facts import Facts
from tablegames.games.saigon_5_card.kernel import Solution
from tablegames.games.saigon_5_card.kernel_tables import CARDS_OF_VALUE
from tablegames.games.saigon_5_card.plans import PLAYS
from tablegames.games.saigon_5_card.solver import SettingDealing, hands_of, optimum


class SettingStrategy:
    """How to set a hand: by the odds to the greatest Point Count, for bets in money as the house pays them."""

    def optimum(self, asked: Priced[Facts], plan: Plan, progress: Progress | None = None) -> Optimum:
        """The best settings.  A plan is refused: a hand is set in the best way, and nothing simpler is in use."""
        PLAYS.check(plan, "Saigon 5 Card")
        return optimum(asked, progress=progress)

    def dealing(self, asked: Priced[Facts], plan: Plan) -> SettingDealing:
        """The settings of :meth:`optimum` for rounds dealt at random."""
        best = self.optimum(asked, plan).detail if plan or asked.in_money else None
        return SettingDealing(hands_of(asked.rules, best.chosen if isinstance(best, Solution) else None))

    def describe(self, asked: Priced[Facts], best: Optimum) -> SettingPlay:
        """The one rule of setting, and the joker's part in it."""
        assert isinstance(best.detail, Solution)
        several = Counter[bool]()
        joker_hands = 0
        for holding in combinations_with_replacement(range(len(CARDS_OF_VALUE)), kernel_tables.HAND):
            hands = prod(comb(CARDS_OF_VALUE[value], copies) for value, copies in Counter(holding).items())
            joker = kernel_tables.JOKER in holding
            joker_hands += hands * joker
            several[joker] += hands * (len(kernel_tables.settings(holding)) > 1)
        return SettingPlay(
            not best.detail.lower_settings.any(),
            tuple(_beside(value, kernel_tables.JOKER_VALUES) for value in range(1, len(CARDS_OF_VALUE))),
            joker_hands,
            several[True],
            several[False],
        )

    def batches(self, asked: Priced[Facts], *, last: bool) -> Iterator[tuple[Batch, float]]:
        """Every setting."""
        return batches(asked)


def _beside(value: int, joker_values: tuple[int, ...]) -> JokerBeside:
    """The joker beside a card of a value.

    >>> [_beside(value, (3, 6, 9)).point_count for value in range(1, 11)]
    [10, 8, 9, 10, 8, 9, 10, 7, 8, 9]
    """
    counts = {(value + joker - 1) % 10 + 1: joker for joker in joker_values}
    names = {1: "A", 10: "10 J Q K"}
    return JokerBeside(names.get(value, str(value)), max(counts), counts[max(counts)])


STRATEGY = SettingStrategy()
