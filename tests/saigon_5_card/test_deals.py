"""Saigon 5 Card dealt and played by the kernel, against the readable rules and the exact analysis."""

from __future__ import annotations

import pickle
from functools import cache
from itertools import chain, combinations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from tablegames.analysis.exact import analyze
from tablegames.analysis.pricing import priced
from tablegames.contract.rules import Rules
from tablegames.core.cards import CARDS, Deal
from tablegames.core.law import Refused
from tablegames.games.saigon_5_card import kernel_deals, solver
from tablegames.games.saigon_5_card.facts import CODES
from tablegames.games.saigon_5_card.game import GAME
from tablegames.games.saigon_5_card.rules import facts_of
from tablegames.games.saigon_5_card.strategy import STRATEGY
from tablegames.kernels.random_deals import deals, stream_key
from tests.chances import surprise
from tests.kit import held

DEFAULT = GAME.default_rules()
STRAIGHT, NONE = (
    GAME.with_choices(DEFAULT, paytables={}, readings={"680a-R7": choice})
    for choice in GAME.law.readings["680a-R7"].choices
)
READINGS = pytest.mark.parametrize("rules", [STRAIGHT, NONE], ids=["straight", "none"])
NO_BOARD, NO_DECISIONS = np.empty((0, 0), np.uint8), np.empty(0, np.int8)


def fact_codes(player: NDArray[np.uint8], dealer: NDArray[np.uint8], rules: Rules) -> NDArray[np.uint16]:
    return solver.fact_codes(player, dealer, NO_BOARD, NO_DECISIONS, rules)


def dealt(seed: int, first: int, rounds: int, seats: int, rules: Rules = DEFAULT) -> NDArray[np.uint16]:
    codes = np.zeros((rounds, seats), np.uint16)
    STRATEGY.dealing(held(priced(GAME, rules)), {}).deal(stream_key(seed), first, codes)
    return codes


@cache
def all_hands() -> NDArray[np.uint8]:
    """All 2,869,685 hands of five of the 53 cards."""
    return np.fromiter(chain.from_iterable(combinations(range(53), 5)), np.uint8, 5 * comb(53, 5)).reshape(-1, 5)


@READINGS
@pytest.mark.parametrize("joker", [False, True])
def test_fact_codes_are_those_of_the_rules(rules: Rules, joker: bool) -> None:
    cards = deals(stream_key(11), 0, 10_000, cards=10, deck=52)
    if joker:  # at every place of either hand in turn
        cards[np.arange(10_000), np.arange(10_000) % 10] = 52
    codes = fact_codes(cards[:, :5], cards[:, 5:], rules)
    for dealt_to, code in zip(cards.tolist(), codes.tolist(), strict=True):
        player, dealer = tuple(CARDS[code] for code in dealt_to[:5]), tuple(CARDS[code] for code in dealt_to[5:])
        assert facts_of(Deal(player, dealer), (), rules).code == code


@READINGS
def test_every_hand(rules: Rules) -> None:
    """Of all hands as many of each Point Count and Bonus hand as the exact analysis has; the dealer's are the next ones."""
    players = all_hands()
    codes = fact_codes(players, np.roll(players, -1, axis=0), rules).astype(np.int64)
    expected = np.zeros(CODES, np.int64)
    for facts, count in analyze(GAME, rules).histogram.items():
        expected[facts.code] = count
    by_facts = expected.reshape(11, 11, 11).sum(axis=1) // comb(48, 5)
    assert np.array_equal(np.bincount(codes // 121 * 11 + codes % 11, minlength=121), by_facts.reshape(-1))
    assert np.array_equal(codes // 11 % 11, np.roll(codes // 121, -1))


def test_the_order_of_five_cards_does_not_matter() -> None:
    hands = all_hands()[::57]
    shuffled = np.random.default_rng(2).permuted(hands, axis=1)
    assert np.array_equal(fact_codes(hands, hands, DEFAULT), fact_codes(shuffled, shuffled, DEFAULT))


@READINGS
@pytest.mark.parametrize("seats", [1, 4, 9])
def test_deals_are_those_of_the_contract(rules: Rules, seats: int) -> None:
    """The dealer's five places first, then each seat's."""
    codes = dealt(7, 12_345, 600, seats, rules)
    cards = deals(stream_key(7), 12_345, 600, cards=5 * seats + 5, deck=53)
    for seat in range(seats):
        again = fact_codes(cards[:, 5 * seat + 5 : 5 * seat + 10], cards[:, :5], rules)
        assert np.array_equal(codes[:, seat], again)


def test_a_few_rounds_by_the_rules() -> None:
    """Few enough to be played without compilation too."""
    cards = deals(stream_key(9), 100, 20, cards=15, deck=53)
    for dealt_to, codes in zip(cards.tolist(), dealt(9, 100, 20, 2).tolist(), strict=True):
        dealer, *players = (tuple(CARDS[code] for code in dealt_to[place : place + 5]) for place in (0, 5, 10))
        for player, code in zip(players, codes, strict=True):
            assert facts_of(Deal(player, dealer), (), DEFAULT).code == code


def test_a_round_is_the_same_whoever_deals_it() -> None:
    codes = dealt(3, 0, 1_000, 9)
    assert np.array_equal(np.concatenate([dealt(3, 0, 301, 9), dealt(3, 301, 699, 9)]), codes)
    assert np.array_equal(dealt(3, 777, 1, 1), codes[777:778, :1])
    assert not np.array_equal(dealt(4, 0, 1_000, 9), codes)


@READINGS
def test_frequencies_are_those_of_the_exact_analysis(rules: Rules) -> None:
    codes = dealt(5, 0, 300_000, 2, rules)
    expected = np.zeros(CODES, np.int64)
    for facts, count in analyze(GAME, rules).histogram.items():
        expected[facts.code] = count
    for seat in range(2):
        assert surprise(np.bincount(codes[:, seat], minlength=CODES), expected) < 4


def test_tables_can_be_sent_and_take_no_plan() -> None:
    sent = pickle.loads(pickle.dumps(STRATEGY.dealing(held(priced(GAME, DEFAULT)), {})))
    codes = np.zeros((300, 1), np.uint16)
    sent.deal(stream_key(1), 5, codes)
    assert np.array_equal(codes, dealt(1, 5, 300, 1))
    with pytest.raises(Refused, match="no plan"):
        STRATEGY.dealing(held(priced(GAME, DEFAULT)), {"flush": "any"})


def test_codes_that_are_no_cards_give_codes_of_facts() -> None:
    """Of what a log may hold nothing reads outside a table."""
    players, dealers = np.random.default_rng(4).integers(0, 256, (2, 5_000, 5)).astype(np.uint8)
    assert fact_codes(players, dealers, DEFAULT).max() < CODES


def test_the_kernels_are_compiled_once() -> None:
    dealt(1, 0, 3, 1)
    dealt(1, 2**62, 3, 9)
    assert len(kernel_deals.deal_codes.signatures) == 1  # type: ignore[attr-defined]
