"""A report as a spreadsheet: its sections as sheets, and the wagers as live ones, where a payout can be changed."""

from __future__ import annotations

from datetime import datetime
from io import BytesIO
from typing import Any

from tablegames.contract.document import Cell, Column, Kind, Paragraph, Table
from tablegames.report.document import Document, Section
from tablegames.report.formats.xlsx_book import LINE, Book
from tablegames.report.formats.xlsx_live import write_live

CREATED = datetime(2000, 1, 1)
"""The same in every file, so that the same content gives the same bytes."""
MOST_DIGITS = 10**15
"""A spreadsheet keeps fifteen digits; a larger number stands beside its text."""
NARROW, WIDE = 12, 60
LONGEST_NAME = 31
MERGED = 6
"""A paragraph runs over so many columns."""
REPLACED = ("returns",)
"""Sections whose tables the live sheets hold."""


def render(document: Document) -> bytes:
    """The bytes of the spreadsheet."""
    file = BytesIO()
    book = Book(file)
    book.book.set_properties({"title": document.title, "subject": document.subtitle, "created": CREATED})
    if document.analysis:
        write_live(book, document, document.analysis)
    for number, section in enumerate(document.sections, start=1):
        if document.analysis is None or section.key not in REPLACED:
            _section(book, section, f"{number} {section.title}")
    book.book.close()
    return file.getvalue()


def _section(book: Book, section: Section, title: str) -> None:
    """A section as a sheet; its number keeps its name apart from a wager's."""
    sheet = book.sheet(title[:LONGEST_NAME])
    book.title(sheet, title, 14)
    widths = _widths(section)
    for column, width in widths.items():
        sheet.set_column(column, column, width)
    across = max(sum(list(widths.values())[:MERGED]), WIDE)
    row = 2
    for block in section.blocks:
        if isinstance(block, Paragraph):
            sheet.merge_range(row, 0, row, MERGED - 1, "", book.style(text_wrap=True))
            book.text(sheet, row, 0, block.text, text_wrap=True)
            sheet.set_row(row, LINE * -(-len(block.text) // across))
            row += 2
        elif isinstance(block, Table):
            row = _table(book, sheet, row, block, widths)


def _widths(section: Section) -> dict[int, int]:
    """The widths of a section's columns: of their longest text, within bounds."""
    widths: dict[int, int] = dict.fromkeys(range(MERGED), NARROW)
    for table in (block for block in section.blocks if isinstance(block, Table)):
        for index, (place, column) in enumerate(zip(_places(table), table.columns, strict=True)):
            longest = max((len(row[index].text) for row in _rows(table)), default=0)
            widths[place] = min(max(widths.get(place, NARROW), longest + 3), WIDE)
            if _too_long(table, column):
                widths[place + 1] = max(widths.get(place + 1, NARROW), longest + 3)
    return widths


def _rows(table: Table) -> tuple[tuple[Cell, ...], ...]:
    """The rows of a table, and its total."""
    return (*table.rows, table.total) if table.total else table.rows


def _table(book: Book, sheet: Any, row: int, table: Table, widths: dict[int, int]) -> int:
    """A table from a row on; gives the row after it.  A column with numbers of too many digits has their text beside it."""
    if table.title:
        book.text(sheet, row, 0, table.title, bold=True)
        row += 1
    places = _places(table)
    for column, place in zip(table.columns, places, strict=True):
        style = {"bold": True, "bottom": 1, "text_wrap": True, "valign": "bottom", **_side(column, place)}
        book.text(sheet, row, place, column.title, **style)
        if _too_long(table, column):
            book.text(sheet, row, place + 1, f"{column.title}, in full", **style)
    _fit(sheet, row, places, [column.title for column in table.columns], widths)
    for cells in _rows(table):
        row += 1
        style = {"bold": True, "top": 1} if cells is table.total else {}
        for column, place, cell in zip(table.columns, places, cells, strict=True):
            wrapped = {"text_wrap": True} if len(cell.text) >= widths[place] else {}
            book.cell(sheet, row, place, cell, **style, **wrapped, **_side(column, place))
            if _too_long(table, column):
                book.text(sheet, row, place + 1, cell.exact, align="right", **style)
        _fit(sheet, row, places, [cell.text for cell in cells], widths)
    if table.note:
        row += 1
        book.text(sheet, row, 0, table.note, italic=True)
    return row + 2


def _side(column: Column, place: int) -> dict[str, Any]:
    """The side of a column's cells: numbers to the right, words to the left, off the numbers before them."""
    return {"align": "right"} if column.kind is not Kind.TEXT else {"align": "left", "indent": 1 if place else 0}


def _fit(sheet: Any, row: int, places: list[int], texts: list[str], widths: dict[int, int]) -> None:
    """As many lines as the row's longest text needs: not every program finds that out by itself."""
    lines = max(-(-len(text) // (widths[place] - 2)) for place, text in zip(places, texts, strict=True))
    if lines > 1:
        sheet.set_row(row, LINE * lines)


def _too_long(table: Table, column: Column) -> bool:
    """Whether a column has a whole number of more digits than a spreadsheet keeps."""
    place = table.columns.index(column)
    cells = (row[place] for row in _rows(table))
    return any(cell.kind is Kind.COUNT and cell.value is not None and abs(cell.value) >= MOST_DIGITS for cell in cells)


def _places(table: Table) -> list[int]:
    """The column of the sheet at which each of a table's stands."""
    places, at = [], 0
    for column in table.columns:
        places.append(at)
        at += 2 if _too_long(table, column) else 1
    return places
