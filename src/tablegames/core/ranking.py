"""Rankings and comparisons: a rank that knows its category, its cards and its paragraphs, and a comparison that gives its reason."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import total_ordering

from tablegames.core.cards import RANK_LETTERS, Card, Hand


@total_ordering
@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """The rank of a hand within one game: greater is better, and equal means a tie, whatever the suits.

    ``category`` is empty for a hand that the chapter does not list.  ``strength`` orders the hands of one game; its first number is the category, the rest decide within it.
    ``cards`` are the cards that make the hand, the deciding ones first; ``cites`` the paragraphs that make it that hand.
    """

    strength: tuple[int, ...] = field(repr=False)
    category: str | None
    cards: Hand
    cites: tuple[str, ...]

    def __eq__(self, other: object) -> bool:
        return self.strength == other.strength if isinstance(other, Ranking) else NotImplemented

    def __lt__(self, other: Ranking) -> bool:
        return self.strength < other.strength

    def __hash__(self) -> int:
        return hash(self.strength)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Who wins and why: ``result`` is 1 for the first hand, -1 for the second, 0 for a tie."""

    result: int
    reason: str
    cites: tuple[str, ...]
    hands: tuple[object, ...]


def rank_text(cards: Iterable[Card]) -> str:
    """The ranks of some cards, as a comparison names them.

    >>> from tablegames.core.cards import parse_cards
    >>> rank_text(parse_cards("Ks Td 9c Jk"))
    'K-10-9-joker'
    """
    return "-".join("joker" if card.is_joker else RANK_LETTERS[card >> 2].replace("T", "10") for card in cards)


def versus(first: Ranking, second: Ranking, deciding: str) -> str:
    """The reason of a comparison within one category, naming both hands in full and the cards that decide.

    ``deciding`` is empty for a tie.
    """
    category = first.category
    one, other = rank_text(first.cards), rank_text(second.cards)
    if not deciding:
        return f"tie: {category} {one} against {other}, no card decides"
    better, worse = (one, other) if first > second else (other, one)
    return f"{category} {better} over {worse}: {deciding}"
