"""Facts of One Card: all that money depends on, and no cards."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class BonusHand(IntEnum):
    """The listed hands by their paragraph, § 000a.6(c)(1) and (2), and none of them."""

    NONE = 0
    ACE = 1
    FACE_CARD = 2

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")


class Outcome(IntEnum):
    """How a seat stands against the dealer."""

    FOLDED = 0
    DEALER_NOT_QUALIFIED = 1
    WIN = 2
    TIE = 3
    LOSE = 4


class Facts(NamedTuple):
    """One seat's facts.

    >>> facts = Facts(BonusHand.ACE, Outcome.WIN)
    >>> facts.code, Facts.of_code(facts.code) == facts
    (7, True)
    """

    bonus: BonusHand
    outcome: Outcome

    @property
    def line(self) -> int:
        """The line of choices, by its place in ``LINES``: a fold, or a raise."""
        return int(self.outcome is not Outcome.FOLDED)

    @property
    def code(self) -> int:
        """A small integer, 0 to 14: index into a histogram."""
        return self.bonus * 5 + self.outcome

    @classmethod
    def of_code(cls, code: int) -> Facts:
        """The facts of a code."""
        bonus, outcome = divmod(code, 5)
        return cls(BonusHand(bonus), Outcome(outcome))


CODES = 15
FACTS = tuple(map(Facts.of_code, range(CODES)))
