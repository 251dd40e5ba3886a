"""High Card Flush: the flushes that always raise, those that always fold, and those for which the other cards decide.

Between the two bounds no short rule is exact: the four other cards count by their suits and ranks.  What comes nearest
is how many of them are jacks or higher, since these are what the dealer would have to beat a ten-high flush with; the
price of that rule is exact.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablegames.analysis.exact import Analysis, analyze
from tablegames.analysis.plan import Plan, check_stages, unit_of
from tablegames.analysis.pricing import payoff_array
from tablegames.contract.game import Game, Rules
from tablegames.core.cards import RANK_LETTERS
from tablegames.core.law import Refused
from tablegames.core.wagers import Bets
from tablegames.games.high_card_flush.facts import (
    LONGEST_FLUSH,
    MOST_RAISE,
    SHORTEST_FLUSH,
    SHORTEST_STRAIGHT_FLUSH,
    Outcome,
)
from tablegames.games.high_card_flush.kernel_tables import ALL_RANKS, QUALIFYING_LENGTH, QUALIFYING_MASK, longest_run
from tablegames.games.high_card_flush.rules import most_raise

if TYPE_CHECKING:  # the kernels import Numba, which the words of a strategy need not pay for
    from tablegames.games.high_card_flush.kernel import HandClasses
    from tablegames.games.high_card_flush.kernel_deals import Play

Longs = NDArray[np.int64]

HANDS, DEALER_HANDS = comb(52, 7), comb(45, 7)
STAGE = "flush"
ANY = "any"
COURT = RANK_LETTERS.index("J")
"""The lowest of the cards that the readable rule counts."""
OTHERS = 4
"""The cards beside a three-card flush."""
FLUSH_FORM = "the ranks of a flush from high to low, such as T-8-6 or K-Q-7-2, two to seven of them; or any"
_TOKEN = re.compile(r"[^-\s]+")
_SIZES = np.array([mask.bit_count() for mask in range(ALL_RANKS + 1)])


class MixedFlush(NamedTuple):
    """A flush with which some hands raise and some fold.

    ``courts``: the readable rule raises with so many jacks or higher among the other cards, or more (one more than
    there are other cards: never), the number that costs least; ``misplayed`` hands it gets wrong, at ``cost`` per Ante
    over all deals.
    """

    flush: str
    raises: int
    folds: int
    courts: int
    misplayed: int
    cost: Fraction


class FlushStrategy(NamedTuple):
    """The best play: every flush from ``always_raise`` up raises the most allowed, every one up to ``always_fold``
    folds.

    Either is ``None`` where no flush does.  ``mixed`` lists the flushes between them that are decided by the other
    cards.
    """

    always_raise: str | None
    always_fold: str | None
    mixed: tuple[MixedFlush, ...]
    hands: int
    folds: int

    @property
    def readable_cost(self) -> Fraction:
        """The price of the readable rule for all mixed flushes together, per Ante."""
        return sum((flush.cost for flush in self.mixed), Fraction(0))


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


def play(
    game: Game,
    rules: Rules,
    plan: Plan,
    progress: Callable[[float], None] | None = None,
    *,
    stakes: Bets | None = None,
    meters: Bets | None = None,
) -> Analysis:
    """The analysis of the play that raises with the plan's flush and better, and folds what is worse; of the best play without a
    plan."""
    check_stages(game, plan, (STAGE,))
    policy = policy_of(parse_flush(plan[STAGE]), rules) if plan else None
    return analyze(game, rules, strategy=policy, stakes=stakes, meters=meters, progress=progress)


def tables(game: Game, rules: Rules, plan: Plan, *, stakes: Bets | None = None, meters: Bets | None = None) -> Play:
    """The decisions of :func:`play` as the kernels that deal read them.

    The best play decides by the flush alone except for the mixed flushes, whose classes of hands are all listed.
    """
    from tablegames.games.high_card_flush.kernel_deals import MIXED, make_play

    suits, decisions = [np.empty((0, 4), np.uint16)], [np.empty(0, np.uint8)]
    if plan:
        check_stages(game, plan, (STAGE,))
        policy = policy_of(parse_flush(plan[STAGE]), rules)
    else:
        taken = play(game, rules, plan, stakes=stakes, meters=meters).detail.decisions > 0
        mixed = taken.sum(axis=2) > 1
        policy = np.where(mixed, MIXED, taken.argmax(axis=2))
        decide = decisions_of(game, rules, stakes=stakes, meters=meters)
        for classes, of in _classes_of(decide, np.nonzero(mixed)[1].tolist()):
            suits.append(classes.suits)
            decisions.append(of.best)
    ace_low = rules.readings["678a-R1"] == "ace-low"
    return make_play(policy, np.concatenate(suits), np.concatenate(decisions), ace_low=ace_low)


class Decisions(NamedTuple):
    """The decisions of some hand classes: each one's payoff summed over all dealer's hands, (4, n), 0 folding, and
    which are allowed.

    ``unit`` is what one of a payoff is worth per Ante.
    """

    totals: Longs
    allowed: NDArray[np.bool_]
    unit: Fraction

    @property
    def best(self) -> NDArray[np.uint8]:
        """The raise multiple of the greatest total, of equal ones the larger."""
        totals = np.where(self.allowed, self.totals, -(2**62))
        best: NDArray[np.uint8] = (MOST_RAISE - totals[::-1].argmax(axis=0)).astype(np.uint8)
        return best


Decide = Callable[[NDArray[np.uint16], NDArray[np.int32]], Decisions]


def decisions_of(game: Game, rules: Rules, *, stakes: Bets | None = None, meters: Bets | None = None) -> Decide:
    """A function from the suits and dealers of :class:`~tablegames.games.high_card_flush.kernel.HandClasses` to their
    decisions.

    Nothing of the main game depends on straight flushes, so by the odds facts without one stand for all; with ``stakes``,
    where a limit may count what a bonus pays, they are looked for.  A total is at most C(45, 7) times a payoff, far below
    2^63 for the payoffs that the kernel takes.
    """
    possible = [facts for facts in game.facts if game.possible(facts, rules)]
    payoffs = payoff_array(game, rules, possible, bets=stakes, meters=meters)
    unit = Fraction(1) if stakes else unit_of(game, rules, {facts.code: int(payoffs[facts.code]) for facts in possible})
    pay = np.zeros((LONGEST_FLUSH + 1, LONGEST_FLUSH + 1, MOST_RAISE + 1, len(Outcome)), np.int64)
    for facts in possible:
        pay[facts.flush, facts.straight_flush, facts.raise_multiple, facts.outcome] = payoffs[facts.code]
    ace_low = rules.readings["678a-R1"] == "ace-low"
    runs = np.array([longest_run(mask, ace_low=ace_low) for mask in range(ALL_RANKS + 1)])
    runs[runs < SHORTEST_STRAIGHT_FLUSH] = 0
    most = np.array([0] * SHORTEST_FLUSH + [most_raise(n, rules) for n in range(SHORTEST_FLUSH, LONGEST_FLUSH + 1)])

    def decide(suits: NDArray[np.uint16], dealers: NDArray[np.int32]) -> Decisions:
        length, mask = _SIZES[suits[:, 0]], suits[:, 0]
        run = runs[suits].max(axis=1) if stakes else np.zeros_like(length)
        below, equal, unqualified = dealers.astype(np.int64).T
        qualifies = (length > QUALIFYING_LENGTH) | ((length == QUALIFYING_LENGTH) & (mask >= QUALIFYING_MASK))
        wins, ties = (np.where(qualifies, count, 0) for count in (below - unqualified, equal))
        counts = {
            Outcome.DEALER_NOT_QUALIFIED: unqualified,
            Outcome.WIN: wins,
            Outcome.TIE: ties,
            Outcome.LOSE: DEALER_HANDS - unqualified - wins - ties,
        }
        totals = np.stack(
            [pay[length, run, 0, Outcome.FOLDED] * DEALER_HANDS]
            + [
                sum(
                    (pay[length, run, multiple, outcome] * count for outcome, count in counts.items()),
                    np.zeros_like(wins),
                )
                for multiple in range(1, MOST_RAISE + 1)
            ]
        )
        return Decisions(totals, np.arange(MOST_RAISE + 1)[:, None] <= most[length], unit)

    return decide


def describe(game: Game, rules: Rules, best: Analysis) -> FlushStrategy:
    """The bounds of the best play and what lies between them."""
    taken: Longs = best.detail.decisions
    lengths, masks = np.nonzero(
        taken.sum(axis=2)
    )  # rising by length, then by mask: from the lowest flush to the highest
    folds, hands = taken[lengths, masks, 0], taken[lengths, masks].sum(axis=1)
    raising, folding = np.flatnonzero(folds < hands), np.flatnonzero(folds > 0)
    first_mixed = int(raising[0]) if len(raising) else len(masks)
    end_mixed = int(folding[-1]) + 1 if len(folding) else 0
    names = [format_flush(int(mask)) for mask in masks]
    mixed = [place for place in range(first_mixed, end_mixed) if 0 < folds[place] < hands[place]]
    priced = _readable(game, rules, [(int(lengths[place]), int(masks[place])) for place in mixed])
    return FlushStrategy(
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
    from tablegames.games.high_card_flush.kernel import HandClasses, hand_classes

    for classes in hand_classes():
        of = np.isin(classes.suits[:, 0], flushes)
        if of.any():
            some = HandClasses(classes.suits[of], classes.hands[of], classes.dealers[of])
            yield some, decide(some.suits, some.dealers)


def _readable(game: Game, rules: Rules, flushes: list[tuple[int, int]]) -> dict[int, tuple[int, int, Fraction]]:
    """For each flush, by its mask: the number of courts from which raising costs least, the hands it misplays, and the
    cost."""
    gains = {mask: np.zeros((OTHERS + 1, 2, 2), object) for _, mask in flushes}
    unit = Fraction(1)
    for classes, decisions in _classes_of(decisions_of(game, rules), list(gains)):
        suits, hands, unit = classes.suits, classes.hands.astype(np.int64), decisions.unit
        raised = np.where(decisions.allowed[1:], decisions.totals[1:], -(2**62)).max(axis=0)
        gain = raised - decisions.totals[0]
        courts = _SIZES[suits[:, 1:] >> COURT].sum(axis=1)
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
