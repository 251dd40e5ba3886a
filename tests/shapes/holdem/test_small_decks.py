"""The Hold 'Em kernel against plain enumeration of small decks."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from tablegames.core.poker import PokerHand
from tablegames.shapes.holdem.kernel.solve import solve
from tablegames.shapes.holdem.rules import CODES, Pocket, Showdown

from .test_solve import ULTIMATE, five_card_key


def dense_strengths(deck: list[int]) -> dict[tuple[int, ...], tuple[int, int]]:
    """Of every seven cards of a deck (in deck order): a strength that sorts as the hands do, and the hand."""
    fives = {cards: five_card_key(cards) for cards in combinations(deck, 5)}
    ranking = {key: number for number, key in enumerate(sorted(set(fives.values())))}
    hand_of = {number: key[0] for key, number in ranking.items()}
    number = {cards: ranking[key] for cards, key in fives.items()}
    sevens = {cards: max(number[five] for five in combinations(cards, 5)) for cards in combinations(deck, 7)}
    return {cards: (strength, hand_of[strength]) for cards, strength in sevens.items()}


def pocket_of(hole: tuple[int, int]) -> Pocket:
    low, high = sorted(card // 4 for card in hole)
    if low == high:
        return Pocket.ACES if high == 12 else Pocket.PAIR
    if high == 12 and low >= 9:
        return Pocket.ACE_AND_FACE_SUITED if hole[0] % 4 == hole[1] % 4 else Pocket.ACE_AND_FACE_OFFSUIT
    return Pocket.NONE


def brute_force(ranks: int, suits: int, payoffs: NDArray[np.int64], multiples: tuple[int, ...]) -> NDArray[np.int64]:
    """The facts of the best play over all deals of a small deck, by enumeration of its boards, holes and dealer's
    holes."""
    deck = [4 * rank + suit for rank in range(13 - ranks, 13) for suit in range(suits)]
    strengths = dense_strengths(deck)
    table = payoffs.reshape(5, 5, 10, 6)
    holes = list(combinations(deck, 2))
    hole_number = {hole: number for number, hole in enumerate(holes)}
    flops = {flop: number for number, flop in enumerate(combinations(deck, 3))}
    others = list(combinations(range(len(deck) - 5), 2))  # holes by their cards' places beside a board
    apart = np.array([[not set(one) & set(other) for other in others] for one in others])
    boards = []
    flop_values = np.zeros((2, len(flops), len(holes)), np.int64)
    raise_values = np.zeros((len(multiples), len(holes)), np.int64)
    for board in combinations(deck, 5):
        rest = [card for card in deck if card not in board]
        here = [(rest[a], rest[b]) for a, b in others]
        known = np.array([strengths[tuple(sorted((*board, *hole)))] for hole in here])
        strength, hand = known[:, 0], known[:, 1]
        unqualified = hand == PokerHand.HIGH_CARD
        below = apart & (strength[None, :] < strength[:, None])
        above = apart & (strength[None, :] > strength[:, None])
        showdowns = np.zeros((len(here), 6), np.int64)
        showdowns[:, Showdown.WIN] = (below & ~unqualified).sum(axis=1)
        showdowns[:, Showdown.WIN_DEALER_NOT_QUALIFIED] = (below & unqualified).sum(axis=1)
        showdowns[:, Showdown.LOSE] = (above & ~unqualified).sum(axis=1)
        showdowns[:, Showdown.LOSE_DEALER_NOT_QUALIFIED] = (above & unqualified).sum(axis=1)
        showdowns[:, Showdown.TIE] = apart.sum(axis=1) - showdowns.sum(axis=1)
        pocket = np.array([pocket_of(hole) for hole in here])
        value = {multiple: (showdowns * table[multiple][pocket, hand]).sum(axis=1) for multiple in (1, 2, *multiples)}
        fold = table[0][pocket, hand, Showdown.FOLDED] * apart.sum(axis=1)
        numbers = np.array([hole_number[hole] for hole in here])
        for row, multiple in enumerate(multiples):
            raise_values[row, numbers] += 10 * value[multiple]
        splits = [flops[flop] for flop in combinations(board, 3)]
        for flop in splits:
            flop_values[0, flop, numbers] += np.maximum(value[1], fold)
            flop_values[1, flop, numbers] += value[2]
        boards.append((numbers, splits, hand, showdowns, value[1] >= fold))
    bets = flop_values[1] >= flop_values[0]
    check = flop_values.max(axis=0).sum(axis=0)
    # The optimum is over starting hands, and all holes of one have the same value: no need to group them.
    best, chosen = check, np.zeros(len(holes), np.int64)
    for row in sorted(range(len(multiples)), key=lambda row: multiples[row]):
        better = raise_values[row] >= best
        best, chosen = np.where(better, raise_values[row], best), np.where(better, multiples[row], chosen)
    counts = np.zeros((5, 5, 10, 6), np.int64)
    pockets = np.array([pocket_of(hole) for hole in holes])
    for numbers, splits, hand, showdowns, river in boards:
        folded = np.zeros_like(showdowns)
        folded[:, Showdown.FOLDED] = showdowns.sum(axis=1)
        for flop in splits:
            late = np.where(bets[flop, numbers], 2, np.where(river, 1, 0))
            played = np.where(chosen[numbers] > 0, chosen[numbers], late)
            np.add.at(counts, (played, pockets[numbers], hand), np.where(played[:, None] == 0, folded, showdowns))
    return counts.reshape(CODES)


@pytest.mark.parametrize(
    ("ranks", "suits"),
    [
        (5, 2),
        (7, 2),
        (5, 3),
        (6, 3),
        pytest.param(5, 4, marks=pytest.mark.full),
        pytest.param(6, 4, marks=pytest.mark.full),
        pytest.param(8, 3, marks=pytest.mark.full),
    ],
)
def test_small_decks_by_brute_force(ranks: int, suits: int) -> None:
    counts = brute_force(ranks, suits, ULTIMATE, (4, 3))
    solution = solve(ULTIMATE, (4, 3), ranks=ranks, suits=suits)
    assert (counts != solution.counts).nonzero()[0].tolist() == []
    assert len(set(np.nonzero(counts)[0] // 300)) > 1


def test_small_deck_with_random_payoffs() -> None:
    rng = np.random.default_rng(653)
    noise = rng.integers(-3, 4, (5, 1, 10, 6)) - np.array([0, 0, 0, 2, 2])[:, None, None, None]
    payoffs = ULTIMATE + np.broadcast_to(noise, (5, 5, 10, 6)).reshape(CODES)
    counts = brute_force(6, 3, payoffs, (3, 4))
    solution = solve(payoffs, (3, 4), ranks=6, suits=3)
    assert (counts != solution.counts).nonzero()[0].tolist() == []
    assert (counts.reshape(5, -1).sum(axis=1)[:4] > 0).all()


@pytest.mark.parametrize(("size", "pockets"), [(3, True), (30_000, False), (30_000, True)])
def test_small_deck_with_payoffs_of_pockets_and_beyond_32_bits(size: int, pockets: bool) -> None:
    """As a payout limit makes them in cents: what a pocket pays counts in every decision, and sums need 64 bits."""
    rng = np.random.default_rng(677)
    noise = rng.integers(-3 * size, 3 * size + 1, (5, 5 if pockets else 1, 10, 6))
    payoffs = size * ULTIMATE + np.broadcast_to(noise, (5, 5, 10, 6)).reshape(CODES)
    payoffs -= size * np.broadcast_to(np.array([0, 0, 0, 2, 2])[:, None, None, None], (5, 5, 10, 6)).reshape(CODES)
    counts = brute_force(6, 3, payoffs, (3, 4))
    solution = solve(payoffs, (3, 4), ranks=6, suits=3)
    assert len(solution.flops) == (len(Pocket) if pockets else 1)
    assert solution.payoffs.wide == (size > 3)
    assert (counts != solution.counts).nonzero()[0].tolist() == []
    assert (counts.reshape(5, -1).sum(axis=1)[:3] > 0).all()
    best = sum(int(count) * int(pays) for count, pays in zip(counts, payoffs, strict=True))
    chosen = (max((*hand.raises, hand.check)) for hand in solution.preflop)
    assert sum(chosen) == best, "the values before the flop have back what a fold pays"


def test_what_a_fold_pays_changes_no_play_and_no_width() -> None:
    """A side wager that is paid whatever is decided is taken off: the play is that of the table odds, one table, 32 bits."""
    side = np.broadcast_to(np.arange(5)[None, :, None, None] * 700_000, (5, 5, 10, 6)).reshape(CODES)
    usual, beside = solve(ULTIMATE, (4, 3), ranks=6, suits=3), solve(ULTIMATE + side, (4, 3), ranks=6, suits=3)
    assert (len(beside.flops), beside.payoffs.wide) == (1, False)
    assert (usual.counts == beside.counts).all()
