"""The generic exact walk: every deal of a small deck, by nothing but a game's own rules, in whole numbers.

It is the definition that the kernels are proved against, and what a game without kernels is analysed by.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from tablegames.contract.choices import Choice, Line, View, is_over
from tablegames.contract.facts import Facts
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.contract.solver import Optimum, Outlook, Priced, Progress
from tablegames.core.cards import CARDS, Card, Deal, Deck, Hand
from tablegames.core.law import Refused

Counts = Counter[Facts]
"""Facts to a number of equally likely deals."""
MOST_WALKED = 3_000_000
"""The most deals that are walked one by one, about a minute's work."""


def deals(game: Game, deck: Deck) -> int:
    """How many deals a walk of this deck visits: the player's cards, the board street by street, the dealer's cards."""
    left, number = len(deck), 1
    for size in (game.player_cards, *game.streets, game.dealer_cards):
        number *= comb(left, size)
        left -= size
    return number


def walk(game: Game, rules: Rules, payoffs: Mapping[int, int] | NDArray[np.int64], deck: Deck) -> Counts:
    """Deals by facts under the play that maximises the payoffs, which are given per fact code.

    At each point every choice is followed to all its ends, the best of what comes after among them; of equal ones the larger wager is taken.
    """
    total: Counts = Counter()
    for hand in combinations(deck.cards, game.player_cards):
        total += _Walk(game, rules, payoffs, deck.cards).best(View(hand), ())
    return total


class _Walk:
    """The futures of one player's hand; a dealer's upcard is seen before the first decision."""

    def __init__(self, game: Game, rules: Rules, payoffs: Mapping[int, int] | NDArray[np.int64], deck: Hand) -> None:
        self.game, self.rules, self.payoffs, self.deck = game, rules, payoffs, deck

    def best(self, view: View, line: Line) -> Counts:
        """The future of the best choice at the next decision point."""
        return max(self.futures(view, line).values(), key=self.worth)

    def worth(self, counts: Counts) -> int:
        """What a future is worth in all."""
        return sum(int(self.payoffs[facts.code]) * count for facts, count in counts.items())

    def futures(self, view: View, line: Line) -> dict[Choice, Counts]:
        """What follows each choice at the next decision point, later choices being the best."""
        point = self.game.points[len(line)]
        return {
            choice: self._after(view, (*line, choice))
            for choice in self.game.choices(point.name, view, line, self.rules)
        }

    def _after(self, view: View, line: Line) -> Counts:
        """Every end of a line: to the next point where the seat decides again, else to the end of the deal."""
        counts: Counts = Counter()
        if is_over(line) or len(line) == len(self.game.points):
            for board in self._boards(view, self.game.board_cards):
                for dealer in combinations(self._left(view.hand + board + view.dead), self.game.dealer_cards):
                    counts[self.game.facts_of(Deal(view.hand, dealer, board), line, self.rules)] += 1
            return counts
        for board in self._boards(view, self.game.points[len(line)].board):
            counts += self.best(view._replace(board=board), line)
        return counts

    def _boards(self, view: View, size: int) -> Iterator[Hand]:
        """Every way to deal the board up to a size, street by street; the order within a street does not count."""
        reached = 0
        for street in self.game.streets:
            if reached == len(view.board) < size:
                for more in combinations(self._left(view.hand + view.board + view.dead), street):
                    yield from self._boards(view._replace(board=view.board + more), size)
                return
            reached += street
        yield view.board

    def _left(self, seen: Hand) -> list[Card]:
        """The cards of the deck not seen."""
        return [card for card in self.deck if card not in seen]


class WalkSolver:
    """What counts a game that has no solver of its own: every deal by its rules, where there are few enough of them."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def optimum(
        self, asked: Priced, *, policy: NDArray[np.int8] | None = None, progress: Progress | None = None
    ) -> Optimum:
        """The best play over all deals; refused where they are too many."""
        number = deals(self.game, self.game.deck)
        if number > MOST_WALKED:
            raise Refused(
                f"{self.game.name} has {number:,} deals and no solver of its own; up to {MOST_WALKED:,} are counted one by one"
            )
        counts = walk(self.game, asked.rules, asked.payoffs, self.game.deck)
        return Optimum(
            {facts.code: count for facts, count in counts.items()}, "every deal, by the rules themselves", None
        )

    def outlook(self, view: View, asked: Priced) -> Outlook:
        """The futures of every choice, each deal by the rules; refused where they are too many."""
        left, number = len(self.game.deck) - len(view.hand) - len(view.board) - len(view.dead), 1
        reached = 0
        for street in self.game.streets:
            reached += street
            if reached > len(view.board):
                number, left = number * comb(left, street), left - street
        number *= comb(left, self.game.dealer_cards)
        if number > MOST_WALKED:
            raise Refused(
                f"{self.game.name} has {number:,} futures here and no solver of its own; up to {MOST_WALKED:,} are counted one by one"
            )
        point = next(place for place, point in enumerate(self.game.points) if point.board == len(view.board))
        waited: Line = ()
        for earlier in self.game.points[:point]:
            seen = view._replace(board=view.board[: earlier.board])
            waited += (self.game.choices(earlier.name, seen, waited, asked.rules)[-1],)
        found = _Walk(self.game, asked.rules, asked.payoffs, self.game.deck.cards).futures(view, waited)
        return {choice: {facts.code: count for facts, count in counts.items()} for choice, counts in found.items()}

    def fact_codes(
        self,
        player: NDArray[np.uint8],
        dealer: NDArray[np.uint8],
        board: NDArray[np.uint8],
        lines: NDArray[np.int8],
        rules: Rules,
    ) -> NDArray[np.uint16]:
        """The fact code of each row, by the rules one after another."""
        codes = np.empty(len(lines), np.uint16)
        for row, line in enumerate(lines.tolist()):
            hands = (tuple(CARDS[card] for card in cards[row].tolist()) for cards in (player, dealer, board))
            codes[row] = self.game.facts_of(Deal(*hands), self.game.lines[line], rules).code
        return codes
