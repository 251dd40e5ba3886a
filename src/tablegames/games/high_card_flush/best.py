"""The best play of High Card Flush as it is described: the flushes that always raise, those that always fold, and those between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from tablegames.contract.charts import HandGrid
from tablegames.contract.document import Block, Column, Kind, Listing, Paragraph, count, percentage, table, words
from tablegames.contract.strategy import Plan, PricedPlan, Spot
from tablegames.core.figures import percent, thousands

OTHERS = 4
"""The cards beside a three-card flush."""


class MixedFlush(NamedTuple):
    """A flush with which some hands raise and some fold.

    ``courts``: the readable rule raises with so many jacks or higher among the other cards, or more (one more than
    there are other cards: never), the number that costs least; ``misplayed`` hands it gets wrong, at ``cost`` per Ante
    over all deals.
    """

    flush: str
    raises: int
    folds: int
    courts: int
    misplayed: int
    cost: Fraction

    @property
    def raise_with(self) -> str:
        """How many jacks or higher raise, in words."""
        if self.courts < OTHERS:
            return f"{self.courts} or more"
        return str(OTHERS) if self.courts == OTHERS else "never"


class FlushPlay(NamedTuple):
    """The best play: every flush from ``always_raise`` up raises the most allowed, every one up to ``always_fold``
    folds.

    Either is ``None`` where no flush does.  ``mixed`` lists the flushes between them that are decided by the other
    cards.
    """

    always_raise: str | None
    always_fold: str | None
    mixed: tuple[MixedFlush, ...]
    hands: int
    folds: int

    @property
    def readable_cost(self) -> Fraction:
        """The price of the readable rule for all mixed flushes together, per Ante."""
        return sum((flush.cost for flush in self.mixed), Fraction(0))

    @property
    def simple(self) -> tuple[Plan, ...]:
        """The readable rule is priced with the flushes; no plan stands beside it."""
        return ()

    def spots(self) -> Iterator[Spot]:
        """The highest and the lowest flush of three cards with which the others decide."""
        threes = [flush for flush in self.mixed if flush.flush.count("-") == 2]  # with four cards beside them
        for flush in threes[:1] + threes[-1:]:
            yield _spot(flush.flush, min(flush.courts, OTHERS))

    def json(self, simple: Sequence[PricedPlan]) -> dict[str, object]:
        """The best play for programs."""
        return {
            "always_raise": self.always_raise,
            "always_fold": self.always_fold,
            "hands": self.hands,
            "hands_folded": self.folds,
            "mixed": [
                {
                    "flush": mixed.flush,
                    "raises": mixed.raises,
                    "folds": mixed.folds,
                    "courts": mixed.courts if mixed.courts <= OTHERS else None,
                    "misplayed": mixed.misplayed,
                    "cost": str(mixed.cost),
                }
                for mixed in self.mixed
            ],
            "courts_cost": str(self.readable_cost),
        }

    def listings(self, simple: Sequence[PricedPlan]) -> Iterator[str | Listing]:
        """The best play on a terminal."""
        if self.always_raise:
            yield f"Raise the most allowed with {self.always_raise} and every better flush, whatever the other cards."
        if self.always_fold:
            yield f"Fold {self.always_fold} and every worse flush, whatever the other cards."
        yield f"Of {thousands(self.hands)} hands {thousands(self.folds)} fold."
        if not self.mixed:
            return
        yield ""
        yield "Between the two the four other cards decide, by suits and ranks together; `advise` is exact for any hand."
        yield "A short rule that comes near: count the jacks and higher among the other four, and raise from this many on."
        columns = ("flush", "hands that raise", "that fold", "raise with", "misplayed", "cost per Ante")
        rows = [
            (
                mixed.flush,
                thousands(mixed.raises),
                thousands(mixed.folds),
                mixed.raise_with,
                thousands(mixed.misplayed),
                percent(mixed.cost, 8) + " %",
            )
            for mixed in self.mixed
        ]
        yield Listing(columns, rows, right=columns[1:3] + columns[4:])
        yield f"The short rule costs {percent(self.readable_cost, 6)} % of the Ante in all: {self.readable_cost}"

    def blocks(self, simple: Sequence[PricedPlan]) -> Iterator[Block]:
        """The best play as blocks of a report, or of a page."""
        lines = []
        if self.always_raise:
            lines.append(
                f"Raise the most allowed with {self.always_raise} and every better flush, whatever the other cards."
            )
        if self.always_fold:
            lines.append(f"Fold {self.always_fold} and every worse flush, whatever the other cards.")
        lines.append(f"Of {thousands(self.hands)} hands {thousands(self.folds)} fold.")
        yield Paragraph(" ".join(lines))
        if not self.mixed:
            return
        yield Paragraph(
            "Between the two the four other cards decide, by suits and ranks together. A simple rule comes near: count the "
            "jacks and higher among the other four cards, and raise from the number in the table on. It costs "
            f"{percent(self.readable_cost, 6)} % of the Ante in all ({self.readable_cost})."
        )
        yield table(
            "mixed flushes",
            "Flushes decided by the other cards",
            (
                Column("flush", "flush"),
                Column("raises", "hands that raise", Kind.COUNT),
                Column("folds", "hands that fold", Kind.COUNT),
                Column("raise with", "raise with jacks and higher"),
                Column("misplayed", "hands misplayed", Kind.COUNT),
                Column("cost", "cost per Ante", Kind.PERCENT),
            ),
            [
                (
                    words(mixed.flush),
                    count(mixed.raises),
                    count(mixed.folds),
                    words(mixed.raise_with),
                    count(mixed.misplayed),
                    percentage(mixed.cost, 8),
                )
                for mixed in self.mixed
            ],
        )

    @property
    def grid(self) -> HandGrid | None:
        """None: no decision goes by the hand alone."""
        return None


def _spot(ranks: str, courts: int) -> Spot:
    """A flush in clubs with so many court cards beside it, two suits of two cards, and cards of the fourth suit that others hold.

    >>> _spot("T-8-6", 2)[:2]
    ('Tc 8c 6c Ad Kh 3d 2h', {'ace to jack of spades': 'As Ks Qs Js', '2 to 5 of spades': '2s 3s 4s 5s'})
    """
    beside = "AKQJ"[:courts] + "5432"[courts:]
    cards = [f"{rank}c" for rank in ranks.split("-")] + [f"{rank}{'dh'[n % 2]}" for n, rank in enumerate(beside)]
    return Spot(" ".join(cards), {"ace to jack of spades": "As Ks Qs Js", "2 to 5 of spades": "2s 3s 4s 5s"})
