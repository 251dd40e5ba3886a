"""The generic exact walk: every deal of a small deck, by nothing but a game's own rules, in whole numbers.

It is the definition that the kernels are proved against, and what a game without kernels is analysed by.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import comb
from typing import TypeGuard

import numpy as np
from numpy.typing import NDArray

from tablegames.contract.choices import Choice, Line, View, is_over
from tablegames.contract.deal import Board, Dealer, Decide, Step
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
    """How many deals a walk of this deck visits: the player's cards, all that is dealt open step by step, the dealer's other cards."""
    return comb(len(deck), game.player_cards) * _ways(game, game.deal, len(deck) - game.player_cards)


def _ways(game: Game, steps: Sequence[Step], left: int) -> int:
    """In how many ways the open cards of some steps, then the dealer's other cards, are dealt from so many cards."""
    number = 1
    for size in (*(step.cards for step in steps if _is_open(step)), _hidden(game)):
        number *= comb(left, size)
        left -= size
    return number


def _is_open(step: Step) -> TypeGuard[Board | Dealer]:
    """Whether a step deals cards that a seat sees before it decides again."""
    return isinstance(step, Board) or (isinstance(step, Dealer) and step.up)


def _hidden(game: Game) -> int:
    """The dealer's cards that no seat sees before it decides."""
    return game.dealer_cards - len(game.upcards)


def walk(game: Game, rules: Rules, payoffs: Mapping[int, int] | NDArray[np.int64], deck: Deck) -> Counts:
    """Deals by facts under the play that maximises the payoffs, which are given per fact code.

    At each point every choice is followed to all its ends, the best of what comes after among them; of equal ones the larger wager is taken.
    """
    total: Counts = Counter()
    following = _Walk(game, rules, payoffs, deck.cards)
    for hand in combinations(deck.cards, game.player_cards):
        total += following.after(View(hand), (), 0)
    return total


class _Walk:
    """The futures of a player's hand, step by step of the deal; a place is that of a step."""

    def __init__(self, game: Game, rules: Rules, payoffs: Mapping[int, int] | NDArray[np.int64], deck: Hand) -> None:
        self.game, self.rules, self.payoffs, self.deck = game, rules, payoffs, deck
        self.decides = [place for place, step in enumerate(game.deal) if isinstance(step, Decide)]

    def best(self, view: View, line: Line) -> Counts:
        """The future of the best choice at the next decision point."""
        return max(self.futures(view, line).values(), key=self.worth)

    def worth(self, counts: Counts) -> int:
        """What a future is worth in all."""
        return sum(int(self.payoffs[facts.code]) * count for facts, count in counts.items())

    def futures(self, view: View, line: Line) -> dict[Choice, Counts]:
        """What follows each choice at the next decision point, later choices being the best."""
        point, place = self.game.points[len(line)], self.decides[len(line)]
        return {
            choice: self.after(view, (*line, choice), place + 1)
            for choice in self.game.choices(point.name, view, line, self.rules)
        }

    def after(self, view: View, line: Line, place: int) -> Counts:
        """Every end of a line from a place on: through the best choice at the next point where the seat decides, else to the end of the deal."""
        again = len(line) < len(self.decides) and not is_over(line)
        end = self.decides[len(line)] if again else len(self.game.deal)
        counts: Counts = Counter()
        for seen in self._dealt(view, self.game.deal[place:end]):
            if again:
                counts += self.best(seen, line)
                continue
            for hidden in combinations(self._left(seen), _hidden(self.game)):
                deal = Deal(seen.hand, self._dealer(seen.up, hidden), seen.board)
                counts[self.game.facts_of(deal, line, self.rules)] += 1
        return counts

    def _dealt(self, view: View, steps: Sequence[Step]) -> Iterator[View]:
        """Every way to deal the open cards of some steps; the order within a step does not count."""
        if not steps:
            yield view
        elif not _is_open(steps[0]):
            yield from self._dealt(view, steps[1:])
        else:
            for more in combinations(self._left(view), steps[0].cards):
                if isinstance(steps[0], Board):
                    seen = view._replace(board=view.board + more)
                else:
                    seen = view._replace(up=view.up + more)
                yield from self._dealt(seen, steps[1:])

    def _dealer(self, up: Hand, hidden: Hand) -> Hand:
        """The dealer's hand, the upcards at their places."""
        if not up:
            return hidden
        shown, others = iter(up), iter(hidden)
        return tuple(next(shown if place in self.game.upcards else others) for place in range(self.game.dealer_cards))

    def _left(self, view: View) -> list[Card]:
        """The cards of the deck not seen."""
        seen = {card for cards in view for card in cards}
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
        """The futures of every choice, each deal by the rules, of a seat that has waited for as little as it could; refused where they are too many."""
        game = self.game
        point = next(
            (n for n, point in enumerate(game.points) if (point.board, point.up) == (len(view.board), len(view.up))), -1
        )
        if point < 0:
            raise Refused(
                f"no seat of {game.name} decides on {len(view.board)} community cards and {len(view.up)} upcards"
            )
        walking = _Walk(game, asked.rules, asked.payoffs, game.deck.cards)
        left = len(game.deck) - sum(map(len, view))
        number = _ways(game, game.deal[walking.decides[point] :], left)
        if number > MOST_WALKED:
            raise Refused(
                f"{game.name} has {number:,} futures here and no solver of its own; up to {MOST_WALKED:,} are counted one by one"
            )
        waited: Line = ()
        for earlier in game.points[:point]:
            seen = view._replace(board=view.board[: earlier.board], up=view.up[: earlier.up])
            allowed = game.choices(earlier.name, seen, waited, asked.rules)
            waited += (next(choice for choice in reversed(allowed) if not choice.ends),)
        found = walking.futures(view, waited)
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
