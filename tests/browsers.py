"""The browsers of this machine, and fonts that none of them may depend on: the pages must hold in each."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
FONTS = {"wide": "DejaVuSansMono", "serif": "DejaVuSerif"}
"""The only family that a browser is given; Matplotlib brings both."""
CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{fonts}</dir><cachedir>{cache}</cachedir></fontconfig>
"""


def executables(playwright: Playwright) -> list[str]:
    """Every browser found: those of the machine, and the one that Playwright has downloaded."""
    found = [path for path in map(shutil.which, NAMES) if path]
    found += [path for path in [playwright.chromium.executable_path] if Path(path).exists()]
    return list({os.path.realpath(path): path for path in found}.values())


def launched(playwright: Playwright, executable: str, **environment: str) -> Browser:
    """A browser that has begun."""
    return playwright.chromium.launch(
        executable_path=executable, args=["--no-sandbox", "--disable-gpu"], env={**os.environ, **environment}
    )


@contextmanager
def of_kinds(playwright: Playwright, folder: Path) -> Iterator[dict[str, Browser]]:
    """Every browser with the machine's fonts, and the first of them with each family alone."""
    import matplotlib

    shipped = Path(matplotlib.get_data_path(), "fonts", "ttf")
    found = executables(playwright)
    browsers = {path: launched(playwright, path) for path in found}
    for kind, family in FONTS.items():
        fonts = folder / kind
        fonts.mkdir()
        for file in shipped.glob(f"{family}*.ttf"):
            shutil.copy(file, fonts)
        configuration = folder / f"{kind}.conf"
        configuration.write_text(CONFIGURATION.format(fonts=fonts, cache=folder / "cache"))
        browsers[f"only {family}"] = launched(playwright, found[0], FONTCONFIG_FILE=str(configuration))
    yield browsers
    for browser in browsers.values():
        browser.close()


def skip_without(found: list[str]) -> None:
    """Skip what needs a browser where there is none."""
    if not found:
        pytest.skip("Chromium is not installed: apt-get install chromium")
