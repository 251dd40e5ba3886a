"""The spreadsheet's own charts, which take what they show from cells: where a payout is changed, the bars move with the figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tablegames.report.charts.style import DARK, INK, LIGHT, QUIET, RULE
from tablegames.report.formats.xlsx_book import Book

WIDTH, ROW, AROUND = 900, 26, 110
"""Pixels: the width of a chart, the height of a bar's row, and of what stands above and below the bars."""


class Cells(NamedTuple):
    """Where the bars are: the sheet, its first and last row from 0, the columns of the names and of the values."""

    sheet: str
    first: int
    last: int
    names: int
    values: int

    def range_of(self, column: int) -> list[Any]:
        """The cells of a column, as XlsxWriter takes them."""
        return [self.sheet, self.first, column, self.last, column]


def bars(book: Book, cells: Cells, title: str, axis: str, form: str, light: Sequence[bool] = ()) -> Any:
    """A bar for each row from the top down with its value beside it, in the number's form; negative ones are light.

    ``light`` says for each bar whether it is light whatever its sign.
    """
    chart = book.book.add_chart({"type": "bar"})
    small = {"name": "Arial", "size": 9, "color": INK}
    series: dict[str, Any] = {
        "name": title,
        "categories": cells.range_of(cells.names),
        "values": cells.range_of(cells.values),
        "fill": {"color": DARK},
        "border": {"color": INK, "width": 0.5},
        "gap": 50,
        "data_labels": {"value": True, "num_format": form, "font": small},
    }
    if light:
        series["points"] = [{"fill": {"color": LIGHT if faint else DARK}} for faint in light]
    else:
        series |= {"invert_if_negative": True, "invert_if_negative_color": LIGHT}
    chart.add_series(series)
    chart.set_title({"name": title, "name_font": {"name": "Arial", "size": 12, "color": INK}, "overlay": False})
    chart.set_legend({"none": True})
    chart.set_y_axis(
        {
            "reverse": True,
            "crossing": "max",  # the scale is below the bars, also where they run from the top down
            "label_position": "low",
            "num_font": small,
            "line": {"color": RULE},
            "major_tick_mark": "none",
        }
    )
    chart.set_x_axis(
        {
            "name": axis,
            "name_font": {"name": "Arial", "size": 9, "bold": False, "color": QUIET},
            "num_font": small,
            "num_format": form,
            "major_gridlines": {"visible": True, "line": {"color": RULE, "width": 0.5}},
        }
    )
    chart.set_size({"width": WIDTH, "height": AROUND + ROW * (cells.last - cells.first + 1)})
    return chart


def put(sheet: Any, row: int, chart: Any, words: str) -> None:
    """A chart at the left of a row, with words for those who do not see it."""
    sheet.insert_chart(row, 0, chart, {"description": words, "x_offset": 4, "y_offset": 4})
