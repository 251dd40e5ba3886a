"""Advice against a brute force in plain Python on small decks, and against published decisions on the whole one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from tablegames.contract.solver import MOST_ADVISED
from tablegames.core.cards import parse_cards
from tablegames.core.poker import PokerHand
from tablegames.kernels.evaluator_tables import RANK_KEYS, tables
from tablegames.shapes.holdem.kernel import showdown, showdown_boards
from tablegames.shapes.holdem.rules import CODES, HoldemFacts, Pocket, Showdown

ODDS_WON = {9: 1000, 8: 100, 7: 20, 6: 6, 5: 3, 4: 2}
ODDS_LOST = {8: 1000, 7: 100, 6: 20, 5: 16, 4: 10}


def heads_up_net(facts: HoldemFacts) -> int:
    """Ante, Odds and Raise of Heads-Up Hold 'Em in half antes: Odds win 500/50/10/3/1.5/1, lose 500/50/10/8/5."""
    won, raised = ODDS_WON.get(facts.hand, 0), 2 * facts.multiple
    return {
        Showdown.FOLDED: -4,
        Showdown.WIN: 2 + won + raised,
        Showdown.WIN_DEALER_NOT_QUALIFIED: won + raised,
        Showdown.TIE: 0,
        Showdown.LOSE: -2 + ODDS_LOST.get(facts.hand, -2) - raised,
        Showdown.LOSE_DEALER_NOT_QUALIFIED: -2 - raised,
    }[facts.showdown]


PAYOFFS = np.array([heads_up_net(HoldemFacts.of_code(code)) for code in range(CODES)], dtype=np.int64)


@cache
def strength(cards: frozenset[int]) -> tuple[int, ...]:
    """The strength of the best five of some cards: the category, then the ranks in the order in which they count."""
    return max(map(five_strength, combinations(cards, 5)))


def five_strength(five: Iterable[int]) -> tuple[int, ...]:
    codes = tuple(five)
    times = Counter(code >> 2 for code in codes)
    order = sorted(times, key=lambda rank: (times[rank], rank), reverse=True)
    if order == [12, 3, 2, 1, 0]:
        order = [3, 2, 1, 0, -1]
    flush = len({code & 3 for code in codes}) == 1
    straight = len(order) == 5 and order[0] - order[4] == 4
    if straight and flush:
        return (9 if order[0] == 12 else 8, *order)
    shapes = {(1, 1, 1, 1, 1): 0, (2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 6, (4, 1): 7}
    by_shape = shapes[tuple(sorted(times.values(), reverse=True))]
    return (max(by_shape, 4 * straight, 5 * flush), *order)


def slow_river(hole: Sequence[int], board: Sequence[int], deck: Iterable[int]) -> tuple[PokerHand, Counter[Showdown]]:
    player = strength(frozenset([*hole, *board]))
    counts: Counter[Showdown] = Counter()
    for dealer_hole in combinations(sorted(set(deck) - set(board)), 2):
        dealer = strength(frozenset([*dealer_hole, *board]))
        if dealer == player:
            counts[Showdown.TIE] += 1
        elif dealer < player:
            counts[Showdown.WIN if dealer[0] else Showdown.WIN_DEALER_NOT_QUALIFIED] += 1
        else:
            counts[Showdown.LOSE if dealer[0] else Showdown.LOSE_DEALER_NOT_QUALIFIED] += 1
    return PokerHand(player[0]), counts


Facts = Counter[int]
Rivers = dict[frozenset[int], tuple[PokerHand, Counter[Showdown]]]


def net(facts: Facts) -> int:
    return sum(count * int(PAYOFFS[code]) for code, count in facts.items())


def slow_flop(
    hole: Sequence[int], board: Sequence[int], deck: Iterable[int], pocket: Pocket, rivers: Rivers
) -> tuple[Facts, Facts]:
    """The facts after a bet and after a check on a board of three or four."""
    bet: Facts = Counter()
    check: Facts = Counter()
    for rest in combinations(sorted(set(deck) - set(board)), 5 - len(board)):
        full = frozenset([*board, *rest])
        if full not in rivers:
            rivers[full] = slow_river(hole, sorted(full), deck)
        hand, counts = rivers[full]
        by_multiple = {
            multiple: Counter({HoldemFacts(multiple, pocket, hand, how).code: n for how, n in counts.items()})
            for multiple in (1, 2)
        }
        fold = Counter({HoldemFacts(0, pocket, hand, Showdown.FOLDED).code: counts.total()})
        bet += by_multiple[2]
        check += by_multiple[1] if net(by_multiple[1]) >= net(fold) else fold
    return bet, check


def as_counter(histogram: NDArray[np.int64]) -> Facts:
    return Counter({int(code): int(histogram[code]) for code in np.flatnonzero(histogram)})


def dealt(seed: int, hole: str, dead: int) -> tuple[list[int], list[int], list[int]]:
    """Two hole cards, so many random dead cards, and the deck left."""
    own: list[int] = list(parse_cards(hole))
    others = np.setdiff1d(np.arange(52), own)
    gone = np.random.default_rng(seed).choice(others, dead, replace=False).tolist()
    return own, gone, sorted(set(others.tolist()) - set(gone))


STRAIGHT_FLUSH_DECK = "8s 9s Qs Ks As Qh Qd Kh Kd Ah 9h Qc"
"""With Ts Js: straight flushes against full houses and four of a kind, on boards of three, four and five spades."""


def rich(hole: str = "Ts Js", left: str = STRAIGHT_FLUSH_DECK) -> tuple[list[int], list[int], list[int]]:
    own: list[int] = list(parse_cards(hole))
    deck: list[int] = sorted(parse_cards(left))
    return own, sorted(set(range(52)) - {*own, *deck}), deck


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("hole", ["7d 2c", "Ah Kh"])
def test_river(seed: int, hole: str) -> None:
    own, dead, deck = dealt(seed, hole, 9 * seed)
    board = np.random.default_rng(seed).choice(deck, 5, replace=False).tolist()
    hand, counts = slow_river(own, board, deck)
    found = showdown.river(own, board, dead)
    assert found.hand == hand
    assert found.counts.tolist() == [counts[how] for how in Showdown]


@pytest.mark.parametrize(("hole", "pocket"), [("As Ah", Pocket.ACES), ("Ah Qh", Pocket.ACE_AND_FACE_SUITED)])
@pytest.mark.parametrize("known", [3, 4])
def test_flop(hole: str, pocket: Pocket, known: int) -> None:
    own, dead, deck = dealt(known, hole, 32)
    board = np.random.default_rng(7).choice(deck, known, replace=False).tolist()
    bet, check = slow_flop(own, board, deck, pocket, {})
    advice = showdown.flop(own, board, dead, PAYOFFS)
    assert as_counter(advice.actions[2]) == bet
    assert as_counter(advice.actions[0]) == check
    assert advice.deals == bet.total() == check.total()
    assert advice.totals(PAYOFFS) == {2: net(bet), 0: net(check)}


@pytest.mark.parametrize(
    ("own", "dead", "deck", "pocket"),
    [
        (*rich(), Pocket.NONE),
        (*rich("2h 2d", "3h 4h 5h 6h Ah 2s Kh 6d 4d Kd Ks"), Pocket.PAIR),
        (*dealt(1, "Ac Jd", 38), Pocket.ACE_AND_FACE_OFFSUIT),
        (*dealt(2, "9c 3d", 43), Pocket.NONE),
    ],
    ids=["straight flushes", "low flushes", "ace-jack", "seven cards left"],
)
def test_preflop(own: list[int], dead: list[int], deck: list[int], pocket: Pocket) -> None:
    checked: Facts = Counter()
    raised: Facts = Counter()
    rivers: Rivers = {}
    for board in combinations(deck, 3):
        bet, check = slow_flop(own, board, deck, pocket, rivers)
        checked += bet if net(bet) >= net(check) else check
        raised += Counter({HoldemFacts.of_code(code)._replace(multiple=3).code: n for code, n in bet.items()})
    advice = showdown.preflop(own, dead, (3,), PAYOFFS)
    assert advice.deals == checked.total()
    assert as_counter(advice.actions[3]) == raised
    assert as_counter(advice.actions[0]) == checked


@pytest.mark.parametrize("hole", ["Ts Js", "Kd 4d", "8h 8c", "9s 2d"])
def test_boards_by_ranks_and_flush_changes_are_those_of_every_dealer_hand(hole: str) -> None:
    own, _, deck = dealt(3, hole, 20)
    codes, cards = np.array(deck, dtype=np.uint8), np.array(own, dtype=np.uint8)
    players, by_ranks = showdown._by_ranks(cards, codes)
    rank_keys = np.array(RANK_KEYS, dtype=np.uint32)
    settled = np.empty((comb(30, 5), 6), dtype=np.int16)
    for highest in range(4, 30):
        part = settled[comb(highest, 5) : comb(highest + 1, 5)]
        showdown_boards.settle_boards(highest, codes, cards, players, by_ranks, rank_keys, tables(), part)
    positions = sorted(combinations(range(30), 5), key=lambda board: board[::-1])
    one_by_one = np.empty_like(settled)
    showdown_boards.settle(codes[np.array(positions)], cards, codes, tables(), one_by_one)
    assert np.array_equal(settled, one_by_one)


@pytest.mark.parametrize(
    ("raises", "checks"),
    [
        ("3d 3c", "2d 2c"),
        ("Kd 4d", "Kd 3d"),
        ("Kd 7c", "Kd 6c"),
        ("Qd 8d", "Qd 7d"),
        ("Qd Tc", "Qd 9c"),
        ("Jd Td", "Jd 9d"),
    ],
)
def test_published_borders_of_the_raise_before_the_flop(raises: str, checks: str) -> None:
    assert [showdown.preflop(parse_cards(hole), (), (3,), PAYOFFS).best(PAYOFFS) for hole in (raises, checks)] == [3, 0]


@pytest.mark.full
def test_heads_up_holdem_in_full() -> None:
    """The 169 classes of starting hands give the game's value, also obtained by an enumeration written apart."""
    value = wagered = hands = 0
    for high in range(13):
        for low in range(high + 1):
            for suit, holes in ((1, 6),) if low == high else ((0, 4), (1, 12)):
                advice = showdown.preflop((4 * high, 4 * low + suit), (), (3,), PAYOFFS)
                action = advice.best(PAYOFFS)
                hands += holes * (action == 3)
                value += holes * advice.totals(PAYOFFS)[action]
                by_multiple = advice.actions[action].reshape(5, -1).sum(axis=1).tolist()
                wagered += holes * sum((2 + multiple) * count for multiple, count in enumerate(by_multiple))
    assert (value, wagered, hands) == (2 * -655967338260, 102075211366920, 416)


def test_equal_actions_go_to_the_larger_wager() -> None:
    own, dead, _ = dealt(5, "9c 3d", 30)
    nothing = np.zeros(CODES, dtype=np.int64)
    advice = showdown.preflop(own, dead, (3, 4), nothing)
    assert advice.best(nothing) == 4
    assert {HoldemFacts.of_code(code).multiple for code in as_counter(advice.actions[0])} == {2}
    on_flop = showdown.flop(own, showdown._deck(own, (), dead, sizes=(0,))[:3].tolist(), dead, nothing)
    assert on_flop.best(nothing) == 2
    assert {HoldemFacts.of_code(code).multiple for code in as_counter(on_flop.actions[0])} == {1}


def test_the_largest_payoffs_do_not_overflow() -> None:
    scale = MOST_ADVISED // int(np.abs(PAYOFFS).max())
    own, dead, _ = dealt(6, "9c 3d", 15)
    board = [code for code in parse_cards("2c 7d Jh 2d 7h Jc") if code not in dead][:3]
    small = showdown.flop(own, board, dead, PAYOFFS)
    large = showdown.flop(own, board, dead, PAYOFFS * scale)
    assert large.totals(PAYOFFS * scale) == {action: scale * worth for action, worth in small.totals(PAYOFFS).items()}
    small, large = (showdown.preflop(own, dead, (4,), PAYOFFS * factor) for factor in (1, scale))
    assert all(np.array_equal(small.actions[action], large.actions[action]) for action in (0, 4))


def test_progress_reaches_the_end() -> None:
    own, dead, deck = dealt(8, "9c 3d", 25)
    told: list[tuple[int, int]] = []
    showdown.preflop(own, dead, (3,), PAYOFFS, progress=lambda done, boards: told.append((done, boards)))
    assert told == sorted(told)
    assert told[-1] == (comb(len(deck), 5), comb(len(deck), 5))


def test_refused() -> None:
    own = parse_cards("9c 3d")
    with pytest.raises(ValueError, match="different"):
        showdown.river(own, parse_cards("9c 4d 5d 6d 7d"), ())
    with pytest.raises(ValueError, match="different"):
        showdown.preflop(own, (52,), (3,), PAYOFFS)
    with pytest.raises(ValueError, match="board"):
        showdown.flop(own, parse_cards("4d 5d 6d 7d 8d"), (), PAYOFFS)
    with pytest.raises(ValueError, match="are left"):
        showdown.preflop(own, sorted(set(range(52)) - set(own))[6:], (3,), PAYOFFS)
    with pytest.raises(ValueError, match="int64"):
        showdown.preflop(own, (), (3,), PAYOFFS.astype(np.int32))
    with pytest.raises(ValueError, match="larger"):
        showdown.preflop(own, (), (3,), PAYOFFS << 40)
    with pytest.raises(ValueError, match="times the ante"):
        showdown.preflop(own, (), (5,), PAYOFFS)
