"""What is skipped for want of a package is said at the end of a run, with how to get it."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

from tests.conftest import WANTED, pytest_terminal_summary


def said(*reasons: str) -> list[str]:
    """What is written at the end of a run that skipped tests for these reasons."""
    lines: list[str] = []
    skipped = [SimpleNamespace(longrepr=("tests/test_x.py", 1, f"Skipped: {reason}")) for reason in reasons]
    pytest_terminal_summary(SimpleNamespace(stats={"skipped": skipped}, write_line=lines.append))
    return lines


def test_one_line_says_how_many_for_want_of_what() -> None:
    postgres, chromium = (
        "PostgreSQL is not installed: apt-get install postgresql",
        "Chromium is not installed: apt-get install chromium",
    )
    assert said(postgres, chromium, postgres, "a file does not go away") == [
        "skipped: 1 for want of Chromium (apt-get install chromium); 2 for want of PostgreSQL (apt-get install postgresql)"
    ]
    assert said("a server looks after its files") == []
    assert said() == []


def test_every_package_that_the_checks_install_is_named_in_a_reason() -> None:
    root = Path(__file__).parent
    reasons = "\n".join(path.read_text("utf-8") for path in root.rglob("*.py") if path != Path(__file__))
    packages = (root.parent / ".ci" / "packages").read_text().split()
    assert packages
    for package in packages:
        assert re.search(rf"is not installed: apt-get install {package}\b", reasons), package
    assert WANTED.fullmatch("Skipped: Dask is not installed: pip install 'tablegames[cluster]'")
