"""The best play in a form that people use, and the exact price of playing simpler."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

from tablegames.analysis.exact import Analysis, analyze
from tablegames.analysis.plan import Evaluation, Plan
from tablegames.contract.game import Game, Rules
from tablegames.core.law import Refused
from tablegames.games.high_card_flush import strategy as flush_strategy
from tablegames.games.saigon_5_card import strategy as setting_strategy
from tablegames.shapes.holdem import strategy as holdem_strategy

OF_GAME: dict[str, ModuleType] = {
    "saigon-5-card": setting_strategy,
    "high-card-flush": flush_strategy,
    "heads-up-holdem": holdem_strategy,
    "ultimate-texas-holdem": holdem_strategy,
}
"""The module that puts a game's best play in words, ``describe``, and analyses a plan, ``play``."""


@dataclass(frozen=True)
class Strategy:
    """A game's best play: its analysis, and the game's own named tuple of what to do."""

    best: Analysis
    described: Any


def strategy(game: Game, rules: Rules | None = None, *, progress: Callable[[float], None] | None = None) -> Strategy:
    """The best play under some rules, as people use it.

    >>> from tablegames.games import game_named
    >>> described = strategy(game_named("high-card-flush")).described
    >>> described.always_raise, described.always_fold, described.folds
    ('J-3-2', '9-8-7', 42994176)
    """
    module, rules = of_game(game), main_game(game.default_rules() if rules is None else rules)
    best = analyze(game, rules, progress=progress)
    return Strategy(best, module.describe(game, rules, best))


def evaluate(
    game: Game, plan: Plan, rules: Rules | None = None, *, progress: Callable[[float], None] | None = None
) -> Evaluation:
    """A plan played exactly, beside the best play.

    ``plan`` maps stages to text: ``flush`` in High Card Flush (``T-8-6``: that hand and better raise the most allowed);
    ``preflop`` (a range), ``flop`` and ``river`` (rules) in Hold 'Em, where a stage left out is played as in the
    best play.
    Raises :class:`~tablegames.core.law.Refused` for text that is none, with its place and what is allowed.

    >>> from tablegames.games import game_named
    >>> evaluate(game_named("high-card-flush"), {"flush": "T-8-6"}).expected_value
    Fraction(-2286257119043, 84320729092600)
    """
    module, rules = of_game(game), main_game(game.default_rules() if rules is None else rules)
    played: Analysis = module.play(game, rules, plan, progress)
    return Evaluation(plan, played, analyze(game, rules))


def of_game(game: Game) -> ModuleType:
    """The game's module; refused where it has none."""
    if game.id not in OF_GAME:
        raise Refused(f"{game.name} has no strategy: {', '.join(OF_GAME)}")
    return OF_GAME[game.id]


def main_game(rules: Rules) -> Rules:
    """The rules without progressive tables: a meter has no part in the play, and need not be given."""
    tables = {slot: table for slot, table in rules.paytables.items() if not table.form.progressive}
    return replace(rules, paytables=tables)
