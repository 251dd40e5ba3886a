"""Paytable lab, Strategy and Law in a real browser: each job from the first page to its result, back, and by link."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Download, Page, Route, expect

FIRST_COUNT = 60_000
"""Milliseconds: the first figures of a worker, whose kernels are loaded, and compiled where they never were."""
FOUR = "[id='flush-bonus.four-card-flush']"
EDGE = "#now-flush-bonus-edge"


def test_an_edge_moves_as_one_types_and_the_link_opens_it_in_a_second_browser(
    page: Page, browser: Browser, server: str
) -> None:
    page.goto("/")
    page.get_by_role("link", name="Paytable lab: High Card Flush").click()
    expect(page.locator(EDGE)).to_have_text("7.8072 %", timeout=FIRST_COUNT)
    page.locator(FOUR).fill("3 to 2")
    expect(page.locator(EDGE)).to_have_text("-1.9614 %")
    expect(page).to_have_url(re.compile(r"/lab/high-card-flush\?flush-bonus\.four-card-flush=3\+to\+2$"))
    expect(page.locator("#known-flush-bonus-3-edge")).to_have_text("5.3038 %")  # table C, as published
    with browser.new_context(java_script_enabled=False) as context:
        second = context.new_page()
        second.goto(page.url)
        expect(second.locator(FOUR)).to_have_value("3 to 2")
        expect(second.locator(EDGE)).to_have_text("-1.9614 %")
    expect(page.locator("button[name='start.flush-bonus']:disabled")).to_have_count(0)  # none is in use any more
    page.locator("button[name='start.flush-bonus'][value=C]").click()
    expect(page.locator(FOUR)).to_have_value("2 to 1")
    page.go_back()
    expect(page.locator(FOUR)).to_have_value("3 to 2")


def test_what_is_typed_or_chosen_before_the_scripts_have_come_is_asked_for_too(page: Page) -> None:
    held: list[Route] = []
    page.goto("/lab/high-card-flush")
    expect(page.locator(EDGE)).to_have_text("7.8072 %", timeout=FIRST_COUNT)
    page.route("**/htmx-*.js", lambda route: held.append(route))

    def scripts_come() -> None:
        expect(page.locator(EDGE)).to_have_text("7.8072 %")
        while held:
            held.pop().continue_()

    page.goto("/lab/high-card-flush", wait_until="commit")
    page.locator(FOUR).fill("3 to 2")
    scripts_come()
    expect(page.locator(EDGE)).to_have_text("-1.9614 %")
    page.goto("/lab/high-card-flush", wait_until="commit")
    page.locator("details.house summary").click()
    page.locator("#lab select[name='reading.678a-R1']").select_option("ace-low")
    scripts_come()
    expect(page).to_have_url(re.compile("678a-R1=ace-low"))


def test_a_row_that_cannot_be_read_says_so_beside_it_and_the_figures_stay(page: Page) -> None:
    page.goto("/lab/high-card-flush")
    expect(page.locator(EDGE)).to_have_text("7.8072 %", timeout=FIRST_COUNT)
    page.locator(FOUR).fill("2")
    expect(page.locator("[id='fault-flush-bonus.four-card-flush']")).to_contain_text(
        "'2' is not an award with its unit"
    )
    expect(page.locator("#stale")).to_contain_text("the figures are still those of before")
    expect(page.locator(EDGE)).to_have_text("7.8072 %")
    expect(page.locator("#figures")).to_contain_text("Main game")
    expect(page.locator("#known-flush-bonus-3-edge")).to_have_text("5.3038 %")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"four-card-flush=2$"))
    expect(page.locator(FOUR)).to_be_focused()
    expect(page.locator(FOUR)).to_have_value("2")
    page.locator(FOUR).fill("2 to 1")
    expect(page.locator(EDGE)).to_have_text("-11.7299 %")
    expect(page.locator("#stale")).to_be_empty()


def test_paytables_are_saved_judged_by_downloaded_opened_and_printed(page: Page) -> None:
    page.goto("/lab/high-card-flush?flush-bonus.four-card-flush=3+to+2")
    page.get_by_role("button", name="Save as a Rules Submission").click()
    for label, text in (("The house", "Bay Casino"), ("Version", "1"), ("In force from", "2026-12-01")):
        page.get_by_label(label).fill(text)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="Saved.")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="download (TOML)").click()
    text = Path(download.value.path()).read_text("utf-8")
    own = tomllib.loads(text)["games"]["high-card-flush"]["paytables"]["flush-bonus"]
    assert own["rows"]["four-card flush"] == "3 to 2"
    page.get_by_role("link", name="judge by it").click()
    expect(page.get_by_label("Rules Submission")).to_have_value(re.compile("^[0-9a-f]{64}$"))
    page.goto("/lab/high-card-flush/open")
    page.get_by_label("From a file").set_input_files(
        {"name": "rules.toml", "mimeType": "application/toml", "buffer": text.replace('"1"', '"2"', 1).encode()}
    )
    expect(page.get_by_label("Its text (TOML)")).to_have_value(re.compile('version = "2"'))
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_text("Rules Submission of Bay Casino, version 2")).to_be_visible()
    made: list[Download] = []
    page.on("download", lambda download: made.append(download))
    page.get_by_role("button", name="Rack card").click()
    offered = page.get_by_role("link", name="Download high-card-flush-rack-card.pdf")
    for _ in range(FIRST_COUNT // 100):
        if not made and offered.is_visible():  # it took so long that a page showed how far it was
            offered.click()
        page.wait_for_timeout(100)
        if made:
            break
    assert Path(made[0].path()).read_bytes().startswith(b"%PDF")


def test_a_hand_is_followed_from_the_grid_to_the_river(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Strategy: Ultimate Texas Hold 'Em").click()
    page.get_by_role("link", name="K5o: play 4x").click(timeout=FIRST_COUNT)
    verdict = page.locator("#ruling .verdict")
    expect(verdict).to_have_text("Play 4x", timeout=FIRST_COUNT)
    deck = page.get_by_role("group", name="Deck")
    for card in ("king of diamonds", "7 of clubs", "2 of hearts"):
        deck.get_by_role("button", name=card).click()
    expect(verdict).to_have_text("Play 2x")
    page.get_by_role("link", name="Deal the turn and the river").click()
    expect(page.locator("#board")).to_have_value(re.compile(r"^Kd 7c 2h \w\w \w\w$"))
    expect(verdict).to_have_text(re.compile("^(Play 1x|Fold)$"))
    page.go_back()
    expect(page.locator("#board")).to_have_value("Kd 7c 2h")


def test_a_dead_card_changes_the_values(page: Page) -> None:
    page.goto("/strategy/high-card-flush?hand=Tc8c6cKdQd4h3s")
    row = page.locator("#ruling tr.best td").first
    expect(row).to_have_text(re.compile(r"^-0\.9\d+$"), timeout=FIRST_COUNT)
    before = row.inner_text()
    page.locator(".dead .aim input").check()
    page.get_by_role("group", name="Deck").get_by_role("button", name="9 of clubs").click()
    expect(row).not_to_have_text(before)
    expect(page).to_have_url(re.compile("hand=Tc8c6cKdQd4h3s&dead=9c$"))
    page.locator(".dead .slots").get_by_role("button", name="9 of clubs").click()
    expect(row).to_have_text(before)


def test_a_paragraphs_example_opens_in_judge(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Law: Saigon 5 Card").click()
    page.get_by_role("link", name="Judge an example of § 680a.6(c)(1)").click()
    expect(page.locator("#ruling")).to_contain_text("five aces")
    page.go_back()
    page.get_by_role("link", name="Judge it: not-a-straight").click()
    expect(page.locator("[id='reading.680a-R7']")).to_have_value("not-a-straight")


PAGES = [
    "/lab/high-card-flush?flush-bonus.four-card-flush=2", "/lab/saigon-5-card/save?from.bonus=example", "/lab/saigon-5-card/open",
    "/strategy/high-card-flush?hand=Tc8c6cKdQd4h3s&dead=2c", "/strategy/heads-up-holdem?hand=AsKs&board=2s3s4d",
    "/lab/heads-up-holdem", "/law/saigon-5-card", "/law/saigon-5-card?q=joker",
]  # fmt: skip


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_no_page_is_wider_than_its_window(browser: Browser, server: str, scheme: str) -> None:
    axe = Axe()
    with browser.new_context(viewport={"width": 360, "height": 740}, color_scheme=scheme, base_url=server) as context:  # type: ignore[arg-type]
        page = context.new_page()
        for path in PAGES:
            page.goto(path)
            page.wait_for_load_state("networkidle")
            found = axe.run(page)
            assert found.violations_count == 0, f"{path}: {found.generate_report()}"
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
