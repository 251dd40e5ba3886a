"""High Card Flush: the flushes that always raise, those that always fold, and those for which the other cards decide.

Between the two bounds no short rule is exact: the four other cards count by their suits and ranks.  What comes nearest
is how many of them are jacks or higher, since these are what the dealer would have to beat a ten-high flush with; the
price of that rule is exact.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from tablegames.contract.rules import Rules
from tablegames.contract.solver import Optimum, Priced, Progress
from tablegames.contract.strategy import Batch, Plan
from tablegames.core.cards import RANK_LETTERS
from tablegames.core.law import Refused
from tablegames.games.high_card_flush.best import OTHERS, FlushPlay, MixedFlush
from tablegames.games.high_card_flush.decisions import DEALER_HANDS, HANDS, SIZES, Decide, Decisions, decisions_of
from tablegames.games.high_card_flush.export import batches
from tablegames.games.high_card_flush.facts import (
    LONGEST_FLUSH,
    SHORTEST_FLUSH,
    Facts,
)
from tablegames.games.high_card_flush.kernel import HandClasses, Solution, hand_classes
from tablegames.games.high_card_flush.kernel_deals import MIXED, make_play
from tablegames.games.high_card_flush.kernel_tables import ALL_RANKS
from tablegames.games.high_card_flush.plans import ANY, PLAYS, STAGE
from tablegames.games.high_card_flush.rules import most_raise
from tablegames.games.high_card_flush.solver import FlushDealing, optimum

Longs = NDArray[np.int64]

COURT = RANK_LETTERS.index("J")
"""The lowest of the cards that the readable rule counts."""
FLUSH_FORM = "the ranks of a flush from high to low, such as T-8-6 or K-Q-7-2, two to seven of them; or any"
_TOKEN = re.compile(r"[^-\s]+")


def parse_flush(text: str) -> tuple[int, int]:
    """Length and mask of a flush; ``any`` is the lowest there is, with no card.

    >>> parse_flush("T-8-6") == (3, 0b101010000), parse_flush("any")
    (True, (0, 0))
    >>> parse_flush("T-8-1")
    Traceback (most recent call last):
    tablegames.core.law.Refused: evaluate, column 5: '1' is not a rank: ...
    """
    if text.strip().lower() == ANY:
        return 0, 0
    mask = 0
    for match in _TOKEN.finditer(text):
        rank = match[0].upper().replace("10", "T")
        column = match.start() + 1
        place = f"evaluate, column {column}: {match[0]!a}"
        if len(rank) != 1 or rank not in RANK_LETTERS:
            raise Refused(f"{place} is not a rank: {FLUSH_FORM}", column=column)
        bit = 1 << RANK_LETTERS.index(rank)
        if mask and bit >= mask & -mask:
            raise Refused(f"{place} does not follow from high to low: {FLUSH_FORM}", column=column)
        mask |= bit
    length = mask.bit_count()
    if not SHORTEST_FLUSH <= length <= LONGEST_FLUSH:
        raise Refused(f"evaluate: {text!a} has {length} rank{'s' if length != 1 else ''}: {FLUSH_FORM}")
    return length, mask


def format_flush(mask: int) -> str:
    """A flush as its ranks.

    >>> format_flush(0b101010000)
    'T-8-6'
    """
    return "-".join(RANK_LETTERS[rank] for rank in range(12, -1, -1) if mask >> rank & 1)


def policy_of(lowest: tuple[int, int], rules: Rules) -> NDArray[np.int8]:
    """The decisions, by length and mask (8, 8192), that raise the most allowed with a flush and every better one."""
    policy = np.zeros((LONGEST_FLUSH + 1, ALL_RANKS + 1), np.int8)
    for length in range(SHORTEST_FLUSH, LONGEST_FLUSH + 1):
        raises = np.arange(ALL_RANKS + 1) >= (lowest[1] if length == lowest[0] else 0)
        policy[length] = np.where(raises & (length >= lowest[0]), most_raise(length, rules), 0)
    return policy


class FlushStrategy:
    """Which flushes raise: the best play, a lowest flush that a plan names, and every decision."""

    def optimum(self, asked: Priced[Facts], plan: Plan, progress: Progress | None = None) -> Optimum:
        """The play that raises with the plan's flush and better, and folds what is worse; the best play without a plan."""
        return optimum(asked, policy=_policy(asked, plan), progress=progress)

    def dealing(self, asked: Priced[Facts], plan: Plan) -> FlushDealing:
        """The same play for rounds dealt at random.

        The best play decides by the flush alone except for the mixed flushes, whose classes of hands are all listed.
        """
        suits, decisions = [np.empty((0, 4), np.uint16)], [np.empty(0, np.uint8)]
        policy = _policy(asked, plan)
        if policy is None:
            taken = _solution(optimum(asked)).decisions > 0
            mixed = taken.sum(axis=2) > 1
            policy = np.where(mixed, MIXED, taken.argmax(axis=2))
            for classes, of in _classes_of(decisions_of(asked), np.nonzero(mixed)[1].tolist()):
                suits.append(classes.suits)
                decisions.append(of.best)
        ace_low = asked.rules.readings["678a-R1"] == "ace-low"
        return FlushDealing(make_play(policy, np.concatenate(suits), np.concatenate(decisions), ace_low=ace_low))

    def describe(self, asked: Priced[Facts], best: Optimum) -> FlushPlay:
        """The bounds of the best play and what lies between them."""
        return _described(asked, _solution(best))

    def batches(self, asked: Priced[Facts], *, last: bool) -> Iterator[tuple[Batch, float]]:
        """Every class of hands."""
        return batches(asked)


def _solution(best: Optimum) -> Solution:
    """What the solver says of the decisions."""
    assert isinstance(best.detail, Solution)
    return best.detail


def _policy(asked: Priced[Facts], plan: Plan) -> NDArray[np.int8] | None:
    """The decisions of a plan; none without one."""
    PLAYS.check(plan, "High Card Flush")
    return policy_of(parse_flush(plan[STAGE]), asked.rules) if plan else None


def _described(asked: Priced[Facts], best: Solution) -> FlushPlay:
    """The bounds of the best play and what lies between them."""
    taken = best.decisions
    lengths, masks = np.nonzero(
        taken.sum(axis=2)
    )  # rising by length, then by mask: from the lowest flush to the highest
    folds, hands = taken[lengths, masks, 0], taken[lengths, masks].sum(axis=1)
    raising, folding = np.flatnonzero(folds < hands), np.flatnonzero(folds > 0)
    first_mixed = int(raising[0]) if len(raising) else len(masks)
    end_mixed = int(folding[-1]) + 1 if len(folding) else 0
    names = [format_flush(int(mask)) for mask in masks]
    mixed = [place for place in range(first_mixed, end_mixed) if 0 < folds[place] < hands[place]]
    priced = _readable(asked, [(int(lengths[place]), int(masks[place])) for place in mixed])
    return FlushPlay(
        names[end_mixed] if end_mixed < len(names) else None,
        names[first_mixed - 1] if first_mixed else None,
        tuple(
            MixedFlush(names[place], int(hands[place] - folds[place]), int(folds[place]), *priced[int(masks[place])])
            for place in reversed(mixed)
        ),
        int(hands.sum()),
        int(folds.sum()),
    )


def _classes_of(decide: Decide, flushes: list[int]) -> Iterator[tuple[HandClasses, Decisions]]:
    """The classes of hands with some flushes, named by their masks, and their decisions."""
    for classes in hand_classes():
        of = np.isin(classes.suits[:, 0], flushes)
        if of.any():
            some = HandClasses(classes.suits[of], classes.hands[of], classes.dealers[of])
            yield some, decide(some.suits, some.dealers)


def _readable(asked: Priced[Facts], flushes: list[tuple[int, int]]) -> dict[int, tuple[int, int, Fraction]]:
    """For each flush, by its mask: the number of courts from which raising costs least, the hands it misplays, and the
    cost."""
    gains = {mask: np.zeros((OTHERS + 1, 2, 2), object) for _, mask in flushes}
    unit = Fraction(1)
    for classes, decisions in _classes_of(decisions_of(asked), list(gains)):
        suits, hands, unit = classes.suits, classes.hands.astype(np.int64), decisions.unit
        raised = np.where(decisions.allowed[1:], decisions.totals[1:], -(2**62)).max(axis=0)
        gain = raised - decisions.totals[0]
        courts = SIZES[suits[:, 1:] >> COURT].sum(axis=1)
        for mask in np.unique(suits[:, 0]).tolist():
            for number in range(OTHERS + 1):
                here = (suits[:, 0] == mask) & (courts == number)
                for side, chosen in enumerate((here & (gain >= 0), here & (gain < 0))):
                    # a hand gains at most 3 x C(45, 7) units, and there are fewer than 2^28 hands: below 2^60
                    gains[mask][number, side] += [int(hands[chosen].sum()), abs(int((hands * gain)[chosen].sum()))]
    found = {}
    for mask, table in gains.items():
        # raising from k on gives up what fewer courts would gain (side 0), and pays what more of them lose (side 1)
        wrong = [table[:k, 0].sum(axis=0) + table[k:, 1].sum(axis=0) for k in range(OTHERS + 2)]
        courts = min(range(OTHERS + 2), key=lambda k, wrong=wrong: wrong[k][1])  # type: ignore[misc]
        found[mask] = (courts, int(wrong[courts][0]), unit * int(wrong[courts][1]) / (HANDS * DEALER_HANDS))
    return found


STRATEGY = FlushStrategy()
