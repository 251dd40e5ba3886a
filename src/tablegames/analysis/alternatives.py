"""Every known paytable of a game in the place of the one in force, with its exact figures."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple, cast

from tablegames.analysis.exact import Analysis, Figures, analyze
from tablegames.core.money import Paytable


class Alternative(NamedTuple):
    """A paytable and what the game would be with it: ``main`` tables give the main game's figures per Ante, under the best
    play for that table; the others their own wager's, per unit of it.  ``figures`` is ``None`` where a meter is not given."""

    table: Paytable
    figures: Figures | None
    main: bool
    in_force: bool


def alternatives(analysis: Analysis) -> dict[str, tuple[Alternative, ...]]:
    """Slot by slot: the table in force first where there is one, then every other published one; the other slots stay.

    Found once for an analysis: a table of the main game asks for an analysis of its own.

    >>> from tablegames.games import game_named
    >>> from tablegames.analysis.exact import analyze
    >>> found = alternatives(analyze(game_named("ultimate-texas-holdem")))["trips"]
    >>> [(one.table.name, one.in_force) for one in found]
    [('A', True), ('B', False), ('C', False), ('D', False)]
    """
    if "alternatives" not in analysis.kept:
        analysis.kept["alternatives"] = _slot_by_slot(analysis)
    return cast("dict[str, tuple[Alternative, ...]]", analysis.kept["alternatives"])


def _slot_by_slot(analysis: Analysis) -> dict[str, tuple[Alternative, ...]]:
    """The same, anew."""
    found = {}
    offered = (
        form
        for form in analysis.game.forms
        if any(analysis.game.is_offered(analysis.rules, wager) for wager in form.wagers)
    )
    for form in offered:
        chosen = analysis.rules.paytables.get(form.slot)
        others = analysis.game.paytables(form.slot).values()
        tables = [*([chosen] if chosen else []), *(table for table in others if table != chosen)]
        found[form.slot] = tuple(
            Alternative(table, _figures(analysis, table), not analysis.game.is_side(form), table is chosen)
            for table in tables
        )
    return found


def _figures(analysis: Analysis, table: Paytable) -> Figures | None:
    """The figures with a table in its slot."""
    form, slot = table.form, table.form.slot
    if table.shares_meter and form.meter not in analysis.meters:
        return None
    main = not analysis.game.is_side(form)
    if table is analysis.rules.paytables.get(slot):
        return analysis.main if main else analysis.combination(dict.fromkeys(form.wagers, Fraction(1)))
    rules = replace(analysis.rules, paytables={**analysis.rules.paytables, slot: table})
    if not main:  # the best play is that of the main game, and stays
        return replace(analysis, rules=rules).combination(dict.fromkeys(form.wagers, Fraction(1)))
    return analyze(analysis.game, rules, meters=analysis.meters).main
