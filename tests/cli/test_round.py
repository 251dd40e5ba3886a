"""``round play|replay|recall|verify``: scripted by piped input, recorded, opened again."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from tablegames.games import GAMES
from tests.cli import Answer, json_of, process, refused, run, text_of

GAME_IDS = [game.id for game in GAMES]
each_id = pytest.mark.parametrize("game", GAME_IDS)
HEAD = 'property = "Example Casino"\nversion = "1"\neffective = 2026-12-01\n'


def play(game: str, *options: str, answers: str = "1\n1\n1\n1\n1\n1\n", seed: int = 1) -> Answer:
    """A round, or more, at the terminal with these answers."""
    return run("round", "play", game, "--seed", str(seed), *options, stdin=answers.encode())


def bankroll_of(out: str) -> list[str]:
    """What stood after each round."""
    return re.findall(r"^bankroll (.*)$", out, re.MULTILINE)


@pytest.fixture
def record(tmp_path: Path) -> str:
    """A record of three rounds of Hold 'Em at two seats."""
    path = str(tmp_path / "record.jsonl")
    answer = play("heads-up-holdem", "--rounds", "3", "--seats", "2", "--record", path, answers="2\n2\n1\n1\n" * 9)
    assert answer.code == 0
    return path


@each_id
def test_piped_rounds_show_cards_actions_settlement_and_bankroll(game: str) -> None:
    answer = play(game, "--rounds", "2", "--seats", "2", answers="1\n" * 20)
    assert (answer.code, answer.err) == (0, "")
    assert re.search(r"^seat 1: \S*[♣♦♥♠]", answer.out, re.MULTILINE)
    assert "  1. " in answer.out
    assert answer.out.count("dealer: ") == answer.out.count("house net") == 2
    nets = [round(100 * float(net)) for net in re.findall(r"^  seat \d: net (.*)$", answer.out, re.MULTILINE)]
    assert len(nets) == 4
    standing = [round(100 * float(amount)) for amount in bankroll_of(answer.out)]
    assert standing == [100_000 + sum(nets[:2]), 100_000 + sum(nets)]
    assert "trade rule" in answer.out


@each_id
def test_same_seed_same_output(game: str) -> None:
    first, again, other = (play(game, "--rounds", "2", answers="1\n" * 9, seed=seed) for seed in (1, 1, 2))
    assert first == again != other
    one = run("round", "play", game, "--rounds", "1", stdin=b"1\n" * 5)
    two = run("round", "play", game, "--rounds", "1", stdin=b"1\n" * 5)
    assert one.out != two.out, "without a seed the system deals"


@pytest.mark.parametrize(("game", "words"), [("high-card-flush", "fold"), ("heads-up-holdem", "check\ncheck\nfold")])
def test_decisions_in_words(game: str, words: str) -> None:
    answer = play(game, "--rounds", "1", answers=f"{words}\n")
    assert answer.code == 0
    assert "folded" in answer.out


def test_saigon_is_set_by_its_cards() -> None:
    shown = play("saigon-5-card", "--rounds", "1", answers="q\n").out
    own = re.search(r"^seat 1: (.*)$", shown, re.MULTILINE)
    assert own
    first, *others = own[1].split()
    answer = play(
        "saigon-5-card", "--rounds", "1", answers=f"{others[0]} {others[1]} {others[2]} / {first} {others[3]}\n"
    )
    assert answer.code == 0
    assert "house net" in answer.out


@each_id
def test_a_wrong_answer_is_named_and_asked_again(game: str) -> None:
    answer = play(game, "--rounds", "1", answers="99\nraise 9x\n\n0\n-1\n" + "1\n" * 5)
    assert answer.code == 0
    assert answer.err.count("is not allowed here") == 5
    assert "house net" in answer.out


def test_strange_digits_are_no_answer() -> None:
    answer = play("saigon-5-card", "--rounds", "1", answers="²\n1\n")
    assert answer.code == 0


def test_an_answer_that_is_not_utf8_is_no_traceback() -> None:
    answer = run("round", "play", "saigon-5-card", "--seed", "1", "--rounds", "1", stdin=b"\xff\n1\n")
    assert answer.code in (0, 1)


@each_id
def test_coach_shows_exact_values_before_and_after_the_choice(game: str) -> None:
    """The values are those of ``advise`` for the same cards, and one of the actions is the best."""
    answer = play(game, "--rounds", "1", "--coach")
    assert answer.code == 0
    listed = re.findall(r"^  \d\. (.*?)   (-?\d\.\d{6}) per Ante(, the best)?", answer.out, re.MULTILINE)
    assert listed
    assert any(best for _, _, best in listed)
    assert re.search(r"you chose .* per Ante", answer.out)
    shown = re.search(r"^seat 1: (.*)$", answer.out, re.MULTILINE)
    assert shown
    hand = shown[1].translate(str.maketrans("♣♦♥♠", "cdhs"))
    advice = json.loads(run("advise", game, "--hand", hand, "--format", "json").out)
    advised = {each["action"]: Fraction(each["expected_value"]) for each in advice["actions"]}
    action, value, _ = listed[0]
    assert action in advised
    assert float(value) == pytest.approx(float(advised[action]), abs=1e-6)
    assert "per Ante" not in play(game, "--rounds", "1").out


@each_id
@pytest.mark.parametrize("answers", ["", "q\n"])
def test_end_of_input_or_q_leaves_and_the_record_names_the_round(game: str, answers: str, tmp_path: Path) -> None:
    path = str(tmp_path / "record.jsonl")
    answer = play(game, "--record", path, answers=answers)
    assert answer.code == 0
    assert "left in the middle of a round" in answer.err
    verified = run("round", "verify", path)
    assert verified.code == 0
    assert "verdict: consistent" in verified.out
    assert "incomplete: round 1 is incomplete" in verified.out
    assert "round 1 is incomplete" in run("round", "replay", path).err


def test_q_between_rounds(tmp_path: Path) -> None:
    path = str(tmp_path / "record.jsonl")
    answer = play("high-card-flush", "--record", path, answers="fold\nyes\nfold\nq\n")
    assert answer.code == 0
    assert len(bankroll_of(answer.out)) == 2
    assert json_of("round", "verify", path)["incomplete"] is None


@each_id
def test_commitments_are_shown_recorded_and_verified(game: str, tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    options = ("--rounds", "2", "--commit", "--fsync", "--record", str(path))
    answer = run("round", "play", game, *options, stdin=b"1\n" * 9)
    assert answer.code == 0
    shown = re.findall(r"^commitment to the deck: ([0-9a-f]{64})$", answer.out, re.MULTILINE)
    events = list(map(json.loads, path.read_text().splitlines()))
    assert shown == [event["commitment"] for event in events if event["event"] == "round"]
    assert [event["event"] for event in events].count("deck") == 2
    assert json_of("round", "verify", str(path))["verdict"] == "consistent"


def test_case_48_a_commitment_with_a_seed_is_refused_and_no_record_is_made(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    said = refused("round", "play", "high-card-flush", "--commit", "--seed", "7", "--record", str(path))
    assert said.startswith("a deck from a seed cannot be committed to")
    assert not path.exists()


def test_a_record_is_never_overwritten(record: str) -> None:
    before = Path(record).read_bytes()
    assert "never overwritten" in refused("round", "play", "heads-up-holdem", "--record", record)
    assert Path(record).read_bytes() == before


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--seats", "23"), "1 to 6"),
        (("--seats", "0"), "1 to 6"),
        (("--bet", "ante=10"), "odds"),
        (("--bet", "raise=10", "--bet", "ante=10", "--bet", "odds=10"), "decision"),
        (("--bet", "ante=1e3"), "1e3"),
        (("--bankroll", "much"), "much"),
        (("--paytable", "odds-losing=Z"), "no 'Z'"),
        (("--submission", "/nowhere.toml"), "nowhere"),
        (("--record", "/nowhere/record.jsonl"), "nowhere"),
    ],
)
def test_play_refuses(options: tuple[str, ...], words: str) -> None:
    assert words in refused("round", "play", "heads-up-holdem", *options)


def test_negative_rounds_are_refused() -> None:
    assert run("round", "play", "heads-up-holdem", "--rounds", "-1").code in (1, 2)


def test_refused_bets_leave_no_record(tmp_path: Path) -> None:
    """``--bet`` without an Ante is refused: no file stays that would have to be removed before the next try."""
    path = tmp_path / "record.jsonl"
    refused("round", "play", "heads-up-holdem", "--bet", "ante=10", "--record", str(path))
    assert not path.exists()


def test_submission_rules_the_table_and_its_digest_is_recorded(tmp_path: Path) -> None:
    rules, path = tmp_path / "rules.toml", tmp_path / "record.jsonl"
    rules.write_text(
        HEAD + '[games.high-card-flush]\nseats = 2\nwagers.ante = { minimum = "25", maximum = "100", multiple = "5" }\n'
        'wagers.flush-bonus = { offered = false }\nraise_limit = "1"\nprocedures.procedure-R1 = "stacks"\n'
    )
    options = ("--submission", str(rules), "--rounds", "1")
    for bets, words in (
        (("--bet", "ante=10"), "below the minimum, 25.00"),
        (("--bet", "ante=105"), "above the maximum, 100.00"),
        (("--bet", "ante=26"), "no multiple of 5.00"),
        (("--bet", "ante=25", "--bet", "flush-bonus=5"), "not offered here"),
        (("--bet", "ante=25", "--seats", "3"), "1 to 2"),
    ):
        assert words in refused("round", "play", "high-card-flush", *options, *bets)
    answer = play("high-card-flush", *options, "--bet", "ante=25", "--record", str(path))
    assert answer.code == 0
    assert "raise 2x" not in answer.out
    digest = json_of("submission", "check", str(rules))["digest"]
    first, *events = map(json.loads, path.read_text().splitlines())
    assert first["rules"]["submission"] == digest
    assert [event.get("seat", event.get("place")) for event in events if event["event"] == "card"] == [1] * 7 + [
        "dealer"
    ] * 7
    assert digest in text_of("round", "replay", str(path))


# --- opening a record -------------------------------------------------------------------------------------------------


def test_replay_prints_the_rounds_with_their_paragraphs(record: str) -> None:
    out = text_of("round", "replay", record)
    assert [f"Round {number}" in out for number in (1, 2, 3, 4)] == [True, True, True, False]
    for words in (
        "seat 1 bets ante 10.00, odds 10.00",
        "no more bets",
        "the hands are revealed",
        "board:",
        "discard rack",
    ):
        assert out.count(words) >= 3
    assert "§ 677a.6(c)" in out
    assert "readings: 677a-R1" in out
    lines = [json.loads(line) for line in run("round", "replay", record, "--format", "json").out.splitlines()]
    assert [each["round"] for each in lines] == [1, 2, 3]
    assert all(each["events"][-1]["event"] == "discard" for each in lines)


def test_replay_gives_the_ledger_of_the_play(tmp_path: Path) -> None:
    path = str(tmp_path / "record.jsonl")
    played = play("saigon-5-card", "--rounds", "4", "--record", path, answers="1\n" * 9).out
    told = text_of("round", "replay", path)
    lines = [line for line in played.splitlines() if re.match(r"  seat 1: net|    ante|  house net", line)]
    assert len(lines) == 12
    assert lines == [line for line in told.splitlines() if re.match(r"  seat 1: net|    ante|  house net", line)]


def test_recall_gives_the_last_rounds(record: str) -> None:
    out = text_of("round", "recall", record, "--last", "2")
    assert ["Round 1" in out, "Round 2" in out, "Round 3" in out] == [False, True, True]
    assert text_of("round", "recall", record) == text_of("round", "replay", record)
    assert text_of("round", "recall", record, "--last", "99") == text_of("round", "replay", record)
    assert "at least one" in refused("round", "recall", record, "--last", "0")
    only = json_of("round", "recall", record, "--last", "1")
    assert only["round"] == 3


def test_recall_of_more_than_ten_rounds_gives_ten(tmp_path: Path) -> None:
    path = str(tmp_path / "record.jsonl")
    play("high-card-flush", "--rounds", "12", "--record", path, answers="fold\n" * 12)
    out = text_of("round", "recall", path)
    assert re.findall(r"^Round (\d+)$", out, re.MULTILINE) == [str(number) for number in range(3, 13)]


def test_recall_step_by_step(record: str) -> None:
    """An event, then Enter; q or the end of the input stops."""
    steps = [
        run("round", "recall", record, "--last", "1", "--step", stdin=keys) for keys in (b"", b"\nq\n", b"\n\n\nq\n")
    ]
    assert all(step.code == 0 for step in steps)
    assert "Round 3" in steps[0].out
    assert "bets" not in steps[0].out
    assert [len(re.findall(r"seat \d bets ", step.out)) for step in steps] == [0, 1, 2]
    whole = run("round", "recall", record, "--last", "1", "--step", stdin=b"\n" * 200)
    assert "discard rack" in whole.out


def test_verify_in_both_forms(record: str) -> None:
    result = json_of("round", "verify", record)
    assert "only a head kept elsewhere proves more" in result.pop("note")
    assert result | {"head": "", "events": 0, "file": ""} == {
        "commitments": None, "file": "", "verdict": "consistent", "game": "heads-up-holdem", "rounds": 3, "events": 0, "head": "", "incomplete": None,
    }  # fmt: skip
    assert re.fullmatch("[0-9a-f]{64}", result["head"])
    proved = run("round", "verify", record, "--head", result["head"], "--format", "json")
    assert (proved.code, json.loads(proved.out)["verdict"]) == (0, "unaltered")
    other = run("round", "verify", record, "--head", "0" * 64, "--format", "json")
    assert (other.code, json.loads(other.out)["verdict"]) == (3, "fault")
    Path(record).write_bytes(Path(record).read_bytes().replace(b"10.00", b"90.00", 1))
    altered = run("round", "verify", record, "--format", "json")
    assert altered.code == 3
    fault = json.loads(altered.out)
    assert fault["verdict"] == "fault"
    assert re.search(r"line \d+: the hash does not follow", fault["fault"])
    for command in ("replay", "recall"):
        assert re.search(r"line \d+: the hash", refused("round", command, record))


def test_head_printed_by_play_is_the_one_that_verifies(tmp_path: Path) -> None:
    path = str(tmp_path / "record.jsonl")
    answer = play("high-card-flush", "--rounds", "1", "--record", path, answers="fold\n")
    head = re.search(r"1 rounds, head ([0-9a-f]{64})", answer.err)
    assert head
    assert run("round", "verify", path, "--head", head[1]).out.count("verdict: unaltered") == 1


def test_file_that_is_not_there() -> None:
    for command in ("replay", "recall", "verify"):
        assert "nowhere" in refused("round", command, "/nowhere.jsonl")


@pytest.mark.parametrize("encoding", ["cp1252", "cp850"])
def test_case_36_play_and_replay_on_old_consoles(encoding: str, tmp_path: Path) -> None:
    path = str(tmp_path / "record.jsonl")
    options = ("--seed", "1", "--rounds", "1", "--record", path)
    answer = process("round", "play", "high-card-flush", *options, stdin=b"fold\n", PYTHONIOENCODING=encoding)
    assert answer.code == 0
    assert re.search(r"^seat 1: \S+[cdhs] ", answer.out, re.MULTILINE)
    assert process("round", "replay", path, PYTHONIOENCODING=encoding).code == 0


def test_every_game_can_be_played_in_full_at_a_full_table() -> None:
    for game in GAMES:
        most = str(game.seats(game.default_rules()))
        answer = play(game.id, "--rounds", "1", "--seats", most, answers="1\n" * 80)
        assert answer.code == 0
        assert f"seat {most}: net" in answer.out
