"""Prices of facts: the one settlement, asked once for every fact, as exact nets per unit of each wager."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

import numpy as np
from numpy.typing import NDArray

from tablegames.game import Facts, Game, Rules, Seat
from tablegames.law import Refused
from tablegames.money import MeterShare
from tablegames.wagers import Bets, LedgerLine

UNIT = 100
"""The Ante in cents for which facts are priced; prices are per unit, so that no figure depends on it."""


@dataclass(frozen=True, slots=True)
class Price:
    """What one wager is worth at one fact: its net and its size per unit, and its ledger line.

    The wagers of the main game are per Ante: a 3x Raise has size 3.  A side wager is per unit of itself.
    """

    net: Fraction
    size: Fraction
    line: LedgerLine


def side_wagers(game: Game, rules: Rules) -> dict[str, int]:
    """The side wagers that can be priced, each with the wager in cents for which it is: those whose paytable is chosen."""
    slots = {form.wager: form.slot for form in game.forms}
    chosen = (wager.id for wager in game.wagers if wager.needs_table and slots[wager.id] in rules.paytables)
    return {wager: rules.paytables[slots[wager]].stake or UNIT for wager in chosen}


def check_meters(game: Game, rules: Rules, meters: Mapping[str, int]) -> None:
    """Refuse an unknown meter, and a table that pays a share of a meter that is not given."""
    for meter in meters:
        if meter not in game.meters:
            raise Refused(f"meter {meter!a} is unknown: {game.name} has {', '.join(game.meters) or 'none'}")
    for table in rules.paytables.values():
        shares = any(isinstance(award, MeterShare) for award in table.rows.values())
        if shares and table.form.wager not in meters:
            raise Refused(f"{table} pays shares of a meter: give it, such as --meter {table.form.wager}=12345.67")


def price(game: Game, rules: Rules, facts: Facts, meters: Mapping[str, int]) -> dict[str, Price]:
    """Every wager's price at one fact, by a settlement of one seat that has made all of them."""
    main, side = game.main_bets(facts, UNIT), side_wagers(game, rules)
    ledger = game.settle([Seat(facts, {**main, **side})], meters, rules).seats[0]
    units = dict.fromkeys(main, UNIT) | side
    return {
        line.wager: Price(line.exact / units[line.wager], Fraction(line.bet, units[line.wager]), line)
        for line in ledger.lines
    }


def payoff_array(
    game: Game,
    rules: Rules,
    possible: Iterable[Facts],
    side: Bets | None = None,
    *,
    ante: int = UNIT,
    meters: Mapping[str, int] | None = None,
) -> NDArray[np.int64]:
    """What the solver is handed: the net of every possible fact as an integer, by fact code, in one common unit.

    ``side`` are side wagers made beside the Ante; without them the main game alone decides.
    """
    nets = {}
    for facts in possible:
        made = game.main_bets(facts, ante) | dict(side or {})
        nets[facts.code] = game.settle([Seat(facts, made)], meters or {}, rules).seats[0].exact
    scale = lcm(*(net.denominator for net in nets.values()))
    common = gcd(*(int(net * scale) for net in nets.values())) or 1
    payoffs = np.zeros(game.codes, dtype=np.int64)
    for code, net in nets.items():
        payoffs[code] = int(net * scale) // common
    return payoffs
