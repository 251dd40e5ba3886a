"""Saigon 5 Card's table of the player's Point Count against the dealer's: how often, and what the Ante then does."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from tablegames.contract.charts import GridCell, GridChart, GridPanel, Solved
from tablegames.core.figures import percent
from tablegames.games.saigon_5_card.facts import HIGHEST_COUNT, Facts

COUNTS = tuple(range(HIGHEST_COUNT, -1, -1))
"""The greatest first; 0 does not qualify."""
FULL, PART = 0.7, 0.25
"""The shades of a win at full pay and at less."""


class Meeting(NamedTuple):
    """A Point Count against another: the chance of it, and the Ante's net per unit."""

    chance: Fraction
    net: Fraction


def meetings(solved: Solved[Facts]) -> dict[tuple[int, int], Meeting]:
    """Every pair of the player's count and the dealer's that occurs; 0 does not qualify."""
    deals: dict[tuple[int, int], int] = {}
    nets: dict[tuple[int, int], Fraction] = {}
    for facts, count in solved.histogram.items():
        pair = facts.player_count, facts.dealer_count
        deals[pair] = deals.get(pair, 0) + count
        nets[pair] = solved.net(facts, "ante")
    return {pair: Meeting(Fraction(count, solved.deals), nets[pair]) for pair, count in deals.items()}


def point_counts(solved: Solved[Facts]) -> GridChart:
    """The player's counts down, the dealer's across; a win is shaded, a loss hatched, a push plain."""
    found = meetings(solved)
    most = max(meeting.net for meeting in found.values())
    cells = {}
    for (player, dealer), (chance, net) in found.items():
        shade = (FULL if net == most else PART) if net > 0 else 0.0
        cell = GridCell(percent(chance, 2), shade, bold=net > 0, hatched=net < 0)
        cells[COUNTS.index(player), COUNTS.index(dealer)] = cell
    names = tuple(str(count) if count else "none" for count in COUNTS)
    parts: dict[Fraction, Fraction] = {}
    for meeting in found.values():
        parts[meeting.net] = parts.get(meeting.net, Fraction(0)) + meeting.chance
    nets = "; ".join(f"{_words(net)}: {percent(parts[net], 4)} %" for net in sorted(parts, reverse=True))
    return GridChart(
        f"{solved.name}: Point Count against Point Count",
        "Percent of all deals; dark: the Ante wins in full, light: it wins in part, plain: push, hatched: it loses",
        f"Exact, over {solved.deals:,} deals, both hands set for the greatest count; none: does not qualify. "
        f"Of one unit the Ante {nets}.",
        5.4,
        (
            GridPanel(
                names,
                names,
                cells,
                8,
                (0.85, 0.15, 0.5, 0.05),
                across="dealer's Point Count",
                down="player's Point Count",
            ),
        ),
    )


def _words(net: Fraction) -> str:
    """A net per unit in words."""
    return "pushes" if net == 0 else f"wins {net}" if net > 0 else f"loses {-net}"
