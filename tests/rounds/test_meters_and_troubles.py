"""Meters over rounds, irregularities at random and in records, and what is no irregularity."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablegames.asks.records import read_record
from tablegames.contract.game import Game
from tablegames.core.money import MeterShare, Rounding
from tablegames.games import game_named
from tablegames.rounds.moves import READING_OF, Called, Kind, Move, Trouble
from tablegames.rounds.round import PROCEDURES, Round
from tablegames.rounds.session import Session
from tablegames.rounds.shuffle import generator, shuffled
from tablegames.rounds.transcript import Recorder
from tests.rounds import (
    UNIT,
    Repeated,
    Script,
    all_tables,
    begun,
    each_game,
    every_bet,
    scripted,
    write_script,
)  # fmt: skip
from tests.rounds.test_procedure_r8 import DEALER, OTHER_FLUSH, STRAIGHT_FLUSH, two_winners
from tests.rounds.test_procedures import at_the_decision, check_void, fed


def test_meter_rises_with_each_wager_and_is_seeded() -> None:
    """A fifth of each Progressive of 1.00 goes to the meter when the bets are closed; an unset meter starts at its seed."""
    game = game_named("high-card-flush")
    rules = fed(game)
    bets = {"ante": UNIT, "progressive": 100}
    assert begun(game, rules, {1: bets, 2: bets, 3: {"ante": UNIT}}).meters == {"progressive": 500_040}
    assert begun(game, rules, {1: bets}, {"progressive": 600_000}).meters == {"progressive": 600_020}


def test_meter_pays_a_hit_and_starts_at_its_seed() -> None:
    game = game_named("high-card-flush")
    after = two_winners(fed(game), {"progressive": 1_000_000})
    assert after.ledger
    line = after.ledger.seats[0].lines[-1]
    assert (line.wager, line.net, line.from_meter) == ("progressive", 1_000_020, 1_000_020)
    assert after.ledger.meters == {"progressive": 0}
    assert after.meters == {"progressive": 500_000}


def test_meter_that_pays_a_part_keeps_the_rest() -> None:
    game = game_named("high-card-flush")
    seats = {1: Script({"ante": UNIT, "progressive": 100}, "As Ks Qs Js Ts 9s 2d", ("fold",))}
    after = scripted(game, fed(game), seats, DEALER, meters={"progressive": 1_000_001})
    share = all_tables(game).table("progressive").award("six-card straight flush")
    assert share == MeterShare(Fraction(1, 2))
    assert after.meters == {"progressive": 1_000_021 - 500_010}


def test_678a_r6_two_hits_in_deal_order() -> None:
    """The second seven-card straight flush finds an empty meter; it starts at its seed after the round."""
    game = game_named("high-card-flush")
    bets = {"ante": UNIT, "progressive": 100}
    seats = {2: Script(bets, STRAIGHT_FLUSH, ("raise 3x",)), 5: Script(bets, "Ah Kh Qh Jh Th 9h 8h", ("raise 3x",))}
    after = scripted(
        game, fed(game), seats, DEALER.replace("4h", "4c").replace("6h", "6c"), meters={"progressive": 10_000}
    )
    assert after.ledger
    assert [seat.lines[-1].from_meter for seat in after.ledger.seats] == [10_040, 0]
    assert after.meters == {"progressive": 500_000}


def test_meter_hit_in_full_is_reset_though_a_chip_leaves_cents() -> None:
    game = game_named("high-card-flush")
    rules = game.with_rounding(fed(game), Rounding(25))
    after = two_winners(rules, {"progressive": 1_000_001})
    assert after.ledger
    assert after.ledger.meters == {"progressive": 21}
    assert after.meters["progressive"] >= 500_000


def test_meter_at_nothing_is_not_reset_without_a_hit() -> None:
    game = game_named("high-card-flush")
    seats = {1: Script({"ante": UNIT}, OTHER_FLUSH, ("fold",))}
    assert scripted(game, fed(game), seats, DEALER, meters={"progressive": 0}).meters == {"progressive": 0}


# --- in a record ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "place", "procedures"),
    [
        (Trouble.MISDEAL, "1", {}),
        (Trouble.STUB_COUNT, "", {}),
        (Trouble.DEAD_HAND, "2", {"R6": "lost"}),
        (Trouble.DEAD_HAND, "2", {}),
        (Trouble.PLAYER_LEAVES, "1", {}),
        (Trouble.PLAYER_LEAVES, "1", {"R7": "dead"}),
        (Trouble.EXPOSED_WHILE_DEALT, "2", {}),
        (Trouble.EXPOSED_IN_SHOE, "", {}),
        (Trouble.EXPOSED_IN_SHOE, "", {"R3": "void-round"}),
    ],
)
@pytest.mark.parametrize("commit", [False, True])
@each_game
def test_irregular_rounds_are_recorded_and_replayed(
    game: Game, what: Trouble, place: str, procedures: dict[str, str], commit: bool, tmp_path: Path
) -> None:
    rules = fed(game, **procedures)
    path = tmp_path / "record.jsonl"
    with path.open("x", encoding="ascii", newline="\n") as file:
        session = Session(game, rules, Repeated(5), Recorder(file, game, rules), commit=commit)
        session.begin([every_bet(game, rules)] * 2)
        session.trouble(what, place, session.round.left[-1] if what is Trouble.EXPOSED_IN_SHOE else None)
        while not session.round.over:
            session.decide(session.actions()[0])
        session.begin([every_bet(game, rules)] * 2)
        while not session.round.over:
            session.decide(session.actions()[-1])
    record = read_record(path)
    assert [each.states[-1].over for each in record.rounds] == [True, True]
    assert record.rounds[1].states[-1].ledger == session.round.ledger
    assert record.incomplete == ""


def test_a_card_that_stands_does_not_spoil_the_commitment(tmp_path: Path) -> None:
    game = game_named("high-card-flush")
    rules = fed(game, R4="card-stands")
    path = tmp_path / "record.jsonl"
    with path.open("x", encoding="ascii", newline="\n") as file:
        session = Session(game, rules, Repeated(5), Recorder(file, game, rules), commit=True)
        session.begin([{"ante": UNIT}])
        session.trouble(Trouble.EXPOSED_WHILE_DEALT, "1", session.round.seats[0].cards[-1])
        session.decide("fold")
    assert read_record(path).incomplete == ""


@each_game
def test_rounds_with_random_irregularities_end_balance_and_replay(game: Game, tmp_path: Path) -> None:
    """Any trouble at any time, under any choices: every wager is settled or returned, and the record replays to the same round."""
    troubles: Counter[str] = Counter()
    done = 0

    @settings(max_examples=150)
    @given(data=st.data())
    def rounds(data: st.DataObject) -> None:
        nonlocal done
        choices = {id_[10:]: data.draw(st.sampled_from(own.choices)) for id_, own in PROCEDURES.readings.items()}
        rules = fed(game, **choices)
        seats = data.draw(st.integers(1, 4))
        deck = shuffled(game.deck, generator(data.draw(st.integers(0, 2**32)))).cards
        due = data.draw(st.lists(st.integers(0, 40), max_size=3))
        round_ = Round(game, rules, dict.fromkeys(game.meters, 700_000))
        moves: list[tuple[Move, Round]] = []
        opening = [Move(Kind.BET, str(number), every_bet(game, rules)) for number in range(1, seats + 1)]
        opening.append(Move(Kind.NO_MORE_BETS))
        while not round_.over:
            move = opening.pop(0) if opening else None
            if move is None and len(moves) in due:
                what = data.draw(st.sampled_from(Trouble))
                card = round_.left[-1] if what is Trouble.EXPOSED_IN_SHOE else None
                move = Move(Kind.IRREGULARITY, str(data.draw(st.integers(1, seats))), Called(what, card))
                due.remove(len(moves))
                if not round_.can(move):
                    continue
                troubles[what] += 1
            if move is None and round_.phase is Kind.CARD:
                move = Move(Kind.CARD, round_.next_place, next(card for card in deck if not round_.seen >> card & 1))
            made = move or data.draw(st.sampled_from(list(round_.moves())))
            round_ = round_.apply(made)
            moves.append((made, round_))
        assert round_.ledger
        for seat, ledger in zip(round_.seats, round_.ledger.seats, strict=True):
            assert {line.wager: line.bet for line in ledger.lines} == round_.bets_of(seat)
            assert all(line.returned >= 0 for line in ledger.lines)
        nets = sum(ledger.net for ledger in round_.ledger.seats) + round_.ledger.house_net
        assert nets == sum(line.from_meter for ledger in round_.ledger.seats for line in ledger.lines)
        if round_.void:
            check_void(round_, READING_OF[Trouble(round_.void)], dict.fromkeys(game.meters, 700_000))
        done += 1
        if done % 10 == 0:
            path = tmp_path / f"{done}.jsonl"
            write_script(path, game, rules, moves)
            assert read_record(path).rounds[0].states[-1] == round_

    rounds()
    assert done >= 150
    assert set(troubles) == set(Trouble)


NOT_TROUBLES = [("fire", None), None, ("card-exposed-in-shoe", None), Called(Trouble.EXPOSED_IN_SHOE, "As")]  # type: ignore[arg-type]


@pytest.mark.parametrize("value", NOT_TROUBLES, ids=str)
def test_what_is_no_trouble_is_refused(value: Any) -> None:
    round_ = at_the_decision(game_named("high-card-flush"), fed(game_named("high-card-flush")))
    assert not round_.can(Move(Kind.IRREGULARITY, "1", value))


@pytest.mark.parametrize("place", ["9", "nobody"])
@pytest.mark.parametrize("what", [Trouble.MISDEAL, Trouble.EXPOSED_WHILE_DEALT])
def test_trouble_is_at_a_place_of_the_table(what: Trouble, place: str) -> None:
    round_ = at_the_decision(game_named("high-card-flush"), fed(game_named("high-card-flush")))
    assert round_.can(Move(Kind.IRREGULARITY, "1", Called(what, None)))
    assert round_.can(Move(Kind.IRREGULARITY, "dealer", Called(what, None)))
    assert not round_.can(Move(Kind.IRREGULARITY, place, Called(what, None)))
