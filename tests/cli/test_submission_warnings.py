"""Warnings of `submission check`: what may be filed, and may not be meant; each is of its kind, and none changes the exit code."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cli import Writer, json_of, run, text_of
from tests.cli.test_submission_commands import HEAD

FLUSH_ROWS = '"seven-card flush" = "300 to 1", "six-card flush" = "100 to 1", "five-card flush" = "{}", "four-card flush" = "1 to 1"'
OWN_FLUSH = '[games.high-card-flush.paytables.flush-bonus]\nname = "ours"\nrows = {{ {} }}\n'
TRIPS = (
    '[games.ultimate-texas-holdem.paytables.trips]\nname = "ours"\nrows = { "royal flush" = "50 to 1", "straight flush" = "40 to 1", '
    '"four-of-a-kind" = "30 to 1", "full house" = "9 to 1", "flush" = "7 to 1", "straight" = "4 to 1", "three-of-a-kind" = "2 to 1" }\n'
)


def warned(path: str) -> list[dict[str, Any]]:
    """The warnings of a submission that is valid."""
    found: list[dict[str, Any]] = json_of("submission", "check", path)["warnings"]
    return found


def own_flush(five: str) -> str:
    return HEAD + OWN_FLUSH.format(FLUSH_ROWS.format(five))


def test_nothing_is_warned_of_where_nothing_is_odd(written: Writer) -> None:
    text = (
        HEAD
        + '[games.high-card-flush]\nwagers.ante = { minimum = "10", maximum = "500", multiple = "5" }\npaytables.flush-bonus = "B"\n'
    )
    assert warned(written(text)) == []
    assert "warning" not in text_of("submission", "check", written(text))


def test_an_own_table_where_the_code_has_a_list(written: Writer) -> None:
    path = written(HEAD + TRIPS)
    (first, *_) = warned(path)
    assert first["key"] == "games.ultimate-texas-holdem.paytables.trips"
    assert "§ 653a.12(c) has the house choose one of A, B, C, D" in first["message"]
    answer = run("submission", "check", path)
    assert answer.code == 0
    assert "warning: games.ultimate-texas-holdem.paytables.trips: § 653a.12(c)" in answer.out
    assert "not among the tables that § 653a.12(c) lists" in text_of("submission", "show", path)


def test_an_own_table_where_the_list_was_not_read(written: Writer) -> None:
    """Its edge is 7.81 %: within 25 %, so nothing else is said."""
    (only,) = warned(written(own_flush("10 to 1")))
    assert "list of paytables for this wager was not read" in only["message"]
    assert f"warning: {only['message']}" in text_of("submission", "show", written(own_flush("10 to 1")))


@pytest.mark.parametrize(
    ("five", "words"),
    [
        ("1 to 1", "the house edge is 33.47 % of the flush-bonus"),
        ("4 to 1", ""),
        ("30 to 1", "the player's edge is 49.22 % of the flush-bonus"),
    ],
)
def test_an_edge_beyond_a_quarter_either_way(written: Writer, five: str, words: str) -> None:
    """The edges are exact: (2,059,200 + 26,769,600 + 3,814,668 n + 26,137,540 - 103,557,792) / 133,784,560 for n to 1."""
    found = [each["message"] for each in warned(written(own_flush(five)))[1:]]
    assert [message.partition(", which")[0] for message in found] == ([words] if words else [])


def test_the_main_game_with_an_own_table_is_priced_under_its_best_play(written: Writer) -> None:
    rows = '"straight flush" = "5000 to 1", "four-of-a-kind" = "500 to 1", "full house" = "200 to 1", "flush" = "100 to 1", "straight" = "50 to 1"'
    table = f'[games.heads-up-holdem.paytables.odds-losing]\nname = "ours"\nrows = {{ {rows} }}\n'
    (_, edge) = warned(written(HEAD + table))
    assert edge["message"].startswith("the player's edge is 78.02 % of the Ante")


def test_limits_that_do_not_fit_together(written: Writer) -> None:
    wagers = (
        'wagers.ante = { minimum = "7", maximum = "20", multiple = "5" }\nwagers.flush-bonus = { minimum = "25" }\n'
    )
    found = {each["key"]: each["message"] for each in warned(written(HEAD + "[games.high-card-flush]\n" + wagers))}
    assert found == {
        "games.high-card-flush.wagers.ante": "the minimum 7.00 is no multiple of 5.00: the smallest wager is 10.00",
        "games.high-card-flush.wagers.flush-bonus": "the minimum 25.00 is above the maximum of the Ante, 20.00",
    }


@pytest.mark.parametrize(
    ("bets", "rounding", "warns"),
    [
        ('minimum = "5", multiple = "5"', "", True),
        ('minimum = "10", multiple = "10"', "", False),
        ('minimum = "0.25", multiple = "0.25"', "", True),
        ('minimum = "5", multiple = "5"', 'rounding = { unit = "0.50", direction = "down" }\n', False),
    ],
)
def test_payments_finer_than_the_bets(written: Writer, bets: str, rounding: str, *, warns: bool) -> None:
    """3 to 2 on 5.00 is 7.50, and 1 to 2 on it 2.50."""
    for game, wager in (("ultimate-texas-holdem", "blind"), ("saigon-5-card", "ante")):
        text = HEAD + f"[games.{game}]\n{rounding}wagers.ante = {{ {bets} }}\n"
        found = warned(written(text))
        assert [each["key"] for each in found] == [f"games.{game}.rounding"] * warns
        assert all(each["message"].startswith(f"{wager} of ") for each in found)
