"""How far an analysis moves: what common errors of players cost, and what cards seen at the table change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from tablegames.analysis.advise import Advice, advise
from tablegames.analysis.exact import Analysis, analyze
from tablegames.analysis.plan import Evaluation
from tablegames.analysis.strategy import main_game
from tablegames.contract.choices import View
from tablegames.contract.strategy import Described
from tablegames.core.cards import parse_cards
from tablegames.core.law import Refused


class PlayerError(NamedTuple):
    """An error in words, and the plan that makes it beside the best play."""

    says: str
    evaluation: Evaluation


def player_errors(best: Analysis) -> Iterator[PlayerError]:
    """Each common error of the game, priced exactly; one that the house's raise limits forbid is left out.

    >>> from tablegames.games import game_named
    >>> [float(error.evaluation.cost) for error in player_errors(analyze(game_named("high-card-flush")))][0]
    0.07333878531321951
    """
    for says, plan in best.game.plays.errors.items():
        try:
            played = analyze(best.game, main_game(best.rules), plan=plan)
        except Refused:
            continue
        yield PlayerError(says, Evaluation(plan, played, best))


class Seen(NamedTuple):
    """A hand and the cards of others that a seat has seen, in words, with the exact value of every action."""

    says: str
    advice: Advice

    @property
    def gain(self) -> Fraction:
        """What the best action is worth more than the next, per Ante; 0 where there is no other."""
        values = sorted((action.expected_value for action in self.advice.actions), reverse=True)
        return values[0] - values[1] if len(values) > 1 else Fraction(0)


def seen_cards(best: Analysis, play: Described) -> Iterator[Seen]:
    """The closest decisions of a game, with no other card seen and with some; ``play`` is the game's best play in words."""
    rules = replace(main_game(best.rules), payout_limit=None)
    for spot in play.spots():
        cards = parse_cards(spot.hand)
        if spot.known:
            yield Seen("no other card", Advice(best.game, rules, View(cards), {}, *spot.known))
        else:
            yield Seen("no other card", advise(best.game, rules, View(cards)))
        for says, dead in spot.seen.items():
            yield Seen(says, advise(best.game, rules, View(cards, (), parse_cards(dead))))
