"""The readings of ch. 653a, one test each."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablegames.asks.rulings import SeatRequest, settle_table
from tablegames.core.cards import parse_cards
from tablegames.core.law import Refused
from tablegames.core.money import Direction, Rounding
from tablegames.games import game_named

GAME = game_named("ultimate-texas-holdem")
RULES = GAME.default_rules()
BOARD = "Kh 9h 8h 2c 3d"


def test_653a_r1() -> None:
    """Trips after a fold: it stands, or it is lost; without a fold nothing differs."""
    bets = {"ante": 1000, "blind": 1000, "trips": 500}
    forfeit = GAME.with_choices(RULES, paytables={}, readings={"653a-R1": "forfeit"})
    for rules, net in ((RULES, 3500), (forfeit, -500)):
        ruling = settle_table(GAME, rules, [SeatRequest("Ah 4h", bets, fold=True)], board=BOARD)
        assert [line.net for line in ruling.seats[0].ledger.lines] == [-1000, -1000, net]
    assert ruling.seats[0].ledger.lines[2].cites == ("653a-R1",)
    raised = SeatRequest("Ah 4h", bets | {"play": 1000})
    stand, lost = (settle_table(GAME, rules, [raised], dealer="4s 4d", board=BOARD) for rules in (RULES, forfeit))
    assert stand.seats == lost.seats


def test_653a_r2() -> None:
    """Repeated cards first, as in the parallel section."""
    full = GAME.compare(parse_cards("Kc Kd Kh 2c 2d"), parse_cards("Qc Qd Qh Ac Ad"), (), RULES)
    pair = GAME.compare(parse_cards("3c 3d 6h 5c 4d"), parse_cards("2c 2d Ah Kc Qd"), (), RULES)
    assert (full.result, pair.result) == (1, 1)
    assert "653a-R2" in full.cites
    assert "653a-R2" in pair.cites
    with pytest.raises(Refused, match="repeated-cards-first"):
        GAME.with_choices(RULES, paytables={}, readings={"653a-R2": "kickers-first"})


def test_653a_r3() -> None:
    """A Blind of 2.01 with a winning flush, 3 to 2: 3.01 and said so; a chip and a direction pay otherwise."""
    seat = SeatRequest("Ah 4h", {"ante": 201, "blind": 201, "play": 201})
    blinds = []
    for rounding in (Rounding(), Rounding(100, Direction.UP), Rounding(100, Direction.DOWN)):
        ruling = settle_table(GAME, replace(RULES, rounding=rounding), [seat], dealer="4s 4d", board=BOARD)
        blinds.append(ruling.seats[0].ledger.lines[1])
    assert [line.net for line in blinds] == [301, 400, 300]
    assert [line.note for line in blinds[:2]] == ["exactly 3.015, paid 3.01", "exactly 3.015, paid 4.00"]
    assert GAME.law.readings["653a-R3"].choices == ("down-to-the-cent", "chip")


def test_653a_r3_chip_needs_a_chip() -> None:
    with pytest.raises(Refused):
        GAME.with_choices(RULES, paytables={}, readings={"653a-R3": "chip"})
