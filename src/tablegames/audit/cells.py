"""The columns of a log as arrays: each different value is read once, by the same parsers as everywhere, and stands for all its cells."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from tablegames.core.law import Refused
from tablegames.core.money import parse_amount
from tablegames.core.wagers import MOST_CENTS

_AMOUNT = r"^[0-9]{1,9}(\.[0-9]{1,2})?$"
_SIGNED = r"^-?[0-9]{1,9}(\.[0-9]{1,2})?$"
"""What :func:`tablegames.core.money.parse_amount` takes; a test compares them."""
_HOUR = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})[T ]([0-9]{2})")
_PER_HOUR = {"s": 3600, "ms": 3_600_000, "us": 3_600_000_000, "ns": 3_600_000_000_000}


class Bad(NamedTuple):
    """A cell that cannot be read: the row in its batch, the column, and why."""

    row: int
    column: str
    reason: str


class Coded(NamedTuple):
    """A column as codes, int32 (n,), into the list of its different values; an empty cell has -1, or the code of ``None``."""

    codes: NDArray[np.int32]
    values: Any
    """An array of Arrow, or a list."""


def whole(column: Any) -> Any:
    """A column in one piece."""
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


def coded(column: Any) -> Coded:
    """A column by its different values."""
    array = whole(column)
    if not pa.types.is_dictionary(array.type):
        array = array.dictionary_encode(null_encoding="encode")
    indices = array.indices if array.indices.null_count == 0 else array.indices.fill_null(-1)
    return Coded(np.asarray(indices).astype(np.int32, copy=False), array.dictionary)


def decoded(
    column: Coded, read: Callable[[Any], Any], dtype: Any, name: str, bad: list[Bad], *, empty: Any
) -> NDArray[Any]:
    """What ``read`` makes of each cell, and ``empty`` for an empty one; cells that it refuses are added to ``bad``."""
    out = np.full(len(column.values) + 1, empty, dtype)
    for code, value in enumerate(column.values.to_pylist()):
        if value is None or value == "":
            continue
        try:
            out[code] = read(value)
        except Refused as refused:
            rows = np.flatnonzero(column.codes == code)
            bad.extend(Bad(int(row), name, refused.message.removeprefix("amount: ")) for row in rows)
    return out[column.codes]


def amounts(column: Any, name: str, bad: list[Bad], *, signed: bool = False, empty: int = 0) -> NDArray[np.int64]:
    """The cents of a column of amounts, and ``empty`` for an empty cell; ``signed`` ones may be negative: what was taken."""
    array = whole(column)
    if pa.types.is_integer(array.type):
        numbers = _quick_cents(array, signed=signed, empty=empty)
        if numbers is not None:
            return numbers
    found = coded(array)
    quick = _quick_cents(found.values, signed=signed, empty=empty)
    if quick is None:
        read = signed_cents if signed else cents
        return decoded(found, read, np.int64, name, bad, empty=empty)
    return np.append(quick, empty)[found.codes]


def quick_numbers(values: Any, low: int, high: int, *, empty: int) -> NDArray[np.int64] | None:
    """Whole numbers, int64 (n,), and ``empty`` where nothing stands; none where one is not within the bounds."""
    least, most = (bound.as_py() for bound in pc.min_max(values).values())
    if least is not None and not low <= least <= most <= high:
        return None
    return np.asarray(pc.fill_null(values.cast(pa.int64()), empty))


def _quick_cents(values: Any, *, signed: bool, empty: int) -> NDArray[np.int64] | None:
    """Cents of whole numbers, or of text in the form of an amount, all at once; none where any value is another: it is then read by itself."""
    if pa.types.is_integer(values.type):
        return quick_numbers(values, -MOST_CENTS if signed else 0, MOST_CENTS, empty=empty)
    if (
        values.type != pa.string()
        or pc.all(pc.match_substring_regex(values, _SIGNED if signed else _AMOUNT)).as_py() is False
    ):
        return None
    exact = pc.cast(values, pa.decimal128(14, 2))  # 128 bits each, of which the lower 64 hold them all
    numbers = np.frombuffer(exact.buffers()[1], np.int64)[2 * exact.offset :: 2][: len(exact)]
    return np.where(np.asarray(values.is_null()), empty, numbers)


def cents(value: Any) -> int:
    """Cents from a cell: text such as ``12.50``, a decimal, or a whole number of cents."""
    if isinstance(value, str):
        return parse_amount(value)
    if isinstance(value, Decimal):
        scaled = value * 100
        if scaled != int(scaled):
            raise Refused(f"{value} is finer than a cent")
        value = int(scaled)
    if type(value) is not int or not 0 <= value <= MOST_CENTS:
        raise Refused(f"{value} is not an amount in cents, 0 to {MOST_CENTS}")
    return value


def signed_cents(value: Any) -> int:
    """Cents that may be negative: what was taken."""
    if isinstance(value, str):
        return -parse_amount(value[1:]) if value.startswith("-") else parse_amount(value)
    return -cents(-value) if value < 0 else cents(value)


def truth(value: Any) -> bool:
    """Whether a cell says yes: true or false, or 1 or 0."""
    words = {"true": True, "false": False, "1": True, "0": False}
    if str(value).lower() not in words:
        raise Refused(f"{str(value)!a} is not true or false")
    return words[str(value).lower()]


def whole_number(value: Any) -> int:
    """A whole number from 0 to 9999."""
    if not re.fullmatch(r"[0-9]{1,4}", str(value)):
        raise Refused(f"{str(value)!a} is not a whole number")
    return int(value)


@lru_cache(maxsize=1 << 14)
def hour_of(text: str) -> str:
    """The hour of an ISO 8601 time, such as ``2026-10-02T14``.

    >>> hour_of("2026-10-02 14:05:09")
    '2026-10-02T14'
    """
    match = _HOUR.match(text)
    if match is None or int(match[2]) > 23:
        raise Refused(f"{text!a} is not the beginning of a time such as 2026-10-02T14:05:09")
    return f"{match[1]}T{match[2]}"


def hours(column: Any) -> Coded:
    """The hours of a column of times, as text or as timestamps; values not yet read."""
    array = whole(column)
    if pa.types.is_timestamp(array.type):
        per = _PER_HOUR[array.type.unit]
        since = coded(pc.divide(array.cast(pa.int64()), per))
        names = [None if hour is None else str(np.datetime64(hour, "h")) for hour in since.values.to_pylist()]
        return Coded(since.codes, pa.array(names, pa.string()))
    if pa.types.is_dictionary(array.type):
        array = array.cast(pa.string())
    return coded(pc.utf8_slice_codeunits(array, 0, 13))


def text_buffers(column: Any) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """The offsets, int32 (n + 1,), and the bytes of a column of text, straight from Arrow's memory."""
    array = whole(column)
    if array.type != pa.string():
        array = array.cast(pa.string())
    if array.null_count:
        array = array.fill_null("")
    _, offsets, data = array.buffers()
    if len(array) == 0:
        return np.frombuffer(b"\0\0\0\0", np.int32), np.frombuffer(b" ", np.uint8)
    bounds = np.frombuffer(offsets, np.int32)[array.offset : array.offset + len(array) + 1]
    return bounds, np.frombuffer(data if data is not None and data.size else b" ", np.uint8)


def distinct(keys: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """The different values of some keys, in the order of their first places, and for each key the place of its value."""
    array = pa.array(keys).dictionary_encode()
    return np.asarray(array.dictionary), np.asarray(array.indices)


def combined(columns: list[tuple[NDArray[np.int64], int]]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """The different rows of columns of small numbers (each with the number above its largest): one row of each, and each row's place among them."""
    key, size = np.zeros(len(columns[0][0]), np.int64), 1
    for column, above in columns:
        if size * above >= 1 << 62:
            values, inverse = distinct(key)
            key, size = inverse.astype(np.int64), len(values)
        key, size = key * above + column, size * above
    values, inverse = distinct(key)
    example = np.zeros(len(values), np.int64)
    example[inverse[::-1]] = np.arange(len(key) - 1, -1, -1)  # the first row of each is written last
    return example, inverse
