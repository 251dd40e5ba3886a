"""The Rules Submission: the house's own selection of paytables, readings and rounding, read from TOML and validated.

property = "Example Casino"
version = "1"
effective = 2026-12-01

[games.high-card-flush]
paytables.flush-bonus = "B"                 # a published paytable by its name
readings."678a-R1" = "ace-low"
rounding = { unit = "0.25", direction = "down" }

[games.saigon-5-card.paytables.bonus]       # or the house's own, each row with its unit
name = "house"
rows = { "five aces" = "1000 to 1", ... }
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from tablegames.game import Game, Rules
from tablegames.games import game_named
from tablegames.law import Refused, Source
from tablegames.money import Direction, Paytable, Rounding, make_paytable, parse_amount


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class OwnPaytable(_Part):
    """A paytable of the house's own: its name, its rows with their units, and the one wager it is for, if there is one."""

    name: str = Field(min_length=1)
    rows: dict[str, str]
    stake: str = ""


class RoundingChoice(_Part):
    """The chip and the direction in which a payment finer than it is rounded."""

    unit: Annotated[
        int, BeforeValidator(lambda text: parse_amount(text, what="unit") if isinstance(text, str) else text)
    ]
    direction: Direction

    def rounding(self) -> Rounding:
        """The same as the settlement uses it."""
        if self.unit <= 0:
            raise Refused("rounding unit is 0.00: a chip is worth something")
        return Rounding(self.unit, self.direction)


class GameSelection(_Part):
    """What the house selects for one game."""

    paytables: dict[str, str | OwnPaytable] = {}
    readings: dict[str, str] = {}
    rounding: RoundingChoice | None = None


class Submission(_Part):
    """A validated Rules Submission."""

    property: str = Field(min_length=1)
    version: str = Field(min_length=1)
    effective: date
    games: dict[str, GameSelection]

    def rules(self, game: Game) -> Rules:
        """The rules of one game under this submission; refused where it does not offer the game."""
        if game.id not in self.games:
            raise Refused(
                f"the submission of {self.property} does not offer {game.id}; it offers {', '.join(self.games)}"
            )
        rules, _ = _selected(game, self.games[game.id])
        return rules


def load_submission(path: Path) -> Submission:
    """A submission from its file; every mistake found is named, each with its line, in one refusal."""
    try:
        text = path.read_bytes().decode("utf-8")
        data = tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise Refused(f"{path}: byte {error.start + 1} is not UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise Refused(f"{path}: not TOML: {error}") from None
    except RecursionError:
        raise Refused(f"{path}: nested too deeply") from None
    mistakes = []
    try:
        submission = Submission.model_validate(data)
    except ValidationError as errors:
        mistakes = [(error["loc"], error["msg"]) for error in errors.errors()]
        raise Refused(_all_mistakes(path, text, mistakes)) from None
    for game_id, selection in submission.games.items():
        try:
            game = game_named(game_id)
        except Refused as refused:
            mistakes.append((("games", game_id), str(refused)))
            continue
        _, found = _selected(game, selection)
        mistakes += [(("games", game_id, *place), message) for place, message in found]
    if mistakes:
        raise Refused(_all_mistakes(path, text, mistakes))
    return submission


def _selected(game: Game, selection: GameSelection) -> tuple[Rules, list[tuple[tuple[str, ...], str]]]:
    """The rules a selection makes, and its mistakes with their places."""
    rules = game.default_rules()
    tables: dict[str, Paytable] = dict(rules.paytables)
    readings = dict(rules.readings)
    mistakes: list[tuple[tuple[str, ...], str]] = []
    for slot, chosen in selection.paytables.items():
        try:
            if isinstance(chosen, str):
                tables[slot] = game.with_choices(rules, paytables={slot: chosen}, readings={}).paytables[slot]
            else:
                form = game.form(slot)
                basis = "Rules Submission"
                tables[slot] = make_paytable(form, chosen.name, chosen.rows, Source.SUBMISSION, basis, chosen.stake)
        except Refused as refused:
            mistakes.append((("paytables", slot), str(refused)))
    for reading, choice in selection.readings.items():
        try:
            readings[reading] = game.law.choose(reading, choice)
        except Refused as refused:
            mistakes.append((("readings", reading), str(refused)))
    rounding = rules.rounding
    try:
        rounding = selection.rounding.rounding() if selection.rounding else rounding
    except Refused as refused:
        mistakes.append((("rounding", "unit"), str(refused)))
    return replace(rules, paytables=tables, readings=readings, rounding=rounding), mistakes


def _all_mistakes(path: Path, text: str, mistakes: list[tuple[tuple[Any, ...], str]]) -> str:
    """One refusal that names each mistake with its line."""
    lines = [f"line {_line_of(text, place)}, {'.'.join(map(str, place))}: {message}" for place, message in mistakes]
    return f"{path}: " + "; ".join(lines)


def _line_of(text: str, place: tuple[Any, ...]) -> int:
    """The line on which a key stands: the last of its names that can be found, each sought after the one before."""
    lines, at = text.splitlines(), 0
    for name in map(str, place):
        key = re.compile(rf"(^|[\s.\[{{,])[\"']?{re.escape(name)}[\"']?\s*[=.\]]")
        at = next((number for number in range(at, len(lines)) if key.search(lines[number])), at)
    return at + 1
