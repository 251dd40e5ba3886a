"""The commands that make something to print: chart, rack-card and dealer-test."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tablegames.asks.rulings import parse_bets
from tablegames.cli.analyse import watched
from tablegames.cli.options import (
    FormatOption,
    GameArgument,
    MeterOption,
    PaytableOption,
    RaiseLimitOption,
    ReadingOption,
    SubmissionOption,
    chosen_rules,
)  # fmt: skip
from tablegames.cli.output import Format, print_json
from tablegames.core.files import whole
from tablegames.core.law import Refused
from tablegames.games import GAMES

OutputOption = Annotated[str, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")]

OF_GAMES = ", ".join(dict.fromkeys(f"{kind.id} ({game.plays.of})" for game in reversed(GAMES) for kind in game.charts))
"""The charts that are of some games only, each with the game or the family of games."""


def chart(
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND",
            help=f"paytables, contribution, distribution; {OF_GAMES}.",
        ),
    ],
    game: GameArgument,
    output: OutputOption,
    wager: Annotated[str, typer.Option("--wager", metavar="WAGER", help="Of contribution: the wager.")] = "",
    rounds: Annotated[
        int | None, typer.Option("--rounds", min=1, metavar="N", help="Of distribution: so many rounds; else 100.")
    ] = None,
    paytable: PaytableOption = [],
    reading: ReadingOption = [],
    submission: SubmissionOption = "",
    raise_limit: RaiseLimitOption = "",
    meter: MeterOption = [],
    form: FormatOption = Format.TEXT,
) -> None:
    """A chart of exact figures as an SVG or PNG file.

    Example: tablegames chart preflop-gain heads-up-holdem -o gain.svg
    """
    of, rules = chosen_rules(game, paytable, reading, submission, raise_limit)
    meters = parse_bets(meter, what="meter")
    path, ending = _path(output, ("svg", "png"))
    from tablegames.report import charts

    options = charts.Options(wager, rounds or 0)
    charts.check_chart(kind, of, ending, options)
    from tablegames.analysis.exact import analyze

    with watched("counting deals") as progress:
        analysis = analyze(of, rules, meters=meters, progress=progress)
        drawn = charts.chart(kind, analysis, ending, options)
    _write(path, drawn, form, game=of.id, chart=kind)


def rack_card(
    game: GameArgument,
    output: OutputOption,
    paytable: PaytableOption = [],
    reading: ReadingOption = [],
    submission: SubmissionOption = "",
    raise_limit: RaiseLimitOption = "",
    form: FormatOption = Format.TEXT,
) -> None:
    """The one-page card for the table as a PDF: how to play and what is paid, in large type, from the rules in force.

    Example: tablegames rack-card high-card-flush --paytable flush-bonus=B -o card.pdf
    """
    of, rules = chosen_rules(game, paytable, reading, submission, raise_limit)
    path, _ = _path(output, ("pdf",))
    from tablegames.report.rack_card import rack_card as made

    _write(path, made(of, rules), form, game=of.id)


def dealer_test(
    game: GameArgument,
    output: OutputOption,
    questions: Annotated[int, typer.Option("-n", "--questions", metavar="N", help="How many questions.")] = 20,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="Another seed, another test.")] = 1,
    paytable: PaytableOption = [],
    reading: ReadingOption = [],
    submission: SubmissionOption = "",
    raise_limit: RaiseLimitOption = "",
    form: FormatOption = Format.TEXT,
) -> None:
    """A printable test for dealers as a PDF: hands to rank and bets to settle, then the answer key with its paragraphs.

    Example: tablegames dealer-test heads-up-holdem -n 20 --seed 7 -o test.pdf
    """
    of, rules = chosen_rules(game, paytable, reading, submission, raise_limit)
    path, _ = _path(output, ("pdf",))
    from tablegames.report.dealer_test import dealer_test as made

    _write(path, made(of, rules, questions, seed), form, game=of.id, questions=questions, seed=str(seed))


def _path(output: str, endings: tuple[str, ...]) -> tuple[Path, str]:
    """The file to write and its ending, which says what is made."""
    path = Path(output)
    ending = path.suffix.lower().removeprefix(".")
    if ending not in endings:
        raise Refused(f"-o {output!a}: the name ends in {' or '.join('.' + one for one in endings)}")
    return path, ending


def _write(path: Path, content: bytes, form: Format, **made: object) -> None:
    """The finished file, and a word on it."""
    with whole(path) as partial:
        partial.write_bytes(content)
    if form is Format.JSON:
        print_json({**made, "file": str(path), "bytes": len(content)})
    else:
        print(f"{path}: {len(content):,} bytes")
