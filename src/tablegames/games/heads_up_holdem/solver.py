"""What the analysis asks of Heads-Up Hold 'Em: the Hold 'Em kernels, with its own raises."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from tablegames.game import Optimum, Outlook, Rules, Situation
from tablegames.games.heads_up_holdem.facts import Facts
from tablegames.games.heads_up_holdem.rules import ROUND
from tablegames.kernels.holdem.play import holdem_optimum, holdem_outlook


def optimum(
    payoffs: NDArray[np.int64],
    possible: Iterable[Facts],
    rules: Rules,
    *,
    strategy: NDArray[np.int8] | None = None,
    progress: Callable[[float], None] | None = None,
) -> Optimum:
    """The best play over all deals; ``strategy`` fixes the choice of each of the 169 starting hands."""
    return holdem_optimum(payoffs, possible, strategy=strategy, progress=progress)


def outlook(situation: Situation, payoffs: NDArray[np.int64], rules: Rules) -> Outlook:
    """Each action's futures where the seat stands."""
    return holdem_outlook(situation, payoffs, ROUND.allowed(rules))
