"""Options that several commands share, and the rules in force that they choose."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from tablegames.asks.rulings import parse_raise_limits
from tablegames.cli.output import Format
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.law import Refused
from tablegames.games import game_named

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="The game's id; `tablegames games` lists them.")]
FormatOption = Annotated[Format, typer.Option("--format", help="For people, or for programs.")]
BoardOption = Annotated[str, typer.Option("--board", help="The community cards.")]
PaytableOption = Annotated[
    list[str], typer.Option("--paytable", metavar="WAGER=NAME", help="Choose a paytable by its name.")
]
ReadingOption = Annotated[
    list[str], typer.Option("--reading", metavar="ID=CHOICE", help="Choose a reading of the text.")
]
MeterOption = Annotated[
    list[str],
    typer.Option("--meter", metavar="WAGER=AMOUNT", help="What stands on a meter, such as progressive=12345.67."),
]
RaiseLimitOption = Annotated[
    str,
    typer.Option(
        "--raise-limit", metavar="LIMIT", help="The most a seat may raise: 1, or 4:1,5:2,6:3 by flush length."
    ),
]
WorkersOption = Annotated[
    int, typer.Option("--workers", metavar="N", help="Work in so many threads or processes; the result is the same.")
]
ClusterOption = Annotated[
    str,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Work on a Dask cluster: tls://host:port, tcp://127.0.0.1:port, or local for --workers Dask workers here.",
    ),
]
InsecureOption = Annotated[
    bool,
    typer.Option(
        "--insecure-cluster", help="Allow tcp:// beyond this machine: a Dask scheduler unpickles what it is sent."
    ),
]
CheckpointOption = Annotated[
    str,
    typer.Option("--checkpoint", metavar="FILE", help="Keep the state in FILE; a stopped run goes on from it."),
]
FlushPlanOption = Annotated[
    str | None,
    typer.Option(
        "--evaluate",
        metavar="FLUSH",
        help="High Card Flush: raise this flush and better, such as T-8-6; any raises all.",
    ),
]
PreflopOption = Annotated[
    str | None,
    typer.Option("--preflop", metavar="RANGE", help='Hold \'Em: raise these hands before the flop: "33+, A2+, K7o+".'),
]
FlopRuleOption = Annotated[
    str | None,
    typer.Option(
        "--flop-rule",
        metavar="RULE",
        help='Hold \'Em: bet the flop where any of these holds: "two pair+, hidden pair 3+, flush draw T+".',
    ),
]
RiverRuleOption = Annotated[
    str | None,
    typer.Option(
        "--river-rule",
        metavar="RULE",
        help='Hold \'Em: raise after the river where any of these holds: "hidden pair, outs<21".',
    ),
]
SubmissionOption = Annotated[
    str, typer.Option("--submission", metavar="FILE", help="The house's Rules Submission (TOML).")
]


def chosen_rules(
    game_id: str, paytables: list[str], readings: list[str], submission: str, raise_limit: str = ""
) -> tuple[Game, Rules]:
    """The game, and its rules: the defaults, then the submission, then what the command line chooses."""
    game = game_named(game_id)
    rules = game.default_rules()
    if submission:
        from tablegames.asks.submission import load_submission

        rules = load_submission(Path(submission)).rules(game)
    rules = game.with_choices(
        rules, paytables=pairs(paytables, "paytable", "WAGER=NAME"), readings=pairs(readings, "reading", "ID=CHOICE")
    )
    if raise_limit:  # no longer what the submission says
        limits = parse_raise_limits(game, raise_limit, rules)
        rules = replace(rules, raise_limits=limits, house="", submission="")
    return game, rules


def plan_of(flush: str | None, preflop: str | None, flop: str | None, river: str | None) -> dict[str, str]:
    """The stages of a plan that the command line fixes."""
    stages = {"flush": flush, "preflop": preflop, "flop": flop, "river": river}
    return {stage: text for stage, text in stages.items() if text is not None}


def pairs(texts: list[str], what: str, form: str) -> dict[str, str]:
    """Options of the form ``key=value``, each key once."""
    found: dict[str, str] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or not key or not value:
            raise Refused(f"{what} {text!a} is not of the form {form}")
        if key in found:
            raise Refused(f"{what} {key!a} is given twice")
        found[key] = value
    return found
