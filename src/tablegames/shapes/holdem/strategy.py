"""Hold 'Em: the 169 starting hands with what raising is worth, and the price of simple rules for the flop and the
river.

No short rule is exact after the flop: ``advise`` answers for any hand, and the export lists every decision.  What
players use is a few alternatives for each stage (:mod:`~tablegames.shapes.holdem.simple_play`); their price is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, TypedDict

import numpy as np
from numpy.typing import NDArray

from tablegames.analysis.advise import Action
from tablegames.analysis.exact import Analysis, analyze
from tablegames.analysis.plan import SIMPLE_PLAY, Evaluation, Plan, check_stages, unit_of
from tablegames.analysis.pricing import payoff_array
from tablegames.contract.game import Game, Rules
from tablegames.core.law import Refused
from tablegames.core.wagers import Bets
from tablegames.shapes.holdem.ranges import combinations, format_range, parse_range
from tablegames.shapes.holdem.rules import HoldemFacts, before_flop
from tablegames.shapes.holdem.simple_play import FLOP, RIVER, parse_rule

if TYPE_CHECKING:  # the kernels import Numba
    from tablegames.shapes.holdem.kernel.decisions import Decisions
    from tablegames.shapes.holdem.kernel.policy import Rule
    from tablegames.shapes.holdem.kernel.solve import StartingHand

PREFLOP = "preflop"
STAGES = (PREFLOP, FLOP, RIVER)
METHOD = (
    "every hole, flop, turn, river and dealer's hole (27,813,810,024,000 deals), as 42,783 types of board and 1,755 "
    "of flop, with the plan's decision at each, and the best play's where it has none"
)


class StartingPlay(NamedTuple):
    """A starting hand: what it does before the flop, and what its best raise is worth more than checking, per Ante.

    ``deals`` are all deals with the hand; of those that check, ``flop_bets`` is the part that bets the flop.  ``actions`` are
    what may be done with their values, the largest wager first.
    """

    hand: str
    action: str
    raises: bool
    advantage: Fraction
    deals: int
    flop_bets: Fraction
    actions: tuple[Action, ...]

    @property
    def futures(self) -> int:
        """The deals of one hole, over which each value is taken."""
        return self.deals // combinations(self.hand)


class HoldemStrategy(NamedTuple):
    """The best play before the flop, hand by hand and as a range, and what simpler play afterwards costs."""

    starting: tuple[StartingPlay, ...]
    raising: str
    frequency: Fraction
    simple: tuple[Evaluation, ...]


def play(
    game: Game,
    rules: Rules,
    plan: Plan,
    progress: Callable[[float], None] | None = None,
    *,
    stakes: Bets | None = None,
    meters: Bets | None = None,
) -> Analysis:
    """The analysis of a plan: a range before the flop, rules for the flop and the river, each of which may be left
    out."""
    check_stages(game, plan, STAGES)
    if not {FLOP, RIVER} & plan.keys():
        policy = _policy(game, rules, plan)
        return analyze(game, rules, strategy=policy, stakes=stakes, meters=meters, progress=progress)
    from tablegames.shapes.holdem.kernel.policy import follow

    counts = follow(**_question(game, rules, plan, stakes, meters), progress=progress)
    histogram = {facts: int(counts[facts.code]) for facts in game.facts if counts[facts.code]}
    return Analysis(game, rules, meters or {}, histogram, METHOD, None, stakes or {})


def tables(
    game: Game, rules: Rules, plan: Plan, *, stakes: Bets | None = None, meters: Bets | None = None
) -> Decisions:
    """Every decision of a plan, of the very play that :func:`play` analyses; an empty plan is the best play.

    Made in about half a second, for :func:`tablegames.shapes.holdem.solver.deal`; may be pickled.
    """
    from tablegames.shapes.holdem.kernel.decisions import decisions

    return decisions(**_question(game, rules, plan, stakes, meters))


class _Question(TypedDict):
    """What the kernels are asked: the arguments of :func:`tablegames.shapes.holdem.kernel.policy.follow`."""

    payoffs: NDArray[np.int64]
    preflop_multiples: Sequence[int]
    preflop_policy: NDArray[np.int8] | None
    flop_rule: Rule | None
    river_rule: Rule | None
    flop_raise: bool
    river_raise: bool


def _question(game: Game, rules: Rules, plan: Plan, stakes: Bets | None, meters: Bets | None) -> _Question:
    """A plan under some rules as the kernels take it; what it leaves open is played best, by the odds or for the stakes."""
    check_stages(game, plan, STAGES)
    possible = [facts for facts in game.facts if game.possible(facts, rules)]
    multiples = {facts.multiple for facts in possible}
    ruled = {stage: parse_rule(plan[stage], stage=stage) for stage in (FLOP, RIVER) if stage in plan}
    return {
        "payoffs": payoff_array(game, rules, possible, bets=stakes, meters=meters),
        "preflop_multiples": raises_before_flop(possible, rules),
        "preflop_policy": _policy(game, rules, plan),
        "flop_rule": ruled.get(FLOP),
        "river_rule": ruled.get(RIVER),
        "flop_raise": 2 in multiples,
        "river_raise": 1 in multiples,
    }


def raises_before_flop(possible: Sequence[HoldemFacts], rules: Rules) -> tuple[int, ...]:
    """The raises before the flop of some facts, the largest first."""
    return before_flop({facts.multiple for facts in possible}, rules)


def _policy(game: Game, rules: Rules, plan: Plan) -> NDArray[np.int8] | None:
    """The choice of each starting hand: the largest raise with those of a plan's range, a check with the others; none without one."""
    if PREFLOP not in plan:
        return None
    from tablegames.shapes.holdem.kernel.solve import STARTING_HANDS

    raising = parse_range(plan[PREFLOP], place=PREFLOP)
    possible = [facts for facts in game.facts if game.possible(facts, rules)]
    largest = max(raises_before_flop(possible, rules), default=0)
    if raising and not largest:
        raise Refused(f"{PREFLOP}: no raise is allowed before the flop under these limits: none")
    return np.array([largest if hand in raising else 0 for hand in STARTING_HANDS], np.int8)


def starting_plays(game: Game, rules: Rules, best: Analysis) -> tuple[StartingPlay, ...]:
    """The 169 starting hands under the best play, with what raising is worth."""
    possible = [facts for facts in game.facts if game.possible(facts, rules)]
    payoffs = payoff_array(game, rules, possible)
    unit = unit_of(game, rules, {facts.code: int(payoffs[facts.code]) for facts in possible})
    multiples = raises_before_flop(possible, rules)

    def actions(hand: StartingHand) -> tuple[Action, ...]:
        worth = [*zip(multiples, hand.raises, strict=True), (None, hand.check)]
        return tuple(
            Action(game.action(multiple) if multiple else "check", multiple, unit * total / hand.deals)
            for multiple, total in worth
        )

    return tuple(
        StartingPlay(
            hand.name,
            game.action(hand.multiple) if hand.multiple else "check",
            hand.multiple > 0,
            unit * (max(hand.raises) - hand.check) / hand.deals if hand.raises else Fraction(0),
            hand.deals,
            Fraction(hand.flop_bets, hand.flops),
            actions(hand),
        )
        for hand in best.detail.preflop
    )


def describe(game: Game, rules: Rules, best: Analysis) -> HoldemStrategy:
    """The best play before the flop, and the price of the published simple play after it: each stage alone, and
    both."""
    starting = starting_plays(game, rules, best)
    raising = [hand for hand in starting if hand.raises]
    text = format_range([hand.hand for hand in raising])
    plans: list[dict[str, str]] = [{stage: rule} for stage, rule in SIMPLE_PLAY.items()]
    plans.append({PREFLOP: text, **SIMPLE_PLAY})
    return HoldemStrategy(
        starting,
        text,
        Fraction(sum(hand.deals for hand in raising), sum(hand.deals for hand in starting)),
        tuple(Evaluation(plan, play(game, rules, plan), best) for plan in plans),
    )
