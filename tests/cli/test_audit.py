"""audit and audit synth: what is printed, what is written, and the exit codes."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

from tablegames.audit.faults import Impossible
from tests.audit import HEADS_UP_HEADER, STRAIGHT_FLUSH, write_csv
from tests.cli import refused, run

UNDERPAID = STRAIGHT_FLUSH.replace("10,500", "10,150")


def found(*arguments: str) -> Any:
    """The JSON of an audit that found faults: exit 3."""
    answer = run("audit", *arguments, "--format", "json")
    assert answer.code == 3, answer
    return json.loads(answer.out)


@pytest.mark.parametrize("form", ["parquet", "csv", "jsonl"])
def test_synth_then_audit(form: str, tmp_path: Path) -> None:
    log, faulty = str(tmp_path / f"log.{form}"), str(tmp_path / f"faulty.{form}")
    answer = run(
        "audit",
        "synth",
        "high-card-flush",
        "--rounds",
        "300",
        "--seed",
        "1",
        "--faults",
        "0.2",
        "-o",
        log,
        "--format",
        "json",
    )
    made = json.loads(answer.out)
    assert (answer.code, made["rounds"]) == (0, "300")
    first = found(log, "--faulty", faulty)
    assert first["by_kind"] == made["planted"]
    planted = sum(map(int, made["planted"].values()))
    assert int(first["discrepancies"]) + int(first["impossible"]) == planted
    again = found(faulty)
    for kinds in (
        again["by_kind"],
        made["planted"],
    ):  # who used an id first may be no faulty round, and is then not in the file
        kinds.pop(Impossible.USED_BEFORE, None)
    assert again["by_kind"] == made["planted"], "the faulty file is a log of the faulty rounds"
    assert int(again["rounds"]) == planted


def test_the_keys_that_others_read(tmp_path: Path) -> None:
    """One Odds wager of 10.00 paid 150.00 where 500.00 was owed, by D1 at T1; README's ruling, as an audit."""
    answer = found(
        write_csv(tmp_path / "log.csv", HEADS_UP_HEADER, [STRAIGHT_FLUSH.format(round=1), UNDERPAID.format(round=2)])
    )
    assert {key: answer[key] for key in ("rounds", "discrepancies", "by_kind", "impossible", "difference")} == {
        "rounds": "2", "discrepancies": "1", "by_kind": {"win underpaid": "1"}, "impossible": "0", "difference": "-350.00",
    }  # fmt: skip
    assert answer["by_dealer"]["D1"] == {
        "bet": "100.00", "owed": "1080.00", "rounds": "2", "under": "350.00", "wrong": "1", "difference": "-350.00", "paid": "730.00",
    }  # fmt: skip
    (fault,) = answer["listed"]
    assert fault == {
        "kind": "win underpaid", "round": "2", "time": "", "table": "T1", "dealer_id": "D1", "seat": 1, "wager": "odds", "bet": "10.00",
        "paid": "150.00", "owed": "500.00", "difference": "-350.00", "row": "winning straight flush", "pays": "50 to 1",
        "cites": ["677a-T8", "677a.6(b)(2)"], "paytable": "odds-winning A", "source": "published",
    }  # fmt: skip
    assert {each["of"] for each in answer["frequencies"]} == {"pocket", "hand", "showdown"}
    hands = next(each for each in answer["frequencies"] if each["of"] == "hand")["outcomes"]
    assert hands["straight flush"]["observed"] == "2"
    assert hands["pair"]["chance"] == str(Fraction(58_627_800, 133_784_560)), (
        "C(52, 7) hands, counted in full elsewhere"
    )


def test_clean_and_text(tmp_path: Path) -> None:
    log = write_csv(tmp_path / "log.csv", HEADS_UP_HEADER, [STRAIGHT_FLUSH.format(round=1)])
    answer = run("audit", log)
    assert (answer.code, answer.out.splitlines()[0]) == (
        0,
        "World Poker Tour Heads-Up Hold 'Em: 1 rounds, 1 hands: nothing wrong",
    )
    wrong = run("audit", write_csv(tmp_path / "wrong.csv", HEADS_UP_HEADER, [UNDERPAID.format(round=1)]))
    assert wrong.code == 3
    for words in (
        "1 wagers wrongly paid",
        "win underpaid",
        "-350.00",
        "§ 677a.6(b)(2)",
        "odds-winning A",
        "readings: ",
    ):
        assert words in wrong.out


def test_every_fault_as_a_row(tmp_path: Path) -> None:
    rows = [UNDERPAID.format(round=number) for number in range(150)] + [
        STRAIGHT_FLUSH.format(round=150).replace("Ad9h", "AdAd")
    ]
    log = write_csv(tmp_path / "log.csv", HEADS_UP_HEADER, rows)
    answer = run("audit", log, "--format", "csv")
    listed = list(csv.DictReader(io.StringIO(answer.out)))
    assert (answer.code, len(listed), listed[0]["owed"], listed[-1]["kind"]) == (
        3,
        151,
        "500.00",
        "card twice in a hand",
    )
    assert listed[-1]["reason"].startswith("Ad stands twice: as player card 1 and as player card 2")
    assert len(found(log)["listed"]) == 100


def test_the_same_bytes_by_two_workers(tmp_path: Path) -> None:
    log = str(tmp_path / "log.parquet")
    run(
        "audit",
        "synth",
        "saigon-5-card",
        "--rounds",
        "400",
        "--seed",
        "1",
        "--faults",
        "0.1",
        "--seats",
        "2",
        "-o",
        log,
    )
    one, two = (run("audit", log, "--format", "json", "--workers", str(workers)) for workers in (1, 2))
    assert (one.code, one.out) == (two.code, two.out)


def test_formulas_are_neutralised(tmp_path: Path) -> None:
    """A round id that a spreadsheet would run; amounts stay numbers.  The faulty file is audited like any other."""
    rows = [UNDERPAID.format(round=round_) for round_ in ("=HYPERLINK(1)", "@x", "+1-2", "-7")]
    log, faulty = write_csv(tmp_path / "log.csv", HEADS_UP_HEADER, rows), tmp_path / "faulty.csv"
    found(log, "--faulty", str(faulty))
    written = list(csv.DictReader(io.StringIO(faulty.read_text())))
    assert [row["round"] for row in written] == ["'=HYPERLINK(1)", "'@x", "'+1-2", "-7"]
    assert written[0]["paid_odds"] == "150"
    assert found(str(faulty))["by_kind"] == {"win underpaid": "4"}


def test_set_aside_is_kept(tmp_path: Path) -> None:
    """Lines that are no rows stand beside the faulty file with their text; rows with a bad cell stand in it."""
    rows = [
        UNDERPAID.format(round=1),
        UNDERPAID.format(round=2) + ",",
        STRAIGHT_FLUSH.format(round=3).replace("500", "5oo"),
    ]
    log, faulty = write_csv(tmp_path / "log.csv", HEADS_UP_HEADER, rows), tmp_path / "faulty.csv"
    assert "line 3, column paid_trips-plus: has 19 cells" in refused("audit", log)
    answer = found(log, "--skip-bad", "--faulty", str(faulty))
    assert answer["set_aside"] == {"places": "2", "rows": "2"}
    assert [bad["place"] for bad in answer["bad"]] == [f"{log}: line 3", f"{log}: line 4"]
    assert sorted(faulty.read_text().splitlines()[1:]) == [rows[0], rows[2]]
    beside = [json.loads(line) for line in Path(f"{faulty}.bad.jsonl").read_text().splitlines()]
    assert beside[0]["text"] == rows[1]


def test_the_faulty_parquet_has_the_logs_columns(tmp_path: Path) -> None:
    log, faulty = str(tmp_path / "log.parquet"), str(tmp_path / "faulty.parquet")
    run("audit", "synth", "heads-up-holdem", "--rounds", "200", "--seed", "1", "--faults", "0.1", "-o", log)
    found(log, "--faulty", faulty)
    assert parquet.read_schema(faulty).equals(parquet.read_schema(log))


def test_rules_in_force(tmp_path: Path) -> None:
    """The other paytable pays a losing straight flush otherwise: what was right by the one is wrong by the other."""
    log = str(tmp_path / "log.parquet")
    run(
        "audit",
        "synth",
        "heads-up-holdem",
        "--rounds",
        "2000",
        "--seed",
        "1",
        "--paytable",
        "odds-losing=T2",
        "-o",
        log,
    )
    assert run("audit", log, "--paytable", "odds-losing=T2").code == 0
    assert "win underpaid" in found(log)["by_kind"] or "win overpaid" in found(log)["by_kind"]


def test_refusals(tmp_path: Path) -> None:
    log = write_csv(tmp_path / "log.csv", HEADS_UP_HEADER, [STRAIGHT_FLUSH.format(round=1)])
    record = str(tmp_path / "log.jsonl")
    run("audit", "synth", "saigon-5-card", "--rounds", "1", "--seed", "1", "-o", record)
    assert "no such file" in refused("audit", str(tmp_path / "none.csv"))
    assert "does not end in .parquet, .csv or .jsonl" in refused("audit", "rounds.txt")
    assert "does not end in .csv, as the log does" in refused("audit", log, "--faulty", "faulty.parquet")
    assert "has its rules in its first line" in refused("audit", record, "--reading", "680a-R3=always")
    assert "workers is 0" in refused("audit", log, "--workers", "0")
    made = ("audit", "synth", "heads-up-holdem", "--rounds", "1", "--seed", "1")
    assert "does not end in" in refused(*made, "-o", "log.txt")
    assert "is not a part of the rounds" in refused(*made, "-o", "log.csv", "--faults", "2")
    assert "23 seats; World Poker Tour Heads-Up Hold 'Em has 1 to 6" in refused(*made, "-o", "log.csv", "--seats", "23")
    assert "rounds is 0" in refused(
        "audit", "synth", "heads-up-holdem", "--rounds", "0", "--seed", "1", "-o", "log.csv"
    )


def test_usage() -> None:
    assert run("audit", "logs").code == 2
    assert "synth" in run("audit", "--help").out
