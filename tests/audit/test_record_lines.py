"""Made-up records put together as text: the very events that the round engine gives, and a record that its own replay accepts."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tablegames.asks.records import read_record
from tablegames.audit import draft as drafting
from tablegames.audit import record_lines, synth
from tablegames.audit.draft import draft
from tablegames.audit.faults import Impossible
from tablegames.audit.record_lines import RecordLines
from tablegames.audit.records_of import played
from tablegames.audit.run import audit
from tablegames.audit.settling import Settler
from tablegames.contract.game import Game
from tablegames.core.cards import parse_cards
from tablegames.core.wagers import MeterPlan
from tablegames.games import game_named
from tablegames.rounds.transcript import canonical
from tests.kit import all_tables, each_game

FLUSH = game_named("high-card-flush")
ROUNDS = 60
PLAN = {"progressive": MeterPlan(100_000, Fraction(1, 5), Fraction(1, 20))}
VARIANTS: dict[str, Any] = {
    "as they are": {},
    "one at a time": {"procedures": {"procedure-R1": "one-at-a-time"}},
    "stacks": {"procedures": {"procedure-R1": "stacks"}},
    "a payout limit": {"payout_limit": 50_000},
}


@each_game
@pytest.mark.parametrize("seats", [1, 2, 6])
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_events_are_those_of_the_engine(
    game: Game, seats: int, variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drafting, "VOID_PART", 0.1)
    settler = Settler(game, replace(all_tables(game), **VARIANTS[variant]))
    made = draft(settler, 11, 0, ROUNDS, 1, seats, meters_follow={})
    by_engine = [[canonical(event) for event in played(made, number)] for number in range(ROUNDS)]
    by_text = 0

    def engine_asked(*asked: object) -> list[object]:
        nonlocal by_text
        by_text -= 1
        return list(played(*asked))  # type: ignore[arg-type]

    monkeypatch.setattr(record_lines, "played", engine_asked)
    assert list(RecordLines(settler, seats).of(made)) == by_engine
    assert by_text + ROUNDS > ROUNDS // 3, "most rounds are put together"


def straight_flushes(monkeypatch: pytest.MonkeyPatch, every: int) -> None:
    """Deal the first seat six spades in a row, which half of the meter is for, in every so many rounds."""
    honest = drafting._deal

    def stacked(game: Game, source: np.random.Generator, rounds: int, seats: int) -> object:
        player, dealer, board = honest(game, source, rounds, seats)
        others = parse_cards("Kc Qd Jh 9c 7d 5h 3c  Kd Qh Jc 9d 7h 5c 3d  Kh Qc Jd 9h 7c 5d 3h")
        for first in range(0, rounds * seats, every * seats):
            player[first] = parse_cards("3s 4s 5s 6s 7s 8s 2c")
            for seat in range(1, seats):
                player[first + seat] = others[7 * (seat - 1) : 7 * seat]
            dealer[first : first + seats] = others[14:]
        return player, dealer, board

    monkeypatch.setattr(drafting, "_deal", stacked)


@pytest.mark.parametrize("plans", [{}, PLAN], ids=["no plan", "a plan"])
def test_meters_go_on_from_round_to_round(
    plans: dict[str, MeterPlan], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over several chunks, hits among them, the record replays: every meter stands as the round before left it."""
    straight_flushes(monkeypatch, 7)
    monkeypatch.setattr(synth, "CHUNK", 60)
    monkeypatch.setattr(drafting, "VOID_PART", 0.1)
    rules = replace(all_tables(FLUSH), meter_plans=plans)
    made = synth.synth(FLUSH, rules, tmp_path / "log.jsonl", rounds=100, seed=2, seats=3)
    record = read_record(made.path)
    assert len(record.rounds) == 100
    states = [round_.states[-1] for round_ in record.rounds]
    hit = [
        state
        for state in states
        if state.ledger and any(line.from_meter for of in state.ledger.seats for line in of.lines)
    ]
    assert len(hit) > 3
    assert len({state.meters["progressive"] for state in states}) > 3
    found = audit([str(made.path)])
    assert found.clean, found.by_kind


def test_a_meter_left_out_of_a_record_is_planted_and_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    straight_flushes(monkeypatch, 2)
    made = synth.synth(FLUSH, all_tables(FLUSH), tmp_path / "log.jsonl", rounds=200, seed=2, seats=2, faults=0.9)
    assert made.planted[str(Impossible.METER_MISSING)] > 1
    assert dict(sorted(audit([str(made.path)]).by_kind.items())) == made.planted
    with_plan = replace(all_tables(FLUSH), meter_plans=PLAN)
    other = synth.synth(FLUSH, with_plan, tmp_path / "plan.jsonl", rounds=200, seed=2, seats=2, faults=0.9)
    assert str(Impossible.METER_MISSING) not in other.planted, "its seed stands in the rules"
    assert dict(sorted(audit([str(other.path)]).by_kind.items())) == other.planted


def test_a_seat_that_bets_twice_in_a_record_is_found(tmp_path: Path) -> None:
    """The event of a seat's bets stands twice in the third of five rounds; the hashes are not followed."""
    path = synth.synth(FLUSH, None, tmp_path / "log.jsonl", rounds=5, seed=1, seats=2).path
    lines = path.read_text().splitlines()
    bets = [place for place, line in enumerate(lines) if '"event":"bet"' in line]
    lines.insert(bets[4] + 1, lines[bets[4]])
    path.write_text("\n".join(lines) + "\n")
    assert audit([str(path)]).by_kind == {str(Impossible.SEAT_ORDER): 1}
