"""How results spread: the skewness with its sign, and a band that is marked from its leading error of 1 % on."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tablegames.analysis.exact import Figures
from tablegames.contract.document import Table
from tablegames.report.par.spread import PI, bands, skewness_squared


def test_skewness_has_the_sign_of_its_tail() -> None:
    """A quarter of ones: (1 - 2p)^2 / p(1 - p) with p = 1/4; turned round it leans the other way; two halves do not lean."""
    assert skewness_squared({Fraction(0): 3, Fraction(1): 1}) == Fraction(4, 3)
    assert skewness_squared({Fraction(0): 1, Fraction(1): 3}) == Fraction(-4, 3)
    assert skewness_squared({Fraction(0): 1, Fraction(1): 1}) == 0
    assert skewness_squared({Fraction(7): 5}) == 0


@pytest.mark.parametrize(
    ("part", "shown"), [("1/100", "1.0000 % (poor)"), ("9999/1000000", "0.9999 %"), ("-1/50", "2.0000 % (poor)")]
)
def test_a_leading_error_of_one_percent_is_poor(part: str, shown: str) -> None:
    """For 1,000 rounds, where skewness / (6 sqrt(2 pi n)) is the part."""
    error = Fraction(part)
    skew = error * abs(error) * 72 * PI * 1_000
    block = bands("odds", "per Ante", Figures(Fraction(0), Fraction(1), Fraction(1), *[Fraction(1, 3)] * 3), skew)
    assert isinstance(block, Table)
    assert block.rows[0][-1].text == shown
