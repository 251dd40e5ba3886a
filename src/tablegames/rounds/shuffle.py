"""Shuffling for play: every order of the deck, from the operating system's generator, or from a seed for tests.

A commitment binds the house to a shuffled deck before the bets: the SHA-256 of a salt and the order.  It is published first and
the salt and the order after the round; anyone can check them.  A seeded deck is never committed to.
"""

from __future__ import annotations

import hashlib
import random
from typing import NamedTuple

from tablegames.core.cards import Deck, Hand, format_cards
from tablegames.core.law import Refused

SALT_BITS = 256


class Shuffled(NamedTuple):
    """A deck in the order in which it is dealt, and the salt of its commitment (64 hexadecimal digits)."""

    cards: Hand
    salt: str

    @property
    def commitment(self) -> str:
        """What may be published before the bets."""
        return commitment(self.cards, self.salt)


def generator(seed: int | None) -> random.Random:
    """The operating system's generator, or a seeded one: the same seed, the same decks, on every machine.

    >>> from tablegames.core.cards import STANDARD_DECK
    >>> shuffled(STANDARD_DECK, generator(1)).cards[:5]
    (Ad, 4d, Jd, 7h, 2h)
    """
    if seed is not None and seed < 0:  # Python's generator takes the size of a seed only
        raise Refused(f"seed {seed} is negative: a seed is 0 or more")
    return random.SystemRandom() if seed is None else random.Random(seed)


def shuffled(deck: Deck, source: random.Random) -> Shuffled:
    """The deck by Fisher and Yates: each step draws without bias among what is left, so every order is as likely."""
    cards = list(deck.cards)
    source.shuffle(cards)
    return Shuffled(tuple(cards), f"{source.getrandbits(SALT_BITS):064x}")


def check_secret(source: random.Random) -> None:
    """Refuse to commit to the decks of a source that others can have too: only the operating system's is nobody's.

    >>> check_secret(generator(7))
    Traceback (most recent call last):
    tablegames.core.law.Refused: a deck from a seed cannot be committed to: ...
    """
    if not isinstance(source, random.SystemRandom):
        raise Refused(
            "a deck from a seed cannot be committed to: whoever tries one seed after another finds the deck, and its "
            "salt, before the bets; leave out the seed, or the commitment"
        )


def commitment(cards: Hand, salt: str) -> str:
    """SHA-256 of the salt, a colon, and the cards in notation, in hexadecimal digits."""
    return hashlib.sha256(f"{salt}:{format_cards(cards)}".encode()).hexdigest()
