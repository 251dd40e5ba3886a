"""Strategy: where a seat stands is read and written back, its grid is the best play, its values are the advice."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

import pytest
from starlette.testclient import TestClient

from tablegames.analysis.advise import advise
from tablegames.analysis.strategy import strategy
from tablegames.contract.charts import HandCell
from tablegames.contract.game import Game
from tablegames.core.cards import Card, format_cards, parse_cards
from tablegames.core.figures import decimal
from tablegames.games import GAMES, game_named
from tablegames.shapes.holdem.best import HoldemPlay
from tablegames.shapes.holdem.ranges import HANDS, combinations
from tablegames.web.play_work import BestPlay
from tablegames.web.rendering import actions
from tablegames.web.spot import Spot
from tablegames.web.work import Advice

HOLDEM, FLUSH, SAIGON = map(game_named, ("heads-up-holdem", "high-card-flush", "saigon-5-card"))


def spot(**fields: str) -> Spot:
    return Spot.of(HOLDEM, fields.items())


@pytest.mark.parametrize(
    ("fields", "missing", "next_board", "next_street"),
    [
        ({}, "The hand needs 2 more.", 0, "the rest"),
        ({"hand": "As"}, "The hand needs 1 more.", 0, "the rest"),
        ({"hand": "As Ks"}, "", 3, "the flop"),
        ({"hand": "As Ks", "board": "2c"}, "The board needs 2 more.", 2, "the rest"),
        ({"hand": "As Ks", "board": "2c 3c 4c"}, "", 2, "the turn and the river"),
        ({"hand": "As Ks", "board": "2c 3c 4c 5d"}, "The board needs 1 more.", 1, "the rest"),
        ({"hand": "As Ks", "board": "2c 3c 4c 5d 6d"}, "", 0, "the rest"),
    ],
)
def test_what_is_missing_before_a_decision(
    fields: dict[str, str], missing: str, next_board: int, next_street: str
) -> None:
    at = spot(**fields)
    assert (at.missing, at.next_board(), at.next_street) == (missing, next_board, next_street)


def test_cards_are_dealt_to_the_hand_then_to_the_flop_then_to_the_river() -> None:
    deck = tuple(HOLDEM.deck.cards)
    at = spot(dead="2c")
    seen = []
    for _ in range(4):
        at = at.dealt(deck)
        seen.append((len(at.hands["hand"]), len(at.hands["board"])))
    assert seen == [(2, 0), (2, 3), (2, 5), (2, 5)]
    assert len(at.used) == 8
    assert at.read[1] == {}


def test_any_number_of_cards_may_be_dead_and_none_is_needed() -> None:
    at = spot(hand="As Ks")
    for card in parse_cards("2c 3c 4c"):
        at = at.with_card(card, "dead")
    assert at.link() == "/strategy/heads-up-holdem?hand=AsKs&dead=2c3c4c"
    assert at.next_place("dead") == "dead"  # while it is aimed at
    assert at.next_place("hand") == "board"
    assert at.without_card(parse_cards("3c")[0]).fields["dead"] == "2c 4c"
    rest = [card for card in HOLDEM.deck.cards if card not in at.used]
    crowded = spot(hand="As Ks", dead=format_cards(rest[:44]))
    assert list(crowded.read[1]) == ["dead"]  # a board and a dealer could no longer be dealt


@pytest.fixture(scope="module")
def play() -> HoldemPlay:
    described = strategy(HOLDEM).described
    assert isinstance(described, HoldemPlay)
    return described


@pytest.fixture(scope="module")
def cells(play: HoldemPlay) -> dict[str, HandCell]:
    """The cells of the grid by the names of their hands."""
    assert play.grid is not None
    return {cell.name: cell for row in play.grid.rows for cell in row}


@pytest.mark.parametrize("name", ["AKs", "AKo", "AA", "22", "32o"])
def test_a_cell_of_the_grid_leads_to_its_hand_in_suits_that_are_not_dead(name: str, cells: dict[str, HandCell]) -> None:
    at = spot(dead="As Ah 2s 2h Ks", board="9c 9d 9h").with_hand(cells[name].hands)
    assert at is not None
    assert [cell.name for cell in cells.values() if at.holds(cell.hands)] == [name]
    assert (at.missing, "board" in at.fields) == ("", False)
    assert Spot.of(HOLDEM, parse_qsl(urlsplit(at.link()).query)).situation == at.situation
    assert at.read[1] == {}


def test_a_hand_whose_cards_are_dead_cannot_be_chosen(cells: dict[str, HandCell]) -> None:
    assert spot(dead="As Ah Ad").with_hand(cells["AA"].hands) is None


def test_a_cell_of_the_grid_stands_for_every_two_cards_of_its_name(cells: dict[str, HandCell]) -> None:
    """Two cards in either order; each of the 1,326 stands in one cell, the one that its range names."""
    stands = {name: {frozenset(parse_cards(hand)) for hand in cell.hands} for name, cell in cells.items()}
    assert {name: len(hands) for name, hands in stands.items()} == {name: combinations(name) for name in HANDS}
    assert len(frozenset[frozenset[Card]]().union(*stands.values())) == 1326


def test_of_no_hand_no_cell_is_the_one_that_is_held(cells: dict[str, HandCell]) -> None:
    assert not any(at.holds(cell.hands) for cell in cells.values() for at in (spot(), spot(hand="As")))


def test_the_grid_is_the_best_play_before_the_flop(play: HoldemPlay) -> None:
    rows = BestPlay(HOLDEM.id, HOLDEM.default_rules())(lambda part: None)["grid"]["rows"]
    plays = {play.hand: play for play in play.starting}
    cells = [cell for row in rows for cell in row]
    assert {cell["hand"] for cell in cells} == set(plays)
    assert all(cell["acts"] == plays[cell["hand"]].raises for cell in cells)
    assert [rows[0][0]["hand"], rows[0][1]["hand"], rows[1][0]["hand"], rows[12][12]["hand"]] == [
        "AA",
        "AKs",
        "AKo",
        "22",
    ]
    assert rows[0][0]["gain"] == f"raising is worth {decimal(plays['AA'].advantage, 4)} of the Ante more than checking"


@pytest.mark.parametrize(("game", "hand"), [(FLUSH, "Tc 8c 6c Kd Qd 4h 3s"), (SAIGON, "Jk As 3d 4h 9c")])
def test_the_values_are_the_advice(game: Game, hand: str) -> None:
    at = Spot.of(game, {"hand": hand, "dead": "2c"}.items())
    exact = advise(game, game.default_rules(), at.situation)
    answer = Advice(game.id, game.default_rules(), at.situation, {}, {})(lambda part: None)
    shown = actions(answer["actions"])
    assert [each.value for each in shown] == [decimal(action.expected_value, 6) for action in exact.actions]
    assert [each.name for each in shown if each.best] == [exact.best.action]


def test_the_play_in_words_is_the_reports() -> None:
    blocks = BestPlay(FLUSH.id, FLUSH.default_rules())(lambda part: None)["blocks"]
    assert "Raise the most allowed with J-3-2 and every better flush" in blocks[1]["text"]
    assert blocks[3]["rows"][0][:3] == ["T-9-8", "188,664", "68,580"]


def test_a_card_of_the_deck_is_placed_without_script(client: TestClient) -> None:
    answer = client.get("/strategy/heads-up-holdem?hand=AsKs&board=2c&to=board&add=3c")
    assert (answer.status_code, answer.headers["location"]) == (
        303,
        "/strategy/heads-up-holdem?hand=AsKs&board=2c3c&to=board",
    )


def test_of_a_hand_without_a_board_the_cards_that_make_it_are_marked(client: TestClient) -> None:
    address = "/strategy/high-card-flush/values?hand=AsKsQs9s4d3d2c"
    while 'hx-trigger="load"' in (page := client.get(address).text):  # the answer takes its time on a first use
        pass
    assert page.count(", counts") == 4


def test_every_game_has_its_page(client: TestClient) -> None:
    for game in GAMES:
        page = client.get(f"/strategy/{game.id}")
        assert page.status_code == 200
        assert ("Board" in page.text) is bool(game.board_cards)
