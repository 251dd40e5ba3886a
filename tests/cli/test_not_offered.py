"""A wager that the house does not offer: no command takes it, prices it or speaks of it as offered, and none fails for want of it."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablegames.asks.submission import load_submission
from tablegames.contract.game import Game
from tablegames.games import GAMES
from tablegames.report.rack_card import card_data
from tests.cli import Writer, run

HANDS = {
    "saigon-5-card": ("Kc Qd Jh Ts 5c", "Kd Qh Js Tc 5d", ""),
    "high-card-flush": ("As Ks Qs 9s 4d 3d 2c", "Ah Kh Jh 9h 4c 3c 2d", ""),
    "heads-up-holdem": ("Ad 9h", "6c 6h", "2d 3d 4d 5d Kc"),
    "ultimate-texas-holdem": ("Ad 9h", "6c 6h", "2d 3d 4d 5d Kc"),
}
OPTIONAL = [(game, wager.id) for game in GAMES for wager in game.wagers if not (wager.required or wager.by_choice)]
LAST = list({game.id: (game, wager) for game, wager in OPTIONAL}.values())
"""One of each game, where every one would take long."""
NEEDED = [(game, wager.id) for game in GAMES for wager in game.wagers if wager.required or wager.by_choice]
HOUSE = 'property = "X"\nversion = "1"\neffective = 2026-12-01\n[games.{}]\nwagers.{} = {{ offered = false }}\n'
each_optional = pytest.mark.parametrize(
    ("game", "wager"), OPTIONAL, ids=lambda of: of if isinstance(of, str) else of.id
)


@pytest.fixture
def house(game: Game, wager: str, written: Writer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A submission that does not offer the wager."""
    monkeypatch.chdir(tmp_path)
    return written(HOUSE.format(game.id, wager))


def rulings(game: Game) -> Iterator[tuple[str, ...]]:
    """The commands on the hands of a table, without the game's optional wagers."""
    hand, dealer, cards = HANDS[game.id]
    board = ("--board", cards) if cards else ()
    bets = [f"--bet={wager.id}=10" for wager in game.wagers if wager.required or wager.by_choice]
    yield ("settle", game.id, "--player", hand, "--dealer", dealer, *board, *bets)
    yield ("advise", game.id, "--hand", hand, *board)


def named(wager: str, text: str) -> list[str]:
    """The lines of a text that name the wager, by its id or as people do, without those that say it is not offered."""
    name = re.compile(rf"(?<![\w-])({wager}|{wager.replace('-', ' ')})(?![\w-])", re.IGNORECASE)
    clean = re.sub(r"(?i)straight.flush.bonus", "", text) if wager == "flush-bonus" else text
    return [line for line in clean.splitlines() if name.search(line) and "not offered" not in line]


@each_optional
def test_what_is_answered_does_not_name_it(game: Game, wager: str, house: str) -> None:
    commands = [
        *rulings(game),
        ("analyze", game.id),
        ("strategy", game.id),
        ("simulate", game.id, "--rounds", "100", "--seed", "1"),
        ("audit", "synth", game.id, "--rounds", "90", "--seed", "1", "--seats", "3", "--faults", "0.1", "-o", "log.csv"),
        ("round", "play", game.id, "--rounds", "1", "--seed", "1"),
    ]  # fmt: skip
    for command in commands:
        answer = run(*command, "--submission", house, stdin=b"q\n")
        assert (answer.code, named(wager, answer.out)) == (0, []), (command, answer.err)
    analysis = json.loads(run("analyze", game.id, "--submission", house, "--format", "json").out)
    assert wager not in analysis["wagers"]
    assert f"bet_{wager}" not in rows_of("log.csv")[0]
    audit = run("audit", "log.csv", "--submission", house, "--format", "json")
    assert audit.code == 3, audit.err
    assert wager not in json.loads(audit.out)["by_wager"]


@each_optional
def test_what_is_made_of_records_does_not_name_it(game: Game, wager: str, house: str) -> None:
    made = (
        "--rounds",
        "30",
        "--seed",
        "1",
        "--seats",
        "3",
        "--faults",
        "0.1",
        "--submission",
        house,
        "-o",
        "log.jsonl",
    )
    assert run("audit", "synth", game.id, *made).code == 0
    audit = run("audit", "log.jsonl", "--format", "json")
    assert audit.code == 3, audit.err
    assert wager not in json.loads(audit.out)["by_wager"]
    played = (
        "round",
        "play",
        game.id,
        "--rounds",
        "1",
        "--seed",
        "1",
        "--submission",
        house,
        "--record",
        "played.jsonl",
    )
    assert run(*played, stdin=b"\n".join([b"fold", b"1", b"1", b"1", b"1"])).code == 0
    for command in ("verify", "replay", "recall"):
        answer = run("round", command, "played.jsonl")
        assert answer.code == 0, answer.err
        assert f" {wager} " not in answer.out


@each_optional
def test_it_is_taken_by_no_command(game: Game, wager: str, house: str) -> None:
    (settle, advise), bet = rulings(game), f"--bet={wager}=5"
    required = [f"--bet={each.id}=10" for each in game.wagers if each.required]
    commands = [
        (*settle, bet),
        (*advise, *required, bet),
        ("analyze", game.id, "--bet=ante=10", bet),
        ("simulate", game.id, "--rounds", "100", "--seed", "1", "--bet=ante=10", bet),
        ("round", "play", game.id, "--rounds", "1", *required, bet),
    ]
    for form in (form for form in game.forms if wager in form.wagers):
        table = f"{form.slot}={next(iter(game.paytables(form.slot)))}"
        swept = [f"--row={form.slot}:{row}={2000 - place} to 1" for place, row in enumerate(form.rows)]
        commands += [("analyze", game.id, "--paytable", table), ("sweep", game.id, *swept)]
    if wager in game.meters:
        commands += [
            ("progressive", game.id),
            ("analyze", game.id, f"--meter={wager}=5"),
            (*settle, f"--meter={wager}=5"),
        ]
    for command in commands:
        answer = run(*command, "--submission", house)
        assert (answer.code, answer.out) == (1, ""), command
        said = rf"(tablegames: |error: )?.*wager {wager} (of 5\.00 )?is not offered here \(Rules Submission\)\n"
        assert re.fullmatch(said, answer.err), (command, answer.err)


@each_optional
def test_a_bet_of_it_is_a_fault_of_its_round(game: Game, wager: str, house: str, written: Writer) -> None:
    """A log of a house that offers everything, audited by one that does not."""
    offering = run(
        "audit", "synth", game.id, "--rounds", "60", "--seed", "1", "--seats", "2", "-o", "log.csv", *tables(game)
    )
    assert offering.code == 0, offering.err
    head, *rows = rows_of("log.csv")
    column = head.index(f"bet_{wager}")
    rounds = {row[head.index("round")] for row in rows if row[column]}
    choices = [each for each in tables(game) if not each.startswith(f"{wager}=")]
    answer = run("audit", "log.csv", "--submission", house, *(choices if len(choices) > 1 else ()), "--format", "json")
    assert answer.code == 3, answer.err
    assert json.loads(answer.out)["by_kind"] == {"wagers not allowed": str(len(rounds))}


def rows_of(path: str) -> list[list[str]]:
    """The rows of a CSV file, its head among them."""
    with open(path, encoding="ascii", newline="") as file:
        return list(csv.reader(file))


def tables(game: Game) -> list[str]:
    """The options that choose a table for each side wager without one."""
    chosen = game.default_rules().paytables
    missing = [form.slot for form in game.forms if form.slot not in chosen]
    return [part for slot in missing for part in ("--paytable", f"{slot}={next(iter(game.paytables(slot)))}")]


@each_optional
def test_what_is_printed_and_filed_says_that_it_is_not_offered(game: Game, wager: str, house: str) -> None:
    shown = json.loads(run("submission", "show", house, "--format", "json").out)["games"][game.id]
    assert (shown["wagers"][wager], wager in shown["paytables"]) == ("not offered", False)
    assert run("submission", "check", house).code == run("submission", "diff", house, house).code == 0
    card = card_data(game, load_submission(Path(house)).rules(game))
    steps = [step["says"] for step in card["steps"] if not step["says"].startswith("If you fold")]
    assert named(wager, "\n".join([*steps, *(table["title"] for table in card["tables"]), *card["limits"]])) == []
    refused = run("chart", "contribution", game.id, "--wager", wager, "-o", "chart.svg", "--submission", house)
    assert (refused.code, Path("chart.svg").exists()) == (1, False)


@pytest.mark.parametrize(("game", "wager"), LAST, ids=lambda of: of if isinstance(of, str) else of.id)
def test_paper_is_made_and_a_report_has_no_figures_of_it(game: Game, wager: str, house: str) -> None:
    for command in (
        ("rack-card", "-o", "card.pdf"),
        ("dealer-test", "--questions", "2", "--seed", "1", "-o", "test.pdf"),
    ):
        assert run(command[0], game.id, *command[1:], "--submission", house).code == 0
    answer = run("report", game.id, "-o", "report.md", "--submission", house)
    assert answer.code == 0, answer.err
    lines = Path("report.md").read_text(encoding="utf-8").splitlines()
    headings = [line for line in lines if line.startswith(("#", "**"))]
    assert named(wager, "\n".join(headings)) == []
    (analysed,) = [line for line in lines if line.startswith("| wagers analysed |")]
    assert named(wager, analysed) == []
    assert any(
        line.startswith("| wagers not analysed |") and f"{wager} (not offered by the house)" in line for line in lines
    )


@pytest.mark.parametrize(("game", "wager"), NEEDED, ids=lambda of: of if isinstance(of, str) else of.id)
def test_a_wager_of_the_game_itself_cannot_be_left_out(game: Game, wager: str, house: str) -> None:
    for command in (("submission", "check", house), ("submission", "show", house), ("analyze", game.id, "--submission", house)):  # fmt: skip
        answer = run(*command)
        assert (answer.code, answer.out) == (1, "")
        assert (
            f"line 5, games.{game.id}.wagers.{wager}: {wager} is required by the game: it cannot be left out"
            in answer.err
        )
