"""High Card Flush dealt and played by the kernel, against the readable rules and the exact analysis."""

from __future__ import annotations

import pickle
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from tablegames.analysis.exact import analyze
from tablegames.analysis.pricing import priced
from tablegames.contract.rules import Rules
from tablegames.contract.strategy import Plan
from tablegames.core.cards import CARDS, Deal
from tablegames.games.high_card_flush import kernel_deals, solver
from tablegames.games.high_card_flush.decisions import decisions_of as exact_decisions
from tablegames.games.high_card_flush.facts import CODES, Facts
from tablegames.games.high_card_flush.game import GAME
from tablegames.games.high_card_flush.kernel import Solution, hand_classes
from tablegames.games.high_card_flush.kernel_deals import MIXED, Play
from tablegames.games.high_card_flush.rules import LINES, facts_of, most_raise, rank_flush
from tablegames.games.high_card_flush.strategy import STRATEGY
from tablegames.kernels.random_deals import deals, stream_key
from tests.chances import surprise
from tests.kit import held

DEFAULT = GAME.default_rules()
ACE_LOW = GAME.with_choices(DEFAULT, paytables={}, readings={"678a-R1": "ace-low"})
NO_BOARD = np.empty((0, 0), np.uint8)
SIZES = np.array([mask.bit_count() for mask in range(8192)])


def play_of(rules: Rules, plan: Plan) -> Play:
    return STRATEGY.dealing(held(priced(GAME, rules)), plan).play


@cache
def best_play() -> Play:
    return play_of(DEFAULT, {})


def dealt(seed: int, first: int, rounds: int, seats: int, play: Play) -> NDArray[np.uint16]:
    codes = np.zeros((rounds, seats), np.uint16)
    solver.FlushDealing(play).deal(stream_key(seed), first, codes)
    return codes


def deal_of(player: list[int], dealer: list[int]) -> Deal:
    return Deal(tuple(CARDS[code] for code in player), tuple(CARDS[code] for code in dealer))


def hands_of_suits(suits: NDArray[np.uint16]) -> NDArray[np.uint8]:
    """Seven card codes of each row of four masks."""
    held = (suits[:, :, None] >> np.arange(13) & 1).astype(np.bool_)
    codes = np.broadcast_to(4 * np.arange(13) + np.arange(4)[:, None], held.shape)
    return codes[held].reshape(-1, 7).astype(np.uint8)


@pytest.mark.parametrize("rules", [DEFAULT, ACE_LOW], ids=["high", "low"])
def test_fact_codes_are_those_of_the_rules(rules: Rules) -> None:
    rounds = 20_000
    cards = deals(stream_key(11), 0, rounds, cards=14, deck=52)
    decisions = np.random.default_rng(1).integers(0, 4, rounds).astype(np.int8)
    codes = solver.fact_codes(cards[:, :7], cards[:, 7:], NO_BOARD, decisions, rules)
    for player, dealer, decision, code in zip(
        cards[:, :7].tolist(), cards[:, 7:].tolist(), decisions.tolist(), codes.tolist(), strict=True
    ):
        assert facts_of(deal_of(player, dealer), LINES[decision], rules).code == code


@pytest.mark.parametrize("rules", [DEFAULT, ACE_LOW], ids=["high", "low"])
def test_every_flush_and_every_run(rules: Rules) -> None:
    """Every set of two to seven ranks as a flush, against a dealer with the next set: what random deals hardly reach."""
    masks = np.array([mask for mask in range(8192) if 2 <= mask.bit_count() <= 7])
    suits = np.zeros((len(masks), 4), np.uint16)
    suits[:, 0] = masks
    for suit in range(1, 4):
        left = 7 - SIZES[suits].sum(axis=1)
        suits[:, suit] = np.array([0, 0b1, 0b101])[left.clip(max=2)]
    players = hands_of_suits(suits)
    dealers = np.roll(players, -1, axis=0)
    codes = solver.fact_codes(players, dealers, NO_BOARD, np.ones(len(masks), np.int8), rules)
    for player, dealer, code in zip(players.tolist(), dealers.tolist(), codes.tolist(), strict=True):
        assert facts_of(deal_of(player, dealer), LINES[1], rules).code == code


@pytest.mark.parametrize("seats", [1, 3, 6])
def test_deals_are_those_of_the_contract(seats: int) -> None:
    """The dealer's seven places first, then each seat's; every seat as if it were alone."""
    rounds, first = 600, 12_345
    codes = dealt(7, first, rounds, seats, best_play())
    cards = deals(stream_key(7), first, rounds, cards=7 * seats + 7, deck=52)
    for seat in range(seats):
        player, dealer = cards[:, 7 * seat + 7 : 7 * seat + 14], cards[:, :7]
        multiples = codes[:, seat] // 5 % 4
        again = solver.fact_codes(player, dealer, NO_BOARD, multiples.astype(np.int8), DEFAULT)
        assert np.array_equal(again, codes[:, seat])
        for hand, multiple in zip(player.tolist(), multiples.tolist(), strict=True):
            flush = rank_flush(tuple(CARDS[code] for code in hand))
            if flush.strength >= (3, 11, 3, 2):
                assert multiple == most_raise(len(flush.cards), DEFAULT)
            if flush.strength <= (3, 9, 8, 7):
                assert multiple == 0


@pytest.mark.parametrize("seats", [1, 2])
def test_a_few_rounds_by_the_rules(seats: int) -> None:
    """A plan, and decisions listed class by class: few enough rounds to be played without compilation too."""
    rounds = 20
    cards = deals(stream_key(9), 100, rounds, cards=7 * seats + 7, deck=52)
    hands = cards[:, 7:].reshape(-1, 7)
    suits = np.array(
        [[sum(1 << (card >> 2) for card in hand if card & 3 == suit) for suit in range(4)] for hand in hands.tolist()],
        np.uint16,
    )
    listed = np.random.default_rng(6).integers(0, 4, len(hands)).astype(np.uint8)
    by_class = kernel_deals.make_play(np.full((8, 8192), MIXED), np.roll(suits, 1, axis=1), listed, ace_low=True)
    by_plan = play_of(ACE_LOW, {"flush": "T-8-6"})
    for play in (by_class, by_plan):
        codes = dealt(9, 100, rounds, seats, play).reshape(-1)
        for number, hand in enumerate(hands.tolist()):
            deal = deal_of(hand, cards[number // seats, :7].tolist())
            raises = rank_flush(deal.player).strength >= (3, 10, 8, 6)
            decision = (
                int(listed[number])
                if play is by_class
                else most_raise(len(rank_flush(deal.player).cards), ACE_LOW)
                if raises
                else 0
            )
            assert facts_of(deal, LINES[decision], ACE_LOW).code == codes[number]


def test_a_round_is_the_same_whoever_deals_it() -> None:
    codes = dealt(3, 0, 1_000, 6, best_play())
    assert np.array_equal(np.concatenate([dealt(3, 0, 301, 6, best_play()), dealt(3, 301, 699, 6, best_play())]), codes)
    assert np.array_equal(dealt(3, 777, 1, 1, best_play()), codes[777:778, :1])
    assert not np.array_equal(dealt(4, 0, 1_000, 6, best_play()), codes)


def decisions_of(play: Play, suits: NDArray[np.uint16]) -> NDArray[np.int64]:
    """The decisions of hands, by the kernel."""
    held = np.bitwise_or.reduce(suits.astype(np.uint64) << np.arange(0, 64, 16, dtype=np.uint64), axis=1)
    key = SIZES[suits] << 13 | suits
    out = np.zeros(len(suits), np.uint64)
    kernel_deals._decide(held, key.max(axis=1).astype(np.uint64), np.uint64(len(suits)), play, out)
    return out.astype(np.int64)


@pytest.mark.parametrize(
    ("limits", "plan"),
    [({}, {}), ({0: 1}, {}), ({2: 0, 4: 0, 6: 2}, {}), ({}, {"flush": "T-8-6"}), ({5: 1}, {"flush": "any"})],
    ids=str,
)
def test_decisions_of_every_hand_are_those_of_the_exact_analysis(limits: dict[int, int], plan: Plan) -> None:
    """All 133,784,560 hands as 6,009,159 classes: so many decide so with each flush as the analysis counts."""
    rules = replace(DEFAULT, raise_limits=limits)
    play = play_of(rules, plan)
    exact = analyze(GAME, rules, plan=plan).detail
    assert isinstance(exact, Solution)
    best = exact_decisions(held(priced(GAME, rules)))
    counts = np.zeros((8, 8192, 4), np.int64)
    for number, classes in enumerate(hand_classes()):
        flush = classes.suits[:, 0]
        decided = decisions_of(play, np.roll(classes.suits, number, axis=1))  # the names of the suits do not matter
        assert plan or np.array_equal(decided, best(classes.suits, classes.dealers).best)
        np.add.at(counts, (SIZES[flush], flush, decided), classes.hands)
    assert np.array_equal(counts, exact.decisions)
    mixed = play.by_value.reshape(8, 8192) == MIXED
    assert np.array_equal(mixed, (counts > 0).sum(axis=2) > 1)
    assert mixed.any() == (not plan)


@pytest.mark.parametrize("rules", [DEFAULT, ACE_LOW, replace(DEFAULT, raise_limits={0: 1})], ids=["high", "low", "one"])
@pytest.mark.parametrize("plan", [{}, {"flush": "T-8-6"}], ids=["best", "T-8-6"])
def test_frequencies_are_those_of_the_exact_analysis(rules: Rules, plan: Plan) -> None:
    exact = analyze(GAME, rules, plan=plan)
    codes = dealt(5, 0, 300_000, 2, play_of(rules, plan))
    expected = np.zeros(CODES, np.int64)
    for facts, deals_ in exact.histogram.items():
        expected[facts.code] = deals_
    for seat in range(2):
        assert surprise(np.bincount(codes[:, seat], minlength=CODES), expected) < 4


def test_tables_can_be_sent() -> None:
    sent = pickle.loads(pickle.dumps(best_play()))
    assert np.array_equal(dealt(1, 5, 300, 1, sent), dealt(1, 5, 300, 1, best_play()))


def test_codes_that_are_no_cards_give_codes_of_facts() -> None:
    """Of what a log may hold nothing reads outside a table."""
    random = np.random.default_rng(4)
    players, dealers = random.integers(0, 256, (2, 5_000, 7)).astype(np.uint8)
    codes = solver.fact_codes(players, dealers, NO_BOARD, random.integers(-128, 128, 5_000).astype(np.int8), DEFAULT)
    assert codes.max() < CODES


def test_the_kernels_are_compiled_once() -> None:
    dealt(1, 0, 3, 1, best_play())
    dealt(1, 2**62, 3, 6, best_play())
    assert len(kernel_deals.deal_codes.signatures) == 1  # type: ignore[attr-defined]
    assert Facts.of_code(int(dealt(1, 0, 1, 1, best_play())[0, 0])).flush in range(2, 8)
