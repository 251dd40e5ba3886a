"""``{commands}``: the help of every command, as the program prints it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from tablegames.cli.app import app as commands

WIDTH = 100


def every_help(command: Any, context: Any) -> Iterator[tuple[str, str]]:
    """The name and the help of a command's subcommands, however deep."""
    for name, sub in command.commands.items():
        inner = sub.context_class(sub, info_name=name, parent=context, terminal_width=WIDTH, max_content_width=WIDTH)
        if hasattr(sub, "commands"):
            yield from every_help(sub, inner)
        else:
            yield inner.command_path, sub.get_help(inner)


class Commands(SphinxDirective):
    """A section for each command."""

    def run(self) -> list[nodes.Node]:
        root = typer.main.get_command(commands)
        shown: list[nodes.Node] = []
        for path, text in every_help(root, root.context_class(root, info_name="tablegames")):
            section = nodes.section("", nodes.title(path, path), ids=[path.replace(" ", "-")], names=[path])
            section += nodes.literal_block(text, text, language="text")
            shown.append(section)
        return shown


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of the directive."""
    app.add_directive("commands", Commands)
    return {"parallel_read_safe": False}
