"""The commands that open the books: games, paytables and law."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any

import typer

from tablegames.cli.given import Commands
from tablegames.cli.options import FormatOption, GameArgument
from tablegames.cli.output import Format, print_json, print_text, text_form
from tablegames.contract.game import Game
from tablegames.core.law import Law
from tablegames.games import GAMES, game_named
from tablegames.report import books as json_books
from tablegames.rounds.round import PROCEDURES

law = Commands(help="The paragraphs, the trade's rules, the readings, and which code carries each out.")
SomeGame = Annotated[str, typer.Argument(metavar="[GAME]", help="One game; without it, all.")]


def games(form: FormatOption = Format.TEXT) -> None:
    """List the games with their chapters, cards, seats and wagers."""
    if form is Format.JSON:
        print_json(json_books.games_json())
    else:
        text = text_form()
        print_text([text.games_table(GAMES), *filter(None, map(text.not_offered_text, GAMES))])


def paytables(game: GameArgument, form: FormatOption = Format.TEXT) -> None:
    """List a game's paytables, each with where it comes from, and the sources with their addresses."""
    of = game_named(game)
    if form is Format.JSON:
        print_json(json_books.paytables_json(of))
        return
    chosen = of.default_rules().paytables
    for table in (table for form_ in of.forms for table in of.paytables(form_.slot).values()):
        default = ", the default" if chosen.get(table.form.slot) == table else ""
        title = f"{table}{default} ({table.source.value}: {table.basis})"
        rows = [(row, str(award)) for row, award in table.rows.items()]
        print_text([title, text_form().table_of(("hand", "pays"), [*rows, ("below", table.form.below.value)]), ""])
    print_text(["Sources", _sources_table(of.law, {id_ for entry in of.law.paytables for id_ in entry["sources"]})])


@law.command()
def paragraphs(game: SomeGame = "", form: FormatOption = Format.TEXT) -> None:
    """Each paragraph in our words, each rule that only the trade states, and where those rules were seen."""
    for of in _chosen(game):
        if form is Format.JSON:
            print_json(json_books.paragraphs_json(of))
            continue
        rows = [
            (f"§ {paragraph.id}", paragraph.all_said, paragraph.source.value)
            for paragraph in of.law.paragraphs.values()
        ]
        rules = of.law.trade_rules.values()
        rows += [(rule.id, rule.all_said, f"{rule.source.value}: {rule.basis}") for rule in rules]
        print_text([f"{of.name}: {of.law.document}", text_form().table_of(("id", "says", "source"), rows), ""])
        print_text([f"{of.name}: where the trade's rules were seen", _sources_table(of.law), ""])


def _sources_table(of: Law, some: Collection[str] = ()) -> Any:
    """The sources of some law as a table: those with some ids, or all."""
    found = [each for each in of.sources.values() if not some or each.id in some]
    rows = [(each.publisher, each.kind.value, each.title, each.address, each.seen) for each in found]
    return text_form().table_of(("publisher", "kind", "page or document", "address", "seen"), rows)


@law.command()
def readings(game: SomeGame = "", form: FormatOption = Format.TEXT) -> None:
    """Each open question of the text and of procedure: its choices, the default and why, what another choice changes.

    The readings of procedure are the same in every game; they are chosen in a Rules Submission (procedures.ID = "CHOICE"), not by --reading.
    """
    for of in _chosen(game):
        if form is Format.JSON:
            print_json(json_books.readings_json(of))
        else:
            print_text([of.name, _readings_table(of.law), ""])
    if form is Format.TEXT:
        title = f'{PROCEDURES.title}, in every game: readings of procedure, chosen in a Rules Submission (procedures.ID = "CHOICE")'
        print_text([title, _readings_table(PROCEDURES), ""])


def _readings_table(of: Law) -> Any:
    """The readings of some law as a table."""
    columns = ("id", "question", "choices (default first)", "why", "another choice")
    rows = []
    for reading in of.readings.values():
        others = [choice for choice in reading.choices if choice != reading.default]
        rows.append((reading.id, reading.question, ", ".join([reading.default, *others]), reading.why, reading.effect))
    return text_form().table_of(columns, rows)


@law.command()
def coverage(game: SomeGame = "", form: FormatOption = Format.TEXT) -> None:
    """Which code carries out each paragraph, trade rule and reading."""
    for of in _chosen(game):
        found = json_books.coverage_json(of)
        if form is Format.JSON:
            print_json(found)
            continue
        shown = [
            (row["id"], ", ".join(row["cited_by"]).replace("tablegames.", ""), row["excused"] or "")
            for row in found["coverage"]
        ]
        print_text([of.name, text_form().table_of(("id", "carried out by", "excused"), shown), ""])


def _chosen(game: str) -> tuple[Game, ...]:
    """One game by its id, or all."""
    return (game_named(game),) if game else GAMES
