"""The rack card: one page, every step and figure from the rules in force."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from tablegames.asks.rulings import parse_raise_limits
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.contract.texts import Texts
from tablegames.core.law import Source
from tablegames.core.money import Direction, Rounding
from tablegames.core.wagers import Limits
from tablegames.report.rack_card import MARKS, card_data, rack_card, raises_text
from tests.cases import FLUSH, HOLDEM, SAIGON, ULTIMATE, with_choices
from tests.kit import all_tables, each_game, every_reading


def says(game: Game, rules: Rules) -> str:
    """All steps of a card as one text."""
    return " ".join(step["says"] for step in card_data(game, rules)["steps"])


def tables(game: Game, rules: Rules) -> dict[str, dict[str, Any]]:
    """The payout tables of a card by their titles."""
    return {table["title"]: table for table in card_data(game, rules)["tables"]}


@each_game
def test_a_card_is_one_page_and_the_same_again(game: Game) -> None:
    rules = replace(all_tables(game), house="$x$ #panic() *bold* _it_ <b> \\", limits={"ante": Limits(minimum=500)})
    card = rack_card(game, rules)
    assert card.startswith(b"%PDF")
    assert re.findall(rb"/Type\s*/Pages.*?/Count (\d+)", card, re.DOTALL) == [b"1"]
    assert rack_card(game, rules) == card
    assert b"CreationDate" not in card


@each_game
def test_the_steps_cite_what_the_law_has_and_leave_nothing_open(game: Game) -> None:
    for rules in every_reading(game):
        for step in card_data(game, rules)["steps"]:
            assert "{" not in step["says"]
            for cite in step["by"]:
                id_ = cite.removeprefix("§ ").split(" ")[0]
                assert id_ in game.law, cite
                marks = {rule.id: rule.source.value for rule in game.law.trade_rules.values()}
                assert cite.endswith(f" {marks[id_]}" if id_ in marks else id_)


@each_game
def test_every_awards_row_is_on_the_card(game: Game) -> None:
    rules = all_tables(game)
    shown = list(tables(game, rules).values())
    assert [len(table["rows"]) for table in shown] == [len(table.rows) for table in rules.paytables.values()]
    assert [table["by"] for table in shown] == [f"table {t.name}: {MARKS[t.source]}" for t in rules.paytables.values()]


def test_a_caption_says_whose_table_it_is() -> None:
    assert set(MARKS) == set(Source)
    assert tables(SAIGON, with_choices(SAIGON, {"bonus": "example"}))["Bonus"]["by"] == (
        "table example: an example, not a casino's table"
    )


def test_a_paytable_changes_the_card() -> None:
    first, second = (tables(FLUSH, with_choices(FLUSH, {"flush-bonus": name})) for name in "AC")
    assert first["Flush Bonus"]["rows"][0] == ["seven-card flush", "300 to 1"]
    assert second["Flush Bonus"]["rows"][0] == ["seven-card flush", "100 to 1"]
    assert first["Straight Flush Bonus"] == second["Straight Flush Bonus"]


def test_a_progressive_names_its_wager_and_its_share_of_the_meter() -> None:
    table = tables(FLUSH, with_choices(FLUSH, {"progressive": "one-dollar"}))["Progressive"]
    assert table["stake"] == "for a wager of 1.00"
    assert table["rows"][1:3] == [
        ["six-card straight flush", "50% meter"],
        ["five-card straight flush", "250.00"],
    ]


def test_rows_that_push_or_lose_say_so() -> None:
    blind = tables(ULTIMATE, with_choices(ULTIMATE, {"blind": "B"}))["Blind"]
    assert blind["rows"][-1] == ["straight", "returned"]
    assert blind["below"] == "anything less: the wager is returned"
    losing = tables(HOLDEM, with_choices(HOLDEM, {"odds-losing": "none"}))["Odds Losing"]
    assert {pays for _, pays in losing["rows"]} == {"loses"}
    assert losing["below"] == ""


@pytest.mark.parametrize(
    ("game", "readings", "words"),
    [
        (FLUSH, {"r678a_R1": "ace-high-only"}, "A-2-3 is none"),
        (FLUSH, {"r678a_R1": "ace-low"}, "A-2-3 is one"),
        (HOLDEM, {"r677a_R4": "stand"}, "stand even if you fold"),
        (HOLDEM, {"r677a_R4": "forfeit"}, "A fold loses them too"),
        (ULTIMATE, {"r653a_R1": "forfeit"}, "A fold loses it too"),
        (SAIGON, {"r680a_R3": "only-if-dealer-qualifies"}, "a Point Count of 5 against a dealer who qualifies"),
    ],
)
def test_a_reading_changes_the_words(game: Game, readings: dict[str, str], words: str) -> None:
    chosen = with_choices(game, None, **readings)
    assert words in says(game, chosen)
    (id_, choice), *_ = readings.items()
    reading = game.law.readings[id_.removeprefix("r").replace("_", "-")]
    for other in set(reading.choices) - {choice}:
        assert words not in says(game, with_choices(game, None, **{id_: other}))


def test_wagers_that_are_not_offered_are_not_on_the_card() -> None:
    assert "Bonus" not in says(SAIGON, SAIGON.default_rules())  # no table is chosen
    rules = with_choices(SAIGON, {"bonus": "example"})
    assert "If one seat makes the Pot, every seat must. Optional beside it: Bonus." in says(SAIGON, rules)
    without = replace(rules, limits={"bonus": Limits(offered=False), "pot": Limits(offered=False)})
    assert tables(SAIGON, without) == {}
    assert "Optional" not in says(SAIGON, without)
    assert "Pot " not in says(SAIGON, without)


def test_the_raises_are_those_the_house_allows() -> None:
    rules = ULTIMATE.default_rules()
    limited = replace(rules, raise_limits=parse_raise_limits(ULTIMATE, "3", rules))
    assert raises_text(ULTIMATE, limited).startswith("3x the Ante before the flop, or 2x on the flop")
    limited = replace(rules, raise_limits=parse_raise_limits(ULTIMATE, "1", rules))
    assert raises_text(ULTIMATE, limited) == "1x the Ante after the last card"
    flush = FLUSH.default_rules()
    limited = replace(flush, raise_limits=parse_raise_limits(FLUSH, "6:2", flush))
    assert raises_text(FLUSH, limited).endswith("1x or 2x with five or six, 1x, 2x or 3x with seven")
    limited = replace(flush, raise_limits=parse_raise_limits(FLUSH, "1", flush))
    assert raises_text(FLUSH, limited) == "1x the Ante with a flush of two, three, four, five, six or seven cards"


def test_limits_rounding_and_house_are_on_the_card() -> None:
    rules = replace(
        FLUSH.with_rounding(FLUSH.default_rules(), Rounding(25, Direction.UP)),
        limits={"ante": Limits(minimum=1000, maximum=50000, multiple=500)}, payout_limit=5_000_000, house="Example",
    )  # fmt: skip
    data = card_data(FLUSH, rules)
    assert data["limits"] == [
        "Ante: minimum 10.00, maximum 500.00, multiple 5.00",
        "payments are rounded up to 0.25",
        # at the minimum Ante of 10.00: the Ante and a raise of 30.00
        "aggregate payout limit 50,000.00 a round, or what one patron can win at the minimum wagers (40.00) if that is more",
    ]
    assert data["house"] == "Example"


def test_a_game_without_a_text_of_its_own_has_the_trades_rules() -> None:
    other = replace(FLUSH, texts=Texts)
    steps = card_data(other, other.default_rules())["steps"]
    assert [step["says"] for step in steps] == [rule.says for rule in FLUSH.law.trade_rules.values()]
