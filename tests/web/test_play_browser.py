"""Play and Train in a real browser: from the first page to the result, through reloads, ways back, double clicks and a server that is killed."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tablegames.asks.records import read_record

expect.set_options(timeout=20_000)  # for a machine that has other things to do
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}


def sit_down(page: Page, game: str, coach: str = "no coach") -> None:
    """Take a seat at a new table, from the first page."""
    page.goto("/")
    page.get_by_role("link", name=f"Play: {game}").click()
    page.get_by_label("The coach says").select_option(label=coach)
    page.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_role("button", name="Deal")).to_be_visible()


def deal(page: Page) -> None:
    page.get_by_role("button", name="Deal").click()
    expect(page.locator(".decide:not([inert])")).to_be_visible()


def own_cards(page: Page) -> list[str]:
    return page.locator(".place:not(.dealers) .card").all_inner_texts()


def play_out(page: Page, action: str) -> None:
    """Decide until the round is over: so, or by the last that is offered."""
    key = page.locator("#table input[name='key']")
    for _ in range(9):
        if page.get_by_role("button", name="Deal again").count():
            return
        before = key.input_value()
        page.locator(".choices button").filter(has_text=action).or_(page.locator(".choices button").last).last.click()
        expect(key).not_to_have_value(before)
        expect(page.locator("#table :is(.decide, .betting):not([inert])")).to_be_visible()
    pytest.fail("the round does not end")


# --- play -------------------------------------------------------------------------------------------------------------


def test_a_round_from_the_first_page_to_the_ledger_with_the_coach(page: Page) -> None:
    sit_down(page, "High Card Flush", "before each choice")
    expect(page.get_by_text("play money", exact=True)).to_be_visible()
    commitment = page.locator(".sealed code").inner_text()
    page.get_by_label("flush bonus", exact=True).fill("5")
    page.get_by_role("button", name="add chip to flush bonus").click()
    expect(page.get_by_label("flush bonus", exact=True)).to_have_value("10.00")
    deal(page)
    best = page.locator(".advice .best")
    expect(best).to_contain_text("(best)")
    expect(page.locator(".choices .best")).to_have_attribute("value", best.get_attribute("data-action") or "")
    expect(page.locator("#said")).to_contain_text(re.compile("of (clubs|diamonds|hearts|spades).*It is your decision"))
    page.get_by_role("button", name=re.compile("raise 1x")).click()
    expect(page.locator(".ledger").get_by_role("rowheader", name="flush bonus")).to_be_visible()
    expect(page.locator(".ledger .cite").first).to_contain_text("678a")
    expect(page.locator("#said")).to_contain_text("Bankroll")
    page.get_by_text("Check the shuffle: the commitment holds").click()
    expect(page.get_by_text(commitment).first).to_be_visible()
    page.get_by_role("link", name="The last rounds, step by step").click()
    page.get_by_role("link", name="Round 1, step by step").click()
    page.get_by_role("link", name="Next").click()
    expect(page.locator(".steps .now")).to_contain_text("seat 1 bets ante 10.00, flush-bonus 10.00")


def test_a_reload_a_way_back_and_double_clicks_do_nothing_twice(page: Page) -> None:
    sit_down(page, "World Poker Tour Heads-Up Hold 'Em")
    page.get_by_role("button", name="Deal").dblclick()
    expect(page.locator(".decide")).to_be_visible()
    expect(page.locator(".purse")).to_contain_text("left to bet 980.00")
    expect(page.locator(".choices button")).to_have_text([re.compile("raise 3x"), "check"])  # nothing is decided yet
    cards = own_cards(page)
    page.reload()
    assert own_cards(page) == cards
    page.get_by_role("button", name="check").dblclick()
    expect(page.locator(".board .card:not(.back)")).to_have_count(3)  # one check, not two
    expect(page.locator(".decide:not([inert])")).to_be_visible()
    page.goto("/train/saigon-5-card")  # to leave in the middle, and come back
    page.go_back()
    expect(page.locator(".board .card:not(.back)")).to_have_count(3)
    page.get_by_role("button", name=re.compile("raise 2x")).dblclick()
    expect(page.locator(".ledger")).to_be_visible()
    bankroll = page.locator(".purse b").first.inner_text()
    page.get_by_role("link", name="The last rounds, step by step").click()
    page.go_back()
    expect(page.locator(".purse b").first).to_have_text(bankroll)
    expect(page.get_by_role("button", name="Deal again")).to_be_visible()
    page.get_by_role("link", name="The last rounds, step by step").click()
    expect(page.locator(".rounds li")).to_have_count(1)


def test_a_table_that_another_window_went_on_with_says_so(page: Page) -> None:
    sit_down(page, "High Card Flush")
    deal(page)
    other = page.context.new_page()
    other.goto(page.url)
    other.get_by_role("button", name="fold").click()
    expect(other.get_by_role("button", name="Deal again")).to_be_visible()
    page.get_by_role("button", name="fold").click()
    expect(page.locator(".notice")).to_contain_text("nothing was done twice")
    expect(page.locator(".purse b").first).to_have_text(other.locator(".purse b").first.inner_text())


def test_a_round_by_the_keyboard_alone(page: Page) -> None:
    sit_down(page, "Saigon 5 Card")
    expect(page.get_by_role("button", name="Deal")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".decide:not([inert]) #asked")).to_be_focused()  # the question, and none of its answers
    page.keyboard.press("Tab")
    choice = page.locator(".choices button").first
    expect(choice).to_be_focused()
    expect(choice).to_have_accessible_name(re.compile("(Go on|joker|of (clubs|diamonds|hearts|spades))"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Deal again")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_label("ante", exact=True)).to_be_visible()


def test_wrong_bets_are_said_beside_their_field(browser: Browser, server: str) -> None:
    with browser.new_context(base_url=server, reduced_motion="reduce") as context:
        page = context.new_page()
        sit_down(page, "High Card Flush")
        page.get_by_label("ante", exact=True).fill("lots")
        page.get_by_role("button", name="Deal").click()
        expect(page.locator("[id='fault-s1.ante']")).to_contain_text("'lots' is not an amount")
        expect(page.get_by_label("ante", exact=True)).to_be_focused()
        expect(page.get_by_label("ante", exact=True)).to_have_value("lots")
        page.reload()  # the address is still the table's
        expect(page.get_by_label("ante", exact=True)).to_have_value("10.00")


def test_two_players_at_once_each_at_a_table_of_his_own(browser: Browser, server: str) -> None:
    with browser.new_context(base_url=server) as one, browser.new_context(base_url=server) as two:
        first, second = one.new_page(), two.new_page()
        for page in (first, second):
            sit_down(page, "Ultimate Texas Hold 'Em")
        deal(first)
        deal(second)
        assert own_cards(first) != own_cards(second)
        first_cards = own_cards(first)
        play_out(second, "check")
        first.reload()
        assert own_cards(first) == first_cards
        second.goto(first.url)
        expect(second.locator("main")).to_contain_text("of yours is kept here")


def test_a_round_without_javascript(browser: Browser, server: str) -> None:
    with browser.new_context(java_script_enabled=False, base_url=server) as context:
        page = context.new_page()
        sit_down(page, "High Card Flush")
        page.get_by_role("button", name="Deal").dblclick()
        page.get_by_role("button", name="fold").dblclick()
        expect(page.locator(".ledger")).to_contain_text("folded")
        page.get_by_role("link", name="The last rounds").click()
        expect(page.locator(".rounds li")).to_have_count(1)


@contextmanager
def process(database: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """The workbench as a process of its own, once it answers."""
    command = [sys.executable, "-m", "tablegames", "serve", "--port", str(port), "--db", f"sqlite:///{database}"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as running:
        try:
            for _ in range(300):
                assert running.poll() is None
                with socket.socket() as asked:
                    if asked.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.05)
            yield running
        finally:
            running.kill()


def test_a_server_killed_in_the_middle_of_a_round_goes_on_with_it(browser: Browser, tmp_path: Path) -> None:
    database = tmp_path / "workbench.sqlite"
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with browser.new_context(base_url=f"http://127.0.0.1:{port}", accept_downloads=True) as context:
        page = context.new_page()
        with process(database, port) as running:
            sit_down(page, "World Poker Tour Heads-Up Hold 'Em")
            deal(page)
            page.get_by_role("button", name="check").click()
            expect(page.locator(".board .card:not(.back)")).to_have_count(3)
            cards, board = own_cards(page), page.locator(".board .card:not(.back)").all_inner_texts()
            running.send_signal(signal.SIGKILL)
        with process(database, port):
            page.reload()
            assert own_cards(page) == cards
            assert page.locator(".board .card:not(.back)").all_inner_texts() == board
            play_out(page, "check")
            page.get_by_role("link", name="The last rounds, step by step").click()
            page.get_by_role("link", name="Verify the record").click()
            expect(page.get_by_text("consistent")).to_be_visible()
            with page.expect_download() as taken:
                page.get_by_role("link", name="Take the record home").click()
            record = read_record(taken.value.path())
            assert (len(record.rounds), record.incomplete) == (1, "")


# --- train ------------------------------------------------------------------------------------------------------------


def test_a_drill_from_the_first_page_to_its_correction_by_the_keyboard(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Train: High Card Flush").click()
    page.get_by_role("link", name="Rank this hand, level 1: Learner").click()
    expect(page.locator(".clock")).to_have_count(0)
    page.get_by_text("How this game goes").click()
    expect(page.locator(".goes li").first).to_be_visible()
    page.get_by_label("seven-card flush").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Not quite")).to_be_visible()
    expect(page.locator(".marks .bad")).to_contain_text(re.compile("seven-card flush; right is .* § 678a.6"))
    expect(page.locator(".law")).to_contain_text("§ 678a.6(b)")
    expect(page.get_by_role("link", name="Next question")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".where")).to_contain_text("0 of 1 right so far")


def test_a_table_test_from_its_beginning_to_its_printable_record(page: Page) -> None:
    page.goto("/train/saigon-5-card/rank?level=2")
    expect(page.locator(".clock")).to_contain_text(re.compile(r"\d\d s"))
    page.goto("/train/saigon-5-card")
    page.get_by_role("link", name="Take the table test").click()
    page.get_by_label("Candidate").fill("Ada Example")
    page.get_by_label("Questions").select_option("4")
    page.get_by_role("button", name="Begin").dblclick()
    for number in (1, 2, 3, 4):
        expect(page.get_by_role("heading", name=f"Table test: {number} of 4")).to_be_visible()
        cards = page.locator(".layout .card").all_inner_texts()
        page.reload()
        assert page.locator(".layout .card").all_inner_texts() == cards
        page.get_by_role("button", name="Answer").dblclick()
        page.get_by_role("button", name="Count it as no answer").dblclick()
    expect(page.get_by_role("heading", name="Table test: Saigon 5 Card")).to_be_visible()
    expect(page.locator(".summary tbody tr")).to_have_count(4)
    page.go_back()
    page.goto(page.url)
    expect(page.locator(".score")).to_contain_text("of 4")
    page.emulate_media(media="print")
    expect(page.locator(".rail")).to_be_hidden()
    expect(page.get_by_text("Examiner")).to_be_visible()


# --- how they look ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scheme", "options"), [("light", None), ("dark", COLOURS)], ids=["light", "dark"])
def test_axe_finds_nothing_and_no_page_is_wider_than_its_window(
    browser: Browser, server: str, scheme: Literal["light", "dark"], options: dict[str, Any] | None
) -> None:
    axe = Axe()
    with browser.new_context(
        viewport={"width": 360, "height": 740}, color_scheme=scheme, base_url=server, reduced_motion="reduce"
    ) as context:
        page = context.new_page()

        def sound() -> None:
            page.wait_for_load_state()
            found = axe.run(page, options=options)
            assert found.violations_count == 0, f"{page.url}: {found.generate_report()}"
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url

        for path in ("rank?level=2", "settle?level=3", "mistake?level=1", "test"):
            page.goto(f"/train/high-card-flush/{path}")
            sound()
            if path.startswith("settle"):
                page.get_by_role("button", name="Answer").click()
                sound()
        sit_down(page, "High Card Flush", "before each choice")
        page.get_by_role("link", name="Take another seat").click()
        expect(page.get_by_role("group", name="Seat 2")).to_be_visible()
        sound()
        deal(page)
        expect(page.locator(".advice .best")).to_be_visible(timeout=30_000)
        sound()
        play_out(page, "fold")
        sound()
        page.get_by_role("link", name="The last rounds, step by step").click()
        sound()
        page.get_by_role("link", name="Round 1, step by step").click()
        sound()
