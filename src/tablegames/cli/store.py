"""The commands on the workbench's store: export, verify, prune."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tablegames.cli.given import Commands
from tablegames.cli.options import FormatOption
from tablegames.cli.output import Format, print_json, print_text
from tablegames.core.files import claimed, naming
from tablegames.core.law import Refused

if TYPE_CHECKING:
    from tablegames.web.store.database import Database
    from tablegames.web.store.keeping import OldTest, Whole

app = Commands(
    help="What `tablegames serve` keeps: export a session, verify all, remove old ones and old table tests, delete submissions."
)
DAY = 24 * 3600
DatabaseOption = Annotated[
    str,
    typer.Option(
        "--db",
        metavar="URL",
        help="sqlite:///FILE or postgresql://USER@HOST/DATABASE (password: PGPASSWORD); the user's data folder by default.",
    ),
]


@app.command()
def export(
    session: Annotated[str, typer.Argument(metavar="SESSION", help="The session's id.")],
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="The file to write; it must not exist.")
    ],
    db: DatabaseOption = "",
    form: FormatOption = Format.TEXT,
) -> None:
    """Write a session as a record, which `tablegames round verify`, `replay` and `recall` read.

    It is the house's: of a round that is open it holds the cards that lie face down.
    """
    from tablegames.web.store.keeping import transcript

    with _opened(db) as database:
        record = transcript(database, session)
    with naming(Path(output)), claimed(Path(output)) as file:
        file.write(record)
    result = {"session": session, "file": output, "events": record.count(b"\n")}
    if form is Format.JSON:
        print_json(result)
    else:
        print(f"{output}: session {session}, {result['events']} events")


@app.command()
def verify(db: DatabaseOption = "", form: FormatOption = Format.TEXT) -> None:
    """Verify every session: its chain, its settlements, its decks, its bankroll.  Exit 0 good, 3 a fault was found."""
    from tablegames.report.verdict import FAULT
    from tablegames.web.store.keeping import verdicts

    count: dict[str, int] = dict.fromkeys(("sessions", "rounds", "events", "incomplete"), 0)
    faults: list[dict[str, Any]] = []
    with _opened(db) as database:
        for verdict in verdicts(database):
            count["sessions"] += 1
            if verdict["verdict"] == FAULT:
                name = verdict["session"]
                faults.append({"session": name, "fault": verdict["fault"].removeprefix(f"session {name}: ")})
                continue
            count["rounds"] += verdict["rounds"]
            count["events"] += verdict["events"]
            count["incomplete"] += verdict["incomplete"] is not None
    if form is Format.JSON:
        print_json({"verdict": FAULT if faults else "consistent", **count, "faults": faults})
    else:
        print_text(f"session {each['session']}: {each['fault']}" for each in faults)
        found = f"{count['sessions']} sessions, {count['rounds']} rounds, {count['events']} events"
        print(f"{found}; {count['incomplete']} with a round open; {len(faults)} faulty")
    raise typer.Exit(3 if faults else 0)


@app.command()
def prune(
    older_than: Annotated[
        int, typer.Option("--older-than", min=1, max=36_500, metavar="DAYS", help="Not used for so many days.")
    ],
    db: DatabaseOption = "",
    keep_tests: Annotated[bool, typer.Option("--keep-tests", help="Remove no table test.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be removed, and remove nothing.")] = False,
    form: FormatOption = Format.TEXT,
) -> None:
    """Remove sessions and table tests that were not used for long.

    A session goes whole, never a part of a chain; one with a round open stays. Every one is named with its head: keep it, and an
    exported record can still be proved. A table test goes with its record, finished or not, and is named with its candidate: print
    the record first, or give --keep-tests. Rules Submissions stay, but for those that were deleted so long ago; one whose last session
    and last table test are gone may be deleted again.
    """
    from tablegames.web.store import keeping

    before = int(time.time()) - older_than * DAY
    with _opened(db) as database:
        removed, left, tests, gone = (keeping.old if dry_run else keeping.prune)(database, before, tests=not keep_tests)
    if form is Format.JSON:
        sessions = {"removed": list(map(_listed, removed)), "left_open": list(map(_listed, left))}
        tests_, submissions = list(map(_listed_test, tests)), [each.digest for each in gone]
        print_json({"dry_run": dry_run, **sessions, "tests_removed": tests_, "submissions_removed": submissions})
        return
    print_text(
        f"session {each.session}: {each.game}, {each.rounds} rounds, last used {_day(each.used)}, head {each.head}"
        for each in removed
    )
    print_text(f"session {each.session}: left, a round is open, last used {_day(each.used)}" for each in left)
    print_text(
        f"table test {each.test}: {each.game}, {each.candidate}, {each.answered} of {each.questions} answered, last used {_day(each.used)}"
        for each in tests
    )
    print_text(f"submission {each.digest}: {each.house}, version {each.version}, deleted before" for each in gone)
    count = f"{len(removed)} sessions and {len(tests)} table tests {'would be' if dry_run else 'were'} removed"
    print(f"{count}, {len(left)} sessions left with a round open")


@app.command(name="delete")
def delete_(
    digest: Annotated[str, typer.Argument(metavar="DIGEST", help="The submission's digest, in full.")],
    db: DatabaseOption = "",
) -> None:
    """Delete a saved Rules Submission, whoever saved it; `store restore` brings it back within a day.

    One that a session or a table test uses is not deleted.
    """
    with _opened(db) as database, database.writing() as rows:
        from tablegames.web.store.submissions import HOUSE, hide

        hide(rows, digest, HOUSE, int(time.time()))
    print(f"submission {digest} is deleted; within a day `tablegames store restore {digest}` brings it back")


@app.command()
def restore(
    digest: Annotated[str, typer.Argument(metavar="DIGEST", help="The submission's digest, in full.")],
    db: DatabaseOption = "",
) -> None:
    """Bring back a Rules Submission that was deleted within a day, whoever deleted it."""
    with _opened(db) as database, database.writing() as rows:
        from tablegames.web.store.submissions import HOUSE, bring_back

        bring_back(rows, digest, HOUSE, int(time.time()))
    print(f"submission {digest} is saved again")


def _listed(each: Whole) -> dict[str, Any]:
    """A session in a list, as JSON."""
    return {
        "session": each.session, "game": each.game, "rounds": each.rounds, "events": each.events, "head": each.head,
        "last_used": _day(each.used),
    }  # fmt: skip


def _listed_test(each: OldTest) -> dict[str, Any]:
    """A table test in a list, as JSON."""
    return {
        "test": each.test, "game": each.game, "candidate": each.candidate, "level": each.level,
        "questions": each.questions, "answered": each.answered, "last_used": _day(each.used),
    }  # fmt: skip


def _day(used: int) -> str:
    """The day of a time in seconds since 1970, in UTC."""
    return datetime.fromtimestamp(used, UTC).date().isoformat()


@contextmanager
def _opened(url: str) -> Iterator[Database]:
    """The database of an option, which must be there."""
    try:
        from tablegames.web.problems import Problem
        from tablegames.web.settings import database_of
        from tablegames.web.store.database import Database
    except ModuleNotFoundError as error:
        raise Refused(f"store needs {error.name}: pip install 'tablegames[web]'") from None
    database = Database(database_of(url), kept=True)
    try:
        yield database
    except Problem as problem:
        raise Refused(problem.detail) from None
    finally:
        database.close()
