"""Outcomes of hands and deals that no decision can colour, counted against their exact chances: one test for each part of a game's facts.

Every hand counts as if it had been raised at once: a fold would hide a result.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from tablegames.analysis.chances import FEWEST_IN_A_CELL, ChiSquare, chi_square
from tablegames.analysis.exact import Analysis, analyze
from tablegames.analysis.strategy import main_game
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules


class Frequency(NamedTuple):
    """One part of the facts: how often each of its values was counted, the exact chances, and Pearson's test (none where it says nothing)."""

    part: str
    observed: Mapping[Any, int]
    chances: Mapping[Any, Fraction]
    fit: ChiSquare | None

    @property
    def hands(self) -> int:
        """How many hands were counted."""
        return sum(self.observed.values())


def outcomes(
    game: Game,
    rules: Rules,
    counts: Mapping[int, int],
    *,
    with_dealer: bool = True,
    fewest: int = FEWEST_IN_A_CELL,
) -> list[Frequency]:
    """The parts of the facts that do not depend on play; ``counts`` are independent hands, raised at once, by fact code.

    ``with_dealer``: whether every dealer's cards were seen; else the parts that need them are left out.  ``fewest``: as for
    :func:`~tablegames.analysis.chances.chi_square`.
    """
    of_code = {facts.code: facts for facts in game.facts}
    exact = _raised_at_once(game, rules)
    found = []
    for part in game.facts[0]._fields:
        if part in game.parts.by_choice or (part in game.parts.by_dealer and not with_dealer):
            continue
        observed: dict[Any, int] = {}
        for code, count in counts.items():
            value = getattr(of_code[code], part)
            observed[value] = observed.get(value, 0) + count
        chances: dict[Any, Fraction] = {}
        for facts, count in exact.histogram.items():
            value = getattr(facts, part)
            chances[value] = chances.get(value, Fraction(0)) + Fraction(count, exact.deals)
        found.append(
            Frequency(part, observed, dict(sorted(chances.items())), chi_square(observed, chances, fewest=fewest))
        )
    return found


def _raised_at_once(game: Game, rules: Rules) -> Analysis:
    """The exact analysis of raising every hand at the first chance, whatever the house's limits; without a raise, of the best play.

    Hands and results depend on the readings alone, so the default paytables serve.
    """
    rules = replace(main_game(game.default_rules()), readings=rules.readings)
    return analyze(game, rules, plan=game.plays.named.get("always-raise"))
