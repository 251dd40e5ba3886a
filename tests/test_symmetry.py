"""What every game of GAMES owes to its cards: no suit and no order of cards matters, and either side sees one comparison."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tablegames.contract.choices import View
from tablegames.contract.game import Game
from tablegames.contract.layout import decide
from tablegames.contract.rules import Rules
from tablegames.core.cards import Card, Deal, Hand, Rank
from tablegames.core.ranking import Comparison, Ranking, rank_text

from .kit import UNIT, all_tables, each_game, every_reading, play_wager


def suitless(value: Any) -> Any:
    """An evaluation without its suits and without an order of its cards."""
    if isinstance(value, Ranking):
        return value.strength, value.category, value.cites, sorted(map(suitless, value.cards))
    if isinstance(value, Card):
        return rank_text([value])
    if isinstance(value, tuple):
        return sorted(map(suitless, value), key=repr)
    return value


def renamed(cards: Hand, suits: tuple[int, ...]) -> Hand:
    """Cards with their suits exchanged."""
    return tuple(card if card.is_joker else Card(card - card.suit + suits[card.suit]) for card in cards)


def deals(game: Game) -> st.SearchStrategy[Deal]:
    """Deals of one seat, the dealer and the board: any cards, mostly one suit, or high cards, mixed and by suit."""
    one, two, three = game.player_cards, game.dealer_cards, game.board_cards
    any_card = st.sampled_from(game.deck.cards)
    one_suit = st.integers(0, 3).flatmap(
        lambda suit: st.sampled_from([card for card in game.deck.cards if card % 4 == suit]) | any_card
    )
    high = st.sampled_from([card for card in game.deck.cards if card.is_joker or card.rank >= Rank.JACK])
    size = one + two + three
    any_deal, flushes, pairs = (
        st.lists(cards, min_size=size, max_size=size, unique=True) for cards in (any_card, one_suit, high)
    )
    royals = pairs.map(lambda cards: sorted(cards, key=lambda card: (card % 4, -card)))
    drawn = any_deal | flushes | pairs | royals
    return drawn.map(lambda c: Deal(tuple(c[:one]), tuple(c[one : one + two]), tuple(c[one + two :])))


def facts_at_once(game: Game, deal: Deal, rules: Rules) -> tuple[Any, ...]:
    """The facts of a seat that stays in with the least, and of one that folds where it can."""
    bets: Mapping[str, int] = {wager.id: UNIT for wager in game.wagers if wager.required}
    play = play_wager(game)
    view = View(deal.player, deal.board)
    stays = decide(game, view, {**bets, play: UNIT} if play else bets, rules, fold=False)
    lines = [stays] + ([decide(game, view, bets, rules, fold=True)] if game.can_fold else [])
    return tuple(game.facts_of(deal, line, rules) for line in lines)


def compared(game: Game, deal: Deal, rules: Rules) -> Comparison:
    """The player's hand against the dealer's."""
    return game.compare(deal.player, deal.dealer, deal.board, rules)


@each_game
@settings(max_examples=50, deadline=None)
@given(data=st.data())
def test_renaming_suits_changes_nothing(game: Game, data: st.DataObject) -> None:
    deal = data.draw(deals(game))
    rules, *others = every_reading(game)
    evaluations = [suitless(game.rank(deal.player, deal.board, own)) for own in (rules, *others)]
    facts = facts_at_once(game, deal, rules)
    result = compared(game, deal, rules).result
    for suits in permutations(range(4)):
        image = Deal(*(renamed(cards, suits) for cards in deal))
        assert [suitless(game.rank(image.player, image.board, own)) for own in (rules, *others)] == evaluations, suits
        assert facts_at_once(game, image, rules) == facts, suits
        assert compared(game, image, rules).result == result, suits
        if not game.board_cards:
            assert game.compare(deal.player, image.player, (), rules).result == 0, "a tie with its own image"


@each_game
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_the_order_of_the_cards_changes_nothing(game: Game, data: st.DataObject) -> None:
    deal = data.draw(deals(game))
    other = Deal(*(tuple(data.draw(st.permutations(cards))) for cards in deal))
    rules = all_tables(game)
    assert suitless(game.rank(other.player, other.board, rules)) == suitless(game.rank(deal.player, deal.board, rules))
    assert facts_at_once(game, other, rules) == facts_at_once(game, deal, rules)
    assert compared(game, other, rules).result == compared(game, deal, rules).result


@each_game
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_facts_and_comparisons(game: Game, data: st.DataObject) -> None:
    deal = data.draw(deals(game))
    rules = all_tables(game)
    for facts in facts_at_once(game, deal, rules):
        assert facts in game.facts
    comparison = compared(game, deal, rules)
    turned = game.compare(deal.dealer, deal.player, deal.board, rules)
    assert turned.result == -comparison.result
    if comparison.result:
        places = {"first": "second", "second": "first"}
        expected = " ".join(places.get(word, word) for word in turned.reason.split(" "))
        assert comparison.reason == expected, "the same reason from either side"
    assert comparison.cites
    assert all(cite in game.law for cite in comparison.cites)
    for hand in (deal.player, deal.dealer):
        for part in game.rank(hand, deal.board, rules):
            if isinstance(part, Ranking):
                assert part.cites
                assert all(cite in game.law for cite in part.cites)
                assert part.category != ""
                assert set(part.cards) <= {*hand, *deal.board}
