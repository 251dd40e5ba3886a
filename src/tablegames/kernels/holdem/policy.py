"""What a given play of Hold 'Em leads to: a set of starting hands that raise, a rule for the flop, a rule for the
river.

A stage without a rule is played as the best play plays it.  The best play's kernels count the deals, with the decisions
written into what they read, so no kernel knows a rule:

* Flop: the bets by ranks alone and seen from a suit are made of the rule's decisions, instead of the values.
* River: a hole class that the rule folds has ``FOLDED`` added to its dealer hands of high cards, and the coefficients
  make folding the better decision for those classes and no others.  What was added is taken off the counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tablegames.kernels.evaluator_tables import RANK_KEYS, tables
from tablegames.kernels.holdem.count import FOLDED as FOLDS
from tablegames.kernels.holdem.deck import Deck, count_boards, deck_of, in_threads
from tablegames.kernels.holdem.flop_classes import FlopClasses, flop_classes
from tablegames.kernels.holdem.payoffs import coefficients_of, payoff_table
from tablegames.kernels.holdem.rule_terms import FOLDED, Term, flop_raises, fold_boards, river_cards
from tablegames.kernels.holdem.solve import PLACES, Solution, facts_of_histogram, solve
from tablegames.kernels.holdem.sweep import HIGH_CARDS
from tablegames.kernels.holdem.types import (
    BOARD_RANKS,
    COUNTED,
    DISTINCT,
    FLOP_RANKS,
    FLUSHES,
    HANDS,
    HIGH_SUITED,
    ITEM_FIRST,
    ITEMS,
    LOW_SUITED,
    RANKS,
    SUIT_FLOPS,
    WIDTH,
)
from tablegames.kernels.holdem.values import BET, CHECK, FLOP, FOLD, NO_FLOOR, RIVER
from tablegames.poker import PokerHand

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Shorts = NDArray[np.int16]
Rule = Sequence[Term]
Marker = Callable[[Shorts, Shorts, NDArray[np.uint8], NDArray[np.uint16]], None]
"""Marks some boards: their masks, numbers by ranks alone, hands and counts."""

# The boards by ranks alone, as the flush boards of ``FLUSHES`` are given.
NO_MASKS, OWN_NUMBERS = np.zeros(len(BOARD_RANKS), np.int16), np.arange(len(BOARD_RANKS), dtype=np.int16)


def follow(
    payoffs: Longs,
    preflop_multiples: Sequence[int],
    *,
    preflop_policy: NDArray[np.int8] | None = None,
    flop_rule: Rule | None = None,
    river_rule: Rule | None = None,
    flop_raise: bool = True,
    river_raise: bool = True,
    ranks: int = RANKS,
    suits: int = 4,
    progress: Callable[[float], None] | None = None,
) -> Longs:
    """The deals of a play by fact code (1500,); arguments as for :func:`~tablegames.kernels.holdem.solve`.

    A rule raises where any of its terms holds; ``None`` plays as the best play does.  ``flop_raise`` and
    ``river_raise`` false forbid the raise whatever a rule says.
    """
    tell = progress or (lambda part: None)
    best = solve(
        payoffs, preflop_multiples, preflop_policy=preflop_policy, flop_raise=flop_raise, river_raise=river_raise,
        ranks=ranks, suits=suits, progress=lambda part: tell(part / 2),
    )  # fmt: skip
    deck = deck_of(ranks, suits)
    chosen = np.zeros(HANDS, np.int64)
    chosen[PLACES] = [hand.multiple for hand in best.preflop]
    bets = _flop_bets(deck, best, flop_rule)
    going_on = (chosen == 0).astype(np.int64)
    coefficients = np.ascontiguousarray(
        coefficients_of(payoff_table(payoffs), deck.dealer_hands)[: FLOP + 1].transpose(0, 2, 1), np.int32
    )
    if not river_raise:
        coefficients[RIVER] = 0
        coefficients[RIVER, 3] = NO_FLOOR
    histogram = count_boards(deck, coefficients, going_on, *bets)
    tell(0.7)
    if river_rule is not None and river_raise:
        histogram[FOLDS] = _folds(deck, river_rule, going_on, *bets)
    tell(1.0)
    return facts_of_histogram(deck, histogram, chosen)


def _flop_bets(deck: Deck, best: Solution, rule: Rule | None) -> tuple[Ints, Ints]:
    """How many concrete flops and holes bet, by ranks alone (455, 192) and seen from a suit (2484, 480)."""
    by_ranks = np.zeros((len(FLOP_RANKS), HANDS), np.int32)
    by_suit = np.zeros((SUIT_FLOPS + 1, COUNTED), np.int32)
    if best.flop_raise:
        for classes in flop_classes(deck.flops, deck.ranks, deck.suits):
            bets = best_bets(best, classes) if rule is None else flop_raises(rule, classes)
            classes.add_bets(bets, by_ranks, by_suit)
    blocks = by_suit.reshape(SUIT_FLOPS + 1, COUNTED // WIDTH, WIDTH)
    blocks[:, HIGH_SUITED, DISTINCT:] += blocks[:, LOW_SUITED, DISTINCT:]  # of equal ranks the two are one class
    return by_ranks, by_suit


def best_bets(best: Solution, classes: FlopClasses) -> NDArray[np.bool_]:
    """Where the best play bets, (n, 91): where it is worth at least as much as checking."""
    values = classes.values(best.values.by_ranks, best.values.by_suit)
    bets: NDArray[np.bool_] = values[BET] >= values[CHECK]
    return bets


def _folds(deck: Deck, rule: Rule, going_on: Longs, bets_by_ranks: Ints, bets_by_suit: Ints) -> Longs:
    """The folds (192, 10, 4) of a river rule, as :func:`~tablegames.kernels.holdem.deck.count_boards` counts them.

    With a raise worth -h for h dealer hands of high cards, and a fold -(FOLDED - 1), the classes marked fold, and only
    they, for an unmarked h is at most 990.  A marked h is at most 2,014, so one item's sums (see ``count``)
    still fit 32 bits: 286 boards x 2,160 x 2,014 is 1.25e9.
    """
    coefficients = np.zeros((FLOP + 1, 4, len(PokerHand)), np.int32)
    coefficients[RIVER, HIGH_CARDS] = -1
    coefficients[FOLD, 3] = 1 - FOLDED
    folds: Longs = count_boards(_with_marks(deck, rule), coefficients, going_on, bets_by_ranks, bets_by_suit)[FOLDS]
    folds[..., HIGH_CARDS] -= FOLDED * folds[..., 3]
    return folds


def _with_marks(deck: Deck, rule: Rule) -> Deck:
    """The deck with the hole classes marked that a rule folds after the river."""
    mark = folds_marker(deck, rule)
    by_ranks, by_suit = (shown._replace(counts=shown.counts.copy()) for shown in (deck.by_ranks, deck.by_suit))
    mark(NO_MASKS, OWN_NUMBERS, by_ranks.hand, by_ranks.counts)

    def mark_item(item: int, own: None) -> None:
        boards = slice(ITEM_FIRST[item], ITEM_FIRST[item + 1])
        mark(FLUSHES.mask[boards], FLUSHES.ranks[boards], by_suit.hand[boards], by_suit.counts[boards])

    in_threads(ITEMS, mark_item, lambda: None)
    return replace(deck, by_ranks=by_ranks, by_suit=by_suit)


def folds_marker(deck: Deck, rule: Rule) -> Marker:
    """What adds ``FOLDED`` to the dealer hands of high cards of the hole classes that a rule folds after the river."""
    terms = np.array(rule, np.int64).reshape(-1, 2)
    shared = terms, (deck.ranks, deck.suits), river_cards(), np.array(RANK_KEYS, np.uint32), tables()

    def mark(masks: Shorts, numbers: Shorts, hands: NDArray[np.uint8], counts: NDArray[np.uint16]) -> None:
        fold_boards(0, len(masks), masks, numbers, *shared, hands, counts)

    return mark
