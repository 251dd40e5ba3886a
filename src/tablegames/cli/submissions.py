"""The commands on a Rules Submission: check, show, diff."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tablegames.cli.given import Commands
from tablegames.cli.options import FormatOption
from tablegames.cli.output import Format, print_json, print_text

if TYPE_CHECKING:
    from tablegames.asks.submission import Submission

app = Commands(help="A property's Rules Submission: check it, print it as a sheet, compare two.")
File = Annotated[str, typer.Argument(metavar="FILE", help="The submission, in TOML.")]


@app.command()
def check(file: File, form: FormatOption = Format.TEXT) -> None:
    """Validate a submission: every mistake at once, each with its line and what is allowed; then warnings, which are no mistakes.

    A warning is of what the house may not have meant: a paytable of its own beside the Code's list, or with an edge beyond 25 %, limits
    that do not fit together, payments finer than the bets.  It leaves the exit code at 0.
    """
    from tablegames.analysis.cautions import cautions
    from tablegames.games import game_named

    submission = _load(Path(file))
    found = [each for game in map(game_named, submission.games) for each in cautions(game, submission.rules(game))]
    if form is Format.JSON:
        warnings = [{"key": each.key, "message": each.message} for each in found]
        print_json({"file": file, "games": list(submission.games), "digest": submission.digest, "warnings": warnings})
    else:
        print(f"{file}: valid; {', '.join(submission.games)}; digest {submission.digest}")
        print_text(f"warning: {each.key}: {each.message}" for each in found)


@app.command()
def show(file: File, form: FormatOption = Format.TEXT) -> None:
    """Print a dated sheet of everything in force, defaults included, that could be filed."""
    from tablegames.report.sheet import sheet_json, sheet_text

    submission = _load(Path(file))
    if form is Format.JSON:
        print_json(sheet_json(submission))
    else:
        print_text(sheet_text(submission))


@app.command()
def diff(
    file: File,
    other: Annotated[str, typer.Argument(metavar="FILE", help="The submission to compare with.")],
    form: FormatOption = Format.TEXT,
) -> None:
    """What two submissions put in force differently, key by key.  Exit 0 where they agree, 3 where they differ."""
    one, two = (_flat(_load(Path(path))) for path in (file, other))
    changed = [(key, one.get(key), two.get(key)) for key in sorted({*one, *two}) if one.get(key) != two.get(key)]
    if form is Format.JSON:
        print_json({"changes": [{"key": key, "first": first, "second": second} for key, first, second in changed]})
    else:
        print_text(f"{key}: {first or 'not there'} -> {second or 'not there'}" for key, first, second in changed)
        if not changed:
            print("the submissions put the same in force")
    raise typer.Exit(3 if changed else 0)


def _load(path: Path) -> Submission:
    """A submission; pydantic is imported only here, so that no other command pays for it."""
    from tablegames.asks.submission import load_submission

    return load_submission(path)


def _flat(submission: Submission) -> dict[str, str]:
    """Everything a submission puts in force, as dotted keys with text values."""
    from tablegames.report.sheet import sheet_json

    found: dict[str, str] = {}

    def walk(value: Any, key: str) -> None:
        if isinstance(value, dict) and value:
            for name, item in value.items():
                walk(item, f"{key}.{name}" if key else name)
        else:
            found[key] = value if isinstance(value, str) else json.dumps(value)

    walk({key: item for key, item in sheet_json(submission).items() if key != "digest"}, "")
    return found
