"""Where rules and paytables were seen: each names its sources, no mark is stronger than they are, and every page prints them."""

from __future__ import annotations

import re

import pytest

from tablegames.contract.game import Game
from tablegames.core.law import PRINTED, Kind, Law, Source, load_law
from tablegames.games import GAMES, game_named
from tests.cli import json_of, text_of

ALLOWED = {
    Source.PUBLISHED: 2,
    Source.SINGLE_SOURCE: 0,
    Source.INFERRED: 0,
    Source.EXAMPLE: 0,
}
"""How many independent publishers of printed rules a mark needs."""
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def too_strong(law: Law, mark: Source, sources: tuple[str, ...]) -> str:
    """What is wrong with a mark that rests on some sources; nothing where it is no stronger than they are."""
    found = [law.sources[id_] for id_ in sources]
    if not found:
        return "no source"
    if mark is Source.REGULATION:
        return "" if any(each.kind is Kind.REGULATOR for each in found) else "no regulator's document"
    printed = {each.publisher for each in found if each.kind in PRINTED}
    return "" if len(printed) >= ALLOWED[mark] else f"{mark.value} by {len(printed)}"


@each_game
def test_every_trade_rule_and_paytable_names_its_sources_and_its_mark_is_no_stronger(game: Game) -> None:
    law = game.law
    for rule in law.trade_rules.values():
        assert not too_strong(law, rule.source, rule.sources), rule.id
    for form in game.forms:
        for table in game.paytables(form.slot).values():
            assert not too_strong(law, table.source, table.sources), str(table)
            assert table.sources


def test_a_mark_that_is_too_strong_is_found() -> None:
    law = game_named("heads-up-holdem").law
    assert too_strong(law, Source.PUBLISHED, ("kally-poker", "wizard")) == "published by 1", "a program prints no rules"
    assert too_strong(law, Source.PUBLISHED, ("pokerstars",)) == "published by 1"
    assert too_strong(law, Source.REGULATION, ("pokerstars", "choctaw")) == "no regulator's document"
    assert too_strong(law, Source.INFERRED, ()) == "no source"


@each_game
def test_a_source_says_who_what_and_when(game: Game) -> None:
    for id_, source in game.law.sources.items():
        assert id_ == source.id
        assert source.publisher
        assert source.title
        assert re.fullmatch(r"20\d\d-\d\d", source.seen), id_
        assert source.address or source.kind in (Kind.OWN, Kind.PROGRAM), id_
    assert len({source.publisher for source in game.law.sources.values()}) > 1


def test_readings_name_only_known_sources() -> None:
    for law in (*(game.law for game in GAMES), load_law("tablegames.rounds", "procedures.toml")):
        for reading in law.readings.values():
            assert set(reading.sources) <= set(law.sources), reading.id


def test_the_odds_on_a_losing_hand_are_marked_for_what_they_rest_on() -> None:
    """A program and copies of one analyst's page are no two independent prints; Choctaw Casinos say otherwise."""
    rule = game_named("heads-up-holdem").law.trade_rules["677a-T9"]
    assert rule.source is Source.SINGLE_SOURCE
    assert "Choctaw" in rule.disputed


@each_game
def test_the_books_print_every_source(game: Game) -> None:
    shown = " ".join(text_of("law", "paragraphs", game.id).split())
    book = json_of("law", "paragraphs", game.id)
    assert [each["id"] for each in book["sources"]] == list(game.law.sources)
    for rule in book["trade_rules"]:
        assert rule["sources"]
    assert all(each.seen in shown for each in game.law.sources.values())
    tables = json_of("paytables", game.id)
    known = {each["id"] for each in tables["sources"]}
    assert all(table["sources"] and set(table["sources"]) <= known for table in tables["paytables"])
    printed = text_of("paytables", game.id)
    for id_ in {id_ for table in tables["paytables"] for id_ in table["sources"]}:
        words = game.law.sources[id_].publisher.split()[0]
        assert words in printed, id_
