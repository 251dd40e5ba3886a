"""A workbook being written: its formats, its sheets, and how text and numbers are put in a cell."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from tablegames.contract.document import Cell, Kind

FORMULA_SIGNS = ("=", "+", "-", "@")
TITLE = 1.5
"""The height of a title's row in heights of its letters."""
LINE = 13.5
"""The height of a line in points."""


class Book:
    """A workbook being written, with its formats by what they are."""

    def __init__(self, file: BytesIO) -> None:
        import xlsxwriter

        texts = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
        self.book = xlsxwriter.Workbook(file, {**texts, "in_memory": True, "default_date_format": "yyyy-mm-dd"})
        self._formats: dict[tuple[tuple[str, Any], ...], Any] = {}

    def style(self, **what: Any) -> Any:
        """A format, made once; what is indented stands at the left, without which no indent is seen."""
        if what.get("indent"):
            what = {"align": "left", **what}
        key = tuple(sorted(what.items()))
        if key not in self._formats:
            self._formats[key] = self.book.add_format({"font_size": 10, "valign": "top", **what})
        return self._formats[key]

    def sheet(self, name: str) -> Any:
        """A new sheet, which prints on pages one sheet wide."""
        sheet = self.book.add_worksheet(name)
        sheet.set_landscape()
        sheet.fit_to_pages(1, 0)
        sheet.hide_gridlines(2)
        return sheet

    def title(self, sheet: Any, text: str, size: int) -> None:
        """The title of a sheet, in a row as high as its letters need: not every program finds that out by itself."""
        self.text(sheet, 0, 0, text, bold=True, font_size=size)
        sheet.set_row(0, size * TITLE)

    def text(self, sheet: Any, row: int, column: int, text: str, **style: Any) -> None:
        """Text as text: what looks like a formula is marked, so that it stays text when it is edited."""
        marked = {"quote_prefix": True} if text.startswith(FORMULA_SIGNS) else {}
        sheet.write_string(row, column, text, self.style(**style, **marked))

    def cell(self, sheet: Any, row: int, column: int, cell: Cell, **style: Any) -> None:
        """A cell by its kind: a number where it is one."""
        if cell.value is None:
            self.text(sheet, row, column, cell.text, **style)
        else:
            shown = {key: value for key, value in style.items() if key != "indent"}
            sheet.write_number(row, column, float(cell.value), self.style(num_format=number_format(cell), **shown))


def number_format(cell: Cell) -> str:
    """How a spreadsheet shows a number."""
    point = "." + "0" * cell.digits if cell.digits else ""
    shown = {Kind.PERCENT: f"0{point}%", Kind.COUNT: "#,##0", Kind.MONEY: "#,##0.00"}
    return shown.get(cell.kind, f"#,##0{point}")
