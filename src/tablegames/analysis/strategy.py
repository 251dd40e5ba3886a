"""The best play in a form that people use, and the exact price of playing simpler."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from tablegames.analysis.exact import Analysis, analyze
from tablegames.analysis.plan import Evaluation
from tablegames.analysis.pricing import priced
from tablegames.analysis.solving import strategy_of
from tablegames.contract.charts import Solved
from tablegames.contract.facts import Facts
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.contract.solver import Optimum
from tablegames.contract.strategy import Described, Plan


@dataclass(frozen=True)
class Strategy:
    """A game's best play: its analysis, what to do, and what simpler plays cost beside it."""

    best: Analysis
    described: Described
    simple: tuple[Evaluation, ...]


def strategy(game: Game, rules: Rules | None = None, *, progress: Callable[[float], None] | None = None) -> Strategy:
    """The best play under some rules, as people use it.

    >>> from tablegames.games import game_named
    >>> described = strategy(game_named("high-card-flush")).described
    >>> described.always_raise, described.always_fold, described.folds
    ('J-3-2', '9-8-7', 42994176)
    """
    rules = main_game(game.default_rules() if rules is None else rules)
    best = analyze(game, rules, progress=progress)
    play = described(best)
    return Strategy(best, play, tuple(Evaluation(plan, analyze(game, rules, plan=plan), best) for plan in play.simple))


def described(best: Analysis) -> Described:
    """What to do, by the analysis of the best play."""
    optimum = Optimum({}, best.method, best.detail)
    return strategy_of(best.game).describe(priced(best.game, main_game(best.rules)), optimum)


def solved_of(best: Analysis) -> Solved[Facts]:
    """The best play as the charts of a game are made of it."""

    def net(facts: Facts, wager: str) -> Fraction:
        return best.prices[facts][wager].net

    optimum = Optimum({}, best.method, best.detail)
    return Solved(best.game.name, priced(best.game, main_game(best.rules)), optimum, best.histogram, net)


def evaluate(
    game: Game, plan: Plan, rules: Rules | None = None, *, progress: Callable[[float], None] | None = None
) -> Evaluation:
    """A plan played exactly, beside the best play.

    ``plan`` maps stages to text, as the game's options (:class:`~tablegames.contract.strategy.PlayOption`) say; a stage left out is played as
    in the best play.
    Raises :class:`~tablegames.core.law.Refused` for text that is none, with its place and what is allowed.

    >>> from tablegames.games import game_named
    >>> evaluate(game_named("high-card-flush"), {"flush": "T-8-6"}).expected_value
    Fraction(-2286257119043, 84320729092600)
    """
    rules = main_game(game.default_rules() if rules is None else rules)
    return Evaluation(plan, analyze(game, rules, plan=plan, progress=progress), analyze(game, rules))


def main_game(rules: Rules) -> Rules:
    """The rules without progressive tables: a meter has no part in the play, and need not be given."""
    tables = {slot: table for slot, table in rules.paytables.items() if not table.form.progressive}
    return replace(rules, paytables=tables)
