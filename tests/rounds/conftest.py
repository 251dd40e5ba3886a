"""A record to be read, altered and forged."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tablegames.games import game_named
from tests.rounds import write_session

Events = list[dict[str, Any]]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Three rounds of High Card Flush at two seats, with every side wager and commitments."""
    path = tmp_path / "record.jsonl"
    write_session(path, game_named("high-card-flush"), commit=True)
    return path
