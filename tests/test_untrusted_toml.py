"""TOML from outside: what would cost the parser more than it is worth is refused before it is parsed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablegames.analysis.table_ranges import parse_tables
from tablegames.asks.submission import MOST_TEXT, load_submission, read_submission
from tablegames.core.law import Refused
from tablegames.core.untrusted_toml import MOST_DOTS, read_toml
from tablegames.games import game_named

LONG = ".".join("a" * (MOST_DOTS + 2))


@pytest.mark.parametrize(
    "line", [f"{LONG} = 1", f"[{LONG}]", f"x = {{ {LONG} = 1 }}", "x = " + "[" * 1000, "'a' . " * 101 + "b = 1"]
)
def test_a_long_key_is_refused_with_its_line(line: str) -> None:
    with pytest.raises(Refused, match=r"^line 2 has \d+ dots and brackets; a line has at most 100$"):
        read_toml(f"# first\n{line}")


def test_dots_are_welcome_up_to_the_bound_and_in_remarks() -> None:
    data = read_toml(f"#{'.' * 500}\n{'.'.join('a' * (MOST_DOTS + 1))} = 1\n")
    for _ in range(MOST_DOTS):
        data = data["a"]
    assert data == {"a": 1}


@pytest.mark.parametrize(("number", "taken"), [("0x7" + "f" * 15, True), ("0x8" + "0" * 15, False), ("-0", True)])
def test_whole_numbers_of_64_bits_are_taken(number: str, taken: bool) -> None:
    text = f"a = [{{ b = {number} }}]"
    if taken:
        assert read_toml(text)["a"][0]["b"] == int(number, 0)
        return
    with pytest.raises(Refused, match="a whole number lies within 64 bits"):
        read_toml(text)


def test_a_number_too_long_to_print_is_refused_in_a_sentence() -> None:
    with pytest.raises(Refused, match="submission: a whole number lies within 64 bits"):
        read_submission(f"games.high-card-flush.seats = 0x{'f' * 5000}", "submission")


def test_submissions_and_tables_are_read_within_the_bounds(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="submission: line 1 has 101 dots"):
        read_submission(f"{LONG} = 1", "submission")
    with pytest.raises(Refused, match="line 1 has 101 dots"):
        parse_tables(game_named("high-card-flush"), f"{LONG} = 1")
    file = tmp_path / "long.toml"
    file.write_text("#" * MOST_TEXT)
    with pytest.raises(Refused, match="property: Field required"):
        load_submission(file)
    file.write_bytes(b"\xef\xbb\xbf" + b"#" * MOST_TEXT)
    with pytest.raises(Refused, match=f"^{file}: the file is longer than 65,536 bytes"):
        load_submission(file)
    with pytest.raises(Refused, match="submission: a submission's text has at most 65536 bytes"):
        read_submission("#" + "é" * (MOST_TEXT // 2), "submission")
