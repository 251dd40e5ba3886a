"""``tablegames compare``: who wins, by which paragraph, and the card that decides."""

from __future__ import annotations

import pytest

from tests.cli import json_of, refused, text_of


def test_shape_and_the_deciding_card() -> None:
    result = json_of("compare", "high-card-flush", "As Ks Qs 9s 4d 3d 2c", "Ah Kh Jh 9h 4c 3c 2d")
    assert result["result"] == 1
    assert "queen against jack" in result["reason"]
    assert result["cites"] == ["678a.6(c)"]
    assert [hand["cards"] for hand in result["hands"]] == [["As", "Ks", "Qs", "9s"], ["Ah", "Kh", "Jh", "9h"]]
    assert [hand["category"] for hand in result["hands"]] == ["four-card flush"] * 2
    assert result["readings"]["678a-R2"] == "flush-cards"


@pytest.mark.parametrize(
    ("game", "better", "worse", "board"),
    [
        ("high-card-flush", "As Ks Qs 9s 4d 3d 2c", "Ah Kh Jh 9h 4c 3c 2d", ""),
        ("high-card-flush", "2s 3s 4s 5s 9d 7d 6c", "Ah Kh Qh 9c 8c 3c 2d", ""),
        ("heads-up-holdem", "8h Ks", "4d Qs", "9c 7s 5h 5s 3c"),
        ("heads-up-holdem", "2h 3c 4d 5s 6h", "Ah 2c 3d 4s 5h", ""),
        ("ultimate-texas-holdem", "8h Ks", "4d Qs", "9c 7s 5h 5s 3c"),
        ("saigon-5-card", "Kc Qd Jh Ts 5c", "2c 4d 4h Js Ad", ""),
    ],
)
def test_the_other_way_round(game: str, better: str, worse: str, board: str) -> None:
    """Turned round, the result is negated, and the reason and the paragraphs stay."""
    on = ("--board", board) if board else ()
    one, other = (json_of("compare", game, *hands, *on) for hands in ((better, worse), (worse, better)))
    assert (one["result"], other["result"]) == (1, -1)
    assert one["cites"] == other["cites"]
    assert one["hands"] == other["hands"][::-1]
    if game != "saigon-5-card" or "first" not in one["reason"]:
        assert one["reason"] == other["reason"]


def test_across_categories_both_paragraphs() -> None:
    result = json_of("compare", "high-card-flush", "2s 3s 4s 5s 9d 7d 6c", "Ah Kh Qh 9c 8c 3c 2d")
    assert result["cites"] == ["678a.6(b)(4)", "678a.6(b)(5)"]
    assert "four-card flush over three-card flush" in result["reason"]


def test_tie() -> None:
    result = json_of("compare", "heads-up-holdem", "Qc 5h", "5d Jd", "--board", "9c Kh Kd 9s Ah")
    assert (result["result"], result["cites"]) == (0, ["677a.6(c)"])
    assert "K-K-9-9-A" in result["reason"]


@pytest.mark.parametrize(
    ("first", "second", "expected", "cite"),
    [
        ("Kc Qd Jh Ts 5c", "2c 4d 4h Js Ad", 1, "680a.6(b)"),  # 5 against 1
        ("Kc Qd Jh 9s 9c", "Ks Qh Jd 9h 9d", 0, "680a.6(b)"),  # 8 against 8
        ("Kc Qd Jh Ts 5c", "2c 2d 2h 2s 3c", 1, "680a.1"),  # 5 against a hand that does not qualify
        ("2c 2d 2h 2s 3c", "Kc Qd Jh Ts 5c", -1, "680a.1"),
        ("2c 2d 2h 2s 3c", "3d 3h 3s 4c 4d", -1, "680a.1"),  # 3, 3 and 4 are 10: it qualifies
    ],
)
def test_saigon_by_point_count_and_qualification(first: str, second: str, expected: int, cite: str) -> None:
    result = json_of("compare", "saigon-5-card", first, second)
    assert result["result"] == expected
    assert cite in result["cites"]
    if cite == "680a.6(b)":
        assert "Point Count" in result["reason"]


def test_saigon_neither_qualifies_is_a_tie() -> None:
    result = json_of("compare", "saigon-5-card", "2c 2d 2h 2s 3c", "3d 9h 9s 9c 9d")
    assert (result["result"], result["cites"]) == (0, ["680a.1"])


def test_text() -> None:
    printed = text_of("compare", "high-card-flush", "As Ks Qs 9s 4d 3d 2c", "Ah Kh Jh 9h 4c 3c 2d")
    assert printed.startswith("The first hand is higher: ")
    assert "queen against jack  (§ 678a.6(c))" in printed
    assert "A♠ K♠ Q♠ 9♠" in printed
    assert "A♥ K♥ J♥ 9♥" in printed


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("high-card-flush", "As Ks Qs 9s 4d 3d 2c"), ("second hand", "0 cards")),
        (("high-card-flush", "As Ks Qs 9s 4d 3d 2c", "As Kh Jh 9h 4c 3c 2d"), ("As", "first hand", "second hand")),
        (("heads-up-holdem", "Ah Kh", "Ad Kd"), ("first hand", "board of 5")),
        (("heads-up-holdem", "Ah Kh", "Ad zz", "--board", "2c 3c 4c 5c 6c"), ("second hand, column 4", "'zz'")),
        (("saigon-5-card", "Jk 2s 5d 9c Kh", "Jk 2d 5c 9h Kd"), ("Jk stands twice",)),
    ],
)
def test_refused(arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    refusal = refused("compare", *arguments)
    for word in words:
        assert word in refusal
