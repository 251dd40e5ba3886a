"""The rules of a report in one line: the house's own, or the defaults and every choice that differs from them."""

from __future__ import annotations

from collections.abc import Iterator

from tablegames.contract.game import Game
from tablegames.contract.rules import CHIP, Rules
from tablegames.core.money import Rounding, format_amount
from tablegames.report.json_form import raise_limits
from tablegames.rounds.payouts import House

DEFAULTS = "default rules"


def chosen_line(game: Game, rules: Rules) -> str:
    """The house by its name, version and date; without one, "default rules" and whatever is not the default.

    >>> from tablegames.games import game_named
    >>> game = game_named("heads-up-holdem")
    >>> rules = game.default_rules()
    >>> chosen_line(game, rules)
    'default rules'
    >>> chosen_line(game, game.with_choices(rules, paytables={"odds-losing": "T2"}, readings={"677a-R4": "forfeit"}))
    'default rules, but: paytable odds-losing T2; reading 677a-R4 forfeit'
    """
    if rules.house:
        return rules.house
    changes = "; ".join(_changes(game, rules))
    return f"{DEFAULTS}, but: {changes}" if changes else DEFAULTS


def _changes(game: Game, rules: Rules) -> Iterator[str]:
    """Each choice that differs from the game's default."""
    default = game.default_rules()
    for slot, table in rules.paytables.items():
        if table != default.paytables.get(slot):
            yield f"paytable {slot} {table.name}"
    for slot in default.paytables:
        if slot not in rules.paytables:
            yield f"no paytable {slot}"
    for id_, choice in rules.readings.items():
        if choice != default.readings[id_] and choice != CHIP:
            yield f"reading {id_} {choice}"
    if rules.rounding != Rounding():
        yield f"payments rounded {rules.rounding.direction.value} to {format_amount(rules.rounding.unit)}"
    if limits := ", ".join(f"{hand} {limit}" for hand, limit in raise_limits(rules).items()):
        yield f"raise limits {limits}"
    if rules.limits:
        yield "wagers limited as listed"
    if rules.payout_limit is not None:
        yield f"aggregate payout limit {House(game, rules).limit_in_full}"
