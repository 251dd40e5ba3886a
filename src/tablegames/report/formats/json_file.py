"""A report as JSON, by the schema in ``docs/report.schema.json``: each table's rows by the columns' keys, exact values as text."""

from __future__ import annotations

import json
from typing import Any

from tablegames.contract.document import Block, Cell, Chart, Paragraph, Table
from tablegames.report.analysis import analysis_json
from tablegames.report.document import Document

VERSION = 1


def render(document: Document) -> bytes:
    """The bytes of the file, a line for each block."""
    return (json.dumps(report_json(document), ensure_ascii=False, indent=1) + "\n").encode()


def report_json(document: Document) -> dict[str, Any]:
    """A report; ``analysis`` is what ``tablegames analyze --format json`` gives."""
    return {
        "schema": VERSION,
        "title": document.title,
        "subtitle": document.subtitle,
        "foot": document.foot,
        **({"analysis": analysis_json(document.analysis)} if document.analysis else {}),
        "sections": [
            {
                "key": section.key,
                "title": section.title,
                "blocks": [_block(block) for block in section.blocks if not isinstance(block, Chart)],
            }
            for section in document.sections
        ],
    }


def _block(block: Block) -> dict[str, Any]:
    """A paragraph or a table."""
    if isinstance(block, Paragraph):
        return {"kind": "paragraph", "text": block.text}
    assert isinstance(block, Table)
    keys = [column.key or "row" for column in block.columns]
    return {
        "kind": "table",
        "key": block.key,
        "title": block.title,
        "columns": [
            {"key": key, "title": column.title, "kind": column.kind.value}
            for key, column in zip(keys, block.columns, strict=True)
        ],
        "rows": [_row(keys, row) for row in block.rows],
        **({"total": _row(keys, block.total)} if block.total else {}),
        **({"note": block.note} if block.note else {}),
    }


def _row(keys: list[str], row: tuple[Cell, ...]) -> dict[str, Any]:
    """A row: what is printed of each cell, and the exact value where that is rounded."""
    return {
        key: {"text": cell.text, **({"exact": cell.exact} if cell.exact else {})}
        for key, cell in zip(keys, row, strict=True)
    }
