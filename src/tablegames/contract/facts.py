"""Facts: all that money depends on in a seat's round, and no cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from tablegames.core.wagers import Bets


class Facts(Protocol):
    """All that money depends on: a named tuple of small numbers with an integer code."""

    @property
    def code(self) -> int:
        """Index into a histogram over facts."""
        ...

    @property
    def line(self) -> int:
        """Which of the game's lines the seat has taken: an index into them."""
        ...

    @property
    def _fields(self) -> tuple[str, ...]: ...

    def __lt__(self, other: Any, /) -> bool: ...


if TYPE_CHECKING:  # the default is for whoever reads types: a ruling does not pay for the module that has it
    from typing_extensions import TypeVar as WithDefault

    F_co = WithDefault("F_co", bound=Facts, covariant=True, default=Facts)
else:
    F_co = TypeVar("F_co", covariant=True)
"""The facts of a game.  Covariant, although functions of a game take them: a game is only ever asked about facts of its own."""


class Seat(NamedTuple, Generic[F_co]):
    """One seat as settlement sees it: its facts and its bets."""

    facts: F_co
    bets: Bets
