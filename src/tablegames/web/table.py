"""A table as the Judge page asks about it: what is typed into each field, read from an address and written back into one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, NamedTuple, Self
from urllib.parse import urlencode

from tablegames.asks.rulings import read_cards
from tablegames.contract.game import Game
from tablegames.contract.rules import CHIP, Rules
from tablegames.core.cards import Card, Hand, Suit, check_cards
from tablegames.core.law import Refused
from tablegames.core.money import parse_amount
from tablegames.core.wagers import Wager
from tablegames.rounds.unseen import are_unseen
from tablegames.web.asked import fields_of
from tablegames.web.standard import default_rules

DEALER, BOARD = "dealer", "board"
SEATS, FOLDS = "seats", "on"
"""The field of the number of seats, and what the field of a fold holds."""
_SEAT = re.compile(r"s([1-9][0-9]?)(?:\..*)?")
MINUS = ("-", "−")
"""The signs of an amount below zero."""


class Place(NamedTuple):
    """A place for cards: its field, its name, how many cards belong there, and how many more may lie there."""

    field: str
    name: str
    needed: int
    more: int = 0


@dataclass(frozen=True)
class Table:
    """One table: the number of seats, and every field as it was typed; a field that is empty is absent."""

    game: Game
    seats: int
    fields: Mapping[str, str]
    page: ClassVar[str] = "judge"
    """The page that shows it, the first part of its address."""

    @classmethod
    def of(cls, game: Game, typed: Iterable[tuple[str, str]]) -> Self:
        """The table that an address describes; refused where it has a field that the table has not.

        Where nothing says how many seats there are, they reach to the last that has a field.
        """
        given = dict(typed)
        said = given.pop(SEATS, "").strip()
        table = cls(game, _seats(game, said, given), {})
        beyond = sorted(seat for seat in map(_seat_of, given) if table.seats < seat <= game.most_seats)
        if beyond:
            raise Refused(
                f"{SEATS}={said}, and fields of seat {beyond[0]} are given: say {SEATS}={beyond[-1]}, or leave them out"
            )
        fields = fields_of(given.items(), table.names, game)
        for seat in table.seat_fields:
            if fields.get(f"{seat}.fold", FOLDS) not in ("", FOLDS):
                raise Refused(
                    f"{seat}.fold={fields[f'{seat}.fold'][:20]!a}: say {FOLDS} where the seat folds, or leave it out"
                )
        return replace(table, fields={name: fields[name] for name in table.names if fields.get(name)})

    def sitting(self, seats: str) -> Self:
        """The table with another number of seats; the fields of those that are taken away go with them."""
        table = replace(self, seats=_seats(self.game, seats, {}), fields={})
        return replace(table, fields={name: self.fields[name] for name in table.names if name in self.fields})

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Every field that this table can have, in the order of an address."""
        game = self.game
        wagers = [wager.id for wager in game.wagers]
        names = []
        for seat in self.seat_fields:
            names += [seat, *(f"{seat}.{wager}" for wager in wagers), f"{seat}.fold"]
            names += [f"{seat}.paid.{wager}" for wager in wagers]
        names += [DEALER, BOARD, *(f"meter.{meter}" for meter in game.meters)]
        names += [f"paytable.{form.slot}" for form in game.forms]
        return (*names, *(f"reading.{id_}" for id_ in game.law.readings), "submission")

    @property
    def seat_fields(self) -> tuple[str, ...]:
        """The field of each seat's cards."""
        return tuple(f"s{number}" for number in range(1, self.seats + 1))

    @cached_property
    def places(self) -> dict[str, Place]:
        """Where cards lie, by field: the seats, the board where the game has one, the dealer."""
        game = self.game
        alone = self.seats == 1
        seats = [
            Place(field, "Player" if alone else f"Seat {number}", game.player_cards)
            for number, field in enumerate(self.seat_fields, start=1)
        ]
        board = [Place(BOARD, "Board", game.board_cards)] if game.board_cards else []
        return {place.field: place for place in (*seats, *board, Place(DEALER, "Dealer", game.dealer_cards))}

    @property
    def layout(self) -> list[tuple[str, Place]]:
        """The places as they lie on a layout: the dealer, the board, then the seats."""
        seats = [(field, place) for field, place in self.places.items() if field in self.seat_fields]
        return [*((field, self.places[field]) for field in (DEALER, BOARD) if field in self.places), *seats]

    @cached_property
    def read(self) -> tuple[dict[str, Hand], dict[str, str]]:
        """The cards of each place, and what is wrong with a field of cards, by field."""
        hands: dict[str, Hand] = {}
        faults: dict[str, str] = {}
        for field, place in self.places.items():
            text = self.fields.get(field, "")
            slashed = self.game.setting and field in self.seat_fields
            try:
                if self.is_unneeded(field) and are_unseen(self.game, text, place.name, place.needed):
                    hands[field] = ()
                    continue
                hand = read_cards(self.game, text.replace("/", " ") if slashed else text, place.name)
                check_cards(
                    self.game.deck, {**{self.places[other].name: cards for other, cards in hands.items()}, place.name: hand},
                    cites=(self.game.dealing,),
                )  # fmt: skip
                if len(hand) > place.needed + place.more:
                    many = f"{place.name} has {len(hand)} cards, {place.needed} are needed"
                    raise Refused(many, cites=(self.game.dealing,))
            except Refused as refused:
                faults[field] = str(refused)
            else:
                hands[field] = hand
        return hands, faults

    @property
    def hands(self) -> dict[str, Hand]:
        """The cards of each place that could be read."""
        return self.read[0]

    @property
    def deck(self) -> list[list[Card]]:
        """The game's cards as they are laid out to choose from: a row for each suit, aces first, and the joker."""
        cards = sorted(self.game.deck.cards, reverse=True)
        rows = [[card for card in cards if not card.is_joker and card.suit is suit] for suit in reversed(Suit)]
        jokers = [card for card in cards if card.is_joker]
        return [*rows, *([jokers] if jokers else [])]

    @cached_property
    def used(self) -> dict[Card, str]:
        """Each card that lies somewhere, and where."""
        return {card: self.places[field].name for field, hand in self.hands.items() for card in hand}

    def wagers_shown(self, field: str, rules: Rules) -> list[Wager]:
        """The wagers that a seat has places for: those that the house offers, and any that is typed."""
        typed = {name.rpartition(".")[2] for name in self.fields if name.startswith(f"{field}.")}
        return [each for each in self.game.wagers if each.id in typed or self.game.is_offered(rules, each.id)]

    def folds(self, field: str) -> bool:
        """Whether a seat folds."""
        return f"{field}.fold" in self.fields

    def is_unneeded(self, field: str) -> bool:
        """Whether no ruling needs the cards of a place: of a seat that folds, or of the dealer and the board where all that bet fold."""
        if field in self.seat_fields:
            return self.folds(field)
        bet = [seat for seat in self.seat_fields if any(name.startswith(f"{seat}.") for name in self.fields)]
        return bool(bet) and all(map(self.folds, bet))

    def enough(self, field: str) -> bool:
        """Whether a place has the cards that a ruling needs: all of them; or none, or of the board any, where no money depends on them."""
        unneeded = self.is_unneeded(field) and field in self.hands and (field == BOARD or not self.hands[field])
        return unneeded or self.whole(field)

    def whole(self, field: str) -> bool:
        """Whether a place has all its cards."""
        return len(self.hands.get(field, ())) >= self.places[field].needed

    def has_room(self, field: str) -> bool:
        """Whether another card may lie at a place."""
        place = self.places[field]
        return len(self.hands.get(field, ())) < place.needed + place.more

    def amounts(
        self, prefix: str, names: Iterable[str], *, signed: bool = False
    ) -> tuple[dict[str, int], dict[str, str]]:
        """The amounts in cents of some fields by name, and what is wrong with a field; ``signed`` ones may be below zero."""
        found: dict[str, int] = {}
        faults: dict[str, str] = {}
        for name in names:
            text = self.fields.get(f"{prefix}.{name}", "")
            below = signed and text.startswith(MINUS)
            if text:
                try:
                    cents = parse_amount(text[1:].lstrip() if below else text, what=name)
                    found[name] = -cents if below else cents
                except Refused as refused:
                    faults[f"{prefix}.{name}"] = str(refused)
        return found, faults

    def chosen(self, base: Rules) -> tuple[Rules, dict[str, str]]:
        """The rules that the fields choose on top of others, and what is wrong with a field."""
        rules, faults = base, {}
        for kind in ("paytable", "reading"):
            for field, choice in self.fields.items():
                if field.startswith(f"{kind}."):
                    choices = {f"{kind}s": {field.partition(".")[2]: choice}}
                    try:
                        rules = self.game.with_choices(rules, **{"paytables": {}, "readings": {}, **choices})
                    except Refused as refused:
                        faults[field] = str(refused)
        return rules, faults

    def paid_fields(self, seat: str) -> list[str]:
        """The fields of what was paid to a seat that are filled in."""
        return [name for name in self.fields if name.startswith(f"{seat}.paid.")]

    @property
    def house_fields(self) -> list[str]:
        """The fields of the house's rules in which something else than the default is chosen."""
        standard = {field: choices[0] for field, choices in self.choices().items()}
        names = [name for name in self.fields if name.startswith(("paytable.", "reading.", "meter.", "submission"))]
        return [name for name in names if self.fields[name] != standard.get(name)]

    def choices(self) -> dict[str, tuple[str, ...]]:
        """What may be chosen in each field of the house's rules, the default first; a chip needs a submission."""
        game, default = self.game, default_rules(self.game)
        found = {}
        for form in game.forms:
            names = list(game.paytables(form.slot))
            first = default.paytables[form.slot].name if form.slot in default.paytables else ""
            found[f"paytable.{form.slot}"] = (first, *(name for name in names if name != first))
        for reading in game.law.readings.values():
            others = (choice for choice in reading.choices if choice not in (reading.default, CHIP))
            found[f"reading.{reading.id}"] = (reading.default, *others)
        return found

    def link(self, **more: str) -> str:
        """The address of this table: the same for the same table, cards run together, nothing that is empty, or the default without a submission."""
        standard = {field: choices[0] for field, choices in self.choices().items()}
        shown = {SEATS: str(self.seats)} if self.seats > 1 else {}
        for name in self.names:
            if name in self.fields and ("submission" in self.fields or self.fields[name] != standard.get(name)):
                readable = name in self.hands and "/" not in self.fields[name]
                shown[name] = "".join(map(str, self.hands[name])) if readable else self.fields[name]
        query = urlencode({**shown, **more})
        return f"/{self.page}/{self.game.id}" + (f"?{query}" if query else "")

    def with_card(self, card: Card, field: str) -> Self:
        """The table with one card more at a place that has room for one."""
        if field not in self.hands or not self.has_room(field) or card in self.used or card not in self.game.deck:
            return self
        return self._with(field, (*self.hands[field], card))

    def without_card(self, card: Card) -> Self:
        """The table with a card taken back from wherever it lies."""
        for field, hand in self.hands.items():
            if card in hand:
                return self._with(field, tuple(other for other in hand if other != card))
        return self

    def next_place(self, field: str) -> str:
        """Where the next card goes: here while cards are missing or more may lie here, then the next place that needs some."""
        fields = list(self.places)
        if field in fields and self.places[field].more and self.has_room(field):
            return field
        start = fields.index(field) if field in fields else 0
        for other in fields[start:] + fields[:start]:
            if not self.whole(other):
                return other
        return fields[start]

    def _with(self, field: str, hand: Hand) -> Self:
        """The table with other cards at a place."""
        return replace(self, fields={**self.fields, field: " ".join(map(str, hand))})


def _seat_of(field: str) -> int:
    """The number of the seat that a field is of; 0 where it is of none."""
    seat = _SEAT.fullmatch(field)
    return int(seat[1]) if seat else 0


def _seats(game: Game, text: str, fields: Mapping[str, str]) -> int:
    """How many seats a table has: as the text says, or up to the last with a field where it says nothing."""
    if not text:
        return min(max(map(_seat_of, fields), default=1) or 1, game.most_seats)
    if not (text.isascii() and text.isdecimal() and len(text) < 4 and 1 <= int(text) <= game.most_seats):
        raise Refused(f"{SEATS}={text[:20]!a}: {game.name} has 1 to {game.most_seats} seats", cites=(game.dealing,))
    return int(text)
