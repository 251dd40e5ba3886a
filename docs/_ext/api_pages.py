"""How docstrings become the API reference: the fields of a named tuple say nothing unless their author did."""

from __future__ import annotations

from typing import Any

from sphinx.application import Sphinx


def skip(app: Sphinx, kind: str, name: str, member: Any, skipped: bool, options: Any) -> bool | None:  # noqa: FBT001
    """Whether a member is left out: private ones, and what every class has."""
    text = getattr(member, "__doc__", None) or ""
    return True if text.startswith("Alias for field number") else None


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell autodoc what to leave out."""
    app.connect("autodoc-skip-member", skip)
    return {"parallel_read_safe": False}
