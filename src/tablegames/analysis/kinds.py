"""Kinds of facts: facts that no paytable of some wagers tells apart, so that a new table is priced by settling one fact a row.

Under other tables only the lines of the wagers that they pay pay otherwise, and each of these pays by its row and its size alone.  So facts with the
same rows and sizes of these, the same net of all other wagers of the main game and the same total wager stay alike: a histogram over facts becomes
one over a few dozen kinds, once, and any table's figures follow from what each row then pays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from tablegames.analysis.exact import Figures
from tablegames.analysis.pricing import UNIT, side_wagers
from tablegames.contract.facts import Facts, Seat
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.wagers import LedgerLine


class Kind(NamedTuple):
    """What facts of one kind share: how the wagers are decided (its place in ``Kinds.rows``), and what all wagers together are beside them.

    ``rest`` is the net of the main game's other wagers, ``size`` the total wager, both per Ante; of a side wager by itself 0 and 1.
    """

    row: int
    rest: Fraction
    size: Fraction


@dataclass(frozen=True)
class Kinds:
    """The kinds of a game's facts for the tables of some wagers, which belong to the main game, or of a side wager."""

    wagers: tuple[str, ...]
    kinds: tuple[Kind, ...]
    rows: tuple[str, ...]
    """The rows by which the wagers are decided, as their ledger lines name them, with the sizes where they differ."""
    of_rows: tuple[Facts, ...]
    """One fact of each row."""
    samples: tuple[Facts, ...]
    """One fact of each kind."""
    of_code: Mapping[int, int]
    """The kind of each fact code."""
    sized: bool = False
    """Whether what is paid depends on the size of a wager too, and so on the line that a seat has taken."""

    def nets(self, game: Game, rules: Rules, meters: Mapping[str, int]) -> tuple[Fraction, ...]:
        """What each row pays under some rules, per unit of a side wager or per base wager: the settlement, asked once a row."""
        side = side_wagers(game, rules)
        return tuple(
            _paid(_lines(game, rules, each, self.wagers, side, meters), self.wagers, side) for each in self.of_rows
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

    def grouped(self, histogram: Mapping[Facts, int]) -> list[int]:
        """The deals of each kind, from deals by facts."""
        deals = [0] * len(self.kinds)
        for facts, count in histogram.items():
            deals[self.of_code[facts.code]] += count
        return deals


def kinds_of(
    game: Game, rules: Rules, wagers: tuple[str, ...], facts: Iterable[Facts], meters: Mapping[str, int]
) -> Kinds:
    """The kinds of some facts for wagers of the main game, or for a side wager; ``rules`` have a table for them.

    >>> from tablegames.games import game_named
    >>> game = game_named("heads-up-holdem")
    >>> found = kinds_of(game, game.default_rules(), ("pocket-bonus",), game.facts, {})
    >>> found.rows[:2], len(found.kinds)
    (('no listed hand', 'any other pair'), 5)
    """
    side = side_wagers(game, rules)
    rows: dict[str, int] = {}
    kinds: dict[Kind, int] = {}
    of_rows: dict[int, Facts] = {}
    samples: dict[int, Facts] = {}
    of_code: dict[int, int] = {}
    for each in facts:
        lines = _lines(game, rules, each, wagers, side, meters)
        unit = side.get(wagers[0], UNIT)
        others = [line for line in lines if line.wager not in wagers]
        kind = Kind(
            rows.setdefault(_row([line for line in lines if line.wager in wagers], unit), len(rows)),
            sum((line.exact for line in others), Fraction(0)) / unit,
            Fraction(sum(line.bet for line in lines), unit),
        )
        of_code[each.code] = kinds.setdefault(kind, len(kinds))
        samples.setdefault(kinds[kind], each)
        of_rows.setdefault(kind.row, each)
    sized = len(wagers) > 1 or any(SIZED in row for row in rows)
    return Kinds(wagers, tuple(kinds), tuple(rows), tuple(of_rows.values()), tuple(samples.values()), of_code, sized)


SIZED = "x: "
"""Between the size of a wager and its row."""


def _lines(
    game: Game, rules: Rules, facts: Facts, wagers: tuple[str, ...], side: Mapping[str, int], meters: Mapping[str, int]
) -> Sequence[LedgerLine]:
    """The ledger of the main game at some facts, or of a side wager by itself."""
    alone = {wager: side[wager] for wager in wagers if wager in side}
    return game.settle([Seat(facts, alone or game.main_bets(facts, UNIT))], meters, rules).seats[0].lines


def _paid(lines: Sequence[LedgerLine], wagers: tuple[str, ...], side: Mapping[str, int]) -> Fraction:
    """What some wagers pay together, per unit of a side wager or per base wager."""
    return sum((line.exact for line in lines if line.wager in wagers), Fraction(0)) / side.get(wagers[0], UNIT)


def _row(lines: Sequence[LedgerLine], unit: int) -> str:
    """What decided some wagers: the row, with each wager and its size where there are several or one of another size."""
    if len(lines) == 1 and lines[0].bet == unit:
        return lines[0].row
    return "; ".join(f"{line.wager} {Fraction(line.bet, unit)}{SIZED}{line.row}" for line in lines)
