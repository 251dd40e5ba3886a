"""The command that deals and plays rounds at full speed: simulate."""

from __future__ import annotations

import csv
import sys
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer

from tablegames.analysis.selection import parse_level, shift_rounds_of
from tablegames.asks.rulings import parse_bets
from tablegames.cli.analyse import watched
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
    with_plan_options,
)  # fmt: skip
from tablegames.cli.output import TableFormat, print_json, print_text, resumable
from tablegames.core.law import Refused
from tablegames.core.money import parse_amount

BEST = "best"


@with_plan_options
def simulate(
    game: GameArgument,
    rounds: Annotated[int, typer.Option("--rounds", metavar="N", help="How many rounds are dealt.")],
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The same seed deals the same rounds.")],
    seats: Annotated[
        int, typer.Option("--seats", metavar="K", help="Seats against one dealer, who all play alike.")
    ] = 1,
    play: Annotated[
        str, typer.Option("--play", metavar="NAME", help="best, always-raise, or published (the simple play in print).")
    ] = BEST,
    plan: dict[str, str] = {},
    bet: Annotated[
        list[str],
        typer.Option(
            "--bet",
            metavar="WAGER=AMOUNT",
            help="Bets of every seat, in money; ante=10 is the main game, pot=5 a Pot among the seats.",
        ),
    ] = [],
    level: Annotated[
        str, typer.Option("--level", metavar="PERCENT", help="The confidence level, such as 95 or 99.9.")
    ] = "95",
    session: Annotated[
        int | None, typer.Option("--session", metavar="N", help="Follow sessions of N rounds: results, falls, ruin.")
    ] = None,
    bankroll: Annotated[
        str,
        typer.Option("--bankroll", metavar="AMOUNT", help="What a session begins with; who cannot bet on is ruined."),
    ] = "",
    hours: Annotated[str, typer.Option("--hours", metavar="H", help="The house's win over a shift of H hours.")] = "",
    rounds_per_hour: Annotated[
        str, typer.Option("--rounds-per-hour", metavar="R", help="Rounds dealt in an hour of the shift.")
    ] = "",
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
        TableFormat, typer.Option("--format", help="For people, for programs, or the facts as a table.")
    ] = TableFormat.TEXT,
) -> None:
    """Deal rounds at full speed under any play, against the exact figures; what sessions and shifts bring.

    Example: tablegames simulate high-card-flush --rounds 10000000 --seed 1 --workers 2
    """
    of, rules = chosen_rules(game, paytable, reading, submission, raise_limit)
    if bankroll and session is None:
        raise Refused("--bankroll is what a session begins with: give --session N too")
    certainty = parse_level(level)
    shift_rounds = shift_rounds_of(hours, rounds_per_hour)
    amounts = parse_bets(bet)
    meters = parse_bets(meter, what="meter")
    for name in meters:
        if name not in amounts:
            raise Refused(f"--meter {name} is for a wager that is not bet: give --bet {name}=AMOUNT too")
    from tablegames.analysis.cluster import Checkpoint, Where
    from tablegames.analysis.plan import named_plan
    from tablegames.analysis.simulate import simulate as deal
    from tablegames.analysis.simulation import Span

    if plan and play != BEST:
        raise Refused(f"--play {play} is a plan already: leave it out, or the rules")
    chosen = plan or named_plan(of, play)
    bank = Fraction(parse_amount(bankroll, what="bankroll"), 100) if bankroll else None

    def resumed(job: Mapping[str, Any]) -> Checkpoint:
        return Checkpoint(Path(checkpoint), job)

    with resumable(checkpoint), watched("simulating") as progress:
        found = deal(
            of,
            rules,
            rounds=rounds,
            seed=seed,
            seats=seats,
            plan=chosen,
            bets={wager: Fraction(cents, 100) for wager, cents in amounts.items()},
            meters=meters,
            session=Span(session, bank) if session is not None else None,
            where=Where(workers=workers, cluster=cluster, insecure=insecure),
            checkpoint=resumed if checkpoint else None,
            progress=progress,
        )
    from tablegames.report import simulation as report

    shift = found.shift(shift_rounds) if shift_rounds else None
    if form is TableFormat.JSON:
        print_json(report.simulation_json(found, level=certainty, shift=shift))
    elif form is TableFormat.CSV:
        rows = list(report.simulation_rows(found))
        table = csv.DictWriter(sys.stdout, list(rows[0]), lineterminator="\n")
        table.writeheader()
        table.writerows(rows)
    else:
        print_text(report.simulation_text(found, level=certainty, shift=shift))
