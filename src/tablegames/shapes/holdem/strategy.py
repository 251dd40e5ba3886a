"""Hold 'Em: the 169 starting hands with what raising is worth, and the price of simple rules for the flop and the
river.

No short rule is exact after the flop: ``advise`` answers for any hand, and the export lists every decision.  What
players use is a few alternatives for each stage (:mod:`~tablegames.shapes.holdem.simple_play`); their price is exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from tablegames.contract.choices import CHECK
from tablegames.contract.solver import Optimum, Priced, Progress
from tablegames.contract.strategy import Action, Batch, Plan, Plays
from tablegames.core.law import Refused
from tablegames.shapes.holdem.best import HoldemPlay, StartingPlay
from tablegames.shapes.holdem.export import batches
from tablegames.shapes.holdem.kernel.decisions import decisions
from tablegames.shapes.holdem.kernel.policy import Rule, follow
from tablegames.shapes.holdem.kernel.solve import STARTING_HANDS, Solution, StartingHand
from tablegames.shapes.holdem.ranges import format_range, parse_range
from tablegames.shapes.holdem.rules import FLOP, PREFLOP, RIVER, HoldemFacts, HoldemRound, before_flop, raise_of
from tablegames.shapes.holdem.simple_play import parse_rule
from tablegames.shapes.holdem.solver import HoldemDealing, HoldemSolver

METHOD = (
    "every hole, flop, turn, river and dealer's hole (27,813,810,024,000 deals), as 42,783 types of board and 1,755 "
    "of flop, with the plan's decision at each, and the best play's where it has none"
)


@dataclass(frozen=True)
class HoldemStrategy:
    """How a game of the family is played, by its round and its name."""

    round: HoldemRound
    plays: Plays
    name: str

    def optimum(self, asked: Priced[HoldemFacts], plan: Plan, progress: Progress | None = None) -> Optimum:
        """A plan: a range before the flop, rules for the flop and the river, each of which may be left out."""
        self.plays.check(plan, self.name)
        if not {FLOP, RIVER} & plan.keys():
            return HoldemSolver(self.round).optimum(asked, policy=_policy(asked, plan), progress=progress)
        counts = follow(**_question(asked, plan), progress=progress)
        return Optimum(
            {facts.code: int(counts[facts.code]) for facts in asked.possible if counts[facts.code]}, METHOD, None
        )

    def dealing(self, asked: Priced[HoldemFacts], plan: Plan) -> HoldemDealing:
        """Every decision of a plan, of the very play that :meth:`optimum` counts; made in about half a second."""
        self.plays.check(plan, self.name)
        return HoldemDealing(decisions(**_question(asked, plan)))

    def describe(self, asked: Priced[HoldemFacts], best: Optimum) -> HoldemPlay:
        """The best play before the flop, hand by hand and as a range."""
        starting = starting_plays(self.round, asked, best)
        raising = [hand for hand in starting if hand.raises]
        return HoldemPlay(
            starting,
            format_range([hand.hand for hand in raising]),
            Fraction(sum(hand.deals for hand in raising), sum(hand.deals for hand in starting)),
        )

    def batches(self, asked: Priced[HoldemFacts], *, last: bool) -> Iterator[tuple[Batch, float]]:
        """Every decision, those after the river only where they are asked for."""
        best = HoldemSolver(self.round).optimum(asked).detail
        assert isinstance(best, Solution)
        return batches(self.round, asked, best, river=last)


def starting_plays(round_: HoldemRound, asked: Priced[HoldemFacts], best: Optimum) -> tuple[StartingPlay, ...]:
    """The 169 starting hands under the best play, with what raising is worth."""
    assert isinstance(best.detail, Solution)
    multiples = before_flop({facts.multiple for facts in asked.possible}, asked.rules)
    return tuple(_starting_play(round_, hand, multiples, asked.unit) for hand in best.detail.preflop)


def _starting_play(round_: HoldemRound, hand: StartingHand, multiples: tuple[int, ...], unit: Fraction) -> StartingPlay:
    """A starting hand with the value of everything that may be done with it before the flop."""
    raises = tuple(raise_of(round_.raises, multiple) for multiple in multiples)
    worth = zip((*raises, CHECK), (*hand.raises, hand.check), strict=True)
    chosen = raise_of(round_.raises, hand.multiple) if hand.multiple else CHECK
    return StartingPlay(
        hand.name,
        chosen.words,
        hand.multiple > 0,
        unit * (max(hand.raises) - hand.check) / hand.deals if hand.raises else Fraction(0),
        hand.deals,
        Fraction(hand.flop_bets, hand.flops),
        tuple(Action(choice, unit * total / hand.deals) for choice, total in worth),
    )


class _Question(TypedDict):
    """What the kernels are asked: the arguments of :func:`tablegames.shapes.holdem.kernel.policy.follow`."""

    payoffs: NDArray[np.int64]
    preflop_multiples: Sequence[int]
    preflop_policy: NDArray[np.int8] | None
    flop_rule: Rule | None
    river_rule: Rule | None
    flop_raise: bool
    river_raise: bool


def _question(asked: Priced[HoldemFacts], plan: Plan) -> _Question:
    """A plan as the kernels take it; what it leaves open is played best, by the odds or for the bets in money."""
    multiples = {facts.multiple for facts in asked.possible}
    ruled = {stage: parse_rule(plan[stage], stage=stage) for stage in (FLOP, RIVER) if stage in plan}
    return {
        "payoffs": asked.payoffs,
        "preflop_multiples": before_flop(multiples, asked.rules),
        "preflop_policy": _policy(asked, plan),
        "flop_rule": ruled.get(FLOP),
        "river_rule": ruled.get(RIVER),
        "flop_raise": 2 in multiples,
        "river_raise": 1 in multiples,
    }


def _policy(asked: Priced[HoldemFacts], plan: Plan) -> NDArray[np.int8] | None:
    """The choice of each starting hand: the largest raise with those of a plan's range, a check with the others; none without one."""
    if PREFLOP not in plan:
        return None
    raising = parse_range(plan[PREFLOP], place=PREFLOP)
    largest = max(before_flop({facts.multiple for facts in asked.possible}, asked.rules), default=0)
    if raising and not largest:
        raise Refused(f"{PREFLOP}: no raise is allowed before the flop under these limits: none")
    return np.array([largest if hand in raising else 0 for hand in STARTING_HANDS], np.int8)
