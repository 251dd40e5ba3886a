"""Seven-card hands for the tests of High Card Flush, built from the flush that is to play."""

from __future__ import annotations

from collections.abc import Sequence

from tablegames.contract.rules import Rules
from tablegames.core.cards import RANK_LETTERS, Card, Hand, parse_cards
from tablegames.core.ranking import Ranking
from tablegames.games.high_card_flush.game import GAME
from tablegames.games.high_card_flush.rules import rank_straight_flush

DEFAULT = GAME.default_rules()
FILL = parse_cards("2h 2d 2c 3h 3d")
"""Cards beside a spade flush of two or more: never more than two of one suit, and never a higher pair of one suit."""


def spade_flush(ranks: str) -> Hand:
    """Seven cards whose longest flush is spades of these ranks, such as ``AK9``."""
    return parse_cards(" ".join(f"{rank}s" for rank in ranks)) + FILL[: 7 - len(ranks)]


def mask_flush(mask: int) -> Hand:
    """Seven cards whose longest flush is spades of the ranks of a 13-bit mask, deuce lowest."""
    return spade_flush("".join(letter for bit, letter in enumerate(RANK_LETTERS) if mask >> bit & 1))


def moved(hand: Hand, card: str, to: str) -> Hand:
    """The hand with one card exchanged for another."""
    (old,), (new,) = parse_cards(card), parse_cards(to)
    assert old in hand
    assert new not in hand
    return tuple(new if own == old else own for own in hand)


def straight_flush(text: str, rules: Rules = DEFAULT) -> Ranking | None:
    """The straight flush that a hand in notation has."""
    return rank_straight_flush(parse_cards(text), rules)


def ranks_of(cards: Sequence[Card]) -> str:
    """The rank letters of some cards in their order."""
    return "".join(RANK_LETTERS[card >> 2] for card in cards)
