"""What the strategies of all games share: a plan played exactly, and its price against the best play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tablegames.analysis.exact import Analysis
from tablegames.analysis.pricing import UNIT
from tablegames.contract.game import Game, Rules, Seat
from tablegames.core.law import Refused

Plan = Mapping[str, str]
"""What a player does at some stages, as text by stage; the other stages are played as in the best play."""


SIMPLE_PLAY = {
    "flop": "two pair+, paired card, pocket pair 3+, flush draw T+",
    "river": "hidden pair, outs<21",
}
"""The rules that analysts publish for Ultimate Texas Hold 'Em: on the flop two pair or better, a hidden pair except
pocket deuces, four to a flush with a hidden ten or better; after the river a hidden pair or better, or fewer than 21
outs of the dealer."""
NAMED: dict[str, dict[str, Plan]] = {
    "high-card-flush": {"always-raise": {"flush": "any"}, "published": {"flush": "T-8-6"}},
    "heads-up-holdem": {"always-raise": {"preflop": "any"}, "published": SIMPLE_PLAY},
    "ultimate-texas-holdem": {
        "always-raise": {"preflop": "any"},
        "published": {"preflop": "33+, A2+, K2s+, K5o+, Q6s+, Q8o+, J8s+, JTo", **SIMPLE_PLAY},
    },
}
"""Plans by name: to raise the most at the first decision always, and the simple play that analysts publish (Heads-Up Hold 'Em: the
rules of its sister game after the best play before the flop)."""


def named_plan(game: Game, name: str) -> Plan:
    """A plan by its name; ``best`` is the best play."""
    known = {"best": {}, **NAMED.get(game.id, {})}
    if name not in known:
        raise Refused(f"play {name!a} is none of {game.name}'s: {', '.join(known)}")
    return known[name]


@dataclass(frozen=True)
class Evaluation:
    """A plan analysed beside the best play."""

    plan: Plan
    played: Analysis
    best: Analysis

    @property
    def expected_value(self) -> Fraction:
        """The plan's expected value per Ante."""
        return self.played.main.expected_value

    @property
    def cost(self) -> Fraction:
        """What the plan costs per Ante: the best play's expected value less the plan's."""
        return self.best.main.expected_value - self.expected_value


def check_stages(game: Game, plan: Plan, allowed: tuple[str, ...]) -> None:
    """Refuse a stage at which the game has no decision that a plan can fix."""
    for stage in plan:
        if stage not in allowed:
            raise Refused(f"{game.name} has no plan for {stage}: {', '.join(allowed) or 'none'}")


def unit_of(game: Game, rules: Rules, payoffs: Mapping[int, int]) -> Fraction:
    """What one unit of a payoff array is worth per Ante; ``payoffs`` maps the codes of possible facts to their
    payoffs."""
    for facts in game.facts:
        if payoffs.get(facts.code):
            net = game.settle([Seat(facts, game.main_bets(facts, UNIT))], {}, rules).seats[0].exact
            return net / UNIT / payoffs[facts.code]
    return Fraction(1)
