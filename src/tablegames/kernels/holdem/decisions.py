"""Every decision of a play of Hold 'Em as bits: made once, then looked up for as many rounds as are dealt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablegames.kernels.holdem.concrete import (
    BOARD_PLACES,
    BOARD_VALUES,
    BY_RANKS_FIRST,
    HOLES,
    PAIR_OF_HOLE,
    PLACE_OF_HOLE,
    FlopNames,
    board_values,
    flop_names,
)
from tablegames.kernels.holdem.decide import KIND
from tablegames.kernels.holdem.deck import Deck, deck_of, in_threads
from tablegames.kernels.holdem.flop_classes import FlopClasses, flop_classes
from tablegames.kernels.holdem.payoffs import coefficients_of, payoff_table
from tablegames.kernels.holdem.policy import NO_MASKS, OWN_NUMBERS, Rule, Shorts, folds_by
from tablegames.kernels.holdem.rule_terms import flop_raises
from tablegames.kernels.holdem.solve import solve
from tablegames.kernels.holdem.sweep import IMPOSSIBLE
from tablegames.kernels.holdem.types import (
    BOARD_COUNTS,
    DISTINCT,
    FLUSH_BOARDS,
    FLUSHES,
    HIGH_SUITED,
    ITEM_FIRST,
    ITEMS,
    LOW_SUITED,
    SEEN,
    WIDTH,
)
from tablegames.kernels.holdem.values import BET, CHECK, FOLD, RIVER

Bits = NDArray[np.uint8]
Bools = NDArray[np.bool_]
Longs = NDArray[np.int64]
Raises = Callable[[Shorts, Shorts, Bits, NDArray[np.uint16]], Bools]
"""Where holes raise after the river, (boards, places), from some boards' masks, numbers by ranks alone, hands and counts."""


class Decisions(NamedTuple):
    """A play, and what looking it up needs; 2.5 MB.  Bits are packed with the lowest first.

    ``preflop`` (1326,): the multiple that each hole raises before the flop, or 0.
    ``flops`` (1755, 166): whether a hole bets the flop, by the flop's class and the hole with its suits renamed, both by
    ``names``.
    ``boards``: whether a hole raises after the river, by the place that
    :func:`~tablegames.kernels.holdem.concrete.board_row` begins.
    """

    preflop: NDArray[np.int8]
    flops: Bits
    boards: Bits
    names: FlopNames


def decisions(
    payoffs: Longs,
    preflop_multiples: Sequence[int],
    *,
    preflop_policy: NDArray[np.int8] | None = None,
    flop_rule: Rule | None = None,
    river_rule: Rule | None = None,
    flop_raise: bool = True,
    river_raise: bool = True,
) -> Decisions:
    """The decisions that :func:`~tablegames.kernels.holdem.policy.follow` counts, with the same arguments; about half a
    second."""
    best = solve(
        payoffs, preflop_multiples, preflop_policy=preflop_policy, flop_raise=flop_raise, river_raise=river_raise
    )
    deck = deck_of(best.ranks, best.suits)

    def bets(classes: FlopClasses) -> Bools:
        if flop_rule is not None:
            return flop_raises(flop_rule, classes)
        check, bet = classes.values(best.flop.values.by_ranks, best.flop.values.by_suit)[[CHECK, BET]]
        worth: Bools = bet >= check  # a tie takes the larger wager
        return worth

    flops = _flop_bits(deck, bets)
    boards = _board_bits(deck, _best_raises(deck, payoffs) if river_rule is None else _ruled_raises(deck, river_rule))
    return Decisions(
        best.chosen.astype(np.int8)[PLACE_OF_HOLE],
        flops if flop_raise else np.zeros_like(flops),
        boards if river_raise else np.zeros_like(boards),
        flop_names(deck.flops),
    )


def _flop_bits(deck: Deck, bets_of: Callable[[FlopClasses], Bools]) -> Bits:
    """The bits of the flops.  Holes of one class differ by the names of suits that the flop lacks."""
    bits = np.zeros((len(deck.flops.flops), len(HOLES)), np.bool_)
    for classes in flop_classes(deck.flops, deck.ranks, deck.suits):
        bets = bets_of(classes)
        kind = int(classes.flops[0, -1]) % 4  # cards stand by suit
        rows = np.flatnonzero(deck.flops.flops[:, KIND] == kind)
        for lacking in permutations(range(kind + 1, 4)):
            suits = np.array([*range(kind + 1), *lacking])[classes.holes[0] % 4]
            holes = np.flatnonzero((suits == HOLES % 4).all(axis=1))
            bits[rows[:, None], holes] = bets[:, PAIR_OF_HOLE[holes]]
    return np.packbits(bits, axis=1, bitorder="little")


def _board_bits(deck: Deck, raises: Raises) -> Bits:
    """The bits of the boards: the rows of flush boards, then those of boards by ranks alone, by their values."""
    bits = np.zeros(BOARD_PLACES // 8, np.uint8)
    by_suit = bits[: BY_RANKS_FIRST // 8].reshape(FLUSH_BOARDS, SEEN // 8)
    by_value = bits[BY_RANKS_FIRST // 8 :].reshape(BOARD_VALUES, WIDTH // 8)

    def pack(item: int, own: None) -> None:
        boards = slice(ITEM_FIRST[item], ITEM_FIRST[item + 1])
        counts, hands, _ = deck.by_suit
        raising = raises(FLUSHES.mask[boards], FLUSHES.ranks[boards], hands[boards], counts[boards])
        blocks = raising.reshape(-1, SEEN // WIDTH, WIDTH)
        blocks[:, LOW_SUITED, DISTINCT:] = blocks[:, HIGH_SUITED, DISTINCT:]  # of equal ranks the two are one class
        by_suit[boards] = np.packbits(raising, axis=1, bitorder="little")

    in_threads(ITEMS, pack, lambda: None)
    exists = BOARD_COUNTS.max(axis=1) <= 4
    raising = raises(NO_MASKS, OWN_NUMBERS, deck.by_ranks.hand, deck.by_ranks.counts)
    by_value[board_values()[exists]] = np.packbits(raising[exists], axis=1, bitorder="little")
    return bits


def _best_raises(deck: Deck, payoffs: Longs) -> Raises:
    """The best play: raise where it is worth at least as much as a fold.

    What a raise pays more is linear in the dealer hands below, equal, of high cards, and 1, and fits 32 bits as the values
    of :mod:`~tablegames.kernels.holdem.values` do.
    """
    by_multiple = coefficients_of(payoff_table(payoffs), deck.dealer_hands)
    gain = np.zeros((4, IMPOSSIBLE + 1), np.int32)
    gain[:, :IMPOSSIBLE] = (by_multiple[RIVER] - by_multiple[FOLD]).T

    def raises(masks: Shorts, numbers: Shorts, hands: Bits, counts: NDArray[np.uint16]) -> Bools:
        value = gain[3][hands]
        for kind in range(3):
            value += gain[kind][hands] * counts[:, kind]
        pays: Bools = value >= 0
        return pays

    return raises


def _ruled_raises(deck: Deck, rule: Rule) -> Raises:
    """A rule: raise what it does not fold."""
    folds_on = folds_by(rule, deck.ranks, deck.suits)
    return lambda masks, numbers, hands, counts: ~folds_on(masks, numbers, hands)


__all__ = ["Decisions", "decisions"]
