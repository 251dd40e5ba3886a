"""No page is wider than its window, in any browser found and in any font, on a small phone and on a desk."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.web import test_browser, test_browser_pages

PAGES = [*test_browser.PAGES, *test_browser_pages.PAGES, "/train/high-card-flush/settle?level=3"]
TOO_WIDE = """() => [...document.querySelectorAll("main *")].filter(one => one.getBoundingClientRect().right > innerWidth + 1)
    .map(one => `${one.tagName}.${one.className}`)"""


@pytest.mark.parametrize("width", [320, 1280])
def test_no_page_is_wider_than_its_window(browsers: dict[str, Browser], server: str, width: int) -> None:
    for kind, browser in browsers.items():
        with browser.new_context(viewport={"width": width, "height": 740}, base_url=server) as context:
            page = context.new_page()
            for path in PAGES:
                page.goto(path)
                wide = page.evaluate("document.documentElement.scrollWidth") - width
                assert wide <= 0, f"{kind}: {path}: {wide} pixels too wide: {page.evaluate(TOO_WIDE)}"
