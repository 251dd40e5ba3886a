"""Saigon 5 Card: how to set five cards, and what the joker is worth beside one other card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations_with_replacement
from math import comb, prod
from typing import TYPE_CHECKING, NamedTuple

from tablegames.analysis.exact import Analysis, analyze
from tablegames.analysis.plan import Plan, check_stages
from tablegames.contract.game import Game, Rules
from tablegames.core.law import Refused
from tablegames.core.wagers import Bets
from tablegames.games.saigon_5_card import kernel_tables

if TYPE_CHECKING:
    from tablegames.games.saigon_5_card.kernel_deals import Hands

CARDS_OF_VALUE = (1, *[4] * 9, 16)
"""How many cards the deck has of each value: the joker (0), 1 to 9, and 10 of four ranks."""


class JokerBeside(NamedTuple):
    """The joker and one other card as the two-card hand: the best Point Count, and the joker's value that gives it."""

    other: str
    point_count: int
    joker: int


class SettingStrategy(NamedTuple):
    """How to set a hand.

    ``greatest_is_best``: whether the greatest Point Count a hand can be set to is the best one for every hand.  Of
    ``joker_hands``, ``several`` can show more than one Point Count, by what is set and by what the joker counts;
    without the joker no hand can.
    """

    greatest_is_best: bool
    joker_beside: tuple[JokerBeside, ...]
    joker_hands: int
    several: int
    several_without_joker: int


def play(
    game: Game,
    rules: Rules,
    plan: Plan,
    progress: Callable[[float], None] | None = None,
    *,
    stakes: Bets | None = None,
    meters: Bets | None = None,
) -> Analysis:
    """The analysis of the best settings: by the odds the greatest Point Count, for ``stakes`` as the house pays them.

    A plan is refused: a hand is set in the best way, and nothing simpler is in use.
    """
    check_stages(game, plan, ())
    if plan:
        raise Refused(f"{game.name} takes no plan: the greatest Point Count is always best")
    return analyze(game, rules, meters=meters, stakes=stakes, progress=progress)


def tables(game: Game, rules: Rules, plan: Plan, *, stakes: Bets | None = None, meters: Bets | None = None) -> Hands:
    """What five cards are, as the kernels that deal read it, and the settings of :func:`play`.  A plan is refused."""
    best = play(game, rules, plan, stakes=stakes, meters=meters) if plan or stakes else None
    hands: Hands = game.solver.hands_of(rules, best.detail.chosen if best else None)
    return hands


def describe(game: Game, rules: Rules, best: Analysis) -> SettingStrategy:
    """The one rule of setting, and the joker's part in it."""
    several = Counter[bool]()
    joker_hands = 0
    for holding in combinations_with_replacement(range(len(CARDS_OF_VALUE)), kernel_tables.HAND):
        hands = prod(comb(CARDS_OF_VALUE[value], copies) for value, copies in Counter(holding).items())
        joker = kernel_tables.JOKER in holding
        joker_hands += hands * joker
        several[joker] += hands * (len(kernel_tables.settings(holding)) > 1)
    return SettingStrategy(
        not best.detail.lower_settings.any(),
        tuple(_beside(value, kernel_tables.JOKER_VALUES) for value in range(1, len(CARDS_OF_VALUE))),
        joker_hands,
        several[True],
        several[False],
    )


def _beside(value: int, joker_values: tuple[int, ...]) -> JokerBeside:
    """The joker beside a card of a value.

    >>> [_beside(value, (3, 6, 9)).point_count for value in range(1, 11)]
    [10, 8, 9, 10, 8, 9, 10, 7, 8, 9]
    """
    counts = {(value + joker - 1) % 10 + 1: joker for joker in joker_values}
    names = {1: "A", 10: "10 J Q K"}
    return JokerBeside(names.get(value, str(value)), max(counts), counts[max(counts)])
