"""A wager that the seats of a table share among themselves, such as the Pot: what a seat has of it, by how a round ended.

Of a round only two things decide it beside the number of seats: whether a seat has the best count, and how many have.  Every such ending is settled
once, by the game's own settlement; a share is exact here, before an odd cent goes to one of those who share.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablegames.analysis.pricing import UNIT
from tablegames.contract.facts import Facts, Seat
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.wagers import LedgerLine, Result

Ranks = NDArray[np.uint8]


class Ending(NamedTuple):
    """How the wager ended for a seat: how many seats shared it, this one among them (0: it lost), and whether that was for want of a hand that wins."""

    sharing: int
    returned: bool = False


def shared_wager(game: Game, rules: Rules) -> str:
    """The wager of a game that its seats share, where the house offers it; empty where there is none."""
    return next((wager.id for wager in game.offered_wagers(rules) if wager.equal_by), "")


def ranks_of(game: Game) -> Ranks:
    """What a shared wager is decided by, for every fact code: such as a Point Count, 0 for a hand that cannot win it."""
    ranks = np.zeros(game.codes, np.uint8)
    for facts in game.facts:
        ranks[facts.code] = _share_of(game)(facts)
    return ranks


def _share_of(game: Game) -> Callable[[Facts], int]:
    """What decides the wager that a game's seats share."""
    assert game.parts.share is not None, f"no wager of {game.name} is shared"
    return game.parts.share


def endings(game: Game, rules: Rules, wager: str, seats: int) -> dict[Ending, LedgerLine]:
    """The ledger line of a seat for every ending at a table of so many seats, all of which bet the wager, in cents of ``UNIT``.

    >>> from tablegames.games import game_named
    >>> saigon = game_named("saigon-5-card")
    >>> found = endings(saigon, saigon.default_rules(), "pot", 3)
    >>> [(ending.sharing, ending.returned, str(line.exact)) for ending, line in found.items()]
    [(3, True, '0'), (0, False, '-100'), (1, False, '200'), (2, False, '50'), (3, False, '0')]
    """
    rank = _share_of(game)
    by_rank = sorted(game.facts, key=rank)
    none, best = by_rank[0], by_rank[-1]
    low = next(facts for facts in by_rank if rank(facts))

    def first_of(*facts: Facts) -> LedgerLine:
        table = game.settle([Seat(each, {wager: UNIT}) for each in facts], {}, rules)
        return table.seats[0].lines[0]

    found = {Ending(seats, returned=True): first_of(*[none] * seats)}
    if seats > 1:
        found[Ending(0)] = first_of(low, *[best] * (seats - 1))
    for sharing in range(1, seats + 1):
        found[Ending(sharing)] = first_of(*[best] * sharing, *[low] * (seats - sharing))
    return found


def widened_nets(
    nets: Sequence[int], scale: int, lines: Mapping[Ending, LedgerLine], bet: Fraction
) -> tuple[list[int], int]:
    """Nets by widened code (see :func:`tablegames.kernels.tally.share`), the shared wager's among them, and their scale.

    ``nets`` are those of the other wagers by fact code, in integers of one part in ``scale``.
    """
    shares = {ending.sharing: line.exact / UNIT * bet for ending, line in lines.items()}
    shares.setdefault(0, -bet)  # no seat loses to itself: the place is there, and stays empty
    fine = lcm(scale, *(share.denominator for share in shares.values()))
    own = [net * (fine // scale) for net in nets]
    return [net + int(shares[sharing] * fine) for sharing in sorted(shares) for net in own], fine


class SharedRow(NamedTuple):
    """One way in which a shared wager ended: how it is called, what it pays, and how often it came to a seat."""

    row: str
    pays: str
    counted: int


@dataclass(frozen=True)
class SharedFigures:
    """A shared wager as simulated.  Its exact mean is 0 for every seat: the seats win it from one another, and are alike.

    ``mean`` and ``variance_of_mean`` are the first seat's, in the unit of the bets.
    """

    wager: str
    rows: tuple[SharedRow, ...]
    mean: Fraction
    variance_of_mean: Fraction

    @property
    def z(self) -> float | None:
        """How many standard errors the first seat's mean lies above 0; ``None`` where nothing varied."""
        return float(self.mean) / sqrt(self.variance_of_mean) if self.variance_of_mean else None


def figures_of(
    wager: str,
    bet: Fraction,
    lines: Mapping[Ending, LedgerLine],
    counts: Mapping[Ending, int],
    first: Mapping[int, int],
) -> SharedFigures:
    """The figures of a shared wager from how often each ending came to a seat, and by the number sharing to the first seat."""
    rows: dict[tuple[str, str], int] = {}
    for ending, line in lines.items():
        shared = f", shared by {ending.sharing}" if ending.sharing > 1 and not ending.returned else ""
        pays = {Result.LOSE: "lose", Result.PUSH: "push"}.get(line.result, f"{line.exact / UNIT} to 1")
        key = line.row + shared, pays
        rows[key] = rows.get(key, 0) + counts.get(ending, 0)
    net = {ending.sharing: line.exact / UNIT * bet for ending, line in lines.items()}
    rounds = sum(first.values())
    total = sum((net[sharing] * count for sharing, count in first.items()), Fraction(0))
    square = sum((net[sharing] ** 2 * count for sharing, count in first.items()), Fraction(0))
    spread = (square - total**2 / rounds) / (rounds - 1) / rounds if rounds > 1 else Fraction(0)
    return SharedFigures(wager, tuple(SharedRow(*key, count) for key, count in rows.items()), total / rounds, spread)
