"""Grids of cells with a word in each: what the charts of a game's play are drawn with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tablegames.contract.charts import GridCell, GridChart
from tablegames.report.charts.style import DARK, HATCH, INK, PAPER, QUIET, RULE, axes_in, figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def blend(shade: float) -> tuple[float, float, float]:
    """White to the style's dark blue; a greater shade is darker, in grey too.

    >>> blend(0)
    (1.0, 1.0, 1.0)
    """
    red, green, blue = (
        round((int(PAPER[i : i + 2], 16) * (1 - shade) + int(DARK[i : i + 2], 16) * shade) / 255, 4) for i in (1, 3, 5)
    )
    return red, green, blue


def draw_grid(
    axes: Axes,
    columns: Sequence[str],
    rows: Sequence[str],
    cells: Mapping[tuple[int, int], GridCell],
    *,
    size: float = 7,
) -> None:
    """Cells by (row, column), the first row on top; a place without a cell stays empty.  ``size``: of the text, in points."""
    from matplotlib.patches import Rectangle

    for (row, column), cell in cells.items():
        colour = blend(cell.shade)
        axes.add_artist(  # the limits are set below, and not found anew for each of them
            Rectangle(
                (column, row), 1, 1, facecolor=colour, edgecolor=RULE, linewidth=0.6, clip_on=False,
                hatch=HATCH if cell.hatched else None,
            )
        )  # fmt: skip
        ink = PAPER if cell.shade > 0.6 else INK if cell.bold or cell.shade else QUIET
        axes.text(
            column + 0.5, row + 0.5, cell.text, ha="center", va="center", fontsize=size, color=ink,
            fontweight="bold" if cell.bold else "normal", linespacing=1.25,
            bbox={"facecolor": colour, "edgecolor": "none", "pad": 0.8} if cell.hatched else None,
        )  # fmt: skip
    axes.set_xlim(0, len(columns))
    axes.set_ylim(len(rows), 0)
    axes.set_xticks([place + 0.5 for place in range(len(columns))], columns)
    axes.set_yticks([place + 0.5 for place in range(len(rows))], rows)
    axes.xaxis.tick_top()
    axes.tick_params(length=0, labelsize=8)
    for spine in axes.spines.values():
        spine.set_visible(False)


def drawn(chart: GridChart) -> Figure:
    """A chart of grids."""
    page = figure(chart.title, chart.reading, chart.note, height=chart.height)
    for panel in chart.panels:
        axes = axes_in(page, *panel.inset)
        draw_grid(axes, panel.columns, panel.rows, panel.cells, size=panel.size)
        if panel.title:
            axes.set_title(panel.title, fontsize=9, loc="left", pad=18)
        if panel.across:
            axes.set_xlabel(panel.across)
            axes.xaxis.set_label_position("top")
        if panel.down:
            axes.set_ylabel(panel.down)
    return page
