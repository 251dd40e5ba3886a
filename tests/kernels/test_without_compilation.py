"""The kernels as plain Python: the same functions without Numba, on small decks, where coverage can see them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("game", ["high_card_flush", "saigon_5_card"])
@pytest.mark.parametrize(
    ("file", "some"), [("test_kernel.py", "every_deal_of_a_small_deck"), ("test_deals.py", "a_few_rounds")]
)
def test_a_game_without_compilation(game: str, file: str, some: str) -> None:
    """Every deal of the small decks once more, and a few random rounds, with NUMBA_DISABLE_JIT=1."""
    run_without_compilation(f"tests/{game}/{file}", some)


def test_random_deals_without_compilation() -> None:
    run_without_compilation("tests/kernels/test_random_deals.py", "words_are or redrawn")


@pytest.mark.parametrize(
    ("file", "some"),
    [
        ("test_small_decks.py", "brute_force and 5-2"),
        ("test_sample.py", "rare_showdowns or other_shapes"),
        ("test_showdown.py", "seven or test_river"),
    ],
)
def test_holdem_without_compilation(file: str, some: str) -> None:
    """The optimum and its count over every deal of ten cards; facts of concrete cards; every deal of seven cards left, and rivers."""
    run_without_compilation(f"tests/shapes/holdem/{file}", some)


def run_without_compilation(file: str, some: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", file, "-k", some],
        cwd=ROOT, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert "[100%]" in done.stdout
