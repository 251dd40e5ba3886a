"""``submission check|show|diff``: every mistake at once with its line, a sheet that could be filed, and a digest of the content."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from tablegames.games import GAMES, game_named
from tablegames.submission import load_submission
from tablegames.wagers import Limits, MeterPlan
from tests.cli import json_of, process, refused, run, text_of

HEAD = 'property = "Example Casino"\nversion = "1"\neffective = 2026-12-01\n'
ROWS = (
    '"five aces" = "1000 to 1", "royal flush with no joker" = "500 to 1", "royal flush with a joker" = "250 to 1", '
    '"straight flush" = "100 to 1", "four-of-a-kind" = "60 to 1", "full house" = "25 to 1", "flush" = "20 to 1", '
    '"straight" = "15 to 1", "three-of-a-kind" = "6 to 1", "two pair" = "2 to 1"'
)
WHOLE = f"""\
property = "Example Casino"
version = "1"
effective = 2026-12-01

[games.high-card-flush]
seats = 5
payout_limit = "50000"
raise_limit = "5:1,6:2"
paytables.flush-bonus = "B"
paytables.progressive = "one-dollar"
readings."678a-R1" = "ace-low"
rounding = {{ unit = "0.25", direction = "down" }}
wagers.ante = {{ minimum = "10", maximum = "500", multiple = "5" }}
wagers.straight-flush-bonus = {{ offered = false }}
meters.progressive = {{ seed = "1000", increment = "20%", reserve = "2.5%" }}
procedures.procedure-R1 = "stacks"

[games.saigon-5-card.paytables.bonus]
name = "house"
rows = {{ {ROWS} }}
"""
Writer = Callable[[str], str]


@pytest.fixture
def written(tmp_path: Path) -> Writer:
    """Writes a submission and gives its path; each text another file."""
    number = iter(range(100))

    def write(text: str) -> str:
        path = tmp_path / f"{next(number)}.toml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


# --- check ------------------------------------------------------------------------------------------------------------


def test_check_says_what_is_offered_and_the_digest(written: Writer) -> None:
    path = written(WHOLE)
    result = json_of("submission", "check", path)
    assert result["games"] == ["high-card-flush", "saigon-5-card"]
    assert re.fullmatch("[0-9a-f]{64}", result["digest"])
    assert text_of("submission", "check", path) == (
        f"{path}: valid; high-card-flush, saigon-5-card; digest {result['digest']}\n"
    )


def test_the_example_of_the_readme_is_valid(written: Writer) -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```toml\n(.*?)```", readme, re.DOTALL)
    path = written(example)
    assert json_of("submission", "check", path)["games"] == ["high-card-flush", "saigon-5-card"]
    assert "ace-low" in text_of("submission", "show", path)


def test_everything_chosen_comes_into_force(written: Writer) -> None:
    submission = load_submission(Path(written(WHOLE)))
    game = game_named("high-card-flush")
    rules = submission.rules(game)
    assert (rules.seats, rules.payout_limit, rules.raise_limits) == (5, 5_000_000, {5: 1, 6: 2})
    assert rules.limits == {"ante": Limits(True, 1_000, 50_000, 500), "straight-flush-bonus": Limits(offered=False)}
    assert rules.meter_plans == {"progressive": MeterPlan(100_000, Fraction(1, 5), Fraction(1, 40))}
    assert rules.procedures == {"procedure-R1": "stacks"}
    assert (rules.paytables["flush-bonus"].name, rules.paytables["progressive"].name) == ("B", "one-dollar")
    assert rules.readings["678a-R1"] == "ace-low"
    assert (rules.rounding.unit, rules.rounding.direction.value) == (25, "down")
    assert rules.submission == submission.digest
    house = submission.rules(game_named("saigon-5-card")).paytables["bonus"]
    assert (house.name, house.source.value, str(house.rows["flush"])) == ("house", "submission", "20 to 1")


TEN = """\
property = "Example Casino"
version = ""
effective = 2026-12-01
colour = "red"

[games.baccarat]
seats = 7

[games.high-card-flush]
seats = 7
paytables.flush-bonus = "Z"
readings."678a-R1" = "ace-nine"
wagers.ante = { minimum = "100", maximum = "50" }
wagers.insurance = { minimum = "5" }
raise_limit = "9"
procedures.procedure-R99 = "kept"

[games.heads-up-holdem]
wagers.odds = { offered = false }
meters.progressive = { seed = "100", increment = "20%" }

[games.saigon-5-card]
payout_limit = 50000
"""
LINES = {
    2: "version", 4: "colour", 6: "baccarat", 10: "7 seats", 11: "no 'Z'", 12: "no choice 'ace-nine'", 13: "above maximum",
    14: "'insurance'", 15: "raise limit 9", 16: "procedure-R99", 19: "odds is required", 20: "has meters none", 23: "an amount is text",
}  # fmt: skip


def mistakes(message: str) -> dict[int, str]:
    """The mistakes that a refusal names, by line."""
    parts = re.split(r"(?:^\S+: |; )(?=line \d+, )", message)[1:]
    return {int(re.match(r"line (\d+)", part)[1]): part for part in parts}  # type: ignore[index]


def test_thirteen_mistakes_are_named_at_once_each_with_its_line(written: Writer) -> None:
    found = mistakes(refused("submission", "check", written(TEN)))
    assert sorted(found) == sorted(LINES)
    for line, words in LINES.items():
        assert words in found[line], found[line]


def test_mistakes_say_what_is_allowed_and_by_what(written: Writer) -> None:
    found = mistakes(refused("submission", "check", written(TEN)))
    assert "A, B, C" in found[11]
    assert "§ 678a.6(b)" in found[11]
    assert "ace-high-only or ace-low" in found[12]
    assert "at most 6" in found[10]
    assert "ante, raise, flush-bonus" in found[14]
    assert "677a-T2" in found[19]
    assert 'such as "10" or "0.25"' in found[23]


def test_ten_mistakes_in_one_game_are_named_at_once(written: Writer) -> None:
    """One amount without quotes does not hide the wrong paytable, reading and seats beside it."""
    text = HEAD + (
        '[games.high-card-flush]\nseats = 7\npayout_limit = 50000\npaytables.flush-bonus = "Z"\n'
        'readings."678a-R1" = "ace-nine"\nraise_limit = "9"\nwagers.insurance = { minimum = "5" }\n'
        'wagers.ante = { minimum = "ten" }\nmeters.progressive = { seed = "100", increment = "200%" }\n'
        'procedures.procedure-R99 = "kept"\ntables = 4\n'
    )
    assert sorted(mistakes(refused("submission", "check", written(text)))) == list(range(5, 15))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("seats = 0", "seats"),
        ("seats = 5.5", "seats"),
        ('payout_limit = "0"', "0.00 says nothing"),
        ('payout_limit = "-5"', "-5"),
        ("wagers.ante = { minimum = 10 }", "an amount is text"),
        ('wagers.ante = { maximum = "1e3" }', "1e3"),
        ('wagers.ante = { multiple = "0" }', "0.00 says nothing"),
        ('wagers.ante = { least = "5" }', "unknown key"),
        ('meters.progressive = { seed = "5" }', "increment"),
        ('meters.progressive = { seed = "5", increment = 20 }', "percentage"),
        ('meters.progressive = { seed = "5", increment = "60%", reserve = "60%" }', "exceed the wager"),
        ('procedures.procedure-R1 = "heaps"', "stacks"),
        ('readings."678a-R5" = "chip"', "rounding = {"),
        ('raise_limit = "4:9"', "above the game's own"),
        ('rounding = { unit = "0", direction = "down" }', "0.00 says nothing"),
    ],
)
def test_each_mistake_is_named_with_its_line(line: str, words: str, written: Writer) -> None:
    refusal = refused("submission", "check", written(f"{HEAD}\n[games.high-card-flush]\n{line}\n"))
    assert "line 6, games.high-card-flush." in refusal
    assert words in refusal


@pytest.mark.parametrize(
    "line", ['seats = "5"', "seats = true", "seats = 5.0", 'wagers.flush-bonus = { offered = "no" }']
)
def test_a_value_of_another_type_is_refused(line: str, written: Writer) -> None:
    """An amount is text and nothing else; a number and a truth are as strictly what TOML writes them as."""
    refused("submission", "check", written(f"{HEAD}[games.high-card-flush]\n{line}\n"))


@pytest.mark.parametrize("limit", ['multiple = "5", minimum = "7"', 'multiple = "10", maximum = "25"'])
def test_limits_that_no_wager_can_just_meet_are_taken(limit: str, written: Writer) -> None:
    """A minimum that is no multiple is odd, not impossible: 10 can be bet between 7 and any maximum."""
    assert json_of("submission", "check", written(f"{HEAD}[games.high-card-flush]\nwagers.ante = {{ {limit} }}\n"))[
        "games"
    ]


def test_no_file_and_no_game(written: Writer) -> None:
    for command in ("check", "show"):
        assert "nowhere" in refused("submission", command, "/nowhere.toml")
    assert "nowhere" in refused("submission", "diff", written(WHOLE), "/nowhere.toml")
    assert "does not offer" in refused(
        "rank", "heads-up-holdem", "As Ks", "--board", "Qs Js Ts", "--submission", written(WHOLE)
    )


# --- the digest -------------------------------------------------------------------------------------------------------

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
        "58 Pa. Code ch. 680a", "9 seats", "minimum 10.00, maximum 500.00, multiple 5.00", "not offered", "250 to 1", "8000 to 1",
        "0.25 are rounded down", "aggregate payout limit 50000.00", "seed 1000.00, 1/5 of each wager", "5: 1x, 6: 2x",
        "678a-R1", "ace-low", "procedure-R1", "stacks", "procedure-R8", "submission: Rules Submission", "published",
    ):  # fmt: skip
        assert words in out, words


def test_show_as_json_has_every_reading_and_wager(written: Writer) -> None:
    path = written(HEAD + "".join(f"[games.{game.id}]\n" for game in GAMES))
    sheet = json_of("submission", "show", path)
    assert (sheet["property"], sheet["version"], sheet["effective"]) == ("Example Casino", "1", "2026-12-01")
    assert sheet["digest"] == digest_of(path)
    for game in GAMES:
        own = sheet["games"][game.id]
        assert own["seats"] == game.most_seats
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
    assert "games.heads-up-holdem.seats: not there -> 22" in answer.out


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
