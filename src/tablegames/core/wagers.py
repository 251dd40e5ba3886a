"""Wagers, bets and ledgers: what was bet, what each line pays and by what, and a table that must balance."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from tablegames.core.law import Refused, Source
from tablegames.core.money import Amount, Award, Fixed, MeterShare, Odds, Rounding, format_amount

MOST_CENTS = 99_999_999_999
"""The largest amount that can be written: nine digits before the point."""


@dataclass(frozen=True, slots=True)
class Wager:
    """A wager of a game, with the roles that it plays.

    ``required`` wagers are the main game's, made before the deal; ``by_choice`` ones are made in the round, by a decision.  ``needs_table`` wagers can
    be bet only when a paytable is chosen for them.  ``where_offered`` wagers are required of every seat at a table where the house offers them.
    ``stands_alone``: may be made without the required ones.  ``equal_to``, ``at_most``: another wager of the same seat that it equals, or does not
    exceed.  ``equal_by`` is the reading by which a wager is the same at every seat.  ``deals``: how many equally likely deals decide it, where they are
    fewer than the main game's; 0 where they are not.
    """

    id: str
    says: str
    required: bool = False
    where_offered: bool = False
    needs_table: bool = False
    by_choice: bool = False
    stands_alone: bool = False
    equal_to: str = ""
    at_most: str = ""
    equal_by: str = ""
    deals: int = 0


@dataclass(frozen=True, slots=True)
class Limits:
    """What the house offers of a wager, in cents: whether at all, its minimum, its maximum and its multiple."""

    offered: bool = True
    minimum: int | None = None
    maximum: int | None = None
    multiple: int | None = None

    def allows(self, cents: int) -> bool:
        """Whether a wager of this size is offered."""
        try:
            self.check("", cents)
        except Refused:
            return False
        return True

    def check(self, wager: str, cents: int) -> None:
        """Refuse a wager outside the limits, naming what is allowed."""
        allowed = [
            "is not offered here" if not self.offered else "",
            f"is below the minimum, {format_amount(self.minimum)}" if self.minimum and cents < self.minimum else "",
            f"is above the maximum, {format_amount(self.maximum)}" if self.maximum and cents > self.maximum else "",
            f"is no multiple of {format_amount(self.multiple)}" if self.multiple and cents % self.multiple else "",
        ]
        for words in filter(None, allowed):
            raise Refused(f"wager {wager} of {format_amount(cents)} {words} (Rules Submission)")


@dataclass(frozen=True, slots=True)
class MeterPlan:
    """How a meter is fed: its seed in cents, and the parts of each wager that go to the meter and to the reserve."""

    seed: int
    increment: Fraction
    reserve: Fraction = Fraction(0)


Bets = Mapping[str, int]
"""Wager id to cents; a wager not bet is absent."""


class Result(StrEnum):
    """What became of a wager."""

    WIN = "win"
    PUSH = "push"
    LOSE = "lose"


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One wager settled.  All money in cents.

    ``exact`` is the player's net before rounding, ``net`` after; ``from_meter`` and ``from_players`` are the parts of ``net``
    that a meter and the other players pay, the rest is the house's.  ``row`` is what decided the line: a row of its paytable
    or the outcome; ``note`` says what was rounded.
    """

    wager: str
    bet: int
    row: str
    result: Result
    pays: str
    exact: Fraction
    net: int
    cites: tuple[str, ...]
    source: Source
    note: str = ""
    from_meter: int = 0
    from_players: int = 0
    award: Award | None = None
    """What its paytable grants, where one does."""

    @property
    def returned(self) -> int:
        """What the player takes back, the stake included."""
        return self.bet + self.net


class Unjudged(NamedTuple):
    """A wager that cannot be judged, in cents, why not, and between which lines it lies all the same."""

    wager: str
    bet: int
    why: str
    least: LedgerLine
    most: LedgerLine | None
    """None where it may be a share of a meter that nobody told."""

    def __str__(self) -> str:
        return f"{self.wager} {format_amount(self.bet)} cannot be judged: {self.because}"

    @property
    def because(self) -> str:
        """Why it cannot be judged, and what is owed at most."""
        return self.why if self.most is None else f"{self.why}; at most {format_amount(self.most.net)} is owed"

    def nearest(self, paid: int) -> LedgerLine | None:
        """The nearest line that may be owed, saying so, where what was paid is certainly wrong; none where it may be right.

        ``paid`` is in cents on top of the stake, minus the stake where it was taken.
        """
        line, bound = (self.least, "least") if paid < self.least.net else (self.most, "most")
        if line is None or self.least.net <= paid <= line.net:
            return None
        note = f"at {bound} {format_amount(line.net)} is owed: {self.why}"
        return replace(line, note=f"{line.note}; {note}" if line.note else note)


@dataclass(frozen=True, slots=True)
class Ledger:
    """One seat's lines, and its wagers that cannot be judged; the sums are of the lines."""

    lines: tuple[LedgerLine, ...]
    unjudged: tuple[Unjudged, ...] = ()

    @property
    def net(self) -> int:
        """The seat's net over all wagers, in cents."""
        return sum(line.net for line in self.lines)

    @property
    def exact(self) -> Fraction:
        """The same before rounding."""
        return sum((line.exact for line in self.lines), Fraction(0))


@dataclass(frozen=True, slots=True)
class TableLedger:
    """A settled table: the seats' ledgers in deal order, and the meters as they stand afterwards."""

    seats: tuple[Ledger, ...]
    meters: Mapping[str, int]

    @property
    def house_net(self) -> int:
        """What the house keeps: each line's other side, less what a meter or another player paid."""
        lines = (line for seat in self.seats for line in seat.lines)
        return sum(line.from_meter + line.from_players - line.net for line in lines)

    def check(self, meters_before: Mapping[str, int]) -> None:
        """Assert that seats, house and meters together neither gain nor lose a cent."""
        seats = sum(seat.net for seat in self.seats)
        meters = sum(self.meters.values()) - sum(meters_before.values())
        if seats + self.house_net + meters:
            raise AssertionError(f"unbalanced: seats {seats}, house {self.house_net}, meters {meters}")


def won(
    wager: str, bet: int, row: str, award: Odds, rounding: Rounding, *, cites: tuple[str, ...], source: Source
) -> LedgerLine:
    """A line that pays odds; winnings finer than the rounding unit are rounded, and the note says so."""
    exact = award.net(bet)
    net = rounding.apply(exact)
    result = Result.WIN if exact > 0 else Result.PUSH
    return LedgerLine(
        wager, bet, row, result, str(award), exact, net, cites, source, rounding_note(exact, net), award=award
    )


def pushed(wager: str, bet: int, row: str, *, cites: tuple[str, ...], source: Source) -> LedgerLine:
    """A line whose wager is returned."""
    return LedgerLine(wager, bet, row, Result.PUSH, "push", Fraction(0), 0, cites, source)


def lost(wager: str, bet: int, row: str, *, cites: tuple[str, ...], source: Source) -> LedgerLine:
    """A line whose wager is lost."""
    return LedgerLine(wager, bet, row, Result.LOSE, "lose", Fraction(-bet), -bet, cites, source)


def awarded(
    wager: str, bet: int, row: str, award: Award, rounding: Rounding, *, cites: tuple[str, ...], source: Source
) -> LedgerLine:
    """The line of a paytable's award that no meter pays."""
    if isinstance(award, Odds):
        return won(wager, bet, row, award, rounding, cites=cites, source=source)
    if award is Fixed.PUSH:
        return pushed(wager, bet, row, cites=cites, source=source)
    if isinstance(award, Amount | MeterShare):
        raise TypeError(f"{award} is settled by the game that has the meter")
    return lost(wager, bet, row, cites=cites, source=source)


def rounding_note(exact: Fraction, net: int) -> str:
    """What a ledger line says of a payment that could not be made exactly; empty where it was."""
    if exact == net:
        return ""
    return f"exactly {exact_text(exact)}, paid {format_amount(net)}"


def exact_text(cents: Fraction) -> str:
    """Cents with a small denominator as dollars: 3.015 for 301.5 cents; other fractions as p/q cents."""
    scaled = cents * 1000
    if scaled.denominator != 1:
        return f"{cents.numerator}/{cents.denominator} cents"
    whole, rest = divmod(abs(scaled.numerator), 100000)
    digits = f"{rest:05d}"
    return f"{'-' if cents < 0 else ''}{whole}.{digits[:2]}{digits[2:].rstrip('0')}"


def check_table(
    wagers: Iterable[Wager], seats: Mapping[str, Bets], offered: Container[str], *, cites: tuple[str, ...]
) -> None:
    """Refuse what the seats of one table cannot have bet together; ``seats`` by name, such as ``seat 2``.

    A wager that is required where it is offered is offered by the house (``offered``) or by the first bet of it; then every seat needs one.  A
    wager that is the same at every seat has one amount.
    """
    for wager in wagers:
        made = {seat: bets[wager.id] for seat, bets in seats.items() if wager.id in bets}
        without = [seat for seat in seats if seat not in made]
        if wager.where_offered and without and (made or wager.id in offered):
            why = "the house offers it" if wager.id in offered else f"{next(iter(made))} has made it"
            raise Refused(f"{without[0]}: wager {wager.id} is missing: {why}, so every seat must make it", cites=cites)
        if wager.equal_by:
            check_equal(wager.id, made.values(), reading=wager.equal_by)


def check_equal(wager: str, made: Iterable[int], *, reading: str) -> None:
    """Refuse wagers in cents that must be the same at every seat, by a reading, and differ."""
    amounts = sorted(set(made))
    if len(amounts) > 1:
        different = " and ".join(map(format_amount, amounts))
        raise Refused(f"{wager} wagers differ, {different}: all at a table must be equal", cites=(reading,))


def check_wagers(wagers: tuple[Wager, ...], bets: Bets, *, cites: tuple[str, ...]) -> None:
    """Refuse an unknown wager, one of nothing, a missing one that the rule ``cites`` requires, and sizes that it does not let stand together."""
    names = [wager.id for wager in wagers]
    for name, cents in bets.items():
        if name not in names:
            raise Refused(f"wager {name!a} is not one of {', '.join(names)}")
        if cents > MOST_CENTS:
            raise Refused(f"wager {name} of {format_amount(cents)} is above {format_amount(MOST_CENTS)}")
        if cents <= 0:
            raise Refused(f"wager {name} is {format_amount(cents)}; a wager that is not made is left out")
    made = [wager for wager in wagers if wager.id in bets]
    alone = bool(made) and all(wager.stands_alone for wager in made)
    for wager in (wager for wager in wagers if wager.required and wager.id not in bets and not alone):
        raise Refused(f"wager {wager.id} is missing: it must be made before the deal", cites=cites)
    for wager in made:
        cents = bets[wager.id]
        for other, beyond, words in (
            (wager.equal_to, cents != bets.get(wager.equal_to), "equal"),
            (wager.at_most, cents > bets.get(wager.at_most, 0), "be at most"),
        ):
            if other and beyond:
                amounts = f"{wager.id} {format_amount(cents)} must {words} {other} {format_amount(bets.get(other, 0))}"
                raise Refused(amounts, cites=cites)
