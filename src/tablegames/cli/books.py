"""The commands that open the books: games, paytables and law."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import typer

from tablegames.cli.options import FormatOption, GameArgument
from tablegames.cli.output import Format, print_json, print_text, text_form
from tablegames.game import Game
from tablegames.games import GAMES, game_named
from tablegames.law import CITED
from tablegames.money import Paytable
from tablegames.report import json_form

law = typer.Typer(help="The paragraphs, the trade's rules, the readings, and which code carries each out.")
SomeGame = Annotated[str, typer.Argument(metavar="[GAME]", help="One game; without it, all.")]


def games(form: FormatOption = Format.TEXT) -> None:
    """List the games with their chapters, cards, seats and wagers."""
    if form is Format.JSON:
        print_json({"games": [json_form.game_json(game) for game in GAMES]})
    else:
        print_text([text_form().games_table(GAMES)])


def paytables(game: GameArgument, form: FormatOption = Format.TEXT) -> None:
    """List a game's paytables, each with where it comes from."""
    of = game_named(game)
    chosen = of.default_rules().paytables
    tables = [table for form_ in of.forms for table in of.paytables(form_.slot).values()]
    if form is Format.JSON:
        listed = [json_form.paytable_json(table, default=_is_chosen(table, chosen)) for table in tables]
        print_json({"game": of.id, "paytables": listed})
        return
    for table in tables:
        default = ", the default" if _is_chosen(table, chosen) else ""
        title = f"{table}{default} ({table.source.value}: {table.basis})"
        rows = [(row, str(award)) for row, award in table.rows.items()]
        print_text([title, text_form().table_of(("hand", "pays"), [*rows, ("below", table.form.below.value)]), ""])


@law.command()
def paragraphs(game: SomeGame = "", form: FormatOption = Format.TEXT) -> None:
    """Each paragraph in our words, and each rule that only the trade states."""
    for of in _chosen(game):
        rules = of.law.trade_rules.values()
        if form is Format.JSON:
            listed = [
                {"id": paragraph.id, "says": paragraph.says, "source": paragraph.source.value}
                for paragraph in of.law.paragraphs.values()
            ]
            trade = [
                {"id": rule.id, "says": rule.says, "source": rule.source.value, "basis": rule.basis} for rule in rules
            ]
            print_json({"game": of.id, **json_form.law_json(of.law), "paragraphs": listed, "trade_rules": trade})
            continue
        rows = [
            (f"§ {paragraph.id}", paragraph.says, paragraph.source.value) for paragraph in of.law.paragraphs.values()
        ]
        rows += [(rule.id, rule.says, f"{rule.source.value}: {rule.basis}") for rule in rules]
        print_text([f"{of.name}: {of.law.document}", text_form().table_of(("id", "says", "source"), rows), ""])


@law.command()
def readings(game: SomeGame = "", form: FormatOption = Format.TEXT) -> None:
    """Each open question of the text: its choices, the default and why, and what another choice changes."""
    for of in _chosen(game):
        found = of.law.readings.values()
        if form is Format.JSON:
            fields = ("id", "question", "choices", "default", "why", "effect")
            listed = [{field: json_form.plain(getattr(reading, field)) for field in fields} for reading in found]
            print_json({"game": of.id, "readings": listed})
            continue
        columns = ("id", "question", "choices (default first)", "why", "another choice")
        rows = []
        for reading in found:
            others = [choice for choice in reading.choices if choice != reading.default]
            rows.append(
                (reading.id, reading.question, ", ".join([reading.default, *others]), reading.why, reading.effect)
            )
        print_text([of.name, text_form().table_of(columns, rows), ""])


@law.command()
def coverage(game: SomeGame = "", form: FormatOption = Format.TEXT) -> None:
    """Which code carries out each paragraph, trade rule and reading."""
    for of in _chosen(game):
        excused = {paragraph.id: paragraph.excused for paragraph in of.law.paragraphs.values()}
        ids = [*of.law.paragraphs, *of.law.trade_rules, *of.law.readings]
        rows = [(id_, sorted(CITED.get(id_, ())), excused.get(id_, "")) for id_ in ids]
        if form is Format.JSON:
            listed = [{"id": id_, "cited_by": by, "excused": why or None} for id_, by, why in rows]
            print_json({"game": of.id, "coverage": listed})
            continue
        shown = [(id_, ", ".join(by).replace("tablegames.", ""), why) for id_, by, why in rows]
        print_text([of.name, text_form().table_of(("id", "carried out by", "excused"), shown), ""])


def _chosen(game: str) -> tuple[Game, ...]:
    """One game by its id, or all."""
    return (game_named(game),) if game else GAMES


def _is_chosen(table: Paytable, chosen: Mapping[str, Paytable]) -> bool:
    """Whether a paytable is the one chosen for its slot."""
    return table.form.slot in chosen and chosen[table.form.slot].name == table.name
