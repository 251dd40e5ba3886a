"""Rules in a record: everything that a settlement depends on, written in full and read back."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tablegames.game import Game, Rules
from tablegames.law import Source
from tablegames.money import Direction, Paytable, Rounding, format_amount, make_paytable, parse_amount
from tablegames.wagers import Limits, MeterPlan


def rules_record(rules: Rules) -> dict[str, Any]:
    """Rules as a JSON object; what is at its default and could not be otherwise is left out."""
    record: dict[str, Any] = {
        "paytables": {slot: _paytable_record(table) for slot, table in rules.paytables.items()},
        "readings": dict(rules.readings),
        "rounding": {"unit": format_amount(rules.rounding.unit), "direction": rules.rounding.direction.value},
    }
    if rules.raise_limits:
        record["raise_limits"] = {str(length): limit for length, limit in rules.raise_limits.items()}
    if rules.limits:
        record["limits"] = {wager: _limits_record(limits) for wager, limits in rules.limits.items()}
    if rules.seats:
        record["seats"] = rules.seats
    if rules.payout_limit:
        record["payout_limit"] = format_amount(rules.payout_limit)
    if rules.meter_plans:
        record["meters"] = {
            wager: {"seed": format_amount(plan.seed), "increment": str(plan.increment), "reserve": str(plan.reserve)}
            for wager, plan in rules.meter_plans.items()
        }
    if rules.procedures:
        record["procedures"] = dict(rules.procedures)
    if rules.submission:
        record["house"], record["submission"] = rules.house, rules.submission
    return record


def rules_from_record(game: Game, record: Mapping[str, Any]) -> Rules:
    """The rules of a record; refused where they are not rules of the game."""
    readings = {id_: game.law.choose(id_, choice) for id_, choice in record["readings"].items()}
    if set(readings) != set(game.law.readings):
        raise ValueError("not every reading of the game is recorded")
    return Rules(
        paytables={slot: _paytable(game, slot, table) for slot, table in record["paytables"].items()},
        readings=readings,
        rounding=Rounding(parse_amount(record["rounding"]["unit"]), Direction(record["rounding"]["direction"])),
        raise_limits={int(length): int(limit) for length, limit in record.get("raise_limits", {}).items()},
        limits={game.wager(wager).id: _limits(limits) for wager, limits in record.get("limits", {}).items()},
        seats=record.get("seats"),
        payout_limit=parse_amount(record["payout_limit"]) if "payout_limit" in record else None,
        meter_plans={
            wager: MeterPlan(parse_amount(plan["seed"]), Fraction(plan["increment"]), Fraction(plan["reserve"]))
            for wager, plan in record.get("meters", {}).items()
        },
        procedures=dict(record.get("procedures", {})),
        house=record.get("house", ""),
        submission=record.get("submission", ""),
    )


def _paytable_record(table: Paytable) -> dict[str, Any]:
    stake = {"stake": format_amount(table.stake)} if table.stake else {}
    rows = {row: str(award) for row, award in table.rows.items()}
    return {"name": table.name, "rows": rows, "source": table.source.value, "basis": table.basis, **stake}


def _paytable(game: Game, slot: str, record: Mapping[str, Any]) -> Paytable:
    source, stake = Source(record["source"]), record.get("stake", "")
    return make_paytable(game.form(slot), record["name"], record["rows"], source, record["basis"], stake)


def _limits_record(limits: Limits) -> dict[str, Any]:
    amounts = {"minimum": limits.minimum, "maximum": limits.maximum, "multiple": limits.multiple}
    return {"offered": limits.offered, **{name: format_amount(cents) for name, cents in amounts.items() if cents}}


def _limits(record: Mapping[str, Any]) -> Limits:
    names = ("minimum", "maximum", "multiple")
    return Limits(record["offered"], *(parse_amount(record[name]) if name in record else None for name in names))
