"""What the analysis asks of Saigon 5 Card: the best settings over all deals, and the outlook of one hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tablegames.contract.choices import View
from tablegames.contract.rules import Rules
from tablegames.contract.solver import Optimum, Outlook, Priced, Progress
from tablegames.core.cards import CARDS, JOKER_DECK, Card
from tablegames.core.law import Refused
from tablegames.games.saigon_5_card import kernel_tables
from tablegames.games.saigon_5_card import rules as law
from tablegames.games.saigon_5_card.bonus import bonus_hand
from tablegames.games.saigon_5_card.facts import Facts

if TYPE_CHECKING:
    from tablegames.games.saigon_5_card.kernel_deals import Hands

METHOD = "every player hand (2,869,685) against every dealer hand (1,712,304), as multisets of card values"


def optimum(
    asked: Priced[Facts], *, policy: NDArray[np.int8] | None = None, progress: Progress | None = None
) -> Optimum:
    """The best settings over all deals; nothing simpler is in use, so that a ``policy`` is refused."""
    from tablegames.games.saigon_5_card.kernel import solve

    if policy is not None:
        raise Refused("Saigon 5 Card takes no policy: the greatest Point Count is always best")
    solution = solve(asked.payoffs, ace_high_straight=asked.rules.readings["680a-R7"] == "straight")
    counts = {int(code): int(solution.counts[code]) for code in np.flatnonzero(solution.counts)}
    return Optimum(counts, METHOD, solution)


def outlook(view: View, asked: Priced[Facts]) -> Outlook:
    """Each setting's futures: the dealer's greatest Point Counts from the cards not seen."""
    seen = {*view.hand, *view.dead}
    left = Counter(_value(card) for card in CARDS if card not in seen)
    dealers: Counter[int] = Counter()
    for holding, greatest in _holdings().items():
        dealers[greatest] += prod(comb(left[value], copies) for value, copies in holding)
    bonus = bonus_hand(view.hand, asked.rules)
    return {
        choice: {
            Facts(law.count_of(*choice.hand), greatest, bonus).code: count
            for greatest, count in dealers.items()
            if count
        }
        for choice in law.choices("setting", view, (), asked.rules)
        if choice.hand
    }


@dataclass(frozen=True)
class SettingDealing:
    """Rounds dealt at random, every hand set at its greatest Point Count or as ``hands`` has it; may be pickled."""

    hands: Hands

    def deal(self, key: NDArray[np.uint64], first: int, codes: NDArray[np.uint16]) -> None:
        """Deal the rounds ``first``, ``first`` + 1, ... of a stream and set every hand; ``codes`` uint16 (rounds, seats) are filled.

        ``key``: :func:`tablegames.kernels.random_deals.stream_key`.  The dealer's cards are at the places 0 to 4 of a round's deal, the next
        five are the first seat's, and so on.
        """
        from tablegames.games.saigon_5_card.kernel_deals import deal_codes
        from tablegames.kernels.random_deals import stream

        deal_codes(stream(key, len(JOKER_DECK)), np.uint64(first), self.hands, codes)


def fact_codes(
    player: NDArray[np.uint8],
    dealer: NDArray[np.uint8],
    board: NDArray[np.uint8],
    lines: NDArray[np.int8],
    rules: Rules,
) -> NDArray[np.uint16]:
    """The fact codes, uint16 (n,), of hands ``player`` and ``dealer`` (n, 5) of card codes, each at its greatest Point Count.

    ``board`` and ``lines`` are not looked at.  Hands of codes that are no cards, or with one card twice, get a fact
    code without meaning.
    """
    from tablegames.games.saigon_5_card.kernel_deals import hand_codes

    codes = np.empty(len(player), np.uint16)
    hand_codes(np.ascontiguousarray(player), np.ascontiguousarray(dealer), hands_of(rules), codes)
    return codes


def hands_of(rules: Rules, chosen: NDArray[np.int8] | None = None) -> Hands:
    """What five cards are under some rules, as the kernels read it; ``chosen``: what is set instead of the greatest Point Count."""
    from tablegames.games.saigon_5_card.kernel_deals import make_hands, set_by

    hands = make_hands(ace_high_straight=rules.readings["680a-R7"] == "straight")
    return hands if chosen is None else set_by(hands, chosen)


def _value(card: Card) -> int:
    """The value of a card as holdings have it."""
    return kernel_tables.JOKER if card.is_joker else kernel_tables.value_of(card.rank)


@cache
def _holdings() -> dict[tuple[tuple[int, int], ...], int]:
    """Every multiset of five card values, as (value, copies) pairs, with the greatest Point Count it can be set to."""
    every = combinations_with_replacement(range(11), 5)
    return {
        tuple(Counter(holding).items()): max(kernel_tables.settings(holding))
        for holding in every
        if holding.count(kernel_tables.JOKER) <= 1
    }
