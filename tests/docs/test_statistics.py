"""The manual's page on what the statistics see: its tables are what the script makes, and its biases are found."""

from __future__ import annotations

import pytest
from benchmarks.power import CHANCES, FLUSH_CELLS, HCF, ROUNDS, Bias, Seen, Trial, biases, fact_row

from tablegames.analysis.simulate import exact_play
from tests.docs import DOCS

PAGE = (DOCS / "statistics.md").read_text(encoding="utf-8")
BIASES = biases()


def shares(bias: Bias) -> tuple[float, float]:
    """The shares of wrong decks that the page says are found half the time and nine times in ten."""
    (row,) = [line for line in PAGE.splitlines() if line.startswith(f"| {bias.test} | {bias.says} |")]
    half, most = (float(cell.split(" %")[0]) / 100 for cell in row.split("|")[3:5])
    return half, most


@pytest.mark.parametrize("bias", BIASES, ids=lambda bias: bias.test)
def test_a_bias_is_found_about_where_the_page_says(bias: Bias) -> None:
    """In decks that the table was not made of: half of the smaller share is not found, and half as much again as the larger is."""
    half, most = shares(bias)
    assert half < most
    trial = Trial(bias, 10_002)
    assert not trial.found(half / 2)
    assert trial.found(most * 1.5)


def test_the_tables_of_a_simulation_are_the_script_s() -> None:
    exact = exact_play(HCF, HCF.default_rules(), {})
    lines = PAGE.splitlines()
    for rounds in ROUNDS:
        assert Seen(exact, rounds).row() in lines
    for chance in CHANCES:
        assert fact_row(chance) in lines
    assert len(Seen(exact, ROUNDS[1]).cells) == FLUSH_CELLS
    assert f"among {FLUSH_CELLS} cells" in PAGE
