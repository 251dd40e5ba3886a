"""A dealer's mistake, planted in a settled table: the wrong payment, the unpaid win, the push that was taken."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tablegames.asks.rulings import SettleRuling
from tablegames.audit.faults import Wrong, wrong
from tablegames.contract.rules import Rules
from tablegames.core.money import Odds
from tablegames.core.wagers import LedgerLine
from tablegames.training.deals import DealtTable
from tablegames.training.questions import payment

NOTHING = "nothing is wrong"
NO_MISTAKE = 0.25
"""How often a table is settled rightly, from level 2 on."""
FOR_LEARNERS = {Wrong.WIN_RETURNED, Wrong.WIN_UNDERPAID, Wrong.WIN_OVERPAID, Wrong.PUSH_TAKEN}


class Planted(NamedTuple):
    """A mistake: the seat's number, the line as it should be, what was done instead (cents on top of the stake), its kind."""

    seat: int
    line: LedgerLine
    paid: int
    kind: Wrong

    @property
    def says(self) -> str:
        """The mistake in words: what was done, and what is owed."""
        return f"{self.kind.value} (done: {payment(self.paid)}; owed: {payment(self.line.net)})"


Settled = tuple[DealtTable, SettleRuling]


def plant(
    rulings: Sequence[Settled], level: int, source: random.Random
) -> tuple[DealtTable, SettleRuling, Planted | None]:
    """One of the tables with a mistake, each kind that any of them allows as likely; or, from level 2 on, without one."""
    if level > 1 and source.random() < NO_MISTAKE:
        return (*source.choice(rulings), None)
    possible = [(table, ruling, fault) for table, ruling in rulings for fault in mistakes(ruling)]
    if level == 1:
        possible = [each for each in possible if each[2].kind in FOR_LEARNERS] or possible
    kinds = sorted({fault.kind for _, _, fault in possible})
    kind = source.choice(kinds)
    return source.choice([each for each in possible if each[2].kind is kind])


def mistakes(ruling: SettleRuling) -> Iterator[Planted]:
    """Every mistake that a dealer may make with some wager of a table."""
    for number, seat in enumerate(ruling.seats, start=1):
        for line in seat.ledger.lines:
            for paid in sorted(_payments(ruling.rules, line)):
                kind = wrong(line.bet, line.net, paid)
                if kind:
                    yield Planted(number, line, paid, kind)


def _payments(rules: Rules, line: LedgerLine) -> set[int]:
    """What a dealer may do with a wager, in cents: take it, return it, pay even money, half, or by another row of its table."""
    paid = {-line.bet, 0, line.bet}
    if line.net > 0:
        paid |= {rules.rounding.apply(award.net(line.bet)) for award in _awards(rules, line.wager)}
        paid.add(line.net + line.bet)  # the stake counted as winnings
    return {cents for cents in paid if cents >= 0 or cents == -line.bet}


def _awards(rules: Rules, wager: str) -> Iterator[Odds]:
    """The odds of a wager's paytables."""
    for table in rules.paytables.values():
        if wager in table.form.wagers:
            yield from (award for award in table.rows.values() if isinstance(award, Odds))
