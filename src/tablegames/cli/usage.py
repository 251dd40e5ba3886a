"""What is wrong with the use of a command, in a line that quotes little of what was given."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from typer.core import TyperGroup

from tablegames.law import brief


class BriefUsage(TyperGroup):
    """Commands whose usage errors, which Typer makes and prints, are as brief as a refusal."""

    def make_context(self, *arguments: Any, **more: Any) -> Any:
        """The words of the command line, read."""
        with _briefly():
            return super().make_context(*arguments, **more)

    def invoke(self, ctx: Any) -> Any:
        """The command, run."""
        with _briefly():
            return super().invoke(ctx)


@contextmanager
def _briefly() -> Iterator[None]:
    """Shorten what an error says, where it says something."""
    try:
        yield
    except Exception as error:
        if isinstance(message := getattr(error, "message", None), str):
            error.message = brief(message)  # type: ignore[attr-defined]  # Typer's own errors have it
        raise
