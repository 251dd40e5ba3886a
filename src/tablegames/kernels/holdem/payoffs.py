"""Payoffs as the kernels take them, and facts as the kernels count them: both through one linear map.

Of a hole on a board, the kernels know four numbers: the dealer's hands below, equal, of high cards, and 1.  How often
each showdown occurs is linear in them; so is the value of any payoffs, and so are the counts of the facts.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tablegames.holdem import CODES, MOST_MULTIPLE, MOST_PAYOFF, Pocket, Showdown
from tablegames.kernels.holdem.values import FOLD
from tablegames.poker import PokerHand

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
    """Payoffs by multiple, hand and showdown (5, 10, 6); ``ValueError`` if they are not what :func:`solve` asks for."""
    if payoffs.shape != (CODES,) or not np.issubdtype(payoffs.dtype, np.integer):
        raise ValueError(f"payoffs must be {CODES} integers, one per fact code")
    if np.abs(payoffs).max() > MOST_PAYOFF:
        raise ValueError(f"payoffs must not exceed {MOST_PAYOFF} units in size")
    by_pocket = payoffs.reshape(MOST_MULTIPLE + 1, len(Pocket), len(PokerHand), len(Showdown))
    if (by_pocket != by_pocket[:, :1]).any():
        raise ValueError("payoffs must not depend on the pocket: no decision can change what it pays")
    return by_pocket[:, 0].astype(np.int64)
