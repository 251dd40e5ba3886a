"""Irregularities of a round: which may be called, and what each leads to by its reading of procedure."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import Enum, auto

from tablegames.core.cards import Card, Deck, Hand
from tablegames.core.law import Refused
from tablegames.rounds.moves import Called, Kind, Trouble


class Outcome(Enum):
    """What an irregularity leads to."""

    VOID = auto()
    """The round is without effect."""
    DISCARDED = auto()
    """The card leaves the shoe, and the round goes on."""
    STANDS = auto()
    """The card stands; all have seen it."""
    FOLDED = auto()
    """The seat is folded, or set, when its turn comes."""
    DEAD = auto()
    """The seat's hand is dead."""


def verify_called(
    called: object,
    place: str,
    *,
    phase: Kind,
    lying: Mapping[str, Hand],
    live: Collection[str],
    deck: Deck,
    dealing: str,
) -> Called:
    """The irregularity, refused where it cannot be: unknown, too early or late, or at a place or with a card that is not there.

    ``lying``: the cards of every place; ``live``: the seats with a live hand; ``dealing``: the rule that says what the deck is.
    """
    if not isinstance(called, Called):
        raise Refused(f"an irregularity is one of {', '.join(Trouble)}, and a card or none")
    trouble, card = called
    if phase in (Kind.BET, Kind.DISCARD):
        raise Refused(f"{trouble}: nothing is dealt, or all is settled")
    if place and place not in lying:
        raise Refused(f"{trouble}: {place!a} is no place of this table: {', '.join(lying)}")
    if trouble in (Trouble.DEAD_HAND, Trouble.PLAYER_LEAVES):
        if place not in live:
            raise Refused(f"{trouble}: seat {place!a} has no live hand")
        if phase is Kind.SETTLE:
            raise Refused(f"{trouble}: the hands are revealed")
    if card is not None and not isinstance(card, Card):
        raise Refused(f"{trouble}: {card!a} is not a card")
    if card is not None and card not in deck:
        raise Refused(f"{trouble}: {card} is not in {deck.name}", cites=(dealing,))
    return called


def verify_exposed(called: Called, place: str, *, lying: Mapping[str, Hand], left: Collection[Card]) -> None:
    """Refuse an exposed card that is not where it is said to be; ``left`` are those still in the shoe."""
    trouble, card = called
    if trouble is Trouble.EXPOSED_IN_SHOE and card not in left:
        raise Refused(f"{trouble}: name the card, one that is still in the shoe")
    if trouble is Trouble.EXPOSED_WHILE_DEALT and card is not None:
        where = [at for at, cards in lying.items() if card in cards]
        if not where or place not in ("", *where):
            raise Refused(f"{trouble}: {card} has not been dealt there")


def outcome_of(called: Called, place: str, reading: str, seats: Collection[Hand]) -> Outcome:
    """What an irregularity leads to by the choice in force of its reading; ``seats`` are the cards of each seat."""
    if reading == "void-round":
        return Outcome.VOID
    if reading == "card-discarded":
        return Outcome.DISCARDED
    if reading == "holder-decides" and not (place.isdigit() or any(called.card in cards for cards in seats)):
        return Outcome.VOID
    if reading in ("card-stands", "holder-decides"):
        return Outcome.STANDS
    return Outcome.FOLDED if reading == "fold" else Outcome.DEAD
