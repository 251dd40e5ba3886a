"""Sessions: rounds one after another, meters carried on, refused bets that change nothing."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from tablegames.asks.records import read_record
from tablegames.contract.choices import Choice
from tablegames.contract.game import Game
from tablegames.core.law import Refused
from tablegames.core.wagers import Limits, MeterPlan
from tablegames.games import game_named
from tablegames.rounds.moves import Kind, Move, Trouble
from tablegames.rounds.session import Session
from tablegames.rounds.shuffle import generator
from tablegames.rounds.transcript import Recorder
from tests.rounds import UNIT, all_tables, each_game, every_bet, main_bets, play_on


@each_game
def test_session_plays_rounds_to_their_end(game: Game) -> None:
    rules = all_tables(game)
    session = Session(game, rules, generator(1))
    choose = random.Random(1)
    decks = set()
    for _ in range(20):
        session.begin([every_bet(game, rules)] * 2, meters=dict.fromkeys(game.meters, 100_000))
        assert session.round.phase is Kind.DECISION
        assert session.deck
        decks.add(session.deck.cards)
        play_on(session, choose)
        assert session.round.ledger
        assert session.turn is None
        assert session.actions() == []
    assert len(decks) == 20


@each_game
def test_same_seed_same_session(game: Game) -> None:
    def nets(seed: int) -> list[int]:
        session = Session(game, game.default_rules(), generator(seed))
        found = []
        for _ in range(30):
            session.begin([main_bets(game)])
            while not session.round.over:
                session.decide(session.actions()[0])
            found.append(session.round.ledger.seats[0].net)  # type: ignore[union-attr]
        return found

    assert nets(1) == nets(1) != nets(2)


def test_seats_by_number() -> None:
    game = game_named("saigon-5-card")
    session = Session(game, game.default_rules(), generator(1))
    session.begin({2: {"ante": UNIT}, 7: {"ante": UNIT}})
    assert [seat.number for seat in session.round.seats] == [2, 7]
    assert session.turn
    assert session.turn.number == 2


def test_refused_bets_leave_the_session_as_it_was(tmp_path: Path) -> None:
    game = game_named("heads-up-holdem")
    path = tmp_path / "record.jsonl"
    with path.open("x", encoding="ascii", newline="\n") as file:
        recorder = Recorder(file, game, game.default_rules())
        session = Session(game, game.default_rules(), generator(1), recorder)
        session.begin([main_bets(game)])
        while not session.round.over:
            session.decide(session.actions()[0])
        before, head, deck = session.round, recorder.head, session.deck
        for bets in ([{"ante": UNIT}], [main_bets(game), {"ante": UNIT, "odds": 2 * UNIT}], [main_bets(game)] * 23):
            with pytest.raises(Refused):
                session.begin(bets)
        assert (session.round, session.deck) == (before, deck)
        assert recorder.head == head
    assert read_record(path).incomplete == ""


def test_a_round_without_a_seat_is_refused_and_not_recorded(tmp_path: Path) -> None:
    game = game_named("saigon-5-card")
    path = tmp_path / "record.jsonl"
    with path.open("x", encoding="ascii", newline="\n") as file:
        session = Session(game, game.default_rules(), generator(1), Recorder(file, game, game.default_rules()))
        with pytest.raises(Refused, match="a round needs a seat"):
            session.begin([])
        session.begin([main_bets(game)])
        session.decide(session.actions()[0])
    assert len(read_record(path).rounds) == 1


def test_a_refused_decision_is_not_recorded_and_can_be_made_again(tmp_path: Path) -> None:
    game = game_named("high-card-flush")
    path = tmp_path / "record.jsonl"
    with path.open("x", encoding="ascii", newline="\n") as file:
        recorder = Recorder(file, game, game.default_rules())
        session = Session(game, game.default_rules(), generator(1), recorder)
        session.begin([main_bets(game)])
        head = recorder.head
        for words in ("raise 9x", "check", "", "raise", "1", "FOLD", "fold "):
            with pytest.raises(Refused, match="is not allowed here"):
                session.decide(words)
        assert recorder.head == head
        session.decide("fold")
    assert read_record(path).rounds[0].states[-1].over
    with pytest.raises(Refused, match="not in the round"):
        session.decide("fold")


def test_meters_are_carried_on_and_fed() -> None:
    game = game_named("high-card-flush")
    rules = replace(
        all_tables(game), meter_plans={"progressive": MeterPlan(1_000_000, Fraction(1, 4), Fraction(1, 10))}
    )
    session = Session(game, rules, generator(1))
    standing = 1_000_000
    for number in range(1, 40):
        session.begin([{"ante": UNIT, "progressive": 100}] * 3)
        standing += 3 * 25
        assert session.round.meters == {"progressive": standing}
        while not session.round.over:
            session.decide("fold")
        assert session.round.ledger
        standing -= sum(line.from_meter for seat in session.round.ledger.seats for line in seat.lines)
        assert session.round.meters == {"progressive": standing}, number


def test_a_void_round_takes_the_feed_back() -> None:
    game = game_named("high-card-flush")
    rules = replace(all_tables(game), meter_plans={"progressive": MeterPlan(1_000_000, Fraction(1, 4))})
    session = Session(game, rules, generator(1))
    for _ in range(3):
        session.begin([{"ante": UNIT, "progressive": 100}], meters={"progressive": 1_000_000})
        session.trouble(Trouble.MISDEAL)
        assert session.round.meters == {"progressive": 1_000_000}


def test_a_void_first_round_leaves_the_meter_at_its_seed() -> None:
    """The meter was never below its seed: a void first round does not leave it unset."""
    game = game_named("high-card-flush")
    rules = replace(all_tables(game), meter_plans={"progressive": MeterPlan(1_000_000, Fraction(1, 4))})
    session = Session(game, rules, generator(1))
    session.begin([{"ante": UNIT, "progressive": 100}])
    session.trouble(Trouble.MISDEAL)
    session.begin([{"ante": UNIT, "progressive": 100}])
    assert session.round.meters == {"progressive": 1_000_025}


# --- the house's limits at the table ----------------------------------------------------------------------------------

LIMITS = {
    "ante": Limits(minimum=1_000, maximum=50_000, multiple=500),
    "flush-bonus": Limits(offered=False),
    "straight-flush-bonus": Limits(maximum=2_500),
}


@pytest.mark.parametrize(
    ("bets", "words"),
    [
        ({"ante": 999}, "below the minimum, 10.00"),
        ({"ante": 50_500}, "above the maximum, 500.00"),
        ({"ante": 1_250}, "no multiple of 5.00"),
        ({"ante": 1_000, "flush-bonus": 100}, "not offered here"),
        ({"ante": 1_000, "straight-flush-bonus": 2_501}, "above the maximum, 25.00"),
        ({"ante": 1_000, "progressive": 200}, "its paytable takes 1.00"),
    ],
)
def test_limits_hold_at_the_table(bets: dict[str, int], words: str) -> None:
    game = game_named("high-card-flush")
    session = Session(game, replace(all_tables(game), limits=LIMITS), generator(1))
    with pytest.raises(Refused, match=words):
        session.begin([bets], meters={"progressive": 100_000})
    good = {"ante": 1_500, "straight-flush-bonus": 2_500, "progressive": 100}
    session.begin([good, {"ante": 50_000}], meters={"progressive": 100_000})
    assert session.round.seats[0].bets == good


def test_limits_hold_for_the_raise() -> None:
    """A Raise has its maximum as any wager has: 3x an Ante of 10 is 30, above 20."""
    game = game_named("ultimate-texas-holdem")
    rules = replace(game.default_rules(), limits={"play": Limits(maximum=2_000)})
    session = Session(game, rules, generator(1))
    session.begin([main_bets(game)])
    assert session.turn
    assert not session.round.can(Move(Kind.DECISION, "1", Choice("play 3x", (("play", 3),))))


def test_raise_limits_hold_at_the_table() -> None:
    game = game_named("ultimate-texas-holdem")
    session = Session(game, replace(game.default_rules(), raise_limits={0: 3}), generator(1))
    session.begin([main_bets(game)])
    assert session.actions() == ["play 3x", "check"]
    with pytest.raises(Refused, match="not allowed"):
        session.decide("play 4x")
    only_late = Session(game, replace(game.default_rules(), raise_limits={0: 1}), generator(1))
    only_late.begin([main_bets(game)])
    assert only_late.actions() == ["check"]
    only_late.decide("check")
    only_late.decide("check")
    assert only_late.actions() == ["play 1x", "fold"]
