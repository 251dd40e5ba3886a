"""How far an analysis moves: what common errors of players cost, and what cards seen at the table change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from tablegames.analysis.advise import Advice, advise
from tablegames.analysis.exact import Analysis
from tablegames.analysis.plan import Evaluation, Plan
from tablegames.analysis.strategy import main_game, of_game
from tablegames.contract.game import Game, Rules, Situation
from tablegames.core.cards import RANK_LETTERS, Hand, parse_cards
from tablegames.core.law import Refused
from tablegames.games.high_card_flush.strategy import OTHERS, STAGE, FlushStrategy
from tablegames.games.saigon_5_card.strategy import SettingStrategy
from tablegames.shapes.holdem.simple_play import RIVER
from tablegames.shapes.holdem.strategy import PREFLOP, HoldemStrategy, StartingPlay

_HOLDEM: dict[str, Plan] = {
    "never raises before the flop": {PREFLOP: "none"},
    "raises every hand before the flop": {PREFLOP: "any"},
    "never folds": {RIVER: "any"},
}
ERRORS: dict[str, dict[str, Plan]] = {
    "high-card-flush": {
        "never folds": {STAGE: "any"},
        "mimics the dealer: raises with 9-3-2, which qualifies, and better": {STAGE: "9-3-2"},
        "raises with T-8-6 and better, the rule of thumb": {STAGE: "T-8-6"},
        "raises with four-card flushes and better only": {STAGE: "5-4-3-2"},
    },
    "heads-up-holdem": _HOLDEM,
    "ultimate-texas-holdem": _HOLDEM,
}
"""What players get wrong, as plans; the rest is played as in the best play."""


class PlayerError(NamedTuple):
    """An error in words, and the plan that makes it beside the best play."""

    says: str
    evaluation: Evaluation


def player_errors(best: Analysis) -> Iterator[PlayerError]:
    """Each common error of the game, priced exactly; one that the house's raise limits forbid is left out.

    >>> from tablegames.analysis.exact import analyze
    >>> from tablegames.games import game_named
    >>> [float(error.evaluation.cost) for error in player_errors(analyze(game_named("high-card-flush")))][0]
    0.07333878531321951
    """
    for says, plan in ERRORS.get(best.game.id, {}).items():
        try:
            played: Analysis = of_game(best.game).play(best.game, main_game(best.rules), plan)
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


def seen_cards(best: Analysis, described: Any) -> Iterator[Seen]:
    """The closest decisions of a game, with no other card seen and with some; ``described`` is the game's best play in words."""
    rules = replace(main_game(best.rules), payout_limit=None)
    for hand, seen in _spots(described):
        cards = parse_cards(hand)
        yield Seen("no other card", _with_nothing_seen(best.game, rules, cards, described))
        for says, dead in seen.items():
            yield Seen(says, advise(best.game, rules, Situation(cards, (), parse_cards(dead))))


def _with_nothing_seen(game: Game, rules: Rules, hand: Hand, described: Any) -> Advice:
    """The advice for a hand when no other card is seen; a starting hand's is known from the best play."""
    if not isinstance(described, HoldemStrategy):
        return advise(game, rules, Situation(hand))
    closest = _closest(described)
    return Advice(game, rules, Situation(hand), {}, closest.actions, closest.futures)


def _closest(described: HoldemStrategy) -> StartingPlay:
    """The starting hand that is nearest to being played the other way."""
    return min(described.starting, key=lambda hand: (abs(hand.advantage), hand.hand))


def _spots(described: Any) -> Iterator[tuple[str, dict[str, str]]]:
    """Hands in notation, each with what else may be seen."""
    match described:
        case HoldemStrategy():
            yield _starting(_closest(described).hand)
        case FlushStrategy():
            threes = [flush for flush in described.mixed if flush.flush.count("-") == 2]  # with four cards beside them
            for flush in threes[:1] + threes[-1:]:
                yield _flush(flush.flush, min(flush.courts, OTHERS))
        case SettingStrategy():
            yield "9s 8h 3c 5d 2d", {"the joker": "Jk", "all four 10s": "Ts Th Td Tc"}


def _starting(name: str) -> tuple[str, dict[str, str]]:
    """A starting hand in clubs and diamonds, with cards that spoil it and cards that cannot.

    >>> _starting("K4o")
    ('Kc 4d', {'one more card of each of its ranks': 'Ks 4h', 'two cards of other ranks': '2s 3h'})
    """
    high, low, suits = name[0], name[1], "cc" if name.endswith("s") else "cd"
    others = [rank for rank in RANK_LETTERS if rank not in (high, low)][:2]
    return f"{high}{suits[0]} {low}{suits[1]}", {
        "one more card of each of its ranks": f"{high}s {low}h",
        "two cards of other ranks": f"{others[0]}s {others[1]}h",
    }


def _flush(ranks: str, courts: int) -> tuple[str, dict[str, str]]:
    """A flush in clubs with so many court cards beside it, two suits of two cards, and cards of the fourth suit that others hold.

    >>> _flush("T-8-6", 2)
    ('Tc 8c 6c Ad Kh 3d 2h', {'ace to jack of spades': 'As Ks Qs Js', '2 to 5 of spades': '2s 3s 4s 5s'})
    """
    beside = "AKQJ"[:courts] + "5432"[courts:]
    cards = [f"{rank}c" for rank in ranks.split("-")] + [f"{rank}{'dh'[n % 2]}" for n, rank in enumerate(beside)]
    return " ".join(cards), {"ace to jack of spades": "As Ks Qs Js", "2 to 5 of spades": "2s 3s 4s 5s"}
