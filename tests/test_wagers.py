"""Wagers and their limits: the bounds themselves are allowed."""

from __future__ import annotations

import pytest

from tablegames.core.law import Refused
from tablegames.core.wagers import Limits


@pytest.mark.parametrize(
    ("cents", "allowed"),
    [(499, False), (500, True), (501, False), (750, True), (1_000, True), (1_001, False), (1_250, False)],
)
def test_the_minimum_and_the_maximum_are_offered(cents: int, allowed: bool) -> None:
    assert Limits(minimum=500, maximum=1_000, multiple=250).allows(cents) == allowed


@pytest.mark.parametrize(
    ("cents", "words"),
    [
        (499, "4.99 is below the minimum, 5.00"),
        (1_001, "10.01 is above the maximum, 10.00"),
        (625, "6.25 is no multiple of 2.50"),
    ],
)
def test_a_wager_outside_its_limits_is_told_which(cents: int, words: str) -> None:
    with pytest.raises(Refused) as refused:
        Limits(minimum=500, maximum=1_000, multiple=250).check("ante", cents)
    assert refused.value.message == f"wager ante of {words} (Rules Submission)"


def test_no_bound_allows_everything_but_what_is_not_offered() -> None:
    assert [Limits().allows(cents) for cents in (1, 99_999_999_999)] == [True, True]
    assert not Limits(offered=False).allows(100)
