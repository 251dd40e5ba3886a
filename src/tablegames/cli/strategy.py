"""The commands on how to play: strategy (the best play, a plan's price, an export) and progressive."""

from __future__ import annotations

import re
import signal
from fractions import Fraction
from pathlib import Path
from types import FrameType
from typing import Annotated, NoReturn

import typer

from tablegames.cli.analyse import watched
from tablegames.cli.options import (
    FormatOption,
    GameArgument,
    PaytableOption,
    RaiseLimitOption,
    ReadingOption,
    SubmissionOption,
    chosen_rules,
    with_plan_options,
)  # fmt: skip
from tablegames.cli.output import Format, noting, print_json, print_text
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.figures import thousands
from tablegames.core.law import Refused
from tablegames.core.money import parse_amount
from tablegames.core.wagers import MeterPlan

_PERCENT = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,6})?) ?%")


@with_plan_options
def strategy(
    game: GameArgument,
    plan: dict[str, str] = {},
    export: Annotated[
        str, typer.Option("--export", metavar="FILE", help="Write every decision to FILE, .parquet or .csv.")
    ] = "",
    last: str = "",
    paytable: PaytableOption = [],
    reading: ReadingOption = [],
    submission: SubmissionOption = "",
    raise_limit: RaiseLimitOption = "",
    form: FormatOption = Format.TEXT,
) -> None:
    """The best play in a form that people use; the exact price of a simpler one; or every decision as a file.

    Example: tablegames strategy high-card-flush --evaluate T-8-6
    """
    of, rules = chosen_rules(game, paytable, reading, submission, raise_limit)
    if last and not export:
        raise Refused(f"--{last} says what to export: give --export FILE too, or a rule with --{last}-rule")
    if export and plan:
        raise Refused("an export lists the best play: leave out the plan, or leave out --export")
    from tablegames.analysis import strategy as analysis
    from tablegames.report import strategy as report

    if export:
        _export(of, rules, Path(export), last=last, form=form)
        return
    if plan:
        with watched("counting deals") as progress:
            evaluation = analysis.evaluate(of, plan, rules, progress=progress)
        if form is Format.JSON:
            print_json(report.evaluation_json(evaluation))
        else:
            print_text(report.evaluation_text(evaluation))
        return
    with watched("counting deals") as progress:
        best = analysis.strategy(of, rules, progress=progress)
    if form is Format.JSON:
        print_json(report.strategy_json(best))
    else:
        print_text(report.strategy_text(best))


def progressive(
    game: GameArgument,
    paytable: PaytableOption = [],
    reading: ReadingOption = [],
    submission: SubmissionOption = "",
    seed: Annotated[
        str, typer.Option("--seed", metavar="AMOUNT", help="What the meter starts from after it is won.")
    ] = "",
    increment: Annotated[
        str, typer.Option("--increment", metavar="PERCENT", help="The part of each wager that goes to the meter.")
    ] = "",
    reserve: Annotated[
        str, typer.Option("--reserve", metavar="PERCENT", help="The part of each wager set aside for the next seed.")
    ] = "",
    form: FormatOption = Format.TEXT,
) -> None:
    """What a wager with a meter is worth as the meter grows, when it is fair, and what the house holds in the long run.

    The long run needs the seed and the increment, here or in the submission.
    Example: tablegames progressive high-card-flush --paytable progressive=one-dollar --seed 1000 --increment 20%
    """
    of, rules = chosen_rules(game, paytable, reading, submission)
    if bool(seed) != bool(increment) or (reserve and not seed):
        raise Refused("the long run needs --seed and --increment together, such as --seed 1000 --increment 20%")
    given = seed and MeterPlan(
        parse_amount(seed, what="seed"), _rate(increment, "increment"), _rate(reserve, "reserve")
    )
    from tablegames.analysis.progressive import progressive as exactly

    with watched("counting deals") as progress:
        found = exactly(of, rules, progress=progress)
    plan = given or rules.meter_plans.get(found.table.form.meter)
    run = found.long_run(plan) if plan else None
    from tablegames.report import strategy as report

    if form is Format.JSON:
        print_json(report.progressive_json(found, run))
    else:
        print_text(report.progressive_text(found, run))


def _export(game: Game, rules: Rules, path: Path, *, last: str, form: Format) -> None:
    """Write the export, whole or not at all, also where the process is told to end."""
    from tablegames.analysis.export import export

    signal.signal(signal.SIGTERM, _interrupted)
    with noting(lambda: f"no part of {path} is kept; run the command again"), watched("writing decisions") as progress:
        exported = export(game, rules, path, last=last, progress=progress)
    if form is Format.JSON:
        print_json({"game": game.id, "file": str(path), "rows": exported.rows, "columns": list(exported.columns)})
    else:
        print(f"{path}: {thousands(exported.rows)} decisions; columns {', '.join(exported.columns)}")


def _interrupted(number: int, frame: FrameType | None) -> NoReturn:
    """The end of a process on request, as an interruption that cleans up behind itself."""
    raise KeyboardInterrupt


def _rate(text: str, what: str) -> Fraction:
    """A part of the wager, written as a percentage; none is 0."""
    if not text:
        return Fraction(0)
    match = _PERCENT.fullmatch(text.strip())
    if match is None or Fraction(match[1]) > 100:
        raise Refused(f"{what} {text!a} is not a percentage from 0% to 100%, such as 20% or 2.5%")
    return Fraction(match[1]) / 100
