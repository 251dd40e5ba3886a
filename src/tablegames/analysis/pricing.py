"""Prices of facts: the one settlement, asked once for every fact, as exact nets per unit of each wager."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

import numpy as np

from tablegames.contract.facts import Facts, Seat
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.contract.solver import MOST_ADVISED, Priced
from tablegames.core.law import Refused
from tablegames.core.money import MeterShare, format_amount
from tablegames.core.wagers import Bets, LedgerLine
from tablegames.rounds.payouts import House, bets_made

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
    """The side wagers that can be priced, each with the wager in cents for which it is: those that are offered, and whose paytable is chosen."""
    slots = {wager: form.slot for form in game.forms for wager in form.wagers}
    offered = (wager.id for wager in game.offered_wagers(rules) if wager.needs_table)
    chosen = (wager for wager in offered if slots[wager] in rules.paytables)
    return {wager: rules.paytables[slots[wager]].stake or UNIT for wager in chosen}


def check_known(game: Game, meters: Mapping[str, int]) -> None:
    """Refuse a meter that the game has not."""
    for meter in meters:
        if meter not in game.meters:
            raise Refused(f"meter {meter!a} is unknown: {game.name} has {', '.join(game.meters) or 'none'}")


def check_given(game: Game, rules: Rules, meters: Mapping[str, int]) -> None:
    """Refuse a meter that was given for a figure that it cannot change: no paytable of its wager is in force."""
    check_known(game, meters)
    priced = {wager for table in rules.paytables.values() for wager in table.form.wagers}
    for meter in meters:
        game.check_offered(rules, meter)
        if meter not in priced:
            raise Refused(
                f"meter {meter} changes no figure, for no paytable of it is in force: choose one, or leave it out"
            )


def check_meters(game: Game, rules: Rules, meters: Mapping[str, int]) -> None:
    """Refuse an unknown meter, and a table that pays a share of a meter that is not given."""
    check_known(game, meters)
    for meter in meters:
        game.check_offered(rules, meter)
    for table in rules.paytables.values():
        shares = any(isinstance(award, MeterShare) for award in table.rows.values())
        if shares and table.form.meter not in meters:
            raise Refused(f"{table} pays shares of a meter: give it, such as --meter {table.form.meter}=12345.67")


def price(game: Game, rules: Rules, facts: Facts, meters: Mapping[str, int]) -> dict[str, Price]:
    """Every wager's price at one fact, by a settlement of one seat that has made all of them: before rounding, without a limit."""
    main, side = game.main_bets(facts, UNIT), side_wagers(game, rules)
    ledger = game.settle([Seat(facts, {**main, **side})], meters, rules).seats[0]
    units = dict.fromkeys(main, UNIT) | side
    return {
        line.wager: Price(line.exact / unit, Fraction(line.bet, unit), line)
        for line in ledger.lines
        for unit in [units.get(line.wager, UNIT)]
    }


def price_in_money(house: House, facts: Facts, bets: Bets, meters: Mapping[str, int]) -> dict[str, Price]:
    """The price of each of ``bets`` in cents (``ante`` for the main game) as the house pays them at one fact: rounded, and
    within its limit for a seat that wins alone."""
    ledger = house.settle([Seat(facts, bets_made(house.game, facts, bets))], meters).seats[0]
    return {
        line.wager: Price(Fraction(line.net, unit), Fraction(line.bet, unit), line)
        for line in ledger.lines
        for unit in [bets[line.wager] if line.wager in bets else bets[house.game.base]]
    }


def priced(
    game: Game,
    rules: Rules,
    possible: Iterable[Facts] | None = None,
    *,
    bets: Bets | None = None,
    meters: Mapping[str, int] | None = None,
    most: int | None = None,
) -> Priced:
    """What the solver is asked: the net of every possible fact as an integer, by fact code, in one common unit.

    Without ``bets`` that of the main game by its odds, before rounding and limit; with bets in cents (``ante`` for the main
    game) what the house pays on them all.  ``most`` is the largest payoff that whoever counts can take; a larger one is
    refused.  By default it is what the game's own solver takes, which looks at payoffs in cents itself.
    """
    of = tuple(possible_facts(game, rules) if possible is None else possible)
    nets: dict[int, Fraction | int] = {}
    house = House(game, rules)
    for facts in of:
        if bets:
            seat = Seat(facts, bets_made(game, facts, bets))
            nets[facts.code] = house.settle([seat], meters or {}).seats[0].net
        else:
            nets[facts.code] = (
                game.settle([Seat(facts, game.main_bets(facts, UNIT))], meters or {}, rules).seats[0].exact
            )
    scale = lcm(*(net.denominator for net in nets.values()))
    common = gcd(*(int(net * scale) for net in nets.values())) or 1
    whole = {code: int(net * scale) // common for code, net in nets.items()}
    largest = max(map(abs, whole.values()))
    most = (MOST_ADVISED if bets else game.most_payoff) if most is None else most
    if largest > most:
        raise Refused(
            f"the payoffs, as whole numbers of one unit, reach {largest}; {game.name} is counted up to {most}: "
            "use smaller odds or bets, or fractions with fewer different denominators"
        )
    payoffs = np.zeros(game.codes, dtype=np.int64)
    for code, payoff in whole.items():
        payoffs[code] = payoff
    unit = Fraction(common, scale) if bets else Fraction(common, scale * UNIT)
    return Priced(rules, of, payoffs, unit, in_money=bool(bets))


def possible_facts(game: Game, rules: Rules) -> list[Facts]:
    """The facts that a seat may come to under some rules."""
    return [facts for facts in game.facts if game.possible(facts, rules)]


def check_combination(game: Game, rules: Rules, bets: Bets) -> None:
    """Refuse bets that cannot be analysed together: only an Ante, which stands for the main game, and side wagers with a table."""
    side = side_wagers(game, rules)
    allowed = ", ".join([f"{game.base}, which stands for the main game", *side])
    for wager, cents in bets.items():
        game.check_offered(rules, wager)
        if wager != game.base and wager not in side:
            raise Refused(f"bet {wager!a} cannot be analysed; allowed are {allowed}")
        if cents == 0:
            raise Refused(f"bet {wager} is 0.00; a wager that is not made is left out")
        stakes = {table.stake for table in rules.paytables.values() if wager in table.form.wagers} - {None}
        if stakes and cents not in stakes:
            takes = " or ".join(format_amount(stake) for stake in stakes if stake)
            raise Refused(f"bet {wager} is {format_amount(cents)}; its paytable takes {takes}")
