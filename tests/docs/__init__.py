"""The manual: its commands give what it shows, its examples run, and it builds."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
