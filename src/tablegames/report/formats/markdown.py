"""A report as Markdown: headings, paragraphs and pipe tables; what a user typed cannot become markup."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tablegames.contract.document import Chart, Column, Kind, Paragraph, Table
from tablegames.report.document import Document

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~$]|^[-+=](?=\s)|(?<=^\d)[.)])")


def render(document: Document) -> bytes:
    """The bytes of the text."""
    return ("\n".join(_lines(document)) + "\n").encode()


def escaped(text: str) -> str:
    """Text in which no sign is markup.

    >>> escaped("a|b *c*")
    'a\\\\|b \\\\*c\\\\*'
    """
    return _SPECIAL.sub(r"\\\1", text)


def _lines(document: Document) -> Iterator[str]:
    """Line by line."""
    yield f"# {escaped(document.title)}"
    yield ""
    yield escaped(document.subtitle)
    yield ""
    yield escaped(document.foot)
    for number, section in enumerate(document.sections, start=1):
        yield ""
        yield f"## {number}. {escaped(section.title)}"
        for block in section.blocks:
            match block:
                case Paragraph():
                    yield ""
                    yield escaped(block.text)
                case Table():
                    yield from _table(block)
                case Chart():
                    pass  # text has no charts; their figures stand in the tables


def _table(table: Table) -> Iterator[str]:
    """A table, with its title before and its note after it."""
    if table.title:
        yield ""
        yield f"**{escaped(table.title)}**"
    yield ""
    yield _row(column.title for column in table.columns)
    yield _row((_rule(column) for column in table.columns), plain=True)
    for row in table.rows:
        yield _row(cell.text for cell in row)
    if table.total:
        yield _row((f"**{escaped(cell.text)}**" if cell.text else "" for cell in table.total), plain=True)
    if table.note:
        yield ""
        yield escaped(table.note)


def _row(texts: Iterator[str], *, plain: bool = False) -> str:
    """A row; ``plain`` texts are markup already."""
    return "| " + " | ".join(text if plain else escaped(text) for text in texts) + " |"


def _rule(column: Column) -> str:
    """The line under a column's title, which says its side."""
    return "---" if column.kind is Kind.TEXT else "---:"
