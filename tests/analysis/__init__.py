"""Exact figures: against the walk, against published values, against independent counts."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path


def tasks_done(path: Path) -> list[int]:
    """The tasks that a checkpoint has as done."""
    with closing(sqlite3.connect(path)) as file:
        spans = json.loads(file.execute("SELECT content FROM state").fetchone()[0])["done"]
    return [task for first, last in spans for task in range(first, last + 1)]
