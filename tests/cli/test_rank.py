"""``tablegames rank``: the JSON that others rely on, to the letter, the text beside it, and what a cold start imports."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import tablegames
from tests.cli import json_of, refused, text_of

FLUSH_HAND = "As Ks Qs 9s 4d 3d 2c"


def test_high_card_flush_shape() -> None:
    result = json_of("rank", "high-card-flush", FLUSH_HAND)
    readings = result.pop("readings")
    assert result == {
        "game": "high-card-flush",
        "cards": ["As", "Ks", "Qs", "9s", "4d", "3d", "2c"],
        "rank": {"category": "four-card flush", "cards": ["As", "Ks", "Qs", "9s"], "cites": ["678a.6(b)(4)"]},
        "straight_flush": {
            "category": "three-card straight flush",
            "cards": ["As", "Ks", "Qs"],
            "cites": ["678a.6(d)(5)"],
        },
    }
    assert readings["678a-R1"] == "ace-high-only"
    assert all(id_.startswith("678a-R") for id_ in readings)


def test_high_card_flush_straight_flush_is_null_below_three_cards() -> None:
    result = json_of("rank", "high-card-flush", "As Ks 9s 7s 4d 3d 2c")
    assert "straight_flush" in result
    assert result["straight_flush"] is None


def test_high_card_flush_category_is_given_whether_or_not_it_pays() -> None:
    """Five-dollar progressive has no three-card row; the category does not depend on the table chosen."""
    chosen = json_of("rank", "high-card-flush", FLUSH_HAND, "--paytable", "progressive=five-dollar")
    assert chosen["straight_flush"]["category"] == "three-card straight flush"


@pytest.mark.parametrize(
    ("hand", "category", "paragraph"),
    [
        ("As Ks Qs 9s 5s 3s 2s", "seven-card flush", "678a.6(b)(1)"),
        ("As Ks Qs 9s 5s 3s 2c", "six-card flush", "678a.6(b)(2)"),
        ("As Ks Qs 9s 5s 3d 2c", "five-card flush", "678a.6(b)(3)"),
        ("As Ks Qs 9d 5d 3d 2c", "three-card flush", "678a.6(b)(5)"),
        ("As Ks Qd 9d 5h 3h 2c", "two-card flush", "678a.6(b)(6)"),
    ],
)
def test_high_card_flush_categories(hand: str, category: str, paragraph: str) -> None:
    rank = json_of("rank", "high-card-flush", hand)["rank"]
    assert (rank["category"], rank["cites"]) == (category, [paragraph])


def test_heads_up_holdem_shape() -> None:
    result = json_of("rank", "heads-up-holdem", "Ah Kh", "--board", "Qh Jh Th 2c 3d")
    assert result["game"] == "heads-up-holdem"
    assert result["rank"] == {
        "category": "royal flush",
        "cards": ["Ah", "Kh", "Qh", "Jh", "Th"],
        "cites": ["677a.6(b)(1)"],
    }
    assert result["cards"] == ["Ah", "Kh"]
    assert result["board"] == ["Qh", "Jh", "Th", "2c", "3d"]
    assert set(result["readings"]) == {f"677a-R{number}" for number in range(1, 7)}


@pytest.mark.parametrize("game", ["heads-up-holdem", "ultimate-texas-holdem"])
def test_holdem_five_cards_without_a_board_and_high_card(game: str) -> None:
    rank = json_of("rank", game, "2c 9d Kh 7s 4c")["rank"]
    assert rank["category"] == "high card"
    assert rank["cards"] == ["Kh", "9d", "7s", "4c", "2c"]
    assert rank["cites"] == ["677a.6(c)" if game == "heads-up-holdem" else "653a.6(c)"]


@pytest.mark.parametrize(
    ("hand", "category", "row"),
    [
        ("9h 8h 7h 6h 5h", "straight flush", 2),
        ("9h 9c 9d 9s 5h", "four-of-a-kind", 3),
        ("9h 9c 9d 5s 5h", "full house", 4),
        ("Ah Jh 9h 6h 5h", "flush", 5),
        ("9h 8c 7h 6h 5h", "straight", 6),
        ("9h 9c 9d 6s 5h", "three-of-a-kind", 7),
        ("9h 9c 6d 6s 5h", "two pair", 8),
        ("9h 9c 7d 6s 5h", "pair", 9),
    ],
)
def test_heads_up_holdem_categories_in_the_words_of_the_seed(hand: str, category: str, row: int) -> None:
    rank = json_of("rank", "heads-up-holdem", hand)["rank"]
    assert (rank["category"], rank["cites"]) == (category, [f"677a.6(b)({row})"])


def test_heads_up_holdem_on_the_flop_and_the_turn() -> None:
    assert json_of("rank", "heads-up-holdem", "Ah Kh", "--board", "Ac 2d 3s")["rank"]["category"] == "pair"
    assert json_of("rank", "heads-up-holdem", "Ah Kh", "--board", "Ac 2d 3s Kc")["rank"]["category"] == "two pair"


def test_saigon_shape() -> None:
    result = json_of("rank", "saigon-5-card", "Jk 2s 5d 9c Kh")
    assert result["qualifies"] is True
    assert result["point_count"] == 9
    assert result["settings"]
    for setting in result["settings"]:
        assert list(setting) == ["three", "two", "joker", "point_count"]
        assert sorted(setting["three"] + setting["two"]) == sorted(["Jk", "2s", "5d", "9c", "Kh"])
        assert (len(setting["three"]), len(setting["two"])) == (3, 2)
    best = result["settings"][0]
    assert best["joker"] == 3
    assert best["point_count"] == 9
    assert (set(best["three"]), set(best["two"])) == ({"Jk", "2s", "5d"}, {"9c", "Kh"})
    counts = [setting["point_count"] for setting in result["settings"]]
    assert counts == sorted(counts, reverse=True)
    assert set(result["bonus"]) == {"category", "cards", "cites"}
    assert result["bonus"]["category"] is None


def saigon_settings(hand: str) -> set[tuple[frozenset[str], int]]:
    """Each qualifying pair of two cards with its count, by § 680a.6(a) and (b), the joker as its holder likes."""
    cards = hand.split()
    found: set[tuple[frozenset[str], int]] = set()
    for i in range(5):
        for j in range(i + 1, 5):
            best = 0
            for joker in (3, 6, 9):
                worth = [
                    joker if c == "Jk" else 1 if c[0] == "A" else min(10, "??23456789TJQK".index(c[0])) for c in cards
                ]
                pair = worth[i] + worth[j]
                if sum(worth) - pair in (10, 20, 30):
                    best = max(best, pair - 10 if pair > 10 else pair)
            if best:
                found.add((frozenset((cards[i], cards[j])), best))
    return found


@pytest.mark.parametrize(
    "hand", ["Jk 2s 5d 9c Kh", "Jk As Ad Ac Ah", "4s 6s Tc 3h 2h", "2c 2d 2h 2s 3c", "Jk Ks Qs Js Ts", "5c 5d Th 9s Ac"]
)
def test_saigon_lists_every_qualifying_setting(hand: str) -> None:
    result = json_of("rank", "saigon-5-card", hand)
    listed = {(frozenset(setting["two"]), setting["point_count"]) for setting in result["settings"]}
    assert listed == saigon_settings(hand)
    assert result["qualifies"] == bool(listed)
    assert result["point_count"] == max((count for _, count in listed), default=None)


def test_saigon_bonus_names_its_row() -> None:
    bonus = json_of("rank", "saigon-5-card", "Ks Qs Js Ts Jk")["bonus"]
    assert bonus["category"] == "royal flush with a joker"
    assert sorted(bonus["cards"]) == sorted(["Ks", "Qs", "Js", "Ts", "Jk"])
    assert bonus["cites"] == ["680a.6(c)(3)"]
    natural = json_of("rank", "saigon-5-card", "As Ks Qs Js Ts")["bonus"]
    assert (natural["category"], natural["cites"]) == ("royal flush with no joker", ["680a.6(c)(2)"])


def test_text_names_category_cards_and_paragraphs() -> None:
    printed = text_of("rank", "high-card-flush", FLUSH_HAND)
    assert "four-card flush  A♠ K♠ Q♠ 9♠  (§ 678a.6(b)(4))" in printed
    assert "three-card straight flush  A♠ K♠ Q♠  (§ 678a.6(d)(5))" in printed
    assert "678a-R1 ace-high-only" in printed
    saigon = text_of("rank", "saigon-5-card", "Jk 2s 5d 9c Kh")
    assert "qualifies: yes" in saigon
    assert "point count: 9" in saigon
    assert "joker" in saigon
    assert "bonus: none" in saigon


def test_notation_of_every_kind_is_read() -> None:
    hands = (FLUSH_HAND, "A♠ K♠ Q♠ 9♠ 4♦ 3♦ 2♣", "as,ks,qs,9s,4d,3d,2c", "AsKsQs9s4d3d2c", "AS, KS  QS 9S 4D 3D 2C")
    assert len({json.dumps(json_of("rank", "high-card-flush", hand)) for hand in hands}) == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("high-card-flush", "As Ks Qs 9s 4d 3d"), ("6 cards", "7 cards", "678a-T1")),
        (("high-card-flush", FLUSH_HAND + " 5c"), ("8 cards", "7 cards")),
        (("high-card-flush", ","), ("0 cards", "7 cards")),
        (("high-card-flush", FLUSH_HAND, "--board", "5c"), ("board of 1",)),
        (("saigon-5-card", "Jk 2s 5d 9c"), ("4 cards", "5 cards")),
        (("heads-up-holdem", "Ah Kh"), ("2 cards", "board of 5")),
        (("heads-up-holdem", "Ah Kh Qh"), ("3 cards",)),
        (("no-such-game", FLUSH_HAND), ("'no-such-game'", "high-card-flush")),
        (("high-card-flush", FLUSH_HAND, "--reading", "678a-R1=low"), ("678a-R1", "'low'", "ace-high-only or ace-low")),
        (("high-card-flush", FLUSH_HAND, "--reading", "678a-R99=low"), ("'678a-R99'", "678a-R1")),
        (("high-card-flush", FLUSH_HAND, "--reading", "678a-R1"), ("'678a-R1'", "ID=CHOICE")),
        (("high-card-flush", FLUSH_HAND, "--paytable", "flush-bonus=Z"), ("flush-bonus", "'Z'", "A, B, C")),
        (("high-card-flush", FLUSH_HAND, "--paytable", "bonus=A"), ("'bonus'", "flush-bonus")),
        (("high-card-flush", FLUSH_HAND, "--paytable", "flush-bonus=A", "--paytable", "flush-bonus=B"), ("twice",)),
        (("high-card-flush", FLUSH_HAND, "--submission", "/nonexistent.toml"), ("/nonexistent.toml",)),
    ],
)
@pytest.mark.parametrize("form", ["text", "json"])
def test_refused(arguments: tuple[str, ...], words: tuple[str, ...], form: str) -> None:
    refusal = refused("rank", *arguments, "--format", form)
    for word in words:
        assert word in refusal


@pytest.mark.parametrize("form", ["text", "json"])
def test_cold_start_imports_nothing_heavy(form: str) -> None:
    """Ranking a hand in a fresh process loads no numerics, no validation and no web framework."""
    heavy = {"numpy", "numba", "llvmlite", "pydantic", "fastapi", "starlette", "uvicorn", "jinja2", "sqlalchemy"}
    script = (
        "import sys\n"
        f"sys.argv = ['tablegames', 'rank', 'high-card-flush', {FLUSH_HAND!r}, '--format', {form!r}]\n"
        "from tablegames.cli import main\n"
        "try:\n    main()\nexcept SystemExit as done:\n    assert not done.code, done.code\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        env={"PYTHONPATH": str(Path(tablegames.__path__[0]).parent), "PYTHONIOENCODING": "utf-8"},
    )
    loaded = set(done.stderr.split())
    assert "tablegames" in loaded
    assert "four-card flush" in done.stdout
    assert not heavy & loaded
