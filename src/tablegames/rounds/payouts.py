"""What the house pays: the game's settlement, within the house's aggregate payout limit.

By reading procedure-R8 the house's payments of a round that exceed the limit are reduced in one proportion, each line down to
the cent; what meters and other players pay is not.  The limit is the fixed one, or what one patron can win at the minimum
wagers if that is more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from tablegames.contract.facts import Facts, Seat
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.money import Rounding, format_amount
from tablegames.core.wagers import Bets, Ledger, LedgerLine, TableLedger

if TYPE_CHECKING:  # a ruling does not pay for NumPy
    import numpy as np
    from numpy.typing import NDArray


class House:
    """The house's settlement of one game under its own rules: the game's, with payments rounded and within the limit.

    >>> from tablegames.games import game_named
    >>> House(game_named("high-card-flush"), Rules({}, {}, payout_limit=100)).limit
    100
    """

    def __init__(self, game: Game, rules: Rules) -> None:
        self.game, self.rules = game, rules

    def settle(self, seats: Sequence[Seat], meters: Mapping[str, int]) -> TableLedger:
        """The table settled, its payments reduced to the limit where they exceed it."""
        table = self.game.settle(seats, meters, self.rules)
        fixed = self.rules.payout_limit
        if fixed is None:
            return table
        owed = sum(map(paid_by_house, table.seats))
        if owed <= fixed or owed <= (limit := self.limit or 0):
            return table
        within = (Ledger(tuple(reduced(line, limit, owed) for line in seat.lines)) for seat in table.seats)
        return replace(table, seats=tuple(within))

    @cached_property
    def limit(self) -> int | None:
        """The most that the house pays on one round, in cents; none where it states no limit."""
        fixed = self.rules.payout_limit
        return None if fixed is None else max(fixed, self.most_at_the_minimum)

    @cached_property
    def most_at_the_minimum(self) -> int:
        """What one patron can win from the house on one round with every offered wager at its minimum, in cents.

        Side wagers without a minimum are left out; 0 where no wager that must be made has one.
        """
        game, rules = self.game, self.rules
        minimums = {wager: own.minimum for wager, own in rules.limits.items() if own.minimum and own.offered}
        required = [minimums[wager.id] for wager in game.wagers if wager.required and wager.id in minimums]
        if not required:
            return 0
        base = minimums.get(game.base) or max(required)  # the others must equal it
        priced = game.paid_by(rules)
        side = {w.id: minimums[w.id] for w in game.wagers if w.needs_table and w.id in minimums and w.id in priced}
        meters = dict.fromkeys(game.meters, 0)
        return max(
            sum(map(paid_by_house, game.settle([Seat(facts, game.main_bets(facts, base) | side)], meters, rules).seats))
            for facts in game.facts
            if game.possible(facts, rules)
        )

    @property
    def limit_in_full(self) -> str:
        """The limit in words, with the amount that stands in its place if that is more; empty where there is none.

        >>> from tablegames.games import game_named
        >>> from tablegames.core.wagers import Limits
        >>> game = game_named("ultimate-texas-holdem")
        >>> House(game, replace(game.default_rules(), payout_limit=10_000, limits={"ante": Limits(minimum=1000)})).limit_in_full
        '100.00 a round, or what one patron can win at the minimum wagers (5,050.00) if that is more'
        """
        fixed = self.rules.payout_limit
        if fixed is None:
            return ""
        least = self.most_at_the_minimum
        instead = _grouped(least) if least else "the Ante has no minimum"
        return (
            f"{_grouped(fixed)} a round, or what one patron can win at the minimum wagers ({instead}) if that is more"
        )

    @property
    def has_money_rules(self) -> bool:
        """Whether payments can differ from the odds by more than the cent: a chip, or a limit."""
        return self.rules.rounding != Rounding() or self.rules.payout_limit is not None

    @property
    def money_rules(self) -> str:
        """The rules by which payments differ from the odds, in words; empty where the house has none of its own."""
        unit, direction = self.rules.rounding.unit, self.rules.rounding.direction.value
        rounded = "" if self.rules.rounding == Rounding() else f"payments are rounded {direction} to {_grouped(unit)}"
        limited = f"the house pays at most {self.limit_in_full}" if self.limit_in_full else ""
        return "; ".join(filter(None, (rounded, limited)))

    def changes(self, bets: Bets, meters: Mapping[str, int], *, seats: int = 1) -> bool:
        """Whether any payment at these bets in cents (the base wager for the main game) is not what the odds say: rounded, or limited.

        ``seats`` that bet alike share the limit.
        """
        ledgers = [self.game.settle([seat], meters, self.rules).seats[0] for seat in self.every_seat(bets)]
        if any(line.net != line.exact for ledger in ledgers for line in ledger.lines):
            return True
        most = seats * max(map(paid_by_house, ledgers))
        fixed = self.rules.payout_limit
        return fixed is not None and most > fixed and most > (self.limit or 0)

    def every_seat(self, bets: Bets) -> Iterable[Seat]:
        """A seat with these bets at all facts that are possible, its main game's wagers as its decision makes them."""
        game = self.game
        for facts in game.facts:
            if game.possible(facts, self.rules):
                yield Seat(facts, bets_made(game, facts, bets))


def bets_to_advise(game: Game, rules: Rules, bets: Bets) -> dict[str, int]:
    """Of a seat's bets in cents those before its decision, for which it is advised in money; none where the odds of the main game
    say all: without side wagers, and without rules of the house for payments."""
    wagers = {wager.id: wager for wager in game.wagers}
    made = {name: cents for name, cents in bets.items() if not wagers[name].by_choice and not wagers[name].equal_by}
    side = any(wagers[name].needs_table for name in made)
    return made if side or House(game, rules).has_money_rules else {}


def bets_made(game: Game, facts: Facts, bets: Bets) -> dict[str, int]:
    """All wagers of a seat at some facts, in cents: of ``bets`` the base wager stands for the main game, the others are side wagers."""
    main = game.main_bets(facts, bets[game.base]) if game.base in bets else {}
    return main | {wager: cents for wager, cents in bets.items() if wager != game.base}


def paid_by_house(ledger: Ledger) -> int:
    """What the house pays on a seat's winning lines, in cents; meters and other players pay beside it."""
    return sum(map(line_by_house, ledger.lines))


def line_by_house(line: LedgerLine) -> int:
    """What the house pays on a winning line, in cents."""
    return max(line.net - line.from_meter - line.from_players, 0)


T = TypeVar("T", int, "NDArray[np.int64]")


def in_proportion(owed: T, limit: int, total: T) -> T:
    """What is paid of a payment that is ``owed`` where ``total`` is owed in all and the limit is less: down to the cent.

    >>> in_proportion(200, 100, 300), in_proportion(100, 100, 300)
    (66, 33)
    """
    return owed * limit // total


def reduced(line: LedgerLine, limit: int, total: int) -> LedgerLine:
    """A line with the house's payment reduced, saying so."""
    owed = line_by_house(line)
    if not owed:
        return line
    paid = in_proportion(owed, limit, total)
    note = f"aggregate payout limit: {format_amount(paid)} of {format_amount(owed)}"
    joined = f"{line.note}; {note}" if line.note else note
    return replace(line, net=line.net - owed + paid, note=joined, cites=(*line.cites, "procedure-R8"))


def _grouped(cents: int) -> str:
    """An amount with its thousands marked off."""
    return f"{cents // 100:,}.{cents % 100:02d}"
