"""Seats that win together share the house's payout limit: what that takes from each, round by round."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tablegames.contract.facts import Seat
from tablegames.core.wagers import Bets
from tablegames.rounds.payouts import House, bets_made, in_proportion, line_by_house

Longs = NDArray[np.int64]


@dataclass(frozen=True)
class SharedLimit:
    """What the house owes a seat at each fact with some bets, by line, and what it pays the seat that wins alone; all in cents.

    ``owed`` (codes, lines) before the limit, ``alone`` (codes,) within it.
    """

    limit: int
    owed: Longs
    alone: Longs

    def taken(self, codes: NDArray[np.uint16]) -> tuple[Longs, Longs]:
        """The rounds of ``codes`` (rounds, seats) in which several seats win more than the limit (n,), and what each seat gets
        less, in cents, than if it won alone (n, seats).

        Codes may be widened by what the seats win from each other, which is not the house's.
        """
        narrow = codes % len(self.owed)
        owed = self.owed.sum(axis=1)[narrow]
        total = owed.sum(axis=1)
        (rounds,) = np.nonzero((total > self.limit) & ((owed > 0).sum(axis=1) > 1))
        lines = self.owed[narrow[rounds]]
        if int(lines.max(initial=0)) * self.limit >= 1 << 63:
            lines = lines.astype(object)
        paid = in_proportion(lines, self.limit, total[rounds, None, None]).sum(axis=2).astype(np.int64)
        return rounds, self.alone[narrow[rounds]] - paid


def shared_limit(house: House, bets: Bets, meters: Bets, seats: int) -> SharedLimit | None:
    """What seats that bet alike, in cents and ``ante`` for the main game, share; none where they cannot reach a limit together."""
    if house.limit is None or seats == 1:
        return None
    game, lines = house.game, 0
    owed: dict[int, list[int]] = {}
    for facts in game.facts:
        if game.possible(facts, house.rules):
            table = game.settle([Seat(facts, bets_made(game, facts, bets))], meters, house.rules)
            owed[facts.code] = [line_by_house(line) for line in table.seats[0].lines]
            lines = max(lines, len(owed[facts.code]))
    if seats * max(map(sum, owed.values())) <= house.limit:
        return None
    by_line, alone = np.zeros((game.codes, lines), np.int64), np.zeros(game.codes, np.int64)
    for code, each in owed.items():
        by_line[code, : len(each)] = each
        total = sum(each)
        alone[code] = total if total <= house.limit else sum(in_proportion(one, house.limit, total) for one in each)
    return SharedLimit(house.limit, by_line, alone)
