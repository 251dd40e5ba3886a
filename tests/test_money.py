"""Money: amounts, odds, paytables and rounding; exact, round-tripped, and refused where the form is another."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablegames.asks.submission import load_submission
from tablegames.core.law import Refused, Source
from tablegames.core.money import (
    Amount,
    Award,
    Direction,
    Fixed,
    MeterShare,
    Odds,
    Paytable,
    Rounding,
    TableForm,
    Unit,
    format_amount,
    make_paytable,
    needs_stake,
    parse_amount,
    parse_award,
)
from tablegames.core.wagers import Result, exact_text, rounding_note, won
from tablegames.games import GAMES, game_named

# --- amounts ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "cents"),
    [("2.01", 201), ("10", 1_000), ("0.5", 50), ("0.05", 5), ("0", 0), ("007", 700), ("999999999.99", 99_999_999_999)],
)
def test_case_26_amounts(text: str, cents: int) -> None:
    assert parse_amount(text) == cents


@pytest.mark.parametrize(
    "text",
    [
        "2.011", "1e3", "1E3", "1_0", "NaN", "nan", "inf", "Infinity", "", " ", " 1", "1 ", "1\n", "-1", "+1", "1.", ".5",
        "1..0", "1.0.0", "1,000", "1,5", "0x10", "1/2", "$1", "1000000000", "ten",
        "٣", "1.٣", "１０", "10．5", "²", "Ⅷ", "1\u00a0", "1\u066b5",
    ],
)  # fmt: skip
def test_case_26_amounts_refused(text: str) -> None:
    with pytest.raises(Refused, match=r"^wager ante: .* is not an amount: digits, at most nine") as refused:
        parse_amount(text, what="wager ante")
    assert str(refused.value).isascii()


@given(st.integers(0, 99_999_999_999))
def test_amounts_round_trip(cents: int) -> None:
    text = format_amount(cents)
    assert parse_amount(text) == cents
    assert Fraction(text) == Fraction(cents, 100)
    assert format_amount(-cents) == ("-" + text if cents else text)


@given(st.text(max_size=12) | st.from_regex(r"[0-9]{1,11}(\.[0-9]{0,3})?", fullmatch=True))
def test_an_amount_is_read_exactly_or_refused(text: str) -> None:
    try:
        cents = parse_amount(text)
    except Refused:
        return
    assert text.isascii()
    assert Fraction(cents, 100) == Fraction(text)


# --- odds and other awards --------------------------------------------------------------------------------------------


def test_case_25_for_and_to() -> None:
    to, for_ = parse_award("300 to 1"), parse_award("300 for 1")
    assert isinstance(to, Odds)
    assert isinstance(for_, Odds)
    assert to.net(100) == 30_000, "on top of the stake"
    assert for_.net(100) == 29_900, "the stake inside"
    assert to != for_
    assert Odds(301, 1, Unit.FOR).net(777) == Odds(300).net(777)
    assert Odds(1, 1, Unit.FOR).net(500) == 0, "1 for 1 gives the stake back"
    assert Odds(3, 2).net(201) == Fraction(603, 2)
    assert Odds(3, 2, Unit.FOR).net(201) == Fraction(201, 2)


@pytest.mark.parametrize(
    "text",
    [
        "300", "300:1", "300/1", "300-1", "300 to", "to 1", "3 to 0", "0 to 0", "3 TO 1", "3  to 1", " 3 to 1",
        "3 to 1 ", "-3 to 1", "3.5 to 1", "3 per 1", "300 to one", "1e3 to 1", "٣ to 1", "", "win", "Push",
        "meter", "meter 50", "meter 0%", "meter 101%", "meter -5%", "meter 1e1%", "50%", "meter 50.00001%",
        "meter 100.0001%",
    ],
)  # fmt: skip
def test_award_without_its_unit_is_refused(text: str) -> None:
    with pytest.raises(Refused, match=r"^bonus, flush: .* is not an award with its unit"):
        parse_award(text, what="bonus, flush")


@pytest.mark.parametrize("text", ["amount", "amount ", "amount -1", "amount 1.234", "amount 1e3", "amount  5"])
def test_amount_award_refused(text: str) -> None:
    with pytest.raises(Refused):
        parse_award(text)


@pytest.mark.parametrize("text", ["0 for 1", "1 for 2", "99 for 100"])
def test_odds_that_return_less_than_the_stake_are_refused(text: str) -> None:
    with pytest.raises(Refused, match="returns less than the stake"):
        parse_award(text)


odds = st.builds(Odds, st.integers(0, 999_999_999), st.integers(1, 999_999), st.sampled_from(Unit)).filter(
    lambda award: award.net(1) >= 0
)
shares = st.integers(1, 1_000_000).map(lambda millionths: MeterShare(Fraction(millionths, 1_000_000)))
awards = st.one_of(odds, st.builds(Amount, st.integers(0, 99_999_999_999)), shares, st.sampled_from(Fixed))


@given(awards)
def test_awards_round_trip(award: Award) -> None:
    assert parse_award(str(award)) == award


@given(odds, st.integers(1, 10**11))
def test_odds_are_exact(award: Odds, bet: int) -> None:
    paid = Fraction(award.pays * bet, award.per)
    assert award.net(bet) == (paid if award.unit is Unit.TO else paid - bet)


# --- paytables --------------------------------------------------------------------------------------------------------

FORM = TableForm("bonus", ("bonus",), ("best", "middle", "low", "lowest"), "678a.6(d)", optional=("lowest",))
PROGRESSIVE = TableForm("progressive", ("progressive",), ("best", "middle", "low"), "678a.6(d)", progressive=True)
GOOD = {"best": "100 to 1", "middle": "10 to 1", "low": "3 to 2"}


def table(rows: dict[str, str], form: TableForm = FORM, stake: str = "") -> Paytable:
    """A paytable of some rows."""
    return make_paytable(form, "house", rows, Source.SUBMISSION, "Rules Submission", stake)


def test_a_good_paytable() -> None:
    made = table(dict(reversed(GOOD.items())))
    assert list(made.rows.items()) == [("best", Odds(100)), ("middle", Odds(10)), ("low", Odds(3, 2))]
    assert (made.source, made.basis, made.stake, str(made)) == (
        Source.SUBMISSION,
        "Rules Submission",
        None,
        "bonus house",
    )
    assert made.award("best") == Odds(100)
    assert made.award("lowest") is made.award("anything else") is Fixed.LOSE
    below = TableForm("odds", ("odds",), ("best",), "677a-T8", below=Fixed.PUSH)
    assert table({"best": "1 to 1"}, below).award("pair") is Fixed.PUSH
    assert table(GOOD | {"lowest": "push"}).award("lowest") is Fixed.PUSH
    assert table(dict.fromkeys(GOOD, "2 to 1")).rows, "level rows do not rise"


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ({"best": "100 to 1", "low": "3 to 2"}, "row 'middle' is missing"),
        (GOOD | {"royal": "1 to 1"}, "no row 'royal'; its rows are best, middle, low, lowest"),
        (GOOD | {"low": "11 to 1"}, r"low \(11 to 1\) pays more than middle \(10 to 1\)"),
        (GOOD | {"best": "9 to 1"}, r"middle \(10 to 1\) pays more than best \(9 to 1\)"),
        (GOOD | {"best": "10 for 1"}, r"middle \(10 to 1\) pays more than best \(10 for 1\)"),
        (GOOD | {"lowest": "2 to 1"}, r"lowest \(2 to 1\) pays more than low \(3 to 2\)"),
        (GOOD | {"best": "lose"}, r"middle \(10 to 1\) pays more than best \(lose\)"),
        (GOOD | {"low": "lose", "lowest": "push"}, r"lowest \(push\) pays more than low \(lose\)"),
        (GOOD | {"middle": "10"}, "paytable bonus house, middle: '10' is not an award with its unit"),
        (GOOD | {"middle": "amount 10"}, "'amount 10' is for a progressive"),
        (GOOD | {"middle": "meter 10%"}, "'meter 10%' is for a progressive"),
        ({}, "row 'best' is missing"),
    ],
)
def test_paytables_refused(rows: dict[str, str], words: str) -> None:
    with pytest.raises(Refused, match=words):
        table(rows)


@pytest.mark.parametrize(
    "rows",
    [
        {"best": "meter 10%", "middle": "meter 20%", "low": "amount 5"},
        {"best": "meter 100%", "middle": "amount 5", "low": "amount 6"},
    ],
)
def test_progressive_that_rises_is_refused(rows: dict[str, str]) -> None:
    with pytest.raises(Refused, match="pays more than"):
        table(rows, PROGRESSIVE)


@pytest.mark.parametrize(
    "rows",
    [
        {"best": "amount 5", "middle": "meter 10%", "low": "amount 500"},
        {"best": "meter 10%", "middle": "amount 500", "low": "meter 100%"},
        {"best": "lose", "middle": "amount 5", "low": "amount 5"},
        {"best": "lose", "middle": "meter 100%", "low": "amount 5"},
        {"best": "push", "middle": "amount 5", "low": "lose"},
    ],
)
def test_progressive_that_rises_across_kinds_is_refused(rows: dict[str, str]) -> None:
    with pytest.raises(Refused, match="pays more than"):
        table(rows, PROGRESSIVE)


def test_a_last_row_worse_than_none_is_refused() -> None:
    below = TableForm("odds-winning", ("odds",), ("flush", "straight"), "677a-T8", below=Fixed.PUSH)
    with pytest.raises(Refused):
        table({"flush": "3 to 2", "straight": "lose"}, below)


def test_a_stake() -> None:
    rows = {"best": "meter 100%", "middle": "amount 50", "low": "amount 5"}
    assert table(rows, PROGRESSIVE, "1.00").stake == 100
    with pytest.raises(Refused, match="paytable progressive house, stake: '1e0' is not an amount"):
        table(rows, PROGRESSIVE, "1e0")


@pytest.mark.parametrize(
    ("awards", "needed"),
    [
        (["3 to 2", "300 for 1", "push", "lose"], False),
        (["3 to 2", "amount 5"], True),
        (["3 to 2", "meter 10%"], True),
        ([], False),
    ],
)
def test_what_does_not_grow_with_the_wager_needs_one(awards: list[str], needed: bool) -> None:
    assert needs_stake({str(row): parse_award(award) for row, award in enumerate(awards)}) == needed


def test_a_row_given_twice_is_refused(tmp_path: Path) -> None:
    rows = '"seven-card flush" = "300 to 1"\n"six-card flush" = "100 to 1"\n"five-card flush" = "10 to 1"\n'
    head = 'property = "P"\nversion = "1"\neffective = 2026-12-01\n[games.high-card-flush.paytables.flush-bonus]\n'
    head += 'name = "house"\n[games.high-card-flush.paytables.flush-bonus.rows]\n'
    file = tmp_path / "submission.toml"
    file.write_text(head + rows + '"four-card flush" = "1 to 1"\n', encoding="utf-8")
    game = game_named("high-card-flush")
    assert load_submission(file).rules(game).table("flush-bonus").award("four-card flush") == Odds(1)
    file.write_text(head + rows + '"four-card flush" = "1 to 1"\n"four-card flush" = "2 to 1"\n', encoding="utf-8")
    with pytest.raises(Refused, match="not TOML"):
        load_submission(file)


def test_case_24_each_table_pays_by_its_own() -> None:
    assert any(len(game.paytables(form.slot)) > 1 for game in GAMES for form in game.forms)
    for game in GAMES:
        for form in game.forms:
            tables = list(game.paytables(form.slot).values())
            assert len({tuple(map(str, own.rows.values())) for own in tables}) == len(tables), form.slot
            assert all(own.name in str(own) and form.slot in str(own) for own in tables), (
                "the result names its paytable"
            )


# --- rounding ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cents", "unit", "down", "up", "nearest"),
    [
        (Fraction(603, 2), 1, 301, 302, 302),
        (Fraction(602, 2), 1, 301, 301, 301),
        (Fraction(301, 3), 1, 100, 101, 100),
        (Fraction(302, 3), 1, 100, 101, 101),
        (Fraction(603, 2), 25, 300, 325, 300),
        (Fraction(625, 2), 25, 300, 325, 325),
        (Fraction(300), 25, 300, 300, 300),
        (Fraction(149), 100, 100, 200, 100),
        (Fraction(150), 100, 100, 200, 200),
        (Fraction(1, 3), 100, 0, 100, 0),
        (Fraction(0), 100, 0, 0, 0),
        (Fraction(-1, 2), 1, -1, 0, 0),
        (Fraction(-603, 2), 1, -302, -301, -301),
        (Fraction(-301), 25, -325, -300, -300),
        (Fraction(-25), 25, -25, -25, -25),
    ],
)
def test_rounding(cents: Fraction, unit: int, down: int, up: int, nearest: int) -> None:
    assert Rounding(unit, Direction.DOWN).apply(cents) == down
    assert Rounding(unit, Direction.UP).apply(cents) == up
    assert Rounding(unit, Direction.NEAREST).apply(cents) == nearest
    assert Rounding(unit).apply(cents) == down, "down is the default"


@given(st.fractions(-(10**9), 10**9, max_denominator=10_000), st.integers(1, 10_000))
def test_rounding_brackets(cents: Fraction, unit: int) -> None:
    down, up, nearest = (Rounding(unit, direction).apply(cents) for direction in Direction)
    assert down % unit == up % unit == nearest % unit == 0
    assert down <= cents <= up
    assert up - down == (0 if cents % unit == 0 else unit)
    assert nearest == (up if cents - down >= up - cents else down)


@given(st.integers(1, 10**7), odds, st.sampled_from([1, 5, 25, 100]), st.sampled_from(Direction))
def test_a_line_pays_what_it_says(bet: int, award: Odds, unit: int, direction: Direction) -> None:
    line = won("bonus", bet, "flush", award, Rounding(unit, direction), cites=("678a-T8",), source=Source.PUBLISHED)
    assert line.exact == award.net(bet)
    assert abs(line.net - line.exact) < unit
    assert line.returned == bet + line.net
    assert line.pays == str(award)
    assert (line.result is Result.WIN) == (line.exact > 0)
    assert (line.note == "") == (line.net == line.exact)


@pytest.mark.parametrize(
    ("game_id", "reading"),
    [("high-card-flush", "678a-R5"), ("saigon-5-card", "680a-R8"), ("heads-up-holdem", "677a-R5")],
)
def test_case_41_a_submitted_chip_is_the_reading_in_force(game_id: str, reading: str, tmp_path: Path) -> None:
    file = tmp_path / "submission.toml"
    head = 'property = "P"\nversion = "1"\neffective = 2026-12-01\n'
    file.write_text(f'{head}[games.{game_id}]\nrounding = {{ unit = "0.25", direction = "up" }}\n', encoding="utf-8")
    rules = load_submission(file).rules(game_named(game_id))
    assert rules.rounding == Rounding(25, Direction.UP)
    assert rules.readings[reading] == "chip", "every result prints the readings it used"


def test_rounding_notes() -> None:
    assert rounding_note(Fraction(603, 2), 301) == "exactly 3.015, paid 3.01"
    assert rounding_note(Fraction(301), 301) == ""
    assert exact_text(Fraction(1, 3)) == "1/3 cents"
    assert exact_text(Fraction(-603, 2)) == "-3.015"
    assert exact_text(Fraction(1, 8)) == "0.00125"


@pytest.mark.parametrize(("cents", "text"), [(300, "3.00"), (330, "3.30"), (0, "0.00"), (-1_000, "-10.00")])
def test_exact_text_of_whole_cents(cents: int, text: str) -> None:
    assert exact_text(Fraction(cents)) == text  # as in "exactly 3.00, paid 0.00" where the chip is 5.00


@given(st.integers(-(10**9), 10**9), st.sampled_from([1, 2, 4, 5, 8, 10, 20, 100, 1000]))
def test_exact_text_is_exact(numerator: int, denominator: int) -> None:
    assert Fraction(exact_text(Fraction(numerator, denominator))) == Fraction(numerator, denominator) / 100


def test_case_23_settlement_keeps_the_wager() -> None:
    line = won("odds", 1_000, "winning flush", Odds(3, 2), Rounding(), cites=("677a-T8",), source=Source.PUBLISHED)
    assert (line.bet, line.net, line.returned) == (1_000, 1_500, 2_500)
