"""Ids of rounds that come back later in a log: by whatever path they are read, and however the log is cut into tasks."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import csv, parquet

from tablegames.analysis.cluster import Checkpoint, Where
from tablegames.audit import again, csv_log, parquet_log, transcript_log
from tablegames.audit.again import Again, RoundIds, joined
from tablegames.audit.faults import Impossible
from tablegames.audit.faulty import FaultyRows
from tablegames.audit.run import audit
from tablegames.audit.synth import synth
from tablegames.core.law import Refused
from tablegames.games import game_named
from tests.audit import HEADS_UP_HEADER, STRAIGHT_FLUSH, audited, write_csv

GAME = game_named("high-card-flush")
USED_BEFORE = str(Impossible.USED_BEFORE)


def log_of(tmp_path: Path, ids: list[str], tables: list[str] | None = None, name: str = "log.csv") -> str:
    """A log of rightly paid rounds with these ids."""
    lines = [STRAIGHT_FLUSH.format(round=id_) for id_ in ids]
    lines = [line.replace(",T1,", f",{table},") for line, table in zip(lines, tables or ["T1"] * len(ids), strict=True)]
    return write_csv(tmp_path / name, HEADS_UP_HEADER, lines)


@pytest.mark.parametrize(
    ("ids", "tables", "again_used"),
    [
        (["1", "2", "3"], None, 0),
        (["1", "2", "1"], None, 1),
        (["a", "b", "a", "b", "a"], None, 3),
        (["1", "2", "01", "1.0", " 1"], None, 0),
        (["1", "2", "1", "2"], ["T1", "T1", "T2", "T2"], 0),
        (["1", "1", "1"], ["T1", "T2", "T1"], 1),
    ],
)
def test_an_id_is_a_rounds_own_at_its_table(
    ids: list[str], tables: list[str] | None, again_used: int, tmp_path: Path
) -> None:
    found, kept = audited(log_of(tmp_path, ids, tables))
    assert found.by_kind == ({USED_BEFORE: again_used} if again_used else {})
    assert found.impossible == again_used == len(kept)
    assert found.number("rounds") == len(ids)
    assert found.by("wager/lines/")["ante"] == len(ids), "what was paid is compared all the same"
    assert sum(found.by("table/impossible/").values()) == again_used
    assert all(record["reason"] == "another round of this log has the same id" for record in kept)


def test_two_logs_may_use_the_same_ids(tmp_path: Path) -> None:
    paths = [log_of(tmp_path, ["1", "2"], name=name) for name in ("one.csv", "two.csv")]
    assert audit(paths).clean


def test_a_round_that_is_impossible_otherwise_is_counted_once(tmp_path: Path) -> None:
    path = Path(log_of(tmp_path, ["1", "2", "1"]))
    lines = path.read_text().splitlines()
    lines[3] = lines[3].replace("Ad9h", "AdAd")
    path.write_text("\n".join(lines) + "\n")
    assert audit([str(path)]).by_kind == {str(Impossible.TWICE_IN_HAND): 1}


def with_ids_again(path: Path, of: dict[int, int]) -> None:
    """A log in which some rounds have an id of others: their numbers from 1, which are their ids."""
    if path.suffix == ".jsonl":
        lines = path.read_text().splitlines()
        for place, line in enumerate(lines):
            event = json.loads(line)
            if event["event"] == "round" and event["round"] in of:
                lines[place] = json.dumps({**event, "round": of[event["round"]]})
        path.write_text("\n".join(lines) + "\n")
        return
    table = parquet.read_table(path) if path.suffix == ".parquet" else csv.read_csv(path)
    ids = [of.get(id_, id_) for id_ in table["round"].to_pylist()]
    table = table.set_column(table.column_names.index("round"), "round", pa.array(ids)).drop_columns(["table"])
    if path.suffix == ".parquet":
        parquet.write_table(table, path, row_group_size=40)
    else:
        csv.write_csv(table, path)


@pytest.mark.parametrize("form", ["parquet", "csv", "jsonl"])
@pytest.mark.parametrize("where", [Where(), Where(workers=2)], ids=["one", "two"])
def test_the_first_use_may_lie_in_another_task(
    form: str, where: Where, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ids come back in the same task and 200 rounds later, once and twice; only the later rounds are named, and written to the faulty file."""
    monkeypatch.setattr(parquet_log, "TASK_ROWS", 100)
    monkeypatch.setattr(csv_log, "TASK_BYTES", 10_000)
    monkeypatch.setattr(transcript_log, "TASK_BYTES", 100_000)
    path = synth(GAME, None, tmp_path / f"log.{form}", rounds=250, seed=4, seats=2).path
    with_ids_again(path, {9: 3, 240: 3, 241: 40, 120: 119 - 70})
    assert len({".parquet": parquet_log, ".csv": csv_log, ".jsonl": transcript_log}[path.suffix].tasks(str(path))) > 2
    kept: list[Any] = []
    with FaultyRows(tmp_path / f"faulty.{form}", str(path)) as rows:

        def keep(record: Any) -> None:
            rows.keep(record)
            kept.append(record)

        found = audit([str(path)], keep=keep, faulty=True, where=where)
    assert found.by_kind == {USED_BEFORE: 4}
    assert [record["round"] for record in kept if "kind" in record] == ["3", "49", "3", "40"]
    assert audit([str(tmp_path / f"faulty.{form}")]).number("rows") == 8


def test_a_stopped_audit_goes_on_and_finds_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet_log, "TASK_ROWS", 100)
    path = synth(GAME, None, tmp_path / "log.parquet", rounds=250, seed=4, seats=2).path
    with_ids_again(path, {240: 3})

    def stop(part: float) -> None:
        if part >= 0.5:
            raise KeyboardInterrupt

    def resumed(job: Any) -> Checkpoint:
        return Checkpoint(tmp_path / "state", job)

    with pytest.raises(KeyboardInterrupt):
        audit([str(path)], checkpoint=resumed, progress=stop)
    assert audit([str(path)], checkpoint=resumed).by_kind == {USED_BEFORE: 1}
    assert audit([str(path)], checkpoint=resumed).by_kind == {USED_BEFORE: 1}


def half_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """A log in which an id is used twice, and the checkpoint of an audit of it that was stopped half way."""
    monkeypatch.setattr(csv_log, "TASK_BYTES", 10_000)
    path, state = synth(GAME, None, tmp_path / "log.csv", rounds=250, seed=4, seats=2).path, tmp_path / "state"
    with_ids_again(path, {240: 3})

    def stop(part: float) -> None:
        if part >= 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        audit([str(path)], checkpoint=lambda job: Checkpoint(state, job), progress=stop)
    return path, state


def test_ids_that_are_lost_are_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the digests are those of what is left: the rounds counted are compared with the ids that are kept."""
    path, state = half_done(tmp_path, monkeypatch)
    with closing(sqlite3.connect(state)) as file, file:
        file.execute("UPDATE parts SET raw = X'' WHERE task = 0")
    with pytest.raises(Refused, match="what task 0 keeps is not what was written"):
        audit([str(path)], checkpoint=lambda job: Checkpoint(state, job))
    with closing(sqlite3.connect(state)) as file, file:
        content = json.loads(file.execute("SELECT content FROM state").fetchone()[0])
        content["parts"] = [[task, digest] for task, digest in content["parts"] if task]
        rewritten = json.dumps(content).encode()
        file.execute("DELETE FROM parts WHERE task = 0")
        file.execute("UPDATE state SET content = ?, digest = ?", (rewritten, sha256(rewritten).digest()))
    with pytest.raises(Refused, match=r"it counts \d+ rounds, and keeps the ids of \d+"):
        audit([str(path)], checkpoint=lambda job: Checkpoint(state, job))


def test_a_log_is_known_by_its_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not by its size and the time of its last change, which a copy may share, or not."""
    path, state = half_done(tmp_path, monkeypatch)
    before, data = path.stat(), path.read_bytes()
    os.utime(path)
    assert audit([str(path)], checkpoint=lambda job: Checkpoint(state, job)).by_kind == {USED_BEFORE: 1}
    path.write_bytes(data.replace(b"Ac", b"Ad", 1))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    with pytest.raises(Refused, match="a checkpoint of another run: its logs is"):
        audit([str(path)], checkpoint=lambda job: Checkpoint(state, job))


@pytest.mark.parametrize("values", [50, 3000, 1 << 62])
def test_what_came_before_is_found_as_a_set_would(values: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tasks of random sizes; 0 and 1 are left out, which count as one value.  Parts go to their files early."""
    monkeypatch.setattr(again, "PART_IN_MEMORY", 256)
    source = np.random.default_rng(5)
    tasks = [
        source.integers(2, 2 + values, size).astype(np.uint64) << np.uint64(2) for size in (0, 700, 1, 900, 400, 0)
    ]
    with RoundIds() as ids:
        for hashes in tasks:
            ids.add(joined([hashes]))
        repeated = {each.task: Again(each) for each in ids.repeated(list(range(len(tasks))))}
    seen: set[int] = set()
    for number, hashes in enumerate(tasks):
        expected = []
        for place, value in enumerate(hashes.tolist()):
            if value in seen:
                expected.append(place)
            seen.add(value)
        halves = [
            repeated[number].among(half).tolist() if number in repeated else [] for half in (hashes[:300], hashes[300:])
        ]
        assert halves[0] + [300 + place for place in halves[1]] == expected
        assert (number in repeated) == bool(expected)
