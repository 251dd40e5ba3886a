"""The Rules Submission: what one property selects of what the law and the trade leave open, read from TOML and validated.

    property = "Example Casino"
    version = "1"
    effective = 2026-12-01

    [games.high-card-flush]
    seats = 6
    payout_limit = "50000"                       # or what one patron can win at the minimum wager, if that is more
    paytables.flush-bonus = "B"                  # a published paytable by its name
    readings."678a-R1" = "ace-low"
    rounding = { unit = "0.25", direction = "down" }
    wagers.ante = { minimum = "10", maximum = "500", multiple = "5" }
    wagers.progressive = { offered = false }     # or meters.progressive = { seed = "1000", increment = "20%" }
    procedures.procedure-R1 = "stacks"

    [games.saigon-5-card.paytables.bonus]        # or the house's own, each row with its unit
    name = "house"
    rows = { "five aces" = "1000 to 1", ... }

Every mistake is named at once, up to twenty, each with its line.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, Literal

from pydantic import (
    Field,
    ValidationError,
)

from tablegames.asks.rulings import parse_raise_limits
from tablegames.asks.submission_form import GameSelection, OwnPaytable, Part, Printable
from tablegames.contract.game import Game
from tablegames.contract.rules import CHIP, Rules
from tablegames.core.files import read_text
from tablegames.core.law import MOST_NAMED, Refused, Source, cut, named
from tablegames.core.money import (
    STAKE_MISSING,
    Paytable,
    Rounding,
    format_amount,
    needs_stake,
    parse_amount,
    read_rows,
)
from tablegames.core.untrusted_toml import read_toml
from tablegames.core.wagers import Limits, MeterPlan
from tablegames.games import game_named
from tablegames.rounds.round import PROCEDURES

LARGEST_CHIP = 100_000
MOST_TEXT = 64 * 1024
"""Bytes of a submission's text."""

Place = tuple[Any, ...]
Mistake = tuple[Place, str]


class Submission(Part):
    """A validated Rules Submission."""

    house: Printable = Field(alias="property")
    version: Printable
    effective: date
    games: dict[str, GameSelection] = Field(min_length=1)
    schema_: Literal[1] = Field(default=1, alias="schema")

    @property
    def digest(self) -> str:
        """SHA-256 of the validated content as canonical JSON: keys in order, no blanks, UTF-8."""
        content = self.model_dump(mode="json", by_alias=True)
        text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()

    def rules(self, game: Game) -> Rules:
        """The rules of one game under this submission; refused where it does not offer the game."""
        if game.id not in self.games:
            raise Refused(
                f"the submission of {cut(self.house)} does not offer {game.id}; it offers {', '.join(self.games)}"
            )
        rules, _ = _selected(game, self.games[game.id])
        house = f"{self.house}, version {self.version}, effective {self.effective.isoformat()}"
        return replace(rules, house=house, submission=self.digest)


def load_submission(path: Path) -> Submission:
    """A submission from its file; every mistake found is named, each with its line, in one refusal."""
    return read_submission(read_text(path, MOST_TEXT), str(path))


def read_submission(text: str, name: str) -> Submission:
    """A submission from its TOML; ``name`` says in a refusal which text it is."""
    if len(text.encode(errors="surrogatepass")) > MOST_TEXT:
        raise Refused(f"{name}: a submission's text has at most {MOST_TEXT} bytes")
    try:
        data = read_toml(text)
    except Refused as refused:
        raise Refused(f"{name}: {refused.message}") from None
    mistakes: list[Mistake] = []
    try:
        submission = Submission.model_validate(data)
        selections = submission.games
    except ValidationError as errors:
        mistakes = [(_place(error["loc"]), _words(error["msg"], error["type"])) for error in errors.errors()]
        selections = dict(_sound_selections(data))
    for game_id, selection in selections.items():
        try:
            _, found = _selected(game_named(game_id), selection)
        except Refused as refused:
            found = [((), str(refused))]
        mistakes += [(("games", game_id, *place), message) for place, message in found]
    if mistakes:
        shown = dict.fromkeys(mistakes[:MOST_NAMED])
        located = sorted((_line_of(text, place), ".".join(map(str, place)), message) for place, message in shown)
        lines = [f"line {line}, {key}: {message}" for line, key, message in located]
        raise Refused(f"{name}: {named(lines, len(mistakes[MOST_NAMED:]))}")
    return submission


def selected_rules(game: Game, selection: GameSelection) -> Rules:
    """The rules of one game that a selection makes by itself, without a house; every mistake is named in one refusal."""
    rules, mistakes = _selected(game, selection)
    if mistakes:
        raise Refused(named(f"{'.'.join(map(str, place))}: {message}" for place, message in mistakes))
    return rules


def _place(loc: tuple[int | str, ...]) -> Place:
    """Where pydantic found a mistake, without its own tags."""
    return tuple(part for part in loc if part not in ("name", "own") or loc[-1] == part == "name")


def _words(message: str, kind: str) -> str:
    """pydantic's words, shortened where they name its own terms."""
    if kind == "extra_forbidden":
        return "unknown key"
    return message.removeprefix("Value error, ").replace("Input should", "should")


def _sound_selections(data: dict[str, Any]) -> Iterator[tuple[str, GameSelection]]:
    """Each game's selection without what is ill formed in it, so that the rest is judged all the same."""
    games = data.get("games")
    for game_id, raw in games.items() if isinstance(games, dict) else ():
        sound = deepcopy(raw) if isinstance(raw, dict) else {}
        for _ in range(MOST_NAMED):
            try:
                yield game_id, GameSelection.model_validate(sound)
                break
            except ValidationError as errors:
                for error in errors.errors():
                    _prune(sound, _place(error["loc"]))


def _prune(raw: dict[str, Any], place: Place) -> None:
    """Take out the innermost part of a place that is there."""
    parent, key = raw, place[0]
    for name in place[1:]:
        if not isinstance(parent.get(key), dict) or name not in parent[key]:
            break
        parent, key = parent[key], name
    parent.pop(key, None)


def _selected(game: Game, selection: GameSelection) -> tuple[Rules, list[Mistake]]:
    """The rules a selection makes, and its mistakes with their places."""
    rules = game.default_rules()
    tables, readings = dict(rules.paytables), dict(rules.readings)
    mistakes: list[Mistake] = []

    def attempt(place: Place, make: Callable[[], Any], otherwise: Any = None) -> Any:
        """What is made, or the mistake noted."""
        try:
            return make()
        except Refused as refused:
            mistakes.append((place, str(refused)))
            return otherwise

    for reading, choice in selection.readings.items():
        if choice == CHIP:
            mistakes.append((("readings", reading), "a chip is chosen by rounding = { unit, direction }"))
            continue
        if selection.rounding and reading == game.rounding_reading:
            mistakes.append((("readings", reading), f"{choice} contradicts rounding, which chooses a chip"))
            continue
        readings[reading] = attempt(("readings", reading), partial(game.law.choose, reading, choice), choice)
    for slot, chosen in selection.paytables.items():
        place = ("paytables", slot)
        if isinstance(chosen, str):
            found = attempt(place, partial(game.paytable, slot, chosen))
        else:
            found = _own_paytable(game, slot, chosen, readings, attempt, mistakes)
        if found:
            tables[slot] = found
    limits: dict[str, Limits] = {}
    for wager, own in selection.wagers.items():
        place = ("wagers", wager)
        if attempt(place, partial(game.wager, wager)) is None:
            continue
        required = game.wager(wager).required or game.wager(wager).by_choice
        if required and not own.offered:
            required_by = Refused(f"{wager} is required by the game: it cannot be left out", cites=(game.betting,))
            mistakes.append((place, str(required_by)))
        if own.minimum and own.maximum and own.minimum > own.maximum:
            low, high = format_amount(own.minimum), format_amount(own.maximum)
            mistakes.append((place, f"minimum {low} is above maximum {high}"))
        if own.multiple and own.maximum:
            least = -(-max(own.minimum or 1, 1) // own.multiple) * own.multiple
            if least > own.maximum and (own.minimum or 0) <= own.maximum:
                mistakes.append((place, f"no multiple of {format_amount(own.multiple)} lies within these limits"))
        limits[wager] = Limits(own.offered, own.minimum, own.maximum, own.multiple)
    plans: dict[str, MeterPlan] = {}
    for meter, plan in selection.meters.items():
        if meter not in game.meters:
            mistakes.append((("meters", meter), f"{game.name} has meters {', '.join(game.meters) or 'none'}"))
        if plan.increment + plan.reserve > 1:
            mistakes.append((("meters", meter), "increment and reserve together exceed the wager"))
        plans[meter] = MeterPlan(plan.seed, plan.increment, plan.reserve)
    for reading, choice in selection.procedures.items():
        attempt(("procedures", reading), partial(PROCEDURES.choose, reading, choice))
        if (reading, choice) == ("procedure-R1", "stacks") and game.one_at_a_time:
            bound = Refused(f"{game.name} deals one card at a time", cites=(game.one_at_a_time,))
            mistakes.append((("procedures", reading), str(bound)))
    if selection.seats and selection.seats > game.most_seats:
        mistakes.append((("seats",), f"{selection.seats} seats; {game.name} has at most {game.most_seats}"))
    raises = attempt(("raise_limit",), lambda: parse_raise_limits(game, selection.raise_limit, rules), {})
    rules = replace(
        rules, paytables=tables, readings=readings, limits=limits, raise_limits=raises, seats=selection.seats or rules.seats,
        payout_limit=selection.payout_limit, meter_plans=plans, procedures=dict(selection.procedures),
    )  # fmt: skip
    amounts: list[tuple[Place, Any]] = [(("rounding", "unit"), selection.rounding and selection.rounding.unit)]
    amounts += [(("payout_limit",), selection.payout_limit)]
    for wager, own in selection.wagers.items():
        amounts += [(("wagers", wager, name), getattr(own, name)) for name in ("minimum", "maximum", "multiple")]
    mistakes += [(place, "an amount of 0.00 says nothing: leave it out") for place, amount in amounts if amount == 0]
    if selection.rounding and selection.rounding.unit > LARGEST_CHIP:
        mistakes.append(
            (("rounding", "unit"), f"a chip of more than {format_amount(LARGEST_CHIP)} rounds payments away")
        )
    if selection.rounding and selection.rounding.unit:
        rules = game.with_rounding(rules, Rounding(selection.rounding.unit, selection.rounding.direction))
    return game.only_offered(rules), mistakes


def _own_paytable(
    game: Game,
    slot: str,
    own: OwnPaytable,
    readings: Mapping[str, str],
    attempt: Callable[..., Any],
    mistakes: list[Mistake],
) -> Paytable | None:
    """The house's own paytable, with every faulty row noted at its place."""
    form = attempt(("paytables", slot), lambda: game.form(slot))
    if form is None:
        return None
    awards, faults = read_rows(form, own.name, own.rows, readings)
    for row, fault in faults:
        at = ("rows", row) if row in own.rows else ("rows",)
        mistakes.append((("paytables", slot, *at), str(fault)))
    if not own.stake and needs_stake(awards):
        mistakes.append((("paytables", slot), f"paytable {slot} {cut(own.name)}: {STAKE_MISSING}"))
    stake = attempt(("paytables", slot, "stake"), lambda: parse_amount(own.stake) if own.stake else None)
    if stake == 0:
        mistakes.append((("paytables", slot, "stake"), "an amount of 0.00 says nothing: leave it out"))
    return Paytable(form, own.name, awards, Source.SUBMISSION, form.own_basis, stake)


def _line_of(text: str, place: Place) -> int:
    """The line on which a key stands: the last of its names that can be found, each sought after the one before."""
    lines, at = text.splitlines(), 0
    for name in map(str, place):
        key = re.compile(rf"(^|[\s.\[{{,])[\"']?{re.escape(name)}[\"']?\s*[=.\]]")
        at = next((number for number in range(at, len(lines)) if key.search(lines[number])), at)
    return at + 1
