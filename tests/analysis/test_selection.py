"""Which tables answer: bounds to the last digit, orders, and the fronts against brute force."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablegames.analysis.exact import Figures
from tablegames.analysis.selection import Bounds, Front, Order, Wanted, not_outdone, parse_bounds, parse_number, select
from tablegames.analysis.sweep import Sweep, SweepRow
from tablegames.core.law import Refused


def row(number: int, edge: Fraction, hit: Fraction, top: Fraction, variance: Fraction = Fraction(4)) -> SweepRow:
    figures = Figures(-edge, variance, Fraction(2), hit, Fraction(0), 1 - hit)
    return SweepRow(number, {}, figures, top)


def numbers(rows: list[SweepRow], **wanted: Any) -> list[int]:
    sweep = cast(Sweep, SimpleNamespace(rows=tuple(rows)))
    return [choice.row.number for choice in select(sweep, Wanted(**wanted))]


FOUR, TWELFTH = Fraction(4, 100), Fraction(1, 12)
A_LITTLE = Fraction(1, 10**30)
TABLE = row(1, FOUR, TWELFTH, Fraction(50))


@pytest.mark.parametrize(
    ("name", "within", "below", "above"),
    [
        ("edge", Fraction(4), Fraction(4) - A_LITTLE, Fraction(4) + A_LITTLE),
        ("risk", Fraction(2), Fraction(2) - A_LITTLE, Fraction(2) + A_LITTLE),
        ("deviation", Fraction(2), Fraction(2) - A_LITTLE, Fraction(2) + A_LITTLE),
        ("top", Fraction(50), Fraction(50) - A_LITTLE, Fraction(50) + A_LITTLE),
    ],
)
def test_a_bound_is_within(name: str, within: Fraction, below: Fraction, above: Fraction) -> None:
    for bounds in (Bounds(within, within), Bounds(within), Bounds(None, within), Bounds(below, above), Bounds()):
        assert numbers([TABLE], **{name: bounds}) == [1], bounds
    for bounds in (Bounds(above), Bounds(None, below)):
        assert numbers([TABLE], **{name: bounds}) == [], bounds


def test_a_hit_every_so_many_hands_exactly() -> None:
    assert numbers([TABLE], hit_every=Fraction(12)) == [1]
    assert numbers([TABLE], hit_every=Fraction(12) - A_LITTLE) == []
    assert numbers([row(1, FOUR, Fraction(0), FOUR)], hit_every=Fraction(10**9)) == []


def test_a_deviation_below_nothing_is_never_reached() -> None:
    assert numbers([TABLE], deviation=Bounds(Fraction(-3))) == [1]
    assert numbers([TABLE], deviation=Bounds(None, Fraction(-3))) == []


def test_orders_and_equal_figures() -> None:
    rows = [
        row(1, FOUR, TWELFTH, Fraction(9)),
        row(2, FOUR / 2, TWELFTH, Fraction(7)),
        row(3, FOUR, TWELFTH * 2, Fraction(8)),
    ]
    assert numbers(rows) == [2, 1, 3]
    assert numbers(rows, descending=True) == [1, 3, 2]
    assert numbers(rows, order=Order.HIT) == [1, 2, 3]
    assert numbers(rows, order=Order.TOP, descending=True) == [1, 3, 2]
    assert numbers(rows, order=Order.TABLE, descending=True) == [3, 2, 1]
    assert numbers(rows, order=Order.RISK) == [2, 1, 3]
    spread = [row(1, FOUR, FOUR, FOUR, Fraction(9)), row(2, FOUR, FOUR, FOUR, Fraction(2))]
    assert numbers(spread, order=Order.DEVIATION) == [2, 1]


few = st.integers(0, 4).map(Fraction)


@given(st.lists(st.tuples(few, few, few), max_size=14), st.sampled_from(list(Front)))
def test_fronts_against_brute_force(figures: list[tuple[Fraction, Fraction, Fraction]], front: Front) -> None:
    rows = [row(number, *three) for number, three in enumerate(figures, start=1)]
    sign = 1 if front is Front.HOUSE else -1
    merits = {each.number: (sign * each.figures.house_edge, each.figures.hit, each.top_prize) for each in rows}

    def outdone(mine: tuple[Fraction, ...]) -> bool:
        return any(other != mine and all(a >= b for a, b in zip(other, mine, strict=True)) for other in merits.values())

    assert not_outdone(rows, front) == {number for number, merit in merits.items() if not outdone(merit)}


def test_fronts_are_among_the_tables_within_the_bounds() -> None:
    rows = [row(1, FOUR, TWELFTH, Fraction(9)), row(2, FOUR * 2, TWELFTH, Fraction(9)), row(3, FOUR / 2, FOUR, FOUR)]
    assert numbers(rows, front=Front.HOUSE) == [2]
    assert numbers(rows, front=Front.HOUSE, edge=Bounds(None, Fraction(4))) == [1]
    assert numbers(rows, front=Front.PLAYER) == [3, 1]


def test_bounds_as_text() -> None:
    assert parse_bounds("-1/2..2.5 %", what="edge") == Bounds(Fraction(-1, 2), Fraction(5, 2))
    assert str(Bounds(Fraction(5, 2))) == "5/2.."
    assert parse_number(" 7/2 ", what="n") == Fraction(7, 2)
    for text in ("", "..", "4", "4..6..8", "four..six", "4 to 6", "1/0.."):
        with pytest.raises(Refused, match=r"is not of the form 4\.\.6"):
            parse_bounds(text, what="edge")
    with pytest.raises(Refused, match="ends below its beginning"):
        parse_bounds("6..4", what="edge")
    with pytest.raises(Refused, match="is not a number"):
        parse_number("1e3", what="n")
