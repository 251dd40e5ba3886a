"""What the aggregate payout limit takes from one seat that plays alone: every fact settled with the limit and without."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from tablegames.analysis.exact import Analysis
from tablegames.analysis.pricing import side_wagers
from tablegames.contract.facts import Seat
from tablegames.rounds.payouts import House, bets_made, paid_by_house


@dataclass(frozen=True)
class LimitEffect:
    """One round of one seat with some bets; money in cents.

    ``most`` is the most the house would pay without the limit, ``reached`` the chance that the limit applies,
    ``expected`` the seat's expected net without it (each payment rounded as the house rounds), ``taken`` what the
    limit takes off it on average.
    """

    bets: Mapping[str, int]
    most: int
    reached: Fraction
    expected: Fraction
    taken: Fraction


def limit_effect(analysis: Analysis, bets: Mapping[str, int]) -> LimitEffect:
    """The effect of the limit in force on some bets in cents, ``ante`` among them; the play is the analysis'.

    >>> from dataclasses import replace
    >>> from tablegames.analysis.exact import analyze
    >>> from tablegames.games import game_named
    >>> game = game_named("high-card-flush")
    >>> rules = replace(game.default_rules(), payout_limit=5_000_000)
    >>> effect = limit_effect(analyze(game, rules), {"ante": 1000, "straight-flush-bonus": 1000})
    >>> effect.most, effect.reached
    (8004000, Fraction(1, 4778020))
    """
    game, rules = analysis.game, analysis.rules
    house, free = House(game, rules), House(game, replace(rules, payout_limit=None))
    most, reached, expected, taken = 0, 0, 0, 0
    for facts, count in analysis.histogram.items():
        seat = [Seat(facts, bets_made(game, facts, bets))]
        (ledger,) = free.settle(seat, analysis.meters).seats
        (after,) = house.settle(seat, analysis.meters).seats
        most = max(most, paid_by_house(ledger))
        expected += count * ledger.net
        if lost := ledger.net - after.net:
            reached, taken = reached + count, taken + count * lost
    deals = analysis.deals
    return LimitEffect(bets, most, Fraction(reached, deals), Fraction(expected, deals), Fraction(taken, deals))


def bets_at(analysis: Analysis, bound: str) -> dict[str, int]:
    """The bets that the house's limits bound: ``minimum`` or ``maximum`` of the Ante and of every side wager that has one.

    A side wager whose paytable is made for one stake is bet at that; empty where the Ante has no such bound.
    """
    limits, base = analysis.rules.limits, analysis.game.base
    ante = getattr(limits.get(base), bound, None)
    if not ante:
        return {}
    stakes = {
        wager: table.stake for table in analysis.rules.paytables.values() if table.stake for wager in table.form.wagers
    }
    offered = side_wagers(analysis.game, analysis.rules)
    wanted = {wager: stakes.get(wager) or getattr(limits.get(wager), bound, None) for wager in offered}
    return {base: ante, **{wager: cents for wager, cents in wanted.items() if cents}}
