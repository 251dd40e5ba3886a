"""Options that several commands share, and the rules in force that they choose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from inspect import Parameter, signature
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from tablegames.asks.rulings import limited_by, parse_raise_limits
from tablegames.cli.output import Format
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.law import Refused
from tablegames.games import GAMES, game_named

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
        "--raise-limit", metavar="LIMIT", help=f"The most a seat may raise: 1, or 4:1,5:2,6:3 by {limited_by()}."
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


PLAN_OPTIONS = {
    option.option.removeprefix("--").replace("-", "_"): (game.plays.of, option)
    for game in GAMES
    for option in game.plays.options
}
"""The options that fix a stage of a plan, by the name of the parameter: those of every game."""
LAST_STAGES = tuple(dict.fromkeys(game.plays.last for game in GAMES if game.plays.last))
"""The last stages of games whose decisions are so many that they are exported only for those who ask."""


def with_plan_options(command: Callable[..., None]) -> Callable[..., None]:
    """A command whose parameter ``plan``, the stages that are fixed by text, is given by the plan options of all games; its parameter
    ``last``, where it has one, is the last stage whose decisions are asked for too."""
    own, hints = signature(command), get_type_hints(command, include_extras=True)
    added = [
        Parameter(
            name, Parameter.KEYWORD_ONLY, default=None,
            annotation=Annotated[str | None, typer.Option(option.option, metavar=option.form, help=f"{of}: {option.says}")],
        )
        for name, (of, option) in PLAN_OPTIONS.items()
    ]  # fmt: skip
    flags = [
        Parameter(
            stage, Parameter.KEYWORD_ONLY, default=False,
            annotation=Annotated[bool, typer.Option(f"--{stage}", help=f"Export the decisions after the {stage} too.")],
        )
        for stage in (LAST_STAGES if "last" in own.parameters else ())
    ]  # fmt: skip
    shown: list[Parameter] = []
    for name, each in own.parameters.items():
        plain = [each.replace(kind=Parameter.KEYWORD_ONLY, annotation=hints[name])]
        shown += {"plan": added, "last": flags}.get(name, plain)

    def run(**given: Any) -> None:
        texts = {PLAN_OPTIONS[name][1].stage: given.pop(name) for name in PLAN_OPTIONS}
        asked = [flag.name for flag in flags if given.pop(flag.name)]
        last = {"last": next(iter(asked), "")} if flags else {}
        command(**given, **last, plan={stage: text for stage, text in texts.items() if text is not None})

    run.__name__, run.__doc__, run.__module__ = command.__name__, command.__doc__, command.__module__
    run.__annotations__ = {each.name: each.annotation for each in shown}
    vars(run)["__signature__"] = own.replace(parameters=shown)  # what Typer reads
    return run


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
