"""Payoffs as the kernels take them, and facts as the kernels count them: both through one linear map.

Of a hole on a board, the kernels know four numbers: the dealer's hands below, equal, of high cards, and 1.  How often
each showdown occurs is linear in them; so is the value of any payoffs, and so are the counts of the facts.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablegames.core.law import Refused
from tablegames.core.poker import PokerHand
from tablegames.shapes.holdem.kernel.values import FOLD
from tablegames.shapes.holdem.rules import CODES, MOST_MULTIPLE, MOST_NARROW, MOST_WIDE, Pocket, Showdown

Longs = NDArray[np.int64]


def showdown_counts(dealer_hands: int) -> Longs:
    """How (below, equal, of high cards, 1) count the showdowns of each hand; shape (10, 4, 6).

    Of n dealer hands, b are below, e equal, h of high cards.  With a pair or better, h are won unqualified, b - h won
    qualified, n - b - e lost.  With high cards, a dealer below or equal has only high cards: b are won unqualified, h -
    b - e lost unqualified, n - h lost qualified.  Equal hands tie in both.
    """
    below, equal, high, all_hands = np.eye(4, dtype=np.int64) * np.array([1, 1, 1, dealer_hands])
    counts = np.zeros((len(PokerHand), 4, len(Showdown)), np.int64)
    counts[:, :, Showdown.TIE] = equal
    paired = slice(PokerHand.PAIR, None)
    counts[paired, :, Showdown.WIN] = below - high
    counts[paired, :, Showdown.WIN_DEALER_NOT_QUALIFIED] = high
    counts[paired, :, Showdown.LOSE] = all_hands - below - equal
    counts[PokerHand.HIGH_CARD, :, Showdown.WIN_DEALER_NOT_QUALIFIED] = below
    counts[PokerHand.HIGH_CARD, :, Showdown.LOSE_DEALER_NOT_QUALIFIED] = high - below - equal
    counts[PokerHand.HIGH_CARD, :, Showdown.LOSE] = all_hands - high
    return counts


def fold_counts(dealer_hands: int) -> Longs:
    """:func:`showdown_counts` of a seat that folds: every dealer hand is the same."""
    counts = np.zeros((len(PokerHand), 4, len(Showdown)), np.int64)
    counts[:, 3, Showdown.FOLDED] = dealer_hands
    return counts


def coefficients_of(table: Longs, dealer_hands: int) -> Longs:
    """The payoff of each multiple and hand as coefficients of (below, equal, of high cards, 1); shape (5, 10, 4).

    ``table`` (5, 10, 6) is by multiple, hand and showdown: each payoff counts as often as its showdown does.
    """
    raised: Longs = np.einsum("hqs,mhs->mhq", showdown_counts(dealer_hands), table)
    raised[FOLD] = np.einsum("hqs,hs->hq", fold_counts(dealer_hands), table[FOLD])
    return raised


def payoff_table(payoffs: Longs) -> Longs:
    """Payoffs by multiple, hand and showdown (5, 10, 6), of facts in which no pocket pays; ``ValueError`` if it does."""
    by_pocket = _by_pocket(payoffs)
    if (by_pocket != by_pocket[:1]).any():
        raise ValueError("payoffs must not depend on the pocket here")
    table: Longs = by_pocket[0]
    return table


class Payoffs(NamedTuple):
    """Payoffs as the optimum is found for them: one table for each set of pockets that are paid alike.

    ``tables`` are (5, 10, 6), by multiple, hand and showdown, in units of ``unit``, and to each of a hand's payoffs ``folds``
    (5, 10), by pocket and hand, must be added: what a fold pays, where that was taken off.  ``table_of`` (5,) is each pocket's
    table.  ``wide``: whether sums over 990 dealer hands need 64 bits.
    """

    tables: tuple[Longs, ...]
    table_of: tuple[int, ...]
    unit: int
    folds: Longs
    wide: bool


def payoffs_of(payoffs: Longs, multiples: Collection[int]) -> Payoffs:
    """Payoffs (1500,) of the ``multiples`` that are offered, in a form that every sum of them fits.

    Payoffs up to ``MOST_NARROW`` that are the same for every pocket are taken as they are: 32 bits hold their sums.  From others
    what a fold pays is taken off, which changes no decision: the last hand is the same whatever is decided.  What is left
    must not exceed ``MOST_WIDE``, or is refused.
    """
    by_pocket = _by_pocket(payoffs)
    folds = np.zeros((len(Pocket), len(PokerHand)), np.int64)
    if (by_pocket == by_pocket[:1]).all() and np.abs(by_pocket).max() <= MOST_NARROW:
        return Payoffs((by_pocket[0],), (0,) * len(Pocket), 1, folds, wide=False)
    folds = by_pocket[:, FOLD, :, Showdown.FOLDED].copy()
    more = np.zeros_like(by_pocket)
    raised = [multiple for multiple in multiples if multiple]
    shown = [showdown for showdown in Showdown if showdown is not Showdown.FOLDED]
    offered = np.ix_(range(len(Pocket)), raised, range(len(PokerHand)), shown)
    more[offered] = by_pocket[offered] - folds[:, None, :, None]
    unit = int(np.gcd.reduce(more, axis=None)) or 1
    more //= unit
    largest = int(np.abs(more).max())
    if largest > MOST_WIDE:
        raise Refused(
            f"what a raise can pay more than a fold is {largest} units of one size; at most {MOST_WIDE} can be counted: use "
            "smaller bets or odds, or rounder ones"
        )
    tables = list(dict.fromkeys(table.tobytes() for table in more))
    of_pocket = tuple(tables.index(table.tobytes()) for table in more)
    different = tuple(more[of_pocket.index(number)] for number in range(len(tables)))
    return Payoffs(different, of_pocket, unit, folds, wide=largest > MOST_NARROW)


def _by_pocket(payoffs: Longs) -> Longs:
    """Payoffs by pocket, multiple, hand and showdown (5, 5, 10, 6); ``ValueError`` if they are not one for each code."""
    if payoffs.shape != (CODES,) or not np.issubdtype(payoffs.dtype, np.integer):
        raise ValueError(f"payoffs must be {CODES} integers, one per fact code")
    by_code = payoffs.reshape(MOST_MULTIPLE + 1, len(Pocket), len(PokerHand), len(Showdown))
    return np.ascontiguousarray(by_code.transpose(1, 0, 2, 3), np.int64)
