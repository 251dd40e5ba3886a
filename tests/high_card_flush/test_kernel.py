"""The High Card Flush kernel against enumerations that share nothing with it, and figures obtained elsewhere."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations

import numpy as np
import pytest
from numpy.typing import NDArray

from tablegames.games.high_card_flush import kernel
from tablegames.games.high_card_flush.facts import CODES, FACTS, Facts, Outcome
from tablegames.games.high_card_flush.kernel import HandClasses, Solution, hand_classes, solve
from tablegames.games.high_card_flush.kernel_tables import ALL_RANKS, make_tables

Ints = NDArray[np.int64]
Card = tuple[int, int]
"""A rank, 2 to 14, and a suit, 0 to 3."""

NINE_THREE_TWO = (3, (9, 3, 2))
DEALS = math.comb(52, 7) * math.comb(45, 7)
LONGEST_RAISE = {2: 1, 3: 1, 4: 1, 5: 2, 6: 3, 7: 3}


def usual_legal() -> NDArray[np.bool_]:
    return np.array([[multiple <= LONGEST_RAISE[length] for multiple in range(4)] for length in range(2, 8)])


def usual_payoffs() -> Ints:
    payoffs = np.zeros(CODES, np.int64)
    for facts in FACTS:
        ante_and_raise = 1 + facts.raise_multiple
        payoffs[facts.code] = {
            Outcome.FOLDED: -1,
            Outcome.DEALER_NOT_QUALIFIED: 1,
            Outcome.WIN: ante_and_raise,
            Outcome.TIE: 0,
            Outcome.LOSE: -ante_and_raise,
        }[facts.outcome]
    return payoffs


def ranks_of(*ranks: int) -> int:
    return sum(1 << (rank - 2) for rank in ranks)


def mean(values: Ints, solution: Solution) -> Fraction:
    total = sum(int(value) * int(count) for value, count in zip(values, solution.counts, strict=True))
    return Fraction(total, int(solution.counts.sum()))


@cache
def optimum() -> Solution:
    return solve(usual_payoffs(), usual_legal(), ace_low=False)


# The slow side: cards, sorted ranks and tuples.


def flush_of(hand: tuple[Card, ...]) -> tuple[int, tuple[int, ...]]:
    """The flush that plays: its length and its ranks, highest first; the greater tuple is the higher flush."""
    suits = [tuple(sorted((rank for rank, suit in hand if suit == wanted), reverse=True)) for wanted in range(4)]
    return max((len(ranks), ranks) for ranks in suits)


def straight_flush_of(hand: tuple[Card, ...], *, ace_low: bool) -> int:
    cards = set(hand) | ({(1, suit) for rank, suit in hand if rank == 14} if ace_low else set())
    lengths = [0]
    for rank, suit in cards:
        length = 1
        while (rank + length, suit) in cards:
            length += 1
        lengths.append(length)
    return max(lengths) if max(lengths) >= 3 else 0


def outcome_of(player: tuple[int, tuple[int, ...]], dealer: tuple[int, tuple[int, ...]]) -> Outcome:
    if dealer < NINE_THREE_TWO:
        return Outcome.DEALER_NOT_QUALIFIED
    return Outcome.TIE if player == dealer else Outcome.WIN if player > dealer else Outcome.LOSE


def brute_force(
    ranks: tuple[int, ...], payoffs: Ints, legal: NDArray[np.bool_], policy: NDArray[np.int8], *, ace_low: bool
) -> tuple[Counter[Facts], int, Counter[tuple[int, int, int]]]:
    """Facts, deals with a dealer who does not qualify, and decisions by flush, over every pair of hands."""
    deck = [(rank, suit) for rank in ranks for suit in range(4)]
    flushes = {frozenset(hand): flush_of(hand) for hand in combinations(deck, 7)}
    counts: Counter[Facts] = Counter()
    decisions: Counter[tuple[int, int, int]] = Counter()
    unqualified = 0
    for hand, flush in flushes.items():
        rest = [card for card in deck if card not in hand]
        dealers = Counter(outcome_of(flush, flushes[frozenset(dealer)]) for dealer in combinations(rest, 7))
        unqualified += dealers[Outcome.DEALER_NOT_QUALIFIED]
        length, mask = len(flush[1]), ranks_of(*flush[1])
        run = straight_flush_of(tuple(hand), ace_low=ace_low)
        best: tuple[int, int, Counter[Facts]] | None = None
        for multiple in range(4):
            if policy[length, mask] in (-1, multiple) and legal[length - 2, multiple]:
                facts: Counter[Facts] = Counter()
                for outcome, number in dealers.items():
                    facts[Facts(length, run, multiple, outcome if multiple else Outcome.FOLDED)] += number
                value = sum(int(payoffs[fact.code]) * number for fact, number in facts.items())
                if best is None or value >= best[0]:
                    best = value, multiple, facts
        assert best is not None
        counts.update(best[2])
        decisions[length, mask, best[1]] += 1
    return counts, unqualified, decisions


@pytest.mark.parametrize("ranks", [(2, 3, 9, 14), (4, 7, 8, 9), (10, 11, 12, 13), (2, 3, 4, 5)])
@pytest.mark.parametrize("ace_low", [False, True])
def test_every_deal_of_a_small_deck(ranks: tuple[int, ...], ace_low: bool) -> None:
    random = np.random.default_rng(1)
    payoffs = random.integers(-50, 50, CODES)
    legal = random.random((6, 4)) < 0.6
    legal[:, 1] = True
    policy = np.full((8, 8192), -1, np.int8)
    policy[random.random((8, 8192)) < 0.3] = 1
    counts, unqualified, decisions = brute_force(ranks, payoffs, legal, policy, ace_low=ace_low)

    solution = solve(payoffs, legal, ace_low=ace_low, policy=policy, ranks=ranks_of(*ranks))

    assert {Facts.of_code(int(code)): int(solution.counts[code]) for code in np.flatnonzero(solution.counts)} == counts
    assert solution.dealer_not_qualified == unqualified
    found = {tuple(map(int, place)): int(solution.decisions[tuple(place)]) for place in np.argwhere(solution.decisions)}
    assert found == decisions


def test_hands_of_a_small_deck_against_every_dealer_hand() -> None:
    ranks = (2, 3, 8, 9, 14)
    deck = [(rank, suit) for rank in ranks for suit in range(4)]
    (classes,) = hand_classes(ranks=ranks_of(*ranks))
    assert classes.hands.sum() == math.comb(20, 7)
    chosen = np.random.default_rng(3).choice(len(classes.hands), 25, replace=False)
    for suits, dealers in zip(classes.suits[chosen].tolist(), classes.dealers[chosen].tolist(), strict=True):
        hand = tuple((rank, suit) for suit in range(4) for rank in ranks if suits[suit] >> (rank - 2) & 1)
        flush = flush_of(hand)
        others = [flush_of(dealer) for dealer in combinations(sorted(set(deck) - set(hand)), 7)]
        below, tie = sum(other < flush for other in others), others.count(flush)
        assert dealers == [below, tie, sum(other < NINE_THREE_TWO for other in others)]


# The real deck.

SIZE = np.array([mask.bit_count() for mask in range(8192)])
KEY = (SIZE << 13) + np.arange(8192)
QUALIFIER = int(KEY[ranks_of(9, 3, 2)])


def dealers_by_suits(suits: list[int]) -> list[int]:
    """Dealer hands below, equal and not qualified: all sets of ranks of each suit listed, and joined by size."""
    key = int(KEY[suits].max())
    totals = []
    for limit in (key, key + 1, QUALIFIER):
        ways = [1] + [0] * 7
        for held in suits:
            sizes = np.bincount(SIZE[((np.arange(8192) & held) == 0) & (limit > KEY)], minlength=8).tolist()
            ways = [sum(ways[cards - k] * sizes[k] for k in range(cards + 1)) for cards in range(8)]
        totals.append(ways[7])
    below, not_above, unqualified = totals
    return [below, not_above - below, unqualified]


def dealers_one_by_one(suits: list[int]) -> list[int]:
    """The same by listing all C(45, 7) hands: two cards, then five that follow them in lexicographic order."""
    held = sum(mask << 13 * suit for suit, mask in enumerate(suits))
    cards = [1 << bit for bit in range(52) if not held >> bit & 1]
    fives = np.fromiter((sum(five) for five in combinations(cards, 5)), np.int64, math.comb(45, 5))
    key = int(KEY[suits].max())
    below = tie = unqualified = total = 0
    for second in range(1, 40):
        following = fives[-math.comb(44 - second, 5) :]
        for first in range(second):
            hands = following | cards[first] | cards[second]
            dealers = np.maximum.reduce([KEY[hands >> 13 * suit & ALL_RANKS] for suit in range(4)])
            total += len(dealers)
            below += int((dealers < key).sum())
            tie += int((dealers == key).sum())
            unqualified += int((dealers < QUALIFIER).sum())
    assert total == math.comb(45, 7)
    return [below, tie, unqualified]


def priced(classes: HandClasses, payoffs: Ints, legal: NDArray[np.bool_], runs: Ints) -> tuple[Ints, Ints]:
    """Facts and hands by decision of some classes, in NumPy from the numbers of dealer hands alone."""
    key, total = KEY[classes.suits].max(axis=1), math.comb(45, 7)
    length, run = key >> 13, runs[classes.suits].max(axis=1)
    below, tie, unqualified = classes.dealers.T.astype(np.int64)
    weak = key < QUALIFIER
    win, tie = np.where(weak, 0, below - unqualified), np.where(weak, 0, tie)
    lose = total - unqualified - win - tie
    folded = np.zeros_like(win)
    by_decision = [np.stack([folded + total, folded, folded, folded, folded])]
    by_decision += [np.stack([folded, unqualified, win, tie, lose])] * 3
    pay = payoffs.reshape(6, 6, 4, 5)[length - 2, run]
    values = np.stack([(pay[:, r] * by_decision[r].T).sum(axis=1) for r in range(4)])
    values = np.where(legal[length - 2].T, values, np.iinfo(np.int64).min)
    decision = 3 - values[::-1].argmax(axis=0)
    counts = np.zeros((6, 6, 4, 5), np.int64)
    hands = np.zeros(4, np.int64)
    for r in range(4):
        chosen = decision == r
        hands[r] = classes.hands[chosen].sum(dtype=np.int64)
        for outcome in range(5):
            place = (length[chosen] - 2, run[chosen], r, outcome)
            np.add.at(counts, place, by_decision[r][outcome][chosen] * classes.hands[chosen])
    return counts.reshape(CODES), hands


def test_all_hand_classes_of_the_real_deck() -> None:
    """They are distinct and name C(52, 7) hands, so none is missing; 2,000 are recounted; all are priced like solve."""
    random = np.random.default_rng(4)
    payoffs = usual_payoffs() * 100 + random.integers(-90, 90, CODES)
    legal = usual_legal()
    runs = np.array([max(straight_run(mask) - 2, 0) for mask in range(8192)])
    packed, hands, checked = [], 0, 0
    counts, decisions = np.zeros(CODES, np.int64), np.zeros(4, np.int64)
    for classes in hand_classes():
        keys = KEY[classes.suits]
        assert (np.diff(keys, axis=1) <= 0).all()
        assert (SIZE[classes.suits].sum(axis=1) == 7).all()
        packed.append(classes.suits.astype(np.int64) @ (1 << 13 * np.arange(4)))
        hands += int(classes.hands.sum(dtype=np.int64))
        for row in random.choice(len(classes.hands), 24, replace=False):
            suits = classes.suits[row].tolist()
            assert classes.hands[row] == len(set(permutations(suits)))
            assert classes.dealers[row].tolist() == dealers_by_suits(suits)
            checked += 1
        chunk_counts, chunk_decisions = priced(classes, payoffs, legal, runs)
        counts += chunk_counts
        decisions += chunk_decisions
    everything = np.sort(np.concatenate(packed))
    assert len(everything) == 6_009_159
    assert (np.diff(everything) > 0).all()
    assert hands == math.comb(52, 7)
    assert checked >= 2_000
    solution = solve(payoffs, legal, ace_low=False)
    assert np.array_equal(solution.counts, counts)
    assert np.array_equal(solution.decisions.sum(axis=(0, 1)), decisions)


def straight_run(mask: int) -> int:
    """The longest run of ranks, by its text."""
    return max(map(len, f"{mask:b}".split("0")))


@pytest.mark.parametrize("seed", [5, pytest.param(6, marks=pytest.mark.full), pytest.param(7, marks=pytest.mark.full)])
def test_a_hand_against_every_dealer_hand_of_the_real_deck(seed: int) -> None:
    bits = np.random.default_rng(seed).choice(52, 7, replace=False).tolist()
    suits = [sum(1 << bit % 13 for bit in bits if bit // 13 == suit) for suit in range(4)]
    assert dealers_one_by_one(suits) == dealers_by_suits(suits)


def test_optimal_play() -> None:
    """Figures that two programs written apart agree on."""
    solution, payoffs = optimum(), usual_payoffs()
    wagers = np.array([1 + Facts.of_code(code).raise_multiple for code in range(CODES)])
    assert int(solution.counts.sum()) == DEALS == 6_071_092_494_667_200
    value = mean(payoffs, solution)
    assert value == Fraction(-1_348_050_875_653, 50_592_437_455_560)
    assert round(float(mean(wagers, solution)), 10) == 1.7112492802
    assert round(math.sqrt(mean(payoffs**2, solution) - value**2), 8) == 1.63086974
    assert solution.decisions[..., 0].sum() == 42_994_176
    assert round(1 - solution.dealer_not_qualified / DEALS, 12) == 0.753637310613


def test_strategy_of_optimal_play() -> None:
    decisions = optimum().decisions
    for length, longest in LONGEST_RAISE.items():
        assert not decisions[length, :, 1:longest].any(), "a raise below the greatest"
        assert not decisions[length, :, longest + 1 :].any(), "a raise that is not legal"
    threes = np.flatnonzero(decisions[3].sum(axis=1))
    always, never = threes[threes >= ranks_of(11, 3, 2)], threes[threes <= ranks_of(9, 8, 7)]
    assert not decisions[3, always, 0].any()
    assert not decisions[3, never, 1].any()
    tens = threes[(threes > ranks_of(9, 8, 7)) & (threes < ranks_of(11, 3, 2))]
    assert (decisions[3, tens, :2] > 0).all(axis=1).any(), "for some ten-high flushes the other cards decide"


def test_lengths_and_straight_flushes() -> None:
    lengths = optimum().decisions.sum(axis=(1, 2))
    assert lengths.tolist() == [0, 0, 24_676_704, 78_881_088, 26_137_540, 3_814_668, 267_696, 6_864]
    expected = [7_940_748, 615_480, 36_000, 1_416, 28], [8_642_932, 676_196, 39_960, 1_592, 32]
    for ace_low, runs in zip((False, True), expected, strict=True):
        counts = solve(usual_payoffs(), usual_legal(), ace_low=ace_low).counts
        by_run = counts.reshape(6, 6, 4, 5).sum(axis=(0, 2, 3)) // math.comb(45, 7)
        assert by_run[1:].tolist() == runs


def test_a_simple_strategy() -> None:
    """Raise 1x with any four-card flush, or T-8-6 or better; fold the rest."""
    policy = np.zeros((8, 8192), np.int8)
    policy[4:] = np.array([[LONGEST_RAISE[length]] for length in range(4, 8)])
    policy[3, ranks_of(10, 8, 6) :] = 1
    solution = solve(usual_payoffs(), usual_legal(), ace_low=False, policy=policy)
    assert mean(usual_payoffs(), solution) == Fraction(-2_286_257_119_043, 84_320_729_092_600)


def test_of_equal_decisions_the_larger_raise_is_taken() -> None:
    decisions = solve(np.zeros(CODES, np.int64), usual_legal(), ace_low=False).decisions.sum(axis=1)
    for length, longest in LONGEST_RAISE.items():
        assert np.flatnonzero(decisions[length]).tolist() == [longest]


def test_the_greatest_payoffs_do_not_overflow() -> None:
    limit = 2**60 // math.comb(45, 7)
    solution = solve(usual_payoffs() * (limit // 4), usual_legal(), ace_low=False)
    assert np.array_equal(solution.decisions, optimum().decisions)
    with pytest.raises(ValueError, match="payoffs"):
        solve(np.full(CODES, limit + 1), usual_legal(), ace_low=False)
    with pytest.raises(ValueError, match="payoffs"):
        solve(np.full(CODES, np.iinfo(np.int64).min), usual_legal(), ace_low=False)


def test_what_is_refused() -> None:
    policy = np.full((8, 8192), -1, np.int8)
    policy[4, ranks_of(14, 13, 12, 11)] = 2
    with pytest.raises(ValueError, match="no legal decision for a flush of 4 cards"):
        solve(usual_payoffs(), usual_legal(), ace_low=False, policy=policy)
    for ranks in (ranks_of(14, 13, 12), ALL_RANKS + 1, -1):
        with pytest.raises(ValueError, match="ranks"):
            solve(usual_payoffs(), usual_legal(), ace_low=False, ranks=ranks)


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    solve(usual_payoffs(), usual_legal(), ace_low=False, progress=lambda done, parts: told.append((done, parts)))
    assert told == [(part, kernel.PIECES) for part in range(1, kernel.PIECES + 1)]


def test_tables_of_the_real_deck() -> None:
    tables = make_tables(ALL_RANKS, ace_low=False)
    assert len(tables.flush) == 5_798
    assert len(tables.small) == 378
    assert len({tuple(lengths) for lengths in tables.terms[:, 0].tolist()}) == 11


def test_the_kernel_is_compiled_once() -> None:
    optimum()
    assert len(kernel._count_rows.signatures) == 1  # type: ignore[attr-defined]
