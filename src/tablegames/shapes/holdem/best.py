"""The best play of a Hold 'Em game as it is described: the 169 starting hands, and the simple play that stands beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from tablegames.contract.charts import HandCell, HandGrid
from tablegames.contract.document import Block, Cell, Column, Kind, Listing, Paragraph, number, percentage, table, words
from tablegames.contract.strategy import Action, Plan, PricedPlan, Spot, plan_in_words
from tablegames.core.cards import RANK_LETTERS
from tablegames.core.figures import decimal, percent
from tablegames.shapes.holdem.plans import OPTIONS, SIMPLE_PLAY
from tablegames.shapes.holdem.ranges import GRID, RANKS, combinations
from tablegames.shapes.holdem.rules import PREFLOP

COST = (Column("house edge", "house edge per Ante", Kind.PERCENT), Column("cost", "cost per Ante", Kind.PERCENT))

TERMS = (
    (
        "Q8s+",
        "before the flop: these two ranks suited, and every higher second card below the first: Q8s, Q9s, QTs, QJs",
    ),
    ("K5o+", "the same of two suits (offsuit); K5+ is both, suited and offsuit"),
    ("33+", "this pair and every higher one"),
    ("two pair+", "the best five cards are two pair or better, wherever they lie; so with every category of hand"),
    (
        "pocket pair 3+",
        "the two hole cards are a pair of threes or higher, which is part of the best five; without a rank, any",
    ),
    ("paired card", "a hole card makes a pair with a card of the board, which is part of the best five"),
    ("hidden pair", "a pocket pair or a paired card"),
    ("flush draw T+", "on the flop: four cards of a suit, with a hole card of it that is a ten or higher"),
    ("outs<21", "after the river: fewer than 21 of the unseen cards beat the seat's hand, each alone with the board"),
)
"""What the plans of the Hold 'Em games say, in the words of a reader who does not know them."""


class StartingPlay(NamedTuple):
    """A starting hand: what it does before the flop, and what its best raise is worth more than checking, per Ante.

    ``deals`` are all deals with the hand; of those that check, ``flop_bets`` is the part that bets the flop.  ``actions`` are
    what may be done with their values, the largest wager first.
    """

    hand: str
    action: str
    raises: bool
    advantage: Fraction
    deals: int
    flop_bets: Fraction
    actions: tuple[Action, ...]

    @property
    def futures(self) -> int:
        """The deals of one hole, over which each value is taken."""
        return self.deals // combinations(self.hand)


class HoldemPlay(NamedTuple):
    """The best play before the flop, hand by hand and as a range, and what simpler play afterwards costs."""

    starting: tuple[StartingPlay, ...]
    raising: str
    frequency: Fraction

    @property
    def rows(self) -> tuple[tuple[StartingPlay, ...], ...]:
        """The starting hands as they are laid out, suited ones above the diagonal."""
        by_name = {hand.hand: hand for hand in self.starting}
        return tuple(tuple(by_name[name] for name in names) for names in GRID)

    @property
    def simple(self) -> tuple[Plan, ...]:
        """The published simple play after the best play before the flop: each stage alone, and the whole."""
        return (*({stage: rule} for stage, rule in SIMPLE_PLAY.items()), {PREFLOP: self.raising, **SIMPLE_PLAY})

    def spots(self) -> Iterator[Spot]:
        """The starting hand that is nearest to being played the other way."""
        closest = min(self.starting, key=lambda hand: (abs(hand.advantage), hand.hand))
        cards, seen = _cards_of(closest.hand)
        yield Spot(cards, seen, (closest.actions, closest.futures))

    def json(self, simple: Sequence[PricedPlan]) -> dict[str, object]:
        """The best play for programs."""
        return {
            "preflop": {
                "raise": self.raising,
                "frequency": str(self.frequency),
                "hands": [
                    {
                        "hand": hand.hand,
                        "action": hand.action,
                        "advantage": str(hand.advantage),
                        "deals": str(hand.deals),
                        "flop_bets": str(hand.flop_bets),
                    }
                    for hand in self.starting
                ],
            },
            "simple": [
                {
                    "plan": dict(plan.plan),
                    "expected_value": str(plan.expected_value),
                    "cost": str(plan.cost),
                }
                for plan in simple
            ],
        }

    def listings(self, simple: Sequence[PricedPlan]) -> Iterator[str | Listing]:
        """The best play on a terminal."""
        raises = {hand.action for hand in self.starting if hand.raises}
        rows = [
            (rank, *(f"{'R' if hand.raises else '.'}{_signed(hand.advantage)}" for hand in hands))
            for rank, hands in zip(RANKS, self.rows, strict=True)
        ]
        yield "Before the flop (suited above the diagonal, offsuit below): what raising is worth more than checking, per Ante"
        yield Listing(("", *RANKS), rows, right=RANKS, whole=("",))
        yield f"R {' or '.join(sorted(raises)) or 'raise: none'}   . check"
        yield f"Raise {self.raising}: {percent(self.frequency, 4)} % of hands"
        yield ""
        yield "On the flop and after the river `advise` is exact for any hand. Simple play, and what it costs:"
        columns = ("plan (the rest as in the best play)", "house edge", "cost per Ante")
        plans = [
            (plan_in_words(OPTIONS, plan.plan), percent(-plan.expected_value, 6) + " %", percent(plan.cost, 6) + " %")
            for plan in simple
        ]
        yield Listing(columns, plans, right=columns[1:])

    def blocks(self, simple: Sequence[PricedPlan]) -> Iterator[Block]:
        """The best play as blocks of a report, or of a page."""
        actions = sorted({hand.action for hand in self.starting if hand.raises})
        yield Paragraph(
            f"Before the flop {' or '.join(actions) or 'raise none'} with {self.raising}: "
            f"{percent(self.frequency, 4)} % of hands. The table has what raising is worth more than checking, per Ante; "
            "suited hands stand above the diagonal, offsuit ones below it; a hand with a plus raises."
        )
        rows = [(words(rank), *map(_gain, hands)) for rank, hands in zip(RANKS, self.rows, strict=True)]
        columns = (Column("high", ""), *(Column(rank, rank, Kind.NUMBER) for rank in RANKS))
        yield table("starting hands", "The gain of raising before the flop, per Ante", columns, rows, dense=True)
        yield Paragraph(
            "On the flop and after the river the best play has no short form. A simple play, which analysts publish "
            "for Ultimate Texas Hold 'Em, is priced exactly here. It raises where any of its alternatives holds, and else checks "
            "on the flop and folds after the river."
        )
        yield table("terms", "The terms of a plan", ("term", "meaning"), TERMS)
        plans = [
            (words(plan_in_words(OPTIONS, plan.plan)), percentage(-plan.expected_value, 6), percentage(plan.cost, 6))
            for plan in simple
        ]
        yield table("simple play", "Simple play", (Column("plan", "plan"), *COST), plans)

    @property
    def grid(self) -> HandGrid | None:
        """The first decision by the hand."""
        return HandGrid(
            "The best play before the flop, of a full deck",
            "Suited hands stand above the diagonal, offsuit ones below. A filled hand raises, an outlined one checks: choose one to see what each "
            "action is worth.",
            "raising is worth {} of the Ante more than checking",
            tuple(tuple(map(_cell, hands)) for hands in self.rows),
        )


def _cards_of(name: str) -> tuple[str, dict[str, str]]:
    """A starting hand in clubs and diamonds, with cards that spoil it and cards that cannot.

    >>> _cards_of("K4o")
    ('Kc 4d', {'one more card of each of its ranks': 'Ks 4h', 'two cards of other ranks': '2s 3h'})
    """
    high, low, suits = name[0], name[1], "cc" if name.endswith("s") else "cd"
    others = [rank for rank in RANK_LETTERS if rank not in (high, low)][:2]
    return f"{high}{suits[0]} {low}{suits[1]}", {
        "one more card of each of its ranks": f"{high}s {low}h",
        "two cards of other ranks": f"{others[0]}s {others[1]}h",
    }


def _signed(value: Fraction) -> str:
    """Three digits after the point with their sign, and no zero before it."""
    text = decimal(abs(value), 3).removeprefix("0")
    return ("-" if value < 0 else "+") + text


def _gain(hand: StartingPlay) -> Cell:
    """What raising a starting hand gains; the sign tells the decision also where the figure rounds to nothing."""
    cell = number(abs(hand.advantage), 3)
    return cell._replace(
        text=("+" if hand.raises else "-") + cell.text, exact=str(hand.advantage), value=hand.advantage
    )


def _cell(hand: StartingPlay) -> HandCell:
    """A starting hand with every two cards that it stands for."""
    high, low, suited = hand.hand[0], hand.hand[1], hand.hand.endswith("s")
    hands = tuple(f"{high}{one} {low}{other}" for one, other in product("shdc", repeat=2) if (one == other) == suited)
    return HandCell(hand.hand, hands, hand.action, hand.raises, hand.advantage)
