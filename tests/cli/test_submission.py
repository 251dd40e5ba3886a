"""``--submission``: a house's own paytables, readings and rounding; every mistake named with its line, nothing computed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli import batch, json_of, refused, text_of

HEAD = 'property = "Example Casino"\nversion = "1"\neffective = 2026-12-01\n'
HOLDEM = (
    "heads-up-holdem", "--player", "Ah 4h", "--dealer", "4s 4d", "--board", "Kh 9h 8h 2c 3d",
    "--bet", "ante=10", "--bet", "odds=10", "--bet", "raise=10",
)  # fmt: skip
FLUSH = "As Ks Qs 9s 4d 3d 2c"


Writer = Callable[[str | bytes], tuple[str, str]]


@pytest.fixture
def submitted(tmp_path: Path) -> Writer:
    """Writes a submission and gives the options that choose it."""

    def write(text: str | bytes) -> tuple[str, str]:
        path = tmp_path / "rules.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return "--submission", str(path)

    return write


def test_published_paytable_and_reading(submitted: Writer) -> None:
    options = submitted(
        HEAD + '[games.heads-up-holdem]\npaytables.odds-losing = "T2"\nreadings."677a-R4" = "forfeit"\n'
    )
    result = json_of("settle", *HOLDEM, *options)
    assert result["paytables"]["odds-losing"] == {"name": "T2", "source": "single-source"}
    assert result["readings"]["677a-R4"] == "forfeit"


def test_own_paytable_in_either_unit(submitted: Writer) -> None:
    """A flush pays 5 to 2 on top of the stake, or 5 for 2 with the stake inside; the line bears the submission's mark."""
    for unit, net, returned in (("to", "25.00", "35.00"), ("for", "15.00", "25.00")):
        rows = f'"royal flush" = "100 to 1"\n"straight flush" = "50 to 1"\n"four-of-a-kind" = "10 to 1"\n"full house" = "3 to 1"\n"flush" = "5 {unit} 2"\n"straight" = "push"\n'
        own = (
            HEAD
            + f'[games.heads-up-holdem.paytables.odds-winning]\nname = "house"\n[games.heads-up-holdem.paytables.odds-winning.rows]\n{rows}'
        )
        result = json_of("settle", *HOLDEM, *submitted(own))
        odds = result["ledger"][1]
        assert (odds["net"], odds["returned"], odds["pays"], odds["source"]) == (
            net,
            returned,
            f"5 {unit} 2",
            "submission",
        )
        assert result["paytables"]["odds-winning"] == {"name": "house", "source": "submission"}
        assert "odds-winning house (submission" in text_of("settle", *HOLDEM, *submitted(own))


def test_own_bonus_table_of_saigon(submitted: Writer) -> None:
    names = (
        "five aces", "royal flush with no joker", "royal flush with a joker", "straight flush", "four-of-a-kind",
        "full house", "flush", "straight", "three-of-a-kind", "two pair",
    )  # fmt: skip
    rows = ", ".join(f'"{name}" = "{20 - 2 * number} to 1"' for number, name in enumerate(names))
    own = HEAD + f'[games.saigon-5-card.paytables.bonus]\nname = "ours"\nrows = {{ {rows} }}\n'
    cards = (
        "saigon-5-card",
        "--player",
        "As Ad Ac Kh Jk",
        "--dealer",
        "2c 4d 4h Js Ah",
        "--bet",
        "ante=10",
        "--bet",
        "bonus=5",
    )
    bonus = json_of("settle", *cards, *submitted(own))["ledger"][1]
    assert (bonus["pays"], bonus["net"], bonus["source"]) == ("12 to 1", "60.00", "submission")
    assert "680a.6(c)(5)" in bonus["cites"]


def test_saigon_table_that_rises_down_the_list_is_refused(submitted: Writer) -> None:
    names = ("five aces", "royal flush with no joker", "royal flush with a joker", "straight flush", "four-of-a-kind")
    rest = ("full house", "flush", "straight", "three-of-a-kind", "two pair")
    rows = ", ".join(f'"{name}" = "{10 + number} to 1"' for number, name in enumerate((*names, *rest)))
    own = HEAD + f'[games.saigon-5-card.paytables.bonus]\nname = "ours"\nrows = {{ {rows} }}\n'
    refusal = refused("rank", "saigon-5-card", "As Ad Ac Kh Jk", *submitted(own))
    assert "royal flush with no joker (11 to 1) pays more than five aces (10 to 1)" in refusal


def test_rounding_to_a_chip(submitted: Writer) -> None:
    odd = ("--bet", "ante=2.01", "--bet", "odds=2.01", "--bet", "raise=2.01")
    paid = {}
    for unit, direction in (("0.25", "up"), ("0.25", "down"), ("1", "nearest"), ("0.01", "up")):
        options = submitted(
            HEAD + f'[games.heads-up-holdem]\nrounding = {{ unit = "{unit}", direction = "{direction}" }}\n'
        )
        paid[unit, direction] = json_of("settle", *HOLDEM[:7], *odd, *options)["ledger"][1]["net"]
    assert paid == {
        ("0.25", "up"): "3.25", ("0.25", "down"): "3.00", ("1", "nearest"): "3.00", ("0.01", "up"): "3.02",
    }  # fmt: skip


def test_options_come_after_the_submission(submitted: Writer) -> None:
    options = submitted(HEAD + '[games.heads-up-holdem]\npaytables.odds-losing = "T2"\n')
    chosen = json_of("settle", *HOLDEM, *options, "--paytable", "odds-losing=none", "--reading", "677a-R4=forfeit")
    assert chosen["paytables"]["odds-losing"]["name"] == "none"
    assert chosen["readings"]["677a-R4"] == "forfeit"


def test_submission_in_a_batch(submitted: Writer) -> None:
    options = submitted(HEAD + '[games.high-card-flush]\nreadings."678a-R1" = "ace-low"\n')
    code, (result,) = batch("rank", "high-card-flush", "-", *options, lines=["As 2s 3s 9h Jd 5c Kd"])
    assert (code, result["straight_flush"]["category"]) == (0, "three-card straight flush")


def test_game_that_is_not_offered(submitted: Writer) -> None:
    refusal = refused("rank", "high-card-flush", FLUSH, *submitted(HEAD + "[games.heads-up-holdem]\n"))
    assert "high-card-flush" in refusal
    assert "Example Casino" in refusal


def test_several_mistakes_are_all_named_with_their_lines(submitted: Writer) -> None:
    text = HEAD + (
        "[games.high-card-flush]\n"  # line 4
        'paytables.flush-bonus = "Z"\n'
        'readings."678a-R99" = "x"\n'
        'readings."678a-R1" = "low"\n'
        'rounding = { unit = "0.00", direction = "down" }\n'
        "[games.bridge]\n"
        "[games.heads-up-holdem]\n"
        'paytables.odds = "A"\n'
        "[games.heads-up-holdem.paytables.trips-plus]\n"  # line 12
        'name = "ours"\n'
        'rows = { "pair" = "1 to 1" }\n'
    )
    refusal = refused("rank", "high-card-flush", FLUSH, *submitted(text))
    for line, words in (
        (5, "'Z'"),
        (6, "678a-R99"),
        (7, "678a-R1"),
        (8, "0.00"),
        (9, "'bridge'"),
        (11, "'odds'"),
        (14, "'pair'"),
    ):
        assert f"line {line}," in refusal
        assert words in refusal


def test_several_mistakes_of_form_are_all_named(submitted: Writer) -> None:
    text = 'property = ""\neffective = "soon"\ncolour = "red"\n[games.high-card-flush]\nreadings = 5\nspeed = 1\n'
    refusal = refused("rank", "high-card-flush", FLUSH, *submitted(text))
    for words in ("line 1, property", "version", "line 2, effective", "line 3, colour", "line 5, ", "line 6, "):
        assert words in refusal


def test_mistakes_of_form_and_of_content_together(submitted: Writer) -> None:
    text = HEAD.replace('version = "1"\n', "") + '[games.high-card-flush]\npaytables.flush-bonus = "Z"\n'
    refusal = refused("rank", "high-card-flush", FLUSH, *submitted(text))
    assert "version" in refusal
    assert "'Z'" in refusal


FLUSH_ROWS = ("seven-card flush", "six-card flush", "five-card flush", "four-card flush")


def own_flush_bonus(*pays: str) -> str:
    """A submission whose Flush Bonus has these pays, one row a line from line 7, as they are written in TOML."""
    rows = "".join(f'"{row}" = {pay}\n' for row, pay in zip(FLUSH_ROWS, pays, strict=False))
    table = "games.high-card-flush.paytables.flush-bonus"
    return HEAD + f'[{table}]\nname = "ours"\n[{table}.rows]\n{rows}'


@pytest.mark.parametrize(
    ("pays", "words"),
    [
        (('"300"', '"100 to 1"', '"10 to 1"', '"1 to 1"'), ("seven-card flush", "'300'", '"3 to 2"')),
        (('"300 to 1"', '"100 to 1"', '"10 to 1"'), ("'four-card flush' is missing",)),
        (('"300 to 1"', '"400 to 1"', '"10 to 1"', '"1 to 1"'), ("six-card flush (400 to 1) pays more", "678a.6(b)")),
        (('"300 to 0"', '"100 to 1"', '"10 to 1"', '"1 to 1"'), ("'300 to 0'",)),
        (('"300 to 1"', '"100 to 1"', '"10 to 1"', '"1 for 2"'), ("less than the stake",)),
        (('"meter 50%"', '"100 to 1"', '"10 to 1"', '"1 to 1"'), ("meter 50%", "progressive")),
        (('"amount 5"', '"100 to 1"', '"10 to 1"', '"1 to 1"'), ("amount 5", "progressive")),
        (('"3.5 to 1"', '"1 to 1"', '"1 to 1"', '"1 to 1"'), ("'3.5 to 1'",)),
        (('"1e3 to 1"', '"1 to 1"', '"1 to 1"', '"1 to 1"'), ("'1e3 to 1'",)),
        (('"-5 to 1"', '"1 to 1"', '"1 to 1"', '"1 to 1"'), ("'-5 to 1'",)),
    ],
)
def test_bad_rows(submitted: Writer, pays: tuple[str, ...], words: tuple[str, ...]) -> None:
    refusal = refused("rank", "high-card-flush", FLUSH, *submitted(own_flush_bonus(*pays)))
    assert "flush-bonus ours" in refusal
    for word in words:
        assert word in refusal


def test_bad_row_names_the_line_of_the_row(submitted: Writer) -> None:
    bad = own_flush_bonus('"300 to 1"', '"100"', '"10 to 1"', '"1 to 1"')
    assert "line 8," in refused("rank", "high-card-flush", FLUSH, *submitted(bad))


def test_every_bad_row_of_a_table_is_named(submitted: Writer) -> None:
    bad = own_flush_bonus('"300"', '"100"', '"10 to 1"')
    refusal = refused("rank", "high-card-flush", FLUSH, *submitted(bad))
    assert all(words in refusal for words in ("'300'", "'100'", "four-card flush"))


def test_row_that_is_a_number_is_told_that_it_needs_a_unit(submitted: Writer) -> None:
    """A row without a unit is the commonest mistake, and ``300`` its commonest form."""
    refusal = refused(
        "rank", "high-card-flush", FLUSH, *submitted(own_flush_bonus("300", '"1 to 1"', '"1 to 1"', '"1 to 1"'))
    )
    assert "3 to 2" in refusal
    assert "flush-bonus.str" not in refusal


@pytest.mark.parametrize("unit", ["1", "1.0", "25"])
def test_rounding_unit_that_is_a_number_is_refused(submitted: Writer, unit: str) -> None:
    """``unit = 1`` would round to the cent where ``unit = "1"`` rounds to the dollar: one of the two is a wrong payment."""
    options = submitted(HEAD + f'[games.high-card-flush]\nrounding = {{ unit = {unit}, direction = "down" }}\n')
    assert "unit" in refused("rank", "high-card-flush", FLUSH, *options)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"\xff\xfe", ("byte 1 is not UTF-8",)),
        (HEAD + "[games", ("not TOML",)),
        ("a = 2026-99-99", ("not TOML",)),
        ("a = " + "[" * 50_000, ("line 1 has 50000 dots and brackets",)),
        ("", ("property", "version", "effective", "games")),
        (HEAD, ("games",)),
        (HEAD + "games = 5\n", ("line 4, games",)),
        (HEAD + '[games.high-card-flush]\nrounding = { unit = "1e3", direction = "down" }\n', ("'1e3'",)),
        (HEAD + '[games.high-card-flush]\nrounding = { unit = "1", direction = "sideways" }\n', ("direction",)),
        (HEAD + '[games.high-card-flush]\nrounding = { unit = "1" }\n', ("direction",)),
        (HEAD + '[games.saigon-5-card.paytables.pot]\nname = "x"\nrows = {}\n', ("'pot'", "bonus")),
    ],
)
def test_bad_file(submitted: Writer, text: str | bytes, words: tuple[str, ...]) -> None:
    refusal = refused("rank", "high-card-flush", FLUSH, *submitted(text))
    assert "rules.toml" in refusal
    for word in words:
        assert word in refusal


def test_number_of_five_thousand_digits(submitted: Writer) -> None:
    assert "rules.toml" in refused("rank", "high-card-flush", FLUSH, *submitted(HEAD + "x = " + "1" * 5_000 + "\n"))


def test_file_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.toml", tmp_path / ("x" * 300), Path("/dev/null/x")):
        assert refused("rank", "high-card-flush", FLUSH, "--submission", str(path))
