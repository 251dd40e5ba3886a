"""Rounds of Hold 'Em dealt and decided by the kernel, against the readable rules and the exact analysis."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tablegames.analysis.exact import Analysis, analyze
from tablegames.analysis.pricing import priced
from tablegames.analysis.solving import solver_of, strategy_of
from tablegames.contract.choices import View
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.contract.solver import Dealing
from tablegames.contract.strategy import Plan
from tablegames.core.cards import CARDS, Deal, parse_cards
from tablegames.games import game_named
from tablegames.kernels.random_deals import deals, stream_key
from tablegames.shapes.holdem.kernel.solve import Solution
from tablegames.shapes.holdem.plans import SIMPLE_PLAY
from tablegames.shapes.holdem.rules import CODES, HoldemFacts, Showdown
from tests.chances import surprise

HEADS_UP, ULTIMATE = game_named("heads-up-holdem"), game_named("ultimate-texas-holdem")
each_holdem = pytest.mark.parametrize("game", [HEADS_UP, ULTIMATE], ids=lambda game: game.id)


def dealing(game: Game, rules: Rules, plan: Plan) -> Dealing:
    return strategy_of(game).dealing(priced(game, rules), plan)


@cache
def best_play(game_id: str) -> Dealing:
    game = game_named(game_id)
    return dealing(game, game.default_rules(), {})


@cache
def best_of(game_id: str) -> Solution:
    """What the solver says of the best play."""
    detail = analyze(game_named(game_id)).detail
    assert isinstance(detail, Solution)
    return detail


def dealt(game: Game, seed: int, first: int, rounds: int, seats: int) -> NDArray[np.uint16]:
    codes = np.zeros((rounds, seats), np.uint16)
    best_play(game.id).deal(stream_key(seed), first, codes)
    return codes


def facts(game: Game, cards: list[int], seat: int, line: int) -> int:
    """The fact code of a seat by the readable rules, from a round's cards in the order of the deal."""
    board, dealer, hole = cards[:5], cards[5:7], cards[7 + 2 * seat : 9 + 2 * seat]
    deal = Deal(*(tuple(CARDS[code] for code in some) for some in (hole, dealer, board)))
    return game.facts_of(deal, game.lines[line], game.default_rules()).code


def weights(exact: Analysis) -> NDArray[np.int64]:
    """The deals of an analysis by fact code."""
    return np.array([exact.histogram.get(HoldemFacts.of_code(code), 0) for code in range(CODES)])


@each_holdem
def test_fact_codes_are_those_of_the_rules(game: Game) -> None:
    rounds = 1_500 if game is ULTIMATE else 500
    cards = deals(stream_key(21), 0, rounds, cards=9, deck=52)
    lines = np.random.default_rng(2).integers(0, len(game.lines), rounds).astype(np.int8)
    codes = solver_of(game).fact_codes(cards[:, 7:], cards[:, 5:7], cards[:, :5], lines, game.default_rules())
    wanted = [facts(game, row, 0, line) for row, line in zip(cards.tolist(), lines.tolist(), strict=True)]
    assert codes.tolist() == wanted


def test_fact_codes_of_rare_showdowns() -> None:
    """Straight flushes, hole cards that do not play, and the sixth and seventh card of a suit; each with every line."""
    rounds = [
        ("As Ks", "2c 2d", "Qs Js Ts 9s 8s"), ("9d 2c", "3c 4c", "Qs Js Ts 9s 8s"), ("7s 2c", "Ks As", "Qs Js Ts 9s 8s"),
        ("As 2d", "6s 7s", "2s 3s 4s 5s Kd"), ("Ah Kh", "Qh Jh", "9h 7h 5h 3h 2h"), ("4c 4d", "5c 5d", "4h 4s 5h 5s Ac"),
        ("As Ad", "Kc Kd", "Ah Ks Kh 2c 3d"), ("Jc Td", "Qc 9d", "2h 4s 6d 7c 8h"), ("3c 2d", "Ac Kd", "4h 6s 8d Tc Qh"),
    ]  # fmt: skip
    for line in range(len(HEADS_UP.lines)):
        cards = [
            [int(card) for text in (board, dealer, hole) for card in parse_cards(text)]
            for hole, dealer, board in rounds
        ]
        rows = np.array(cards, np.uint8)
        lines = np.full(len(rows), line, np.int8)
        codes = solver_of(HEADS_UP).fact_codes(rows[:, 7:], rows[:, 5:7], rows[:, :5], lines, HEADS_UP.default_rules())
        assert codes.tolist() == [facts(HEADS_UP, row, 0, line) for row in cards]


def test_fact_codes_refuse_other_shapes_and_types() -> None:
    player, dealer, board, lines = (np.zeros((3, size), np.uint8) for size in (2, 2, 5, 1))
    rules, right, fact_codes = HEADS_UP.default_rules(), lines[:, 0].astype(np.int8), solver_of(HEADS_UP).fact_codes
    with pytest.raises(ValueError, match=r"board must be uint8 of shape \(3, 5\), not uint8 of shape \(3, 4\)"):
        fact_codes(player, dealer, board[:, :4], right, rules)
    with pytest.raises(ValueError, match=r"player must be uint8 of shape \(3, 2\), not int64"):
        fact_codes(player.astype(np.int64), dealer, board, right, rules)
    with pytest.raises(ValueError, match=r"dealer must be uint8 of shape \(2, 2\)"):
        fact_codes(player[:2], dealer, board[:2], right[:2], rules)
    with pytest.raises(ValueError, match=r"lines must be int8 of shape \(n,\), not uint8"):
        fact_codes(player, dealer, board, lines[:, 0], rules)  # type: ignore[arg-type]
    assert fact_codes(player[:0], dealer[:0], board[:0], right[:0], rules).tolist() == []


@each_holdem
@pytest.mark.parametrize("seats", [1, 6, 22])
def test_codes_are_those_of_the_cards_and_the_decision(game: Game, seats: int) -> None:
    """Every code is what the rules make of the round's cards and of some decision; :mod:`.test_decisions` has which."""
    rounds = 110 // seats
    cards = deals(stream_key(8), 1_000_000, rounds, cards=7 + 2 * seats, deck=52)
    codes = dealt(game, 8, 1_000_000, rounds, seats)
    for row, of_seats in zip(cards.tolist(), codes.tolist(), strict=True):
        for seat, code in enumerate(of_seats):
            multiple = HoldemFacts.of_code(code).multiple
            assert facts(game, row, seat, multiple) == code


def test_decisions_are_the_optimum_s() -> None:
    """Some rounds at a table of three, decided before the flop, on it by the solver's values, and after the river by advice."""
    rounds = 60
    asked = priced(ULTIMATE, ULTIMATE.default_rules())
    solution = best_of(ULTIMATE.id)
    chosen = {hand.name: hand.multiple for hand in solution.preflop}
    payoffs = {facts.code: holdem_net(facts) for facts in ULTIMATE.facts if isinstance(facts, HoldemFacts)}
    cards = deals(stream_key(13), 0, rounds, cards=13, deck=52)
    for row, codes in zip(cards.tolist(), dealt(ULTIMATE, 13, 0, rounds, 3).tolist(), strict=True):
        for seat, code in enumerate(codes):
            hole = [CARDS[card] for card in row[7 + 2 * seat : 9 + 2 * seat]]
            low, high = sorted(hole)
            kind = "" if low.rank == high.rank else "s" if low % 4 == high % 4 else "o"
            multiple = chosen[f"{str(high)[0]}{str(low)[0]}{kind}"]
            if not multiple and solution.at_flop(hole, row[:3]).bets:
                multiple = 2
            if not multiple:
                outlook = solver_of(ULTIMATE).outlook(View(tuple(hole), tuple(CARDS[card] for card in row[:5])), asked)
                worth = {
                    choice.folds: sum(payoffs[fact] * count for fact, count in future.items())
                    for choice, future in outlook.items()
                }
                multiple = int(worth[False] >= worth[True])
            assert HoldemFacts.of_code(code).multiple == multiple


def holdem_net(facts: HoldemFacts) -> int:
    """What a seat of Ultimate Texas Hold 'Em nets by the default Blind table, in half Antes."""
    blind = {9: 1000, 8: 100, 7: 20, 6: 6, 5: 3, 4: 2}
    match facts.showdown:
        case Showdown.FOLDED:
            return -4
        case Showdown.TIE:
            return 0
        case Showdown.WIN | Showdown.WIN_DEALER_NOT_QUALIFIED:
            return 2 * facts.multiple + 2 * (facts.showdown == Showdown.WIN) + blind.get(facts.hand, 0)
    return -2 * facts.multiple - 2 * (facts.showdown == Showdown.LOSE) - 2


def test_a_round_is_the_same_whoever_deals_it() -> None:
    """Whatever the rounds dealt with it, and for a seat, however many play."""
    codes = dealt(HEADS_UP, 3, 0, 700, 6)
    parts = [dealt(HEADS_UP, 3, first, rounds, 6) for first, rounds in ((0, 1), (1, 300), (301, 399))]
    assert np.array_equal(np.concatenate(parts), codes)
    assert np.array_equal(dealt(HEADS_UP, 3, 0, 700, 2), codes[:, :2])
    assert not np.array_equal(dealt(HEADS_UP, 4, 0, 700, 6), codes)


def test_seats_share_the_dealer_and_the_board() -> None:
    """The dealer qualifies for all of a round's seats or for none."""
    shown = dealt(HEADS_UP, 6, 0, 2_000, 6) % len(Showdown)
    qualifies = ((shown == Showdown.WIN) | (shown == Showdown.LOSE)).any(axis=1)
    not_qualified = np.isin(shown, (Showdown.WIN_DEALER_NOT_QUALIFIED, Showdown.LOSE_DEALER_NOT_QUALIFIED)).any(axis=1)
    assert qualifies.sum() > 1_000
    assert not_qualified.sum() > 200
    assert not (qualifies & not_qualified).any()


@pytest.mark.parametrize(
    ("game", "limits", "tables", "plan"),
    [
        (HEADS_UP, {}, {}, {}),
        (ULTIMATE, {}, {}, {}),
        (HEADS_UP, {0: 2}, {"odds-losing": "T2"}, {}),
        pytest.param(ULTIMATE, {0: 3}, {}, {"preflop": "33+, A2+, K7o+"}, marks=pytest.mark.full),
        pytest.param(ULTIMATE, {}, {}, SIMPLE_PLAY, marks=pytest.mark.full),
        pytest.param(HEADS_UP, {0: 1}, {}, {}, marks=pytest.mark.full),
        pytest.param(HEADS_UP, {}, {}, {"preflop": "none", "river": "hidden pair 7+, outs<15"}, marks=pytest.mark.full),
    ],
    ids=str,
)
def test_frequencies_are_those_of_the_exact_analysis(
    game: Game, limits: dict[int, int], tables: dict[str, str], plan: Plan
) -> None:
    rules = replace(game.with_choices(game.default_rules(), paytables=tables, readings={}), raise_limits=limits)
    exact = analyze(game, rules, plan=plan)
    codes = np.zeros((400_000, 2), np.uint16)
    dealing(game, rules, plan).deal(stream_key(5), 0, codes)
    for seat in range(2):
        assert surprise(np.bincount(codes[:, seat], minlength=CODES), weights(exact)) < 3


def test_other_play_would_be_noticed() -> None:
    """The same rounds do not fit the exact analysis of a play that differs in one starting hand."""
    names = [hand.name for hand in best_of(HEADS_UP.id).preflop if hand.multiple and hand.name != "A2o"]
    exact = analyze(HEADS_UP, plan={"preflop": ", ".join(names)})
    codes = dealt(HEADS_UP, 5, 0, 400_000, 1)[:, 0]
    assert surprise(np.bincount(codes, minlength=CODES), weights(exact)) > 10


def test_a_dealing_is_pickled_and_deals_without_compilation(tmp_path: Path) -> None:
    """Another process deals the same rounds, with NUMBA_DISABLE_JIT=1."""
    codes = dealt(ULTIMATE, 9, 77, 20, 3)
    (tmp_path / "decisions").write_bytes(pickle.dumps(best_play(ULTIMATE.id)))
    program = (
        "import pathlib, pickle, numpy, sys\n"
        "from tablegames.kernels.random_deals import stream_key\n"
        "codes = numpy.zeros((20, 3), numpy.uint16)\n"
        "pickle.loads(pathlib.Path(sys.argv[1]).read_bytes()).deal(stream_key(9), 77, codes)\n"
        "print(codes.tolist())\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program, str(tmp_path / "decisions")],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.stdout.strip() == str(codes.tolist()), done.stderr
