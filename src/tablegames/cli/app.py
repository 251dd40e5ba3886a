"""The application: its commands, and the one place where an error becomes a line and an exit code."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

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
from tablegames.cli.output import complain, open_closed_streams, use_letters
from tablegames.cli.usage import BriefUsage
from tablegames.interruption import INTERRUPTED
from tablegames.law import Refused

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
    """Run the command line.  Exit 0 done, 1 the input is wrong, 2 usage, 130 interrupted; never a traceback."""
    try:
        open_closed_streams()
        use_letters()
        code = app(standalone_mode=True)
    except Refused as refused:
        complain(str(refused))
        code = 1
    except OSError as error:
        code = _system_error(error)
    except KeyboardInterrupt:
        complain("interrupted")
        code = INTERRUPTED
    sys.exit(code)


def _system_error(error: OSError) -> int:
    """A file that cannot be read, or a reader that went away."""
    if isinstance(error, BrokenPipeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    complain(f"{error.filename or 'standard output'}: {error.strerror or error}")
    return 1
