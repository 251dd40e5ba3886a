"""What counts for the analysis: the protocol of a game's solver, and what it is handed and gives back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

from tablegames.contract.choices import Choice, View
from tablegames.contract.facts import F_co, Facts
from tablegames.contract.rules import Rules

if TYPE_CHECKING:  # a ruling does not pay for NumPy
    import numpy as np
    from numpy.typing import NDArray

MOST_ADVISED = 1 << 40
"""The largest payoff, in whole units, that an outlook is weighed with: a flop's C(47, 2) boards x 990 dealer hands x this stays
below 2^61."""

Progress = Callable[[float], None]
"""Told the part done, up to 1."""

Outlook = Mapping[Choice, Mapping[int, int]]
"""For each choice of a seat, the equally likely futures counted by fact code."""


@dataclass(frozen=True)
class Priced(Generic[F_co]):
    """What every possible fact of a game pays under some rules, in whole units: what a solver is asked.

    ``payoffs``: int64 by fact code, 0 where a fact is not possible.  ``unit``: what one of them is worth, in base wagers by the odds, in cents where
    the payoffs are of bets in money (``in_money``).
    """

    rules: Rules
    possible: tuple[F_co, ...]
    payoffs: NDArray[np.int64]
    unit: Fraction
    in_money: bool = False


class Optimum(NamedTuple):
    """What a solver finds: deals by fact code under the best play, how they were counted, and the solver's own detail."""

    counts: Mapping[int, int]
    method: str
    detail: object


F_contra = TypeVar("F_contra", bound=Facts, contravariant=True)


class Solver(Protocol[F_contra]):
    """What the analysis asks of a game that can be counted on its real deck."""

    def optimum(
        self, asked: Priced[F_contra], *, policy: NDArray[np.int8] | None = None, progress: Progress | None = None
    ) -> Optimum:
        """The best play over all deals; ``policy`` fixes what the game's strategy can fix."""
        ...

    def outlook(self, view: View, asked: Priced[F_contra]) -> Outlook:
        """The futures of every choice of a seat that sees this, the largest wager first; later choices are the best."""
        ...

    def fact_codes(
        self,
        player: NDArray[np.uint8],
        dealer: NDArray[np.uint8],
        board: NDArray[np.uint8],
        lines: NDArray[np.int8],
        rules: Rules,
    ) -> NDArray[np.uint16]:
        """The fact code of each row of card codes, (n, cards), and of the line that the seat took, (n,)."""
        ...


class Dealing(Protocol):
    """Rounds dealt at random and played in some way; it may be pickled, and threads may deal different rounds at once."""

    def deal(self, key: NDArray[np.uint64], first: int, codes: NDArray[np.uint16]) -> None:
        """Deal the rounds ``first``, ``first`` + 1, ... of a stream and set ``codes`` (rounds, seats) to each seat's fact code."""
        ...
