"""What charts of a game's play show, as data: a report and a page draw it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, NamedTuple

from tablegames.contract.facts import F_co
from tablegames.contract.solver import Optimum, Priced
from tablegames.core.law import Refused


class GridCell(NamedTuple):
    """A cell: its text, its shade from 0 (white) to 1 (dark), whether it is in bold, and whether it is hatched."""

    text: str
    shade: float = 0.0
    bold: bool = False
    hatched: bool = False


class GridPanel(NamedTuple):
    """A grid: what heads its columns and its rows, and its cells by (row, column), the first row on top; a place without a cell stays empty.

    ``size`` is that of the text in points; ``inset`` how many inches the grid lies from the left, right, top and bottom of what is drawn;
    ``title``, ``across`` and ``down`` are the words above it, along its columns and along its rows.
    """

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: Mapping[tuple[int, int], GridCell]
    size: float
    inset: tuple[float, float, float, float]
    title: str = ""
    across: str = ""
    down: str = ""


class GridChart(NamedTuple):
    """A chart of grids: its title, how it is read, what it rests on, the inches of its height, and its panels."""

    title: str
    reading: str
    note: str
    height: float
    panels: tuple[GridPanel, ...]


@dataclass(frozen=True)
class Solved(Generic[F_co]):
    """A game under its best play, as a chart is made of it.

    ``net(facts, wager)``: what a wager pays at some facts, per base wager or per unit of a side wager.
    """

    name: str
    asked: Priced[F_co]
    best: Optimum
    histogram: Mapping[F_co, int]
    net: Callable[[F_co, str], Fraction]

    @property
    def deals(self) -> int:
        """All deals."""
        return sum(self.histogram.values())


class NothingToShow(Refused):
    """A chart that is empty under the rules in force: whoever asked for it is told why, a report leaves it out."""


@dataclass(frozen=True)
class ChartKind(Generic[F_co]):
    """A kind of chart that a game has: its id, what it shows, and how it is made.

    ``make`` raises :class:`NothingToShow` where under the rules in force it would be empty.
    """

    id: str
    says: str
    make: Callable[[Solved[F_co]], GridChart]


def signed(value: float, digits: int = 2) -> str:
    """A number with its sign, and a real minus.

    >>> signed(0.5), signed(-0.25), signed(-0.001)
    ('+0.50', '−0.25', '0.00')
    """
    text = f"{value:+.{digits}f}"
    return text[1:] if not float(text) else text.replace("-", "−")


class HandCell(NamedTuple):
    """A hand of a grid on a page: its name, the hands that it stands for in notation, the action, whether that is the grid's first one, and its
    gain over the other.
    """

    name: str
    hands: tuple[str, ...]
    action: str
    acts: bool
    gain: Fraction


class HandGrid(NamedTuple):
    """A decision by the hand, for a page: rows of hands, how they lie and what is chosen among them in words, and what a gain is."""

    caption: str
    reading: str
    gain: str
    rows: tuple[tuple[HandCell, ...], ...]
