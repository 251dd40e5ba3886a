"""Whatever is typed or piped in, there is no traceback, no half result, and no exit code but 0, 1 and 2."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tablegames
from tablegames.games import GAMES
from tests.cli import Answer, batch, process, refused, run

QUICK = settings(max_examples=80, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])

# An argument as an operating system can pass it: no NUL, and bytes that are no UTF-8 arrive as lone surrogates.
anything = st.text(st.characters(exclude_characters="\0"), max_size=60)
card_like = st.text(st.sampled_from("AKQJT1098765432cdhsjkJKr♣♦♥♠ ,/|;=-.\t\u212a\u017f\ufe0f"), max_size=40)
bet_like = st.from_regex(r"(ante|raise|odds|fold|pot|play|blind|x)?=?[0-9+\-eE._]{0,14}", fullmatch=True)
words = st.one_of(anything, card_like, bet_like)
games = st.sampled_from([game.id for game in GAMES])
forms = st.sampled_from(["text", "json"])


def check(answer: Answer) -> None:
    """What holds of every command: the exit code, and with a refusal one line on standard error and nothing else."""
    assert answer.code in (0, 1, 2)
    assert "Traceback" not in answer.out + answer.err
    if answer.code == 0:
        assert answer.err == ""
    if answer.code == 1:
        assert answer.out == ""
        assert answer.err.strip()
        assert answer.err.count("\n") == 1
    if answer.code == 2:
        assert answer.out == ""
        assert "Usage" in answer.err


@QUICK
@given(st.lists(words, max_size=5))
def test_any_arguments(arguments: list[str]) -> None:
    check(run(*arguments))


@QUICK
@given(games, words, words, forms)
def test_rank(game: str, hand: str, board: str, form: str) -> None:
    if hand != "-":
        check(run("rank", game, "--board", board, "--format", form, "--", hand))


@QUICK
@given(games, words, words, words)
def test_compare(game: str, first: str, second: str, board: str) -> None:
    if first != "-":
        check(run("compare", game, "--board", board, "--", first, second))


@QUICK
@given(
    games,
    st.lists(
        st.tuples(st.sampled_from(["--player", "--dealer", "--board", "--bet", "--seat", "--meter", "--paid"]), words),
        max_size=6,
    ),
    forms,
)
def test_settle(game: str, options: list[tuple[str, str]], form: str) -> None:
    check(run("settle", game, *(f"{name}={value}" for name, value in options), "--format", form))


@QUICK
@given(
    games,
    st.lists(
        st.tuples(
            st.sampled_from(["--player", "--bet", "--meter", "--paid", "--paytable", "--reading", "--seat"]), words
        ),
        max_size=2,
    ),
)
def test_something_wrong_beside_a_whole_settlement(game: str, options: list[tuple[str, str]]) -> None:
    """A settlement that is right, and a word too many: refused with nothing printed, or settled with that word in its place."""
    cards = {
        "high-card-flush": ("--player=9s 8s 7s 2s Ad Kc 2h", "--dealer=2c 4c 6h 8h Td Qd 3h", "--bet=ante=10", "--bet=raise=10"),
        "saigon-5-card": ("--player=Kc Qd Jh Ts 5c", "--dealer=2c 3d 5h 6s 7d", "--bet=ante=10"),
    }.get(
        game,
        ("--player=Ah Kh", "--dealer=2s 2d", "--board=Qh Jh Th 2c 3d", "--bet=ante=10", "--bet=odds=10", "--bet=blind=10", "--fold"),
    )  # fmt: skip
    check(run("settle", game, *cards, *(f"{name}={value}" for name, value in options)))


@QUICK
@given(words, st.sampled_from(["paytable", "reading", "format", "submission"]))
def test_choices(word: str, option: str) -> None:
    if option == "submission" and Path("/", word).exists():
        return
    check(run("rank", "high-card-flush", "As Ks Qs 9s 4d 3d 2c", f"--{option}={word}"))


@QUICK
@given(st.sampled_from([("paytables",), ("law", "paragraphs"), ("law", "readings"), ("law", "coverage")]), words)
def test_names_of_games(command: tuple[str, ...], word: str) -> None:
    check(run(*command, "--", word))


def check_batch(answer: Answer, stdin: bytes) -> None:
    """A batch gives one JSON object for each line that is not blank, in order, and exit 1 when one is an error; that there is none is said."""
    empty = not any(line.strip() for line in stdin.decode("utf-8-sig", "replace").split("\n"))
    assert answer.err == ("standard input is empty: nothing was asked\n" if empty else "")
    assert answer.out.endswith("\n") or not answer.out
    results = [json.loads(line) for line in answer.out.split("\n")[:-1]]
    lines = [line.decode("utf-8-sig", "replace") for line in stdin.split(b"\n")]
    assert len(results) == sum(1 for line in lines if line.strip())
    failed = [result for result in results if set(result) == {"line", "error"}]
    assert answer.code == (1 if failed else 0)
    assert [result["line"] for result in failed] == sorted({result["line"] for result in failed})


piped = st.one_of(
    st.binary(max_size=200),
    st.lists(st.one_of(card_like, anything), max_size=5).map(lambda lines: "\n".join(lines).encode("utf-8", "surrogatepass")),
)  # fmt: skip


@QUICK
@given(st.sampled_from(["rank", "compare", "settle"]), games, piped)
def test_any_bytes_on_standard_input(command: str, game: str, stdin: bytes) -> None:
    check_batch(run(command, game, "-", "--format", "json", stdin=stdin), stdin)
    assert run(command, game, "-", stdin=stdin).code in (0, 1)


@pytest.mark.parametrize("stdin", [b"", b"\n \n\t\n"])
@pytest.mark.parametrize("command", ["rank", "compare", "settle"])
def test_nothing_on_standard_input_is_said(command: str, stdin: bytes) -> None:
    assert run(command, "high-card-flush", "-", stdin=stdin) == (0, "", "standard input is empty: nothing was asked\n")


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), anything, card_like, bet_like),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(anything, inner, max_size=3)),
    max_leaves=6,
)
items = st.fixed_dictionaries(
    {},
    optional={
        "player": st.one_of(card_like, json_values),
        "dealer": st.one_of(card_like, json_values),
        "board": st.one_of(card_like, json_values),
        "bets": st.one_of(st.dictionaries(st.sampled_from(["ante", "odds", "raise", "pot"]), json_values), json_values),
        "fold": json_values,
        "seats": json_values,
        "meters": json_values,
    },
)


@QUICK
@given(games, st.one_of(items, json_values))
def test_any_json_as_a_settlement(game: str, item: Any) -> None:
    stdin = json.dumps(item).encode()
    check_batch(run("settle", game, "-", "--format", "json", stdin=stdin), stdin)


@settings(parent=QUICK, max_examples=60)
@given(st.one_of(st.binary(max_size=120), anything.map(lambda text: text.encode("utf-8", "surrogatepass"))))
def test_any_bytes_as_a_submission(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "hostile.toml"
    path.write_bytes(content)
    answer = run("rank", "high-card-flush", "As Ks Qs 9s 4d 3d 2c", "--submission", str(path))
    check(answer)
    assert answer.code == 1


toml_values = st.one_of(
    st.sampled_from(['""', '"A"', '"x"', "1", "-1", "0.5", "nan", "true", "[]", "{}", "1979-05-27", '{unit = "1"}', '{name = "n", rows = {}}'])
)  # fmt: skip


@QUICK
@given(
    st.dictionaries(st.sampled_from(["property", "version", "effective", "games", "other"]), toml_values),
    st.dictionaries(
        st.sampled_from(["paytables", "readings", "rounding", "paytables.flush-bonus", 'readings."678a-R1"', "x"]), toml_values
    ),
)  # fmt: skip
def test_any_toml_as_a_submission(
    tmp_path_factory: pytest.TempPathFactory, head: dict[str, str], selection: dict[str, str]
) -> None:
    path = tmp_path_factory.getbasetemp() / "hostile.toml"
    lines = [f"{key} = {value}" for key, value in head.items()]
    lines += ["[games.high-card-flush]", *(f"{key} = {value}" for key, value in selection.items())]
    path.write_text("\n".join(lines))
    check(run("rank", "high-card-flush", "As Ks Qs 9s 4d 3d 2c", "--submission", str(path)))


LONG = 200_000


@pytest.mark.parametrize(
    "word", ["As" * LONG, "x" * LONG, " " * LONG, "é" * LONG, "As=" * LONG, ";" * LONG, "/" * LONG, "9" * LONG]
)
def test_very_long_words(word: str) -> None:
    for arguments in (
        ("rank", "high-card-flush", word),
        ("rank", "high-card-flush", "As", "--board", word),
        ("rank", word, "As"),
        ("compare", "heads-up-holdem", word, "As"),
        ("settle", "saigon-5-card", "--player", word),
        ("settle", "saigon-5-card", "--bet", f"ante={word}"),
        ("settle", "saigon-5-card", "--bet", word),
        ("settle", "saigon-5-card", "--seat", word),
        ("rank", "high-card-flush", "As", "--reading", word),
        ("rank", "high-card-flush", "As", "--submission", word),
    ):
        answer = run(*arguments)
        check(answer)
        assert answer.code == 1


def test_one_very_long_line_of_standard_input() -> None:
    code, results = batch("rank", "high-card-flush", "-", lines=["As" * LONG, "As Ks Qs 9s 4d 3d 2c", "|" * LONG])
    assert code == 1
    assert [result.get("line") for result in results] == [1, None, 3]


@pytest.mark.parametrize(
    "word",
    ["\udcff\udcfe", "\ud800", "A\u0301s", "\u202eAs", "\x1b[31m", "Аs", "𝐀s", "ＡＳ", "\u00a0", "Kſ", "\u212as"],
)
def test_strange_characters_are_no_cards(word: str) -> None:
    refusal = refused("rank", "heads-up-holdem", f"Ah Kh Qh Jh {word}")
    assert "column 13" in refusal
    assert refusal.isascii() or "♠" in refusal
    assert "\x1b" not in refusal


def test_nul_where_it_can_be_passed() -> None:
    """No operating system passes a NUL in an argument, but a program that calls ``main`` can, and a pipe does."""
    check(run("rank", "high-card-flush", "\0"))
    check(run("rank", "\0", "As"))
    check(run("settle", "saigon-5-card", "--bet", "ante=\0"))
    code, results = batch("rank", "high-card-flush", "-", lines=b"\0\nAs\0Ks\n")
    assert (code, [result["line"] for result in results]) == (1, [1, 2])


def test_nul_in_a_path() -> None:
    check(run("rank", "high-card-flush", "As", "--submission", "\0"))


def test_as_a_process_of_its_own() -> None:
    """The same outside: exit code, one line, no traceback; bytes that are no UTF-8, and a closed pipe."""
    answer = process("rank", "high-card-flush", "\udcff\udcfe")
    check(answer)
    assert answer.code == 1
    usage = process("rank", "high-card-flush", "As", "--colour")
    check(usage)
    assert usage.code == 2
    code = process("settle", "heads-up-holdem", "-", "--format", "json", stdin=b"\xff\n{\n")
    assert code.code == 1
    assert [json.loads(line)["line"] for line in code.out.splitlines()] == [1, 2]


@pytest.mark.skipif(os.name != "posix", reason="streams are closed with a POSIX shell")
@pytest.mark.parametrize(
    "command", ["rank high-card-flush - <&-", "games >&-", "rank high-card-flush As 2>&-"], ids=["in", "out", "err"]
)
def test_closed_streams(command: str) -> None:
    """A service may start a program with a stream closed."""
    package = str(Path(tablegames.__path__[0]).parent)
    done = subprocess.run(
        ["sh", "-c", f'"$0" -m tablegames {command}', sys.executable],
        capture_output=True,
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONPATH": package},
    )
    assert b"Traceback" not in done.stderr
    assert done.stdout == b""


FLUSH = ("--player", "9s 8s 7s 2s Ad Kc 2h", "--dealer", "2c 4c 6h 8h Td Qd 3h")
HOLDEM = ("--player", "Ah Kh", "--dealer", "2s 2d", "--board", "Qh Jh Th 2c 3d")
ANTE = ("--bet", "ante=10", "--bet", "odds=10")


FIVE = ("--player", "Kc Qd Jh Ts 5c", "--dealer", "2c 3d 5h 6s 7d")


@pytest.mark.parametrize(
    ("cite", "arguments"),
    [
        ("trade rule 678a-T1", ("rank", "high-card-flush", "As Ks")),
        ("trade rule 678a-T1", ("rank", "high-card-flush", "Jk Ks Qs 9s 4d 3d 2c")),
        ("trade rule 678a-T3", ("settle", "high-card-flush", *FLUSH, "--bet", "ante=10", "--bet", "raise=20")),
        ("trade rule 677a-T3", ("settle", "heads-up-holdem", *HOLDEM, *ANTE, "--bet", "raise=40")),
        ("trade rule 677a-T3", ("settle", "heads-up-holdem", *HOLDEM, *ANTE)),
        ("trade rule 677a-T1", ("settle", "heads-up-holdem", *HOLDEM[:-1], "Qh Jh Th", *ANTE, "--bet", "raise=10")),
        ("trade rule 677a-T2", ("settle", "heads-up-holdem", *HOLDEM, "--bet", "raise=10")),
        ("trade rule 677a-T2", ("settle", "heads-up-holdem", *HOLDEM, "--bet", "ante=10", "--bet", "odds=5", "--fold")),
        ("trade rule 680a-T1", ("settle", "saigon-5-card", *FIVE, "--fold", "--bet", "ante=1")),
        ("trade rule 680a-T1", ("settle", "saigon-5-card", "--player", "Kc Qd / Jh Ts 5c", *FIVE[2:], "--bet", "ante=1")),
        ("reading 680a-R6", ("settle", "saigon-5-card", "--seat", f"{FIVE[1]}; ante=1; pot=1", "--seat", "2h 3h 4h 6h 8h; ante=1; pot=2", *FIVE[2:])),
        ("trade rule 677a-T11", ("round", "play", "heads-up-holdem", "--seats", "7")),
        ("trade rule 678a-T1", ("round", "play", "high-card-flush", "--seats", "7")),
        ("trade rule 677a-T3", ("advise", "heads-up-holdem", "--hand", "As Ks", "--board", "2c 3d")),
        ("reading 678a-R5", ("settle", "high-card-flush", *FLUSH, "--bet", "ante=10", "--bet", "raise=10", "--reading", "678a-R5=chip")),
    ],
)  # fmt: skip
def test_refusal_cites_what_forbids(cite: str, arguments: tuple[str, ...]) -> None:
    """A refusal names the paragraph, the trade rule or the reading that is why the input is wrong, and no other."""
    refusal = refused(*arguments)
    assert refusal.rstrip().endswith(f"({cite})"), refusal


@pytest.mark.parametrize(
    "arguments",
    [
        ("rank", "high-card-flush", "1s Ks Qs 9s 4d 3d 2c"),
        ("rank", "high-card-flush", "As As Qs 9s 4d 3d 2c"),
        ("compare", "heads-up-holdem", "As Ks Qs Js Ts", "As Kd Qd Jd Td"),
        ("compare", "heads-up-holdem", "As Ks Qs Js Ts", "Ah Kd Qd Jd Td 9d"),
        ("rank", "saigon-5-card", "Jk Jk 2c 3c 4c"),
        ("settle", "high-card-flush", *FLUSH, "--bet", "ante=1e3"),
        ("settle", "high-card-flush", *FLUSH, "--bet", "ante=-10"),
        ("settle", "high-card-flush", *FLUSH, "--bet", "ante"),
        ("settle", "high-card-flush", *FLUSH, "--bet", "ante=10", "--bet", "ante=10"),
        ("settle", "high-card-flush", *FLUSH, "--bet", "ante=0", "--bet", "raise=10"),
        ("settle", "heads-up-holdem", *HOLDEM, *ANTE, "--bet", "side=5"),
        ("settle", "heads-up-holdem", "--player", "Ah / Kh", *HOLDEM[2:], *ANTE),
        ("settle", "high-card-flush", *FLUSH, "--bet", "ante=10", "--bet", "raise=10", "--bet", "progressive=2", "--paytable", "progressive=one-dollar"),
        ("settle", "high-card-flush", *FLUSH, "--bet", "ante=10", "--bet", "raise=10", "--bet", "progressive=1"),
        ("settle", "saigon-5-card", *FIVE, "--bet", "ante=1", "--bet", "bonus=1"),
        ("analyze", "high-card-flush", "--bet", "insurance=5"),
        ("analyze", "high-card-flush", "--paytable", "flush-bonus=Z"),
        ("simulate", "high-card-flush", "--rounds", "10", "--seed", "1", "--bet", "insurance=5"),
        ("sweep", "high-card-flush", "--row", "flush-bonus:flush=8 to 1"),
        ("sweep", "high-card-flush", "--row", "flush-bonus:five-card flush=8 to 1", "--row", "straight-flush-bonus:three-card straight flush=8 to 1"),
        ("progressive", "heads-up-holdem"),
        ("strategy", "saigon-5-card", "--preflop", "22+"),
        ("round", "play", "heads-up-holdem", "--seats", "0"),
    ],
)  # fmt: skip
def test_a_fault_of_form_cites_nothing(arguments: tuple[str, ...]) -> None:
    """No paragraph says how a card or an amount is written, what a file is called, or which tables this program knows."""
    refusal = refused(*arguments)
    assert not any(words in refusal for words in ("§ ", "trade rule ", "reading ")), refusal
