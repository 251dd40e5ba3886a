"""A report as PDF, by Typst; the template lays out, the content comes as data."""

from __future__ import annotations

from typing import Any

from tablegames.contract.document import Block, Chart, Column, Kind, Paragraph, Table
from tablegames.report.document import Document
from tablegames.report.typst_pdf import breakable, pdf, shortened

SHORT = 40
"""A column whose longest text has no more letters is as wide as that; others share what is left."""
PIECE = 12
"""A title of no more letters is never broken."""
MARGIN = 110
"""So many letters have room above or below a page; the whole text stands on the first."""


def render(document: Document) -> bytes:
    """The bytes of the PDF."""
    data = {
        "title": document.title,
        "subtitle": breakable(document.subtitle),
        "foot": breakable(document.foot),
        "name": f"{document.title}: {document.subtitle}",
        "header": breakable(shortened(document.subtitle, MARGIN)),
        "footer": breakable(shortened(document.foot, MARGIN)),
        "sections": [
            {"title": section.title, "blocks": [_block(block) for block in section.blocks]}
            for section in document.sections
        ],
    }
    return pdf("par_sheet", data, {chart.name: chart.svg for chart in document.charts})


def _block(block: Block) -> dict[str, Any]:
    """A block as the template takes it."""
    match block:
        case Paragraph():
            return {"kind": "paragraph", "text": breakable(block.text)}
        case Chart():
            return {"kind": "chart", "name": block.name, "caption": breakable(block.caption)}
        case Table():
            return {
                "kind": "table",
                "title": breakable(block.title),
                "dense": block.dense,
                "columns": [
                    {
                        "title": _in_two_lines(column.title, _longest(block, place)),
                        "right": column.kind is not Kind.TEXT,
                        "share": _share(block, place, column),
                    }
                    for place, column in enumerate(block.columns)
                ],
                "rows": [[breakable(cell.text) for cell in row] for row in block.rows],
                "total": [breakable(cell.text) for cell in block.total],
                "note": breakable(block.note),
            }


def _share(table: Table, place: int, column: Column) -> int:
    """A column's share of the width that short columns leave; 0 for a short one."""
    if table.dense or _longest(table, place) <= SHORT or column.kind is not Kind.TEXT:
        return 0
    lengths = sorted(len(row[place].text) for row in table.rows)
    typical = lengths[len(lengths) * 3 // 4]  # a few long texts do not starve the other columns
    return min(max(typical, SHORT), 100)


def _longest(table: Table, place: int) -> int:
    """The length of a column's longest text."""
    return max((len(row[place].text) for row in (*table.rows, table.total) if row), default=0)


def _in_two_lines(title: str, longest: int) -> str:
    """A title that is longer than what stands below it, broken at the blank nearest to its middle.

    >>> _in_two_lines("house edge per Ante", 10), _in_two_lines("edge", 1)
    ('house edge\\nper Ante', 'edge')
    """
    blanks = [place for place, sign in enumerate(title) if sign == " "]
    if not blanks or len(title) <= max(longest + 2, PIECE):
        return title
    middle = min(blanks, key=lambda place: abs(2 * place + 1 - len(title)))
    return f"{title[:middle]}\n{title[middle + 1 :]}"
