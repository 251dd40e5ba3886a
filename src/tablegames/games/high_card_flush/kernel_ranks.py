"""Ranks seven cards as High Card Flush does, § 678a.6(b) and (c): by the longest flush, then by its cards.

A value is ``length << 13 | ranks``: the cards of the suit that plays, two to seven, and the set of their ranks, 13 bits
with the deuce lowest.  Of sets of one size the greater integer has the highest card that the other lacks, which is how
(c) compares, so the greatest of the four suits' values is the hand's.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from tablegames.kernels.caching import njit
from tablegames.kernels.evaluator import checked

_RANKS = np.uint64(0x1FFF)
_SUIT_BITS = np.uint64(16)
_NO_CARD = np.uint64(1 << 63)


def rank_flush7(hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """The values of seven-card hands of High Card Flush: ``hands`` uint8 (n, 7) of card codes, uint16 (n,) back.

    Greater is stronger, equal values tie, and ``value >> 13`` is the length of the flush.  Refuses as
    :func:`~tablegames.kernels.evaluator.rank7` does.

    >>> low, high = rank_flush7(np.array([[0, 4, 8, 1, 5, 2, 3], [0, 4, 8, 12, 1, 2, 3]], dtype=np.uint8))
    >>> int(low) >> 13, int(high) >> 13
    (3, 4)
    """
    return checked(_rank_flush7, hands, 7, *_tables())


@cache
def _tables() -> tuple[NDArray[np.uint64], NDArray[np.uint16]]:
    """Of each code the set of its card, sixteen bits a suit, uint64 (256,); of each set of ranks its value, uint16 (8192,)."""
    code = np.arange(52, dtype=np.uint64)
    sets = np.full(256, _NO_CARD, dtype=np.uint64)
    sets[:52] = np.uint64(1) << ((code & np.uint64(3)) * _SUIT_BITS + (code >> np.uint64(2)))
    ranks = np.arange(1 << 13)
    lengths = (ranks[:, None] >> np.arange(13) & 1).sum(axis=1)
    return sets, (np.minimum(lengths, 7) << 13 | ranks).astype(np.uint16)


@njit(cache=True, nogil=True)
def _rank_flush7(
    codes: NDArray[np.uint8], sets: NDArray[np.uint64], values: NDArray[np.uint16], out: NDArray[np.uint16]
) -> bool:
    """Values of hands ``codes`` uint8 (7 n,) into ``out`` uint16 (n,); whether every code is a card's is returned."""
    all_sets = np.uint64(0)
    for hand in range(np.uint64(len(out))):
        held = np.uint64(0)
        for card in range(np.uint64(7)):
            held |= sets[codes[hand * np.uint64(7) + card]]
        all_sets |= held
        value = np.uint16(0)
        for suit in range(np.uint64(4)):
            value = max(value, values[held >> suit * _SUIT_BITS & _RANKS])
        out[hand] = value
    return bool(all_sets < _NO_CARD)
