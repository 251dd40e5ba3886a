"""What a given play of Hold 'Em leads to: a set of starting hands that raise, a rule for the flop, a rule for the
river.

A stage without a rule is played as the best play plays it.  The best play's kernels count the deals, with the decisions
written into what they read, so no kernel knows a rule:

* Flop: the bets by ranks alone and seen from a suit are made of the rule's decisions, instead of the values.
* River: a hole class that the rule folds is marked beside its hand, and no other folds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tablegames.core.poker import PokerHand
from tablegames.kernels.evaluator_tables import RANK_KEYS, tables
from tablegames.shapes.holdem.kernel.count import FOLDED
from tablegames.shapes.holdem.kernel.deck import Deck, count_boards, deck_of, in_threads
from tablegames.shapes.holdem.kernel.flop_classes import flop_classes
from tablegames.shapes.holdem.kernel.rule_terms import Look, Term, flop_raises, fold_boards, river_cards
from tablegames.shapes.holdem.kernel.solve import FlopPlay, solve
from tablegames.shapes.holdem.kernel.sweep import MARKED
from tablegames.shapes.holdem.kernel.types import (
    BOARD_RANKS,
    COUNTED,
    DISTINCT,
    FLOP_RANKS,
    FLUSH_BOARDS,
    FLUSHES,
    HANDS,
    HIGH_SUITED,
    ITEM_FIRST,
    ITEMS,
    LOW_SUITED,
    RANKS,
    SEEN,
    SUIT_FLOPS,
    WIDTH,
)
from tablegames.shapes.holdem.kernel.values import FLOP, FOLD

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Shorts = NDArray[np.int16]
Bytes = NDArray[np.uint8]
Rule = tuple[Term, ...]
Folds = Callable[[Shorts, Shorts, Bytes], NDArray[np.bool_]]
"""Where holes fold, (boards, places), from some boards' masks, numbers by ranks alone, and hands."""
_ALWAYS_RAISE = np.zeros((FLOP + 1, 4, len(PokerHand)), np.int32)
_ALWAYS_RAISE[FOLD, 3] = -1
"""Coefficients with which no class folds for its value: a raise is worth 0, a fold less."""

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
    """The deals of a play by fact code (1500,); arguments as for :func:`~tablegames.shapes.holdem.kernel.solve`.

    A rule raises where any of its terms holds; ``None`` plays as the best play does.  ``flop_raise`` and
    ``river_raise`` false forbid the raise whatever a rule says.
    """
    tell = progress or (lambda part: None)
    best = solve(
        payoffs, preflop_multiples, preflop_policy=preflop_policy, flop_raise=flop_raise, river_raise=river_raise,
        ranks=ranks, suits=suits, progress=lambda part: tell(part / 2),
    )  # fmt: skip
    ruled = _ruled_bets(flop_rule, ranks, suits) if flop_rule is not None and flop_raise else None
    rule = river_rule if river_raise else None
    histograms = [_histogram(flop, ruled, rule) for flop in best.flops]
    tell(1.0)
    return best.facts_of(histograms)


def _histogram(best: FlopPlay, ruled: tuple[Ints, Ints] | None, rule: Rule | None) -> Longs:
    """The histogram of a play from the flop on: it bets what is ``ruled``, or the best, and after the river plays by a rule, or the best."""
    if rule is None:
        return best.histogram if ruled is None else count_boards(best.deck, best.coefficients, *ruled)
    if ruled is None and any(term.look is Look.ANYTHING for term in rule):
        histogram = best.histogram.copy()  # nobody folds, and what bets the flop does so whatever comes after
        histogram[FOLDED] = 0
        return histogram
    return count_boards(_with_marks(best.deck, rule), _ALWAYS_RAISE, *(ruled or best.bets))


@lru_cache(maxsize=1)
def _ruled_bets(rule: Rule, ranks: int, suits: int) -> tuple[Ints, Ints]:
    """How many concrete flops and holes a rule bets, by ranks alone (455, 192) and seen from a suit (2484, 480)."""
    by_ranks = np.zeros((len(FLOP_RANKS), HANDS), np.int32)
    by_suit = np.zeros((SUIT_FLOPS + 1, COUNTED), np.int32)
    for classes in flop_classes(deck_of(ranks, suits).flops, ranks, suits):
        classes.add_bets(flop_raises(rule, classes), by_ranks, by_suit)
    blocks = by_suit.reshape(SUIT_FLOPS + 1, COUNTED // WIDTH, WIDTH)
    blocks[:, HIGH_SUITED, DISTINCT:] += blocks[:, LOW_SUITED, DISTINCT:]  # of equal ranks the two are one class
    return by_ranks, by_suit


def _with_marks(deck: Deck, rule: Rule) -> Deck:
    """The deck with the hole classes marked that a rule folds after the river."""
    by_ranks, by_suit = (
        shown._replace(hand=shown.hand + MARKED * np.unpackbits(bits, axis=1, bitorder="little"))
        for shown, bits in zip((deck.by_ranks, deck.by_suit), _river_folds(rule, deck.ranks, deck.suits), strict=True)
    )
    return replace(deck, by_ranks=by_ranks, by_suit=by_suit)


@lru_cache(maxsize=1)
def _river_folds(rule: Rule, ranks: int, suits: int) -> tuple[Bytes, Bytes]:
    """Where a rule folds after the river, as bits: the boards by ranks alone (6188, 12), the flush boards (36608, 60)."""
    deck, folds_on = deck_of(ranks, suits), folds_by(rule, ranks, suits)
    by_ranks = np.packbits(folds_on(NO_MASKS, OWN_NUMBERS, deck.by_ranks.hand), axis=1, bitorder="little")
    by_suit = np.zeros((FLUSH_BOARDS, SEEN // 8), np.uint8)

    def pack(item: int, own: None) -> None:
        boards = slice(ITEM_FIRST[item], ITEM_FIRST[item + 1])
        folds = folds_on(FLUSHES.mask[boards], FLUSHES.ranks[boards], deck.by_suit.hand[boards])
        by_suit[boards] = np.packbits(folds, axis=1, bitorder="little")

    in_threads(ITEMS, pack, lambda: None)
    return by_ranks, by_suit


def folds_by(rule: Rule, ranks: int, suits: int) -> Folds:
    """Where hole classes of some boards are folded by a rule after the river."""
    terms = np.array(rule, np.int64).reshape(-1, 2)
    shared = terms, (ranks, suits), river_cards(), np.array(RANK_KEYS, np.uint32), tables()

    def folds_on(masks: Shorts, numbers: Shorts, hands: Bytes) -> NDArray[np.bool_]:
        folds = np.zeros(hands.shape, np.bool_)
        fold_boards(0, len(masks), masks, numbers, *shared, hands, folds)
        return folds

    return folds_on
