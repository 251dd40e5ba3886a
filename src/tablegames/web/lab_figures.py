"""The lab's figures, made by a worker: every wager under the rules in force, and each known paytable in the place of its slot's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tablegames.contract.rules import Rules
from tablegames.core.figures import decimal, percent, root, thousands
from tablegames.games import game_named
from tablegames.report.json_form import payments_json
from tablegames.web.work import Answer, Progress

if TYPE_CHECKING:  # the server itself computes nothing
    from tablegames.analysis.exact import Analysis, Figures

EDGE, SHORT = 4, 4
"""Digits of an edge in percent, and of other figures."""


@dataclass(frozen=True)
class LabFigures:
    """Every figure of a game under some rules, as the page shows them; meters in cents."""

    game: str
    rules: Rules
    meters: Mapping[str, int]

    def __call__(self, progress: Progress) -> Answer:
        """The main game, its decisions, and each wager with its return table."""
        from tablegames.analysis.exact import analyze

        analysis = analyze(game_named(self.game), self.rules, meters=self.meters, progress=progress)
        return {
            "deals": thousands(analysis.deals),
            **payments_json(analysis.game, analysis.rules),
            "main": shown(analysis.main) | {"wagers": list(analysis.main_wagers)},
            "decisions": {name: percent(part, SHORT) for name, part in analysis.decisions.items()},
            "wagers": {wager: _wager(analysis, wager) for wager in analysis.wagers},
        }


@dataclass(frozen=True)
class KnownFigures:
    """The figures of each known paytable, the other slots being as they are; meters in cents."""

    game: str
    rules: Rules
    meters: Mapping[str, int]

    def __call__(self, progress: Progress) -> Answer:
        """By slot and name; of a table that pays shares of a meter that is not given there are none."""
        from tablegames.analysis.alternatives import alternatives
        from tablegames.analysis.exact import analyze

        found = alternatives(analyze(game_named(self.game), self.rules, meters=self.meters, progress=progress))
        return {
            slot: {one.table.name: shown(one.figures) for one in tables if one.figures}
            for slot, tables in found.items()
        }


def shown(figures: Figures) -> dict[str, str]:
    """Figures as text, rounded once from the fraction."""
    return {
        "edge": percent(figures.house_edge, EDGE),
        "hit": percent(figures.hit, SHORT),
        "push": percent(figures.push, SHORT),
        "every": decimal(1 / figures.hit, 2) if figures.hit else "",
        "deviation": root(figures.variance, SHORT),
        "average": decimal(figures.average_wager, SHORT),
        "risk": percent(figures.element_of_risk, EDGE),
        "exact": str(figures.house_edge),
    }


def _wager(analysis: Analysis, wager: str) -> dict[str, Any]:
    """A wager's figures and its return table."""
    rows = analysis.rows(wager)
    return {
        **shown(analysis.wager(wager)),
        "of": thousands(rows[0].of),
        "rows": [
            {
                "row": row.row,
                "deals": thousands(row.deals),
                "chance": percent(Fraction(row.deals, row.of), 6),
                "pays": row.pays,
                "adds": percent(row.contribution, EDGE),
                "source": row.source.value if row.source else "",
            }
            for row in rows
        ],
    }
