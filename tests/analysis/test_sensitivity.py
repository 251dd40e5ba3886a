"""Which decisions are close, and by how much."""

from __future__ import annotations

from fractions import Fraction

from tablegames.analysis.advise import Advice
from tablegames.analysis.sensitivity import Seen
from tablegames.contract.choices import Choice, View
from tablegames.contract.strategy import Action
from tablegames.games import game_named
from tablegames.shapes.holdem.best import HoldemPlay, StartingPlay

GAME = game_named("heads-up-holdem")


def seen(*values: Fraction) -> Seen:
    actions = tuple(Action(Choice(f"raise {number}x"), value) for number, value in enumerate(values))
    return Seen("no other card", Advice(GAME, GAME.default_rules(), View(()), {}, actions, 1))


def test_the_gain_is_over_the_next_best_action() -> None:
    assert seen(Fraction(-1), Fraction(1, 3), Fraction(1, 4)).gain == Fraction(1, 12)
    assert seen(Fraction(1, 2), Fraction(1, 2), Fraction(-3)).gain == 0
    assert seen(Fraction(5)).gain == 0


def test_the_closest_hand_is_nearest_to_being_played_the_other_way() -> None:
    def closest_of(**advantages: Fraction) -> str:
        hands = [
            StartingPlay(hand, "check", advantage >= 0, advantage, 6, Fraction(0), ())
            for hand, advantage in advantages.items()
        ]
        (spot,) = HoldemPlay(tuple(hands), "none", Fraction(0)).spots()
        return spot.hand

    assert closest_of(AA=Fraction(3), T2o=Fraction(-1, 2), K4s=Fraction(1, 9)) == "Kc 4c"
    assert closest_of(AA=Fraction(3), T2o=Fraction(-1, 9), K4s=Fraction(1, 8)) == "Tc 2d"
    assert closest_of(K4s=Fraction(1, 9), K3s=Fraction(-1, 9)) == "Kc 3c"
