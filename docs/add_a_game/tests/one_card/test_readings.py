"""Each reading of One Card, by a bet on which its choices differ."""

from __future__ import annotations

from tablegames.contract.facts import Seat
from tablegames.core.money import Direction, Rounding
from tablegames.games.one_card.facts import BonusHand, Facts, Outcome
from tablegames.games.one_card.game import GAME

RULES = GAME.with_choices(GAME.default_rules(), paytables={"bonus": "example"}, readings={})
FOLDED_ACE = Facts(BonusHand.ACE, Outcome.FOLDED)
FACE = Facts(BonusHand.FACE_CARD, Outcome.WIN)


def test_000a_r1() -> None:
    forfeit = GAME.with_choices(RULES, paytables={}, readings={"000a-R1": "forfeit"})
    seat = Seat(FOLDED_ACE, {"ante": 1000, "bonus": 500})
    assert [GAME.settle([seat], {}, rules).seats[0].lines[-1].net for rules in (RULES, forfeit)] == [1500, -500]


def test_000a_r2() -> None:
    """3 to 2 on 0.33 is 0.495: 0.49, or 0.50 with a chip of 0.25 rounded up."""
    chip = GAME.with_rounding(RULES, Rounding(25, Direction.UP))
    seat = Seat(FACE, {"ante": 1000, "raise": 1000, "bonus": 33})
    assert [GAME.settle([seat], {}, rules).seats[0].lines[-1].net for rules in (RULES, chip)] == [49, 50]
