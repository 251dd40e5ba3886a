"""What the command line prints, and where: results on standard output, everything else on standard error, no traceback."""

from __future__ import annotations

import codecs
import contextlib
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import Any

from tablegames.core.files import lines_of
from tablegames.core.law import Refused, brief

ALONE, TOGETHER = 50_000, 10_000
"""After so many lines alone a batch is looked at in chunks of so many.

Loading the kernels takes a second; they save 20 microseconds a line of ``rank``, and 40 of ``compare``.
"""

LETTERS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "§": "section", "–": "-", "—": "-", "×": "x"}


WIDEST = 1000
COMPILING = "compiling the kernels that this needs, once on a machine; it takes some seconds"


class Format(StrEnum):
    """The two forms of every result."""

    TEXT = "text"
    JSON = "json"


class TableFormat(StrEnum):
    """The forms of a result that is a table too."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"


def use_letters() -> None:
    """Make the output streams write letters for signs that the console's encoding lacks, instead of failing."""

    def in_letters(error: UnicodeError) -> tuple[str, int]:
        if not isinstance(error, UnicodeEncodeError):
            raise error
        missing = error.object[error.start : error.end]
        return "".join(LETTERS.get(sign, "?") for sign in missing), error.end

    codecs.register_error("tablegames.letters", in_letters)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="tablegames.letters")


def open_closed_streams() -> None:
    """Give the process the streams that its caller closed: nothing to read, and nowhere to write."""
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115 - open until the process ends
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def print_json(value: object) -> None:
    """One JSON object on one line of standard output."""
    print(json.dumps(value, ensure_ascii=False))


def print_text(lines: Iterable[Any]) -> None:
    """Lines and tables on standard output; a table is as wide as the terminal, or 120 columns where there is none."""
    from rich.console import Console
    from rich.measure import Measurement

    class Plain(Console):
        def on_broken_pipe(self) -> None:
            """A reader that left is an ending like others; Rich would end the command in its own way."""
            raise  # what Rich is handling

    terminal = sys.stdout.isatty()
    console = Plain(highlight=False, force_terminal=terminal, width=None if terminal else 120)
    for line in lines:
        if isinstance(line, str):
            print(line)
        else:  # a number or a word is never cut: a table that needs more is wider than the terminal
            least = Measurement.get(console, console.options.update(max_width=WIDEST), line).minimum
            wide = Plain(highlight=False, force_terminal=terminal, width=max(console.width, least))
            wide.print(line, crop=False)


def say(line: str) -> None:
    """One line on standard error, whole: a file that it names can be opened by that name."""
    with contextlib.suppress(OSError):  # where standard error cannot be written, the result still counts
        print(" ".join(line.split()), file=sys.stderr)


def complain(message: str) -> None:
    """One line on standard error that quotes little of what was given."""
    say(brief(" ".join(message.split())))


@contextmanager
def noting(kept: Callable[[], str]) -> Iterator[None]:
    """Within, an interruption says what is kept and how to go on, in the words of ``kept``."""
    try:
        yield
    except KeyboardInterrupt as interruption:
        interruption.add_note(kept())
        raise


def resumable(checkpoint: str) -> AbstractContextManager[None]:
    """Within, an interruption says what a checkpoint keeps; ``checkpoint``: its file, empty where the command was given none."""

    def kept() -> str:
        if not checkpoint:
            return "nothing is kept; give --checkpoint FILE to keep what is done"
        if not Path(checkpoint).exists():
            return f"nothing was done yet, and {checkpoint} is not there; run the command again"
        return f"{checkpoint} keeps what is done; the same command goes on from it"

    return noting(kept)


def error_json(refused: Refused) -> dict[str, Any]:
    """A refusal as a batch reports it."""
    column = {} if refused.column is None else {"column": refused.column}
    return {"message": str(refused), **column, "cites": list(refused.cites)}


def input_lines() -> Iterator[tuple[int, str | Refused]]:
    """The lines of standard input that are not blank, numbered from 1; one that is not UTF-8 is refused by itself."""
    for number, raw in enumerate(lines_of(sys.stdin.buffer, "standard input"), start=1):
        try:
            line = raw.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
        except UnicodeDecodeError as error:
            yield number, Refused(f"byte {error.start + 1} is not UTF-8", column=error.start + 1)
            continue
        if line.strip():
            yield number, line


def text_form() -> Any:
    """The text form of results, imported when a person asks: with JSON, Rich is not paid for."""
    from tablegames.report import text

    return text


def run_batch(
    answer: Callable[[str], Any],
    *,
    form: Format,
    as_json: Callable[[Any], object],
    learn: Callable[[Sequence[str]], None] | None = None,
) -> int:
    """Answer every line of standard input in its order; a refused line is reported in its place.  Gives the exit code.

    ``learn`` is told the lines of a long input a chunk ahead.
    """
    failed, number = False, 0
    for number, line in _told_ahead(input_lines(), learn) if learn else input_lines():
        try:
            if isinstance(line, Refused):
                raise line
            result = answer(line)
            shown: object = as_json(result) if form is Format.JSON else f"{number}: {text_form().one_line(result)}"
        except Refused as refused:
            failed = True
            json_form = {"line": number, "error": error_json(refused)}
            shown = json_form if form is Format.JSON else f"{number}: refused: {refused}"
        if form is Format.JSON:
            print_json(shown)
        else:
            print(shown)
    if not number:
        complain("standard input is empty: nothing was asked")
    return 1 if failed else 0


def _told_ahead(
    lines: Iterator[tuple[int, str | Refused]], learn: Callable[[Sequence[str]], None]
) -> Iterator[tuple[int, str | Refused]]:
    """The lines; after the first ones, which do not wait, ``learn`` is told each chunk before its lines come."""
    yield from islice(lines, ALONE)
    while chunk := list(islice(lines, TOGETHER)):
        learn([line for _, line in chunk if isinstance(line, str)])
        yield from chunk
