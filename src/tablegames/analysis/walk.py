"""The generic exact walk: every deal of a small deck, by nothing but a game's own rules, in whole numbers.

It is the definition that the kernels are proved against, and what a game without kernels is analysed by.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from math import comb
from typing import Any

from tablegames.contract.game import Game, Rules, Stage
from tablegames.core.cards import Card, Deal, Deck, Hand

Counts = Counter[Any]
"""Facts to a number of equally likely deals."""


def deals(game: Game, deck: Deck) -> int:
    """How many deals a walk of this deck visits: the player's cards, the board stage by stage, the dealer's cards."""
    left, number = len(deck), 1
    for size in (game.player_cards, *_board_steps(game), game.dealer_cards):
        number *= comb(left, size)
        left -= size
    return number


def walk(game: Game, rules: Rules, payoffs: Mapping[int, int], deck: Deck) -> Counts:
    """Deals by facts under the play that maximises the payoffs, which are given per fact code.

    At each point every decision is followed to all its ends, and waiting to the best of what comes after; of equal ones the
    larger wager is taken, then the decision before the waiting.
    """
    total: Counts = Counter()
    for hand in combinations(deck.cards, game.player_cards):
        total += _best(game, rules, payoffs, deck.cards, hand, (), game.stages(hand, rules))
    return total


def _best(
    game: Game, rules: Rules, payoffs: Mapping[int, int], deck: Hand, hand: Hand, board: Hand, stages: tuple[Stage, ...]
) -> Counts:
    """The future of the best decision at the first of these stages."""
    stage, *later = stages
    futures = [_after(game, rules, deck, hand, board, decision) for decision in stage.decisions]
    if later:
        waiting: Counts = Counter()
        for more in combinations(_left(deck, hand + board), later[0].board - len(board)):
            waiting += _best(game, rules, payoffs, deck, hand, board + more, tuple(later))
        futures.append(waiting)
    return max(futures, key=lambda counts: sum(payoffs[facts.code] * count for facts, count in counts.items()))


def _after(game: Game, rules: Rules, deck: Hand, hand: Hand, board: Hand, decision: Any) -> Counts:
    """Every end of one decision: the rest of the board in the round's steps, then the dealer's cards."""
    counts: Counts = Counter()
    for full in _boards(game, deck, hand, board):
        for dealer in combinations(_left(deck, hand + full), game.dealer_cards):
            counts[game.facts_of(Deal(hand, dealer, full), decision, rules)] += 1
    return counts


def _boards(game: Game, deck: Hand, hand: Hand, board: Hand) -> Iterator[Hand]:
    """Every way to complete a board in the round's steps; the order within a step does not count."""
    sizes, reached = _board_steps(game), 0
    for size in sizes:
        if reached == len(board):
            for more in combinations(_left(deck, hand + board), size):
                yield from _boards(game, deck, hand, board + more)
            return
        reached += size
    yield board


def _board_steps(game: Game) -> tuple[int, ...]:
    """How many community cards come at each step."""
    return (3, game.board_cards - 3) if game.board_cards else ()


def _left(deck: Hand, seen: Hand) -> list[Card]:
    """The cards of the deck not seen."""
    return [card for card in deck if card not in seen]
