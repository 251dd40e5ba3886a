"""Money: integer cents, exact odds, paytables and the rounding of what cannot be paid.  No float anywhere.

An award is what a row of a paytable grants: odds (``"3 to 2"``, ``"300 for 1"``), an amount (``"amount 250"``), a share of a
meter (``"meter 50%"``), or that the wager pushes or loses.  ``to`` pays on top of the stake; ``for`` has the stake inside.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from itertools import combinations
from types import MappingProxyType

from tablegames.core.law import Refused, Source, acts_on, cut, format_cite, named

AMOUNT_FORM = "digits, at most nine, and at most two more after a point, such as 10 or 2.50"
AWARD_FORM = '"3 to 2", "300 for 1", "amount 250", "meter 50%", "push" or "lose"'
_AMOUNT = re.compile(r"([0-9]{1,9})(?:\.([0-9]{1,2}))?")
_ODDS = re.compile(r"([0-9]{1,9}) (to|for) ([0-9]{1,6})")
_SHARE = re.compile(r"meter ([0-9]{1,3}(?:\.[0-9]{1,4})?) ?%")


def parse_amount(text: str, *, what: str = "amount") -> int:
    """Cents from text; exact, and refused where the form is another.

    >>> parse_amount("2.01"), parse_amount("10"), parse_amount("0.5")
    (201, 1000, 50)
    >>> parse_amount("1e3", what="wager ante")
    Traceback (most recent call last):
    tablegames.core.law.Refused: wager ante: '1e3' is not an amount: digits, at most nine, and at most two more ...
    """
    match = _AMOUNT.fullmatch(text)
    if match is None:
        raise Refused(f"{what}: {text!a} is not an amount: {AMOUNT_FORM}")
    return int(match[1]) * 100 + int((match[2] or "").ljust(2, "0"))


def format_amount(cents: int) -> str:
    """Cents as text with two digits after the point; :func:`parse_amount` reads what is not negative back.

    >>> format_amount(201), format_amount(-1000)
    ('2.01', '-10.00')
    """
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole}.{rest:02d}"


class Unit(StrEnum):
    """Whether odds pay on top of the stake (``to``) or have it inside (``for``)."""

    TO = "to"
    FOR = "for"


@dataclass(frozen=True, slots=True)
class Odds:
    """Odds such as 3 to 2 or 300 for 1.

    >>> str(Odds(3, 2)), Odds(3, 2).net(1000), Odds(300, 1, Unit.FOR).net(100)
    ('3 to 2', Fraction(1500, 1), Fraction(29900, 1))
    """

    pays: int
    per: int = 1
    unit: Unit = Unit.TO

    def net(self, bet: int | Fraction) -> Fraction:
        """The player's net for a bet, in the bet's own unit."""
        paid = Fraction(self.pays, self.per) * bet
        return paid - bet if self.unit is Unit.FOR else paid

    def __str__(self) -> str:
        return f"{self.pays} {self.unit} {self.per}"


@dataclass(frozen=True, slots=True)
class Amount:
    """A fixed award in cents, whatever the bet."""

    cents: int

    def __str__(self) -> str:
        return f"amount {format_amount(self.cents)}"


@dataclass(frozen=True, slots=True)
class MeterShare:
    """A share of what stands on the meter, 1 being all of it."""

    share: Fraction

    def __str__(self) -> str:
        percent = Decimal((self.share * 100).numerator) / Decimal((self.share * 100).denominator)
        return f"meter {percent:f}%"


class Fixed(StrEnum):
    """A row by which the wager stands off or is lost."""

    PUSH = "push"
    LOSE = "lose"


Award = Odds | Amount | MeterShare | Fixed


def parse_award(text: str, *, what: str = "row") -> Award:
    """The award a paytable row states; a number without its unit is refused, for it could mean two things.

    >>> parse_award("300 to 1"), parse_award("push"), str(parse_award("meter 50%"))
    (Odds(pays=300, per=1, unit=<Unit.TO: 'to'>), <Fixed.PUSH: 'push'>, 'meter 50%')
    >>> parse_award("300", what="flush-bonus, seven-card flush")
    Traceback (most recent call last):
    tablegames.core.law.Refused: flush-bonus, seven-card flush: '300' is not an award with its unit: "3 to 2", "300 for 1", ...
    """
    if text in (Fixed.PUSH, Fixed.LOSE):
        return Fixed(text)
    if (match := _ODDS.fullmatch(text)) and int(match[3]) > 0:
        odds = Odds(int(match[1]), int(match[3]), Unit(match[2]))
        if odds.net(1) < 0:
            raise Refused(f'{what}: "{text}" returns less than the stake; write "lose", or what it pays')
        return odds
    if text.startswith("amount "):
        return Amount(parse_amount(text.removeprefix("amount "), what=what))
    if (match := _SHARE.fullmatch(text)) and 0 < Fraction(match[1]) <= 100:
        return MeterShare(Fraction(match[1]) / 100)
    raise Refused(f"{what}: {text!a} is not an award with its unit: {AWARD_FORM}")


def pays_more(award: Award, than: Award) -> bool:
    """Whether an award is certainly the greater: of one kind by its worth, and anything that wins above a push or a loss.

    Odds, amounts and shares of a meter cannot be ordered among each other without the bet and the meter.

    >>> pays_more(parse_award("3 to 2"), parse_award("1 to 1")), pays_more(parse_award("amount 5"), parse_award("push"))
    (True, True)
    """
    (kind, worth), (other, other_worth) = _worth(award), _worth(than)
    if kind == other:
        return worth > other_worth
    return isinstance(than, Fixed) and worth > 0


def _worth(award: Award) -> tuple[int, Fraction]:
    """The kind of an award, and its worth among awards of its kind."""
    if isinstance(award, MeterShare):
        return 2, award.share
    if isinstance(award, Amount):
        return 1, Fraction(award.cents)
    if isinstance(award, Odds):
        return 0, award.net(1)
    return 0, Fraction(0 if award is Fixed.PUSH else -1)


@dataclass(frozen=True, slots=True)
class TableForm:
    """What a paytable of one kind must look like: its rows from best to worst, and which of them may be left out.

    ``slot`` names the table (``odds-winning``), ``wagers`` all that it pays; ``below`` is what happens under its last row.
    ``cite`` is the paragraph or rule that lists the rows.
    """

    slot: str
    wagers: tuple[str, ...]
    rows: tuple[str, ...]
    cite: str
    order: str = ""
    """The paragraph or the reading that puts the rows in this order, where one does."""
    listed_in: str = ""
    """The paragraph that lists every table which may be selected, where one does."""
    optional: tuple[str, ...] = ()
    below: Fixed = Fixed.LOSE
    progressive: bool = False
    """Whether amounts and shares of the meter may stand in the table."""

    @property
    def pays_on(self) -> str:
        """The wagers that it pays, in words."""
        return ", ".join(self.wagers)

    @property
    def meter(self) -> str:
        """The meter of which its rows may pay shares; it has the name of the wager that feeds it."""
        return self.wagers[0]

    @property
    @acts_on("listed_in")
    def own_basis(self) -> str:
        """What a house's own table rests on; a paragraph that lists the tables has no such one."""
        outside = f"; not among the tables that {format_cite(self.listed_in)} lists" if self.listed_in else ""
        return f"Rules Submission{outside}"


@dataclass(frozen=True, slots=True)
class Paytable:
    """A paytable: its form, its name, each row's award from best to worst, and where it comes from."""

    form: TableForm
    name: str
    rows: Mapping[str, Award]
    source: Source
    basis: str
    stake: int | None = None
    """The one wager in cents that a table with amounts is made for, or none."""
    sources: tuple[str, ...] = ()
    """The ids of the law's sources that print it; none for the house's own."""

    @property
    def shares_meter(self) -> bool:
        """Whether a row pays a share of a meter."""
        return any(isinstance(award, MeterShare) for award in self.rows.values())

    def award(self, row: str) -> Award:
        """What a hand of this row is granted; a hand that no row names gets what the form says."""
        return self.rows.get(row, self.form.below)

    def __str__(self) -> str:
        return f"{self.form.slot} {self.name}"


AS_SELECTED = "as-selected"
"""The choice of a reading of the order of rows by which a table pays each row what the house selects, be it more than the row above."""
NO_READINGS: Mapping[str, str] = MappingProxyType({})


def make_paytable(
    form: TableForm,
    name: str,
    rows: Mapping[str, object],
    source: Source,
    basis: str,
    stake: str = "",
    sources: tuple[str, ...] = (),
    *,
    readings: Mapping[str, str] = NO_READINGS,
) -> Paytable:
    """A paytable checked against its form: every row known, none missing, each with its unit, none rising down the list.

    Among ``readings`` may be one by which the rows are in no order.
    """
    awards, faults = read_rows(form, name, rows, readings)
    if faults:
        cites = dict.fromkeys(cite for _, fault in faults for cite in fault.cites)
        raise Refused(named(fault.message for _, fault in faults), cites=tuple(cites))
    if not stake and needs_stake(awards):
        raise Refused(f"paytable {form.slot} {cut(name)}: {STAKE_MISSING}")
    what = f"paytable {form.slot} {cut(name)}, stake"
    return Paytable(form, name, awards, source, basis, parse_amount(stake, what=what) if stake else None, sources)


STAKE_MISSING = 'amounts and shares of a meter need the wager they are for, such as stake = "1.00"'


def needs_stake(awards: Mapping[str, Award]) -> bool:
    """Whether a table pays what does not grow with the wager, so that it is made for one wager."""
    return any(isinstance(award, Amount | MeterShare) for award in awards.values())


def read_rows(
    form: TableForm, name: str, rows: Mapping[str, object], readings: Mapping[str, str] = NO_READINGS
) -> tuple[dict[str, Award], list[tuple[str, Refused]]]:
    """The awards of a table's rows from best to worst, and every fault with the row in which it stands."""
    title = f"paytable {form.slot} {cut(name)}"
    known = ", ".join(form.rows)
    faults = [(row, Refused(f"{title}: no row {row!a}; its rows are {known}")) for row in rows if row not in form.rows]
    awards: dict[str, Award] = {}
    for row in form.rows:
        if row in rows:
            try:
                awards[row] = parse_award(str(rows[row]), what=f"{title}, {row}")
            except Refused as refused:
                faults.append((row, refused))
                continue
            if isinstance(awards[row], Amount | MeterShare) and not form.progressive:
                told = f"{title}, {row}: {rows[row]!a} is for a progressive; allowed are odds, push and lose"
                faults.append((row, Refused(told)))
        elif row not in form.optional:
            faults.append((row, Refused(f"{title}: row {row!a} is missing")))
    return awards, faults + rising(form, name, awards, readings)


@acts_on("order")
def rising(
    form: TableForm, name: str, awards: Mapping[str, Award], readings: Mapping[str, str]
) -> list[tuple[str, Refused]]:
    """The rows that pay more than one above them, each with its fault; none where a reading has the rows in no order."""
    if readings.get(form.order) == AS_SELECTED:
        return []
    by_reading = "-R" in form.order
    why = f"which is listed above it; the choice {AS_SELECTED} allows it" if by_reading else "which is the better hand"
    faults = []
    for (above, better), (below, worse) in combinations([*awards.items(), ("a hand below them", form.below)], 2):
        if pays_more(worse, better):
            told = f"paytable {form.slot} {name}: {below} ({worse}) pays more than {above} ({better}), {why}"
            faults.append((below, Refused(told, cites=(form.order,) if form.order else ())))
    return faults


class Direction(StrEnum):
    """Which way a payment that is finer than the rounding unit goes."""

    DOWN = "down"
    UP = "up"
    NEAREST = "nearest"


@dataclass(frozen=True, slots=True)
class Rounding:
    """How a payment finer than ``unit`` cents is rounded; an exact half goes up with ``nearest``.

    >>> Rounding().apply(Fraction(603, 2)), Rounding(25, Direction.UP).apply(Fraction(603, 2))
    (301, 325)
    """

    unit: int = 1
    direction: Direction = Direction.DOWN

    def apply(self, cents: Fraction) -> int:
        """The payment in whole units, in cents."""
        steps = cents / self.unit
        if self.direction is Direction.UP:
            return -(-steps.numerator // steps.denominator) * self.unit
        if self.direction is Direction.NEAREST:
            steps += Fraction(1, 2)
        return steps.numerator // steps.denominator * self.unit
