"""How much a seat may raise: the game's own largest raises, and the house's limits beneath them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tablegames.contract.rules import Rules
from tablegames.core.cards import Hand

EVERY_HAND = 0
"""The key of a raise or a limit for every hand."""
IN_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven")


@dataclass(frozen=True)
class RaiseCaps:
    """The largest raises of a game as multiples of the base wager, under 0 the largest of all.

    Where they depend on the hand, ``most`` has one for each ``number`` of a hand; ``by`` says what that is ("flush length"), ``one`` what a hand of
    a number is called ("{}-card flush"), and ``several`` what hands of some numbers are ("a flush of {} cards").
    """

    most: Mapping[int, int]
    by: str = ""
    one: str = ""
    several: str = ""
    number: Callable[[Hand], int] = field(default=lambda hand: EVERY_HAND)

    @property
    def numbers(self) -> list[int]:
        """The numbers of a hand for which there is a largest raise of its own."""
        return [number for number in self.most if number != EVERY_HAND]

    def named(self, hand: Hand) -> str:
        """What a hand is, as far as its raises depend on it."""
        return self.one.format(IN_WORDS[self.number(hand)])

    def within(self, number: int, rules: Rules) -> int:
        """The largest raise of a hand of a number under the house's limits.

        >>> caps = RaiseCaps({0: 3, 2: 1, 6: 3}, by="flush length")
        >>> rules = Rules({}, {}, raise_limits={0: 2})
        >>> caps.within(2, rules), caps.within(6, rules)
        (1, 2)
        """
        own = self.most[number]
        return min(own, rules.raise_limits.get(number, rules.raise_limits.get(EVERY_HAND, own)))


NO_RAISES = RaiseCaps({})
