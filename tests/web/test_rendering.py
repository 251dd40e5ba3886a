"""Pages from templates."""

from __future__ import annotations

from jinja2 import DictLoader

from tablegames.web.rendering import environment


def test_the_templates_are_those_of_the_start_whatever_becomes_of_their_files() -> None:
    loader = environment().loader
    assert isinstance(loader, DictLoader)
    assert {"base.html", "judge.html", "ruling.html"} <= set(loader.list_templates())
