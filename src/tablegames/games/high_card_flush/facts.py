"""Facts of High Card Flush: all that money depends on, and no cards."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

SHORTEST_FLUSH, LONGEST_FLUSH = 2, 7
SHORTEST_STRAIGHT_FLUSH = 3
MOST_RAISE = 3


class Outcome(IntEnum):
    """How a seat stands against the dealer; a fold is decided before the dealer's hand is seen."""

    FOLDED = 0
    DEALER_NOT_QUALIFIED = 1
    WIN = 2
    TIE = 3
    LOSE = 4


class Facts(NamedTuple):
    """One seat's facts: flush length 2 to 7, longest run of one suit 3 to 7 (0 for none), raise multiple (0 folds), outcome.

    Whether a run of three is a straight flush is for the paytable to say: the fact holds it always.

    >>> facts = Facts(4, 3, 1, Outcome.WIN)
    >>> facts.code, Facts.of_code(facts.code) == facts
    (267, True)
    """

    flush: int
    straight_flush: int
    raise_multiple: int
    outcome: Outcome

    @property
    def line(self) -> int:
        """The line of the round: its place is the raise multiple."""
        return self.raise_multiple

    @property
    def code(self) -> int:
        """A small integer, 0 to 719: index into a histogram."""
        run = max(self.straight_flush - SHORTEST_STRAIGHT_FLUSH + 1, 0)
        return (((self.flush - SHORTEST_FLUSH) * 6 + run) * 4 + self.raise_multiple) * 5 + self.outcome

    @classmethod
    def of_code(cls, code: int) -> Facts:
        """The facts of a code."""
        rest, outcome = divmod(code, 5)
        rest, raise_multiple = divmod(rest, 4)
        flush, run = divmod(rest, 6)
        return cls(flush + SHORTEST_FLUSH, run and run + SHORTEST_STRAIGHT_FLUSH - 1, raise_multiple, Outcome(outcome))


CODES = 720
FACTS = tuple(
    Facts(flush, straight_flush, raise_multiple, outcome)
    for flush in range(SHORTEST_FLUSH, LONGEST_FLUSH + 1)
    for straight_flush in (0, *range(SHORTEST_STRAIGHT_FLUSH, LONGEST_FLUSH + 1))
    if straight_flush <= flush
    for raise_multiple in range(MOST_RAISE + 1)
    for outcome in Outcome
    if (raise_multiple == 0) == (outcome is Outcome.FOLDED)
)
"""Every value of the facts that a legal or illegal raise could give, in the order of the codes."""
