"""Law: every paragraph, trade rule and reading has a table that shows it, and Judge rules on that table without a fault."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from starlette.testclient import TestClient

from tablegames.contract.game import Game
from tablegames.contract.rules import CHIP
from tablegames.contract.texts import Texts
from tablegames.core.law import Reading
from tablegames.games import GAMES, game_named
from tablegames.web.app import create_app
from tablegames.web.judging import Judgement, judge
from tablegames.web.law_examples import example
from tablegames.web.pages.games import game_of_page
from tablegames.web.table import Table
from tests.kit import each_game
from tests.web.conftest import GENEROUS

UNCITED = {  # what a ruling does not cite: values of cards and dealing, which it supposes, and readings that change no ruling
    "saigon-5-card": {
        "680a.6(a)", "680a.6(a)(1)", "680a.6(a)(2)", "680a.6(a)(3)", "680a.6(a)(4)", "680a.6(b)(1)", "680a.6(b)(2)", "680a.9(b)", "680a.9(c)",
        "680a-T1", "680a-R1", "680a-R2", "680a-R4", "680a-R5", "680a-R7", "680a-R8",
    },
    "high-card-flush": {
        "678a.6(a)", "678a-T1", "678a-T2", "678a-T3", "678a-R1", "678a-R2", "678a-R3", "678a-R4", "678a-R5", "678a-R6", "678a-R8",
    },
    "heads-up-holdem": {"677a.6(a)", "677a-T1", "677a-T2", "677a-T3", "677a-T11", "677a-R2", "677a-R4", "677a-R5", "677a-R6"},
    "ultimate-texas-holdem": {"653a.1", "653a.6(a)", "653a-T1", "653a-T2", "653a-T3", "653a-T10", "653a-R1", "653a-R3"},
}  # fmt: skip
SHOWN = [(game, cite) for game in GAMES for cite in game.texts().examples]
NOT_SHOWN = {"678a-R8", "680a-R4", "677a-R6"}
"""The readings that say which tables may be chosen, or when a raise may be made: no ruling on a published table differs by them."""
CHOOSABLE = [
    (game, reading, choice)
    for game in GAMES
    for reading in game.law.readings.values()
    for choice in reading.choices
    if choice not in (reading.default, CHIP) and reading.id not in NOT_SHOWN
]


def test_everything_that_a_ruling_can_rest_on_has_an_example() -> None:
    for game in GAMES:
        law = game.law
        excused = {id_ for id_, paragraph in law.paragraphs.items() if paragraph.excused}
        known = {*law.paragraphs, *law.trade_rules, *law.readings}
        assert set(game.texts().examples) == known - excused


def ruling(game: Game, address: str) -> Judgement:
    return judge(Table.of(game, parse_qsl(urlsplit(address).query)), game.default_rules())


@pytest.mark.parametrize(("game", "cite"), SHOWN, ids=[cite for _, cite in SHOWN])
def test_an_example_is_a_whole_table_and_its_ruling_cites_what_it_shows(game: Game, cite: str) -> None:
    address = example(game, cite)
    found = ruling(game, address)
    assert (dict(found.faults), found.missing) == ({}, ())
    assert found.table.link() == address
    assert (cite in found.cites) is (cite not in UNCITED[game.id])


@pytest.mark.parametrize(
    "cite", ["680a-T3", "678a-T7", "677a.6(c)", "677a-T6", "677a-T7", "653a.6(c)", "653a-T6", "653a-T7"]
)
def test_a_tie_is_shown_where_the_law_speaks_of_one(cite: str) -> None:
    (game,) = (each for each in GAMES if cite in each.texts().examples)
    (seat,) = ruling(game, example(game, cite)).seats
    assert seat.verdict.startswith("Neither is higher")
    assert seat.ledger is None or {line.net for line in seat.ledger.lines} == {0}


def outcome(found: Judgement) -> Any:
    return [
        (seat.verdict, seat.held.evaluation, seat.ledger and [(line.wager, line.net) for line in seat.ledger.lines])
        for seat in found.seats
    ]


@pytest.mark.parametrize(("game", "reading", "choice"), CHOOSABLE, ids=[f"{r.id}-{c}" for _, r, c in CHOOSABLE])
def test_the_choices_of_a_reading_differ_on_its_example(game: Game, reading: Reading, choice: str) -> None:
    default, other = (ruling(game, example(game, reading.id, each)) for each in (reading.default, choice))
    assert other.rules == replace(default.rules, readings={**default.rules.readings, reading.id: choice})
    assert outcome(default) != outcome(other)


def test_the_page_shows_every_paragraph_with_its_example(client: TestClient) -> None:
    for game in GAMES:
        page = client.get(f"/law/{game.id}").text
        assert 'href="#paytables"' in page
        for id_ in (*game.law.paragraphs, *game.law.trade_rules, *game.law.readings):
            assert f'id="{id_}"' in page
            assert example(game, id_).replace("&", "&amp;") in page


@each_game
def test_a_game_without_texts_has_its_law_without_examples(game: Game) -> None:
    app = create_app(GENEROUS)
    app.dependency_overrides[game_of_page] = lambda: replace(game, texts=Texts)
    page = TestClient(app, base_url="http://127.0.0.1").get(f"/law/{game.id}").text
    assert set(shown(page)) >= {*game.law.paragraphs, *game.law.trade_rules, *game.law.readings}
    assert 'class="example"' not in page
    assert "#ruling" not in page


def shown(page: str) -> list[str]:
    """The entries of a page, by what they are cited by."""
    return re.findall(r'<div id="([^"]+)">', page)


def test_the_page_is_filtered_by_words_without_a_script(client: TestClient) -> None:
    game = game_named("saigon-5-card")
    whole = client.get(f"/law/{game.id}").text
    form = re.search(r'<form class="find" method="get" action="([^"]+)".*?</form>', whole, re.DOTALL)
    assert form
    assert '<label for="q">' in form[0]
    page = client.get(form[1], params={"q": " Straight  CONSECUTIVE "}).text
    found = shown(page)
    assert 0 < len(found) < len(shown(whole))
    assert "680a-R7" in found  # its question has the one word, its reason the other
    for id_, paragraph in game.law.paragraphs.items():
        text = f"{paragraph.says} {paragraph.excused}".lower()
        assert (id_ in found) is ("straight" in text and "consecutive" in text)
    assert f"{len(found)} of {len(shown(whole))} have “Straight  CONSECUTIVE”." in page
    assert 'value="Straight  CONSECUTIVE"' in page
    assert '<h2 id="paytables">' not in page
    assert shown(client.get(form[1], params={"q": "680a.6(c)(1)"}).text)[0] == "680a.6(c)(1)"


def test_where_nothing_is_found_it_is_said_and_what_was_typed_is_kept(client: TestClient) -> None:
    page = client.get("/law/high-card-flush", params={"q": "<b>nowhere"}).text
    assert shown(page) == []
    assert "None of " in page
    assert "“&lt;b&gt;nowhere”" in page
    assert "<b>nowhere" not in page
