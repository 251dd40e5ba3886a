"""What the analysis asks of High Card Flush: the best play over all deals, and the outlook of one hand."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tablegames.contract.choices import View
from tablegames.contract.rules import Rules
from tablegames.contract.solver import Optimum, Outlook, Priced, Progress
from tablegames.core.cards import STANDARD_DECK, Hand, rank_mask
from tablegames.games.high_card_flush import rules as law
from tablegames.games.high_card_flush.facts import MOST_RAISE, SHORTEST_FLUSH, Facts, Outcome

if TYPE_CHECKING:
    from tablegames.games.high_card_flush.kernel_deals import Play

METHOD = (
    "every player hand (133,784,560, as 6,009,159 classes up to renaming suits) against every dealer hand (45,379,620), "
    "the dealer's counted by suit polynomials"
)


def optimum(
    asked: Priced[Facts], *, policy: NDArray[np.int8] | None = None, progress: Progress | None = None
) -> Optimum:
    """The best play over all deals; ``policy`` fixes decisions by flush length and mask, int8 (8, 8192), -1 leaving the best."""
    from tablegames.games.high_card_flush.kernel import solve

    legal = np.zeros((6, MOST_RAISE + 1), dtype=np.bool_)
    for facts in asked.possible:
        legal[facts.flush - SHORTEST_FLUSH, facts.raise_multiple] = True
    solution = solve(
        asked.payoffs,
        legal,
        ace_low=asked.rules.readings["678a-R1"] == "ace-low",
        policy=policy,
        progress=(lambda done, parts: progress(done / parts)) if progress else None,
    )
    counts = {int(code): int(solution.counts[code]) for code in np.flatnonzero(solution.counts)}
    return Optimum(counts, METHOD, solution)


def outlook(view: View, asked: Priced[Facts]) -> Outlook:
    """Each choice's futures: the dealer's hands from the cards not seen, by outcome."""
    hand, seen = view.hand, (*view.hand, *view.dead)
    own, run = law.rank_flush(hand), law.longest_run(hand, asked.rules)
    left = [mask ^ 0x1FFF for mask in suit_masks(seen)]
    all_hands = comb(52 - len(seen), 7)
    not_qualified = hands_below(left, 3, LOWEST_QUALIFYING)
    below = hands_below(left, len(own.cards), rank_mask(own.cards))
    ties = hands_below(left, len(own.cards), rank_mask(own.cards) + 1) - below
    if law.qualifies(own):
        outcomes = {Outcome.WIN: below - not_qualified, Outcome.TIE: ties, Outcome.LOSE: all_hands - below - ties}
    else:
        outcomes = {Outcome.LOSE: all_hands - not_qualified}
    outcomes[Outcome.DEALER_NOT_QUALIFIED] = not_qualified
    length = len(own.cards), len(run)
    return {
        law.LINES[multiple][0]: {
            Facts(*length, multiple, outcome).code: count
            for outcome, count in (outcomes if multiple else {Outcome.FOLDED: all_hands}).items()
        }
        for multiple in range(law.most_raise(length[0], asked.rules), -1, -1)
    }


@dataclass(frozen=True)
class FlushDealing:
    """Rounds dealt at random and played by decisions that were made once; may be pickled."""

    play: Play

    def deal(self, key: NDArray[np.uint64], first: int, codes: NDArray[np.uint16]) -> None:
        """Deal the rounds ``first``, ``first`` + 1, ... of a stream and play them: ``codes`` uint16 (rounds, seats).

        ``key``: :func:`tablegames.kernels.random_deals.stream_key`.  The dealer's cards are at the places 0 to 6 of a round's deal, the
        next seven are the first seat's, and so on.
        """
        from tablegames.games.high_card_flush.kernel_deals import deal_codes
        from tablegames.kernels.random_deals import stream

        deal_codes(stream(key, len(STANDARD_DECK)), np.uint64(first), self.play, codes)


def fact_codes(
    player: NDArray[np.uint8],
    dealer: NDArray[np.uint8],
    board: NDArray[np.uint8],
    lines: NDArray[np.int8],
    rules: Rules,
) -> NDArray[np.uint16]:
    """The fact codes, uint16 (n,), of hands ``player`` and ``dealer`` (n, 7) of card codes; ``board`` is not looked at.

    ``lines`` (n,): the raise multiple, 0 to 3, 0 for a fold; whether the flush allows it is not asked.  Hands of
    codes that are no cards, or with one card twice, get a fact code without meaning.
    """
    from tablegames.games.high_card_flush.kernel_deals import hand_codes

    codes = np.empty(len(player), np.uint16)
    ace_low = np.uint64(rules.readings["678a-R1"] == "ace-low")
    hands, dealers = np.ascontiguousarray(player), np.ascontiguousarray(dealer)
    hand_codes(hands, dealers, np.ascontiguousarray(lines), ace_low, codes)
    return codes


LOWEST_QUALIFYING = 1 << 7 | 1 << 1 | 1 << 0
"""9-3-2 as a mask of ranks."""


def suit_masks(cards: Hand) -> list[int]:
    """The ranks of some cards in each suit, as 13 bits, deuce lowest."""
    return [rank_mask(card for card in cards if card & 3 == suit) for suit in range(4)]


def hands_below(left: list[int], length: int, mask: int) -> int:
    """How many seven-card hands of the cards left rank below a flush of this length and these ranks.

    A hand is below if and only if every suit's part of it is: shorter, or as long and a smaller number as a mask.  So the
    count is the coefficient of x^7 in the product over suits of sum over k < length of C(n, k) x^k + b x^length, with n cards left in the
    suit, and b their subsets of that length below the mask.
    """
    product = [1] + [0] * 7
    for suit in left:
        parts = [comb(suit.bit_count(), size) for size in range(length)] + [subsets_below(suit, length, mask)]
        product = [
            sum(product[power - size] * parts[size] for size in range(min(power, length) + 1)) for power in range(8)
        ]
    return product[7]


def subsets_below(suit: int, size: int, mask: int) -> int:
    """How many subsets of this size of a suit's ranks are smaller than a mask as a number.

    They part from the mask at one of its bits, which they lack: above it they have the mask's bits, below it anything.
    """
    count = 0
    for bit in range(12, -1, -1):
        if mask >> bit & 1:
            count += comb((suit & ((1 << bit) - 1)).bit_count(), size) if size >= 0 else 0
            if not suit >> bit & 1:
                return count
            size -= 1
    return count
