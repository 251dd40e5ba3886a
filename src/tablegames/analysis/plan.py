"""What the strategies of all games share: a plan played exactly, and its price against the best play."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tablegames.analysis.exact import Analysis
from tablegames.contract.game import Game
from tablegames.contract.strategy import Plan, PricedPlan
from tablegames.core.law import Refused


def named_plan(game: Game, name: str) -> Plan:
    """A plan by its name; ``best`` is the best play."""
    known: dict[str, Plan] = {"best": {}, **game.plays.named}
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
    def priced(self) -> PricedPlan:
        """The plan and its price."""
        return PricedPlan(self.plan, self.expected_value, self.cost)

    @property
    def expected_value(self) -> Fraction:
        """The plan's expected value per Ante."""
        return self.played.main.expected_value

    @property
    def cost(self) -> Fraction:
        """What the plan costs per Ante: the best play's expected value less the plan's."""
        return self.best.main.expected_value - self.expected_value
