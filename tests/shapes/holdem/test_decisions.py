"""The decisions of Hold 'Em as bits: those of the exact optimum, counted over all flops and boards, and card by card."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from tablegames.kernels.evaluator import rank7
from tablegames.kernels.evaluator_tables import CATEGORY_BITS, tables
from tablegames.shapes.holdem.kernel import showdown
from tablegames.shapes.holdem.kernel.concrete import FLOPS, HOLES, MARKS, PLACE_OF_HOLE, flop_names
from tablegames.shapes.holdem.kernel.decide import COPIES, MASK
from tablegames.shapes.holdem.kernel.decisions import Decisions, decisions
from tablegames.shapes.holdem.kernel.deck import deck_of
from tablegames.shapes.holdem.kernel.policy import Rule, follow
from tablegames.shapes.holdem.kernel.sample import SEATS, decide
from tablegames.shapes.holdem.kernel.solve import PLACES, STARTING_HANDS, Solution, solve
from tablegames.shapes.holdem.rules import Showdown
from tablegames.shapes.holdem.simple_play import parse_rule

from .test_solve import FACTS, HEADS_UP, ULTIMATE

DECK = deck_of(13, 4)
EVEN = np.array([{1: 1, 2: 1, 4: -1, 5: -1}.get(facts.showdown, 0) * facts.multiple for facts in FACTS])
"""A raise at even money and nothing else: a hand that wins as often as it loses makes raising and folding equal."""


def decided(play: Decisions, hole: Sequence[int], boards: NDArray[np.uint8]) -> NDArray[np.int8]:
    """What a hole decides on boards (5, n), the flop first."""
    count = boards.shape[1]
    cards = np.zeros((SEATS + 2, count), np.uint8)
    cards[:5] = boards
    cards[SEATS:] = np.array(hole)[:, None]
    multiples = np.empty((1, count), np.int8)
    decide(tables(), play, cards, count, multiples)
    made: NDArray[np.int8] = multiples[0]
    return made


def test_every_flop_is_renamed_to_its_class() -> None:
    names = flop_names(DECK.flops)
    renamed = FLOPS // 4 + 13 * (names.suits[:, None] >> 2 * (FLOPS % 4) & 3).astype(np.int64)
    masks = DECK.flops.flops[names.row, MASK : MASK + 3]
    assert ((1 << renamed).sum(axis=1) == (masks << 13 * np.arange(3)).sum(axis=1)).all()
    assert (np.bincount(names.row) == DECK.flops.flops[:, COPIES]).all()
    suits = names.suits[:, None] >> 2 * np.arange(4) & 3
    assert (np.sort(suits, axis=1) == np.arange(4)).all()


def test_marks_tell_all_pairs_apart() -> None:
    marks = [0, *MARKS]
    sums = {marks[high] + marks[low] for high in range(14) for low in range(high + 1)}
    assert len(sums) == comb(15, 2)


@pytest.mark.parametrize(("payoffs", "multiples"), [(HEADS_UP, (3,)), (ULTIMATE, (4, 3)), (EVEN, ())])
def test_flop_bets_of_every_starting_hand(payoffs: NDArray[np.int64], multiples: tuple[int, ...]) -> None:
    """Over all 22,100 flops and 1,326 holes the bits bet as often as the solver does."""
    solution, play = solve(payoffs, multiples), decisions(payoffs, multiples)
    bits = np.unpackbits(play.flops, axis=1, count=len(HOLES), bitorder="little")
    class_cards = np.zeros((len(bits), 4, 13), np.bool_)
    class_cards[:, :3] = DECK.flops.flops[:, MASK : MASK + 3, None] >> np.arange(13) & 1
    on_flop = class_cards[:, HOLES % 4, HOLES // 4].any(axis=2)
    bets = (DECK.flops.flops[:, COPIES, None] * bits * ~on_flop).sum(axis=0)
    by_hand = np.bincount(PLACE_OF_HOLE, weights=bets, minlength=192)[PLACES]
    assert by_hand.tolist() == [hand.flop_bets for hand in solution.preflop]
    before = dict(zip(PLACE_OF_HOLE.tolist(), play.preflop.tolist(), strict=True))
    assert [before[place] for place in PLACES.tolist()] == [hand.multiple for hand in solution.preflop]


@lru_cache(maxsize=1)
def five_of_fifty() -> NDArray[np.uint8]:
    """All 2,118,760 sets of five of fifty places, (5, n)."""
    return np.ascontiguousarray(np.fromiter(combinations(range(50), 5), np.dtype((np.uint8, 5)), comb(50, 5)).T)


RULES = (
    parse_rule("two pair+, paired card, flush draw T+", stage="flop"),
    parse_rule("pocket pair, outs<18", stage="river"),
)


@pytest.mark.parametrize(
    ("hand", "hole", "payoffs", "rules"),
    [
        ("T7s", (34, 22), HEADS_UP, (None, None)),
        ("22", (0, 3), ULTIMATE, (None, None)),
        pytest.param("85o", (27, 12), ULTIMATE, RULES, marks=pytest.mark.full),
        pytest.param("J6o", (38, 16), EVEN, (None, None), marks=pytest.mark.full),
        pytest.param("Q2s", (1, 41), HEADS_UP, RULES, marks=pytest.mark.full),
        pytest.param("98o", (31, 24), ULTIMATE, (None, None), marks=pytest.mark.full),
    ],
)
def test_every_board_of_a_hole(
    hand: str, hole: tuple[int, int], payoffs: NDArray[np.int64], rules: tuple[Rule | None, Rule | None]
) -> None:
    """One starting hand checks and all others raise: its folds, raises and bets are counted by hand over all boards and flops."""
    policy = np.full(169, 3, np.int8)
    policy[STARTING_HANDS.index(hand)] = 0
    counts = follow(payoffs, (3,), preflop_policy=policy, flop_rule=rules[0], river_rule=rules[1])
    play = decisions(payoffs, (3,), preflop_policy=policy, flop_rule=rules[0], river_rule=rules[1])
    rest = np.array([card for card in range(52) if card not in hole], np.uint8)
    boards = rest[five_of_fifty()]
    seven = np.empty((boards.shape[1], 7), np.uint8)
    seven[:, :5], seven[:, 5:] = boards.T, hole
    category = rank7(seven) >> CATEGORY_BITS
    found = np.zeros(30, np.int64)
    for flop in combinations(range(5), 3):
        order = [*flop, *(place for place in range(5) if place not in flop)]
        found += np.bincount(10 * decided(play, hole, boards[order]) + category, minlength=30)
    holes = {"s": 4, "o": 12}.get(hand[2:], 6)
    expected = counts.reshape(5, 5, 10, 6)[:3].sum(axis=(1, 3))
    assert (found.reshape(3, 10) * holes * comb(45, 2)).tolist() == expected.tolist()
    assert (expected.sum(axis=1) > 0).all()


@pytest.mark.parametrize("payoffs", [HEADS_UP, ULTIMATE, EVEN])
def test_seeded_spots_card_by_card(payoffs: NDArray[np.int64]) -> None:
    """Flops against the solver's values of cards, boards against all dealer's hands one by one; half are suited boards."""
    solution: Solution = solve(payoffs, ())
    play, rng = decisions(payoffs, ()), np.random.default_rng(677)
    checked = 0
    for number in range(160):
        deck = rng.permutation(52)
        if number % 2:  # the spades come forward
            deck = deck[np.argsort(deck % 4 + rng.integers(0, 3, 52), kind="stable")[::-1]]
        hole, board = deck[:2].tolist(), deck[2:7].tolist()
        if number % 3 == 0:
            hole, board = deck[5:7].tolist(), deck[:5].tolist()
        multiple = int(decided(play, hole, np.array([board], np.uint8).T)[0])
        bets = solution.at_flop(hole, board[:3]).bets
        assert bets == (multiple == 2), (hole, board)
        if not bets:
            river = showdown.river(hole, board)
            raised, folded = payoffs.reshape(5, 5, 10, 6)[[1, 0], 0, river.hand]
            worth, fold = int(raised @ river.counts), 990 * int(folded[Showdown.FOLDED])
            assert (worth >= fold) == (multiple == 1), (hole, board)
            checked += 1
    assert checked > 25


def test_equal_values_raise() -> None:
    """The board's royal flush ties with every dealer's hand: raising is worth what folding is."""
    play = decisions(EVEN, (), flop_raise=False)
    royal = np.array([[51], [47], [43], [39], [35]], np.uint8)
    assert decided(play, (0, 5), royal).tolist() == [1]


def test_forbidden_raises_are_not_made() -> None:
    rng = np.random.default_rng(678)
    seven_deuce = (0, 21)
    rest = np.array([card for card in range(52) if card not in seven_deuce], np.uint8)
    boards = np.array([rng.permutation(rest)[:5] for _ in range(500)]).T
    free, no_river, no_flop = (
        decisions(HEADS_UP, (), flop_raise=flop, river_raise=river)
        for flop, river in ((True, True), (True, False), (False, True))
    )
    for play, left in (free, {0, 1, 2}), (no_river, {0, 2}), (no_flop, {0, 1}):
        assert set(decided(play, seven_deuce, boards).tolist()) == left
    assert set(decided(decisions(HEADS_UP, (3,)), (50, 51), boards[:, :1]).tolist()) == {3}
