"""How a game is played: the protocol of its strategy, plans that a player may follow, and the best play in a form that people use."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from tablegames.contract.choices import Choice
from tablegames.contract.solver import Dealing, F_contra, Optimum, Priced, Progress
from tablegames.core.law import Refused

if TYPE_CHECKING:  # a ruling does not pay for NumPy
    from numpy.typing import NDArray

    from tablegames.contract.charts import HandGrid
    from tablegames.contract.document import Block, Listing

Plan = Mapping[str, str]
"""What a player does at some stages, as text by stage; the other stages are played as in the best play."""

Batch = Mapping[str, "Sequence[Any] | NDArray[Any]"]
"""Rows of an export as columns of equal length by name; a masked array is empty where it is masked."""


class PlayOption(NamedTuple):
    """A stage that a plan can fix: its key in a plan, the option of a command and its form, and what it says to whoever asks for help."""

    stage: str
    option: str
    form: str
    says: str
    said: Callable[[str], str] | None = None
    """A plan of this stage in words; where none is given it is the stage and the text."""


def plan_in_words(options: Sequence[PlayOption], plan: Plan) -> str:
    """A plan in one line; what it does not name is played as in the best play.

    >>> plan_in_words((), {"flop": "two pair+"})
    'flop: two pair+'
    """
    said = {option.stage: option.said for option in options}
    return "; ".join(tell(text) if (tell := said.get(stage)) else f"{stage}: {text}" for stage, text in plan.items())


@dataclass(frozen=True)
class Plays:
    """The plans of a game or of a family (``of``): the stages that one can fix, plans by name, and what players get wrong (the rest is then played
    best)."""

    of: str = ""
    options: tuple[PlayOption, ...] = ()
    named: Mapping[str, Plan] = field(default_factory=dict)
    errors: Mapping[str, Plan] = field(default_factory=dict)
    grid: str = ""
    """When the decision is made that a page shows as a grid of hands, in words; empty where the best play has no such grid."""
    last: str = ""
    """The last stage, where its decisions are so many that they are listed only for those who ask."""

    def check(self, plan: Plan, name: str) -> None:
        """Refuse a stage at which the game ``name`` has no decision that a plan can fix."""
        stages = [option.stage for option in self.options]
        for stage in plan:
            if stage not in stages:
                raise Refused(f"{name} has no plan for {stage}: {', '.join(stages) or 'none'}")


class Action(NamedTuple):
    """A choice of a seat, and its exact expected value."""

    choice: Choice
    expected_value: Fraction

    @property
    def action(self) -> str:
        """The choice in words."""
        return self.choice.words


class PricedPlan(NamedTuple):
    """A plan with its exact expected value per base wager, and what it costs beside the best play."""

    plan: Plan
    expected_value: Fraction
    cost: Fraction


class Spot(NamedTuple):
    """A close decision of a game: the hand and, by what they are called, cards of others that a seat may have seen, in notation.

    ``known``: the actions with no other card seen and the futures of each, where the best play has them already.
    """

    hand: str
    seen: Mapping[str, str]
    known: tuple[tuple[Action, ...], int] | None = None


class Described(Protocol):
    """A game's best play in a form that people use."""

    @property
    def simple(self) -> tuple[Plan, ...]:
        """The simple plays whose price stands beside it, the whole one last."""
        ...

    def json(self, simple: Sequence[PricedPlan]) -> dict[str, object]:
        """The best play for programs, with the price of the simple plays."""
        ...

    def listings(self, simple: Sequence[PricedPlan]) -> Iterator[str | Listing]:
        """The same on a terminal."""
        ...

    def blocks(self, simple: Sequence[PricedPlan]) -> Iterator[Block]:
        """The same as blocks of a report, or of a page."""
        ...

    @property
    def grid(self) -> HandGrid | None:
        """The first decision by the hand, where it goes by the hand alone."""
        ...

    def spots(self) -> Iterator[Spot]:
        """The closest decisions."""
        ...


class Strategy(Protocol[F_contra]):
    """The best play of a game in words, plans played exactly, and every decision as rows."""

    def optimum(self, asked: Priced[F_contra], plan: Plan, progress: Progress | None = None) -> Optimum:
        """A plan played over all deals; an empty one is the best play.  Refused where the text of a stage cannot be read."""
        ...

    def dealing(self, asked: Priced[F_contra], plan: Plan) -> Dealing:
        """The same play for rounds dealt at random."""
        ...

    def describe(self, asked: Priced[F_contra], best: Optimum) -> Described:
        """The best play in a form that people use."""
        ...

    def batches(self, asked: Priced[F_contra], *, last: bool) -> Iterator[tuple[Batch, float]]:
        """Every decision as rows, batch by batch, with the part done; ``last``: with those of the last stage, which are many."""
        ...
