"""What the analysis asks of a Hold 'Em game: the best play over all deals, and the outlook of one situation."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from tablegames.game import Optimum, Outlook, Rules, Situation
from tablegames.holdem import HoldemFacts, Showdown, pocket_of
from tablegames.law import Refused

METHOD = (
    "every hole, flop, turn and river, and dealer's hole, as 42,783 types of board and 1,755 of flop, "
    "with the best decision at each"
)


def optimum(
    payoffs: NDArray[np.int64],
    possible: Iterable[HoldemFacts],
    rules: Rules,
    *,
    strategy: NDArray[np.int8] | None = None,
    progress: Callable[[float], None] | None = None,
) -> Optimum:
    """The best play over all deals; ``strategy`` fixes the choice before the flop of each of the 169 starting hands, int8 (169,)."""
    from tablegames.kernels.holdem.solve import solve

    multiples = {facts.multiple for facts in possible}
    solution = solve(
        payoffs,
        [multiple for multiple in (4, 3) if multiple in multiples],
        preflop_policy=strategy,
        flop_raise=2 in multiples,
        river_raise=1 in multiples,
        progress=progress,
    )
    counts = {int(code): int(solution.counts[code]) for code in np.flatnonzero(solution.counts)}
    return Optimum(counts, METHOD, solution)


def outlook(situation: Situation, payoffs: NDArray[np.int64], possible: Iterable[HoldemFacts], rules: Rules) -> Outlook:
    """Each action's futures before the flop, on it, or after the last two cards."""
    from tablegames.kernels import showdown

    hole, board, dead = situation
    multiples = {facts.multiple for facts in possible}
    if len(board) == 5:
        river = showdown.river(hole, board, dead)
        pocket = pocket_of(hole)
        shown = {showdown_: int(river.counts[showdown_]) for showdown_ in Showdown if river.counts[showdown_]}
        future: Outlook = {
            multiple: {HoldemFacts(multiple, pocket, river.hand, way).code: count for way, count in shown.items()}
            for multiple in multiples
            if multiple == 1
        }
        return future | {0: {HoldemFacts(0, pocket, river.hand, Showdown.FOLDED).code: sum(shown.values())}}
    if len(board) == 3:
        advice = showdown.flop(hole, board, dead, payoffs)
    elif not board:
        advice = showdown.preflop(hole, dead, [multiple for multiple in multiples if multiple > 2], payoffs)
    else:
        raise Refused(f"board has {len(board)} cards: a seat decides before the flop, on three cards, and on five")
    return {
        multiple or None: {int(code): int(histogram[code]) for code in np.flatnonzero(histogram)}
        for multiple, histogram in advice.actions.items()
        if multiple == 0 or multiple in multiples
    }
