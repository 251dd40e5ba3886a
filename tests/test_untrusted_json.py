"""JSON from outside: a key that stands twice is refused with its place, and looking for it costs little."""

from __future__ import annotations

import pytest

from tablegames.core.law import Refused, cut
from tablegames.core.untrusted_json import read_json


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"a": 1, "a": 1}', "a"),
        ('{"bets": {"ante": "10", "ante": "20"}}', "bets.ante"),
        ('{"seats": [{"x": 1}, {"bets": {"y": 1, "y": 2}}]}', "seats.1.bets.y"),
        ('[[{"a": 1, "\\u0061": 2}]]', "0.0.a"),
        ('{"a": {"b": 1, "b": 2}, "a": 3}', "a"),
        ('{"": 1, "": 2}', "the empty key"),
        (f'{{"{"k" * 500}": 1, "{"k" * 500}": 2}}', cut("k" * 500)),
        ("{" + ",".join(f'"{number}": 1' for number in (*range(20_000), 19_999)) + "}", "19999"),
    ],
)
def test_a_key_twice_is_refused_with_its_place(text: str, place: str) -> None:
    for given in (text, text.encode()):
        with pytest.raises(Refused) as refused:
            read_json(given)
        assert refused.value.message == f"{place} is given twice: give it once"


def test_the_same_key_in_two_objects_is_two_keys() -> None:
    assert read_json('{"a": {"x": 1}, "b": [{"x": 2}, {"x": 3}]}') == {"a": {"x": 1}, "b": [{"x": 2}, {"x": 3}]}


def test_numbers_as_they_are_written() -> None:
    assert read_json("[1.10, 1e3, NaN, 7]", written_numbers=True) == ["1.10", "1e3", "NaN", "7"]
    assert read_json("[7]") == [7]


@pytest.mark.parametrize("text", ["", "{", '{"a": 1} x', b"\xff\xfe"])
def test_what_is_no_json(text: str | bytes) -> None:
    with pytest.raises(ValueError, match=r"Expecting|Extra data"):
        read_json(text)


def test_what_is_nested_too_deeply() -> None:
    with pytest.raises(Refused, match="nested too deeply"):
        read_json("[" * 100_000)
