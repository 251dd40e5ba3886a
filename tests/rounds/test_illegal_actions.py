"""Illegal actions, of every kind, are refused; and no view leaks a card before the reveal."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablegames.contract.choices import CHECK, FOLD, Choice
from tablegames.contract.game import Game
from tablegames.core.cards import CARDS, parse_cards
from tablegames.games import game_named
from tablegames.rounds.moves import Kind, Move
from tablegames.rounds.round import Round
from tablegames.rounds.shuffle import generator, shuffled
from tablegames.rounds.views import dealer_view, player_view
from tablegames.shapes.holdem.rules import raise_of
from tests.rounds import all_tables, begun, dealt, decided, each_game, main_bets
from tests.rounds.test_conformance_rounds import random_round, refusal

HOLDEM = [("heads-up-holdem", 3, (3,)), ("ultimate-texas-holdem", 4, (4, 3))]


@pytest.mark.parametrize(("game_id", "most", "before_the_flop"), HOLDEM)
def test_case_29_holdem_raises_by_the_stage(game_id: str, most: int, before_the_flop: tuple[int, ...]) -> None:
    """3x (4x or 3x) before the flop, 2x on the flop, 1x or a fold after the last cards; one raise in a round."""
    game = game_named(game_id)
    deck = shuffled(game.deck, generator(3)).cards
    bets = main_bets(game)
    hole = dealt(begun(game, game.default_rules(), {1: bets, 2: bets}), deck)
    flop = dealt(decided(decided(hole, "check"), "check"), deck)
    river = dealt(decided(decided(flop, "check"), "check"), deck)
    assert [len(each.board) for each in (hole, flop, river)] == [0, 3, 5]
    wager = "raise" if game_id == "heads-up-holdem" else "play"
    every = {size: raise_of(wager, size) for size in (-1, *range(1, 7), most + 1, 30)}
    early = tuple(every[size] for size in before_the_flop)
    for round_, allowed in ((hole, (*early, CHECK)), (flop, (every[2], CHECK)), (river, (every[1], FOLD))):
        for choice in (CHECK, FOLD, *every.values()):
            move = Move(Kind.DECISION, "1", choice)
            if choice in allowed:
                assert round_.can(move)
            else:
                assert "is not allowed here" in refusal(round_, move)
    raised = hole.apply(Move(Kind.DECISION, "1", early[0]))
    on_the_flop = dealt(decided(raised, "check"), deck)
    assert len(on_the_flop.board) == 3
    for choice in (every[2], every[1], FOLD, CHECK, early[0]):
        assert "it is seat 2's turn" in refusal(on_the_flop, Move(Kind.DECISION, "1", choice))


CAPS = [
    ("Ks Qd Jc 9h 7s 5d 3c", 1),  # two cards of a suit
    ("As Ks 9s 8d 6d 4c 2h", 1),
    ("As Ks 9s 7s 6d 4c 2h", 1),
    ("As Ks 9s 7s 6s 4c 2h", 2),
    ("As Ks 9s 7s 6s 4s 2h", 3),
    ("As Ks 9s 7s 6s 4s 2s", 3),
]


@pytest.mark.parametrize(("hand", "cap"), CAPS)
def test_case_29_high_card_flush_raises_by_the_flush(hand: str, cap: int) -> None:
    """1x with two to four cards of a suit, 1x or 2x with five, up to 3x with six or seven."""
    game = game_named("high-card-flush")
    own = parse_cards(hand)
    rest = iter(card for card in game.deck.cards if card not in own)
    mine = iter(own)
    round_ = begun(game, game.default_rules(), {1: main_bets(game)})
    while round_.phase is Kind.CARD:
        card = next(mine) if round_.next_place == "1" else next(rest)
        round_ = round_.apply(Move(Kind.CARD, round_.next_place, card))
    for multiple in range(-1, 6):
        move = Move(Kind.DECISION, "1", raise_of("raise", multiple) if multiple else FOLD)
        if 0 <= multiple <= cap:
            assert round_.can(move)
        else:
            assert f"raise {cap}x" in refusal(round_, move)
    assert "not allowed" in refusal(round_, Move(Kind.DECISION, "1", CHECK))
    assert "not allowed" in refusal(round_, Move(Kind.DECISION, "1", None))


def test_saigon_is_set_from_the_own_five_cards() -> None:
    game = game_named("saigon-5-card")
    bets = main_bets(game)
    round_ = dealt(begun(game, game.default_rules(), {1: bets, 2: bets}), shuffled(game.deck, generator(5)).cards)
    own, others = round_.seats[0].cards, round_.seats[1].cards
    assert game.setting is not None
    for three, two in (
        (others[:3], others[3:]),
        (own[:3], others[:2]),
        (own[:2], own[2:]),
        (own[:3], (own[3], own[3])),
        (own, ()),
        (own[:3], own[3:4]),
    ):
        refusal(round_, Move(Kind.DECISION, "1", game.setting.choice(three, two)))
    true = game.setting.choice(own[:3], own[3:])
    assert round_.can(Move(Kind.DECISION, "1", true))
    other = game.setting.choice(own[1:4], (own[0], own[4]))
    for changed in (
        true._replace(adds=(("ante", 1),)),
        true._replace(words=other.words),
        true._replace(hand=other.hand),
        true._replace(hand=None),
        true._replace(ends=False),
        true._replace(folds=True),
    ):
        assert "not allowed" in refusal(round_, Move(Kind.DECISION, "1", changed))


@each_game
def test_a_decision_of_another_kind_is_refused(game: Game) -> None:
    round_ = dealt(begun(game, game.default_rules(), {1: main_bets(game)}), game.deck.cards)
    for decision in ("fold", 7.5, (1, 2), Kind.CARD, 1, None):
        assert not round_.can(Move(Kind.DECISION, "1", decision))  # type: ignore[arg-type]


# --- what may not be seen ---------------------------------------------------------------------------------------------


def shown(view: Any) -> set[str]:
    """Every card whose notation stands anywhere in a view."""
    text = json.dumps(view)
    return {str(card) for card in CARDS if f'"{card}"' in text or f"{card} " in text or f" {card}" in text}


@each_game
def test_no_view_leaks_a_hidden_card_before_the_reveal(game: Game) -> None:
    rules = all_tables(game)
    looked: Counter[str] = Counter()

    @settings(max_examples=25)
    @given(data=st.data())
    def rounds(data: st.DataObject) -> None:
        for move, round_ in random_round(game, rules, data.draw):
            board = set(map(str, round_.board))
            hands = {seat.number: set(map(str, seat.cards)) for seat in round_.seats}
            everything = board.union(map(str, round_.dealer), *hands.values())
            revealed = move.kind in (Kind.REVEAL, Kind.SETTLE, Kind.DISCARD)
            looked["open" if revealed else "hidden"] += 1
            assert shown(dealer_view(round_)) == (everything if revealed else board)
            for number, own in hands.items():
                assert shown(player_view(round_, number)) == (everything if revealed else own | board)
            assert shown(player_view(round_, 99)) == (everything if revealed else board)

    rounds()
    assert min(looked["open"], looked["hidden"]) >= 25


# --- what is of another type ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("amount", [1000.0, True, "10", None, Fraction(1000)], ids=repr)
@each_game
def test_case_26_an_amount_is_whole_cents(game: Game, amount: Any) -> None:
    """A float that is bet comes into the ledger, and cannot be recorded."""
    assert not Round(game, game.default_rules()).can(Move(Kind.BET, "1", dict.fromkeys(main_bets(game), amount)))


def test_a_choice_is_made_whole() -> None:
    """The words of a choice do not make it: what it adds and whether it ends the hand are of it too."""
    game = game_named("high-card-flush")
    round_ = dealt(begun(game, game.default_rules(), {1: main_bets(game)}), game.deck.cards)
    for choice in round_.choices(round_.seats[0]):
        assert round_.can(Move(Kind.DECISION, "1", choice))
        for other in (
            choice._replace(ends=False),
            choice._replace(folds=not choice.folds),
            choice._replace(adds=(("raise", 9),)),
        ):
            assert not round_.can(Move(Kind.DECISION, "1", other))


@pytest.mark.parametrize("size", [1.0, True, Fraction(1), 0.0, False], ids=repr)
def test_a_raise_is_a_whole_multiple(size: Any) -> None:
    """1.0 is equal to 1: as a size it would make the wager a float."""
    game = game_named("high-card-flush")
    round_ = dealt(begun(game, game.default_rules(), {1: main_bets(game)}), game.deck.cards)
    assert round_.can(Move(Kind.DECISION, "1", Choice("raise 1x", (("raise", 1),))))
    assert "not allowed" in refusal(round_, Move(Kind.DECISION, "1", Choice("raise 1x", (("raise", size),))))


def test_a_hand_is_set_in_cards() -> None:
    """A card is equal to its code; a code is no card, in a listed setting or in one of the seat's own."""
    game = game_named("saigon-5-card")
    round_ = dealt(begun(game, game.default_rules(), {1: main_bets(game)}), shuffled(game.deck, generator(5)).cards)
    assert game.setting is not None
    own = round_.seats[0].cards
    for choice in (*round_.choices(round_.seats[0]), game.setting.choice(own[:3], own[3:])):
        assert choice.hand is not None
        three, two = (cast(Any, tuple(map(int, part))) for part in choice.hand)
        assert round_.can(Move(Kind.DECISION, "1", choice))
        for codes in (choice._replace(hand=(three, two)), game.setting.choice(three, two)):
            assert "not allowed" in refusal(round_, Move(Kind.DECISION, "1", codes))


def test_a_card_is_a_card() -> None:
    game = game_named("high-card-flush")
    round_ = begun(game, game.default_rules(), {1: main_bets(game)})
    assert not round_.can(Move(Kind.CARD, "1", 5))  # type: ignore[arg-type]
