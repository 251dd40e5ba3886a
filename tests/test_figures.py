"""Decimals of exact figures: rounded once, and the last digit is the nearest."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tablegames.core.figures import decimal, percent, root


@pytest.mark.parametrize(
    ("value", "digits", "shown"),
    [
        ("3", 4, "1.7321"),  # 1.73205...
        ("2", 4, "1.4142"),  # 1.41421...
        ("7/10", 2, "0.84"),  # 0.8366...
        ("24", 0, "5"),  # 4.89...
        ("20", 0, "4"),  # 4.47...
        ("9/4", 0, "2"),  # 1.5: shown half to even, as decimals are
        ("0", 3, "0.000"),
        ("10201", 2, "101.00"),
    ],
)
def test_a_root_is_rounded_to_the_nearest(value: str, digits: int, shown: str) -> None:
    assert root(Fraction(value), digits) == shown


@pytest.mark.parametrize("number", range(200))
def test_a_root_is_nearest_of_all_decimals(number: int) -> None:
    value = Fraction(number, 7)
    found = Fraction(root(value, 3))
    half = Fraction(1, 2_000)
    assert max(found - half, Fraction(0)) ** 2 <= value <= (found + half) ** 2


def test_decimals_go_half_to_even() -> None:
    halves = [decimal(Fraction(number, 8), 2) for number in (1, 3, -1, -3)]
    assert halves == ["0.12", "0.38", "-0.12", "-0.38"]
    assert percent(Fraction(1, 800), 2) == "0.12"
