"""Cards: small integers inside, notation at the edge.

A card is ``4 * (rank - 2) + suit``: 0 is the deuce of clubs, 51 the ace of spades, 52 the joker.  Arrays of cards use the
same numbers as ``uint8``.  Text is read by :func:`parse_cards` and written by ``str(card)`` or :func:`format_cards`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from tablegames.core.law import Refused


class Rank(IntEnum):
    """The thirteen ranks, deuce to ace; greater is higher.

    >>> Rank.QUEEN > Rank.JACK, str(Rank.TEN), str(Rank.QUEEN)
    (True, '10', 'queen')
    """

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    def __str__(self) -> str:
        return self.name.lower() if self > Rank.TEN else str(self.value)


class Suit(IntEnum):
    """The four suits, in the order of their codes; no suit outranks another."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3


RANK_LETTERS = "23456789TJQKA"
SUIT_LETTERS = "cdhs"
SUIT_SIGNS = "♣♦♥♠"
ALLOWED_FORMS = "a rank (A K Q J T or 10, 9 to 2) and a suit (s h d c), such as As, 10h or A♠"
JOKER_FORM = "the joker is Jk"

_RANKS = tuple(Rank)
_SUITS = tuple(Suit)


class Card(int):
    """One card.  Equal to its code, so it indexes tables and arrays; ``str`` gives its notation.

    >>> Card(51), Card(51).rank, Card(51).suit, Card(52)
    (As, <Rank.ACE: 14>, <Suit.SPADES: 3>, Jk)
    """

    __slots__ = ()

    @property
    def is_joker(self) -> bool:
        """Whether this is the joker, which has neither rank nor suit."""
        return self == 52

    @property
    def rank(self) -> Rank:
        """The rank; the joker has none and raises ``IndexError``."""
        return _RANKS[self >> 2]

    @property
    def suit(self) -> Suit:
        """The suit; ask only of a card that is not the joker."""
        return _SUITS[self & 3]

    def __str__(self) -> str:
        return "Jk" if self == 52 else RANK_LETTERS[self >> 2] + SUIT_LETTERS[self & 3]

    __repr__ = __str__


JOKER = Card(52)
CARDS = tuple(Card(code) for code in range(53))
"""Every card once, indexed by its code."""

Hand = tuple[Card, ...]


class Deal(NamedTuple):
    """The cards of one seat against the dealer.  ``player`` may be empty only where a game says so."""

    player: Hand
    dealer: Hand
    board: Hand = ()


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards a game is dealt from, in code order, and what to call them in an error."""

    name: str
    cards: Hand

    def __contains__(self, card: object) -> bool:
        return card in self.cards

    def __len__(self) -> int:
        return len(self.cards)

    @classmethod
    def small(cls, ranks: Iterable[Rank], suits: Iterable[Suit], *, joker: bool = False) -> Deck:
        """A deck of some ranks and suits, for exhaustive checks.

        >>> len(Deck.small([Rank.ACE, Rank.KING], Suit, joker=True))
        9
        """
        wanted_suits = set(suits)
        wanted_ranks = set(ranks)
        plain = tuple(card for card in CARDS[:52] if card.rank in wanted_ranks and card.suit in wanted_suits)
        return cls(f"a deck of {len(plain) + joker} cards", plain + ((JOKER,) if joker else ()))


STANDARD_DECK = Deck("the 52-card deck", CARDS[:52])
JOKER_DECK = Deck("the 52-card deck with one joker", CARDS)

_TOKEN = re.compile(r"(?P<rank>10|[2-9TJQKA])(?P<suit>[cdhs♣♦♥♠])\ufe0f?|(?P<joker>joker|jk)", re.IGNORECASE | re.ASCII)
_SEPARATORS = " \t\r\n,"


def parse_cards(text: str, *, place: str = "hand", offset: int = 0, deck: Deck | None = None) -> Hand:
    """The cards of a text in its order: separated by spaces or commas, or run together.

    ``place`` names the text in an error; ``offset`` is the column before the text's
    first character in a longer line.  An error speaks of the joker unless the ``deck`` that is played with has none; whether the deck has
    the cards is for :func:`check_cards`.
    Raises :class:`~tablegames.core.law.Refused` for an unknown token, with its column (from 1).

    >>> parse_cards("As, 10h Td9c A♠ joker")
    (As, Th, Td, 9c, As, Jk)
    >>> parse_cards("As 1s")
    Traceback (most recent call last):
    tablegames.core.law.Refused: hand, column 4: '1s' is not a card: a rank (A K Q J T or 10, 9 to 2) and a suit (s h d c), ...
    """
    cards: list[Card] = []
    position = 0
    while position < len(text):
        if text[position] in _SEPARATORS:
            position += 1
            continue
        match = _TOKEN.match(text, position)
        if match is None:
            token = re.split(r"[\s,]", text[position : position + 12], maxsplit=1)[0] or text[position]
            column = offset + position + 1
            if token == "/":
                raise Refused(f"{place}, column {column}: a slash sets a hand, which only settle takes", column=column)
            forms = ALLOWED_FORMS if deck and JOKER not in deck else f"{ALLOWED_FORMS}; {JOKER_FORM}"
            raise Refused(f"{place}, column {column}: {token!a} is not a card: {forms}", column=column)
        if match["joker"]:
            cards.append(JOKER)
        else:
            rank = "T" if match["rank"] == "10" else match["rank"].upper()
            suit = match["suit"].lower()
            suit_index = (SUIT_LETTERS if suit in SUIT_LETTERS else SUIT_SIGNS).index(suit)
            cards.append(CARDS[4 * RANK_LETTERS.index(rank) + suit_index])
        position = match.end()
    return tuple(cards)


def pretty(card: Card) -> str:
    """A card with its suit's sign, and 10 for the ten.

    >>> pretty(parse_cards("Td")[0]), pretty(JOKER)
    ('10♦', 'Jk')
    """
    if card.is_joker:
        return "Jk"
    return ("10" if card.rank == Rank.TEN else RANK_LETTERS[card >> 2]) + SUIT_SIGNS[card & 3]


def format_cards(cards: Iterable[Card]) -> str:
    """Cards in notation, separated by spaces; :func:`parse_cards` reads it back.

    >>> format_cards(parse_cards("10s Jk"))
    'Ts Jk'
    """
    return " ".join(map(str, cards))


def check_cards(deck: Deck, places: Mapping[str, Sequence[Card]], *, cites: tuple[str, ...] = ()) -> None:
    """Refuse a card that the deck does not have, and a card that stands in two places, naming both; ``cites`` says what the deck is.

    >>> check_cards(STANDARD_DECK, {"player": parse_cards("As Ks"), "dealer": parse_cards("2c As")})
    Traceback (most recent call last):
    tablegames.core.law.Refused: As stands twice: as player card 1 and as dealer card 2; the 52-card deck has it once
    """
    seen: dict[Card, str] = {}
    for place, cards in places.items():
        for number, card in enumerate(cards, start=1):
            here = f"{place} card {number}"
            if card not in deck:
                raise Refused(
                    f"{here} is {'the joker' if card.is_joker else card}, which is not in {deck.name}", cites=cites
                )
            if card in seen:
                raise Refused(f"{card} stands twice: as {seen[card]} and as {here}; {deck.name} has it once")
            seen[card] = here


def rank_mask(cards: Iterable[Card]) -> int:
    """The ranks of some cards as 13 bits, deuce lowest; on sets of equal size, integer order is high-card order.

    >>> rank_mask(parse_cards("2c 3d")), rank_mask(parse_cards("As"))
    (3, 4096)
    """
    mask = 0
    for card in cards:
        mask |= 1 << (card >> 2)
    return mask
