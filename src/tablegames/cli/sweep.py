"""The command sweep: the exact figures of many paytables, and which of them answer what is asked."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from tablegames.analysis.selection import ANY, Bounds, Front, Order, Wanted, parse_bounds, parse_hit_every
from tablegames.asks.rulings import parse_bets
from tablegames.cli.analyse import watched
from tablegames.cli.many import PublishedOption, RowOption, TablesOption, asked_tables
from tablegames.cli.options import (
    CheckpointOption,
    ClusterOption,
    GameArgument,
    InsecureOption,
    MeterOption,
    PaytableOption,
    RaiseLimitOption,
    ReadingOption,
    SubmissionOption,
    WorkersOption,
    chosen_rules,
)  # fmt: skip
from tablegames.cli.output import TableFormat, complain, print_json, print_text, resumable
from tablegames.core.law import Refused


def sweep(
    game: GameArgument,
    row: RowOption = [],
    tables: TablesOption = "",
    published: PublishedOption = [],
    edge: Annotated[
        str, typer.Option("--edge", metavar="LOW..HIGH", help="House edge in percent: 4..6, 4.. or ..6.")
    ] = "",
    hit_every: Annotated[
        str, typer.Option("--hit-every", metavar="N", help="A hit at least once in N hands on average.")
    ] = "",
    risk: Annotated[str, typer.Option("--risk", metavar="LOW..HIGH", help="Element of risk in percent.")] = "",
    deviation: Annotated[str, typer.Option("--deviation", metavar="LOW..HIGH", help="Standard deviation.")] = "",
    top: Annotated[str, typer.Option("--top", metavar="LOW..HIGH", help="Top prize, net per unit.")] = "",
    front: Annotated[
        Front | None,
        typer.Option(
            "--pareto",
            help="Only tables that no other outdoes in edge (high for the house, low for the player), hits and top prize.",
        ),
    ] = None,
    sort: Annotated[Order, typer.Option("--sort", help="The order of the tables.")] = Order.EDGE,
    descending: Annotated[bool, typer.Option("--descending", help="From the highest down.")] = False,
    paytable: PaytableOption = [],
    reading: ReadingOption = [],
    submission: SubmissionOption = "",
    raise_limit: RaiseLimitOption = "",
    meter: MeterOption = [],
    workers: WorkersOption = 1,
    cluster: ClusterOption = "",
    insecure: InsecureOption = False,
    checkpoint: CheckpointOption = "",
    form: Annotated[
        TableFormat, typer.Option("--format", help="For people, programs, or spreadsheets.")
    ] = TableFormat.TEXT,
) -> None:
    """The exact figures of many paytables of one wager, and which answer: "4 to 6 %, with a hit every 12 hands"?

    Example: tablegames sweep high-card-flush --row "flush-bonus:five-card flush=8..12 to 1" --edge 4..6
    """
    from tablegames.analysis.cluster import Where
    from tablegames.analysis.selection import select
    from tablegames.analysis.sweep import sweep as swept

    of, rules = chosen_rules(game, paytable, reading, submission, raise_limit)
    meters = parse_bets(meter, what="meter")
    where = Where(workers=workers, cluster=cluster, insecure=insecure)
    wanted = Wanted(
        edge=_bounds("edge", edge),
        risk=_bounds("risk", risk),
        deviation=_bounds("deviation", deviation),
        top=_bounds("top", top),
        hit_every=parse_hit_every(hit_every, what="--hit-every"),
        front=front,
        order=sort,
        descending=descending,
    )
    asked = asked_tables(of, rules, row, tables, published)
    if not asked:
        slots = ", ".join(form.slot for form in of.forms)
        raise Refused(f"say what to sweep, by --row, --tables or --published: {of.name} has paytables {slots}")
    with resumable(checkpoint), watched("sweeping paytables") as progress:
        found = swept(
            of, rules, asked, meters=meters, where=where,
            checkpoint=Path(checkpoint) if checkpoint else None, progress=progress,
        )  # fmt: skip
    if found.side and (cluster or checkpoint):
        complain(
            f"{found.wager} is priced from one count: there is no task for a cluster, and no state for a checkpoint"
        )
    choices = select(found, wanted)
    from tablegames.report import sweep as report

    if form is TableFormat.JSON:
        print_json(report.sweep_json(found, choices, wanted))
    elif form is TableFormat.CSV:
        sys.stdout.write(report.sweep_csv(found, choices))
    else:
        print_text(report.sweep_text(found, choices, wanted))


def _bounds(name: str, text: str) -> Bounds:
    """An option's bounds; none where it is not given."""
    return parse_bounds(text, what=f"--{name}") if text else ANY
