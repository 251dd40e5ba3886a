"""The blocks of a report, the same for every format: paragraphs, tables with typed cells, and charts.

A cell holds what people read, the value in full where that is rounded, and the number for a spreadsheet; whoever renders it
chooses among the three and computes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from tablegames.core.figures import decimal, percent, root, thousands
from tablegames.core.law import Source, format_cite
from tablegames.core.money import format_amount

ROOT_DIGITS = 17
"""Digits after the point of a square root that a spreadsheet is given: more than a double holds."""
MANY = 1000
"""From here on "one in n" is a whole number."""


class Kind(StrEnum):
    """What a cell is, which decides its side of the column and its form in a spreadsheet."""

    TEXT = "text"
    COUNT = "count"
    NUMBER = "number"
    PERCENT = "percent"
    MONEY = "money"


class Cell(NamedTuple):
    """A cell: what is read, what it is, the value in full where the text is rounded, and the number it stands for."""

    text: str
    kind: Kind = Kind.TEXT
    exact: str = ""
    value: Fraction | None = None
    digits: int = 0

    @property
    def in_full(self) -> str:
        """The exact value, or the text where that is exact."""
        return self.exact or self.text


NOTHING = Cell("")


def words(text: object) -> Cell:
    """Words."""
    return Cell(str(text))


def count(number: int) -> Cell:
    """A whole number, exactly."""
    return Cell(thousands(number), Kind.COUNT, str(number), Fraction(number))


def number(value: Fraction, digits: int) -> Cell:
    """A fraction as a decimal."""
    return Cell(decimal(value, digits), Kind.NUMBER, str(value), value, digits)


def percentage(value: Fraction, digits: int) -> Cell:
    """A fraction as a percentage.

    >>> percentage(Fraction(1, 8), 2)[:3]
    ('12.50 %', <Kind.PERCENT: 'percent'>, '1/8')
    """
    return Cell(percent(value, digits) + " %", Kind.PERCENT, str(value), value, digits)


def rooted(square: Fraction, digits: int) -> Cell:
    """The square root of a fraction, of whose sign it is.

    >>> rooted(Fraction(-2), 4)[:3]
    ('-1.4142', <Kind.NUMBER: 'number'>, '-sqrt(2)')
    """
    sign = "-" if square < 0 else ""
    value = Fraction(root(abs(square), ROOT_DIGITS))
    shown = root(abs(square), digits)
    return Cell(sign + shown, Kind.NUMBER, f"{sign}sqrt({abs(square)})", -value if sign else value, digits)


def one_in(chance: Fraction) -> Cell:
    """How rare something is: one in so many; nothing where it cannot be.

    >>> one_in(Fraction(2, 7)).text, one_in(Fraction(1, 30940)).text
    ('3.500', '30,940')
    """
    if not chance:
        return words("never")
    often = 1 / chance
    digits = 3 if often < MANY else 0
    text = decimal(often, digits) if often < MANY else thousands(round(often))
    return Cell(text, Kind.NUMBER, str(often), often, digits)


def money(cents: int | Fraction) -> Cell:
    """An amount in cents, exactly where it is whole."""
    amount = Fraction(cents) / 100
    text = format_amount(int(cents)) if Fraction(cents).denominator == 1 else decimal(amount, 4)
    return Cell(text, Kind.MONEY, str(amount), amount, 2)


def source_mark(source: Source | None) -> Cell:
    """A source mark; none where a row rests on no rule."""
    return words(source.value if source else "")


def cites_of(cites: Iterable[str]) -> Cell:
    """Citations, separated by commas; a trade rule or a reading by its id alone, so that they fit a column.

    >>> cites_of(("677a-T8", "677a.6(b)(1)")).text
    '677a-T8, § 677a.6(b)(1)'
    """
    return words(", ".join(format_cite(cite).removeprefix("trade rule ").removeprefix("reading ") for cite in cites))


class Column(NamedTuple):
    """A column: its key for programs, its title, and what it mostly holds."""

    key: str
    title: str
    kind: Kind = Kind.TEXT


@dataclass(frozen=True)
class Paragraph:
    """A paragraph of plain text."""

    text: str


@dataclass(frozen=True)
class Table:
    """A table: a title, its columns and rows, a total under them, and a note under that.

    ``key`` names it for programs.  ``dense`` tables have many narrow columns.
    """

    key: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    total: tuple[Cell, ...] = ()
    note: str = ""
    dense: bool = False


@dataclass(frozen=True)
class Chart:
    """A chart: a name, its words for those who do not see it, and the SVG."""

    name: str
    caption: str
    svg: bytes


Block = Paragraph | Table | Chart


def table(
    key: str,
    title: str,
    columns: Iterable[Column | str],
    rows: Iterable[Iterable[Cell | str]],
    *,
    total: Iterable[Cell | str] = (),
    note: str = "",
    dense: bool = False,
) -> Table:
    """A table whose plain texts stand for words, in a column's name for the key of its title too."""
    made = tuple(column if isinstance(column, Column) else Column(column, column) for column in columns)
    cells = tuple(
        tuple(cell if isinstance(cell, Cell) else words(cell) for cell in row) for row in [*rows, tuple(total)]
    )
    if any(len(row) != len(made) for row in cells[:-1]) or len(cells[-1]) not in (0, len(made)):
        raise ValueError(f"table {key}: a row has another number of cells than there are columns")
    return Table(key, title, made, cells[:-1], cells[-1], note, dense)


class Listing(NamedTuple):
    """A table as a terminal shows it: plain text, the columns that stand to the right, and those that are never broken."""

    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    right: Sequence[str] = ()
    whole: Sequence[str] = ()
