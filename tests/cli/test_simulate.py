"""``tablegames simulate``: what others rely on, what people read, and what is refused."""

import csv
import io
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tablegames.games import GAMES
from tests.cli import refused, run

COMMAND = ("simulate", "high-card-flush", "--rounds", "50000", "--seed", "7")


def out_of(*arguments: str) -> str:
    answer = run(*arguments)
    assert answer.code == 0, answer
    assert "Traceback" not in answer.err
    return answer.out


def json_of(*arguments: str) -> Any:
    return json.loads(out_of(*arguments, "--format", "json"))


def test_the_json_that_others_rely_on() -> None:
    found = json_of(*COMMAND)
    assert found["rounds"] == "50000"
    assert Fraction(found["mean"]).denominator <= 50000
    assert float(found["standard_error"]) == pytest.approx(1.63 / 50000**0.5, rel=0.05)
    z = (Fraction(found["mean"]) - Fraction(found["expected_value"])) / Fraction(found["standard_error"])
    assert float(found["z"]) == pytest.approx(float(z), abs=1e-5)
    assert sum(int(count) for count in found["facts"].values()) == 50000
    assert all("outcome=" in facts for facts in found["facts"])
    assert set(found["versions"]) == {"tablegames", "stream"}


def test_the_same_bytes_for_any_number_of_workers_and_every_time() -> None:
    command = ("simulate", "saigon-5-card", "--rounds", "5000000", "--seed", "1", "--format", "json")
    assert len({out_of(*command, "--workers", str(workers)) for workers in (1, 2, 16)}) == 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_game_as_text_json_and_csv(game: Any) -> None:
    command = ("simulate", game.id, "--rounds", "20000", "--seed", "2", "--seats", "2")
    assert "expected value" in out_of(*command)
    found = json_of(*command)
    rows = list(csv.DictReader(io.StringIO(out_of(*command, "--format", "csv"))))
    assert sum(int(row["count"]) for row in rows) == 40000 == sum(int(count) for count in found["facts"].values())
    assert sum(Fraction(row["chance"]) for row in rows) == 1


def test_sessions_and_a_shift_as_people_read_them() -> None:
    text = out_of(
        *COMMAND, "--bet", "ante=10", "--bet", "flush-bonus=5", "--session", "100", "--bankroll", "200",
        "--hours", "8", "--rounds-per-hour", "45", "--level", "99",
    )  # fmt: skip
    assert "500 sessions of 100 rounds from a bankroll of 200, in money" in text
    assert "The house over 360 rounds of this table, in money" in text
    assert "99 % interval" in text
    assert "theoretical win" in text


def test_the_theoretical_win_is_the_edge_times_what_is_bet() -> None:
    found = json_of(*COMMAND, "--bet", "ante=25", "--seats", "4", "--hours", "8", "--rounds-per-hour", "40")
    edge = -Fraction(found["expected_value"])
    assert Fraction(found["shift"]["theoretical_win"]) == edge * 8 * 40 * 4
    assert len(found["covariance"]["matrix"]) == 4


def test_plans_by_name_and_by_rule() -> None:
    named = json_of(*COMMAND, "--play", "published")
    assert named == json_of(*COMMAND, "--evaluate", "T-8-6")
    assert named["plan"] == {"flush": "T-8-6"}
    assert json_of(*COMMAND)["plan"] == "best"


def test_a_pot_among_the_seats() -> None:
    command = ("simulate", "saigon-5-card", "--rounds", "20000", "--seed", "1", "--bet", "ante=10", "--bet", "pot=5")
    found = json_of(*command, "--seats", "3")
    shared = found["shared"]
    assert (shared["wager"], shared["first_seat"]["expected_value"]) == ("pot", "0")
    assert sum(int(row["count"]) for row in shared["rows"]) == 60000
    assert found["standard_deviation"]["exact"] is None
    assert found["bets"] == {"ante": "10", "pot": "5"}
    text = out_of(*command, "--seats", "3")
    assert "pot, which the seats win from one another: exactly 0 for each" in text
    assert "best count, shared by 2" in text
    assert "one player only" in out_of(*command)
    assert "shared" not in json_of(*command[:-2])


def test_one_round_has_no_standard_error() -> None:
    found = json_of("simulate", "high-card-flush", "--rounds", "1", "--seed", "1")
    assert (found["standard_error"], found["z"], found["confidence"]["low"]) == (None, None, None)
    assert "standard error" in out_of("simulate", "high-card-flush", "--rounds", "1", "--seed", "1")


def test_a_checkpoint_goes_on_and_ends_with_the_same_bytes(tmp_path: Path) -> None:
    state = str(tmp_path / "state")
    command = (*COMMAND, "--format", "json", "--checkpoint", state)
    assert out_of(*command) == out_of(*command) == out_of(*COMMAND, "--format", "json")
    assert "its seed is" in refused(
        "simulate", "high-card-flush", "--rounds", "50000", "--seed", "8", "--checkpoint", state
    )


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        (("--play", "wild"), "play 'wild' is none of High Card Flush's: best, always-raise, published"),
        (("--play", "published", "--evaluate", "T-8-6"), "is a plan already"),
        (("--bankroll", "100"), "give --session N too"),
        (("--hours", "8"), "needs both --hours and --rounds-per-hour"),
        (("--hours", "8", "--rounds-per-hour", "0"), "rounds-per-hour '0' is no number above 0"),
        (("--level", "100"), "level '100' is no percentage"),
        (("--level", "0"), "level '0' is no percentage"),
        (("--bet", "raise=10"), "bet 'raise' cannot be simulated"),
        (("--bet", "ante=1e3"), "1e3"),
        (("--meter", "progressive=5"), "--meter progressive is for a wager that is not bet"),
        (
            ("--bet", "progressive=2", "--paytable", "progressive=one-dollar", "--meter", "progressive=100"),
            "bet progressive is 2.00; its paytable takes 1.00",
        ),
        (("--seats", "7"), "7 seats; High Card Flush has 1 to 6"),
        (("--workers", "0"), "workers is 0"),
        (("--cluster", "nowhere"), "is not of the form tls://host:port"),
        (("--cluster", "tcp://10.1.1.1:8786"), "--insecure-cluster"),
        (("--checkpoint", "/nowhere/at/all"), "its folder is not there"),
        (("--session", "0"), "a session of 0 rounds"),
    ],
    ids=str,
)
def test_what_is_wrong_is_said_in_one_line(extra: tuple[str, ...], words: str) -> None:
    answer = run(*COMMAND, *extra)
    assert (answer.code, answer.out) == (1, "")
    assert words in answer.err.splitlines()[-1]
