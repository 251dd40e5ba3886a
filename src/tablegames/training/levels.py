"""The three levels of training: how many seats, which bets, how close the hands, how much is asked, and the time."""

from __future__ import annotations

from typing import NamedTuple

from tablegames.core.law import Refused
from tablegames.training.deals import Stakes


class Level(NamedTuple):
    """One level; ``seconds`` are those allowed for each thing asked, ``pool`` the random tables that a question is chosen from.

    Without seconds there is no clock.
    """

    number: int
    name: str
    says: str
    seats: int
    stakes: Stakes
    seconds: int
    least_seconds: int
    pool: int


LEVELS = (
    Level(
        1, "Learner", "No clock; one seat, the main wagers, round amounts; hands apart from each other.",
        1, Stakes((1_000, 2_000, 5_000, 10_000), side=0), 0, 0, 40,
    ),
    Level(
        2, "Dealer", "Side wagers and the cards that make the hand; every kind of hand as often.",
        1, Stakes(), 20, 40, 80,
    ),
    Level(
        3, "Supervisor", "Three seats, odd amounts, rare hands and close ones; less time.",
        3, Stakes((750, 1_250, 1_500, 2_250, 3_500, 12_500), side=0.8), 10, 30, 120,
    ),
)  # fmt: skip


def level_of(text: str) -> Level:
    """A level by its number; another is refused.

    >>> level_of("2").name
    'Dealer'
    """
    for level in LEVELS:
        if text == str(level.number):
            return level
    raise Refused(f"level {text!a}: there are 1 to {len(LEVELS)}")
