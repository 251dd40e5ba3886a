"""Every decision of a play of Hold 'Em as bits: made once, then looked up for as many rounds as are dealt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablegames.shapes.holdem.kernel.concrete import (
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
from tablegames.shapes.holdem.kernel.decide import KIND
from tablegames.shapes.holdem.kernel.deck import Deck, in_threads
from tablegames.shapes.holdem.kernel.flop_classes import FlopClasses, flop_classes
from tablegames.shapes.holdem.kernel.payoffs import coefficients_of
from tablegames.shapes.holdem.kernel.policy import NO_MASKS, OWN_NUMBERS, Rule, Shorts, folds_by
from tablegames.shapes.holdem.kernel.rule_terms import flop_raises
from tablegames.shapes.holdem.kernel.solve import FlopPlay, solve
from tablegames.shapes.holdem.kernel.sweep import IMPOSSIBLE
from tablegames.shapes.holdem.kernel.types import (
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
from tablegames.shapes.holdem.kernel.values import BET, CHECK, FOLD, RIVER

Bits = NDArray[np.uint8]
Bools = NDArray[np.bool_]
Longs = NDArray[np.int64]
Raises = Callable[[Shorts, Shorts, Bits, NDArray[np.uint16]], Bools]
"""Where holes raise after the river, (boards, places), from some boards' masks, numbers by ranks alone, hands and counts."""


class Decisions(NamedTuple):
    """A play, and what looking it up needs; 2.5 MB.  Bits are packed with the lowest first.

    ``preflop`` (1326,): the multiple that each hole raises before the flop, or 0.
    ``pairs`` (1326,): each hole's rank pair, and where its play's boards begin, where pockets are played differently.
    ``flops`` (1755, 166): whether a hole bets the flop, by the flop's class and the hole with its suits renamed, both by
    ``names``.
    ``boards``: whether a hole raises after the river, by the place that
    :func:`~tablegames.shapes.holdem.kernel.concrete.board_row` begins; of one play after the other.
    """

    preflop: NDArray[np.int8]
    pairs: NDArray[np.int32]
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
    """The decisions that :func:`~tablegames.shapes.holdem.kernel.policy.follow` counts, with the same arguments; about half a
    second."""
    best = solve(
        payoffs, preflop_multiples, preflop_policy=preflop_policy, flop_raise=flop_raise, river_raise=river_raise
    )
    deck = best.deck

    def bets_of(play: FlopPlay) -> Callable[[FlopClasses], Bools]:
        def bets(classes: FlopClasses) -> Bools:
            check, bet = classes.values(play.values.by_ranks, play.values.by_suit)[[CHECK, BET]]
            worth: Bools = bet >= check  # a tie takes the larger wager
            return worth

        return bets

    table_of_hole = best.table_of[PLACE_OF_HOLE]
    if flop_rule is not None:
        flops = _flop_bits(deck, lambda classes: flop_raises(flop_rule, classes))
    else:
        flops = np.zeros((len(deck.flops.flops), len(HOLES)), np.bool_)
        for number, play in enumerate(best.flops):
            own = table_of_hole == number
            flops[:, own] = _flop_bits(deck, bets_of(play))[:, own]
    if river_rule is not None:
        boards = [_board_bits(deck, _ruled_raises(deck, river_rule))] * len(best.flops)
    else:
        boards = [_board_bits(deck, _best_raises(deck, table, wide=best.payoffs.wide)) for table in best.payoffs.tables]
    return Decisions(
        best.chosen[PLACE_OF_HOLE].astype(np.int8),
        (PAIR_OF_HOLE + BOARD_PLACES * table_of_hole).astype(np.int32),
        np.packbits(flops & flop_raise, axis=1, bitorder="little"),
        np.concatenate(boards) * np.uint8(river_raise),
        flop_names(deck.flops),
    )


def _flop_bits(deck: Deck, bets_of: Callable[[FlopClasses], Bools]) -> Bools:
    """Which holes bet the flops (1755, 1326).  Holes of one class differ by the names of suits that the flop lacks."""
    bits = np.zeros((len(deck.flops.flops), len(HOLES)), np.bool_)
    for classes in flop_classes(deck.flops, deck.ranks, deck.suits):
        bets = bets_of(classes)
        kind = int(classes.flops[0, -1]) % 4  # cards stand by suit
        rows = np.flatnonzero(deck.flops.flops[:, KIND] == kind)
        for lacking in permutations(range(kind + 1, 4)):
            suits = np.array([*range(kind + 1), *lacking])[classes.holes[0] % 4]
            holes = np.flatnonzero((suits == HOLES % 4).all(axis=1))
            bits[rows[:, None], holes] = bets[:, PAIR_OF_HOLE[holes]]
    return bits


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


def _best_raises(deck: Deck, table: Longs, *, wide: bool) -> Raises:
    """The best play under a table of payoffs (5, 10, 6): raise where it is worth at least as much as a fold.

    What a raise pays more is linear in the dealer hands below, equal, of high cards, and 1, and fits the type that the values
    of :mod:`~tablegames.shapes.holdem.kernel.values` have.
    """
    by_multiple = coefficients_of(table, deck.dealer_hands)
    gain = np.zeros((4, IMPOSSIBLE + 1), np.int64 if wide else np.int32)
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
