"""The aggregate payout limit: what one patron can win at the minimum wagers, by sums done by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from tablegames.contract.facts import Seat
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.wagers import Limits, TableLedger
from tablegames.games import game_named
from tablegames.rounds.payouts import House
from tablegames.rounds.session import Session
from tablegames.rounds.shuffle import generator
from tests.kit import held
from tests.rounds import all_tables, each_game, every_bet, main_bets

MOST = [
    # Ante 1 + Raise 3
    ("high-card-flush", {"ante": 100}, 400),
    # and 300 of the Flush Bonus at 5: 1,500
    ("high-card-flush", {"ante": 100, "flush-bonus": 500}, 150_400),
    # Ante 1 + Raise 3 + Odds 500 for a royal flush
    ("heads-up-holdem", {"ante": 100}, 50_400),
    # Ante 2 + Raise 6 + Odds 1,000; Trips Plus 100 for a royal flush
    ("heads-up-holdem", {"ante": 200, "trips-plus": 100}, 110_800),
    # Ante 1 + Play 4 + Blind 500
    ("ultimate-texas-holdem", {"ante": 100}, 50_500),
    # no minimum of the Ante, but of the Blind, which it equals; Trips of 5 pay 250 for a royal flush
    ("ultimate-texas-holdem", {"blind": 100, "trips": 500}, 75_500),
    ("saigon-5-card", {"ante": 100}, 100),
    # a natural royal pays 5,000, five aces 10,000; the Ante is checked by a test of procedure-R8
    ("saigon-5-card", {}, 0),
]


@pytest.mark.parametrize(("game_id", "minimums", "most"), MOST)
def test_most_that_one_patron_can_win_at_the_minimum(game_id: str, minimums: dict[str, int], most: int) -> None:
    game = game_named(game_id)
    limits = {wager: Limits(minimum=cents) for wager, cents in minimums.items()}
    assert House(game, replace(all_tables(game), limits=limits)).most_at_the_minimum == most


def test_a_house_that_caps_the_raise_owes_less() -> None:
    game = game_named("high-card-flush")
    rules = replace(game.default_rules(), limits={"ante": Limits(minimum=100)}, raise_limits={0: 1})
    assert House(game, rules).most_at_the_minimum == 200


def test_a_wager_that_is_not_offered_sets_no_floor() -> None:
    game = game_named("high-card-flush")
    limits = {"ante": Limits(minimum=100), "flush-bonus": Limits(offered=False, minimum=500)}
    assert House(game, replace(game.default_rules(), limits=limits)).most_at_the_minimum == 400


def test_without_an_ante_s_minimum_the_greatest_minimum_stands_for_it() -> None:
    """The Odds must be 2.00, and equal the Ante: 2 + 6 + 1,000; Trips Plus at 1.00 pays 100."""
    game = game_named("heads-up-holdem")
    limits = {"odds": Limits(minimum=200), "trips-plus": Limits(minimum=100)}
    assert House(game, replace(all_tables(game), limits=limits)).most_at_the_minimum == 110_800


@pytest.mark.parametrize(
    ("ante", "limit", "nets"),
    [
        (100, 300, (100, 300)),  # 4.00 is what one patron wins at the minimum: the limit of 3.00 cannot take it
        (200, 300, (100, 300)),  # 8.00 won, 4.00 paid
        (200, 800, (200, 600)),  # the limit itself
        (200, 799, (199, 599)),  # 2.00 x 799/800 and 6.00 x 799/800, down to the cent
        (200, 500, (125, 375)),
    ],
)
def test_what_is_paid_under_a_limit(ante: int, limit: int, nets: tuple[int, int]) -> None:
    """A win with a raise of three: the house pays 1 + 3 Antes, or the limit, or what the minimum of 1.00 can win, to the cent."""
    game = game_named("high-card-flush")
    rules = replace(game.default_rules(), payout_limit=limit, limits={"ante": Limits(minimum=100)})
    facts = next(
        each for each in game.facts for facts in [held(each)] if (facts.flush, facts.line, facts.outcome) == (7, 3, 2)
    )
    table = game.settle([Seat(facts, game.main_bets(facts, ante))], {}, rules)
    paid = House(game, rules).settle([Seat(facts, game.main_bets(facts, ante))], {})
    assert tuple(line.net for line in paid.seats[0].lines) == nets
    assert (paid == table) == (sum(nets) == 4 * ante)


@each_game
def test_no_limit_changes_nothing(game: Game) -> None:
    rules = all_tables(game)
    session = Session(game, rules, generator(1))
    session.begin([every_bet(game, rules)] * 2, meters=dict.fromkeys(game.meters, 100_000))
    while not session.round.over:
        session.decide(session.actions()[0])
    assert session.round.ledger
    far = Session(game, replace(rules, payout_limit=10**12), generator(1))
    far.begin([every_bet(game, rules)] * 2, meters=dict.fromkeys(game.meters, 100_000))
    while not far.round.over:
        far.decide(far.actions()[0])
    assert far.round.ledger == session.round.ledger


@each_game
def test_no_round_pays_more_than_the_limit(game: Game) -> None:
    """Two hundred rounds of each game at a limit of 15.00 with two seats: never above, and some that reach it."""
    rules = replace(game.default_rules(), payout_limit=1_500)
    session = Session(game, rules, generator(1))
    reached = 0
    for _ in range(200):
        session.begin([main_bets(game)] * 2)
        while not session.round.over:
            session.decide(session.actions()[0])
        assert session.round.ledger
        lines = [line for seat in session.round.ledger.seats for line in seat.lines]
        paid = sum(max(line.net, 0) for line in lines)
        assert paid <= 1_500
        reached += any("procedure-R8" in line.cites for line in lines)
        assert all(line.net >= 0 for line in lines if line.result == "win")
    assert reached > 10


def test_a_limit_that_is_far_away_costs_one_settlement_a_round() -> None:
    """2,000 rounds a second are asked for; a limit of a million must not settle 1,150 facts to pay 10."""
    asked = []
    plain = game_named("heads-up-holdem")

    def settle(seats: Sequence[Seat], meters: Mapping[str, int], rules: Rules) -> TableLedger:
        asked.append(len(seats))
        return plain.settle(seats, meters, rules)

    game = replace(plain, settle=settle)
    rules = replace(game.default_rules(), payout_limit=100_000_000, limits={"ante": Limits(minimum=500)})
    session = Session(game, rules, generator(1))
    for _ in range(3):
        session.begin([main_bets(game)])
        while not session.round.over:
            session.decide(session.actions()[0])
    assert len(asked) <= 3 + len(game.facts), "once a round, and at most once over the facts"
