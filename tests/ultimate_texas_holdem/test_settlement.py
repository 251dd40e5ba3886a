"""Settlement of Ultimate Texas Hold 'Em over every fact value, worked out again from § 653a.12 and the round."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

import pytest

from tablegames.asks.rulings import SeatRequest, settle_table
from tablegames.contract.facts import Seat
from tablegames.contract.rules import Rules
from tablegames.core.law import Refused, Source
from tablegames.core.wagers import Result
from tablegames.games import game_named
from tablegames.games.ultimate_texas_holdem.facts import FACTS, Facts
from tablegames.shapes.holdem.rules import Showdown

GAME = game_named("ultimate-texas-holdem")

BLIND_A: dict[str, Fraction | int] = {
    "royal flush": 500, "straight flush": 50, "four-of-a-kind": 10, "full house": 3, "flush": Fraction(3, 2), "straight": 1,
}  # fmt: skip
BLIND: dict[str, dict[str, Fraction | int]] = {"A": BLIND_A, "B": {**BLIND_A, "straight": 0}}
TRIPS_HANDS = (*BLIND_A, "three-of-a-kind")
TRIPS: dict[str, dict[str, Fraction | int]] = {
    name: dict(zip(TRIPS_HANDS, pays, strict=True))
    for name, pays in {
        "A": (50, 40, 30, 9, 7, 4, 3),
        "B": (50, 40, 30, 8, 6, 5, 3),
        "C": (50, 40, 30, 8, 7, 4, 3),
        "D": (50, 40, 20, 7, 6, 5, 3),
    }.items()
}


def rules(blind: str = "A", trips: str = "A", fold: str = "stand") -> Rules:
    """The default rules but for these choices."""
    return GAME.with_choices(
        GAME.default_rules(), paytables={"blind": blind, "trips": trips}, readings={"653a-R1": fold}
    )


def bets_for(facts: Facts, ante: int) -> dict[str, int]:
    """All wagers that the seat can have made."""
    return {"ante": ante, "blind": ante, **({"play": facts.multiple * ante} if facts.multiple else {}), "trips": 507}


def expected(facts: Facts, bets: Mapping[str, int], blind: str, trips: str, fold: str) -> dict[str, Fraction]:
    """The exact net of every wager."""
    hand = str(facts.hand)
    outcome: tuple[Fraction | int, ...] = {
        Showdown.FOLDED: (-1, -1, 0),
        Showdown.WIN: (1, BLIND[blind].get(hand, 0), 1),
        Showdown.WIN_DEALER_NOT_QUALIFIED: (0, BLIND[blind].get(hand, 0), 1),
        Showdown.TIE: (0, 0, 0),
        Showdown.LOSE: (-1, -1, -1),
        Showdown.LOSE_DEALER_NOT_QUALIFIED: (0, -1, -1),
    }[facts.showdown]
    ante, blinds, play = outcome
    lost = facts.showdown is Showdown.FOLDED and fold == "forfeit"
    units: dict[str, Fraction | int] = {
        "ante": ante,
        "blind": blinds,
        "play": play,
        "trips": -1 if lost else TRIPS[trips].get(hand, -1),
    }
    return {wager: Fraction(units[wager]) * cents for wager, cents in bets.items()}


@pytest.mark.parametrize(
    ("blind", "trips", "fold"),
    [("A", "A", "stand"), ("B", "B", "stand"), ("A", "C", "forfeit"), ("B", "D", "forfeit")],
)
def test_every_fact_value(blind: str, trips: str, fold: str) -> None:
    in_force = rules(blind, trips, fold)
    for facts, ante in product(FACTS, (1000, 201)):
        bets = bets_for(facts, ante)
        table = GAME.settle([Seat(facts, bets)], {}, in_force)
        wanted = expected(facts, bets, blind, trips, fold)
        lines = table.seats[0].lines
        assert {line.wager: line.exact for line in lines} == wanted, facts
        assert {line.wager: line.bet for line in lines} == bets
        for line in lines:
            exact = wanted[line.wager]
            assert line.net == exact.numerator // exact.denominator
            assert line.returned == line.bet + line.net >= 0
            assert line.result is (Result.WIN if exact > 0 else Result.LOSE if exact < 0 else Result.PUSH)
            assert ("exactly" in line.note) == (exact.denominator != 1)
            assert line.cites
            assert all(cite in GAME.law for cite in line.cites)
        assert table.seats[0].net == -table.house_net


def test_facts_are_all_there_and_coded() -> None:
    """Plays 4x, 3x, 2x, 1x with five showdowns and folds with one, for each of five pockets and ten hands."""
    assert len(FACTS) == len({facts.code for facts in FACTS}) == 5 * 10 * (4 * 5 + 1)
    assert all(Facts.of_code(facts.code) == facts for facts in FACTS)


def test_only_what_section_12_pays_cites_it() -> None:
    """§ 653a.12 and its mark stand on a winning Ante and Play, on a Blind and a Trips that their table settles, and nowhere else."""
    in_force = rules()
    for facts in FACTS:
        for line in GAME.settle([Seat(facts, bets_for(facts, 1000))], {}, in_force).seats[0].lines:
            won = facts.showdown in (Showdown.WIN, Showdown.WIN_DEALER_NOT_QUALIFIED)
            pushes = line.wager == "ante" and facts.showdown is Showdown.WIN_DEALER_NOT_QUALIFIED
            by = {"ante": "(a)", "play": "(a)", "blind": "(b)", "trips": "(c)"}[line.wager]
            cited = [f"653a.12{by}"] if line.wager == "trips" or (won and not pushes) else []
            assert [cite for cite in line.cites if cite.startswith("653a.12")] == cited, (facts, line)
            assert (line.source is Source.REGULATION) == bool(cited), (facts, line)


@pytest.mark.parametrize(
    ("player", "dealer", "board", "play", "nets"),
    [
        ("Ah Kh", "2s 2d", "Qh Jh Th 2c 3d", 4, (1000, 500_000, 4000)),
        ("Ah Kd", "Kh Qs", "2d 3c 9d 8s 4c", 3, (0, 0, 3000)),
        ("Kh Qs", "Ah Kd", "2d 3c 9d 8s 4c", 2, (0, -1000, -2000)),
        ("Ah 4h", "4s 4d", "Kh 9h 8h 2c 3d", 1, (1000, 1500, 1000)),
        ("2h 3d", "4h 5d", "Tc Js Qh Kc Ad", 1, (0, 0, 0)),
        ("5h 4h", "9c 8c", "6c 7d Th 3s 2c", 1, (-1000, -1000, -1000)),
        ("As Ac", "Kh Kd", "2d 7c 9d Js Qc", 0, (-1000, -1000)),
    ],
)
def test_outcomes_by_cards(player: str, dealer: str, board: str, play: int, nets: tuple[int, ...]) -> None:
    bets = {"ante": 1000, "blind": 1000, **({"play": 1000 * play} if play else {})}
    ruling = settle_table(GAME, rules(), [SeatRequest(player, bets, fold=play == 0)], dealer=dealer, board=board)
    assert tuple(line.net for line in ruling.seats[0].ledger.lines) == nets


def test_straight_pushes_by_blind_b() -> None:
    bets = {"ante": 1000, "blind": 1000, "play": 1000}
    nets = []
    for name in ("A", "B"):
        ruling = settle_table(
            GAME, rules(name), [SeatRequest("9c 8c", bets)], dealer="5h 4h", board="6c 7d Th 3s 2c"
        )  # fmt: skip
        nets.append(ruling.seats[0].ledger.lines[1].net)
    assert nets == [1000, 0]


@pytest.mark.parametrize(
    ("bets", "fold", "words"),
    [
        ({"ante": 1000, "blind": 999, "play": 1000}, False, "blind 9.99 must equal ante 10.00"),
        ({"ante": 1000, "play": 1000}, False, "blind is missing"),
        ({"ante": 1000, "blind": 1000}, False, "40.00 or 30.00 or 20.00 or 10.00, or a fold"),
        ({"ante": 1000, "blind": 1000, "play": 5000}, False, "40.00 or 30.00 or 20.00 or 10.00"),
        ({"ante": 1000, "blind": 1000, "play": 1000}, True, "a seat that folds makes no play"),
        ({"ante": 1000, "blind": 1000, "raise": 1000}, False, "'raise' is not one of ante, blind, play, trips"),
    ],
)
def test_one_broken_condition_is_refused(bets: dict[str, int], fold: bool, words: str) -> None:
    with pytest.raises(Refused) as refusal:
        settle_table(
            GAME, rules(), [SeatRequest("Ah Kh", bets, fold)], dealer="2s 2d", board="Qh Jh Th 2c 3d"
        )  # fmt: skip
    assert words in str(refusal.value)
    assert bool(refusal.value.cites) == ("is not one of" not in words)
