"""Cards straight from Arrow's buffers: read as the parser reads them, and checked as rulings check them."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
from hypothesis import example, given
from hypothesis import strategies as st

from tablegames.audit.cells import Bad, amounts, text_buffers
from tablegames.core.cards import parse_cards
from tablegames.core.law import Refused
from tablegames.core.money import parse_amount
from tablegames.kernels.logs import NONE, RANKS, SUITS, read_cards

TOKENS = st.sampled_from(
    [
        "As",
        "kH",
        "10c",
        "td",
        "9♣",
        "A♥\ufe0f",
        "JK",
        "joker",
        "Jd",
        "2♦",
        "5♠",
        " ",
        ",",
        "\t",
        "1",
        "X",
        "♠",
        "é",
        "j",
        "\ufe0f",
    ]
)
NO_CARDS = st.text(alphabet="AKQJT1029cdhsjokeruz♠♥ ,", max_size=12)


def read(texts: list[str | None], most: int = 9) -> list[tuple[list[int], int, int]]:
    """The codes, the count and the cut of each text."""
    codes, counts, cuts = (
        np.zeros((len(texts), most), np.uint8),
        np.zeros(len(texts), np.uint8),
        np.zeros(len(texts), np.uint8),
    )
    read_cards(*text_buffers(pa.array(texts, pa.string())), RANKS, SUITS, codes, counts, cuts)
    return [
        (codes[row, : min(int(counts[row]), most)].tolist(), int(counts[row]), int(cuts[row]))
        for row in range(len(texts))
    ]


@given(st.lists(st.lists(TOKENS, max_size=9).map("".join) | NO_CARDS, min_size=1, max_size=5))
@example(["As Kd", "10sTs", "", "JkJOKER"])
def test_as_the_parser_reads(texts: list[str]) -> None:
    """The reference is :func:`tablegames.core.cards.parse_cards`, for whatever is written."""
    for text, (codes, count, _) in zip(texts, read([*texts]), strict=True):
        try:
            cards = parse_cards(text)
        except Refused:
            assert count == NONE, text
        else:
            assert (codes, count) == ([int(card) for card in cards[:9]], len(cards)), text


def test_slashes_and_slices() -> None:
    assert read(["As Kd 2c / 9h 3d", "/As", "As/Kd/2c", None]) == [
        ([51, 45, 0, 30, 5], 5, 3), ([51], 1, NONE), ([51, 45, 0], 3, NONE), ([], 0, 0),
    ]  # fmt: skip
    sliced = pa.chunked_array([["2c", "As"], ["Kd"]]).slice(1)
    assert text_buffers(sliced)[0].tolist() == [0, 2, 4]


def test_more_cards_than_fit() -> None:
    assert read(["As" * 300], most=2) == [([51, 51], 250, 0)]


@given(
    st.lists(
        st.text(alphabet="0123456789.-e", min_size=1, max_size=14)
        | st.integers(0, 10**11).map(lambda cents: f"{cents / 100:.2f}"),
        max_size=6,
    )
)
@example(["1.5", "-0.05", "999999999.99", "0"])
@example(["1e3"])
def test_amounts_as_the_parser_reads(texts: list[str]) -> None:
    """All at once or one by one, amounts are what :func:`tablegames.core.money.parse_amount` makes of them, or named as none."""
    bad: list[Bad] = []
    found = amounts(pa.array([*texts, None], pa.string()), "bet", bad, signed=True, empty=-7).tolist()
    expected: list[int | None] = []
    for text in texts:
        try:
            expected.append(parse_amount(text.removeprefix("-")) * (-1 if text.startswith("-") else 1))
        except Refused:
            expected.append(None)
    assert {each.row for each in bad} == {row for row, cents in enumerate(expected) if cents is None}
    assert [cents for cents, right in zip(found, expected, strict=False) if right is not None] == [
        cents for cents in expected if cents is not None
    ]
    assert found[-1] == -7
