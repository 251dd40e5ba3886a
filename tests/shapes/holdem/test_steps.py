"""The steps of the Hold 'Em kernel, each by itself against plain counting."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pytest

from tablegames.shapes.holdem.kernel.decide import COPIES
from tablegames.shapes.holdem.kernel.deck import deck_of
from tablegames.shapes.holdem.kernel.order import orders, strength_by_ranks, strength_of_flush
from tablegames.shapes.holdem.kernel.push import pull_board, pull_two, push_item
from tablegames.shapes.holdem.kernel.sweep import IMPOSSIBLE
from tablegames.shapes.holdem.kernel.types import (
    BOARD_COUNTS,
    COUNTED,
    DISTINCT,
    FLUSH_BOARDS,
    FLUSHES,
    ITEM_FIRST,
    ITEMS,
    O_HIGH,
    O_LOW,
    PAIRS,
    RANK_PAIRS,
    RANKS,
    SEEN,
    SUIT_FLOPS,
    WIDTH,
    block_seen,
    pair_index,
)
from tablegames.shapes.holdem.kernel.values import FLOP

from .test_solve import five_card_key

DECK = deck_of(13, 4)


def test_number_of_types() -> None:
    real = (BOARD_COUNTS <= 4).all(axis=1)
    assert real.sum() == 6175
    exists = (DECK.by_suit.hand != IMPOSSIBLE).any(axis=1)
    assert exists.sum() == FLUSH_BOARDS == 36608
    assert ((DECK.by_ranks.hand != IMPOSSIBLE).any(axis=1) == real).all()
    assert real.sum() + exists.sum() == 42783
    assert SUIT_FLOPS == 286 + 78 * 13 + 13 * 91


def test_flops_and_holes_are_all_there() -> None:
    assert len(DECK.flops.flops) == 1755
    assert DECK.flops.flops[:, COPIES].sum() == comb(52, 3)
    assert DECK.holes_of_hand.sum() == comb(52, 2)
    assert DECK.holes_of_class.sum() == comb(52, 2)
    for kind in range(3):
        distinct, equal = DECK.flops.suits[kind, :, 6].sum(), DECK.flops.suits[kind, :, 7].sum()
        assert distinct * DISTINCT + equal * RANKS == comb(52, 2)


def test_weights_of_all_boards() -> None:
    held, deals = DECK.all_boards[:, :, 3].sum(axis=1), 10 * comb(50, 5)
    assert (held == DECK.holes_of_hand.astype(np.int64) * deals).all()


def test_ways_of_flush_boards() -> None:
    """Every way to have three or more cards of one given suit on the board, for one hole of each class."""
    possible = (DECK.by_suit.hand != IMPOSSIBLE).astype(np.int64)
    boards = np.zeros(SEEN, np.int64)
    for item in range(ITEMS):
        here = possible[ITEM_FIRST[item] : ITEM_FIRST[item + 1]].sum(axis=0)
        boards += here * DECK.ways[item, 0, :SEEN]
    own = np.repeat([0, 1, 1, 2], WIDTH)
    exists = DECK.holes_of_class[:SEEN] > 0
    for hole in np.flatnonzero(exists):
        suited = 13 - int(own[hole])
        assert boards[hole] == sum(comb(suited, k) * comb(50 - suited, 5 - k) for k in (3, 4, 5))


def cards_of(board: int) -> list[int]:
    """Concrete cards of a flush board: M in suit 0, O in suits 1 and 2."""
    item = int(np.searchsorted(ITEM_FIRST, board, side="right")) - 1
    suited = [4 * rank for rank in range(RANKS) if int(FLUSHES.mask[board]) >> rank & 1]
    others = [O_LOW[item], O_HIGH[item]][: 5 - len(suited)]
    return suited + [4 * int(rank) + 1 + place for place, rank in enumerate(others)]


@pytest.mark.parametrize("size", [0, 3, 4, 5])
def test_a_board_against_all_concrete_hands(size: int) -> None:
    """Below, equal, of high cards and the hand, of seeded boards; size 0: by ranks alone, on boards that no flush can
    use."""
    rng = np.random.default_rng(size)
    first = {3: 0, 4: ITEM_FIRST[PAIRS], 5: ITEM_FIRST[PAIRS + RANKS], 0: 0}[size]
    last = {3: ITEM_FIRST[PAIRS], 4: ITEM_FIRST[PAIRS + RANKS], 5: FLUSH_BOARDS, 0: len(BOARD_COUNTS)}[size]
    for board in rng.integers(first, last, 4).tolist():
        if size:
            shown, suit = cards_of(board), 0
        else:
            counts = BOARD_COUNTS[board]
            if counts.max() > 4:
                continue
            shown, suit = [], 4
            for rank in np.flatnonzero(counts):  # five cards in at most two of each suit
                free = sorted(range(4), key=lambda one: sum(card % 4 == one for card in shown))
                shown += [4 * int(rank) + one for one in free[: counts[rank]]]
            assert max(np.bincount([card % 4 for card in shown])) <= 2
        table = DECK.by_suit if size else DECK.by_ranks
        rest = [card for card in range(52) if card not in shown]
        hands = list(combinations(rest, 2))
        keys = [max(five_card_key(five) for five in combinations([*shown, *hand], 5)) for hand in hands]
        order = {key: number for number, key in enumerate(sorted(set(keys)))}
        strength = np.array([order[key] for key in keys])
        high = np.array([key[0] == 0 for key in keys])
        pairs = np.array(hands)
        for number in rng.integers(0, len(hands), 40).tolist():
            low, top = pairs[number]
            apart = ~np.isin(pairs, pairs[number]).any(axis=1)
            block = block_seen(low % 4, top % 4, suit) % 4 if size else 0
            pair = pair_index(low // 4, top // 4)
            place = (1 if block == 2 and pair >= DISTINCT else block) * WIDTH + pair
            expected = [
                (strength[apart] < strength[number]).sum(),
                (strength[apart] == strength[number]).sum(),
                high[apart].sum(),
            ]
            assert table.counts[board, :, place].tolist() == expected
            assert table.hand[board, place] == keys[number][0]


def test_order_of_ranks_is_that_of_five_card_poker() -> None:
    rng = np.random.default_rng(5)
    hands = [tuple(int(card) for card in rng.choice(52, 5, replace=False)) for _ in range(3000)]
    unsuited = [hand for hand in hands if len({card % 4 for card in hand}) > 1]
    ours = strength_by_ranks([np.array([[hand[place] // 4] for hand in unsuited], np.int32) for place in range(5)])[
        :, 0
    ]
    keys = [five_card_key(hand) for hand in unsuited]
    assert len({*zip(ours.tolist(), keys, strict=True)}) == len(set(keys)) == len(set(ours.tolist()))
    by_ours = [key for _, key in sorted(zip(ours.tolist(), keys, strict=True))]
    assert by_ours == sorted(keys)


def test_order_of_flushes_is_that_of_five_card_poker() -> None:
    masks = [sum(1 << rank for rank in five) for five in combinations(range(13), 5)]
    keys = [five_card_key(tuple(4 * rank for rank in five)) for five in combinations(range(13), 5)]
    ours = strength_of_flush(np.array(masks, np.int32)).tolist()
    assert [key for _, key in sorted(zip(ours, keys, strict=True))] == sorted(keys)
    assert len(set(ours)) == len(set(keys)) == comb(13, 5)


def test_orders_rise() -> None:
    order = orders()
    assert (np.diff(np.take_along_axis(order.strength, order.order.astype(np.int64), axis=1)) >= 0).all()
    for mask in np.unique(FLUSHES.mask)[::97].tolist():
        strengths = order.flush_strength[order.flush_first[mask] : order.flush_first[mask + 1]]
        assert (np.diff(strengths) >= 0).all()


@pytest.mark.parametrize("item", [0, 40, 77, 78, 90, 91, 103, 104])
def test_push_is_the_transpose_of_pull(item: int) -> None:
    """Sum over flops of pushed values x weights = sum over boards of values x pulled weights."""
    rng = np.random.default_rng(item)
    coefficients = rng.integers(-5, 6, (3, 4, 10)).astype(np.int32)
    nothing = np.zeros((len(BOARD_COUNTS), 2, WIDTH), np.int32)
    flops = np.zeros((SUIT_FLOPS + 1, 2, SEEN), np.int64)
    push_item(item, FLUSHES, DECK.ways, coefficients, *DECK.by_suit, nothing, flops)
    weights = rng.integers(0, 50, (SUIT_FLOPS + 1, COUNTED)).astype(np.int32)
    of_two, row = np.zeros((DISTINCT, COUNTED), np.int32), np.zeros(COUNTED, np.int32)
    pull_two(item, DECK.ways, weights, of_two)
    pulled = 0
    for board in range(ITEM_FIRST[item], ITEM_FIRST[item + 1]):
        pull_board(item, board, FLUSHES, DECK.ways, weights, of_two, row)
        possible = np.flatnonzero(DECK.by_suit.hand[board] != IMPOSSIBLE)
        hand = DECK.by_suit.hand[board, possible]
        counts = DECK.by_suit.counts[board].astype(np.int64)[:, possible]
        per = coefficients[FLOP].astype(np.int64)[:, hand]
        values = (per[:3] * counts).sum(axis=0) + per[3]
        pulled += int((values * row[possible]).sum())
    pushed = int((flops[:, 1, :] * weights[:, :SEEN]).sum())
    assert pushed == pulled != 0


def test_rank_pairs_name_each_pocket_by_its_place() -> None:
    assert [pair_index(*pair) for pair in RANK_PAIRS] == list(range(PAIRS))
