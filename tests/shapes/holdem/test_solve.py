"""The Hold 'Em kernel as a whole: published figures, small decks by brute force, one flop card by card, refusals."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb, sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from tablegames.core.cards import parse_cards
from tablegames.core.poker import PokerHand
from tablegames.shapes.holdem.kernel.solve import Solution, solve
from tablegames.shapes.holdem.rules import CODES, MOST_WIDE, HoldemFacts, Pocket, Showdown

DEALS = comb(52, 2) * comb(50, 3) * comb(47, 2) * comb(45, 2)
WINNING = {9: 1000, 8: 100, 7: 20, 6: 6, 5: 3, 4: 2}  # the Odds and Blind tables, in half Antes
LOSING = {8: 1000, 7: 100, 6: 20, 5: 16, 4: 10}


def net(facts: HoldemFacts, losing: dict[int, int]) -> int:
    """The seat's net in half Antes: Ante, Odds (or Blind) and raise of one Ante each; ``losing`` pays a losing hand's
    Odds."""
    multiple, _, hand, showdown = facts
    if showdown == Showdown.FOLDED:
        return -4
    if showdown == Showdown.TIE:
        return 0
    if showdown in (Showdown.WIN, Showdown.WIN_DEALER_NOT_QUALIFIED):
        return 2 * multiple + 2 * (showdown == Showdown.WIN) + WINNING.get(hand, 0)
    return -2 * multiple - 2 * (showdown == Showdown.LOSE) + losing.get(hand, -2)


FACTS = [HoldemFacts.of_code(code) for code in range(CODES)]
HEADS_UP = np.array([net(facts, LOSING) for facts in FACTS])
ULTIMATE = np.array([net(facts, {}) for facts in FACTS])


def total(solution: Solution, values: NDArray[np.int64]) -> int:
    """The sum of a value per fact over all deals, in Python integers."""
    return sum(int(count) * int(value) for count, value in zip(solution.counts, values, strict=True))


@pytest.fixture(scope="module")
def heads_up() -> Solution:
    return solve(HEADS_UP, (3,))


@pytest.fixture(scope="module")
def ultimate() -> Solution:
    return solve(ULTIMATE, (4, 3))


def raised(solution: Solution) -> set[str]:
    return {hand.name for hand in solution.preflop if hand.multiple}


def at_least(*notations: str) -> set[str]:
    """Starting hands of a notation such as "33+", "K4s+" (the lower card rises), "JTs"."""
    letters = "23456789TJQKA"
    hands = set()
    for notation in notations:
        name, more = notation.removesuffix("+"), notation.endswith("+")
        high, low = letters.index(name[0]), letters.index(name[1])
        if high == low:
            hands |= {letters[rank] * 2 for rank in range(low, 13)}
        else:
            hands |= {name[0] + letters[rank] + name[2] for rank in range(low, high if more else low + 1)}
    return hands


WAGER = np.array([2 + facts.multiple for facts in FACTS])


@pytest.mark.parametrize(
    ("game", "payoffs", "loss", "wagered", "deviation", "hands"),
    [  # two programs written apart; published: 97.64 % return; house edge 2.185 %, total wager 4.152252, deviation 4.94
        (
            "heads_up", HEADS_UP, -655967338260, 102075211366920, 4.55784151,
            at_least("33+", "A2s+", "A2o+", "K4s+", "K7o+", "Q8s+", "QTo+", "JTs"),
        ),
        (
            "ultimate", ULTIMATE, -607723787676, 115489936191960, 4.93931185,
            at_least("33+", "A2s+", "A2o+", "K2s+", "K5o+", "Q6s+", "Q8o+", "J8s+", "JTo+"),
        ),
    ],
)  # fmt: skip
def test_published_figures(
    game: str,
    payoffs: NDArray[np.int64],
    loss: int,
    wagered: int,
    deviation: float,
    hands: set[str],
    request: pytest.FixtureRequest,
) -> None:
    solution: Solution = request.getfixturevalue(game)
    assert solution.counts.sum() == DEALS
    assert Fraction(total(solution, payoffs), 2) == loss
    assert total(solution, WAGER) == wagered
    mean, square = Fraction(loss, DEALS), Fraction(total(solution, payoffs**2), 4 * DEALS)
    assert sqrt(square - mean**2) == pytest.approx(deviation, abs=5e-9)
    assert raised(solution) == hands


def test_heads_up_raises_416_of_1326_holes(heads_up: Solution) -> None:
    per_hole = DEALS // 1326
    assert sum(hand.deals for hand in heads_up.preflop if hand.multiple) == 416 * per_hole


@pytest.mark.parametrize("game", ["heads_up", "ultimate"])
def test_marginals(game: str, request: pytest.FixtureRequest) -> None:
    solution: Solution = request.getfixturevalue(game)
    by_fact = solution.counts.reshape(5, 5, 10, 6)
    seven_cards = [23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 37260, 4324]
    scale = comb(7, 2) * comb(5, 3) * comb(45, 2)
    assert by_fact.sum(axis=(0, 1, 3)).tolist() == [count * scale for count in seven_cards]
    holes = {Pocket.ACES: 6, Pocket.PAIR: 72, Pocket.ACE_AND_FACE_SUITED: 12, Pocket.ACE_AND_FACE_OFFSUIT: 36}
    holes[Pocket.NONE] = 1326 - sum(holes.values())
    assert by_fact.sum(axis=(0, 2, 3)).tolist() == [holes[pocket] * (DEALS // 1326) for pocket in Pocket]
    assert (by_fact >= 0).all()
    assert by_fact[0, :, :, 1:].sum() == by_fact[1:, :, :, Showdown.FOLDED].sum() == 0


def test_preflop_values_add_up_to_the_counts(ultimate: Solution) -> None:
    best = sum(max(hand.check, *hand.raises) for hand in ultimate.preflop)
    assert best == total(ultimate, ULTIMATE)
    assert sum(hand.deals for hand in ultimate.preflop) == DEALS
    assert all(0 <= hand.flop_bets <= hand.flops for hand in ultimate.preflop)


def test_a_fixed_policy_is_played_and_valued(heads_up: Solution) -> None:
    rng = np.random.default_rng(677)
    policy = rng.choice(np.array([-1, 0, 3], np.int8), 169)
    solution = solve(HEADS_UP, (3,), preflop_policy=policy)
    values = [
        max(hand.check, hand.raises[0]) if fixed < 0 else hand.raises[0] if fixed else hand.check
        for fixed, hand in zip(policy, heads_up.preflop, strict=True)
    ]
    assert sum(values) == total(solution, HEADS_UP)
    assert [hand.multiple for hand, fixed in zip(solution.preflop, policy, strict=True) if fixed >= 0] == policy[
        policy >= 0
    ].tolist()


def five_card_key(cards: tuple[int, ...]) -> tuple[int, ...]:
    """A sortable key of five cards (rank * 4 + suit), its hand first: written from the definition, for small decks and
    this test."""
    ranks = sorted((card // 4 for card in cards), reverse=True)
    groups = sorted(Counter(ranks).items(), key=lambda item: (-item[1], -item[0]))
    shape = tuple(count for _, count in groups)
    order = tuple(rank for rank, _ in groups)
    flush = len({card % 4 for card in cards}) == 1
    wheel = ranks == [12, 3, 2, 1, 0]
    straight = shape == (1, 1, 1, 1, 1) and (ranks[0] - ranks[4] == 4 or wheel)
    top = 3 if wheel else ranks[0]
    if straight and flush:
        return (PokerHand.ROYAL_FLUSH if top == 12 else PokerHand.STRAIGHT_FLUSH, top)
    if flush:
        return (PokerHand.FLUSH, *ranks)
    if straight:
        return (PokerHand.STRAIGHT, top)
    hand = {
        (4, 1): PokerHand.FOUR_OF_A_KIND, (3, 2): PokerHand.FULL_HOUSE, (3, 1, 1): PokerHand.THREE_OF_A_KIND,
        (2, 2, 1): PokerHand.TWO_PAIR, (2, 1, 1, 1): PokerHand.PAIR,
    }.get(shape, PokerHand.HIGH_CARD)  # fmt: skip
    return (hand, *order)


POWERS = 13 ** np.arange(4, -1, -1)


@lru_cache(maxsize=1)
def five_card_table() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """A strength that sorts as the hands do, by flush and five rising ranks; and the hand of each strength."""
    keys = {}
    for five in combinations_with_replacement(range(13), 5):
        if max(Counter(five).values()) > 4:
            continue
        keys[five, False] = five_card_key(tuple(4 * rank + place % 2 for place, rank in enumerate(five)))
        if len(set(five)) == 5:
            keys[five, True] = five_card_key(tuple(4 * rank for rank in five))
    order = {key: number for number, key in enumerate(sorted(set(keys.values())))}
    hand_of = np.array([key[0] for key in order])
    table = np.zeros((2, 13**5), np.int64)
    for (five, flush), key in keys.items():
        table[int(flush), int((np.array(five) * POWERS).sum())] = order[key]
    return table, hand_of


def seven_card_strengths(cards: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The strength and the hand of rows of seven cards: the best of their 21 fives."""
    table, hand_of = five_card_table()
    rising = np.sort(cards, axis=1)
    ranks, suits = rising // 4, rising % 4
    best = np.zeros(len(cards), np.int64)
    for five in map(list, combinations(range(7), 5)):
        flush = (suits[:, five[1:]] == suits[:, five[:1]]).all(axis=1)
        best = np.maximum(best, table[flush.astype(np.int64), (ranks[:, five] * POWERS).sum(axis=1)])
    return best, hand_of[best]


@pytest.mark.parametrize(
    ("flop", "holes"), [("Kh 9h 4c", ("Ah 2h", "4d 4s", "Qc Js", "7d 3s")), ("8s 8d 3s", ("As 7s", "8c 2d"))]
)
def test_flop_values_card_by_card(flop: str, holes: tuple[str, ...], ultimate: Solution) -> None:
    """Betting and checking a flop, over all 1,081 turns and rivers and all 990 dealer's holes."""
    table = ULTIMATE.reshape(5, 5, 10, 6)[:, 0]
    shown = [int(card) for card in parse_cards(flop)]
    rest = [card for card in range(52) if card not in shown]
    pairs = np.array(list(combinations(rest, 2)))
    number = {tuple(pair): index for index, pair in enumerate(pairs.tolist())}
    sums = {text: [0, 0] for text in holes}
    for turn, river in combinations(rest, 2):
        free = ~np.isin(pairs, (turn, river)).any(axis=1)
        known = pairs[free]
        place = np.cumsum(free) - 1
        board = np.broadcast_to(np.array([*shown, turn, river]), (len(known), 5))
        strength, hand = seven_card_strengths(np.concatenate([board, known], axis=1))
        for text in holes:
            hole = tuple(sorted(int(card) for card in parse_cards(text)))
            if turn in hole or river in hole:
                continue
            own = place[number[hole]]
            apart = ~np.isin(known, hole).any(axis=1)
            dealer, qualifies = strength[apart], hand[apart] > 0
            won, lost = dealer < strength[own], dealer > strength[own]
            counts = np.zeros(6, np.int64)
            counts[[Showdown.WIN, Showdown.WIN_DEALER_NOT_QUALIFIED]] = (
                (won & qualifies).sum(),
                (won & ~qualifies).sum(),
            )
            counts[[Showdown.LOSE, Showdown.LOSE_DEALER_NOT_QUALIFIED]] = (
                (lost & qualifies).sum(),
                (lost & ~qualifies).sum(),
            )
            counts[Showdown.TIE] = len(dealer) - counts.sum()
            sums[text][0] += max(int((counts * table[1, hand[own]]).sum()), 990 * int(table[0, hand[own], 0]))
            sums[text][1] += int((counts * table[2, hand[own]]).sum())
    for text, (check, bet) in sums.items():
        decision = ultimate.at_flop(parse_cards(text), shown)
        assert decision == (bet >= check, check, bet, 1081 * 990)


def test_forbidden_raises_are_not_made() -> None:
    free = solve(ULTIMATE, ())
    no_flop, no_river = solve(ULTIMATE, (), flop_raise=False), solve(ULTIMATE, (), river_raise=False)
    played = [[int(part.sum()) for part in one.counts.reshape(5, -1)] for one in (free, no_flop, no_river)]
    assert [[part > 0 for part in one] for one in played] == [
        [True, True, True, False, False],
        [True, True, False, False, False],
        [True, False, True, False, False],
    ]
    assert total(free, ULTIMATE) > max(total(no_flop, ULTIMATE), total(no_river, ULTIMATE))


def test_progress_rises_to_one() -> None:
    parts: list[float] = []
    solve(ULTIMATE, (4, 3), progress=parts.append)
    assert parts == sorted(parts)
    assert parts[-1] == 1


def test_refusals(heads_up: Solution) -> None:
    far = HEADS_UP.copy()
    far[HoldemFacts(3, Pocket.ACES, PokerHand.PAIR, Showdown.WIN).code] = MOST_WIDE - 4  # a fold pays -4
    assert solve(far, (3,)).payoffs.wide
    far[HoldemFacts(3, Pocket.ACES, PokerHand.PAIR, Showdown.WIN).code] += 1
    with pytest.raises(ValueError, match="36000001 units"):
        solve(far, (3,))
    with pytest.raises(ValueError, match="1500"):
        solve(HEADS_UP[:-1], (3,))
    with pytest.raises(ValueError, match="multiples"):
        solve(HEADS_UP, (5,))
    with pytest.raises(ValueError, match="policy"):
        solve(HEADS_UP, (3,), preflop_policy=np.full(169, 4, np.int8))
    with pytest.raises(ValueError, match="ranks"):
        solve(HEADS_UP, (3,), ranks=4)
    with pytest.raises(ValueError, match="different"):
        heads_up.at_flop(parse_cards("As Ks"), parse_cards("As 2c 3d"))
