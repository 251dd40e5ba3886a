"""The open questions of the text: the choices in force, the others, and what another choice does to the figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from tablegames.analysis.exact import Analysis, analyze
from tablegames.contract.document import NOTHING, Block, Cell, Column, Kind, Paragraph, Table, percentage, table, words
from tablegames.contract.rules import CHIP, Rules
from tablegames.core.law import Law
from tablegames.core.money import format_amount

DIGITS = 6
NO_OTHER = "none"
MAIN = "main game"


def readings_of(
    law: Law, rules: Rules, chosen: Mapping[str, str], *, key: str = "readings", title: str = "Readings in force"
) -> Table:
    """Each open question of the text: the choice in force, why the default is what it is, the other choices and their effect."""
    rows = []
    for id_, choice in chosen.items():
        reading = law.readings[id_]
        chip = f" of {format_amount(rules.rounding.unit)}, {rules.rounding.direction.value}" if choice == CHIP else ""
        own = "" if choice == reading.default else f" (default: {reading.default})"
        others = ", ".join(other for other in reading.choices if other != choice)
        effect = reading.effect if others else ""
        rows.append((id_, reading.question, f"{choice}{chip}{own}", reading.why, others or NO_OTHER, effect))
    return table(
        key, title, ("reading", "question", "in force", "why the default", "other choices", "their effect"), rows
    )


def reading_effects(analysis: Analysis) -> Iterator[Block]:
    """The house edge of everything that another choice of a reading moves, each choice analysed anew.

    A chip is left out: figures are computed before payments are rounded, so that none moves.
    """
    edges = house_edges(analysis)
    rows: list[tuple[Cell, ...]] = []
    for id_, choice in _other_choices(analysis):
        rules = replace(analysis.rules, readings={**analysis.rules.readings, id_: choice})
        other = house_edges(analyze(analysis.game, rules, meters=analysis.meters))
        choices = (words(id_), words(analysis.rules.readings[id_]), words(choice))
        moved = [
            (*choices, words(name), *(percentage(share, DIGITS) for share in (edge, other[name], other[name] - edge)))
            for name, edge in edges.items()
            if edge != other[name]
        ]
        rows += moved or [(*choices, words("no wager analysed"), NOTHING, NOTHING, NOTHING)]
    if not rows:
        yield Paragraph("No other choice of a reading changes what a wager pays.")
        return
    yield table(
        "reading effects",
        "House edge under the other choices",
        (
            Column("reading", "reading"),
            Column("in force", "in force"),
            Column("other choice", "other choice"),
            Column("of", "house edge of"),
            Column("edge in force", "in force", Kind.PERCENT),
            Column("edge", "other choice", Kind.PERCENT),
            Column("difference", "difference", Kind.PERCENT),
        ),
        rows,
        note="One reading is changed at a time, and the main game is played its best way under it. Main game and its wagers "
        "per Ante, side wagers per unit of themselves. How payments are rounded moves no figure here.",
    )


def _other_choices(analysis: Analysis) -> Iterator[tuple[str, str]]:
    """Every choice that is not in force, but for that of a chip."""
    for id_, choice in analysis.rules.readings.items():
        if id_ != analysis.game.rounding_reading:
            yield from ((id_, other) for other in analysis.game.law.readings[id_].choices if other != choice)


def house_edges(analysis: Analysis) -> dict[str, Fraction]:
    """The house edge of the main game, and of every wager."""
    return {
        MAIN: analysis.main.house_edge,
        **{wager: analysis.wager(wager).house_edge for wager in analysis.wagers},
    }
