"""The aggregate payout limit: what a house pays at most on one round, shared among the winning wagers."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tablegames.game import Game, Rules, Seat
from tablegames.money import format_amount
from tablegames.wagers import Ledger, LedgerLine, TableLedger


def limited(game: Game, rules: Rules, table: TableLedger) -> TableLedger:
    """A settled table with the house's payouts reduced in one proportion to the limit, where they exceed it.

    By reading procedure-R8 the house's part of each winning line is reduced, down to the cent; what meters and other players
    pay is not.  The limit is the fixed one, or what one patron can win at the minimum wagers if that is more.
    """
    if rules.payout_limit is None:
        return table
    paid = sum(_by_house(line) for seat in table.seats for line in seat.lines)
    if paid <= rules.payout_limit:
        return table
    limit = max(rules.payout_limit, most_at_the_minimum(game, rules))
    if paid <= limit:
        return table
    part = Fraction(limit, paid)
    seats = tuple(Ledger(tuple(_reduced(line, part) for line in seat.lines)) for seat in table.seats)
    return replace(table, seats=seats)


def most_at_the_minimum(game: Game, rules: Rules) -> int:
    """What one patron can win from the house on one round with every offered wager at its minimum, in cents.

    A wager without a minimum counts as one cent's worth of nothing: it sets no floor.
    """
    minimums = {wager: limits.minimum for wager, limits in rules.limits.items() if limits.minimum and limits.offered}
    if not any(wager.required and wager.id in minimums for wager in game.wagers):
        return 0
    ante = minimums.get("ante") or max(minimums.values())
    side = {w.id: minimums[w.id] for w in game.wagers if w.needs_table and w.id in minimums and _priced(rules, w.id)}
    meters = dict.fromkeys(game.meters, 0)
    won = (
        sum(_by_house(line) for line in ledger.lines)
        for facts in game.facts
        if game.possible(facts, rules)
        for ledger in game.settle([Seat(facts, game.main_bets(facts, ante) | side)], meters, rules).seats
    )
    return max(won)


def _priced(rules: Rules, wager: str) -> bool:
    """Whether a paytable is chosen for a wager."""
    return any(table.form.wager == wager for table in rules.paytables.values())


def _by_house(line: LedgerLine) -> int:
    """What the house pays on a winning line."""
    return max(line.net - line.from_meter - line.from_players, 0)


def _reduced(line: LedgerLine, part: Fraction) -> LedgerLine:
    """A line with the house's payment reduced, saying so."""
    owed = _by_house(line)
    if not owed:
        return line
    paid = int(owed * part)
    note = f"aggregate payout limit: {format_amount(paid)} of {format_amount(owed)}"
    joined = f"{line.note}; {note}" if line.note else note
    return replace(line, net=line.net - owed + paid, note=joined, cites=(*line.cites, "procedure-R8"))
