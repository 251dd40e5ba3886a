"""The Pot in a simulation: every round as the settlement has it, and all that follows from the rounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tablegames.analysis.cluster import Checkpoint, Where
from tablegames.analysis.pricing import priced
from tablegames.analysis.shared import ranks_of
from tablegames.analysis.simulate import TASK, simulate
from tablegames.analysis.simulation import Simulation, Span, net_array
from tablegames.analysis.solving import strategy_of
from tablegames.contract.facts import Seat
from tablegames.contract.rules import Rules
from tablegames.core.law import Refused
from tablegames.core.wagers import Limits
from tablegames.games import game_named
from tablegames.kernels.random_deals import stream_key
from tablegames.kernels.tally import share

SAIGON = game_named("saigon-5-card")
RULES = replace(SAIGON.default_rules(), paytables={"bonus": SAIGON.paytable("bonus", "example")})
CENTS = {"ante": 1000, "bonus": 500, "pot": 505}
BETS = {wager: Fraction(cents, 100) for wager, cents in CENTS.items()}
ROUNDS = 3000


def dealt(rounds: int, seats: int, seed: int) -> Any:
    """The fact codes of the rounds that a simulation deals."""
    codes = np.zeros((rounds, seats), np.uint16)
    strategy_of(SAIGON).dealing(priced(SAIGON, RULES), {}).deal(stream_key(seed), 0, codes)
    return codes


def settled(codes: Any) -> tuple[list[list[Fraction]], set[str]]:
    """Every seat's exact net in money in every round, by the one settlement; and what its Pot lines note of odd cents."""
    facts_of = {facts.code: facts for facts in SAIGON.facts}
    nets, notes = [], set()
    for row in codes.tolist():
        table = SAIGON.settle([Seat(facts_of[code], CENTS) for code in row], {}, RULES)
        nets.append([sum((line.exact for line in ledger.lines), Fraction(0)) / 100 for ledger in table.seats])
        notes |= {line.note for ledger in table.seats for line in ledger.lines if line.wager == "pot"}
    return nets, notes - {""}


def simulated(seats: int, bets: Mapping[str, Fraction] = BETS, **options: Any) -> Simulation:
    return simulate(SAIGON, RULES, rounds=ROUNDS, seed=11, seats=seats, bets=bets, **options)


@pytest.mark.parametrize("seats", [1, 2, 3, 6, 9])
def test_every_round_is_worth_what_the_settlement_says(seats: int) -> None:
    found = simulated(seats, session=Span(40, Fraction(150)))
    codes = dealt(ROUNDS, seats, 11)
    expected, notes = settled(codes)
    share(codes, ranks_of(SAIGON))
    nets, scale = net_array(found.exact, BETS, seats)
    assert [[Fraction(int(nets[code]), scale) for code in row] for row in codes.tolist()] == expected
    assert bool(notes) == (seats >= 3), "15.15 among three is shared by two with an odd cent"
    assert found.mean == sum(map(sum, expected)) / (ROUNDS * seats)
    columns = list(zip(*expected, strict=True))
    for one in range(seats):
        for other in range(one + 1):
            products = sum(a * b for a, b in zip(columns[one], columns[other], strict=True))
            means = sum(columns[one]) * sum(columns[other]) / ROUNDS
            assert found.covariance(one, other) == (products - means) / ROUNDS
    ends, ruined = by_hand(columns[0])
    assert found.sessions is not None
    assert {Fraction(value, scale): count for value, count in found.sessions.results.items()} == ends
    assert found.sessions.ruined == ruined > 0


def by_hand(first: tuple[Fraction, ...]) -> tuple[dict[Fraction, int], int]:
    """The first seat's sessions of 40 rounds from 150, which 20.05 are laid out of before each deal."""
    ends: dict[Fraction, int] = {}
    ruined = 0
    for start in range(0, len(first), 40):
        balance = Fraction(150)
        for net in first[start : start + 40]:
            balance += net
            if balance < sum(BETS.values()):
                ruined += 1
                break
        ends[balance - 150] = ends.get(balance - 150, 0) + 1
    return ends, ruined


def test_the_house_and_the_mean_of_all_seats_know_nothing_of_it() -> None:
    """Round by round the seats win from one another; so what all of them have, and the house's shift, is as without a Pot."""
    pot = simulated(4, session=Span(50))
    plain = simulated(4, {wager: bet for wager, bet in BETS.items() if wager != "pot"}, session=Span(50))
    assert (pot.mean, pot.variance_of_mean, pot.z) == (plain.mean, plain.variance_of_mean, plain.z)
    assert pot.expected.expected_value == plain.expected.expected_value
    assert pot.shift(320) == plain.shift(320)
    assert pot.sessions is not None
    assert plain.sessions is not None
    scale = Fraction(pot.sessions.scale, plain.sessions.scale)
    assert pot.sessions.tables == {value * scale: count for value, count in plain.sessions.tables.items()}
    assert pot.covariance(0, 0) > plain.covariance(0, 0)
    assert pot.between_seats < 0 < plain.between_seats


def test_its_rows_count_every_seat_and_its_mean_is_zero() -> None:
    found = simulate(SAIGON, rounds=400_000, seed=2, seats=4, bets={"ante": Fraction(10), "pot": Fraction(5)})
    assert found.shared is not None
    counts = {(row.row, row.pays): row.counted for row in found.shared.rows}
    assert sum(counts.values()) == found.observed.deals == 1_600_000
    assert list(counts) == [
        ("nobody qualifies", "push"), ("not the best count", "lose"), ("best count", "3 to 1"),
        ("best count, shared by 2", "1 to 1"), ("best count, shared by 3", "1/3 to 1"), ("best count, shared by 4", "push"),
    ]  # fmt: skip
    won: dict[str, Fraction | int] = {"3 to 1": 3, "1 to 1": 1, "1/3 to 1": Fraction(1, 3), "push": 0, "lose": -1}
    assert sum(won[pays] * count for (_, pays), count in counts.items()) == 0
    assert found.shared.mean
    assert found.shared.z is not None
    assert abs(found.shared.z) < 4
    assert found.exact_variance is None


def test_one_player_has_the_wager_returned() -> None:
    found = simulated(1)
    assert found.shared is not None
    assert [(row.row, row.pays, row.counted) for row in found.shared.rows] == [("one player only", "push", ROUNDS)]
    assert found.shared.mean == 0
    assert found.shared.z is None
    assert found.exact_variance == found.expected.variance


def test_the_same_totals_however_they_are_worked(tmp_path: Path) -> None:
    rounds, bets = 2 * TASK + 999, {"ante": Fraction(1), "pot": Fraction(1)}
    alone = simulate(SAIGON, rounds=rounds, seed=3, seats=3, bets=bets)

    def stop(part: float) -> None:
        if part >= 0.3:
            raise KeyboardInterrupt

    def kept(job: Mapping[str, Any]) -> Checkpoint:
        return Checkpoint(tmp_path / "run", job)

    assert simulate(SAIGON, rounds=rounds, seed=3, seats=3, bets=bets, where=Where(workers=2)).counts == alone.counts
    with pytest.raises(KeyboardInterrupt):
        simulate(SAIGON, rounds=rounds, seed=3, seats=3, bets=bets, checkpoint=kept, progress=stop)
    assert simulate(SAIGON, rounds=rounds, seed=3, seats=3, bets=bets, checkpoint=kept).counts == alone.counts
    with pytest.raises(Refused, match="another run: its bets"):
        simulate(SAIGON, rounds=rounds, seed=3, seats=3, checkpoint=kept)


def test_the_kernel_by_hand() -> None:
    """Three codes of ranks 0, 2 and 5: one best, two best, and nobody who can win."""
    codes = np.array([[0, 1, 2], [2, 0, 2], [0, 0, 0], [1, 1, 1]], np.uint16)
    share(codes, np.array([0, 2, 5], np.uint8))
    assert codes.tolist() == [[0, 1, 2 + 3], [2 + 6, 0, 2 + 6], [9, 9, 9], [1 + 9] * 3]


@pytest.mark.parametrize(
    ("game", "rules", "said"),
    [
        ("high-card-flush", None, "bet 'pot' cannot be simulated; allowed are ante"),
        (
            "saigon-5-card",
            replace(SAIGON.default_rules(), limits={"pot": Limits(offered=False)}),
            "wager pot is not offered here",
        ),
    ],
)
def test_a_pot_that_is_not_offered_is_refused(game: str, rules: Rules | None, said: str) -> None:
    with pytest.raises(Refused, match=said):
        simulate(game_named(game), rules, rounds=10, seed=1, bets={"ante": Fraction(1), "pot": Fraction(1)})
