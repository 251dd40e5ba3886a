"""The readings of ch. 677a, one test each: where the choices differ, or what the one choice excludes."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from tablegames.analysis.advise import advise
from tablegames.analysis.exact import analyze
from tablegames.analysis.pricing import priced
from tablegames.analysis.solving import solver_of
from tablegames.analysis.strategy import strategy
from tablegames.asks.rulings import SeatRequest, settle_table
from tablegames.asks.submission import load_submission
from tablegames.contract.choices import Choice, View
from tablegames.contract.facts import Seat
from tablegames.contract.rules import Rules
from tablegames.core.cards import parse_cards
from tablegames.core.law import Refused, Source
from tablegames.core.money import Direction, Rounding
from tablegames.core.wagers import LedgerLine
from tablegames.games import game_named
from tablegames.rounds.moves import Kind, Move
from tablegames.rounds.round import Round
from tablegames.rounds.rules_record import rules_from_record, rules_record
from tablegames.shapes.holdem.best import HoldemPlay
from tablegames.shapes.holdem.rules import HoldemFacts, raise_of

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


def described(rules: Rules) -> HoldemPlay:
    """The best play before the flop."""
    found = strategy(GAME, rules).described
    assert isinstance(found, HoldemPlay)
    return found


def test_677a_r6() -> None:
    """A round offers 2x before the flop by the reading only; its settlement is that of any raise of 2x."""
    for choice, offered in {"3-only": ["raise 3x", "check"], "2-or-3": ["raise 3x", "raise 2x", "check"]}.items():
        rules = GAME.with_choices(RULES, paytables={}, readings={"677a-R6": choice})
        round_ = Round(GAME, rules).apply(Move(Kind.BET, "1", {"ante": 1000, "odds": 1000}))
        round_ = round_.apply(Move(Kind.NO_MORE_BETS))
        for place, card in zip(("1", "dealer", "1", "dealer"), parse_cards("Ah 4s Ad 4d"), strict=True):
            round_ = round_.apply(Move(Kind.CARD, place, card))
        assert [move.value.words for move in round_.moves() if isinstance(move.value, Choice)] == offered
        early = Move(Kind.DECISION, "1", raise_of("raise", 2))
        if choice == "3-only":
            with pytest.raises(Refused, match=r"raise 2x is not allowed here: raise 3x, check \(trade rule 677a-T3\)"):
                round_.apply(early)
            continue
        round_ = round_.apply(early)
        for card in parse_cards(BOARD):
            round_ = round_.apply(Move(Kind.CARD, "board", card))
        settled = round_.apply(Move(Kind.REVEAL)).apply(Move(Kind.SETTLE))
        assert settled.ledger
        assert {line.wager: line.net for line in settled.ledger.seats[0].lines} == {
            "ante": 1000, "odds": 0, "raise": 2000,
        }  # fmt: skip


def test_677a_r6_values_of_each_action_are_exact() -> None:
    """Per Ante 2x is worth what 3x is, each deal settled with a raise of 2x; two kernels agree; it is never the best."""
    rules = GAME.with_choices(RULES, paytables={}, readings={"677a-R6": "2-or-3"})
    starting = {hand.hand: hand for hand in described(rules).starting}
    for hole, name in {"Ah As": "AA", "Kh 6d": "K6o", "7h 2d": "72o"}.items():
        found = advise(GAME, rules, View(parse_cards(hole)))
        values = {action.action: action.expected_value for action in found.actions}
        assert set(values) == {"raise 3x", "raise 2x", "check"}
        assert {action.action: action.expected_value for action in starting[name].actions} == values
        futures = solver_of(GAME).outlook(View(parse_cards(hole)), priced(GAME, rules))[raise_of("raise", 3)]
        nets = {
            code: GAME.settle([Seat(facts, GAME.main_bets(facts, 100))], {}, rules).seats[0].exact / 100
            for code in futures
            for facts in [HoldemFacts.of_code(code)._replace(multiple=2)]
        }
        assert values["raise 2x"] == sum(nets[code] * ways for code, ways in futures.items()) / sum(futures.values())
        assert values["raise 2x"] < max(values["raise 3x"], values["check"])
    assert all(hand.action != "raise 2x" for hand in starting.values())


def test_677a_r6_2x_before_the_flop_adds_nothing_to_the_best_play() -> None:
    """-840983767/35658730800 per Ante by either choice (house edge 2.35842316 %).

    Where the house allows 2x at most, the same raise on the flop knows three cards more: it is worth as much at least, and hands that bet
    every flop are worth the same; of equal wagers the earlier is taken.
    """
    early = GAME.with_choices(RULES, paytables={}, readings={"677a-R6": "2-or-3"})
    assert analyze(GAME, early).main.expected_value == analyze(GAME, RULES).main.expected_value
    assert analyze(GAME, early).main.expected_value == Fraction(-840983767, 35658730800)
    limited = replace(early, raise_limits={0: 2})
    found = analyze(GAME, limited)
    hands = described(limited).starting
    assert {action.action for hand in hands for action in hand.actions} == {"raise 2x", "check"}
    assert found.main.expected_value == sum(
        max(action.expected_value for action in hand.actions) * Fraction(hand.deals, found.deals) for hand in hands
    )
    assert {hand.advantage for hand in hands if hand.action == "raise 2x"} == {0}
    assert "AA" in [hand.hand for hand in hands if hand.action == "raise 2x"]
    later = analyze(GAME, replace(RULES, raise_limits={0: 2}))
    assert found.main == later.main


def test_677a_r6_is_no_part_of_a_record_of_before() -> None:
    """A record that was made before the question was raised lacks it, and was made by the default; another must have it."""
    record = rules_record(GAME.default_rules())
    del record["readings"]["677a-R6"]
    del record["seats"]
    old = rules_from_record(GAME, record)
    assert old.readings["677a-R6"] == "3-only"
    assert list(old.readings) == list(GAME.law.readings), "in the order of the law"
    assert GAME.seats(old) == 22
    del record["readings"]["677a-R1"]
    with pytest.raises(Refused, match="not every reading"):
        rules_from_record(GAME, record)
