"""Rules for the flop and the river, against their definitions applied deal by deal on a small deck."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import numpy as np
import pytest

from tablegames.analysis.pricing import priced
from tablegames.core.cards import CARDS, Card, Hand
from tablegames.core.poker import PokerHand, best_five, strength
from tablegames.games import game_named
from tablegames.kernels.evaluator_tables import RANK_KEYS, tables
from tablegames.shapes.holdem.kernel.deck import deck_of
from tablegames.shapes.holdem.kernel.policy import follow
from tablegames.shapes.holdem.kernel.rule_terms import Look, fold_boards, river_cards
from tablegames.shapes.holdem.kernel.solve import STARTING_HANDS
from tablegames.shapes.holdem.kernel.sweep import IMPOSSIBLE
from tablegames.shapes.holdem.kernel.types import BOARD_RANKS, FLUSHES, HIGH_TYPE, ITEM_FIRST, LOW_TYPE
from tablegames.shapes.holdem.rules import HoldemFacts, Showdown, pocket_of, showdown_of
from tablegames.shapes.holdem.simple_play import parse_rule

RANKS, SUITS = 5, 3
DECK = tuple(card for card in CARDS[:52] if card.rank > 14 - RANKS and card.suit < SUITS)
GAME = game_named("ultimate-texas-holdem")


def has_hidden_pair(hole: Hand, board: Hand, lowest: int) -> bool:
    """A pair of at least this rank with a hole card, the cards of its rank being part of the best five."""
    five = best_five(hole + board)
    if strength(five)[0] in (PokerHand.STRAIGHT, PokerHand.FLUSH, PokerHand.STRAIGHT_FLUSH, PokerHand.ROYAL_FLUSH):
        return False
    held = Counter(card.rank for card in hole + board)
    playing = Counter(card.rank for card in five)
    return any(card.rank >= lowest and held[card.rank] > 1 and playing[card.rank] > 1 for card in hole)


def has_flush_draw(hole: Hand, board: Hand, lowest: int) -> bool:
    """Four cards of a suit, a hole card of at least this rank among them."""
    suits = Counter(card.suit for card in hole + board)
    return any(suits[card.suit] == 4 and card.rank >= lowest for card in hole)


def outs(hole: Hand, board: Hand) -> int:
    """The unseen cards that beat the seat's hand, each alone with the board."""
    own = strength(best_five(hole + board))
    unseen = [card for card in DECK if card not in hole + board]
    return sum(strength(best_five((*board, card))) > own for card in unseen)


def bets_flop(hole: Hand, flop: Hand) -> bool:
    """straight+, hidden pair K+, flush draw Q+"""
    made = strength(best_five(hole + flop))[0] >= PokerHand.STRAIGHT
    return made or has_hidden_pair(hole, flop, 13) or has_flush_draw(hole, flop, 12)


def raises_river(hole: Hand, board: Hand) -> bool:
    """four-of-a-kind+, hidden pair, outs<1"""
    made = strength(best_five(hole + board))[0] >= PokerHand.FOUR_OF_A_KIND
    return made or has_hidden_pair(hole, board, 2) or outs(hole, board) < 1


def by_definition(hole: Hand) -> Counter[int]:
    """The deals of one hole that checks, by fact code: every flop, turn and river, and dealer's hole."""
    counts: Counter[int] = Counter()
    left = [card for card in DECK if card not in hole]
    bets = {flop: bets_flop(hole, flop) for flop in combinations(left, 3)}
    for board in combinations(left, 5):
        own = strength(best_five(hole + board))
        rest = [card for card in left if card not in board]
        shown: Counter[Showdown] = Counter(
            showdown_of(own, strength(best_five(dealer + board))) for dealer in combinations(rest, 2)
        )
        raises = raises_river(hole, board)
        for flop in combinations(board, 3):
            multiple = 2 if bets[flop] else 1 if raises else 0
            for showdown, count in shown.items():
                seen = showdown if multiple else Showdown.FOLDED
                counts[HoldemFacts(multiple, pocket_of(hole), PokerHand(own[0]), seen).code] += count
    return counts


@pytest.mark.parametrize(
    ("name", "hole", "holes"),
    [("KK", (47, 44), 3), ("AQs", (48, 40), 3), ("JTo", (38, 33), 6)],
)
def test_rules_deal_by_deal(name: str, hole: tuple[int, int], holes: int) -> None:
    """One starting hand checks and follows the rules; its holes differ by the suits' names only."""
    one: Hand = tuple(Card(code - 1 if code % 4 == 3 else code) for code in hole)
    policy = np.array([0 if hand == name else 4 for hand in STARTING_HANDS], np.int8)
    counts = follow(
        priced(GAME, GAME.default_rules()).payoffs,
        (4, 3),
        preflop_policy=policy,
        flop_rule=parse_rule("straight+, hidden pair K+, flush draw Q+", stage="flop"),
        river_rule=parse_rule("four-of-a-kind+, hidden pair, outs<1", stage="river"),
        ranks=RANKS,
        suits=SUITS,
    )
    found = {code: int(counts[code]) for code in np.flatnonzero(counts[:900]).tolist()}
    assert found == {code: holes * count for code, count in by_definition(one).items()}


def test_outs_on_boards_with_a_flush_suit() -> None:
    """Seeded boards of the real deck with three, four and five spades: folded are the holes with 21 outs or more."""
    seeded, deck = np.random.default_rng(653), deck_of(13, 4)
    numbers = [int(seeded.integers(ITEM_FIRST[item], ITEM_FIRST[item + 1])) for item in (5, 60, 95, 103, 104)]
    folds = np.zeros(deck.by_suit.hand.shape, np.bool_)
    terms = np.array([(Look.OUTS, 21)])
    keys = np.array(RANK_KEYS, np.uint32)
    for number in numbers:
        fold_boards(
            number, number + 1, FLUSHES.mask, FLUSHES.ranks, terms, (13, 4), river_cards(), keys, tables(),
            deck.by_suit.hand, folds,
        )  # fmt: skip
        spades = [rank for rank in range(13) if FLUSHES.mask[number] >> rank & 1]
        others = list((Counter(BOARD_RANKS[FLUSHES.ranks[number]].tolist()) - Counter(spades)).elements())
        board = tuple(CARDS[4 * rank + 3] for rank in spades) + tuple(
            CARDS[4 * rank + suit] for suit, rank in enumerate(others)
        )
        for place in seeded.choice(np.flatnonzero(deck.by_suit.hand[number] != IMPOSSIBLE), 25, replace=False).tolist():
            types = LOW_TYPE[place], HIGH_TYPE[place]
            free = [[CARDS[4 * (kind % 13) + suit] for suit in ((3,) if kind >= 13 else (0, 1, 2))] for kind in types]
            low, high = next(pair for pair in product(*free) if len({*pair, *board}) == len(board) + 2)
            unseen = [card for card in CARDS[:52] if card not in (low, high, *board)]
            own = strength(best_five((low, high, *board)))
            beaten = sum(strength(best_five((*board, card))) > own for card in unseen)
            assert folds[number, place] == (beaten >= 21), (low, high, board, beaten)
