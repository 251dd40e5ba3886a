"""A batch of a log as arrays: cards as codes, amounts in cents, and where each round begins."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from tablegames.audit import layout
from tablegames.audit.cells import (
    Bad,
    amounts,
    coded,
    decoded,
    hour_of,
    hours,
    quick_numbers,
    text_buffers,
    truth,
    whole,
    whole_number,
)  # fmt: skip
from tablegames.audit.faults import Impossible
from tablegames.audit.layout import Columns, Status
from tablegames.contract.game import Game
from tablegames.core.law import Refused
from tablegames.rounds.unseen import ONE_UNSEEN, UNSEEN

Bools = NDArray[np.bool_]
Bytes = NDArray[np.uint8]
Longs = NDArray[np.int64]
NOT_GIVEN = np.iinfo(np.int64).min
"""An amount that is not given."""
TOO_MANY = 250
"""Stands for a wrong number of cards, as the kernel that reads them says it."""
PLAYED, VOID, DEAD = range(3)


class Group(NamedTuple):
    """What sums are made by: codes, int32 (n,), into names; -1 where a cell is empty."""

    codes: NDArray[np.int32]
    names: list[str]


class Cards(NamedTuple):
    """Cards of every row: ``codes`` (n, most) uint8, how many there are (255: one is unknown), and where a slash cuts them."""

    codes: Bytes
    counts: Bytes
    cuts: Bytes


@dataclass(frozen=True)
class Rows:
    """A batch: n seats of whole rounds.  Amounts in cents, by wager; ``paid`` and ``meters`` are ``NOT_GIVEN`` where nothing stands."""

    table: Any
    first: Bools
    """Whether a row begins a round."""
    player: Cards
    dealer: Cards
    board: Cards
    seat: Longs
    fold: Bools
    status: Bytes
    fault: Bytes
    """What the reader found wrong, by the code of its kind."""
    bets: dict[str, Longs]
    paid: dict[str, Longs]
    meters: dict[str, Longs]
    groups: dict[str, Group]
    """What sums are made by, as codes: ``dealer``, ``table`` and ``hour``, as far as the log has them."""

    def __len__(self) -> int:
        return len(self.first)

    @cached_property
    def starts(self) -> Longs:
        """The first row of each round."""
        return np.flatnonzero(self.first)

    @cached_property
    def round_of(self) -> Longs:
        """The round of each row, counted from 0."""
        return np.cumsum(self.first) - 1

    def bets_of(self, row: int) -> dict[str, int]:
        """A row's wagers."""
        return {wager: int(made[row]) for wager, made in self.bets.items() if made[row]}

    def text(self, column: str, row: int) -> str:
        """A cell as text; empty where the log does not have it."""
        if column not in self.table.column_names:
            return ""
        value = self.table[column][row].as_py()
        return "" if value is None else value.isoformat() if isinstance(value, datetime) else str(value)


def read_rows(game: Game, columns: Columns, table: Any, first: Bools) -> tuple[Rows, list[Bad]]:
    """The rows of a table whose columns are named as the layout names them, and the cells that cannot be read."""
    bad: list[Bad] = []

    def read(name: str, of: Any, dtype: Any, *, empty: Any) -> NDArray[Any]:
        if name not in table.column_names:
            return np.full(len(table), empty, dtype)
        if pa.types.is_boolean(table.field(name).type):
            return np.asarray(whole(table[name]).fill_null(empty)).astype(dtype, copy=False)
        return decoded(coded(table[name]), of, dtype, columns.names.get(name, name), bad, empty=empty)

    def money(name: str, **options: Any) -> Longs:
        return amounts(table[name], columns.names[name], bad, **options)

    def number(name: str, of: Any, low: int, high: int) -> Longs:
        array = whole(table[name])
        numbers = quick_numbers(array, low, high, empty=-1) if pa.types.is_integer(array.type) else None
        return read(name, of, np.int64, empty=-1) if numbers is None else numbers

    fold, status = read("fold", truth, np.bool_, empty=False), read("status", _status, np.uint8, empty=PLAYED)
    dealer, board = (
        _cards(table, name, most, void=status == VOID)
        for name, most in (("dealer", game.dealer_cards), ("board", game.board_cards))
    )
    for cards in (dealer, board):
        _fill_gaps(cards, fold | (status != PLAYED), first)
    version = number("version", _version, layout.VERSION, layout.VERSION)
    named = read("game", lambda value: _game(game, value), np.int64, empty=-1)
    seat = number("seat", whole_number, 0, 9999)
    for name, column in (("version", version), ("game", named), ("seat", seat)):
        refused = {each.row for each in bad if each.column == columns.names[name]}
        bad += [
            Bad(int(row), columns.names[name], "is empty") for row in np.flatnonzero(column == -1) if row not in refused
        ]
    if table["round"].null_count:
        bad += [Bad(int(row), columns.names["round"], "is empty") for row in np.flatnonzero(table["round"].is_null())]
    groups = {
        name: _named(table[column])
        for name, column in (("dealer", "dealer_id"), ("table", "table"))
        if columns.has(column)
    }
    if columns.has("time"):
        groups["hour"] = _hours(table["time"], columns.names["time"], bad)
    wagers, meters = columns.wagers(game), columns.meters(game)
    rows = Rows(
        table, first,
        player=_cards(table, "player", game.player_cards, void=status == VOID, may_be_unseen=fold),
        dealer=dealer, board=board, seat=seat, fold=fold, status=status,
        fault=read(layout.FAULT, lambda kind: Impossible(kind).code, np.uint8, empty=0),
        bets={wager: money(f"bet_{wager}") for wager in wagers},
        paid={wager: money(f"paid_{wager}", signed=True, empty=NOT_GIVEN) for wager in wagers},
        meters={meter: money(f"meter_{meter}", empty=NOT_GIVEN) for meter in meters},
        groups=groups,
    )  # fmt: skip
    order = {name: place for place, name in enumerate(columns.names.values())}
    return rows, sorted(bad, key=lambda each: (each.row, order.get(each.column, 0)))


def _cards(table: Any, name: str, most: int, *, void: Bools, may_be_unseen: Bools | None = None) -> Cards:
    """The cards of a column; none where the log does not have it, or says in a row that may have them so that nobody saw them.

    Nobody saw all of them: another number of ``Xx`` counts as too many cards, but where the round is void.
    """
    from tablegames.kernels.logs import NONE, RANKS, SUITS, read_cards

    size = len(table)
    cards = Cards(np.zeros((size, most), np.uint8), np.zeros(size, np.uint8), np.zeros(size, np.uint8))
    if name in table.column_names:
        read_cards(*text_buffers(table[name]), RANKS, SUITS, cards.codes, cards.counts, cards.cuts)
        unknown = np.flatnonzero(
            cards.counts == NONE if may_be_unseen is None else (cards.counts == NONE) & may_be_unseen
        )
        if len(unknown):
            texts = whole(table[name]).take(pa.array(unknown)).cast(pa.string())
            unseen = np.asarray(pc.match_substring_regex(texts, f"^{UNSEEN}$"))
            right = np.asarray(pc.equal(pc.count_substring_regex(texts, ONE_UNSEEN), most)) | void[unknown]
            cards.counts[unknown[unseen]] = np.where(right[unseen], 0, TOO_MANY)
    return cards


def _fill_gaps(cards: Cards, where: Bools, first: Bools) -> None:
    """Cards of the whole table into the rows that have none, and on which no money depends, from the first row of their round that has them."""
    gaps = np.flatnonzero(where & (cards.counts == 0))
    if not len(gaps) or not cards.codes.shape[1]:
        return
    size = len(first)
    seen = (cards.counts > 0) & (cards.counts <= cards.codes.shape[1])
    sources = np.minimum.reduceat(np.where(seen, np.arange(size), size), np.flatnonzero(first))
    source = sources[(np.cumsum(first) - 1)[gaps]]
    gaps, source = gaps[source < size], source[source < size]
    for part in cards:
        part[gaps] = part[source]


def _named(column: Any) -> Group:
    """A column of names; an empty one is empty text."""
    names = coded(column)
    return Group(names.codes, ["" if name is None else str(name) for name in names.values.to_pylist()])


def _hours(column: Any, name: str, bad: list[Bad]) -> Group:
    """The hours of a column of times; two spellings of one hour may stand as two."""
    by_hour = hours(column)
    decoded(by_hour, lambda text: bool(hour_of(text)), np.bool_, name, bad, empty=False)
    unread = {by_hour.codes[each.row] for each in bad if each.column == name}
    texts = enumerate(by_hour.values.to_pylist())
    return Group(by_hour.codes, ["" if not text or code in unread else hour_of(text) for code, text in texts])


def _version(value: Any) -> int:
    if str(value) != str(layout.VERSION):
        raise Refused(f"version {str(value)!a} of the layout; this program reads {layout.VERSION}")
    return layout.VERSION


def _game(game: Game, value: Any) -> int:
    if value != game.id:
        raise Refused(f"game {str(value)!a} in a log of {game.id}: audit each game's log by itself")
    return 0


def _status(value: Any) -> int:
    if value not in (Status.VOID, Status.DEAD):
        raise Refused(f"status {str(value)!a} is not void, dead or empty")
    return VOID if value == Status.VOID else DEAD
