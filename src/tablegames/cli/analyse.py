"""The commands that compute exact figures: analyze and advise."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Annotated

import typer

from tablegames.asks.rulings import parse_bets, read_cards
from tablegames.cli.options import (
    BoardOption,
    FormatOption,
    GameArgument,
    MeterOption,
    PaytableOption,
    RaiseLimitOption,
    ReadingOption,
    SubmissionOption,
    chosen_rules,
)  # fmt: skip
from tablegames.cli.output import COMPILING, Format, complain, print_json, print_text
from tablegames.contract.choices import View


def analyze(
    game: GameArgument,
    paytable: PaytableOption = [],
    reading: ReadingOption = [],
    submission: SubmissionOption = "",
    raise_limit: RaiseLimitOption = "",
    meter: MeterOption = [],
    bet: Annotated[
        list[str],
        typer.Option(
            "--bet",
            metavar="WAGER=AMOUNT",
            help="Bets made together, for their joint figures; ante=10 is the main game.",
        ),
    ] = [],
    form: FormatOption = Format.TEXT,
) -> None:
    """The exact house edge, the best play's figures, and every wager's return table, for any paytable.

    Example: tablegames analyze high-card-flush --paytable flush-bonus=B --bet ante=10 --bet flush-bonus=5
    """
    of, rules = chosen_rules(game, paytable, reading, submission, raise_limit)
    meters = parse_bets(meter, what="meter")
    amounts = parse_bets(bet)
    from tablegames.analysis.exact import analyze as exactly
    from tablegames.analysis.exact import in_money
    from tablegames.analysis.pricing import check_combination, check_given

    check_given(of, rules, meters)
    check_combination(of, rules, amounts)
    with watched("counting deals") as progress:
        analysis = exactly(of, rules, meters=meters, progress=progress)
        together = in_money(analysis, amounts) if amounts else None
    from tablegames.report.analysis import analysis_json, analysis_text

    if form is Format.JSON:
        print_json(analysis_json(analysis, together))
    else:
        print_text(analysis_text(analysis, together))


def advise(
    game: GameArgument,
    hand: Annotated[str, typer.Option("--hand", help="The seat's own cards.")],
    board: BoardOption = "",
    dead: Annotated[str, typer.Option("--dead", help="Other cards seen: exposed, or other seats'.")] = "",
    bet: Annotated[
        list[str], typer.Option("--bet", metavar="WAGER=AMOUNT", help="The wagers made; values are then in money.")
    ] = [],
    paytable: PaytableOption = [],
    reading: ReadingOption = [],
    submission: SubmissionOption = "",
    raise_limit: RaiseLimitOption = "",
    meter: MeterOption = [],
    form: FormatOption = Format.TEXT,
) -> None:
    """The exact expected value of every action in a situation, whatever other cards are known.

    Example: tablegames advise high-card-flush --hand "Tc 8c 6c Kd Qd 4h 3s"
    """
    of, rules = chosen_rules(game, paytable, reading, submission, raise_limit)
    situation = View(
        *(read_cards(of, text, place) for text, place in ((hand, "hand"), (board, "board"), (dead, "dead")))
    )
    bets, meters = parse_bets(bet), parse_bets(meter, what="meter")
    from tablegames.analysis.advise import advise as exactly

    with watched("counting futures"):
        advice = exactly(of, rules, situation, bets, meters)
    from tablegames.report.analysis import advice_json, advice_text

    if form is Format.JSON:
        print_json(advice_json(advice))
    else:
        print_text(advice_text(advice))


@contextmanager
def watched(what: str) -> Iterator[Callable[[float], None]]:
    """Long work watched from standard error: progress with an estimate on a terminal, a word on compiling, the time taken."""
    from tablegames.kernels.compiling import on_compilation

    started = perf_counter()

    def compiling() -> None:
        complain(COMPILING)

    with on_compilation(compiling):
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

            columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
            with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
                task = bar.add_task(what, total=1.0)
                yield lambda part: bar.update(task, completed=part)
        else:
            yield lambda part: None
    complain(f"{what} took {perf_counter() - started:.2f} s")
