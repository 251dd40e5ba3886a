"""What each side of the table sees."""

from __future__ import annotations

import json

from tablegames.contract.choices import Choice
from tablegames.contract.game import Game
from tablegames.games import game_named
from tablegames.rounds.moves import Kind, Move, Trouble
from tablegames.rounds.shuffle import generator, shuffled
from tablegames.rounds.views import dealer_view, is_revealed, player_view
from tests.rounds import UNIT, begun, dealt, decided, each_game, ended, main_bets, trouble


@each_game
def test_player_sees_its_own_cards_and_counts_of_the_others(game: Game) -> None:
    bets = main_bets(game)
    deck = shuffled(game.deck, generator(1)).cards
    round_ = dealt(begun(game, game.default_rules(), {1: bets, 3: bets}, {"x": 12_345}), deck)
    view = player_view(round_, 3)
    assert json.loads(json.dumps(view)) == view
    assert view["game"] == game.id
    assert view["phase"] == "decision"
    assert view["dealer"] == {"hidden": game.dealer_cards}
    assert view["meters"] == {"x": "123.45"}
    first, second = view["seats"]
    assert (first["seat"], first["hidden"], second["seat"]) == (1, game.player_cards, 3)
    assert second["cards"] == [str(card) for card in round_.seats[1].cards]
    assert "cards" not in first
    assert first["bets"] == dict.fromkeys(bets, "10.00")
    assert first["decision"] is None


def test_dealer_sees_no_hand_before_the_reveal_and_all_after() -> None:
    game = game_named("high-card-flush")
    deck = shuffled(game.deck, generator(1)).cards
    round_ = decided(dealt(begun(game, game.default_rules(), {1: main_bets(game)}), deck), "raise 1x")
    closed = dealer_view(round_)
    assert (closed["dealer"], closed["seats"][0]["hidden"]) == ({"hidden": 7}, 7)
    assert (closed["seats"][0]["decision"], closed["seats"][0]["bets"]["raise"]) == ("raise 1x", "10.00")
    assert not is_revealed(round_)
    revealed = round_.apply(Move(Kind.REVEAL))
    assert is_revealed(revealed)
    for view in (dealer_view(revealed), player_view(revealed, 1), dealer_view(ended(round_))):
        assert view["dealer"]["cards"] == [str(card) for card in round_.dealer]
        assert view["seats"][0]["cards"] == [str(card) for card in round_.seats[0].cards]


def test_a_set_hand_of_saigon_is_hidden_with_its_cards() -> None:
    game = game_named("saigon-5-card")
    bets = {"ante": UNIT}
    round_ = dealt(begun(game, game.default_rules(), {1: bets, 2: bets}), shuffled(game.deck, generator(1)).cards)
    setting = next(iter(round_.moves()))
    after = round_.apply(setting)
    assert isinstance(setting.value, Choice)
    words = setting.value.words
    assert player_view(after, 1)["seats"][0]["decision"] == words
    assert player_view(after, 2)["seats"][0]["decision"] == "set"
    assert dealer_view(after)["seats"][0]["decision"] == "set"
    assert player_view(after, 2)["seats"][1]["decision"] is None


@each_game
def test_a_void_round_shows_no_hand(game: Game) -> None:
    deck = shuffled(game.deck, generator(1)).cards
    void = trouble(dealt(begun(game, game.default_rules(), {1: main_bets(game)}), deck), Trouble.MISDEAL)
    assert dealer_view(void)["dealer"] == {"hidden": game.dealer_cards}
    assert dealer_view(void)["seats"][0]["hidden"] == game.player_cards
