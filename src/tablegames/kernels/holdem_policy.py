"""What a given play of Hold 'Em leads to: a set of starting hands that raise, a rule for the flop, a rule for the river.

A stage without a rule is played the best way, given the rules of the later stages.  It is :func:`~tablegames.kernels.holdem.solve`
with decisions written into what its kernels read, so no kernel knows a rule:

* River: a hole class that the rule folds has ``FOLDED`` added to its hand, and the coefficients of a hand so marked make folding
  the better decision; those of a hand not marked, raising.
* Flop: the bets by ranks alone and seen from a suit are made of the rule's decisions, instead of the values.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tablegames.kernels.evaluator_tables import RANK_KEYS, tables
from tablegames.kernels.holdem import STARTING_HANDS, _choose, _facts, _flop_decisions, _flop_values
from tablegames.kernels.holdem_count import count_by_ranks, count_item
from tablegames.kernels.holdem_deck import Deck, deck_of, in_threads
from tablegames.kernels.holdem_flop_classes import flop_classes
from tablegames.kernels.holdem_payoffs import coefficients_of, payoff_table
from tablegames.kernels.holdem_rule_terms import FOLDED, Term, flop_raises, fold_boards, river_cards
from tablegames.kernels.holdem_sweep import IMPOSSIBLE, Showdowns
from tablegames.kernels.holdem_types import (
    BOARD_RANKS,
    COUNTED,
    FLOP_RANKS,
    FLUSHES,
    HANDS,
    ITEM_FIRST,
    ITEMS,
    PAIRS,
    RANKS,
    SUIT_FLOPS,
    TURN_RIVER_BOARD,
    WIDTH,
)
from tablegames.kernels.holdem_values import BET, CHECK, FLOP, FOLD, RIVER
from tablegames.poker import PokerHand

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Rule = Sequence[Term]

_NEVER = -(2**31)
"""Less than any value of a board: what the other decision is worth where a rule decides."""


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

    A rule raises where any of its terms holds; ``None`` plays the best.  ``flop_raise`` and ``river_raise`` false forbid the raise
    whatever a rule says.
    """
    table = payoff_table(payoffs)
    tell = progress or (lambda part: None)
    deck = deck_of(ranks, suits)
    policy = np.full(len(STARTING_HANDS), -1, np.int8) if preflop_policy is None else np.asarray(preflop_policy)
    by_multiple = coefficients_of(table, deck.dealer_hands)
    coefficients = _coefficients(by_multiple, ruled=river_rule is not None)
    if river_rule is not None:
        deck = _with_folds(deck, river_rule)
    tell(0.3)
    values = _flop_values(deck, coefficients, int(river_raise))
    tell(0.5)
    if flop_rule is None:
        check, *bets = _flop_decisions(deck, values, int(flop_raise))
    else:
        check, *bets = _ruled_flops(deck, flop_rule if flop_raise else (), values.by_ranks, values.by_suit)
    chosen, _ = _choose(deck, by_multiple, check, tuple(preflop_multiples), policy)
    tell(0.7)
    histogram = _count(deck, coefficients, int(river_raise), (chosen == 0).astype(np.int64), *bets)
    tell(1.0)
    return _facts(deck, histogram, chosen)


def _coefficients(by_multiple: Longs, *, ruled: bool) -> Ints:
    """The coefficients (3, 4, 21) of hands 0 to 9, and from 11 on of the same hands folded by a rule.

    With a rule, each of the two has only one decision that is worth anything.
    """
    hands = len(PokerHand)
    coefficients = np.zeros((FLOP + 1, 4, FOLDED + hands), np.int32)
    for first in (0, FOLDED):
        coefficients[:, :, first : first + hands] = by_multiple[: FLOP + 1].transpose(0, 2, 1)
    if ruled:
        coefficients[FOLD, 3, :IMPOSSIBLE] = _NEVER
        coefficients[RIVER, :, FOLDED:] = np.array([0, 0, 0, _NEVER])[:, None]
    return coefficients


def _with_folds(deck: Deck, rule: Rule) -> Deck:
    """The deck with the hands marked that a rule folds after the river."""
    terms = np.array(rule, np.int64).reshape(-1, 2)
    by_ranks, by_suit = (Showdowns(shown.counts, shown.hand.copy()) for shown in (deck.by_ranks, deck.by_suit))
    shared = terms, (deck.ranks, deck.suits), river_cards(), np.array(RANK_KEYS, np.uint32), tables()
    no_masks, own_numbers = np.zeros(len(BOARD_RANKS), np.int16), np.arange(len(BOARD_RANKS), dtype=np.int16)
    fold_boards(0, len(BOARD_RANKS), no_masks, own_numbers, *shared, by_ranks.hand)

    def mark(item: int, own: None) -> None:
        first, last = int(ITEM_FIRST[item]), int(ITEM_FIRST[item + 1])
        fold_boards(first, last, FLUSHES.mask, FLUSHES.ranks, *shared, by_suit.hand)

    in_threads(ITEMS, mark, lambda: None)
    return replace(deck, by_ranks=by_ranks, by_suit=by_suit)


def _ruled_flops(deck: Deck, rule: Rule, by_ranks: Longs, by_suit: Longs) -> tuple[Longs, Ints, Ints]:
    """What :func:`~tablegames.kernels.holdem._flop_decisions` gives, with a rule's decisions."""
    check = np.zeros(HANDS, np.int64)
    bets_by_ranks = np.zeros((len(FLOP_RANKS), HANDS), np.int32)
    bets_by_suit = np.zeros((SUIT_FLOPS + 1, COUNTED), np.int32)
    for classes in flop_classes(deck.flops, deck.ranks, deck.suits):
        bets = flop_raises(rule, classes)
        values = classes.values(by_ranks, by_suit)
        taken = np.where(bets, values[BET], values[CHECK])
        check[classes.start : classes.start + PAIRS] += (classes.ways * taken).sum(axis=0)
        classes.add_bets(bets, bets_by_ranks, bets_by_suit)
    return check, bets_by_ranks, bets_by_suit


def _count(
    deck: Deck, coefficients: Ints, may_raise: int, going_on: Longs, bets_by_ranks: Ints, bets_by_suit: Ints
) -> Longs:
    """The histogram (3, 192, 10, 4) of :func:`~tablegames.kernels.holdem_deck.count_boards`, from marked hands."""
    start_of_class = np.repeat([0, 0, 0, 1, 1], WIDTH) * WIDTH + np.tile(np.arange(WIDTH), 5)
    by_class = going_on[start_of_class].astype(np.int32)
    here = going_on.astype(np.int32)
    holes, bets = deck.holes_of_class * deck.suits * by_class, bets_by_suit * by_class

    def count(item: int, own: tuple[Longs, Ints]) -> None:
        count_item(item, FLUSHES, deck.ways, coefficients, may_raise, *deck.by_suit, holes, bets, *own)

    def new() -> tuple[Longs, Ints]:
        marked_hands = coefficients.shape[2]
        return np.zeros((3, HANDS, marked_hands, 4), np.int64), np.zeros((len(BOARD_RANKS), 2, HANDS), np.int32)

    counted = in_threads(ITEMS, count, new)
    histogram, taken = (sum(parts[1:], start=parts[0]) for parts in zip(*counted, strict=True))
    count_by_ranks(
        deck.suits, TURN_RIVER_BOARD, coefficients, may_raise, *deck.by_ranks, deck.holes_of_hand * here,
        deck.boards, bets_by_ranks * here, taken, histogram,
    )  # fmt: skip
    unmarked: Longs = histogram[:, :, :IMPOSSIBLE] + histogram[:, :, FOLDED:]
    return unmarked
