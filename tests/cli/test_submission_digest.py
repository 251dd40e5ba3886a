"""The digest of a submission, its sheet, and what two of them put in force differently."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest

from tablegames.asks.submission import load_submission
from tablegames.games import GAMES, game_named
from tests.cli import Writer, json_of, process, run, text_of
from tests.cli.test_submission_commands import HEAD, ROWS, WHOLE

REORDERED = f"""\
# the same, otherwise written
effective = 2026-12-01
version = '1'   # a comment
property = "Example Casino"
[games]
[games.saigon-5-card]
paytables = {{ bonus = {{ rows = {{ {", ".join(reversed(ROWS.split(", ")))} }}, name = "house" }} }}
[games.high-card-flush.wagers.straight-flush-bonus]
offered = false
[games.high-card-flush.wagers.ante]
multiple = "5.00"
maximum = "500.0"
minimum = "10"
[games.high-card-flush]
procedures = {{ procedure-R1 = "stacks" }}
rounding = {{ direction = "down", unit = "0.25" }}
readings = {{ "678a-R1" = "ace-low" }}
paytables = {{ progressive = "one-dollar", flush-bonus = "B" }}
meters.progressive = {{ reserve = "2.5%", increment = "20 %", seed = "1000.00" }}
raise_limit = "5:1,6:2"
payout_limit = "50000.00"
seats = 5
"""


def digest_of(path: str) -> str:
    """The digest that ``check`` prints."""
    return str(json_of("submission", "check", path)["digest"])


def test_digest_is_of_the_content_not_of_the_writing(written: Writer) -> None:
    """Order of keys, blanks, comments and the form of an amount do not count."""
    assert digest_of(written(REORDERED)) == digest_of(written(WHOLE)) == digest_of(written(WHOLE.replace("\n", "\r\n")))
    assert digest_of(written("schema = 1\n" + WHOLE)) == digest_of(written(WHOLE))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Example Casino", "Example Casinò"),
        ('version = "1"', 'version = "2"'),
        ("2026-12-01", "2026-12-02"),
        ("seats = 5", "seats = 4"),
        ('"50000"', '"50000.01"'),
        ('"B"', '"A"'),
        ("ace-low", "ace-high-only"),
        ('unit = "0.25"', 'unit = "0.50"'),
        ('minimum = "10"', 'minimum = "15"'),
        ("offered = false", "offered = true"),
        ('increment = "20%"', 'increment = "21%"'),
        ('"stacks"', '"one-at-a-time"'),
        ("15 to 1", "14 to 1"),
        ('name = "house"', 'name = "House"'),
        ("5:1,6:2", "5:1,6:1"),
    ],
)
def test_digest_changes_with_the_content(old: str, new: str, written: Writer) -> None:
    assert old in WHOLE
    assert digest_of(written(WHOLE.replace(old, new))) != digest_of(written(WHOLE))


def test_digest_is_the_same_in_every_process(written: Writer) -> None:
    path = written(WHOLE)
    for seed, zone in (("1", "UTC"), ("2", "Asia/Tokyo")):
        answer = process("submission", "check", path, PYTHONHASHSEED=seed, TZ=zone)
        assert digest_of(path) in answer.out


def test_digest_is_of_canonical_json(written: Writer) -> None:
    """By the docstring's own words: the validated content, keys in order, no blanks, UTF-8, SHA-256."""
    submission = load_submission(Path(written(HEAD.replace("Example", "Exámple") + "[games.saigon-5-card]\n")))
    content = submission.model_dump(mode="json", by_alias=True)
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert '"property":"Exámple Casino"' in text
    assert submission.digest == hashlib.sha256(text.encode("utf-8")).hexdigest()


# --- show -------------------------------------------------------------------------------------------------------------


def test_show_is_a_dated_sheet_of_everything_in_force(written: Writer) -> None:
    path = written(WHOLE)
    out = text_of("submission", "show", path)
    for words in (
        "Rules Submission of Example Casino", "version 1, effective 2026-12-01", digest_of(path), "58 Pa. Code ch. 678a", "5 seats",
        "58 Pa. Code ch. 680a", "9 seats", "minimum 10.00, maximum 500.00, multiple 5.00", "not offered", "250 to 1",
        "0.25 are rounded down", "aggregate payout limit 50,000.00 a round, or what one patron can win at the minimum wagers", "seed 1000.00, 1/5 of each wager", "5: 1x, 6: 2x",
        "678a-R1", "ace-low", "procedure-R1", "stacks", "procedure-R8", "submission: Rules Submission", "single-source",
    ):  # fmt: skip
        assert words in out, words
    assert "8000 to 1" not in out, "the table of the Straight Flush Bonus, which is not offered, is not in force"


def test_show_as_json_has_every_reading_and_wager(written: Writer) -> None:
    path = written(HEAD + "".join(f"[games.{game.id}]\n" for game in GAMES))
    sheet = json_of("submission", "show", path)
    assert (sheet["property"], sheet["version"], sheet["effective"]) == ("Example Casino", "1", "2026-12-01")
    assert sheet["digest"] == digest_of(path)
    for game in GAMES:
        own = sheet["games"][game.id]
        assert own["seats"] == game.seats(game.default_rules())
        assert list(own["wagers"]) == [wager.id for wager in game.wagers]
        assert own["readings"] == game.law.default_readings()
        assert list(own["procedures"]) == [f"procedure-R{number}" for number in range(1, 9)]
        assert {slot: table["source"] for slot, table in own["paytables"].items()} == {
            slot: table.source.value for slot, table in game.default_rules().paytables.items()
        }
    saigon = sheet["games"]["saigon-5-card"]["wagers"]
    assert (saigon["ante"], saigon["bonus"]) == ("offered", "not offered")


@pytest.mark.parametrize("encoding", ["cp1252", "cp850"])
def test_case_36_show_on_old_consoles(encoding: str, written: Writer) -> None:
    answer = process(
        "submission", "show", written(WHOLE.replace("Casino", "Casino ♠ Đà Nẵng")), PYTHONIOENCODING=encoding
    )
    assert (answer.code, answer.err) == (0, "")


# --- diff -------------------------------------------------------------------------------------------------------------


def test_diff_names_each_key_that_differs(written: Writer) -> None:
    one = written(WHOLE)
    two = written(WHOLE.replace('"B"', '"C"').replace("ace-low", "ace-high-only").replace("seats = 5", "seats = 6"))
    answer = run("submission", "diff", one, two, "--format", "json")
    assert (answer.code, answer.err) == (3, "")
    changes = {each["key"]: (each["first"], each["second"]) for each in json.loads(answer.out)["changes"]}
    game = "games.high-card-flush"
    assert changes.pop(f"{game}.readings.678a-R1") == ("ace-low", "ace-high-only")
    assert changes.pop(f"{game}.seats") == ("5", "6")
    assert changes.pop(f"{game}.paytables.flush-bonus.name") == ("B", "C")
    assert changes
    assert all(key.startswith(f"{game}.paytables.flush-bonus.") for key in changes), "its rows, and nothing else"
    text = run("submission", "diff", one, two)
    assert text.code == 3
    assert f"{game}.readings.678a-R1: ace-low -> ace-high-only" in text.out


def test_diff_of_the_same_in_force(written: Writer) -> None:
    answer = run("submission", "diff", written(WHOLE), written(REORDERED))
    assert (answer.code, answer.out) == (0, "the submissions put the same in force\n")
    assert run("submission", "diff", written(WHOLE), written(REORDERED), "--format", "json").out == '{"changes": []}\n'


def test_diff_of_a_game_that_one_does_not_offer(written: Writer) -> None:
    answer = run("submission", "diff", written(WHOLE), written(WHOLE + "[games.heads-up-holdem]\n"))
    assert answer.code == 3
    assert "games.heads-up-holdem.seats: not there -> 6" in answer.out


def test_diff_of_defaults_written_out_is_none(written: Writer) -> None:
    """What a default says and what says the same in words are in force alike, though the digests differ."""
    plain, said = (
        written(HEAD + "[games.high-card-flush]\n"),
        written(
            HEAD
            + '[games.high-card-flush]\nseats = 6\nreadings."678a-R1" = "ace-high-only"\npaytables.flush-bonus = "A"\n'
        ),
    )
    assert run("submission", "diff", plain, said).code == 0
    assert digest_of(plain) != digest_of(said)


# --- in results -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["settle", "rank", "analyze"])
def test_digest_goes_into_every_result(command: str, written: Writer) -> None:
    path, hand = written(WHOLE), "As Ks Qs 9s 4d 3d 2c"
    arguments = {
        "settle": ("--player", hand, "--dealer", "Ah Kh Jh 9h 4c 3c 2d", "--bet", "ante=10", "--fold"),
        "rank": (hand,),
        "analyze": (),
    }[command]
    answer = run(command, "high-card-flush", *arguments, "--submission", path, "--format", "json")
    assert answer.code == 0
    assert digest_of(path) in answer.out


def test_rules_changed_on_the_command_line_do_not_bear_the_digest(written: Writer, tmp_path: Path) -> None:
    """A record that names the submission was played by it: another reading on the command line is not of it."""
    path, record = written(WHOLE), tmp_path / "record.jsonl"
    answer = run(
        "round", "play", "high-card-flush", "--submission", path, "--reading", "678a-R1=ace-high-only", "--rounds", "1",
        "--seed", "1", "--record", str(record), stdin=b"fold\n",
    )  # fmt: skip
    assert answer.code == 0
    first = json.loads(record.read_text().splitlines()[0])
    assert first["rules"]["readings"]["678a-R1"] == "ace-high-only"
    assert first["rules"].get("submission") != digest_of(path)


def test_a_submission_value_is_frozen(written: Writer) -> None:
    submission = load_submission(Path(written(WHOLE)))
    with pytest.raises(ValueError, match="frozen"):
        submission.version = "2"
    rules = submission.rules(game_named("high-card-flush"))
    assert replace(rules, seats=1) != rules
