"""What tests of the workbench ask: an application in this process, a server on a free port, and a real browser."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, expect
from starlette.testclient import TestClient

from tablegames.web.app import create_app
from tablegames.web.settings import Most, Settings

expect.set_options(timeout=20_000)  # for a machine that has other things to do
GENEROUS = Settings(rate=10_000, burst=10_000, most=Most(sessions_of_address=10_000, players_of_address=10_000))


@pytest.fixture(scope="session")
def client() -> Iterator[TestClient]:
    """The workbench with nothing saved, asked without a network."""
    with TestClient(create_app(GENEROUS), base_url="http://127.0.0.1", follow_redirects=False) as client:
        yield client


@contextmanager
def serving(settings: Settings) -> Iterator[str]:
    """The address of a workbench on this machine, which answers within."""
    config = uvicorn.Config(create_app(settings), port=0, log_level="error", timeout_graceful_shutdown=1)
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    while not running.started:
        assert thread.is_alive()
        time.sleep(0.01)
    yield f"http://127.0.0.1:{running.servers[0].sockets[0].getsockname()[1]}"
    running.should_exit = True
    thread.join(5)


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """A workbench that anyone on this machine may ask."""
    with serving(GENEROUS) as address:
        yield address


@pytest.fixture
def page(browser: Browser, server: str) -> Iterator[Page]:
    """A fresh browser window on a phone, where nothing may fail on a page."""
    context = browser.new_context(viewport={"width": 390, "height": 800}, base_url=server, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(20_000)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    yield page
    context.close()
    assert wrong == []
