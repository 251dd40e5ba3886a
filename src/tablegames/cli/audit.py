"""The commands on logs of real rounds: audit settles them again, audit synth makes one up."""

from __future__ import annotations

import csv
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from tablegames.cli.analyse import watched
from tablegames.cli.given import Commands
from tablegames.cli.options import (
    CheckpointOption,
    ClusterOption,
    FormatOption,
    GameArgument,
    InsecureOption,
    PaytableOption,
    RaiseLimitOption,
    ReadingOption,
    SubmissionOption,
    WorkersOption,
    chosen_rules,
)  # fmt: skip
from tablegames.cli.output import Format, TableFormat, print_json, print_text, resumable
from tablegames.contract.rules import Rules
from tablegames.core.law import Refused

LOGS, SYNTH = "logs", "synth"


class LogsFirst(TyperGroup):
    """A group whose first word may be a log: what names no command is given to ``logs``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the command's name before its arguments where it is left out."""
        if args and args[0] not in (LOGS, SYNTH, "--help"):
            args = [LOGS, *args]
        return super().parse_args(ctx, args)


app = Commands(
    cls=LogsFirst,
    help="Settle the rounds of a casino's log again, and find each wrong payment: tablegames audit LOG... [OPTIONS]",
)


@app.command(LOGS)
def logs(
    log: Annotated[list[str], typer.Argument(metavar="LOG...", help="Logs of one game: .parquet, .csv or .jsonl.")],
    faulty: Annotated[
        str, typer.Option("--faulty", metavar="FILE", help="Write the faulty rounds to FILE, in the log's format.")
    ] = "",
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Set aside and count what cannot be read, instead of stopping there.")
    ] = False,
    paytable: PaytableOption = [],
    reading: ReadingOption = [],
    submission: SubmissionOption = "",
    raise_limit: RaiseLimitOption = "",
    workers: WorkersOption = 1,
    cluster: ClusterOption = "",
    insecure: InsecureOption = False,
    checkpoint: CheckpointOption = "",
    form: Annotated[
        TableFormat, typer.Option("--format", help="For people, for programs, or every fault as a row.")
    ] = TableFormat.TEXT,
) -> None:
    """Settle every round of some logs again (the word logs may be left out); exit 3 where anything is wrong.

    Example: tablegames audit rounds.parquet --faulty faulty.parquet --format json
    """
    from tablegames.analysis.cluster import Checkpoint, Where
    from tablegames.audit.faulty import FaultyRows
    from tablegames.audit.logs import TRANSCRIPT, form_of, game_of
    from tablegames.audit.run import EVERYTHING, audit
    from tablegames.report import audit as report

    for path in log:
        if faulty and Path(faulty).exists() and Path(path).exists() and Path(faulty).samefile(path):
            raise Refused(f"--faulty {faulty} is the log itself: the faulty rounds need a file of their own")
    rules: Rules | None = None
    if form_of(log[0]) == TRANSCRIPT:
        if paytable or reading or submission or raise_limit:
            raise Refused("a record of rounds has its rules in its first line: leave out the options that choose them")
    else:
        _, rules = chosen_rules(game_of(log[0]), paytable, reading, submission, raise_limit)
    listed = EVERYTHING if form is TableFormat.CSV else report.LISTED[form.value]
    kept: list[Mapping[str, Any]] = []
    room = {"kind": listed, "bad": report.LISTED["text"]}

    def resumed(job: Mapping[str, Any]) -> Checkpoint:
        return Checkpoint(Path(checkpoint), job)

    with ExitStack() as stack:
        rows = stack.enter_context(FaultyRows(Path(faulty), log[0])) if faulty else None
        table = csv.writer(sys.stdout, lineterminator="\n")
        heading = iter([report.COLUMNS] if form is TableFormat.CSV else [])

        def keep(record: Mapping[str, Any]) -> None:
            if rows:
                rows.keep(record)
            for what in room:
                if what in record and form is TableFormat.CSV:
                    if what == "kind":
                        table.writerows(heading)
                        table.writerow(report.csv_row(record))
                elif what in record and room[what]:
                    room[what] -= 1
                    kept.append(record)

        with resumable(checkpoint), watched("settling rounds") as progress:
            found = audit(
                log,
                rules,
                skip_bad=skip_bad,
                keep=keep,
                faulty=bool(faulty),
                listed=listed,
                where=Where(workers=workers, processes=True, cluster=cluster, insecure=insecure),
                checkpoint=resumed if checkpoint else None,
                progress=progress,
            )
    table.writerows(heading)  # where no row has needed it: a refusal prints nothing
    if form is TableFormat.JSON:
        print_json(report.audit_json(found, kept))
    elif form is TableFormat.TEXT:
        print_text(report.audit_text(found, kept))
    raise typer.Exit(0 if found.clean else 3)


@app.command(SYNTH)
def synth(
    game: GameArgument,
    rounds: Annotated[int, typer.Option("--rounds", metavar="N", help="How many rounds.")],
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The same seed makes the same log.")],
    out: Annotated[str, typer.Option("-o", "--out", metavar="LOG", help="The log: .parquet, .csv or .jsonl.")],
    faults: Annotated[
        str, typer.Option("--faults", metavar="PART", help="The part of the rounds with one planted fault.")
    ] = "0",
    seats: Annotated[int, typer.Option("--seats", metavar="K", help="Seats of every round.")] = 1,
    paytable: PaytableOption = [],
    reading: ReadingOption = [],
    submission: SubmissionOption = "",
    raise_limit: RaiseLimitOption = "",
    form: FormatOption = Format.TEXT,
) -> None:
    """Make up a log for tests and demonstration, with planted faults of every kind, and say how many of each.

    Example: tablegames audit synth high-card-flush --rounds 100000 --seed 1 --faults 0.001 -o log.parquet
    """
    of, rules = chosen_rules(game, paytable, reading, submission, raise_limit)
    from tablegames.audit.logs import reader

    reader(out)  # refuses another ending, and says where pyarrow is missing
    from tablegames.audit.synth import synth as made_up

    with watched("making up rounds") as progress:
        made = made_up(
            of, rules, Path(out), rounds=rounds, seed=seed, faults=_part(faults), seats=seats, progress=progress
        )
    if form is Format.JSON:
        planted = {kind: str(count) for kind, count in made.planted.items()}
        print_json({"game": of.id, "file": out, "rounds": str(made.rounds), "rows": str(made.rows), "planted": planted})
    else:
        print(f"{out}: {made.rounds:,} rounds, {made.rows:,} rows, {sum(made.planted.values()):,} planted faults")
        for kind, count in made.planted.items():
            print(f"  {kind}: {count:,}")


def _part(text: str) -> float:
    """A part of all rounds, from 0 to 1."""
    try:
        part = Decimal(text)
    except InvalidOperation:
        part = Decimal(-1)
    if not 0 <= part <= 1:
        raise Refused(f"faults {text!a} is not a part of the rounds from 0 to 1, such as 0.001")
    return float(part)
