"""Cards: every card in every form, read and written; what is refused, and where the refusal points."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablegames.asks.rulings import SeatRequest, compare_hands, rank_hand, settle_table
from tablegames.contract.game import Game
from tablegames.core.cards import (
    CARDS,
    JOKER,
    JOKER_DECK,
    STANDARD_DECK,
    Card,
    Deck,
    Hand,
    Rank,
    Suit,
    check_cards,
    format_cards,
    parse_cards,
    pretty,
    rank_mask,
)
from tablegames.core.law import Refused
from tablegames.games import GAMES, game_named

SUIT_FORMS = {
    Suit.CLUBS: ("c", "C", "♣", "♣\ufe0f"),
    Suit.DIAMONDS: ("d", "D", "♦", "♦\ufe0f"),
    Suit.HEARTS: ("h", "H", "♥", "♥\ufe0f"),
    Suit.SPADES: ("s", "S", "♠", "♠\ufe0f"),
}
RANK_FORMS = {rank: (str(rank.value),) for rank in Rank if rank < Rank.TEN} | {
    Rank.TEN: ("T", "t", "10"),
    Rank.JACK: ("J", "j"),
    Rank.QUEEN: ("Q", "q"),
    Rank.KING: ("K", "k"),
    Rank.ACE: ("A", "a"),
}
JOKER_FORMS = ("Jk", "jk", "JK", "jK", "joker", "Joker", "JOKER")


def forms(card: Card) -> list[str]:
    """Every way in which a card may be written."""
    if card == JOKER:
        return list(JOKER_FORMS)
    return [rank + suit for rank in RANK_FORMS[card.rank] for suit in SUIT_FORMS[card.suit]]


def test_codes() -> None:
    assert list(CARDS) == list(range(53))
    for card in CARDS[:52]:
        assert card == 4 * (card.rank - 2) + card.suit
    assert (str(CARDS[0]), str(CARDS[51]), str(CARDS[52])) == ("2c", "As", "Jk")
    assert [card.is_joker for card in CARDS] == [False] * 52 + [True]
    with pytest.raises(IndexError):
        _ = JOKER.rank
    assert Rank.ACE > Rank.KING > Rank.QUEEN > Rank.JACK > Rank.TEN > Rank.TWO


def test_every_card_round_trips() -> None:
    for card in CARDS:
        assert parse_cards(str(card)) == parse_cards(pretty(card)) == parse_cards(format_cards([card])) == (card,)
    assert parse_cards(format_cards(CARDS)) == CARDS
    assert parse_cards("".join(map(str, CARDS))) == CARDS
    assert len(set(map(str, CARDS))) == len(set(map(pretty, CARDS))) == 53


def test_every_form_of_every_card() -> None:
    seen = {}
    for card in CARDS:
        for form in forms(card):
            assert parse_cards(form) == (card,), form
            assert type(parse_cards(form)[0]) is Card
            seen[form] = card
    assert len(seen) == 4 * 4 * (8 + 3 + 2 * 4) + 7
    assert len(set(seen.values())) == 53


@given(st.lists(st.sampled_from(CARDS), max_size=12), st.integers(0, 2**32))
def test_forms_and_separators_mix(cards: list[Card], seed: int) -> None:
    chooser = random.Random(seed)
    text = "".join(chooser.choice(forms(card)) + chooser.choice(("", " ", ",", ", ", "\t", "  ")) for card in cards)
    assert parse_cards(text) == tuple(cards)


@given(st.text(alphabet="AKQJT1023456789cdhs♣♦♥♠jk ,oer", max_size=14))
def test_what_is_read_is_written_the_same(text: str) -> None:
    try:
        read, column = parse_cards(text), None
    except Refused as refused:
        read, column = (), refused.column or 0
    if column is None:
        assert parse_cards(format_cards(read)) == read
    else:
        assert 1 <= column <= len(text)
        parse_cards(text[: column - 1])  # all that stands before is read
        with pytest.raises(Refused, match=f"column {column}: "):
            parse_cards(text)


def test_case_7_10_and_t() -> None:
    assert parse_cards("10s") == parse_cards("Ts") == parse_cards("10♠") == (Card(35),)
    with pytest.raises(Refused, match=r"hand, column 4: '1s' is not a card: a rank \(A K Q J T or 10, 9 to 2\)"):
        parse_cards("As 1s")


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_of_the_joker_is_spoken_only_where_the_game_has_one(game: Game) -> None:
    with pytest.raises(Refused, match="'1s' is not a card: a rank ") as refused:
        rank_hand(game, game.default_rules(), "As 1s")
    assert ("joker" in refused.value.message) is any(card.is_joker for card in game.deck.cards)
    with pytest.raises(Refused, match=r"; the joker is Jk$"):  # of which game is not known
        parse_cards("1s")


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("1s", 1),
        ("0s", 1),
        ("11s", 1),
        ("110s", 1),
        ("A", 1),
        ("s", 1),
        ("A s", 1),
        ("As K", 4),
        ("As Kx", 4),
        ("As,Ks;Qs", 6),
        ("AsKsXX", 5),
        ("As As?", 6),
        ("As-Ks", 3),
        ("As ٣s", 4),  # an Arabic-Indic three
        ("As ３s", 4),  # a full-width three
        ("As Ａs", 4),  # a full-width A
        ("As Kſ", 4),  # a long s
        ("As \u212as", 4),  # the Kelvin sign
        ("As\u00a0Ks", 3),  # a no-break space
        ("As ♤", 4),
        ("J k", 1),
        ("jok", 1),
        ("jkr", 3),
    ],
)
def test_refused_with_the_column(text: str, column: int) -> None:
    with pytest.raises(Refused, match=f"^board, column {column}: .* is not a card: ") as refused:
        parse_cards(text, place="board")
    assert refused.value.column == column
    with pytest.raises(Refused) as shifted:
        parse_cards(text, offset=7)
    assert shifted.value.column == column + 7
    assert str(refused.value).replace("A♠", "").isascii(), "the token is shown in ASCII"


def test_nothing_is_no_card() -> None:
    assert parse_cards("") == parse_cards(" , \t\n") == ()


def test_case_10_aliases_do_not_enlarge_the_deck() -> None:
    assert len({*parse_cards("A♠ As AS as a♠ A♠\ufe0f")}) == 1
    assert (len(STANDARD_DECK), len(set(STANDARD_DECK.cards))) == (52, 52)
    assert (len(JOKER_DECK), len(set(JOKER_DECK.cards))) == (53, 53)
    for game in GAMES:
        read = {card for own in game.deck.cards for form in forms(own) for card in parse_cards(form)}
        assert len(read) == len(game.deck) == (53 if game.id == "saigon-5-card" else 52)
    with pytest.raises(Refused, match="As stands twice"):
        check_cards(STANDARD_DECK, {"hand": parse_cards("A♠ as")})


FLUSH = "As Ks Qs 9s 4d 3d 2c"


@pytest.mark.parametrize(
    ("places", "words"),
    [
        ({"hand": "As Ks As"}, "As stands twice: as hand card 1 and as hand card 3"),
        ({"player": "As Ks", "dealer": "2c as"}, "As stands twice: as player card 1 and as dealer card 2"),
        ({"hand": "As Ks", "board": "2c 10h Th"}, "Th stands twice: as board card 2 and as board card 3"),
        ({"hand": "As Ks", "board": "2c 3h K♠"}, "Ks stands twice: as hand card 2 and as board card 3"),
    ],
)
def test_case_11_duplicates(places: dict[str, str], words: str) -> None:
    with pytest.raises(Refused, match=words):
        check_cards(STANDARD_DECK, {place: parse_cards(text) for place, text in places.items()})


def test_case_11_in_rulings() -> None:
    flush, holdem = game_named("high-card-flush"), game_named("heads-up-holdem")
    with pytest.raises(Refused, match="9s stands twice: as hand card 4 and as hand card 7"):
        rank_hand(flush, flush.default_rules(), "As Ks Qs 9s 4d 3d 9s")
    with pytest.raises(Refused, match="As stands twice: as first hand card 1 and as second hand card 7"):
        compare_hands(flush, flush.default_rules(), FLUSH, "Ah Kh Qh 9h 4c 3c As")
    with pytest.raises(Refused, match="As stands twice: as hand card 1 and as board card 5"):
        rank_hand(holdem, holdem.default_rules(), "As Ks", "2c 3c 4c 5c As")
    seats = [
        SeatRequest(FLUSH, {"ante": 100}, fold=True),
        SeatRequest("Ah Kh Qh 9h 4c 3c 2c", {"ante": 100}, fold=True),
    ]
    with pytest.raises(Refused, match="2c stands twice: as seat 1 card 7 and as seat 2 card 7"):
        settle_table(flush, flush.default_rules(), seats)


def test_case_12_no_joker_where_there_is_none() -> None:
    with pytest.raises(Refused, match="hand card 2 is the joker, which is not in the 52-card deck"):
        check_cards(STANDARD_DECK, {"hand": parse_cards("As Jk")})
    check_cards(JOKER_DECK, {"hand": parse_cards("As Jk")})
    with pytest.raises(Refused, match="Jk stands twice"):
        check_cards(JOKER_DECK, {"hand": parse_cards("As Jk"), "dealer": parse_cards("joker")})
    for game in GAMES:
        if JOKER not in game.deck:
            cards = " ".join(map(str, (*game.deck.cards[: game.rankable[-1][0] - 1], JOKER)))
            with pytest.raises(Refused, match="the joker, which is not in"):
                rank_hand(game, game.default_rules(), cards)


def test_small_decks() -> None:
    deck = Deck.small([Rank.ACE, Rank.KING], [Suit.SPADES, Suit.HEARTS], joker=True)
    assert set(deck.cards) == {*parse_cards("As Ah Ks Kh Jk")}
    assert list(deck.cards) == sorted(deck.cards)
    assert "5 cards" in deck.name
    assert Card(0) not in deck
    with pytest.raises(Refused, match="which is not in a deck of 5 cards"):
        check_cards(deck, {"hand": parse_cards("Qs")})


sets = st.sets(st.sampled_from(CARDS[::4][:13]), min_size=5, max_size=5).map(tuple)


@given(sets, sets)
def test_masks_order_as_high_cards(first: Hand, second: Hand) -> None:
    mine, other = (sorted((card.rank for card in hand), reverse=True) for hand in (first, second))
    assert (rank_mask(first) > rank_mask(second)) == (mine > other)
    assert rank_mask(first) == sum(1 << (rank - 2) for rank in mine)
    assert rank_mask(first[::-1] + first) == rank_mask(first)
