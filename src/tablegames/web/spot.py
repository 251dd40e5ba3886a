"""Where a seat stands when it decides, as the Strategy page asks about it: its cards, the board so far, and other cards it has seen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import ClassVar, Self

from tablegames.contract.choices import View
from tablegames.contract.game import Game
from tablegames.core.cards import Card, format_cards, parse_cards
from tablegames.web.asked import fields_of
from tablegames.web.table import BOARD, Place, Table

HAND, DEAD = "hand", "dead"
SUITS = "shdc"


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
        hand = self.hands.get(HAND, ())
        whole = len(hand) == self.game.player_cards
        return [stage.board for stage in self.game.stages(hand, self.game.default_rules())] if whole else [0]

    def link_to(self, part: str) -> str:
        """The address of a part of the page, for this spot."""
        path, mark, query = self.link().partition("?")
        return f"{path}/{part}{mark}{query}"

    def next_board(self) -> int:
        """How many more community cards the next decision takes; 0 where there is none."""
        board = len(self.hands.get(BOARD, ()))
        return next((stage - board for stage in self.stages if stage > board), 0) if self.game.board_cards else 0

    def dealt(self, cards: tuple[Card, ...]) -> Self:
        """With cards added where they are needed next: to the hand, then to the board up to the next decision."""
        free = iter([card for card in cards if card not in self.used])
        hand = self.hands.get(HAND, ())
        if len(hand) < self.game.player_cards:
            return self._with(HAND, (*hand, *(next(free) for _ in range(self.game.player_cards - len(hand)))))
        return self._with(BOARD, (*self.hands.get(BOARD, ()), *(next(free) for _ in range(self.next_board()))))

    def starting(self, name: str) -> Self | None:
        """With another starting hand before the flop, such as AKs, in suits that are not dead; none where all are dead."""
        high, low, kind = name[0], name[1], name[2:]
        dead = set(self.hands.get(DEAD, ()))
        for one, other in product(SUITS, SUITS):
            if (one == other) == (kind == "s"):
                hand = parse_cards(f"{high}{one} {low}{other}")
                if not dead & set(hand):
                    kept = {field: text for field, text in self.fields.items() if field != BOARD}
                    return replace(self, fields={**kept, HAND: format_cards(hand)})
        return None

    @property
    def starting_name(self) -> str:
        """The name of the starting hand that is held, such as AKs; empty where there is none."""
        hand = sorted(self.hands.get(HAND, ()), reverse=True)
        if len(hand) != self.game.player_cards or not self.game.board_cards:
            return ""
        high, low = (str(card)[0] for card in hand)
        return high + low + ("" if high == low else "s" if hand[0].suit is hand[1].suit else "o")
