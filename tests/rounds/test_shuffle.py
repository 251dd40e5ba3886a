"""Shuffling for play: unbiased, repeatable by a seed, and committed to before the bets."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from tablegames.asks.records import read_record
from tablegames.contract.game import Game
from tablegames.core.cards import JOKER_DECK, STANDARD_DECK, Deck, Rank, Suit, format_cards
from tablegames.core.law import Refused
from tablegames.games import game_named
from tablegames.report.verdict import verdict_json
from tablegames.rounds.session import Session
from tablegames.rounds.shuffle import commitment, generator, shuffled
from tests.rounds import each_game, forged, write_session


@each_game
def test_shuffled_deck_is_an_order_of_the_deck(game: Game) -> None:
    for source in (generator(1), generator(None)):
        first, second = (shuffled(game.deck, source) for _ in (1, 2))
        assert sorted(first.cards) == sorted(second.cards) == sorted(game.deck.cards)
        assert first.cards != second.cards
        assert first.salt != second.salt
        assert len(first.salt) == 64


def test_every_order_of_a_small_deck_comes_as_often() -> None:
    """24 orders of four cards, 24,000 shuffles: chi-square with 23 degrees of freedom below 49.7, its 0.1 % point."""
    deck = Deck.small([Rank.ACE], Suit)
    source = generator(5)
    counts = Counter(shuffled(deck, source).cards for _ in range(24_000))
    assert set(counts) == set(permutations(deck.cards))
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 49.7


def test_without_a_seed_the_operating_system_deals() -> None:
    assert isinstance(generator(None), random.SystemRandom)
    random.seed(0)
    first = shuffled(STANDARD_DECK, generator(None))
    random.seed(0)
    assert shuffled(STANDARD_DECK, generator(None)) != first


def test_case_32_and_33_streams_are_their_own() -> None:
    """A seed's stream is the same whatever else is drawn; other seeds give other decks."""
    alone = [shuffled(STANDARD_DECK, generator(7)).cards for _ in (1, 2)]
    one, other, between = generator(7), generator(8), []
    for _ in range(2):
        random.seed(0)
        between.append(shuffled(STANDARD_DECK, one).cards)
        shuffled(JOKER_DECK, other)
    assert alone[0] == between[0] != between[1]
    decks = {shuffled(STANDARD_DECK, generator(seed)).cards for seed in range(200)}
    assert len(decks) == 200


def test_case_33_seeds_of_either_sign_differ() -> None:
    """Python's own generator takes the absolute value of a seed, so that -1 would deal the decks of 1."""
    with pytest.raises(Refused, match="seed -1 is negative"):
        generator(-1)


def test_commitment_is_a_hash_of_the_salt_and_the_order() -> None:
    deck = shuffled(STANDARD_DECK, generator(3))
    words = f"{deck.salt}:{format_cards(deck.cards)}"
    assert deck.commitment == hashlib.sha256(words.encode()).hexdigest() == commitment(deck.cards, deck.salt)
    swapped = (deck.cards[1], deck.cards[0], *deck.cards[2:])
    assert commitment(swapped, deck.salt) != deck.commitment
    assert commitment(deck.cards, deck.salt[::-1]) != deck.commitment


def test_case_48_a_seeded_deck_is_not_committed_to() -> None:
    """Seeds 0 to 8 and a commitment would give the deck before the bets: no session begins with both."""
    game = game_named("high-card-flush")
    with pytest.raises(Refused, match="a deck from a seed cannot be committed to"):
        Session(game, game.default_rules(), generator(7), commit=True)
    assert Session(game, game.default_rules(), generator(None), commit=True).commit
    assert not Session(game, game.default_rules(), generator(7)).commit


def test_records_made_before_that_was_refused_are_read(tmp_path: Path) -> None:
    """Such a record has nothing of its seed in it; its decks, the seed's, are opened and verified as ever."""
    path, game = tmp_path / "record.jsonl", game_named("high-card-flush")
    write_session(path, game, seed=7, rounds=2, commit=True)
    record = read_record(path)
    seeded = generator(7)
    assert [each.events[-1]["cards"] for each in record.rounds] == [
        format_cards(shuffled(game.deck, seeded).cards) for _ in (1, 2)
    ]
    assert record.commitments == (2, 2)
    assert verdict_json(lambda: read_record(path), record.head)["verdict"] == "unaltered"


@each_game
def test_opened_decks_are_verified(game: Game, tmp_path: Path) -> None:
    """Each round publishes before the bets what it opens after the discard; a changed salt or deck is refused."""
    path = tmp_path / "record.jsonl"
    write_session(path, game, commit=True)
    for each in read_record(path).rounds:
        kinds = [event["event"] for event in each.events]
        assert (kinds[0], kinds[1], kinds[-2:]) == ("round", "bet", ["discard", "deck"])
        cards = tuple(each.events[-1]["cards"].split())
        assert sorted(cards) == sorted(map(str, game.deck.cards))
        dealt = [event["card"] for event in each.events if event["event"] == "card"]
        assert list(cards[: len(dealt)]) == dealt
        assert len(each.events[0]["commitment"]) == 64

    def swapped(order: str) -> str:
        first, second, *others = order.split()
        return " ".join([second, first, *others])

    for key, change in (("salt", lambda salt: salt[::-1]), ("cards", swapped)):

        def tampered(events: list[dict[str, str]], key: str = key, change: object = change) -> list[dict[str, str]]:
            opened = next(event for event in events if event["event"] == "deck")
            opened[key] = change(opened[key])  # type: ignore[operator]
            return events

        with pytest.raises(Refused, match="do not give the commitment"):
            read_record(forged(path, tampered))
    plain = tmp_path / "plain.jsonl"
    write_session(plain, game)
    assert '"deck"' not in plain.read_text()
    assert "commitment" not in plain.read_text()
