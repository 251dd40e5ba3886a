"""Logs as they come: types, spellings, rounds that cross row groups and byte ranges; and what cannot be read, named by file, row and column."""

from __future__ import annotations

import csv
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from tablegames.analysis.cluster import Checkpoint, Where
from tablegames.audit import csv_log, parquet_log, transcript_log
from tablegames.audit.run import audit
from tablegames.audit.synth import synth
from tablegames.core.law import Refused
from tablegames.games import game_named
from tests.analysis import tasks_done
from tests.audit import HEADS_UP_HEADER, STRAIGHT_FLUSH, audited, write_csv

HEADS_UP, SAIGON = game_named("heads-up-holdem"), game_named("saigon-5-card")
GOOD = [STRAIGHT_FLUSH.format(round=number) for number in range(1, 5)]


def test_amounts_of_every_exact_type(tmp_path: Path) -> None:
    """Cents as integers, amounts as decimals and as text are one log; a floating-point column is refused."""
    found = {}
    as_types: dict[str, Callable[[int | None], Any]] = {
        "cents": lambda cents: cents,
        "decimal": lambda cents: None if cents is None else Decimal(cents) / 100,
        "text": lambda cents: None if cents is None else f"{cents / 100:.2f}",
        "float": lambda cents: None if cents is None else cents / 100,
    }
    made = synth(HEADS_UP, None, tmp_path / "log.parquet", rounds=200, seed=1, faults=0.3)
    table = parquet.read_table(made.path)
    for name, convert in as_types.items():
        columns = {
            column: [convert(cell) for cell in table[column].to_pylist()]
            if column.startswith(("bet_", "paid_"))
            else table[column]
            for column in table.column_names
        }
        parquet.write_table(pa.table(columns), tmp_path / f"{name}.parquet")
        if name == "float":
            with pytest.raises(Refused, match=r"float.parquet: column 'bet_ante' is double: amounts are whole cents"):
                audited(tmp_path / "float.parquet")
        else:
            found[name] = audited(tmp_path / f"{name}.parquet")[0].counts
    assert found["cents"] == found["decimal"] == found["text"]


def test_spellings(tmp_path: Path) -> None:
    """Underscores in wagers' names, cards as people write them, 0 for what was not bet, times as text and as timestamps."""
    header = HEADS_UP_HEADER.replace("trips-plus", "trips_plus") + ",time,x_shift"
    row = '1,heads-up-holdem,7,T1,D1,1,"A♦, 9h",6c 6h,2d3d 4d5dKc,false,10,10.00,10.0,500,30,30,0,0,2026-10-02 14:05:09,night'
    found, _ = audited(write_csv(tmp_path / "log.csv", header, [row]))
    assert found.by_kind == {}
    assert found.by("hour/rounds/") == {"2026-10-02T14": 1}
    table = pa.Table.from_pylist([dict(zip(header.split(","), next(csv.reader([row])), strict=True))])
    stamped = table.set_column(table.column_names.index("time"), "time", table["time"].cast(pa.timestamp("ms")))
    parquet.write_table(stamped, tmp_path / "log.parquet")
    assert audited(tmp_path / "log.parquet")[0].counts == found.counts


def test_rounds_across_row_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Row groups of 1 to 7 rows, each its own task, give what one group gives: rounds of 3 seats cross their borders."""
    made = synth(SAIGON, None, tmp_path / "log.parquet", rounds=60, seed=4, faults=0.3, seats=3)
    whole = audited(made.path)[0].counts
    table = parquet.read_table(made.path)
    for size, rows in ((1, 1), (2, 1), (5, 1), (7, 20)):
        monkeypatch.setattr(parquet_log, "TASK_ROWS", rows)
        parquet.write_table(table, tmp_path / "small.parquet", row_group_size=size)
        assert len(parquet_log.tasks(str(tmp_path / "small.parquet"))) > 5
        assert audited(tmp_path / "small.parquet")[0].counts == whole


@pytest.mark.parametrize(("form", "module"), [("csv", csv_log), ("jsonl", transcript_log)])
def test_rounds_across_byte_ranges(form: str, module: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = synth(SAIGON, None, tmp_path / f"log.{form}", rounds=40, seed=4, faults=0.3, seats=3)
    whole, records = audited(made.path)
    for size in (1, 700, 5000):
        monkeypatch.setattr(module, "TASK_BYTES", size)
        monkeypatch.setattr(csv_log, "CHUNK", size)
        assert len(module.tasks(str(made.path))) > 2
        assert audited(made.path) == (whole, records)


def test_the_same_by_any_workers_and_from_a_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes, and a run stopped after its first task: the same sums and the same records in the same order."""
    monkeypatch.setattr(csv_log, "TASK_BYTES", 20_000)
    made = synth(SAIGON, None, tmp_path / "log.csv", rounds=500, seed=4, faults=0.2, seats=2)
    alone, records = audited(made.path, faulty=True)
    assert audited(made.path, faulty=True, where=Where(workers=2, processes=True)) == (alone, records)

    class Stopped(Exception):
        """The run is stopped."""

    def stop(done: float) -> None:
        if done > 0:
            raise Stopped

    def resumed(job: Any) -> Checkpoint:
        return Checkpoint(tmp_path / "state", job)

    with pytest.raises(Stopped):
        audited(made.path, faulty=True, checkpoint=resumed, progress=stop)
    assert tasks_done(tmp_path / "state") == [0]
    assert audited(made.path, faulty=True, checkpoint=resumed) == (alone, records)
    with pytest.raises(Refused, match="a checkpoint of another run: its skip_bad is false, not true"):
        audited(made.path, faulty=True, checkpoint=resumed, skip_bad=True)


BAD_CELLS = {
    "version 2": (GOOD[2].replace("1,heads", "2,heads"), "version: version '2' of the layout; this program reads 1"),
    "another game": (
        GOOD[2].replace("heads-up-holdem", "saigon-5-card"),
        "game: game 'saigon-5-card' in a log of heads-up-holdem",
    ),
    "no amount": (GOOD[2].replace("500", "5oo"), "paid_odds: '5oo' is not an amount"),
    "no seat": (GOOD[2].replace("D1,1,", "D1,one,"), "seat: 'one' is not a whole number"),
    "no round": (GOOD[2].replace(",3,T1", ",,T1"), "round: is empty"),
    "no fold": (GOOD[2].replace("5dKc,,", "5dKc,perhaps,"), "fold: 'perhaps' is not true or false"),
}
BAD_LINES = {
    "a cell too many": (GOOD[2] + ",", "paid_trips-plus: has 19 cells; the header has 18 columns"),
    "a cell too few": (GOOD[2][:-1], "paid_trips-plus: has 17 cells; the header has 18 columns"),
    "an open quote": (GOOD[2].replace("Ad9h", '"Ad9h'), ": is not text in UTF-8 with closed quotes"),
}


@pytest.mark.parametrize("name", [*BAD_CELLS, *BAD_LINES])
def test_bad_input_is_named(name: str, tmp_path: Path) -> None:
    """File, line and column; with skip_bad it is counted and set aside, and the rounds around it are audited."""
    bad, says = {**BAD_CELLS, **BAD_LINES}[name]
    log = write_csv(tmp_path / "log.csv", HEADS_UP_HEADER, [*GOOD[:2], "", bad, GOOD[3].replace("500", "0")])
    with pytest.raises(Refused) as refused:
        audited(log)
    assert str(refused.value).startswith(f"{log}: line 5")
    assert says in str(refused.value)
    found, kept = audited(log, skip_bad=True)
    assert (found.number("bad/rows"), found.number("bad/places"), found.number("rounds")) == (1, 1, 3)
    assert found.by_kind == {"win returned as a push": 1}
    assert [record["bad"]["place"] for record in kept if "bad" in record] == [f"{log}: line 5"]


def test_a_shifted_column(tmp_path: Path) -> None:
    """A cell left out and one added elsewhere: as many cells, and the first that cannot be is named."""
    shifted = GOOD[1].replace("T1,D1,", "T1,") + ","
    with pytest.raises(Refused, match=r"log.csv: line 2, column seat: 'Ad9h' is not a whole number"):
        audited(write_csv(tmp_path / "log.csv", HEADS_UP_HEADER, [shifted]))


@pytest.mark.parametrize(
    ("header", "says"),
    [
        (
            HEADS_UP_HEADER.replace("bet_odds", "bet_blind"),
            "column 'bet_blind': the wagers of World Poker Tour Heads-Up",
        ),
        (HEADS_UP_HEADER.replace("paid_odds", "paid"), "column 'paid' is unknown"),
        (HEADS_UP_HEADER.replace("paid_trips-plus", "x_paid"), "column paid_trips-plus is missing"),
        (HEADS_UP_HEADER.replace("dealer_id", "seat"), "column 'seat' stands twice"),
        (HEADS_UP_HEADER.replace("board", "x_board"), "column board is missing"),
    ],
)
def test_columns_that_cannot_be(header: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(Refused) as refused:
        audited(write_csv(tmp_path / "log.csv", header, GOOD))
    assert f"log.csv: line 1: {says}" in str(refused.value)


def test_a_truncated_parquet_file(tmp_path: Path) -> None:
    """Refused by name; beside a whole one it is set aside."""
    made = synth(HEADS_UP, None, tmp_path / "log.parquet", rounds=100, seed=1)
    cut = tmp_path / "cut.parquet"
    cut.write_bytes(made.path.read_bytes()[:-100])
    with pytest.raises(Refused, match=r"cut.parquet: not a whole Parquet file"):
        audited(cut)
    found = audit([str(made.path), str(cut)], skip_bad=True)
    assert (found.number("rounds"), found.number("bad/files"), found.clean) == (100, 1, False)


def test_a_damaged_row_group(tmp_path: Path) -> None:
    """Its rows are counted as set aside; the others are audited."""
    made = synth(HEADS_UP, None, tmp_path / "log.parquet", rounds=300, seed=1)
    parquet.write_table(
        parquet.read_table(made.path), made.path, row_group_size=100, compression="zstd", use_dictionary=False
    )
    column = parquet.ParquetFile(made.path).metadata.row_group(1).column(7)
    data = bytearray(made.path.read_bytes())
    start = column.data_page_offset + 30
    data[start : start + 200] = bytes(200)
    made.path.write_bytes(data)
    with pytest.raises(Refused, match=r"log.parquet: row group 1 cannot be read"):
        audited(made.path)
    found, _ = audited(made.path, skip_bad=True)
    assert (found.number("rounds"), found.number("bad/rows")) == (200, 100)


def test_a_wager_without_its_paytable(tmp_path: Path) -> None:
    header = "version,game,round,seat,player,dealer,bet_ante,paid_ante,bet_bonus,paid_bonus"
    log = write_csv(tmp_path / "log.csv", header, ["1,saigon-5-card,1,1,7h9sTdQh3h,7s7d5h3sJk,10,0,5,-5"])
    with pytest.raises(Refused, match="no paytable is chosen for bonus: give --paytable bonus=NAME"):
        audited(log)


def test_what_is_no_log(tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_text('{"event":"round"}\n')
    (tmp_path / "log.txt").write_text("")
    for name, says in (
        ("log.txt", "does not end in .parquet, .csv or .jsonl"), ("none.csv", "no such file"), ("none.parquet", "no such file"),
        ("log.jsonl", "line 1: not an event of a record"), ("none.jsonl", "no such file"),
    ):  # fmt: skip
        with pytest.raises(Refused, match=says):
            audited(tmp_path / name)
    with pytest.raises(Refused, match=r"logs of different formats, \.csv and \.parquet"):
        audit([str(tmp_path / "none.csv"), str(tmp_path / "none.parquet")])


def test_an_event_that_is_none(tmp_path: Path) -> None:
    """It is named by its line, and the round it lies in can be set aside."""
    made = synth(SAIGON, None, tmp_path / "log.jsonl", rounds=3, seed=1)
    lines = made.path.read_text().splitlines(keepends=True)
    place = next(number for number, line in enumerate(lines) if '"round":2' in line)
    made.path.write_text("".join([*lines[: place + 3], '{"event":\n', *lines[place + 3 :]]))
    with pytest.raises(Refused, match=rf"log.jsonl: line {place + 4}: not an event of a record: not a line of JSON"):
        audited(made.path)
    found, _ = audited(made.path, skip_bad=True)
    assert (found.number("rounds"), found.number("bad/places")) == (2, 1)


def test_a_column_of_rounds_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="100 rows that stand together are of round '1'"):
        audited(write_csv(tmp_path / "log.csv", HEADS_UP_HEADER, [STRAIGHT_FLUSH.format(round=1)] * 100))


def test_case_45_an_event_with_a_key_twice_is_none(tmp_path: Path) -> None:
    """Two amounts of one wager: the audit would have judged the second."""
    made = synth(SAIGON, None, tmp_path / "log.jsonl", rounds=3, seed=1)
    lines = made.path.read_text().splitlines(keepends=True)
    place = next(number for number, line in enumerate(lines) if '"event":"bet"' in line)
    made.path.write_text(
        "".join([*lines[:place], lines[place].replace('"bets":{', '"bets":{"ante":"0.01",'), *lines[place + 1 :]])
    )
    with pytest.raises(Refused, match=rf"line {place + 1}: not an event of a record: bets.ante is given twice"):
        audited(made.path)
