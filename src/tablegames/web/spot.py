"""Where a seat stands when it decides, as the Strategy page asks about it: its cards, the board so far, and other cards it has seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Self

from tablegames.contract.choices import View
from tablegames.contract.deal import Board
from tablegames.contract.game import Game
from tablegames.core.cards import Card, format_cards, parse_cards
from tablegames.web.asked import fields_of
from tablegames.web.table import BOARD, Place, Table

HAND, DEAD = "hand", "dead"


@dataclass(frozen=True)
class Spot(Table):
    """A table as one seat sees it; no card belongs to the dead ones, and any may lie there."""

    page: ClassVar[str] = "strategy"

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Every field, in the order of an address."""
        game = self.game
        chosen = [f"paytable.{form.slot}" for form in game.forms] + [f"reading.{id_}" for id_ in game.law.readings]
        return (HAND, BOARD, DEAD, *chosen, "submission")

    @cached_property
    def places(self) -> dict[str, Place]:
        """The seat's hand, the board where the game has one, and the dead cards."""
        game = self.game
        most_dead = len(game.deck) - game.player_cards - game.board_cards - game.dealer_cards
        board = [Place(BOARD, "Board", game.board_cards)] if game.board_cards else []
        hand, dead = Place(HAND, "Your hand", game.player_cards), Place(DEAD, "Dead cards", 0, most_dead)
        return {place.field: place for place in (hand, *board, dead)}

    @classmethod
    def of(cls, game: Game, typed: Iterable[tuple[str, str]]) -> Self:
        """The spot that an address describes; refused where it has a field that no spot has."""
        spot = cls(game, 1, {})
        fields = fields_of(typed, spot.names, game)
        return replace(spot, fields={name: fields[name] for name in spot.names if fields.get(name)})

    @property
    def layout(self) -> list[tuple[str, Place]]:
        """The places as they lie: the board above the hand, the dead cards aside."""
        return [(field, self.places[field]) for field in (BOARD, HAND, DEAD) if field in self.places]

    @property
    def situation(self) -> View:
        """What the seat knows."""
        return View(*(self.hands.get(field, ()) for field in (HAND, BOARD, DEAD)))

    @property
    def missing(self) -> str:
        """What is missing before anything can be decided, in words; nothing where a decision stands."""
        boards = self.stages
        hand, board = (len(self.hands.get(field, ())) for field in (HAND, BOARD))
        if hand < self.game.player_cards:
            return f"The hand needs {self.game.player_cards - hand} more."
        if board not in boards:
            needed = next(needed for needed in boards if needed > board) - board
            return f"The board needs {needed} more."
        return ""

    @property
    def stages(self) -> list[int]:
        """The numbers of community cards on which a seat of a whole hand may decide."""
        whole = len(self.hands.get(HAND, ())) == self.game.player_cards
        return [point.board for point in self.game.points] if whole else [0]

    def link_to(self, part: str) -> str:
        """The address of a part of the page, for this spot."""
        path, mark, query = self.link().partition("?")
        return f"{path}/{part}{mark}{query}"

    def next_board(self) -> int:
        """How many more community cards the next decision takes; 0 where there is none."""
        board = len(self.hands.get(BOARD, ()))
        return next((stage - board for stage in self.stages if stage > board), 0) if self.game.board_cards else 0

    @property
    def next_street(self) -> str:
        """What the community cards up to the next decision are called: a street by its name, what is left of one "the rest"."""
        lying, dealt = len(self.hands.get(BOARD, ())), 0
        for step in self.game.deal:
            if isinstance(step, Board):
                if (dealt, step.cards) == (lying, self.next_board()) and step.name:
                    return step.name
                dealt += step.cards
        return "the rest"

    def dealt(self, cards: tuple[Card, ...]) -> Self:
        """With cards added where they are needed next: to the hand, then to the board up to the next decision."""
        free = iter([card for card in cards if card not in self.used])
        hand = self.hands.get(HAND, ())
        if len(hand) < self.game.player_cards:
            return self._with(HAND, (*hand, *(next(free) for _ in range(self.game.player_cards - len(hand)))))
        return self._with(BOARD, (*self.hands.get(BOARD, ()), *(next(free) for _ in range(self.next_board()))))

    def with_hand(self, hands: Sequence[str]) -> Self | None:
        """With the first of some hands that has no dead card, and no board; none where each has one."""
        dead = set(self.hands.get(DEAD, ()))
        for text in hands:
            hand = parse_cards(text)
            if not dead & set(hand):
                kept = {field: text for field, text in self.fields.items() if field != BOARD}
                return replace(self, fields={**kept, HAND: format_cards(hand)})
        return None

    def holds(self, hands: Sequence[str]) -> bool:
        """Whether the seat's hand is one of some hands."""
        held = set(self.hands.get(HAND, ()))
        return bool(held) and any(held == set(parse_cards(text)) for text in hands)
