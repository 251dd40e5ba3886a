"""``{figures} GROUP``: the published figures of ``figures.toml`` that the program prints, each with its source and the command."""

from __future__ import annotations

import tomllib
from pathlib import Path

from docutils import nodes
from law_pages import table
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective


class Figures(SphinxDirective):
    """The table of one group."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        path = Path(self.env.srcdir) / "figures.toml"
        self.env.note_dependency(str(path))
        rows = []
        for figure in tomllib.loads(path.read_text(encoding="utf-8"))["figure"]:
            if figure["group"] == self.arguments[0]:
                printed = nodes.container()
                printed += nodes.paragraph(figure["prints"], figure["prints"])
                command = figure["command"].replace(" --", " \\\n    --")
                printed += nodes.paragraph("", "", nodes.literal(command, command, classes=["command"]))
                rows.append((figure["what"], figure["published"], figure["source"], printed))
        if not rows:
            raise self.error(f"figures.toml has no group {self.arguments[0]!r}")
        return [table(("figure", "published", "where", "printed here, by which command"), rows, (22, 16, 22, 40))]


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of the directive."""
    app.add_directive("figures", Figures)
    return {"parallel_read_safe": False}
