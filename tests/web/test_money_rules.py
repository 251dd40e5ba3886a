"""A house's chip and payout limit on the pages: figures by the odds say so, and rulings print the limit whole."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

HOUSE = """property = "Example Casino"
version = "1"
effective = 2026-12-01
[games.ultimate-texas-holdem]
payout_limit = "600"
rounding = { unit = "1", direction = "down" }
wagers.ante = { minimum = "10" }
"""
LIMIT = "600.00 a round, or what one patron can win at the minimum wagers (5,050.00) if that is more"


@pytest.fixture
def digest(client: TestClient) -> str:
    """The house's rules, saved on the server."""
    sent = client.post("/api/v1/submissions", content=HOUSE, headers={"content-type": "application/toml"})
    found: str = sent.json()["digest"]
    return found


def shown(client: TestClient, address: str, **asked: str) -> str:
    """A page once its figures are there."""
    for _ in range(100):
        page = client.get(address, params=asked).text
        if "being counted" not in page and "being found" not in page:
            return page
    raise AssertionError("the figures never came")


@pytest.mark.parametrize(
    ("address", "asked"),
    [
        ("/lab/ultimate-texas-holdem/figures", {}),
        ("/strategy/ultimate-texas-holdem/values", {"hand": "Ah Kh", "board": "Qh Jh Th 2c 3d"}),
        ("/strategy/ultimate-texas-holdem/play", {}),
    ],
)
def test_figures_by_the_odds_say_so(client: TestClient, digest: str, address: str, asked: dict[str, str]) -> None:
    said = "by the odds, before the house&#39;s rounding and payout limit"
    assert said in shown(client, address, submission=digest, **asked)
    assert said not in shown(client, address, **asked)


def test_a_ruling_prints_the_limit_whole(client: TestClient, digest: str) -> None:
    asked = {"s1": "Ah Kh", "board": "Qh Jh Th 2c 3d"}
    assert LIMIT in client.get("/judge/ultimate-texas-holdem", params={**asked, "submission": digest}).text
    assert "payout limit" not in client.get("/judge/ultimate-texas-holdem", params=asked).text
