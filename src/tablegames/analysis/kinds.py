"""Kinds of facts: facts that no paytable of one wager tells apart, so that a new table is priced by settling one fact a row.

Under other tables of a wager only its own lines pay otherwise, and each of its lines pays by its row alone.  So facts with the same row,
the same net of all other wagers of the main game and the same total wager stay alike: a histogram over facts becomes one over a few
dozen kinds, once, and any table's figures follow from what each row then pays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from tablegames.analysis.exact import Figures
from tablegames.analysis.pricing import UNIT, side_wagers
from tablegames.contract.game import Game, Rules, Seat
from tablegames.core.wagers import LedgerLine


class Kind(NamedTuple):
    """What facts of one kind share: the row of the wager (its place in ``Kinds.rows``), and what all wagers together are beside it.

    ``rest`` is the net of the main game's other wagers, ``size`` the total wager, both per Ante; of a side wager by itself 0 and 1.
    """

    row: int
    rest: Fraction
    size: Fraction


@dataclass(frozen=True)
class Kinds:
    """The kinds of a game's facts for the tables of one wager."""

    wager: str
    kinds: tuple[Kind, ...]
    rows: tuple[str, ...]
    """The rows by which the wager is decided, as its ledger lines name them."""
    of_rows: tuple[Any, ...]
    """One fact of each row."""
    samples: tuple[Any, ...]
    """One fact of each kind."""
    of_code: Mapping[int, int]
    """The kind of each fact code."""

    def nets(self, game: Game, rules: Rules, meters: Mapping[str, int]) -> tuple[Fraction, ...]:
        """What each row pays under some rules, per unit of the wager: the settlement, asked once a row."""
        bet = side_wagers(game, rules).get(self.wager, UNIT)
        return tuple(
            game.settle([Seat(facts, {self.wager: bet})], meters, rules).seats[0].exact / bet for facts in self.of_rows
        )

    def figures(self, nets: Sequence[Fraction], deals: Sequence[int]) -> Figures:
        """The figures of the main game, or of a side wager, from what each row pays and the deals of each kind."""
        scale = lcm(*(net.denominator for net in nets), *(part.denominator for _, *two in self.kinds for part in two))
        total = square = size = hits = pushes = 0
        for kind, count in zip(self.kinds, deals, strict=True):
            net = int((kind.rest + nets[kind.row]) * scale)
            total += count * net
            square += count * net * net
            size += count * int(kind.size * scale)
            hits += count * (net > 0)
            pushes += count * (net == 0)
        of = sum(deals)
        mean = Fraction(total, of * scale)
        chances = (Fraction(count, of) for count in (hits, pushes, of - hits - pushes))
        return Figures(mean, Fraction(square, of * scale * scale) - mean * mean, Fraction(size, of * scale), *chances)

    def grouped(self, histogram: Mapping[Any, int]) -> list[int]:
        """The deals of each kind, from deals by facts."""
        deals = [0] * len(self.kinds)
        for facts, count in histogram.items():
            deals[self.of_code[facts.code]] += count
        return deals


def kinds_of(game: Game, rules: Rules, wager: str, facts: Iterable[Any], meters: Mapping[str, int]) -> Kinds:
    """The kinds of some facts for a wager of the main game, or for a side wager; ``rules`` have a table for it.

    >>> from tablegames.games import game_named
    >>> game = game_named("heads-up-holdem")
    >>> found = kinds_of(game, game.default_rules(), "pocket-bonus", game.facts, {})
    >>> found.rows[:2], len(found.kinds)
    (('no listed hand', 'any other pair'), 5)
    """
    side = side_wagers(game, rules)
    rows: dict[str, int] = {}
    kinds: dict[Kind, int] = {}
    of_rows: dict[int, Any] = {}
    samples: dict[int, Any] = {}
    of_code: dict[int, int] = {}
    for each in facts:
        bets = {wager: side[wager]} if wager in side else game.main_bets(each, UNIT)
        unit = side.get(wager, UNIT)
        lines = game.settle([Seat(each, bets)], meters, rules).seats[0].lines
        others = [line for line in lines if line.wager != wager]
        kind = Kind(
            rows.setdefault(_row(lines, wager), len(rows)),
            sum((line.exact for line in others), Fraction(0)) / unit,
            Fraction(sum(bets.values()), unit),
        )
        of_code[each.code] = kinds.setdefault(kind, len(kinds))
        samples.setdefault(kinds[kind], each)
        of_rows.setdefault(kind.row, each)
    return Kinds(wager, tuple(kinds), tuple(rows), tuple(of_rows.values()), tuple(samples.values()), of_code)


def _row(lines: Iterable[LedgerLine], wager: str) -> str:
    """What decided a wager."""
    return next(line.row for line in lines if line.wager == wager)
