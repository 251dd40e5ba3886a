"""Simulation against the exact figures, and the promise that a seed's totals are the same however they are worked."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tablegames.analysis.chances import ChiSquare, chi_square, upper_tail
from tablegames.analysis.cluster import Checkpoint, Where
from tablegames.analysis.exact import analyze
from tablegames.analysis.pricing import priced
from tablegames.analysis.simulate import TASK, simulate
from tablegames.analysis.simulation import Simulation, Span
from tablegames.analysis.solving import strategy_of
from tablegames.contract.game import Game
from tablegames.contract.solver import Dealing
from tablegames.core.law import Refused
from tablegames.games import GAMES, game_named
from tablegames.kernels.random_deals import stream_key
from tablegames.kernels.tally import STATE, multiply, play_sessions, tally
from tests.analysis import tasks_done

ROUNDS = 200_000
FLUSH = game_named("high-card-flush")
SAIGON = game_named("saigon-5-card")
HEADS_UP = game_named("heads-up-holdem")


def dealt_by(game: Game) -> Dealing:
    """What deals the rounds of a game under its best play."""
    return strategy_of(game).dealing(priced(game, game.default_rules()), {})


@pytest.fixture(scope="module")
def simulated() -> Callable[..., Simulation]:
    """Simulations of this module, each made once."""
    found: dict[str, Simulation] = {}

    def of(game: Game, **options: Any) -> Simulation:
        options = {"rounds": ROUNDS, "seed": 1, **options}
        name = f"{game.id} {options}"
        if name not in found:
            found[name] = simulate(game, **options)
        return found[name]

    return of


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_best_play_is_simulated_as_it_is_counted(game: Game, simulated: Callable[..., Simulation]) -> None:
    found = simulated(game)
    assert found.exact.main == analyze(game).main
    assert found.observed.deals == ROUNDS
    assert found.z is not None
    assert abs(found.z) < 4
    assert found.fit is not None
    assert found.fit.p_value is not None
    assert found.fit.p_value > 1e-4


PLANS = [
    (FLUSH, "always-raise"),
    (FLUSH, "published"),
    (HEADS_UP, "always-raise"),
    (game_named("ultimate-texas-holdem"), "published"),
]


@pytest.mark.parametrize(("game", "name"), PLANS, ids=str)
def test_a_plan_is_simulated_as_it_is_counted(game: Game, name: str, simulated: Callable[..., Simulation]) -> None:
    plan = game.plays.named[name]
    found = simulated(game, plan=plan)
    assert found.exact.main.expected_value < analyze(game).main.expected_value
    assert set(found.observed.histogram) <= set(found.exact.histogram)
    assert found.z is not None
    assert abs(found.z) < 4
    assert found.fit is not None
    assert found.fit.p_value is not None
    assert found.fit.p_value > 1e-4


def test_another_play_than_the_one_simulated_does_not_fit(simulated: Callable[..., Simulation]) -> None:
    always, best = simulated(FLUSH, plan={"flush": "any"}), simulated(FLUSH)
    mixed = replace(always, exact=best.exact)
    with pytest.raises(ValueError, match="has no chance"):  # the best play never raises 9-8-7
        _ = mixed.fit


@pytest.mark.parametrize("workers", [2, 16])
def test_one_seed_gives_the_same_totals_with_any_number_of_workers(workers: int) -> None:
    rounds = 2 * TASK + 12_345
    alone = simulate(SAIGON, rounds=rounds, seed=3, seats=2)
    assert simulate(SAIGON, rounds=rounds, seed=3, seats=2, where=Where(workers=workers)).counts == alone.counts


def test_rounds_are_those_of_the_seed_however_many_are_dealt(simulated: Callable[..., Simulation]) -> None:
    """The first rounds of a longer run are the shorter run: the rest is dealt apart, from the round where that ends."""
    dealing = dealt_by(FLUSH)
    codes = np.zeros((ROUNDS, 1), np.uint16)
    dealing.deal(stream_key(1), 0, codes)
    rest = np.zeros((1000, 1), np.uint16)
    dealing.deal(stream_key(1), ROUNDS - 1000, rest)
    assert np.array_equal(codes[-1000:], rest)
    assert dict(zip(*np.unique(codes, return_counts=True), strict=True)) == {
        facts.code: count for facts, count in simulated(FLUSH).observed.histogram.items()
    }


def test_seeds_deal_other_rounds(simulated: Callable[..., Simulation]) -> None:
    assert simulated(FLUSH).counts != simulated(FLUSH, seed=0).counts


def test_global_random_state_has_no_part(simulated: Callable[..., Simulation]) -> None:
    import random

    random.seed(0)
    np.random.seed(0)
    assert simulate(FLUSH, rounds=ROUNDS, seed=1).counts == simulated(FLUSH).counts


def test_a_stopped_simulation_goes_on_to_the_same_totals(tmp_path: Path) -> None:
    rounds = 3 * TASK
    whole = simulate(SAIGON, rounds=rounds, seed=5)
    path = tmp_path / "run"

    def stop(part: float) -> None:
        if part >= 0.3:
            raise KeyboardInterrupt

    def kept(job: Mapping[str, Any]) -> Checkpoint:
        return Checkpoint(path, job)

    with pytest.raises(KeyboardInterrupt):
        simulate(SAIGON, rounds=rounds, seed=5, checkpoint=kept, progress=stop)
    assert len(tasks_done(path)) in (1, 2)
    assert simulate(SAIGON, rounds=rounds, seed=5, checkpoint=kept).counts == whole.counts
    with pytest.raises(Refused, match="another run: its seed"):
        simulate(SAIGON, rounds=rounds, seed=6, checkpoint=kept)


def test_a_checkpoint_that_counts_other_rounds_than_its_tasks_is_refused(tmp_path: Path) -> None:
    def kept(job: Mapping[str, Any]) -> Checkpoint:
        return Checkpoint(tmp_path / "run", job)

    def forged(job: Mapping[str, Any]) -> Checkpoint:
        with kept(job) as state:
            state.note(0, {"fact/0/1": 499})
        return kept(job)

    with pytest.raises(Refused, match="it does not count the 500 rounds of its tasks at every seat"):
        simulate(SAIGON, rounds=500, seed=5, checkpoint=forged)


@pytest.mark.parametrize("game", [FLUSH, SAIGON, HEADS_UP], ids=lambda game: game.id)
def test_seats_share_the_dealer_and_so_their_results_covary(game: Game, simulated: Callable[..., Simulation]) -> None:
    found = simulated(game, seats=3)
    assert found.observed.deals == 3 * ROUNDS
    assert found.between_seats > Fraction(1, 20)
    correlation = found.covariance(0, 2) / found.exact.main.variance
    assert abs(correlation - found.covariance(0, 1) / found.exact.main.variance) < Fraction(1, 50)
    alike = 3 * found.exact.main.variance / (ROUNDS * 9)
    assert found.variance_of_mean > alike  # the seats together are less certain than as many independent ones


def codes_of(simulation: Simulation, game: Game, seats: int) -> np.ndarray[Any, np.dtype[np.uint16]]:
    codes = np.zeros((simulation.rounds, seats), np.uint16)
    dealt_by(game).deal(stream_key(simulation.seed), 0, codes)
    return codes


def test_mean_error_and_covariance_are_those_of_the_rounds_themselves(simulated: Callable[..., Simulation]) -> None:
    """The same figures by NumPy from every round's results."""
    found = simulated(FLUSH, seats=3)
    nets, scale = found.nets
    results = nets[codes_of(found, FLUSH, 3)] / scale
    assert float(found.mean) == pytest.approx(results.mean(), rel=1e-12)
    averages = results.mean(axis=1)
    assert sqrt(found.variance_of_mean) == pytest.approx(averages.std(ddof=1) / sqrt(ROUNDS), rel=1e-9)
    matrix = np.cov(results.T, ddof=0)
    for one in range(3):
        for other in range(3):
            assert float(found.covariance(one, other)) == pytest.approx(matrix[one, other], rel=1e-9)
    interval = found.interval(Fraction(95, 100))
    assert interval is not None
    low, high = interval
    assert high - low == pytest.approx(2 * 1.959963985 * sqrt(found.variance_of_mean), rel=1e-8)


def test_sessions_are_the_rounds_cut_in_pieces(simulated: Callable[..., Simulation]) -> None:
    """Every session again in plain Python: results, deepest falls, ruin, and the seats together."""
    length, bankroll = 70, Fraction(12)
    found = simulated(FLUSH, seats=2, session=Span(length, bankroll), rounds=20_000)
    nets, scale = found.nets
    results = nets[codes_of(found, FLUSH, 2)]
    expected: dict[str, dict[int, int]] = {"results": {}, "drawdowns": {}, "tables": {}}
    ruined = 0
    for start in range(0, 20_000 - length + 1, length):
        piece = results[start : start + length]
        balance = peak = fall = 0
        for net in piece[:, 0].tolist():
            balance += net
            peak, fall = max(peak, balance), max(fall, max(peak, balance) - balance)
            if bankroll * scale + balance < scale:
                ruined += 1
                break
        for name, value in (("results", balance), ("drawdowns", fall), ("tables", int(piece.sum()))):
            expected[name][value] = expected[name].get(value, 0) + 1
    sessions = found.sessions
    assert sessions is not None
    assert sessions.count == 20_000 // length
    assert (sessions.results, sessions.drawdowns, sessions.tables) == tuple(expected.values())
    assert 0 < sessions.ruined == ruined < sessions.count
    ordered = sorted(value for value, count in expected["results"].items() for _ in range(count))
    assert sessions.quantile(sessions.results, Fraction(1, 2)) == Fraction(ordered[(len(ordered) + 1) // 2 - 1], scale)


def test_a_shift_is_the_exact_edge_and_the_seats_together(simulated: Callable[..., Simulation]) -> None:
    found = simulated(FLUSH, seats=3)
    shift = found.shift(400)
    assert shift.theoretical_win == 400 * 3 * found.exact.main.house_edge
    assert shift.handle == 400 * 3 * found.exact.main.average_wager
    assert shift.variance == 400 * (3 * found.exact.main.variance + 6 * found.between_seats)
    low, high = shift.band(Fraction(99, 100))
    assert low < shift.theoretical_win < high


def test_bets_in_money_with_side_wagers(simulated: Callable[..., Simulation]) -> None:
    bets = {"ante": Fraction(10), "flush-bonus": Fraction(5), "straight-flush-bonus": Fraction(1)}
    found = simulated(FLUSH, bets=bets)
    assert found.expected == found.exact.bets(bets)
    assert found.z is not None
    assert abs(found.z) < 4
    assert found.mean == found.observed.bets(bets).expected_value


def test_raise_limits_and_readings_are_played(simulated: Callable[..., Simulation]) -> None:
    rules = replace(FLUSH.default_rules(), raise_limits={0: 1})
    limited = simulate(FLUSH, rules, rounds=ROUNDS, seed=1)
    assert {facts.line for facts in limited.observed.histogram} == {0, 1}
    assert limited.z is not None
    assert abs(limited.z) < 4
    low = FLUSH.with_choices(FLUSH.default_rules(), paytables={}, readings={"678a-R1": "ace-low"})
    ace_low = simulate(FLUSH, low, rounds=ROUNDS, seed=1)
    assert ace_low.mean == simulated(FLUSH).mean
    assert ace_low.observed.histogram != simulated(FLUSH).observed.histogram


def test_the_kernels_of_the_tally_by_hand() -> None:
    codes = np.array([[0, 1], [2, 1], [2, 2]], np.uint16)
    nets = np.array([5, -3, 7], np.int64)
    counts, products = np.zeros((2, 3), np.int64), np.zeros((2, 2), np.int64)
    tally(codes, counts)
    won = nets[codes]
    multiply(won, products)
    assert counts.tolist() == [[1, 0, 2], [0, 2, 1]]
    assert products.tolist() == [[0, 5 * -3 + 7 * -3 + 7 * 7], [0, 0]]
    state, ended = np.zeros(STATE, np.int64), np.zeros((2, 4), np.int64)
    assert play_sessions(won[:1], 2, -100, state, ended) == 0
    assert play_sessions(won[1:], 2, -100, state, ended) == 1
    assert ended[0].tolist() == [12, 0, 0, 12 - 6]
    assert state.tolist() == [1, 7, 7, 0, 0, 14]


def test_chi_square_by_hand() -> None:
    """60 and 40 where 50 and 50 are expected: 100/50 twice; rare outcomes are put together."""
    fair = {"heads": Fraction(1, 2), "tails": Fraction(1, 2)}
    found = chi_square({"heads": 60, "tails": 40}, fair)
    assert found is not None
    assert found.statistic == 4
    assert found.degrees == 1
    assert found.p_value == pytest.approx(0.04550026)
    rare = {"a": Fraction(1, 1000), "b": Fraction(9, 1000), "c": Fraction(990, 1000)}
    assert chi_square({"a": 3, "b": 7, "c": 990}, rare) == ChiSquare(Fraction(0), 1, 1.0)
    assert chi_square({"a": 0, "b": 0, "c": 100}, rare) is None  # the rare ones together are expected once
    assert upper_tail(3.841458821, 1) == pytest.approx(0.05)
    with pytest.raises(ValueError, match="has no chance"):
        chi_square({"edge": 1}, fair)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"rounds": 0}, "rounds is 0"),
        ({"rounds": 1 << 62}, "rounds is"),
        ({"seed": -1}, "seed is -1"),
        ({"seats": 0}, "0 seats; High Card Flush has 1 to 6"),
        ({"seats": 7}, "7 seats; High Card Flush has 1 to 6"),
        ({"bets": {"raise": Fraction(1)}}, "bet 'raise' cannot be simulated; allowed are ante"),
        ({"bets": {"ante": Fraction(0)}}, "bet ante is 0"),
        ({"session": Span(0)}, "a session of 0 rounds"),
        ({"session": Span(101)}, "a session of 101 rounds; 1 to the 100"),
        ({"session": Span(10, Fraction(1, 2))}, "does not cover the wagers before the deal"),
        ({"plan": {"river": "none"}}, "no plan for river"),
        ({"plan": {"flush": "T-8-1"}}, "'1' is not a rank"),
        ({"meters": {"ante": 1}}, "meter 'ante' is unknown"),
    ],
    ids=str,
)  # fmt: skip
def test_what_cannot_be_simulated_is_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused, match=words.replace("(", r"\(")):
        simulate(FLUSH, **{"rounds": 100, "seed": 1, **options})


def test_the_default_bet_is_one_ante(simulated: Callable[..., Simulation]) -> None:
    assert simulated(FLUSH).bets == {"ante": 1}
