"""The kernels as plain Python: the same functions without Numba, on small decks, where coverage can see them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("game", ["high_card_flush", "saigon_5_card"])
def test_small_decks_without_compilation(game: str) -> None:
    """Every deal of the small decks once more, with NUMBA_DISABLE_JIT=1."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"tests/{game}/test_kernel.py", "-k", "every_deal_of_a_small_deck"],
        cwd=ROOT, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert "[100%]" in done.stdout
