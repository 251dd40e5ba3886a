"""A Rules Submission written as TOML is read back as it was."""

from __future__ import annotations

import tomllib
from datetime import date
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tablegames.asks.submission import read_submission
from tablegames.asks.submission_text import submission_toml

WHOLE = """property = "Example \\"Casino\\""
version = "1"
effective = 2026-12-01

[games.high-card-flush]
seats = 5
payout_limit = "50000"
raise_limit = "5:1,6:2"
paytables.flush-bonus = "B"
paytables.progressive = "one-dollar"
meters.progressive = { seed = "1000", increment = "20%", reserve = "5%" }
wagers.ante = { minimum = "10", maximum = "500", multiple = "5" }
wagers.straight-flush-bonus = { offered = false }
readings."678a-R1" = "ace-low"
rounding = { unit = "0.25", direction = "down" }
procedures.procedure-R1 = "stacks"

[games.high-card-flush.paytables.straight-flush-bonus]
name = "house"
rows = { "seven-card straight flush" = "500 to 1", "six-card straight flush" = "200 to 1", "five-card straight flush" = "100 to 1", "four-card straight flush" = "50 to 1" }

[games.saigon-5-card]
paytables.bonus = "example"
"""


def test_what_a_submission_says_is_kept_whole() -> None:
    content = tomllib.loads(WHOLE)
    written = submission_toml(content)
    assert tomllib.loads(written) == content
    assert read_submission(written, "").digest == read_submission(WHOLE, "").digest
    assert "paytables.straight-flush-bonus =" not in written  # its rows stand under their own heading


texts = st.text(st.characters(codec="utf-8"), max_size=8)
values = st.recursive(
    st.booleans() | st.integers(-(2**63), 2**63 - 1) | texts | st.dates(min_value=date(1000, 1, 1)),
    lambda inner: st.dictionaries(texts, inner, max_size=3),
    max_leaves=4,
)


@given(st.dictionaries(texts, values, max_size=3), texts)
def test_any_text_and_key_is_written_so_that_it_is_read_back(rounding: dict[str, Any], house: str) -> None:
    content = {"property": house, "games": {"saigon-5-card": {"rounding": rounding}}}
    assert tomllib.loads(submission_toml(content)) == content
