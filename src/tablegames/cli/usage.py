"""What Typer and the system say is wrong, in a line that quotes little of what was given."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from typer.core import TyperGroup

from tablegames.core.law import brief, cut_name


class BriefUsage(TyperGroup):
    """Commands whose errors of use, which Typer makes and prints, and of files, which the system makes, are as brief as a refusal."""

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
    """Shorten what an error says, or the file that it names."""
    try:
        yield
    except OSError as error:
        if error.filename is not None:
            error.filename = cut_name(str(error.filename))
        raise
    except Exception as error:
        if isinstance(message := getattr(error, "message", None), str):
            error.message = brief(message)  # type: ignore[attr-defined]  # Typer's own errors have it
        raise
