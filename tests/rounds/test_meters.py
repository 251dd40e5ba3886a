"""Meters to the cent: how they are fed, what a hit leaves on them, and when they begin again."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tablegames.audit.settling import Settler
from tablegames.core.cards import parse_cards
from tablegames.core.money import Direction, Rounding
from tablegames.core.wagers import MeterPlan
from tablegames.games import game_named
from tablegames.rounds.moves import SeatState
from tablegames.rounds.round import Round

GAME = game_named("high-card-flush")
SEVEN, SIX, NONE = "As Ks Qs Js Ts 9s 8s", "7h 6h 5h 4h 3h 2h Ac", "2c 4c 6c 3d 5d 7d 9h"
DEALER = "3c 8d Tc Jd Qc Kd Ah"
SEED = 50_000


def played(hands: list[str], meter: int, increment: Fraction, rounding: Rounding = Rounding()) -> Round:  # noqa: B008
    """A round of seats that fold with the one-dollar progressive: all of the meter for seven cards, half of it for six."""
    rules = GAME.with_choices(GAME.default_rules(), paytables={"progressive": "one-dollar"}, readings={})
    rules = replace(rules, rounding=rounding, meter_plans={"progressive": MeterPlan(SEED, increment)})
    seats = [
        SeatState(number, {"ante": 1_000, "progressive": 100}, parse_cards(cards), GAME.lines[0])
        for number, cards in enumerate(hands, start=1)
    ]
    return Settler(GAME, rules).play(seats, parse_cards(DEALER), (), {"progressive": meter})


def from_meter(round_: Round) -> list[int]:
    """What the meter paid to each seat."""
    assert round_.ledger is not None
    return [sum(line.from_meter for line in seat.lines) for seat in round_.ledger.seats]


@pytest.mark.parametrize(
    ("increment", "fed"), [("1/60", 1), ("1/50", 2), ("199/10000", 1), ("1/5", 20), ("1/200", 0), ("1", 100)]
)
@pytest.mark.parametrize("seats", [1, 2])
def test_each_wager_of_a_dollar_feeds_whole_cents(increment: str, fed: int, seats: int) -> None:
    """One sixtieth is 1.67 cents: one goes to the meter, and of two wagers two, not three."""
    hands = [NONE, "2s 4s 6s 3h 5h 7h 9d"][:seats]
    assert played(hands, 10_000, Fraction(increment)).meters == {"progressive": 10_000 + seats * fed}


def test_what_a_hit_leaves_stays_beside_the_seed() -> None:
    """Paid in whole dollars, 1,234.56 pays 1,234.00; the 56 cents stay."""
    hit = played([SEVEN], 123_456, Fraction(0), Rounding(100))
    assert (from_meter(hit), hit.meters) == ([123_400], {"progressive": 56 + SEED})


def test_a_part_of_the_meter_leaves_the_rest_without_a_seed() -> None:
    hit = played([SIX], 123_456, Fraction(0), Rounding(100))
    assert (from_meter(hit), hit.meters) == ([61_700], {"progressive": 123_456 - 61_700})


def test_the_second_seat_has_what_the_first_left() -> None:
    """Half of 1,000.00, then all of the 500.00 that are left."""
    hit = played([SIX, SEVEN], 100_000, Fraction(0))
    assert (from_meter(hit), hit.meters) == ([50_000, 50_000], {"progressive": SEED})


def test_an_empty_meter_pays_nothing_and_does_not_begin_again() -> None:
    hit = played([SEVEN], 0, Fraction(0))
    assert (from_meter(hit), hit.meters) == ([0], {"progressive": 0})


def test_rounded_up_a_meter_pays_no_more_than_stands_on_it() -> None:
    """All of 123.45 in whole dollars, up, would be 124.00: 123.00 are paid.  Half of it, 61.73, goes up to 62.00."""
    up = Rounding(100, Direction.UP)
    hit = played([SEVEN], 12_345, Fraction(0), up)
    assert (from_meter(hit), hit.meters) == ([12_300], {"progressive": 45 + SEED})
    assert from_meter(played([SIX], 12_345, Fraction(0), up)) == [6_200]
