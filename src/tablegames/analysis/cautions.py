"""Warnings about a Rules Submission: what is no mistake and is filed as it stands, though the house may not have meant it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import gcd
from typing import NamedTuple

from tablegames.analysis.exact import Figures, analyze
from tablegames.analysis.sweep import sweep
from tablegames.contract.facts import Seat
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.law import Refused, Source, format_cite
from tablegames.core.money import Paytable, Rounding, format_amount

BEYOND = Fraction(1, 4)
"""A house edge beyond this, either way, is warned of."""


class Caution(NamedTuple):
    """One warning: the key of the submission that it is about, and what it says."""

    key: str
    message: str


def cautions(game: Game, rules: Rules) -> tuple[Caution, ...]:
    """Every warning about the rules that a submission makes of a game; own paytables are priced exactly."""
    rules = game.only_offered(rules)
    found = (*_lists(game, rules), *_limits(game, rules), *_odd_cents(game, rules), *_edges(game, rules))
    return tuple(each._replace(key=f"games.{game.id}.{each.key}") for each in found)


def own_tables(rules: Rules) -> dict[str, Paytable]:
    """The paytables of the house's own, by slot."""
    return {slot: table for slot, table in rules.paytables.items() if table.source is Source.SUBMISSION}


def of_no_list(game: Game, table: Paytable) -> str:
    """What the Code's list of paytables means for one of the house's own: it is outside of it, or the list was not read."""
    if not table.form.listed_in:
        return "the Board's list of paytables for this wager was not read; check that it has this one"
    names = ", ".join(game.paytables(table.form.slot))
    return f"{format_cite(table.form.listed_in)} has the house choose one of {names}; this one is none of them"


def _lists(game: Game, rules: Rules) -> Iterator[Caution]:
    for slot, table in own_tables(rules).items():
        yield Caution(f"paytables.{slot}", of_no_list(game, table))


def _limits(game: Game, rules: Rules) -> Iterator[Caution]:
    """Minimums that no wager can have, or that a player at the smallest table cannot make."""
    most = rules.limits[game.base].maximum if game.base in rules.limits else None
    for wager, limits in rules.limits.items():
        least = limits.minimum or 0
        if limits.multiple and least % limits.multiple:
            first = -(-least // limits.multiple) * limits.multiple
            yield Caution(
                f"wagers.{wager}",
                f"the minimum {format_amount(least)} is no multiple of {format_amount(limits.multiple)}: "
                f"the smallest wager is {format_amount(first)}",
            )
        if most and least > most and game.wager(wager).needs_table:
            yield Caution(
                f"wagers.{wager}",
                f"the minimum {format_amount(least)} is above the maximum of the {game.base_name}, {format_amount(most)}",
            )


def _odd_cents(game: Game, rules: Rules) -> Iterator[Caution]:
    """Wagers that pay finer money than is bet, where no chip says how that is rounded."""
    if rules.rounding != Rounding():
        return
    units = {wager: limits.multiple or limits.minimum or 0 for wager, limits in rules.limits.items() if limits.offered}
    base = units.get(game.base, 0)
    tables = {wager: table for table in rules.paytables.values() for wager in table.form.wagers}
    told = set()
    for facts in game.facts if units else ():
        main = game.main_bets(facts, base) if base else {}
        side = {w: table.stake or units.get(w, 0) for w, table in tables.items() if game.wager(w).needs_table}
        bets = game.main_bets(facts, 100) | main | {wager: unit for wager, unit in side.items() if unit}
        for line in game.settle([Seat(facts, bets)], dict.fromkeys(game.meters, 0), rules).seats[0].lines:
            stated = line.wager in main or units.get(line.wager)
            if stated and not line.from_meter and line.exact % gcd(line.bet, 100) and line.wager not in told:
                told.add(line.wager)
                yield Caution(
                    "rounding",
                    f"{line.wager} of {format_amount(line.bet)} pays {line.pays} for {line.row}, which is "
                    f"{format_amount(int(line.exact))}: no chip says how payments finer than the bets are rounded",
                )


def _edges(game: Game, rules: Rules) -> Iterator[Caution]:
    """Own paytables whose exact house edge is large, or whose wager the player should make."""
    own = own_tables(rules)
    for wager in dict.fromkeys(wager for table in own.values() for wager in table.form.wagers):
        slots = [slot for slot, table in own.items() if wager in table.form.wagers]
        side = game.wager(wager).needs_table
        key = f"paytables.{slots[0]}"
        try:
            edge = _figures(game, rules, wager, side=side).house_edge
        except Refused as refused:
            yield Caution(key, f"its house edge was not computed: {refused.message}")
            continue
        if abs(edge) > BEYOND:
            whose = "the house edge" if edge > 0 else "the player's edge"
            base = f"of the {wager}" if side else f"of the {game.base_name}"
            yield Caution(key, f"{whose} is {float(abs(edge) * 100):.2f} % {base}, which is beyond 25 %")


def _figures(game: Game, rules: Rules, wager: str, *, side: bool) -> Figures:
    """The exact figures: of a side wager from one count, else of the main game under its best play."""
    meters = {meter: plan.seed for meter, plan in rules.meter_plans.items()}
    priced = {slot: table for slot, table in rules.paytables.items() if wager in table.form.wagers}
    if side:
        return (
            sweep(game, replace(rules, paytables=_of_main(game, game.default_rules())), [priced], meters=meters)
            .rows[0]
            .figures
        )
    return analyze(game, replace(rules, paytables=_of_main(game, rules)), meters=meters).main


def _of_main(game: Game, rules: Rules) -> dict[str, Paytable]:
    """The paytables of the main game's wagers."""
    return {slot: table for slot, table in rules.paytables.items() if not game.is_side(table.form)}
