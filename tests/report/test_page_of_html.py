"""The page of HTML in a browser: nothing is wider than the window, words can be read, tables and charts scroll in their places."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tablegames.report.formats import FORMATS, render
from tablegames.report.par.sheet import par_sheet
from tests.report.cases import analysed, needs_poppler
from tests.report.test_print import check_ends, of_many_lengths

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LEAST = 576
"""Pixels: on a narrower chart the words, of 8 points on 8 inches, cannot be read."""


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report with charts."""
    path = tmp_path_factory.mktemp("html") / "report.html"
    path.write_bytes(render(par_sheet(analysed("saigon-5-card"), day="2026-12-01"), FORMATS["html"]))
    return path


@pytest.mark.parametrize("width", [400, 800, 1600])
def test_nothing_is_wider_than_the_window_and_charts_can_be_read(
    browsers: dict[str, Browser], page_file: Path, width: int
) -> None:
    for kind, browser in browsers.items():
        page = browser.new_page(viewport={"width": width, "height": 900})
        page.goto(page_file.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") == width, kind
        charts = page.evaluate("[...document.images].map(one => [one.naturalWidth, one.getBoundingClientRect().width])")
        assert len(charts) >= 3
        assert all(natural > 0 and shown >= LEAST for natural, shown in charts)
        if width < LEAST:
            scrolled = page.evaluate(
                "(() => { const one = document.querySelector('.chart'); one.scrollLeft = 99; return one.scrollLeft })()"
            )
            assert scrolled == 99
        page.close()


def test_every_table_fits_a_wide_window(browsers: dict[str, Browser], page_file: Path) -> None:
    for kind, browser in browsers.items():
        page = browser.new_page(viewport={"width": 1600, "height": 900})
        page.goto(page_file.as_uri())
        cut = page.evaluate(
            "[...document.querySelectorAll('.table')].filter(one => one.scrollWidth > one.clientWidth)"
            ".map(one => one.getAttribute('aria-label'))"
        )
        assert cut == [], kind
        page.close()


@needs_poppler
def test_a_total_is_printed_with_the_last_rows_and_a_title_with_the_first(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "long.html").write_bytes(render(of_many_lengths(), FORMATS["html"]))
    page = browser.new_page()
    page.goto((tmp_path / "long.html").as_uri())
    check_ends(page.pdf(format="Letter", prefer_css_page_size=True), tmp_path)
    page.close()
