"""What tests of the command line write to."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli import Writer


@pytest.fixture
def written(tmp_path: Path) -> Writer:
    """Writes a submission and gives its path; each text another file."""
    number = iter(range(100))

    def write(text: str) -> str:
        path = tmp_path / f"{next(number)}.toml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write
