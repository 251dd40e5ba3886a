"""Paytables as the Paytable lab asks about them: each row as it was typed, read from an address and written back into one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import urlencode

from tablegames.analysis.pricing import check_meters
from tablegames.asks.rulings import limited_by, parse_raise_limits
from tablegames.contract.game import Game
from tablegames.contract.rules import CHIP, Rules
from tablegames.core.law import Refused, Source
from tablegames.core.money import (
    STAKE_MISSING,
    Paytable,
    TableForm,
    format_amount,
    needs_stake,
    parse_amount,
    read_rows,
)
from tablegames.web.asked import fields_of

OWN = "house"
"""The name of a table with rows of its own, where none is typed."""
NONE = "-"
"""The choice of a slot that has no paytable, so that its wager is not offered."""


class Line(NamedTuple):
    """A row of a slot as the page has it: its name, its field, and what is typed there."""

    row: str
    field: str
    typed: str


class Slot(NamedTuple):
    """One paytable as the page has it: where its rows start from, and what has become of them; none where no row is filled in."""

    form: TableForm
    start: Paytable | None
    lines: tuple[Line, ...]
    table: Paytable | None
    known: tuple[Paytable, ...]
    """The published tables, and the house's own where the rows start from one."""


@dataclass(frozen=True)
class Lab:
    """The paytables of one game under some rules, and every field that differs from them, as it was typed.

    A field is ``SLOT.ROW`` for an award, ``from.SLOT`` for the published table that a slot starts from, ``name.SLOT`` and
    ``stake.SLOT`` of a table of the house's own, ``reading.ID``, ``meter.ID``, ``raise_limit`` or ``submission``.
    """

    game: Game
    base: Rules
    fields: Mapping[str, str]

    @classmethod
    def of(cls, game: Game, base: Rules, typed: Iterable[tuple[str, str]]) -> Lab:
        """What an address asks; refused where it has a field that the lab has not.  A row that is empty is left out of its table."""
        lab = cls(game, base, {})
        given = fields_of(typed, lab.names, game)
        for form in game.forms:
            choice, own = given.get(f"from.{form.slot}", ""), base.paytables.get(form.slot)
            if choice not in ("", NONE, own.name if own else ""):
                game.paytable(form.slot, choice)  # refused where there is none
        kept = {name: given[name] for name in lab.names if given.get(name)}
        lab = replace(lab, fields=kept)
        rows = {line.field: given[line.field] for form in game.forms for line in lab.lines(form) if line.field in given}
        lab = replace(lab, fields={**kept, **rows})
        return replace(lab, fields={name: lab.fields[name] for name in lab.names if lab._differs(name)})

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Every field, in the order of an address."""
        game = self.game
        names = []
        for form in game.forms:
            names += [f"from.{form.slot}", *(field_of(form.slot, row) for row in form.rows)]
            names += [f"name.{form.slot}", *([f"stake.{form.slot}"] if form.progressive else [])]
        names += [f"meter.{meter}" for meter in game.meters]
        names += [f"reading.{id_}" for id_ in game.law.readings]
        return (*names, *(["raise_limit"] if game.raises.most else []), "submission")

    @property
    def limits_by(self) -> str:
        """What raise limits may go by, where they are not of every hand."""
        return limited_by()

    def start(self, form: TableForm) -> Paytable | None:
        """The paytable that a slot's rows start from: the one chosen, or the rules' own."""
        choice = self.fields.get(f"from.{form.slot}", "")
        if choice == NONE:
            return None
        return self.game.paytables(form.slot).get(choice) or self.base.paytables.get(form.slot)

    def lines(self, form: TableForm) -> tuple[Line, ...]:
        """The rows of a slot, each as typed, or as it starts."""
        rows = self._rows(form)
        return tuple(
            Line(row, field, self.fields.get(field, rows.get(row, "")))
            for row in form.rows
            for field in (field_of(form.slot, row),)
        )

    @cached_property
    def read(self) -> tuple[dict[str, Slot], Rules, dict[str, str]]:
        """The slots, the rules in force, and what is wrong with a field, by field."""
        game, rules, faults = self.game, self.base, dict[str, str]()
        for id_ in game.law.readings:
            if choice := self.fields.get(f"reading.{id_}"):
                try:
                    rules = game.with_choices(rules, paytables={}, readings={id_: choice})
                except Refused as refused:
                    faults[f"reading.{id_}"] = str(refused)
        try:
            limits = parse_raise_limits(game, self.fields.get("raise_limit", ""), rules)
        except Refused as refused:
            limits, faults["raise_limit"] = dict(rules.raise_limits), str(refused)
        slots = {form.slot: self._slot(form, rules.readings, faults) for form in game.forms}
        tables = {slot: found.table for slot, found in slots.items() if found.table}
        if tables != dict(rules.paytables) or limits != dict(rules.raise_limits):  # no longer what the submission says
            paid = {
                wager for table in tables.values() for wager in table.form.wagers
            }  # who chooses a table for a wager offers it
            offered = {w: replace(of, offered=of.offered or w in paid) for w, of in rules.limits.items()}
            rules = replace(rules, paytables=tables, raise_limits=limits, limits=offered, house="", submission="")
        _, wrong = self.meters
        return slots, rules, faults | wrong | self._missing_meters(rules)

    @property
    def slots(self) -> dict[str, Slot]:
        """The paytables, by slot."""
        return self.read[0]

    @property
    def rules(self) -> Rules:
        """The rules in force; a slot with a fault has none."""
        return self.read[1]

    @property
    def faults(self) -> dict[str, str]:
        """What is wrong with a field, by field."""
        return self.read[2]

    @cached_property
    def meters(self) -> tuple[dict[str, int], dict[str, str]]:
        """What stands on each meter in cents, and what is wrong with a field."""
        found: dict[str, int] = {}
        faults: dict[str, str] = {}
        for meter in self.game.meters:
            if text := self.fields.get(f"meter.{meter}", ""):
                try:
                    found[meter] = parse_amount(text, what=f"meter {meter}")
                except Refused as refused:
                    faults[f"meter.{meter}"] = str(refused)
        return found, faults

    def choices(self) -> dict[str, tuple[str, ...]]:
        """What may be chosen of each reading, the rules' own first; a chip needs a submission."""
        found = {}
        for reading in self.game.law.readings.values():
            default = self.base.readings[reading.id]
            others = (choice for choice in reading.choices if choice not in (default, CHIP))
            found[f"reading.{reading.id}"] = (default, *others)
        return found

    def link(self, to: str = "", **more: str) -> str:
        """The address that asks this again, of the page itself or of something that is made of it."""
        query = urlencode({**self.fields, **more})
        return f"/lab/{self.game.id}" + (f"/{to}" if to else "") + (f"?{query}" if query else "")

    def starting_from(self, slot: str, name: str) -> Lab:
        """The lab with a slot that starts afresh from a published table, or from none."""
        form = self.game.form(slot)
        own = {field_of(slot, row) for row in form.rows} | {f"name.{slot}", f"stake.{slot}"}
        kept = {field: text for field, text in self.fields.items() if field not in own}
        return Lab.of(self.game, self.base, {**kept, f"from.{slot}": name}.items())

    def selection(self, before: Mapping[str, Any]) -> dict[str, Any]:
        """What a Rules Submission says of this game: what one said before, with these paytables, readings and limits."""
        said = {key: value for key, value in before.items() if key not in ("paytables", "readings", "raise_limit")}
        paytables = {slot: _told(self.game, table) for slot, table in self.rules.paytables.items()}
        unrounded = {id_: choice for id_, choice in self.rules.readings.items() if choice != CHIP}
        readings = {id_: choice for id_, choice in unrounded.items() if choice != self.game.law.readings[id_].default}
        limits = ",".join(f"{length}:{limit}" for length, limit in self.rules.raise_limits.items() if length)
        told = {"raise_limit": limits or str(self.rules.raise_limits.get(0, ""))}
        told_all: dict[str, Any] = {**told, "paytables": paytables, "readings": readings}
        offered = self._offered(said.get("wagers", {}))
        return {
            **said,
            **({"wagers": offered} if offered else {}),
            **{key: told_all[key] for key in told_all if told_all[key]},
        }

    def _offered(self, before: Mapping[str, Any]) -> dict[str, Any]:
        """The wagers' limits as a submission says them: those whose default table was taken away are not offered."""
        slots = self.game.default_rules().paytables
        paid = {wager for table in self.rules.paytables.values() for wager in table.form.wagers}
        gone = {wager for slot in slots for wager in self.game.form(slot).wagers} - paid
        kept = {wager: {**of, **({"offered": True} if wager in paid else {})} for wager, of in before.items()}
        return {**kept, **{wager: {"offered": False} for wager in gone}}

    def _differs(self, name: str) -> bool:
        """Whether a field says something else than what would hold without it."""
        if name not in self.fields:
            return False
        kind, _, rest = name.partition(".")
        if kind == "reading":
            return self.fields[name] != self.base.readings[rest]
        if kind == "from":
            start = self.base.paytables.get(rest)
            return self.fields[name] != (start.name if start else NONE)
        if kind == "name":
            return self.fields[name] != self._own_name(self.game.form(rest))
        if kind == "stake":
            start = self.start(self.game.form(rest))
            return self.fields[name] != (format_amount(start.stake) if start and start.stake else "")
        for form in self.game.forms:
            rows = self._rows(form)
            for row in form.rows:
                if field_of(form.slot, row) == name:
                    return self.fields[name] != rows.get(row, "")
        return bool(self.fields[name])

    def _own_name(self, form: TableForm) -> str:
        """What a table with rows of its own is called, where no name is typed."""
        start = self.start(form)
        return start.name if start and start.source is Source.SUBMISSION else OWN

    def _rows(self, form: TableForm) -> dict[str, str]:
        """The rows that a slot starts from, as text."""
        start = self.start(form)
        return {row: str(award) for row, award in start.rows.items()} if start else {}

    def _slot(self, form: TableForm, readings: Mapping[str, str], faults: dict[str, str]) -> Slot:
        """A slot; what is wrong is noted with the row in which it stands."""
        start, lines = self.start(form), self.lines(form)
        known = list(self.game.paytables(form.slot).values())
        if start and start not in known:
            known.append(start)
        try:
            table = self._table(form, start, lines, known, readings, faults)
        except Refused as refused:
            table, faults[f"stake.{form.slot}"] = None, str(refused)
        return Slot(form, start, lines, table, tuple(known))

    def _table(
        self,
        form: TableForm,
        start: Paytable | None,
        lines: Iterable[Line],
        known: Iterable[Paytable],
        readings: Mapping[str, str],
        faults: dict[str, str],
    ) -> Paytable | None:
        """The paytable that the rows are: a known one where they are its rows, else one of the house's own."""
        rows = {line.row: line.typed for line in lines if line.typed}
        if not rows:
            return None
        name = self.fields.get(f"name.{form.slot}") or self._own_name(form)
        awards, wrong = read_rows(form, name, rows, readings)
        if wrong:
            title = f"paytable {form.slot} {name}"  # which stands above the row already
            told = {row: fault.message.removeprefix(title).lstrip(",: ") for row, fault in reversed(wrong)}
            faults |= {field_of(form.slot, row): message for row, message in told.items()}
            return None
        text = self.fields.get(f"stake.{form.slot}", "")
        stake = parse_amount(text, what="stake") if text else start.stake if start else None
        if stake == 0:
            raise Refused("an amount of 0.00 says nothing: leave it out")
        if needs_stake(awards) and not stake:
            raise Refused(STAKE_MISSING)
        for table in known:
            if dict(table.rows) == awards and table.stake == stake and name in (self._own_name(form), table.name):
                return table
        return Paytable(form, name, awards, Source.SUBMISSION, form.own_basis, stake)

    def _missing_meters(self, rules: Rules) -> dict[str, str]:
        """The meters of which a paytable pays a share, and which are not given."""
        found, _ = self.meters
        meters = {meter: plan.seed for meter, plan in rules.meter_plans.items()} | found
        try:
            check_meters(self.game, rules, meters)
        except Refused:
            shared = {wager for table in rules.paytables.values() if table.shares_meter for wager in table.form.wagers}
            return {
                f"meter.{meter}": "The paytable pays shares of the meter: say how much stands on it."
                for meter in shared
            }
        return {}


def field_of(slot: str, row: str) -> str:
    """The field of a row; its name has no blanks, for an id in a page has none.

    >>> field_of("flush-bonus", "seven-card flush")
    'flush-bonus.seven-card-flush'
    """
    return f"{slot}.{row.replace(' ', '-')}"


def _told(game: Game, table: Paytable) -> str | dict[str, Any]:
    """A paytable as a submission says it: a published one by its name, one of the house's own with its rows."""
    if game.paytables(table.form.slot).get(table.name) == table:
        return table.name
    stake = {"stake": format_amount(table.stake)} if table.stake else {}
    return {"name": table.name, **stake, "rows": {row: str(award) for row, award in table.rows.items()}}
