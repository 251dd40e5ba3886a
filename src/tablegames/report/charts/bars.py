"""Horizontal bars with a name on the left and columns of figures on the right: what two of the charts are drawn with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tablegames.report.charts.style import DARK, HATCH, INK, LIGHT, QUIET, WIDTH, axes_in

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ROW, COLUMN = 0.26, 1.0
"""Inches: the height of a bar's row, the width of a column of figures."""
AXIS, HEADER = 0.3, 0.25
"""Inches: the scale below the bars, the header above them."""


def height_of(rows: int) -> float:
    """The height in inches that so many bars are drawn in."""
    return ROW * rows + AXIS + HEADER


def draw_bars(
    page: Figure,
    names: Sequence[str],
    values: Sequence[float],
    faint: Sequence[bool],
    columns: Mapping[str, Sequence[str]],
    *,
    left: float = 3.2,
) -> None:
    """A bar for each name from the top down; faint ones are light and hatched.  ``columns``: figures by their header.

    ``left`` is the room for the names, in inches.
    """
    axes = axes_in(page, left, COLUMN * len(columns) + 0.2, HEADER, AXIS)
    places = range(len(names))
    axes.barh(
        places, values, height=0.66, edgecolor=INK, linewidth=0.5,
        color=[LIGHT if light else DARK for light in faint], hatch=[HATCH if light else "" for light in faint],
    )  # fmt: skip
    axes.set_yticks(places, names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.margins(x=0.05)
    axes.tick_params(axis="y", length=0, labelsize=8)
    axes.tick_params(axis="x", labelsize=8)
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x")
    for number, (header, figures) in enumerate(columns.items()):
        right = 1 + COLUMN * (number + 1) / (WIDTH - left - COLUMN * len(columns) - 0.2)
        for place, text in [(-0.5 - 0.6 * HEADER / ROW, header), *zip(places, figures, strict=True)]:
            axes.text(
                right, place, text, transform=axes.get_yaxis_transform(), ha="right", va="center", fontsize=8,
                color=QUIET if text == header else INK,
            )  # fmt: skip
