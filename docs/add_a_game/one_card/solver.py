"""What the analysis asks of One Card: with 2,652 deals the generic walk over the rules is the solver."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablegames.analysis.walk import walk
from tablegames.core.cards import STANDARD_DECK, Deal
from tablegames.contract.choices import View
from tablegames.contract.rules import Rules
from tablegames.contract.solver import Optimum, Outlook
from tablegames.games.one_card import rules as law
from tablegames.core.law import Refused

METHOD = "every card of the player against every card of the dealer, by the rules themselves"


def optimum(
    payoffs: NDArray[np.int64],
    possible: Iterable[Any],
    rules: Rules,
    *,
    strategy: Any = None,
    progress: Callable[[float], None] | None = None,
) -> Optimum:
    """Deals by fact code under the best play."""
    if strategy is not None:
        raise Refused("One Card takes no strategy")
    counts = walk(law.GAME, rules, dict(enumerate(payoffs.tolist())), STANDARD_DECK)
    return Optimum({facts.code: count for facts, count in counts.items()}, METHOD, None)


def outlook(situation: View, payoffs: NDArray[np.int64], possible: Iterable[Any], rules: Rules) -> Outlook:
    """For each action the dealer's possible cards, counted by fact code."""
    left = [card for card in STANDARD_DECK.cards if card not in (*situation.hand, *situation.dead)]
    return {
        decision: dict(Counter(law.facts_of(Deal(situation.hand, (card,)), decision, rules).code for card in left))
        for stage in law.stages(situation.hand, rules)
        for decision in stage.decisions
    }
