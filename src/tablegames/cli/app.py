"""The application: its commands, and the one place where an error becomes a line and an exit code."""

from __future__ import annotations

import errno
import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from typer.main import get_command

import tablegames
from tablegames.cli import (
    analyse,
    audit,
    books,
    printing,
    report,
    rng,
    rounds,
    rule,
    serve,
    simulate,
    store,
    strategy,
    submissions,
    sweep,
)
from tablegames.cli.given import Commands
from tablegames.cli.output import open_closed_streams, say, use_letters
from tablegames.cli.usage import BriefUsage
from tablegames.core.law import Refused, brief
from tablegames.endings import READER_LEFT, WRONG_INPUT, ending_of

_UNWRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
"""What can go wrong with a stream, which has no name; files are named where they are written."""


class _Uncaught(Exception):
    """An error on its way through Typer, which would end the command in its own way."""


@contextmanager
def _carried() -> Iterator[None]:
    """Within, the errors that Typer ends a command by are carried past it."""
    try:
        yield
    except (KeyboardInterrupt, EOFError, OSError) as error:
        raise _Uncaught from error


app = Commands(
    cls=BriefUsage,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for command in (
    *(books.games, books.paytables, rule.rank, rule.compare, rule.settle, analyse.analyze, analyse.advise),
    *(strategy.strategy, strategy.progressive, simulate.simulate, sweep.sweep),
    *(report.report, printing.chart, printing.rack_card, printing.dealer_test, serve.serve),
):
    app.command()(command)
app.add_typer(books.law, name="law", no_args_is_help=True)
app.add_typer(rounds.app, name="round", no_args_is_help=True)
app.add_typer(submissions.app, name="submission", no_args_is_help=True)
app.add_typer(audit.app, name="audit", no_args_is_help=True)
app.add_typer(rng.app, name="rng", no_args_is_help=True)
app.add_typer(store.app, name="store", no_args_is_help=True)


@app.callback(invoke_without_command=True)
def version(
    version: Annotated[bool, typer.Option("--version", help="Print the version and leave.")] = False,
) -> None:
    """Regulated casino table games: ranked, settled and analysed exactly, with the paragraphs cited."""
    if version:
        print(f"tablegames {tablegames.__version__}")
        raise typer.Exit


def main() -> None:
    """Run the command line, and end it: by an exit code and at most one line, never by a traceback.

    Exit 0 done, 1 the input is wrong, 2 usage, 3 faults were found, 70 a defect of ours, 130 interrupted, 141 the reader of a pipe left.
    """
    code: Any = None
    try:
        open_closed_streams()
        use_letters()
        command: Any = get_command(app)
        command.make_context, command.invoke = _carried()(command.make_context), _carried()(command.invoke)
        try:
            command()
        except SystemExit as end:
            code = end.code
        sys.stdout.flush()
    except BaseException as error:
        code, line = _ending(error)
        if line:
            say(line)
    _leave_streams()
    sys.exit(code)


def _ending(error: BaseException) -> tuple[int, str]:
    """The exit code and the line for what ended a command."""
    if isinstance(error, _Uncaught) and error.__cause__:
        error = error.__cause__
    if isinstance(error, Refused):
        return WRONG_INPUT, brief(" ".join(str(error).split()))
    if isinstance(error, BrokenPipeError) and _reader_left():
        return READER_LEFT, ""
    if isinstance(error, OSError):  # a file that cannot be read or written
        where = error.filename or ("standard output" if error.errno in _UNWRITTEN else "")
        return WRONG_INPUT, brief(f"{where}{': ' if where else ''}{error.strerror or error}")
    return ending_of(error)


def _reader_left() -> bool:
    """Whether nobody reads standard output any more."""
    if not hasattr(select, "poll"):  # as on Windows
        return True
    poll = select.poll()
    try:
        poll.register(sys.stdout.fileno(), 0)  # an error and a hang-up are told in any case
    except OSError:  # it is no file of the system
        return False
    return bool(poll.poll(0))


def _leave_streams() -> None:
    """Send what a stream still has nowhere if it cannot be written, so that Python's own end does not fail by it."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
