"""Cells of the dealer and the board that are empty in rows on which no money depends: the round's other rows have the cards."""

from __future__ import annotations

from pathlib import Path

import pyarrow.csv as arrow_csv
import pyarrow.parquet as pq
import pytest

from tablegames.games import game_named
from tests.audit import audited, write_csv

HEAD = (
    "version,game,round,seat,player,dealer,board,fold,status,bet_ante,paid_ante,bet_odds,paid_odds,bet_raise,paid_raise"
)
DEALER, BOARD = "6c6h", "2d3d4d5dKc"
RULES = game_named("heads-up-holdem").default_rules()


def logged(path: Path, form: str, *rows: str) -> Path:
    """A log of Heads-Up Hold 'Em in a format."""
    written = Path(write_csv(path / "log.csv", HEAD, [f"1,heads-up-holdem,{row}" for row in rows]))
    if form == "csv":
        return written
    text = dict.fromkeys(HEAD.split(",")[4:], "string")
    table = arrow_csv.read_csv(written, convert_options=arrow_csv.ConvertOptions(column_types=text))
    pq.write_table(table, path / "log.parquet")
    return path / "log.parquet"


def won(seat: int, *, ante: str = "10", dealer: str = DEALER, board: str = BOARD) -> str:
    """A-2-3-4-5 of diamonds against a pair of sixes: Odds 50 to 1."""
    return f"1,{seat},Ad9h,{dealer},{board},0,,10,{ante},10,500,30,30"


def folded(seat: int, cards: str, dealer: str, board: str, *, fold: str = "1", status: str = "") -> str:
    return f"1,{seat},{cards},{dealer},{board},{fold},{status},10,-10,10,-10,,"


@pytest.mark.parametrize("form", ["csv", "parquet"])
@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize(
    ("dealer", "board"), [("", ""), ("XxXx", "XxXxXxXxXx"), ("", BOARD), (DEALER, ""), ("6h6c", "")]
)
@pytest.mark.parametrize("cards", ["", "7c7s"])
def test_a_gap_does_not_hide_the_payments_of_its_neighbours(
    cards: str, dealer: str, board: str, first: bool, form: str, tmp_path: Path
) -> None:
    rows = [folded(1, cards, dealer, board), won(2, ante="60")] if first else [won(1, ante="60"), folded(2, cards, dealer, board)]  # fmt: skip
    found, kept = audited(logged(tmp_path, form, *rows), RULES)
    assert found.by_kind == {"win overpaid": 1}
    assert [(record["wager"], record["seat"], record["difference"]) for record in kept] == [("ante", 1 + first, "50.00")]  # fmt: skip


@pytest.mark.parametrize("form", ["csv", "parquet"])
@pytest.mark.parametrize(
    ("dealer", "board", "kind"),
    [
        ("6c6d", "", "dealer's hand differs between seats"),
        ("", "2d3d4d5dKs", "board differs between seats"),
        ("Xx", "", "wrong number of cards"),
        ("", "XxXxXx", "wrong number of cards"),
    ],
)
def test_other_cards_are_a_difference(dealer: str, board: str, kind: str, form: str, tmp_path: Path) -> None:
    found, kept = audited(logged(tmp_path, form, won(1), folded(2, "", dealer, board)), RULES)
    assert found.by_kind == {kind: 1}
    if kind == "wrong number of cards":
        place, given, needed = ("dealer", 1, 2) if dealer else ("board", 3, 5)
        assert str(kept[0]["reason"]).startswith(f"{place} has {given} Xx, {needed} are needed: one for each card")


def test_a_card_of_a_folded_seat_is_compared_with_the_cards_that_fill_the_gap(tmp_path: Path) -> None:
    found, kept = audited(logged(tmp_path, "csv", folded(1, "6c7s", "", ""), won(2)), RULES)
    assert found.by_kind == {"card with the dealer too": 1}
    assert "6c stands twice" in str(kept[0]["reason"])


def test_a_seat_that_stays_in_needs_the_cards(tmp_path: Path) -> None:
    """Money depends on them: nothing is taken from a neighbour."""
    for row, kind in ((won(2, dealer=""), "dealer's hand differs between seats"), (won(2, board=""), "wrong number of cards")):  # fmt: skip
        found, _ = audited(logged(tmp_path, "csv", folded(1, "", DEALER, BOARD), row), RULES)
        assert found.by_kind == {kind: 1}


def test_a_round_is_not_filled_from_the_round_beside_it(tmp_path: Path) -> None:
    rows = [folded(1, "", "", ""), won(1).replace("1,", "2,", 1), folded(2, "", "", "").replace("1,", "2,", 1)]
    found, _ = audited(logged(tmp_path, "csv", *rows), RULES)
    assert found.clean
    assert found.number("hidden") == 2


@pytest.mark.parametrize("status", ["dead", "void"])
def test_rows_that_are_not_played_may_have_gaps_too(status: str, tmp_path: Path) -> None:
    other = won(2) if status == "dead" else f"1,2,Ad9h,{DEALER},{BOARD},0,void,10,0,10,0,,"
    found, _ = audited(logged(tmp_path, "csv", f"1,1,7c7s,,,0,{status},10,0,10,0,,", other), RULES)
    assert found.clean
