"""Which decisions are close, and by how much."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from tablegames.analysis.advise import Action, Advice
from tablegames.analysis.sensitivity import Seen, _closest
from tablegames.contract.choices import View
from tablegames.games import game_named

GAME = game_named("heads-up-holdem")


def seen(*values: Fraction) -> Seen:
    actions = tuple(Action(f"raise {number}x", number, value) for number, value in enumerate(values))
    return Seen("no other card", Advice(GAME, GAME.default_rules(), View(()), {}, actions, 1))


def test_the_gain_is_over_the_next_best_action() -> None:
    assert seen(Fraction(-1), Fraction(1, 3), Fraction(1, 4)).gain == Fraction(1, 12)
    assert seen(Fraction(1, 2), Fraction(1, 2), Fraction(-3)).gain == 0
    assert seen(Fraction(5)).gain == 0


def test_the_closest_hand_is_nearest_to_being_played_the_other_way() -> None:
    def best_of(**advantages: Fraction) -> str:
        hands = [SimpleNamespace(hand=hand, advantage=advantage) for hand, advantage in advantages.items()]
        described: Any = SimpleNamespace(starting=hands)
        return _closest(described).hand

    assert best_of(AA=Fraction(3), T2o=Fraction(-1, 2), K4s=Fraction(1, 9)) == "K4s"
    assert best_of(AA=Fraction(3), T2o=Fraction(-1, 9), K4s=Fraction(1, 8)) == "T2o"
    assert best_of(K4s=Fraction(1, 9), K3s=Fraction(-1, 9)) == "K3s"
