"""A report: its sections of blocks, the same for every format.

Whoever renders a block chooses among what its cells hold and computes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from tablegames.analysis.exact import Analysis
from tablegames.contract.document import Block, Chart, Table


@dataclass(frozen=True)
class Section:
    """A section of a report."""

    key: str
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Document:
    """A report: its title, the line under it, the line at the foot of every page, its sections, and the analysis they show.

    ``analysis`` is what a spreadsheet's formulas are made of; a page that compares several has none.
    """

    title: str
    subtitle: str
    foot: str
    sections: tuple[Section, ...]
    analysis: Analysis | None = None

    @property
    def tables(self) -> dict[str, Table]:
        """Every table by its key."""
        return {block.key: block for section in self.sections for block in section.blocks if isinstance(block, Table)}

    @property
    def charts(self) -> tuple[Chart, ...]:
        """Every chart, in order."""
        return tuple(block for section in self.sections for block in section.blocks if isinstance(block, Chart))
