"""How a payment is wrong, for every place it can have beside what is owed."""

from __future__ import annotations

import pytest

from tablegames.audit.faults import Wrong, wrong

BET = 1_000


@pytest.mark.parametrize(
    ("owed", "kinds"),
    [
        (1_500, {1_501: Wrong.WIN_OVERPAID, 1_500: None, 1_499: Wrong.WIN_UNDERPAID, 0: Wrong.WIN_RETURNED,
                 -1: Wrong.PARTLY_TAKEN, -999: Wrong.PARTLY_TAKEN, -1_000: Wrong.WIN_TAKEN, -1_001: Wrong.TOO_MUCH_TAKEN}),
        (0, {1: Wrong.PUSH_PAID, 0: None, -1: Wrong.PARTLY_TAKEN, -1_000: Wrong.PUSH_TAKEN, -1_001: Wrong.TOO_MUCH_TAKEN}),
        (-400, {1: Wrong.LOSS_PAID, 0: Wrong.LOSS_RETURNED, -399: Wrong.PARTLY_TAKEN, -400: None,
                -401: Wrong.TOO_MUCH_TAKEN, -1_000: Wrong.TOO_MUCH_TAKEN}),
        (-1_000, {1: Wrong.LOSS_PAID, 0: Wrong.LOSS_RETURNED, -999: Wrong.PARTLY_TAKEN, -1_000: None,
                  -1_001: Wrong.TOO_MUCH_TAKEN}),
    ],
)  # fmt: skip
def test_every_kind_has_its_bounds(owed: int, kinds: dict[int, Wrong | None]) -> None:
    assert {paid: wrong(BET, owed, paid) for paid in kinds} == kinds
