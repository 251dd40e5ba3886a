"""Ranks arrays of hands with compiled kernels: hundreds of millions of seven-card hands a second on one core.

A card is its code, ``4 * (rank - 2) + suit``, in uint8: ``int(card)`` of a :class:`~tablegames.core.cards.Card`.  A hand is a
row.  Values order hands as the reference does, greater is stronger and equal values tie, within one function's values.
Each function raises ``ValueError`` for another shape or type and for a code above 51, saying where it stands; it does not
look for a card that a hand holds twice, and such a hand's value means nothing.  The functions release the interpreter's
lock while they rank, so threads that rank parts of an array run side by side.

    >>> import numpy as np
    >>> from tablegames.core.cards import parse_cards
    >>> hands = np.array([parse_cards("As Ks Qs 9s 4d 3d 2c"), parse_cards("Ah Kh Jh 9h 4c 3c 2d")], dtype=np.uint8)
    >>> rank7(hands), category_of(rank7(hands))
    (array([1256, 1220], dtype=uint16), array([0, 0], dtype=uint16))
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from tablegames.kernels.evaluator import HIGHEST_CODE, category_of, count_all7, no_card_in, rank5, rank7

__all__ = ["best_five", "category_of", "count_all7", "rank5", "rank7"]


def best_five(hands: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The best five cards of hands of five to seven: ``hands`` uint8 (n, 5 to 7), uint8 (n, 5) back.

    Of equally good fives it is the first in the order of combinations, as in :func:`tablegames.core.poker.best_five`.

    >>> from tablegames.core.cards import CARDS, parse_cards
    >>> (five,) = best_five(np.array([parse_cards("2c 9d Kh Ks 9s 9c Kd")], dtype=np.uint8))
    >>> [CARDS[code] for code in five]
    [9d, Kh, Ks, 9s, Kd]
    """
    if hands.dtype != np.uint8 or hands.ndim != 2 or not 5 <= hands.shape[1] <= 7:
        raise ValueError(f"hands must be uint8 of shape (n, 5 to 7), not {hands.dtype} of shape {hands.shape}")
    if (hands > HIGHEST_CODE).any():
        raise no_card_in(hands)
    fives = np.array(list(combinations(range(hands.shape[1]), 5)))
    values = rank5(hands[:, fives].reshape(-1, 5)).reshape(-1, len(fives))
    best: NDArray[np.uint8] = np.take_along_axis(hands, fives[values.argmax(axis=1)], axis=1)
    return best
