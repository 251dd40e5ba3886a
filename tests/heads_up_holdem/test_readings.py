"""The readings of ch. 677a, one test each: where the choices differ, or what the one choice excludes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tablegames.cards import parse_cards
from tablegames.games import game_named
from tablegames.law import Refused, Source
from tablegames.money import Direction, Rounding
from tablegames.rulings import SeatRequest, settle_table
from tablegames.submission import load_submission
from tablegames.wagers import LedgerLine

GAME = game_named("heads-up-holdem")
RULES = GAME.default_rules()
BOARD = "Qh Jh Th 2c 3d"


def result(first: str, second: str) -> int:
    """1, 0 or -1 for two five-card hands."""
    return GAME.compare(parse_cards(first), parse_cards(second), (), RULES).result


def lines(seat: SeatRequest, **choice: str) -> dict[str, LedgerLine]:
    """A seat's lines against a pair of 2s on a royal board, with readings chosen (``R4="forfeit"``)."""
    readings = {f"677a-{name}": chosen for name, chosen in choice.items()}
    rules = GAME.with_choices(RULES, paytables={}, readings=readings)
    ruling = settle_table(GAME, rules, [seat], dealer="4s 4d", board=BOARD)
    return {line.wager: line for line in ruling.seats[0].ledger.lines}


def only_choice(reading: str, choice: str) -> None:
    """The reading offers nothing else."""
    assert GAME.law.readings[reading].choices == (choice,)
    with pytest.raises(Refused, match=choice):
        GAME.with_choices(RULES, paytables={}, readings={reading: "another"})


def test_677a_r1() -> None:
    """Repeated cards first: (c) alone would turn both of these round, for the ace is in one hand only."""
    assert result("Kc Kd Kh 2c 2d", "Qc Qd Qh Ac Ad") == 1
    assert result("3c 3d 6h 5c 4d", "2c 2d Ah Kc Qd") == 1
    verdict = GAME.compare(parse_cards("3c 3d 6h 5c 4d"), parse_cards("2c 2d Ah Kc Qd"), (), RULES)
    assert "677a-R1" in verdict.cites
    only_choice("677a-R1", "repeated-cards-first")


def test_677a_r2() -> None:
    """The wheel is five-high though its ace is in no other straight but the highest."""
    assert result("Ah 2c 3d 4s 5h", "2h 3c 4d 5s 6h") == -1
    assert result("Ah 2h 3h 4h 5h", "2s 3s 4s 5s 6s") == -1
    assert result("Ah 2c 3d 4s 5h", "Ac 2h 3s 4d 5c") == 0
    assert result("Ah 2c 3d 4s 5h", "Ac Ad As Kd Qc") == 1
    only_choice("677a-R2", "five-high")


def test_677a_r3() -> None:
    """A fold with a straight flush loses the Odds, which would pay 500 to 1 had the hand been played and lost."""
    seat = SeatRequest("9h 8h", {"ante": 1000, "odds": 1000}, fold=True)
    folded = settle_table(GAME, RULES, [seat], dealer="Ah Kh", board=BOARD)
    odds = folded.seats[0].ledger.lines[1]
    assert (odds.wager, odds.net, str(odds.result)) == ("odds", -1000, "lose")
    assert "677a-R3" in odds.cites
    raised = SeatRequest("9h 8h", {"ante": 1000, "odds": 1000, "raise": 1000})
    played = settle_table(GAME, RULES, [raised], dealer="Ah Kh", board=BOARD)
    assert played.seats[0].ledger.lines[1].net == 500_000
    only_choice("677a-R3", "no")


def test_677a_r4() -> None:
    """Trips Plus and Pocket Bonus after a fold: they stand, or they are lost; without a fold nothing differs."""
    bets = {"ante": 1000, "odds": 1000, "trips-plus": 500, "pocket-bonus": 500}
    folded, raised = SeatRequest("Ah Kh", bets, fold=True), SeatRequest("Ah Kh", bets | {"raise": 1000})
    stand, forfeit = lines(folded), lines(folded, R4="forfeit")
    assert (stand["trips-plus"].net, stand["pocket-bonus"].net) == (50_000, 10_000)
    assert (forfeit["trips-plus"].net, forfeit["pocket-bonus"].net) == (-500, -500)
    assert forfeit["trips-plus"].cites == forfeit["pocket-bonus"].cites == ("677a-R4",)
    assert forfeit["trips-plus"].source is Source.INFERRED
    assert (forfeit["ante"], forfeit["odds"]) == (stand["ante"], stand["odds"])
    assert lines(raised) == lines(raised, R4="forfeit")
    with pytest.raises(Refused, match="stand or forfeit"):
        lines(folded, R4="maybe")


def test_677a_r5() -> None:
    """3 to 2 on 2.01 is 3.015: paid 3.01 and said so; a chip and a direction pay otherwise."""
    seat = SeatRequest("Ah 4h", {"ante": 201, "odds": 201, "raise": 201})
    rounded = {}
    for rounding in (Rounding(), Rounding(25, Direction.UP), Rounding(1, Direction.NEAREST)):
        ruling = settle_table(
            GAME, replace(RULES, rounding=rounding), [seat], dealer="4s 4d", board="Kh 9h 8h 2c 3d"
        )  # fmt: skip
        rounded[rounding] = ruling.seats[0].ledger.lines[1]
    assert [line.net for line in rounded.values()] == [301, 325, 302]
    assert rounded[Rounding()].note == "exactly 3.015, paid 3.01"
    assert len({line.exact for line in rounded.values()}) == 1
    assert GAME.law.readings["677a-R5"].choices == ("down-to-the-cent", "chip")


def test_677a_r5_by_a_submission_is_the_reading_in_force(tmp_path: Path) -> None:
    """A house that rounds to its chip must not be printed as one that pays down to the cent."""
    submitted = tmp_path / "rules.toml"
    submitted.write_text(
        'property = "P"\nversion = "1"\neffective = 2026-12-01\n'
        '[games.heads-up-holdem]\nrounding = { unit = "0.25", direction = "up" }\n'
    )
    rules = load_submission(submitted).rules(GAME)
    assert rules.rounding == Rounding(25, Direction.UP)
    assert rules.readings["677a-R5"] == "chip"


def test_677a_r5_chip_needs_a_chip() -> None:
    """The choice `chip` without a unit and a direction says nothing: it is refused, or it changes what is paid."""
    with pytest.raises(Refused):
        GAME.with_choices(RULES, paytables={}, readings={"677a-R5": "chip"})
