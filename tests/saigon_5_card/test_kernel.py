"""The Saigon 5 Card kernel against enumerations that share nothing with it, and figures obtained elsewhere."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations, pairwise, product

import numpy as np
import pytest
from numpy.typing import NDArray

from tablegames.games.saigon_5_card import kernel
from tablegames.games.saigon_5_card.facts import CODES, FACTS, BonusHand, Facts
from tablegames.games.saigon_5_card.kernel import Solution, solve
from tablegames.games.saigon_5_card.kernel_tables import ALL_RANKS, bonus_hand, make_tables, settings

Ints = NDArray[np.int64]
Card = tuple[int, int]
"""A rank, 2 to 14, and a suit, 0 to 3."""

JOKER: Card = (0, 0)
DEALS = math.comb(53, 5) * math.comb(48, 5)
REAL_DECK = [JOKER, *product(range(2, 15), range(4))]


def usual_payoffs() -> Ints:
    """Twice the Ante's pay."""
    payoffs = np.zeros(CODES, np.int64)
    for facts in FACTS:
        player, dealer, _ = facts
        if (player, dealer) == (0, 0) or (player and player == dealer):
            pay = 0
        elif player > dealer:
            pay = 1 if player == 5 else 2
        else:
            pay = -2
        payoffs[facts.code] = pay
    return payoffs


@cache
def usual(*, ace_high_straight: bool) -> Solution:
    return solve(usual_payoffs(), ace_high_straight=ace_high_straight)


# The slow side: every way to set a hand's cards, every card that a joker may stand for.


def values(card: Card) -> tuple[int, ...]:
    rank = card[0]
    return (3, 6, 9) if card == JOKER else (1,) if rank == 14 else (10,) if rank > 10 else (rank,)


def point_counts(hand: Sequence[Card]) -> list[int]:
    """The Point Counts at which the hand qualifies, rising; 0 alone if it never does."""
    found = set()
    for three in combinations(hand, 3):
        two = [card for card in hand if card not in three]
        if any(sum(chosen) in (10, 20, 30) for chosen in product(*map(values, three))):
            for first, second in product(*map(values, two)):
                total = first + second
                found.add(total - 10 if total > 10 else total)
    return sorted(found) or [0]


def poker(hand: Sequence[Card], *, ace_high_straight: bool) -> str:
    """The name of five cards without a joker (a card may stand twice)."""
    ranks, one_suit = sorted(rank for rank, _ in hand), len({suit for _, suit in hand}) == 1
    steps = [high - low for low, high in pairwise(ranks)]
    sequence = steps == [1] * 4 or ranks == [2, 3, 4, 5, 14]
    groups = sorted(Counter(ranks).values())
    if sequence and one_suit:
        return "royal" if ranks[0] == 10 else "straight flush"
    if one_suit and len(groups) == 5:
        return "flush"
    if sequence and (ace_high_straight or ranks[0] != 10):
        return "straight"
    names = {(5,): "five", (1, 4): "four", (2, 3): "full", (1, 1, 3): "three", (1, 2, 2): "two pair"}
    return names.get(tuple(groups), "none")


PLAIN = {
    "royal": BonusHand.ROYAL_FLUSH_NO_JOKER,
    "straight flush": BonusHand.STRAIGHT_FLUSH,
    "four": BonusHand.FOUR_OF_A_KIND,
    "full": BonusHand.FULL_HOUSE,
    "flush": BonusHand.FLUSH,
    "straight": BonusHand.STRAIGHT,
    "three": BonusHand.THREE_OF_A_KIND,
    "two pair": BonusHand.TWO_PAIR,
    "none": BonusHand.NONE,
}
WITH_JOKER = PLAIN | {"royal": BonusHand.ROYAL_FLUSH_WITH_JOKER, "five": BonusHand.FIVE_ACES}
COMPLETED = ("royal", "straight flush", "flush", "straight")


def bonus_of(hand: Sequence[Card], *, ace_high_straight: bool) -> BonusHand:
    """The first listed hand that the cards fit: the joker is an ace in any, any card in a sequence or a flush."""
    if JOKER not in hand:
        return PLAIN[poker(hand, ace_high_straight=ace_high_straight)]
    others = [card for card in hand if card != JOKER]
    fits = {BonusHand.NONE}
    for card in product(range(2, 15), range(4)):
        name = poker([*others, card], ace_high_straight=ace_high_straight)
        if card[0] == 14 or name in COMPLETED:
            fits.add(WITH_JOKER[name])
    return min(fits, key=lambda bonus: bonus or 11)


def brute_force(deck: list[Card], payoffs: Ints, *, ace_high_straight: bool) -> tuple[Counter[Facts], Counter[int]]:
    """Facts and lower settings over every pair of hands."""
    reachable = {frozenset(hand): point_counts(hand) for hand in combinations(deck, 5)}
    counts: Counter[Facts] = Counter()
    lower_settings: Counter[int] = Counter()
    for hand, player_counts in reachable.items():
        bonus = bonus_of(tuple(hand), ace_high_straight=ace_high_straight)
        rest = [card for card in deck if card not in hand]
        dealers = Counter(reachable[frozenset(dealer)][-1] for dealer in combinations(rest, 5))
        best: tuple[int, Counter[Facts]] | None = None
        for player in player_counts:
            facts = Counter({Facts(player, dealer, bonus): number for dealer, number in dealers.items()})
            value = sum(int(payoffs[fact.code]) * number for fact, number in facts.items())
            if best is None or value >= best[0]:
                best, chosen = (value, facts), player
        assert best is not None
        counts.update(best[1])
        lower_settings[chosen] += chosen != player_counts[-1]
    return counts, +lower_settings


@pytest.mark.parametrize(
    ("ranks", "suits"),
    [((2, 3, 4, 14), 3), ((4, 6, 10, 13), 3), ((10, 11, 12, 13, 14), 2), ((14, 2, 3, 4, 5), 2), ((5, 9, 14), 4)],
)
@pytest.mark.parametrize("ace_high_straight", [False, True])
def test_every_deal_of_a_small_deck(ranks: tuple[int, ...], suits: int, ace_high_straight: bool) -> None:
    payoffs = np.random.default_rng(1).integers(-50, 50, CODES)
    counts, lower_settings = brute_force(
        [JOKER, *product(ranks, range(suits))], payoffs, ace_high_straight=ace_high_straight
    )

    mask = sum(1 << (rank - 2) for rank in ranks)
    solution = solve(payoffs, ace_high_straight=ace_high_straight, ranks=mask, suits=suits)

    assert {Facts.of_code(int(code)): int(solution.counts[code]) for code in np.flatnonzero(solution.counts)} == counts
    found = {int(count): int(solution.lower_settings[count]) for count in np.flatnonzero(solution.lower_settings)}
    assert found == lower_settings


def test_small_decks_do_set_lower_counts() -> None:
    """Under pay that falls with the count; otherwise the test above would show nothing of it."""
    payoffs = np.array([-Facts.of_code(code).player_count for code in range(CODES)])
    solution = solve(payoffs, ace_high_straight=True)
    assert solution.lower_settings.sum() == 168_052
    assert int(solution.counts.sum()) == DEALS


def test_random_deals_of_the_real_deck() -> None:
    """5,000 deals, and as many with the joker: both hands' settings and the player's Bonus hand, card by card."""
    random = np.random.default_rng(2)
    for deal in range(10_000):
        places = random.permutation(np.arange(1, 53))[:10].tolist()
        if deal % 2:
            places[0] = 0
        cards = [REAL_DECK[place] for place in places]
        player, dealer = cards[:5], cards[5:]
        for hand in (player, dealer):
            holding = tuple(sorted(0 if card == JOKER else values(card)[0] for card in hand))
            assert sorted(settings(holding)) == point_counts(hand)
        ranks = tuple(rank for rank, _ in player if rank)
        one_suit = len({suit for rank, suit in player if rank}) == 1
        for reading in (False, True):
            bonus = bonus_hand(ranks, one_suit=one_suit, ace_high_straight=reading)
            assert bonus == bonus_of(player, ace_high_straight=reading)


@pytest.mark.full
def test_bonus_hands_of_the_real_deck_one_by_one() -> None:
    natural = Counter(PLAIN[poker(hand, ace_high_straight=True)] for hand in combinations(REAL_DECK[1:], 5))
    joker = Counter(bonus_of((JOKER, *hand), ace_high_straight=True) for hand in combinations(REAL_DECK[1:], 4))
    hands = make_tables(ALL_RANKS, 4, ace_high_straight=True).hands.sum(axis=0)
    assert {BonusHand(bonus): int(number) for bonus, number in enumerate(hands)} == natural + joker


BONUS_ROWS = [2_633_988, 1, 4, 20, 180, 828, 4_368, 7_804, 20_532, 63_360, 138_600]
NOT_A_STRAIGHT = [2_636_016, *BONUS_ROWS[1:8], 18_504, *BONUS_ROWS[9:]]


@pytest.mark.parametrize(("ace_high_straight", "rows"), [(True, BONUS_ROWS), (False, NOT_A_STRAIGHT)])
def test_bonus_rows(ace_high_straight: bool, rows: list[int]) -> None:
    """Of C(53, 5) = 2,869,685 hands; two programs written apart agree on them."""
    counts = usual(ace_high_straight=ace_high_straight).counts.reshape(11, 11, 11)
    assert int(counts.sum()) == DEALS == 4_913_773_104_240
    assert (counts.sum(axis=(0, 1)) // math.comb(48, 5)).tolist() == rows


def test_greatest_counts() -> None:
    """Hands by the greatest Point Count; the player's and the dealer's are alike, as both set the greatest."""
    expected = [899_667, 172_352, 176_856, 179_352, 175_710, 192_112, 181_184, 197_208, 219_552, 229_084, 246_608]
    solution = usual(ace_high_straight=True)
    counts = solution.counts.reshape(11, 11, 11).sum(axis=2)
    assert (counts.sum(axis=1) // math.comb(48, 5)).tolist() == expected
    assert (counts.sum(axis=0) // math.comb(48, 5)).tolist() == expected
    assert np.array_equal(counts, counts.T)
    assert not solution.lower_settings.any()


def test_ante() -> None:
    counts = usual(ace_high_straight=True).counts
    assert (
        sum(int(pay) * int(number) for pay, number in zip(usual_payoffs(), counts, strict=True)) == 2 * -91_766_866_296
    )


def test_of_equal_counts_the_greatest_is_set() -> None:
    solution = solve(np.zeros(CODES, np.int64), ace_high_straight=True)
    assert np.array_equal(solution.counts, usual(ace_high_straight=True).counts)


def test_what_is_refused() -> None:
    limit = 2**62 // math.comb(48, 5)
    assert not solve(usual_payoffs() * (limit // 2), ace_high_straight=True).lower_settings.any()
    for payoffs in (np.full(CODES, limit + 1), np.full(CODES, -limit - 1), np.zeros(CODES - 1, np.int64)):
        with pytest.raises(ValueError, match="payoffs"):
            solve(payoffs, ace_high_straight=True)
    for ranks, suits in ((0b11, 4), (ALL_RANKS, 5), (ALL_RANKS, 0), (ALL_RANKS + 1, 4)):
        with pytest.raises(ValueError, match="ranks"):
            solve(usual_payoffs(), ace_high_straight=True, ranks=ranks, suits=suits)


def test_tables_of_the_real_deck() -> None:
    tables = make_tables(ALL_RANKS, 4, ace_high_straight=True)
    assert len(tables.greatest) == 2_708
    assert int(tables.hands[tables.reachable.sum(axis=1) > 1].sum()) == 168_052, "hands whose setting matters"


def test_the_kernel_is_compiled_once() -> None:
    usual(ace_high_straight=True)
    assert len(kernel._count_holdings.signatures) == 1  # type: ignore[attr-defined]
