"""``-``: one item a line, each answered in its place, a bad one without harm to the others."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cli import batch, json_of, refused, run

GOOD, OTHER = "As Ks Qs 9s 4d 3d 2c", "Ah Kh Jh 9h 4c 3c 2d"
ITEM: dict[str, Any] = {
    "player": "Ah 4h",
    "dealer": "4s 4d",
    "board": "Kh 9h 8h 2c 3d",
    "bets": {"ante": "10", "odds": "10", "raise": "20"},
}


def item(**changes: Any) -> str:
    """The good item with changes, as a line; a change to None leaves the key out."""
    return json.dumps({key: value for key, value in (ITEM | changes).items() if value is not None})


def settle(*lines: str) -> tuple[int, list[Any]]:
    """A batch of Heads-Up Hold 'Em settlements."""
    return batch("settle", "heads-up-holdem", "-", lines=list(lines))


def error(*lines: str) -> str:
    """The message of the one error that a batch of one line gives."""
    code, (result,) = settle(*lines)
    assert code == 1
    assert set(result) == {"line", "error"}, result
    message: str = result["error"]["message"]
    return message


def test_rank_gives_the_same_as_one_by_one() -> None:
    code, results = batch("rank", "high-card-flush", "-", lines=[GOOD, OTHER])
    assert code == 0
    assert results == [json_of("rank", "high-card-flush", hand) for hand in (GOOD, OTHER)]


def test_rank_with_a_board_a_line_or_one_for_all() -> None:
    by_line = batch("rank", "heads-up-holdem", "-", lines=["Ah Kh | Qh Jh Th 2c 3d", "2h 3c 4d 5s 6h"])
    assert by_line[0] == 0
    assert [result["rank"]["category"] for result in by_line[1]] == ["royal flush", "straight"]
    code, results = batch(
        "rank", "heads-up-holdem", "-", "--board", "Qh Jh Th 2c 3d", lines=["Ah Kh", "9h 8h", "Ah Kh | 2s 2d 2h"]
    )
    assert code == 0
    assert [result["rank"]["category"] for result in results] == ["royal flush", "straight flush", "three-of-a-kind"]


def test_bad_lines_stand_in_their_place() -> None:
    lines = [GOOD, "nonsense", "", GOOD + " 5c", "As | Ks | Qs", OTHER, "As As Qs 9s 4d 3d 2c"]
    code, results = batch("rank", "high-card-flush", "-", lines=lines)
    assert code == 1
    assert [result.get("line") for result in results] == [None, 2, 4, 5, None, 7]
    assert [set(result) == {"line", "error"} for result in results] == [False, True, True, True, False, True]
    assert results[0] == json_of("rank", "high-card-flush", GOOD)
    assert results[4] == json_of("rank", "high-card-flush", OTHER)
    assert results[1]["error"]["column"] == 1
    assert results[2]["error"]["cites"] == ["678a-T1"]
    for result in results:
        if "error" in result:
            assert set(result["error"]) <= {"message", "column", "cites"}


def test_column_counts_from_the_start_of_the_line() -> None:
    _, results = batch(
        "compare", "heads-up-holdem", "-", lines=["Ah Kh | Ad Kx | Qh Jh Th 2c 3d", "Ah Kh | Ad Kd | Qh Jh Th 2c 1d"]
    )
    assert [result["error"]["column"] for result in results] == [12, 29]
    assert "column 12" in results[0]["error"]["message"]


def test_text_form_keeps_line_numbers() -> None:
    answer = run("rank", "high-card-flush", "-", stdin=f"{GOOD}\n\nnonsense\n{OTHER}\n".encode())
    assert (answer.code, answer.err) == (1, "")
    first, second, third = answer.out.splitlines()
    assert first.startswith("1: ")
    assert "four-card flush" in first
    assert second.startswith("3: refused: ")
    assert third.startswith("4: ")


def test_lines_that_are_not_utf8() -> None:
    code, results = batch("rank", "high-card-flush", "-", lines=b"\xff\xfe\n" + GOOD.encode() + b"\nAs \x80\n\x00\n")
    assert code == 1
    assert [result.get("line") for result in results] == [1, None, 3, 4]
    assert "not UTF-8" in results[0]["error"]["message"]
    assert results[2]["error"]["column"] == 4


def test_byte_order_mark_and_windows_line_ends() -> None:
    code, results = batch("rank", "high-card-flush", "-", lines=b"\xef\xbb\xbf" + f"{GOOD}\r\n{OTHER}\r\n".encode())
    assert (code, len(results)) == (0, 2)


def test_nothing_gives_nothing() -> None:
    for command in (("rank",), ("compare",), ("settle",)):
        answer = run(*command, "high-card-flush", "-", stdin=b"\n \n")
        assert answer == (0, "", "standard input is empty: nothing was asked\n")


def test_compare() -> None:
    code, results = batch("compare", "high-card-flush", "-", lines=[f"{GOOD} | {OTHER}", GOOD, f"{OTHER}|{GOOD}"])
    assert code == 1
    assert [result.get("result") for result in results] == [1, None, -1]
    assert "HAND | HAND" in results[1]["error"]["message"]
    code, results = batch("compare", "heads-up-holdem", "-", lines=["Qc 5h | 5d Jd | 9c Kh Kd 9s Ah"])
    assert (code, results[0]["result"]) == (0, 0)


def test_settle_gives_the_same_as_one_by_one() -> None:
    code, (result,) = settle(item())
    assert code == 0
    alone = json_of(
        "settle", "heads-up-holdem", "--player", "Ah 4h", "--dealer", "4s 4d", "--board", "Kh 9h 8h 2c 3d",
        "--bet", "ante=10", "--bet", "odds=10", "--bet", "raise=20",
    )  # fmt: skip
    assert result == alone


def test_settle_items_of_every_kind() -> None:
    fold = item(bets={"ante": "10", "odds": "10"}, fold=True, dealer=None)
    listed = item(player=["Ah", "4h"], board=["Kh", "9h", "8h", "2c", "3d"])
    numbers = (
        '{"player":"Ah 4h","dealer":"4s 4d","board":"Kh 9h 8h 2c 3d","bets":{"ante":10,"odds":10.00,"raise":20.0}}'
    )
    seats = item(
        player=None,
        bets=None,
        seats=[
            "Ah 4h; ante=10; odds=10; raise=20",
            {"player": "Qc Qd", "bets": {"ante": "5", "odds": "5"}, "fold": True},
        ],
    )
    code, results = settle(item(), fold, listed, numbers, seats)
    assert code == 0
    assert results[1]["net"] == "-20.00"
    assert results[2] == results[3] == results[0]
    assert [seat["net"] for seat in results[4]["seats"]] == ["45.00", "-10.00"]
    assert results[4]["house_net"] == "-35.00"


def test_settle_meters_and_set_hands() -> None:
    six = {"player": "Ks Qs Js Ts 9s 8s 2c", "bets": {"ante": "10", "progressive": "1"}, "fold": True}
    code, (hit,) = batch(
        "settle", "high-card-flush", "-", "--paytable", "progressive=one-dollar",
        lines=[json.dumps(six | {"meters": {"progressive": "1000"}})],
    )  # fmt: skip
    assert (code, hit["meters"]) == (0, {"progressive": "500.00"})
    saigon = {"player": "2s 9c Jk / 5d Kh", "dealer": "2c 4d 4h Js Ad", "bets": {"ante": "10"}}
    code, (as_set,) = batch("settle", "saigon-5-card", "-", lines=[json.dumps(saigon)])
    assert (code, as_set["facts"]["player_count"]) == (0, 5)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{", ("not a JSON object",)),
        ("[]", ("one JSON object",)),
        ("null", ("one JSON object",)),
        ('"text"', ("one JSON object",)),
        ("12", ("one JSON object",)),
        ("[" * 100_000, ("nested",)),
        ("1" * 5_000, ("one JSON object",)),
        (item(hand="As"), ("'hand'", "player")),
        (item(player=True), ("player is not text",)),
        (item(player=12), ("player", "'12'")),
        (item(player={"a": 1}), ("player is not text",)),
        (item(board=["Kh", True]), ("board is not text",)),
        (item(bets=["ante"]), ("bets are an object",)),
        (item(bets={"ante": True}), ("bets are an object",)),
        (item(bets={"ante": {}}), ("bets are an object",)),
        (item(bets={"ante": "1e3", "odds": "10"}), ("ante", "'1e3'")),
        ('{"player":"Ah 4h","bets":{"ante":1e3}}', ("ante", "'1e3'")),
        ('{"player":"Ah 4h","bets":{"ante":NaN}}', ("ante", "'NaN'")),
        ('{"player":"Ah 4h","bets":{"ante":-5}}', ("ante", "'-5'")),
        ('{"player":"Ah 4h","bets":{"ante":2.011}}', ("ante", "'2.011'")),
        (item(fold="yes"), ("fold",)),
        (item(fold=1), ("fold",)),
        (item(seats=[]), ("leave out player",)),
        (item(player=None, bets=None, seats=[]), ("0 seats",)),
        (item(player=None, bets=None, seats={}), ("seats is not a list",)),
        (item(player=None, bets=None, seats=[True]), ("a seat",)),
        (item(player=None, bets=None, seats=[{"cards": "Ah 4h"}]), ("a seat",)),
        (item(meters={"progressive": "1"}), ("has none",)),
        (item(meters=5), ("meters are an object",)),
        (item(board="Kh 9h 8h"), ("3 community cards", "5 are needed")),
        (item(dealer=None), ("dealer has 0 cards",)),
        (item(dealer="4s Ah"), ("Ah stands twice", "player card 1", "dealer card 2")),
    ],
)
def test_settle_refuses(line: str, words: tuple[str, ...]) -> None:
    message = error(line)
    for word in words:
        assert word in message


def test_settle_continues_after_a_bad_line() -> None:
    code, results = settle("{", item(), item(board="Kh"), item())
    assert code == 1
    assert [result.get("line") for result in results] == [1, None, 3, None]
    assert results[1] == results[3]


@pytest.mark.parametrize(
    "option",
    [
        ("--player", "Ah 4h"),
        ("--dealer", "4s 4d"),
        ("--bet", "ante=10"),
        ("--fold",),
        ("--seat", "x"),
        ("--paid", "ante=1"),
    ],
)
def test_settle_takes_no_cards_beside_the_lines(option: tuple[str, ...]) -> None:
    assert "standard input" in refused("settle", "heads-up-holdem", "-", *option, stdin=item().encode())


@pytest.mark.parametrize("option", [("--board", "2h 3h 4h 5h 6h"), ("--meter", "progressive=5")])
def test_settle_ignores_no_option(option: tuple[str, ...]) -> None:
    """An option that is not used must not look as if it were: this item has another board, and the game no meter."""
    assert refused("settle", "heads-up-holdem", "-", *option, stdin=item().encode())


def test_compare_ignores_no_hand() -> None:
    assert refused("compare", "high-card-flush", "-", OTHER, stdin=f"{GOOD} | {OTHER}".encode())


@pytest.mark.parametrize(
    "line",
    [
        '{"player":"Ah 4h","dealer":"4s 4d","board":"Kh 9h 8h 2c 3d","bets":{"ante":"10","ante":"20","odds":"20","raise":"20"}}',
        '{"player":"Ah 4h","player":"Ad 5h","dealer":"4s 4d","board":"Kh 9h 8h 2c 3d","bets":{"ante":"10","odds":"10","raise":"10"}}',
    ],
)
def test_settle_refuses_a_key_that_stands_twice(line: str) -> None:
    """``--bet ante=10 --bet ante=20`` is refused; the same in JSON must be, for one of the two wagers is dropped."""
    assert "twice" in error(line)


@pytest.mark.parametrize("key", ["dealer", "board", "meters", "seats"])
def test_settle_drops_nothing_that_a_seat_says(key: str) -> None:
    seat = {"player": "Ah 4h", "bets": ITEM["bets"], key: "9s 9d"}
    assert key in error(item(player=None, bets=None, seats=[seat]))


@pytest.mark.parametrize("name", ["ante\n2: Ah 4h: net 99999.00", "ante\r2: forged", "\x1b[2Jante", "ante\u2028x"])
def test_text_form_cannot_be_forged_by_a_name(name: str) -> None:
    """One line of input gives one line of output, without control characters."""
    answer = run("settle", "heads-up-holdem", "-", stdin=item(bets={name: "x"}).encode())
    assert answer.code == 1
    assert len(answer.out.splitlines()) == 1
    assert answer.out.removesuffix("\n").isprintable()
