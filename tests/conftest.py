"""Settings of all tests: the same examples in every run, and the browsers of all that need one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from tests.browsers import executables, launched, of_kinds, skip_without

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

WANTED = re.compile(r"(?:Skipped: )?(.+) is not installed: (.+)", re.DOTALL)
"""A reason to skip a test that installing something takes away: what, and how."""

settings.register_profile("same", derandomize=True, deadline=None)
settings.load_profile("same")


@pytest.fixture(scope="session", autouse=True)
def _state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tracebacks of defects go where the tests' other files go."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What begins browsers; a process can have one."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: pip install playwright")
    with sync_api.sync_playwright() as playwright:
        skip_without(executables(playwright))
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The first browser found, with the machine's fonts."""
    browser = launched(playwright, executables(playwright)[0])
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def browsers(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Browser]]:
    """Every browser found, and one with no font but a wide one, and no font but one with serifs."""
    with of_kinds(playwright, tmp_path_factory.mktemp("fonts")) as browsers:
        yield browsers


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say in a line at the end what was skipped for want of which package, and how to get it."""
    reasons = [str(report.longrepr[2]) for report in terminalreporter.stats.get("skipped", ())]
    wanted = Counter(match.groups() for match in map(WANTED.fullmatch, reasons) if match)
    if wanted:
        told = [f"{count} for want of {what} ({how})" for (what, how), count in sorted(wanted.items())]
        terminalreporter.write_line(f"skipped: {'; '.join(told)}")
