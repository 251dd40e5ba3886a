"""The command that writes mathematics reports (PAR sheets): of one game, or of every game of a property."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tablegames.asks.rulings import parse_bets
from tablegames.cli.analyse import watched
from tablegames.cli.many import PublishedOption, RowOption, TablesOption, asked_tables
from tablegames.cli.options import (
    FormatOption,
    MeterOption,
    PaytableOption,
    RaiseLimitOption,
    ReadingOption,
    SubmissionOption,
    chosen_rules,
)  # fmt: skip
from tablegames.cli.output import Format, print_json
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.files import check_place, whole
from tablegames.core.law import Refused
from tablegames.games import game_named

if TYPE_CHECKING:
    from tablegames.analysis.exact import Analysis
    from tablegames.analysis.simulation import Simulation
    from tablegames.analysis.sweep import Tables
    from tablegames.contract.document import Block
    from tablegames.report.formats import Format as FileFormat

COMPARISON = "comparison"


def report(
    game: Annotated[
        str, typer.Argument(metavar="[GAME]", help="One game; with --submission alone, all it offers.")
    ] = "",
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="FILE.pdf, .html, .xlsx, .md or .json; or a folder.")
    ] = "",
    paytable: PaytableOption = [],
    reading: ReadingOption = [],
    submission: SubmissionOption = "",
    raise_limit: RaiseLimitOption = "",
    meter: MeterOption = [],
    row: RowOption = [],
    tables: TablesOption = "",
    published: PublishedOption = [],
    bet: Annotated[
        list[str],
        typer.Option("--bet", metavar="WAGER=AMOUNT", help="Bets made together, for their joint figures."),
    ] = [],
    day: Annotated[str, typer.Option("--date", metavar="YYYY-MM-DD", help="The date that the report bears.")] = "",
    simulate: Annotated[
        int, typer.Option("--simulate", metavar="ROUNDS", min=0, help="A second method: rounds dealt at random.")
    ] = 0,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="S", help="Of --simulate: another seed deals other rounds; else 1.")
    ] = None,
    kind: Annotated[
        str, typer.Option("--as", metavar="ENDING", help="Of --submission alone: what the files are; else pdf.")
    ] = "",
    form: FormatOption = Format.TEXT,
) -> None:
    """A mathematics report (PAR sheet) as a file; of a whole property, a folder with a report for each game and a comparison.

    Example: tablegames report heads-up-holdem -o report.pdf --date 2026-12-01 --simulate 10000000

    Example: tablegames report --submission house.toml -o reports --as html

    --row, --tables and --published say which paytables of one wager the report lists beside the known ones, as for `sweep`.

    Example: tablegames report high-card-flush -o report.xlsx --tables tables.toml
    """
    if not output:
        raise Refused("report needs -o: a file such as report.pdf, or a folder with --submission alone")
    if seed is not None and not simulate:
        raise Refused("--seed is of the rounds that are dealt at random: give --simulate ROUNDS too")
    if kind and game:
        raise Refused("--as is for the files of a folder: the ending of -o says what a report of one game is")
    made = Wanted(_day(day), simulate, 1 if seed is None else seed)
    if not game:
        if not submission:
            raise Refused("report needs a GAME, or --submission FILE for every game of a property")
        if paytable or reading or raise_limit or bet or row or tables or published:
            raise Refused(
                "--paytable, --reading, --raise-limit, --bet, --row, --tables and --published are of one game: name it"
            )
        _property(Path(submission), Path(output), kind or "pdf", meter, made, form)
        return
    of, rules = chosen_rules(game, paytable, reading, submission, raise_limit)
    amounts = parse_bets(bet)
    from tablegames.analysis.pricing import check_combination
    from tablegames.report.formats import format_of

    path = Path(output)
    wanted = format_of(path)
    check_place(path)
    check_combination(of, rules, amounts)
    asked, meters = asked_tables(of, rules, row, tables, published), parse_bets(meter, what="meter")
    many = _sweep(of, rules, asked, meters) if asked else ()
    with ThreadPoolExecutor(1) as beside:
        beside.submit(wanted.load)
        analysis = _analysis(of, rules, meters)
    size = _write(path, made.report(analysis, wanted, amounts, many))
    if form is Format.JSON:
        print_json({"game": of.id, "file": str(path), "bytes": size})
    else:
        print(f"{path}: {size:,} bytes")


class Wanted:
    """What every report of one command has: its date, and the simulation beside the exact figures."""

    def __init__(self, day: str, rounds: int, seed: int) -> None:
        self.day, self.rounds, self.seed = day, rounds, seed

    def report(
        self, analysis: Analysis, form: FileFormat, bets: Mapping[str, int], sweep: tuple[Block, ...] = ()
    ) -> bytes:
        """The bytes of a game's report; ``sweep``: what it says of many more paytables."""
        from tablegames.report.formats import render
        from tablegames.report.par.sheet import par_sheet

        simulation = self._simulation(analysis) if self.rounds else None
        with watched("making the report"):
            made = par_sheet(analysis, day=self.day, bets=bets, simulation=simulation, sweep=sweep, charts=form.charts)
            return render(made, form)

    def _simulation(self, analysis: Analysis) -> Simulation:
        """Rounds of the main game under the best play."""
        from tablegames.analysis.simulate import simulate

        with watched("simulating") as progress:
            return simulate(
                analysis.game,
                analysis.rules,
                rounds=self.rounds,
                seed=self.seed,
                meters=analysis.meters,
                progress=progress,
            )


def _analysis(game: Game, rules: Rules, meters: Mapping[str, int]) -> Analysis:
    """The exact analysis that a report shows."""
    from tablegames.analysis.exact import analyze

    with watched("counting deals") as progress:
        return analyze(game, rules, meters=meters, progress=progress)


def _sweep(game: Game, rules: Rules, asked: Sequence[Tables | Refused], meters: Mapping[str, int]) -> tuple[Block, ...]:
    """What a report says of many paytables of one wager."""
    from tablegames.analysis.sweep import sweep
    from tablegames.report.par.swept import swept

    with watched("sweeping paytables") as progress:
        return tuple(swept(sweep(game, rules, asked, meters=meters, progress=progress)))


def _property(source: Path, folder: Path, kind: str, meter: list[str], made: Wanted, form: Format) -> None:
    """A report for every game of a submission, and the comparison, all or none."""
    from tablegames.asks.submission import load_submission
    from tablegames.report.formats import format_named, render
    from tablegames.report.par.comparison import comparison

    wanted, submission = format_named(kind), load_submission(source)
    if folder.suffix and not folder.is_dir():
        raise Refused(f"{folder}: with --submission alone a folder is written; name a GAME for one file")
    games = [game_named(game_id) for game_id in submission.games]
    meters = parse_bets(meter, what="meter")
    known = {name for game in games for name in game.meters}
    for name in meters:
        if name not in known:
            raise Refused(f"meter {name!a} is none of these games': {', '.join(sorted(known)) or 'they have none'}")
    analyses = [
        _analysis(game, submission.rules(game), {name: cents for name, cents in meters.items() if name in game.meters})
        for game in games
    ]
    files = {f"{analysis.game.id}.{kind}": made.report(analysis, wanted, {}) for analysis in analyses}
    files[f"{COMPARISON}.{kind}"] = render(comparison(analyses, day=made.day), wanted)
    folder.mkdir(parents=True, exist_ok=True)
    written = [{"file": str(folder / name), "bytes": _write(folder / name, content)} for name, content in files.items()]
    if form is Format.JSON:
        print_json({"property": submission.house, "digest": submission.digest, "files": written})
    else:
        for each in written:
            print(f"{each['file']}: {each['bytes']:,} bytes")


def _day(text: str) -> str:
    """A date as it is printed; refused in another form, so that no report bears one that could be read in two ways."""
    try:
        if text and date.fromisoformat(text).isoformat() != text:
            raise ValueError
    except ValueError:
        raise Refused(f"date {text!a} is not of the form YYYY-MM-DD, such as 2026-12-01") from None
    return text


def _write(path: Path, content: bytes) -> int:
    """A file that appears under its name when it is complete; how many bytes it has."""
    with whole(path) as partial:
        partial.write_bytes(content)
    return len(content)
