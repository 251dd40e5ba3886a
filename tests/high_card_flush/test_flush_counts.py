"""High Card Flush over all 133,784,560 hands of seven cards, by what the reference says of each suit alone.

A hand is four sets of ranks, one a suit.  What is asked of it here is a matter of each suit: the longest flush is the longest
of the four, so is the longest straight flush, and the dealer fails to qualify where each of the four would.  With
p(x) = sum of x^|set| over the sets that pass, the hands whose four suits all pass are the coefficient of x^7 in p(x)^4.
The figures are golden: each was obtained by two programs written apart.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import comb

import pytest

from tablegames.core.cards import CARDS, Hand
from tablegames.games.high_card_flush.game import GAME
from tablegames.games.high_card_flush.rules import longest_run, qualifies, rank_flush

from .hands import DEFAULT, mask_flush

DEALS = 133_784_560


@cache
def suits() -> tuple[Hand, ...]:
    """Every set of spades of at most seven cards."""
    spades = CARDS[3::4]
    sets = (tuple(card for bit, card in enumerate(spades) if mask >> bit & 1) for mask in range(1 << 13))
    return tuple(cards for cards in sets if len(cards) <= 7)


def hands_where_each_suit(passes: Callable[[Hand], bool]) -> int:
    """How many hands of seven have four suits that all pass."""
    polynomial = [0] * 8
    for cards in suits():
        polynomial[len(cards)] += passes(cards)
    power = [1] + [0] * 7
    for _ in range(4):
        power = [sum(power[i] * polynomial[n - i] for i in range(n + 1)) for n in range(8)]
    return power[7]


def counts_of_longest(length_of: Callable[[Hand], int], longest: int) -> dict[int, int]:
    """The hands by the longest of their four suits' lengths."""
    lengths = {cards: length_of(cards) for cards in suits()}

    def within(most: int) -> int:
        return hands_where_each_suit(lambda cards: lengths[cards] <= most)

    return {length: within(length) - within(length - 1) for length in range(1, longest + 1)}


def test_flush_lengths() -> None:
    counts = counts_of_longest(lambda cards: len(rank_flush(cards).cards) if len(cards) > 1 else len(cards), 7)
    expected = {7: 6_864, 6: 267_696, 5: 3_814_668, 4: 26_137_540, 3: 78_881_088, 2: 24_676_704, 1: 0}
    assert counts == expected
    assert sum(expected.values()) == DEALS == comb(52, 7)
    assert expected[7] == 4 * comb(13, 7)


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        ("ace-high-only", {7: 28, 6: 1_416, 5: 36_000, 4: 615_480, 3: 7_940_748}),
        ("ace-low", {7: 32, 6: 1_592, 5: 39_960, 4: 676_196, 3: 8_642_932}),
    ],
)
def test_straight_flush_lengths(choice: str, expected: dict[int, int]) -> None:
    rules = GAME.with_choices(DEFAULT, paytables={}, readings={"678a-R1": choice})

    counts = counts_of_longest(lambda cards: len(longest_run(cards, rules)), 7)
    assert {length: count for length, count in counts.items() if count} == expected


def test_strengths_order_as_masks() -> None:
    masks = [mask for length in range(2, 8) for mask in range(1 << 13) if mask.bit_count() == length]
    assert len(masks) == 5_798 == sum(comb(13, length) for length in range(2, 8))
    strengths = [rank_flush(mask_flush(mask)).strength for mask in masks]  # by length, then in integer order
    assert strengths == sorted(strengths)
    assert len(set(strengths)) == 5_798


def test_dealer_qualifies() -> None:
    fails = hands_where_each_suit(lambda cards: len(cards) < 2 or not qualifies(rank_flush(cards)))
    assert f"{(DEALS - fails) / DEALS:.12f}" == "0.753637310613"
