"""Many paytables from few words: ranges and lists of awards for the rows of a table, and every combination of them.

    flush = 3 to 2, 2 to 1                     a list of awards
    flush = 8..12 to 1                         a range in whole steps: 8 to 1, 9 to 1, ... 12 to 1
    flush = 1..4 to 1 step 1/2                 1 to 1, 3 to 2, 2 to 1, ... 4 to 1
    royal flush = 200..1000 for 1 step 100     the stake inside

A file of tables is TOML, each entry with its slot, and rows of the same form:

    [[paytable]]
    slot = "flush-bonus"
    like = "A"                                 # a published paytable whose other rows it has; or all rows of its own
    name = "house"
    rows = { "five-card flush" = "8..12 to 1" }
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, NamedTuple

from tablegames.analysis.sweep import Tables
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.law import Refused, Source
from tablegames.core.money import (
    NO_READINGS,
    Odds,
    Paytable,
    TableForm,
    Unit,
    format_amount,
    make_paytable,
    parse_award,
)
from tablegames.core.untrusted_toml import read_toml

MOST_TABLES, MOST_OF_MAIN = 100_000, 10_000
"""The most tables of a side wager, priced within minutes, and of a wager of the main game, counted within half an hour."""
RANGE_FORM = '"8..12 to 1", "1..4 to 1 step 1/2", or awards such as "3 to 2, 2 to 1"'
_NUMBER = r"[0-9]{1,9}(?:\.[0-9]{1,6}|/[1-9][0-9]{0,5})?"
_RANGE = re.compile(rf"({_NUMBER}) ?\.\. ?({_NUMBER}) (to|for) 1(?: step ({_NUMBER}))?")
_BASIS = "a table of a sweep, no casino's"


class Pattern(NamedTuple):
    """A table with several awards in some of its rows: its slot, its name, each row's awards as text, and its stake.

    A combination with the very rows of ``like`` is that table, with its name and source.
    """

    form: TableForm
    name: str
    rows: Mapping[str, tuple[str, ...]]
    stake: str = ""
    like: Paytable | None = None

    @property
    def size(self) -> int:
        """How many tables it stands for."""
        return prod(map(len, self.rows.values()))

    def tables(self, readings: Mapping[str, str] = NO_READINGS) -> Iterator[Paytable | Refused]:
        """Every combination, the last row changing fastest; one that the form or a reading refuses is given as its reason."""
        changing = [row for row, awards in self.rows.items() if len(awards) > 1]
        known = {row: str(award) for row, award in self.like.rows.items()} if self.like else None
        for awards in product(*self.rows.values()):
            rows = dict(zip(self.rows, awards, strict=True))
            if self.like and rows == known:
                yield self.like
                continue
            name = ", ".join([self.name, *(f"{row} {rows[row]}" for row in changing)])
            try:
                yield make_paytable(self.form, name, rows, Source.EXAMPLE, _BASIS, self.stake, readings=readings)
            except Refused as refused:
                yield refused


class Steps(NamedTuple):
    """A range of awards, not written out yet."""

    first: Fraction
    by: Fraction
    size: int
    unit: Unit


Parts = list[str | Steps]
"""The awards of a row as they are read: each by itself, or a range."""


def parse_awards(text: str, *, what: str) -> tuple[str, ...]:
    """The awards of a row, as text: a list, in which a range stands for its steps.

    >>> parse_awards("1..2 to 1 step 1/2, push", what="odds-winning, flush")
    ('1 to 1', '3 to 2', '2 to 1', 'push')
    """
    return _written_out(_parts(text, what=what), what=what)


def _parts(text: str, *, what: str) -> Parts:
    """The awards of a row, no range written out; refused where they are more than any sweep takes, each and together."""
    found: Parts = []
    for part in (part.strip() for part in text.split(",")):
        match = _RANGE.fullmatch(part)
        found.append(_steps(*match.groups(), what=what) if match else _award(part, what=what))
    if (count := _count(found)) > MOST_TABLES:
        raise _too_many(count, what, MOST_TABLES)
    return found


def _count(parts: Parts) -> int:
    """How many awards the parts stand for, the same one counted as often as it comes."""
    return sum(part.size if isinstance(part, Steps) else 1 for part in parts)


def _written_out(parts: Parts, *, what: str) -> tuple[str, ...]:
    """Every award of the parts, once."""
    found: dict[str, None] = {}
    for part in parts:
        if isinstance(part, Steps):
            values = (part.first + part.by * number for number in range(part.size))
            odds = (str(Odds(value.numerator, value.denominator, part.unit)) for value in values)
            found |= {_award(text, what=what): None for text in odds}
        else:
            found[part] = None
    return tuple(found)


def _award(text: str, *, what: str) -> str:
    """One award; a range without its unit is told its form."""
    if ".." in text:
        raise Refused(f"{what}: {text!a} is not a range: {RANGE_FORM}")
    return str(parse_award(text, what=what))


def _steps(first: str, last: str, unit: str, step: str | None, *, what: str) -> Steps:
    """A range; its end is one of its awards where a step reaches it."""
    low, high, by = Fraction(first), Fraction(last), Fraction(step or 1)
    if by <= 0 or high < low:
        raise Refused(f"{what}: the range {first}..{last} step {by} goes nowhere")
    return Steps(low, by, int((high - low) / by) + 1, Unit(unit))


def _too_many(count: int, what: str, most: int) -> Refused:
    """The refusal of a sweep that is too large."""
    return Refused(
        f"{count} tables are asked for; a sweep of {what} has at most {most}: take fewer awards, or larger steps"
    )


def pattern(
    game: Game, slot: str, rows: Mapping[str, str], *, like: Paytable | None, name: str = "", stake: str = ""
) -> Pattern:
    """A pattern of a slot: some rows' awards as text, the others as in the paytable that it is ``like``."""
    form = game.form(slot)
    for row in rows:
        if row not in form.rows:
            raise Refused(f"{slot} has no row {row!a}; its rows are {', '.join(form.rows)}")
    others = {row: (str(award),) for row, award in like.rows.items()} if like else {}
    parts = {row: _parts(text, what=f"{slot}, {row}") for row, text in rows.items()}
    if (count := prod(map(_count, parts.values()))) > MOST_TABLES:  # before any range is written out
        raise _too_many(count, slot, MOST_TABLES)
    given = {row: _written_out(each, what=f"{slot}, {row}") for row, each in parts.items()}
    awards = {row: {**others, **given}[row] for row in form.rows if row in others or row in given}
    own = Pattern(form, name or (like.name if like else "own"), awards, stake)
    if not like or name or stake:
        return own
    return own._replace(stake=format_amount(like.stake) if like.stake else "", like=like)


def combinations(
    game: Game, patterns: Sequence[Pattern], readings: Mapping[str, str] = NO_READINGS
) -> list[Tables | Refused]:
    """Every choice of one table for each slot that the patterns name, in their order; a refused table refuses its choices.

    Among ``readings`` may be one by which the rows of a table are in no order.
    """
    slots = list(dict.fromkeys(each.form.slot for each in patterns))
    count = prod(sum(each.size for each in patterns if each.form.slot == slot) for slot in slots)
    side = all(game.is_side(game.form(slot)) for slot in slots)
    most = MOST_TABLES if side else MOST_OF_MAIN
    if count > most:
        raise _too_many(count, ", ".join(slots), most)
    by_slot = [
        [table for each in patterns if each.form.slot == slot for table in each.tables(readings)] for slot in slots
    ]
    found: list[Tables | Refused] = []
    for choice in product(*by_slot) if slots else ():
        refused = next((table for table in choice if isinstance(table, Refused)), None)
        tables = {table.form.slot: table for table in choice if isinstance(table, Paytable)}
        found.append(refused or tables)
    return found


def parse_rows(game: Game, rules: Rules, texts: Sequence[str]) -> list[Pattern]:
    """Patterns from texts ``SLOT:ROW=AWARDS``, one for each slot; the other rows are as in the paytable in force."""
    rows: dict[str, dict[str, str]] = {}
    for text in texts:
        place, equals, awards = text.partition("=")
        slot, colon, row = (part.strip() for part in place.partition(":"))
        if not equals or not colon or not row or not awards.strip():
            raise Refused(
                f"row {text!a} is not of the form SLOT:ROW=AWARDS, such as flush-bonus:five-card flush=8..12 to 1"
            )
        if row in rows.setdefault(slot, {}):
            raise Refused(f"row {slot}:{row} is given twice")
        rows[slot][row] = awards.strip()
    return [pattern(game, slot, given, like=rules.paytables.get(slot)) for slot, given in rows.items()]


_KEYS = {"slot": str, "name": str, "like": str, "stake": str, "rows": dict}


def parse_tables(game: Game, text: str) -> list[Pattern]:
    """Patterns from a file of tables."""
    data = read_toml(text)
    entries = data.get("paytable")
    if set(data) != {"paytable"} or not isinstance(entries, list) or not entries:
        raise Refused("a file of tables has [[paytable]] entries, and nothing else")
    return [_entry(game, entry, f"paytable {number}") for number, entry in enumerate(entries, start=1)]


def _entry(game: Game, entry: Any, what: str) -> Pattern:
    """One entry of a file; what is wrong is named with its place."""
    if not isinstance(entry, dict) or "slot" not in entry:
        raise Refused(f'{what}: its slot is missing, such as slot = "{game.forms[0].slot}"')
    for key, value in entry.items():
        if key not in _KEYS:
            raise Refused(f"{what}: unknown key {key!a}; known are {', '.join(_KEYS)}")
        if not isinstance(value, _KEYS[key]):
            raise Refused(f"{what}: {key} is {'rows with their awards' if key == 'rows' else 'text'}")
    rows = entry.get("rows", {})
    for row, awards in rows.items():
        if not isinstance(awards, str):
            raise Refused(f'{what}: row {row!a} is text, such as "3 to 2"')
    try:
        like = game.paytable(entry["slot"], entry["like"]) if "like" in entry else None
        return pattern(game, entry["slot"], rows, like=like, name=entry.get("name", ""), stake=entry.get("stake", ""))
    except Refused as refused:
        raise Refused(f"{what}: {refused.message}", cites=refused.cites) from None
