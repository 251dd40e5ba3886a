"""When the best play under one paytable is the best under another too, so that its deals need no second count.

This is of games in which each row of a table speaks of the player's hand and of the deal alone, however the seat raised
(``hand`` in :class:`~tablegames.contract.game.FactParts`).

Let h be the best play under a table X, and let a table Y pay no row less than X, and more only in rows of hands that h never
folds.  A row says which hand wins, or loses, against which dealer's; that is set by the deal, however the seat raised.  So of the
deals in which a row can be paid, h, which never folds its hand, is paid in every one, and no other play in more.  Going from X to Y
thus adds to h at least what it adds to any play, and h stays the best.

Nor is another play taken for it where values tie.  A play that is best under Y gains as much as h, so it was the best under X as well:
under Y no action is the best that was not under X, and those of h still are.  Of equal ones both counts take the larger wager, which h had.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from tablegames.contract.facts import Facts
from tablegames.contract.game import Game

Hands = frozenset[int]
"""Hands by the number that a game's facts give them."""


def folded_hands(game: Game, hand: Callable[[Facts], int], histogram: Mapping[Facts, int]) -> Hands:
    """The hands that a play folds."""
    return frozenset(hand(facts) for facts, deals in histogram.items() if deals and game.folded(facts))


def hands_of_rows(facts: Iterable[Facts], hand: Callable[[Facts], int], row_of: Mapping[int, int]) -> dict[int, Hands]:
    """The hands of which each row of a table speaks; ``row_of`` is by fact code."""
    found: dict[int, set[int]] = {}
    for each in facts:
        found.setdefault(row_of[each.code], set()).add(hand(each))
    return {row: frozenset(hands) for row, hands in found.items()}


def still_best(solved: Sequence[Fraction], folded: Hands, nets: Sequence[Fraction], hands: Mapping[int, Hands]) -> bool:
    """Whether the best play under ``solved``, which folds the hands ``folded``, is proved the best under ``nets``.

    Both are what each row pays; ``hands`` are those of which each row speaks.
    """
    return all(
        net == before or (net > before and not hands[row] & folded)
        for row, (before, net) in enumerate(zip(solved, nets, strict=True))
    )
