"""Rules in a record: everything that a settlement depends on, written in full and read back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.law import Refused, Source, load_law
from tablegames.core.money import Direction, Paytable, Rounding, format_amount, make_paytable, parse_amount
from tablegames.core.wagers import Limits, MeterPlan


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
    if rules.where_offered:
        record["required_where_offered"] = list(rules.where_offered)
    if rules.procedures:
        record["procedures"] = dict(rules.procedures)
    if rules.submission:
        record["house"], record["submission"] = rules.house, rules.submission
    return record


KEYS = {
    "paytables", "readings", "rounding", "raise_limits", "limits", "seats", "payout_limit", "meters", "procedures", "house",
    "submission", "required_where_offered",
}  # fmt: skip


def rules_from_record(game: Game, record: Mapping[str, Any]) -> Rules:
    """The rules of a record; refused where they are not rules of the game, or a published paytable is not as published."""
    if not set(record) <= KEYS:
        raise Refused(f"unknown rules: {', '.join(map(ascii, set(record) - KEYS))}")
    chosen = {id_: game.law.choose(id_, choice) for id_, choice in record["readings"].items()}
    known = game.law.readings.items()
    readings = {id_: chosen.get(id_, each.default) for id_, each in known if id_ in chosen or each.added}
    if set(readings) != set(game.law.readings):
        raise Refused("not every reading of the game is recorded")
    seats = record.get("seats")
    if seats is not None and not (type(seats) is int and 1 <= seats <= game.most_seats):
        raise Refused(f"{seats!a} seats; {game.name} has 1 to {game.most_seats}")
    raise_limits = {int(length): limit for length, limit in record.get("raise_limits", {}).items()}
    for length, limit in raise_limits.items():
        if type(limit) is not int or not 1 <= limit <= game.raises.most.get(length, 0):
            raise Refused(f"raise limit {limit!a} for {length} is not one of the game")
    rounding = Rounding(parse_amount(record["rounding"]["unit"]), Direction(record["rounding"]["direction"]))
    if rounding.unit == 0:
        raise Refused("the rounding unit is 0.00")
    procedures = load_law("tablegames.rounds", "procedures.toml")
    where_offered = tuple(
        record.get("required_where_offered", ())
    )  # a record made before does not say it, and did not require it
    if not set(where_offered) <= {wager.id for wager in game.wagers if wager.where_offered}:
        raise Refused(f"{game.name} has no wagers {list(where_offered)!a} that are required where they are offered")
    named = {key: record.get(key, "") for key in ("house", "submission")}
    if not all(isinstance(text, str) for text in named.values()):
        raise Refused("house and submission are text")
    return Rules(
        paytables={slot: _paytable(game, slot, table, readings) for slot, table in record["paytables"].items()},
        readings=readings,
        rounding=rounding,
        raise_limits=raise_limits,
        limits={game.wager(wager).id: _limits(limits) for wager, limits in record.get("limits", {}).items()},
        seats=seats,
        payout_limit=parse_amount(record["payout_limit"]) if "payout_limit" in record else None,
        meter_plans={
            game.wager(wager).id: MeterPlan(
                parse_amount(plan["seed"]), _part(plan["increment"]), _part(plan["reserve"])
            )
            for wager, plan in record.get("meters", {}).items()
        },
        procedures={id_: procedures.choose(id_, choice) for id_, choice in record.get("procedures", {}).items()},
        where_offered=where_offered,
        **named,
    )


def _part(text: str) -> Fraction:
    """A part of a wager, from 0 to 1; the length of its text is bounded before it is read as a number."""
    if not re.fullmatch(r"[0-9]{1,9}(/[1-9][0-9]{0,8})?", text) or Fraction(text) > 1:
        raise Refused(f"{text[:20]!a} is no part of a wager")
    return Fraction(text)


def _paytable_record(table: Paytable) -> dict[str, Any]:
    stake = {"stake": format_amount(table.stake)} if table.stake else {}
    rows = {row: str(award) for row, award in table.rows.items()}
    return {"name": table.name, "rows": rows, "source": table.source.value, "basis": table.basis, **stake}


def _paytable(game: Game, slot: str, record: Mapping[str, Any], readings: Mapping[str, str]) -> Paytable:
    """A paytable of a record; only the house's own may have rows that are not published.

    A published one has the mark and the sources that are known today, whatever was known when the record was made.
    """
    source, stake = Source(record["source"]), record.get("stake", "")
    table = make_paytable(
        game.form(slot), record["name"], record["rows"], source, record["basis"], stake, readings=readings
    )
    if source is Source.SUBMISSION:
        return table
    known = game.paytable(slot, table.name)
    if (table.rows, table.stake) != (known.rows, known.stake):
        raise Refused(f"{table} is not as it is published, and its source is {source.value}")
    return known


def _limits_record(limits: Limits) -> dict[str, Any]:
    amounts = {"minimum": limits.minimum, "maximum": limits.maximum, "multiple": limits.multiple}
    return {"offered": limits.offered, **{name: format_amount(cents) for name, cents in amounts.items() if cents}}


def _limits(record: Mapping[str, Any]) -> Limits:
    names = ("minimum", "maximum", "multiple")
    if type(record["offered"]) is not bool:
        raise Refused("whether a wager is offered is true or false")
    return Limits(record["offered"], *(parse_amount(record[name]) if name in record else None for name in names))
