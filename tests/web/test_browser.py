"""Judge in a real browser: from the first page to a ruling, by clicks, by keyboard, without JavaScript, and by link."""

from __future__ import annotations

import re
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tablegames.games import GAMES
from tablegames.web.pages import PAGES as LISTED
from tablegames.web.settings import Settings
from tests.web import HAND, HOLDEM, OTHER
from tests.web.conftest import serving


def test_a_ruling_by_clicks_from_the_first_page(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Judge: High Card Flush").click()
    deck = page.get_by_role("group", name="Deck")
    for card in (*HAND.split(), *OTHER.split()):
        deck.locator(f"button[value='{card}']").click()
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text("Player is higher: four-card flush A-K-Q-9 over A-K-J-9: queen against jack")
    expect(verdict).to_contain_text("§ 678a.6(c)")
    expect(deck.get_by_role("button", name="ace of spades")).to_be_disabled()
    expect(page.locator("#ruling .counts").first).to_contain_text("ace of spades, counts")
    page.get_by_label("ante", exact=True).fill("10")
    page.get_by_label("raise", exact=True).fill("10")
    expect(page.locator(".ledger tfoot")).to_contain_text("20.00")
    expect(page).to_have_url(re.compile(r"s1=AsKsQs9s4d3d2c&s1\.ante=10&s1\.raise=10&dealer=AhKhJh9h4c3c2d$"))


def test_it_is_said_by_the_deck_where_the_next_card_goes_and_changed_there(page: Page) -> None:
    page.goto("/judge/heads-up-holdem?s1=As")
    said = page.locator("#next")
    expect(said).to_contain_text("Next card: Player 2 of 2")
    page.locator(".deck button[value='Ks']").click()
    expect(said).to_contain_text("Next card: Board 1 of 5")
    said.get_by_role("button", name="Elsewhere").click()
    expect(said).to_contain_text("Next card: Dealer 1 of 2")
    for card in ("Kh", "Kd"):
        page.locator(f".deck button[value='{card}']").click()
    expect(page.locator("#dealer")).to_have_value("Kh Kd")
    expect(said).to_contain_text("Next card: Board 1 of 5")
    expect(said.get_by_role("button", name="Elsewhere")).to_be_hidden()


def test_a_card_is_taken_back(page: Page) -> None:
    page.goto("/judge/saigon-5-card?s1=AsKdJk")
    page.locator(".seat .slots").get_by_role("button", name="king of diamonds").click()
    expect(page.locator("#s1")).to_have_value("As Jk")
    expect(page.locator(".deck").get_by_role("button", name="king of diamonds")).to_be_enabled()
    page.locator(".deck").get_by_role("button", name="2 of clubs").click()
    expect(page.locator("#s1")).to_have_value("As Jk 2c")


def test_a_ruling_by_the_keyboard_alone(page: Page) -> None:
    page.goto("/judge/high-card-flush")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the page")).to_be_focused()
    page.locator("#s1").focus()
    page.keyboard.type("AsKsQs 9s 4d,3d 2c")
    expect(page.locator(".deck").get_by_role("button", name="queen of spades")).to_be_disabled()
    page.locator("#dealer").focus()
    page.keyboard.type(OTHER)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("dealer="))
    expect(page.locator(".verdict")).to_contain_text("queen against jack")
    expect(page.locator(".deck button[value='Ts'][tabindex='-1']")).to_be_attached()  # the new page's script is there
    page.locator(".deck button:enabled").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".deck button[value='Ts']")).to_be_focused()  # J is the first that is free


def test_what_is_wrong_stands_beside_its_field_and_has_the_focus(page: Page) -> None:
    page.goto(f"/judge/high-card-flush?s1={HAND.replace(' ', '')}")
    page.locator("#dealer").fill("Ah Kh Jh 9h 4c 3c As")
    expect(page.locator("#fault-dealer")).to_contain_text("As stands twice: as Player card 1 and as Dealer card 7")
    page.keyboard.press("Enter")
    expect(page.locator("#dealer")).to_be_focused()
    expect(page.locator("#dealer")).to_have_value("Ah Kh Jh 9h 4c 3c As")
    expect(page.locator("#dealer")).to_have_attribute("aria-invalid", "true")


def test_back_goes_to_the_table_before(page: Page) -> None:
    page.goto("/judge/saigon-5-card?s1=AsAdAcKhJk")
    page.get_by_role("button", name="Add a seat").click()
    expect(page.get_by_role("group", name="Seat 2")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("group", name="Player")).to_be_visible()
    expect(page.locator("#s1")).to_have_value("As Ad Ac Kh Jk")


@pytest.mark.parametrize("script", [True, False], ids=["with-script", "without-script"])
def test_a_link_opens_the_ruling_in_a_second_browser(browser: Browser, server: str, script: bool) -> None:
    with browser.new_context(java_script_enabled=script, base_url=server) as context:
        page = context.new_page()
        page.goto(HOLDEM)
        expect(page.locator(".verdict")).to_contain_text("straight flush over straight; net +540.00")
        expect(page.get_by_role("row", name="odds 150.00 500.00 -350.00")).to_be_visible()


def test_a_ruling_without_javascript(browser: Browser, server: str) -> None:
    with browser.new_context(java_script_enabled=False, base_url=server) as context:
        page = context.new_page()
        page.goto("/judge/saigon-5-card")
        for card in ["Jk", "2s", "5d", "9c", "Kh"]:
            page.locator(f".deck button[value='{card}']").click()
        page.locator("#dealer").fill("3c 4c 5c 6c 7c")
        page.get_by_label("ante", exact=True).fill("10")
        page.get_by_role("button", name="Judge", exact=True).click()
        expect(page.locator(".verdict")).to_contain_text("Player qualifies, the other does not; net +10.00")
        page.locator(".slots").get_by_role("button", name="joker").click()
        expect(page.locator("#s1")).to_have_value("2s 5d 9c Kh")


def test_the_token_is_asked_once_and_the_link_then_opens(browser: Browser) -> None:
    with serving(Settings(token="a-token-of-the-house")) as address, browser.new_context(base_url=address) as context:
        page = context.new_page()
        page.goto("/judge/saigon-5-card?s1=AsAdAcKhJk")
        page.get_by_label("Token").fill("no-token-of-this-house")
        page.get_by_role("button", name="Come in").click()
        expect(page.locator("#fault-token")).to_contain_text("This is not the token")
        expect(page.get_by_label("Token")).to_be_focused()
        page.get_by_label("Token").fill("a-token-of-the-house")
        page.keyboard.press("Enter")
        expect(page.locator("#s1")).to_have_value("As Ad Ac Kh Jk")


FAULTY = "/judge/saigon-5-card?s1=As1s&s2=Kd&seats=2"
PAGES = ["/", "/api", "/nothing", HOLDEM, FAULTY, *(f"/{page.id}/{GAMES[1].id}" for page in LISTED)]
EVERY_RULE = {"resultTypes": ["violations"]}
COLOURS = {**EVERY_RULE, "runOnly": {"type": "rule", "values": ["color-contrast"]}}


@pytest.mark.parametrize(("scheme", "options"), [("light", EVERY_RULE), ("dark", COLOURS)], ids=["light", "dark"])
def test_axe_finds_nothing_and_no_page_is_wider_than_its_window(
    browser: Browser, server: str, scheme: Literal["light", "dark"], options: dict[str, Any]
) -> None:
    axe = Axe()
    with browser.new_context(viewport={"width": 360, "height": 740}, color_scheme=scheme, base_url=server) as context:
        page = context.new_page()
        for path in PAGES:
            page.goto(path)
            found = axe.run(page, options=options)
            assert found.violations_count == 0, f"{path}: {found.generate_report()}"
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


def test_the_first_page_is_small(page: Page) -> None:
    sizes: list[int] = []
    page.on("response", lambda response: sizes.append(len(response.body())))
    for path in ("/", "/judge/high-card-flush"):
        sizes.clear()
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert 0 < sum(sizes) < 150_000, path
