"""A report as one self-contained HTML page: no script, nothing fetched, light and dark, and it prints well."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from pathlib import Path
from typing import Any

from tablegames.contract.document import Block, Chart, Column, Kind, Paragraph, Table
from tablegames.report.document import Document

TEMPLATES = Path(__file__).parent.parent / "templates"


def render(document: Document) -> bytes:
    """The bytes of the page."""
    sections = [
        {"key": section.key.replace(" ", "-"), "title": section.title, "blocks": [_block(b) for b in section.blocks]}
        for section in document.sections
    ]
    page: str = _template().render(report=document, sections=sections)
    return page.encode()


@cache
def _template() -> Any:
    """The page's template; what it is given is escaped."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("par_sheet.html.j2")


def _block(block: Block) -> dict[str, Any]:
    """A block as the template takes it; a chart stands in an image of its own, so that no two share their ids."""
    match block:
        case Paragraph():
            return {"kind": "paragraph", "text": block.text}
        case Chart():
            return {"kind": "chart", "caption": block.caption, "data": b64encode(block.svg).decode()}
        case Table():
            return {"kind": "table", "table": block, "sides": [_side(column) for column in block.columns]}


def _side(column: Column) -> str:
    """The class of a column's cells."""
    return "number" if column.kind is not Kind.TEXT else "words"
