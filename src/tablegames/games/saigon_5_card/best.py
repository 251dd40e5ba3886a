"""The best play of Saigon 5 Card as it is described: how a hand is set, and what the joker is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tablegames.contract.charts import HandGrid
from tablegames.contract.document import Block, Column, Kind, Listing, Paragraph, count, table, words
from tablegames.contract.strategy import Plan, PricedPlan, Spot
from tablegames.core.figures import thousands


class JokerBeside(NamedTuple):
    """The joker and one other card as the two-card hand: the best Point Count, and the joker's value that gives it."""

    other: str
    point_count: int
    joker: int


class SettingPlay(NamedTuple):
    """How to set a hand.

    ``greatest_is_best``: whether the greatest Point Count a hand can be set to is the best one for every hand.  Of
    ``joker_hands``, ``several`` can show more than one Point Count, by what is set and by what the joker counts;
    without the joker no hand can.
    """

    greatest_is_best: bool
    joker_beside: tuple[JokerBeside, ...]
    joker_hands: int
    several: int
    several_without_joker: int

    @property
    def simple(self) -> tuple[Plan, ...]:
        """Nothing simpler than the best play is in use."""
        return ()

    def spots(self) -> Iterator[Spot]:
        """A hand of which nothing is decided by the cards of others, with some that change its value."""
        yield Spot("9s 8h 3c 5d 2d", {"the joker": "Jk", "all four 10s": "Ts Th Td Tc"})

    def json(self, simple: Sequence[PricedPlan]) -> dict[str, object]:
        """The best play for programs."""
        return {
            "greatest_point_count_is_best": self.greatest_is_best,
            "joker_beside": [beside._asdict() for beside in self.joker_beside],
            "joker_hands": self.joker_hands,
            "joker_hands_with_a_choice": self.several,
            "other_hands_with_a_choice": self.several_without_joker,
        }

    def listings(self, simple: Sequence[PricedPlan]) -> Iterator[str | Listing]:
        """The best play on a terminal."""
        if self.greatest_is_best:
            yield "Set the greatest Point Count that qualifies: it is the best setting of every hand."
        yield (
            f"Only a hand with the joker can show more than one Point Count: {thousands(self.several)}"
            f" of {thousands(self.joker_hands)} such hands."
        )
        yield ""
        yield "The joker with one other card as the two-card hand:"
        rows = [(beside.other, str(beside.point_count), str(beside.joker)) for beside in self.joker_beside]
        yield Listing(
            ("other card", "best Point Count", "joker counts"), rows, right=("best Point Count", "joker counts")
        )

    def blocks(self, simple: Sequence[PricedPlan]) -> Iterator[Block]:
        """The best play as blocks of a report, or of a page."""
        if self.greatest_is_best:
            yield Paragraph(
                "Set the greatest Point Count that qualifies: it is the best setting of every hand. This is the best play in "
                "full, and simple: nothing is given up."
            )
        yield Paragraph(
            f"Only a hand with the joker can show more than one Point Count: {thousands(self.several)} of "
            f"{thousands(self.joker_hands)} such hands, and {thousands(self.several_without_joker)} without it."
        )
        yield table(
            "joker beside",
            "The joker with one other card as the two-card hand",
            (
                Column("other card", "other card"),
                Column("point count", "best Point Count", Kind.COUNT),
                Column("joker", "the joker counts", Kind.COUNT),
            ),
            [(words(beside.other), count(beside.point_count), count(beside.joker)) for beside in self.joker_beside],
        )

    @property
    def grid(self) -> HandGrid | None:
        """None: no decision goes by the hand alone."""
        return None
