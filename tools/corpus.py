"""Every output of ``tablegames``, written to a folder and compared with another: that a restructuring changes no byte.

For the time of a restructuring; deleted after it.  ``make NAME`` runs the commands of ``corpus_commands.txt``, every ``--help``, every option left empty or
given twice, the workbench (``corpus_web.py``) and the library (``corpus_library.py``) for the four games, and writes a file for each output to
``.corpus/NAME``.  ``diff ONE OTHER`` names what differs, with the first line that does; exit 1 if anything.

    python tools/corpus.py make before
    python tools/corpus.py make after --only 'settle|rank'
    python tools/corpus.py diff before after --only 'settle|rank'

Commands run in this process, in fresh folders, with randomness and the clock replaced (``corpus_world.py``), so that two runs are the same.
What is normalised: the scene's folder (TMP), the checkout (ROOT), the version (VERSION), times taken (T s); lines on compiling are left out.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import os
import random
import re
import shlex
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from string import Template

TOOLS = Path(__file__).resolve().parent
ROOT = TOOLS.parent
sys.path[:0] = [str(ROOT / "src"), str(TOOLS)]

import corpus_world as world  # noqa: E402 - it replaces the clock before anything of ours is imported
from corpus_scene import Desk  # noqa: E402

PLAIN = {  # what a game's lines may name; a game says what is its own
    "ON": "", "BOARD": "", "TABLES": "", "METER": "", "HOUSEMETER": "", "RAISED": "", "SIDES": "", "WILD": "",
}  # fmt: skip
HOLDEM = {
    "ON": '--board "2d 3d 4d 5d Kc"', "BOARD": "2d 3d 4d 5d Kc", "HAND": "Ad 9h", "OTHER": "6c 6h", "LOW": "Qc 8h", "TIE": "Qs 8c",
    "DEAD": "Ks 7s Qd",
}  # fmt: skip
VALUES = {
    "saigon-5-card": PLAIN | {
        "HAND": "Jk 2s 5d 9c Kh", "OTHER": "4s 6s Tc 3h 2h", "LOW": "Ac Kd Qh Js Ts", "TIE": "Ad Kc Qs Jh Th", "DEAD": "2c 3c Kd",
        "BETS": "--bet ante=10", "SIDES": "--bet bonus=5", "SIDE": "bonus", "TABLES": "--paytable bonus=example", "STAKES": "--bet ante=10",
        "ODD": "--bet ante=10.01", "WILD": "--bet ante=10 --bet pot=0", "SEAT": "ante=10; bonus=5; pot=5", "SEAT2": "ante=20; pot=5",
        "BLINDFOLD": "ante=10; bonus=5; fold", "READING": "680a-R3=only-if-dealer-qualifies", "FOLDED": "680a-R7=not-a-straight",
        "PAYTABLE": "bonus=example", "PAYTABLE2": "bonus=none", "SLOT": "bonus", "SLOT2": "bonus", "ROW": "bonus:flush=25..30 to 1",
    },
    "high-card-flush": PLAIN | {
        "HAND": "As Ks Qs 9s 4d 3d 2c", "OTHER": "Ah Kh Jh 9h 4c 3c 2d", "LOW": "Ac 2c 3c 9d Jh 5s Kd", "TIE": "Ad 2d 3d 9c Js 5h Kc",
        "DEAD": "2s 3s Kh", "BETS": "--bet ante=10", "RAISED": "--bet raise=10",
        "SIDES": "--bet flush-bonus=5 --bet straight-flush-bonus=5 --bet progressive=1", "SIDE": "flush-bonus",
        "TABLES": "--paytable progressive=one-dollar", "METER": "--meter progressive=12345.67", "HOUSEMETER": "--meter progressive=5000",
        "STAKES": "--bet ante=10", "ODD": "--bet ante=10.01 --bet raise=10.01", "WILD": "--bet raise=40",
        "SEAT": "ante=10; raise=10; progressive=1; flush-bonus=5", "SEAT2": "ante=20; straight-flush-bonus=5; progressive=1; fold",
        "BLINDFOLD": "ante=10; flush-bonus=5; fold", "READING": "678a-R1=ace-low", "FOLDED": "678a-R8=as-selected",
        "PAYTABLE": "flush-bonus=B", "PAYTABLE2": "straight-flush-bonus=C", "SLOT": "flush-bonus", "SLOT2": "progressive",
        "ROW": "flush-bonus:five-card flush=9..10 to 1, 101 to 1",
    },
    "heads-up-holdem": PLAIN | HOLDEM | {
        "BETS": "--bet ante=10 --bet odds=10", "RAISED": "--bet raise=20", "SIDES": "--bet trips-plus=5 --bet pocket-bonus=5", "SIDE": "trips-plus",
        "STAKES": "--bet ante=10 --bet odds=10", "ODD": "--bet ante=2.01 --bet odds=2.01 --bet raise=2.01", "WILD": "--bet raise=40",
        "SEAT": "ante=10; odds=10; raise=20; trips-plus=5", "SEAT2": "ante=20; odds=20; pocket-bonus=5; fold",
        "BLINDFOLD": "ante=10; odds=10; trips-plus=5; fold", "READING": "677a-R4=forfeit", "FOLDED": "677a-R6=2-or-3",
        "PAYTABLE": "odds-losing=T2", "PAYTABLE2": "odds-losing=none", "SLOT": "odds-losing", "SLOT2": "pocket-bonus",
        "ROW": "odds-losing:straight=4..5 to 1",
    },
    "ultimate-texas-holdem": PLAIN | HOLDEM | {
        "BETS": "--bet ante=10 --bet blind=10", "RAISED": "--bet play=20", "SIDES": "--bet trips=5", "SIDE": "trips",
        "STAKES": "--bet ante=10 --bet blind=10", "ODD": "--bet ante=2.01 --bet blind=2.01 --bet play=2.01", "WILD": "--bet play=50",
        "SEAT": "ante=10; blind=10; play=40; trips=5", "SEAT2": "ante=20; blind=20; trips=5; fold",
        "BLINDFOLD": "ante=10; blind=10; trips=5; fold", "READING": "653a-R1=forfeit", "FOLDED": "653a-R1=forfeit",
        "PAYTABLE": "blind=B", "PAYTABLE2": "trips=D", "SLOT": "blind", "SLOT2": "trips", "ROW": "trips:flush=6..8 to 1",
    },
}  # fmt: skip
SHAPES = {
    "saigon-5-card": (5, 0),
    "high-card-flush": (7, 0),
    "heads-up-holdem": (2, 5),
    "ultimate-texas-holdem": (2, 5),
}
"""Cards of a hand and of the board."""


# --- what is run ------------------------------------------------------------------------------------------------------


def scenes() -> dict[str, list[str]]:
    """Each scene of ``corpus_commands.txt``, and its commands as they stand."""
    found: dict[str, list[str]] = {}
    for line in (TOOLS / "corpus_commands.txt").read_text(encoding="utf-8").splitlines():
        if heading := re.fullmatch(r"== (.*) ==", line):
            found[heading[1]] = []
        elif line and not line.startswith("#"):
            found[list(found)[-1]].append(line)
    return found


def tasks() -> list[tuple[str, str]]:
    """Each scene with the game that it is run for, the longest first."""
    made = [(name, game) for name in scenes() for game in (VALUES if "GAME" in name else ("",))]
    made += [(f"{kind} GAME", game) for kind in ("web", "library") for game in VALUES] + [("web", "")]
    made += [("help", ""), ("given", "")]
    slow = ("web", "report", "chart", "strategy", "rank many", "simulate", "analyze", "print", "rng", "sweep")
    return sorted(made, key=lambda task: next((at for at, name in enumerate(slow) if task[0].startswith(name)), 99))


def braces(line: str) -> Iterator[str]:
    """A line once with each of what stands between braces and commas; commas between double quotes part nothing."""
    parts = re.split(r"(\{(?:\"[^\"]*\"|[^{}\"])*,(?:\"[^\"]*\"|[^{}\"])*\})", line)
    choices = [re.findall(r"(?:\"[^\"]*\"|[^,\"])+", part[1:-1]) if at % 2 else [part] for at, part in enumerate(parts)]
    return ("".join(chosen) for chosen in itertools.product(*choices))


def commands(lines: list[str], game: str) -> Iterator[tuple[list[str], bytes, str]]:
    """The words, the standard input and its file of each command of a scene."""
    for line in lines:
        whole = Template(line.replace("GAME", game)).substitute(VALUES.get(game, {})) if game else line
        for one in braces(whole):
            words, stdin, file = shlex.split(one), b"", ""
            if len(words) > 1 and words[-2] == "<<<":
                words, stdin = words[:-2], words[-1].replace("\\n", "\n").encode()
            elif len(words) > 1 and words[-2] == "<":
                words, file = words[:-2], words[-1]
            yield words, stdin, file


def prepare(folder: Path, name: str, game: str) -> None:
    """The files that a scene's commands may read."""
    for file in (TOOLS / "corpus_files").iterdir():
        shutil.copy(file, folder / file.name)
    if game and "hands" in name:
        (folder / "hands.txt").write_text("\n".join(dealt(game, 300, 1)) + "\n")
        (folder / "pairs.txt").write_text("\n".join(dealt(game, 300, 2)) + "\n")
    if "many" in name:
        (folder / "many.txt").write_text("\n".join(dealt("high-card-flush", 52_000, 1)) + "\n")
        (folder / "many-pairs.txt").write_text("\n".join(dealt("heads-up-holdem", 51_000, 2)) + "\n")


def dealt(game: str, count: int, hands: int) -> list[str]:
    """Lines of random hands, between bars, with their board."""
    source, (own, board) = random.Random(1), SHAPES[game]
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"] + ["Jk"] * (game == "saigon-5-card")
    lines = []
    for _ in range(count):
        cards = source.sample(deck, own * hands + board)
        parts = [cards[own * at : own * (at + 1)] for at in range(hands)] + ([cards[own * hands :]] if board else [])
        lines.append(" | ".join(" ".join(part) for part in parts))
    return lines


def play(task: tuple[str, str, str]) -> tuple[str, int, float]:
    """Run one scene and write its outputs; what it is called, how many outputs it has, and the seconds."""
    name, game, into = task
    started = time.perf_counter()
    label = name.replace(" GAME", "").replace(" ", "-") + f"/{game or 'all'}"
    output = Path(into) / label
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    folder = Path(tempfile.mkdtemp(prefix="corpus-")).resolve()
    desk = Desk(folder, output, ROOT)
    here = Path.cwd()
    os.chdir(folder)
    try:
        with world.begun(folder):
            prepare(folder, name, game)
            desk.known()
            if name == "help":
                for words in walked():
                    desk.run([*words, "--help"])
            elif name == "given":
                for words in given():
                    desk.run(words)
            elif name.startswith("web"):
                import corpus_web

                corpus_web.visit(desk, game, VALUES.get(game, {}))
            elif name.startswith("library"):
                import corpus_library

                corpus_library.shown(desk, game)
            else:
                for words, stdin, file in commands(scenes()[name], game):
                    desk.run(words, (folder / file).read_bytes() if file else stdin, f"< {file}" if file else "")
    except Exception:
        desk.write("BROKEN", traceback.format_exc())
    finally:
        os.chdir(here)
        shutil.rmtree(folder, ignore_errors=True)
    return label, desk.count, time.perf_counter() - started


def walked() -> Iterator[list[str]]:
    """The words of the application, of each group and of each command."""
    yield []
    for words, _ in nodes():
        yield words


def given() -> Iterator[list[str]]:
    """Each command with an option that is empty, given twice, or unknown, and with no words at all."""
    for words, command in nodes():
        if words[0] == "serve" and len(words) == 1:
            continue
        yield words
        yield [*words, "--no-such-option"]
        for parameter in command.params:
            if getattr(parameter, "is_flag", False):
                continue
            if parameter.param_type_name == "option":
                option = max(parameter.opts, key=len)
                yield [*words, option]
                yield [*words, option, ""]
                yield [*words, option, "1", option, "2"]
            else:
                yield [*words, ""]


def nodes() -> Iterator[tuple[list[str], object]]:
    """Every group and command below the application."""
    from typer.main import get_command

    from tablegames.cli.app import app

    def below(group: object, words: list[str]) -> Iterator[tuple[list[str], object]]:
        for name, command in getattr(group, "commands", {}).items():
            yield [*words, name], command
            yield from below(command, [*words, name])

    return below(get_command(app), [])


# --- the two commands -------------------------------------------------------------------------------------------------


def make(into: Path, only: str, jobs: int) -> int:
    """Write the corpus; exit 1 where a scene broke."""
    started = time.perf_counter()
    wanted = [
        (name, game, str(into)) for name, game in tasks() if re.search(only, f"{name.replace(' GAME', '')}/{game}")
    ]
    if not only:
        shutil.rmtree(into, ignore_errors=True)
    outputs = 0
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, spawn, initializer=world.settle) as pool:  # whose processes may begin others
        for played in as_completed([pool.submit(play, task) for task in wanted]):
            label, count, seconds = played.result()
            outputs += count
            print(f"{seconds:7.1f} s {count:5} {label}", flush=True)
    broken = sorted(into.rglob("BROKEN*"))
    for file in broken:
        print(f"BROKEN {file}\n{file.read_text()}")
    print(f"{outputs} outputs in {into}, {time.perf_counter() - started:.0f} s")
    return 1 if broken else 0


def diff(one: Path, other: Path, only: str, ignore: str) -> int:
    """Name the files that differ or are missing; exit 1 where any does."""
    found = [{str(file.relative_to(of)) for file in of.rglob("*") if file.is_file()} for of in (one, other)]
    names = [name for name in sorted(found[0] | found[1]) if re.search(only, name)]
    names = [name for name in names if not (ignore and re.search(ignore, name))]
    wrong = 0
    for name in names:
        if name not in found[0] or name not in found[1]:
            print(f"{name}: only in {one if name in found[0] else other}")
        elif (one / name).read_bytes() != (other / name).read_bytes():
            print(f"{name}: {first_difference((one / name).read_text(), (other / name).read_text())}")
        else:
            continue
        wrong += 1
    print(f"{len(names)} outputs compared, {wrong} differ")
    return 1 if wrong else 0


def first_difference(one: str, other: str) -> str:
    """The first line that differs, of a long one the place."""
    lines = itertools.zip_longest(one.splitlines(), other.splitlines(), fillvalue="(no line)")
    for number, (first, second) in enumerate(lines, start=1):
        if first != second:
            at = max(0, next((n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), 0) - 60)
            at = 0 if max(len(first), len(second)) <= 160 else at
            return f"line {number}, column {at + 1}\n  - {first[at : at + 160]}\n  + {second[at : at + 160]}"
    return "only its line ends differ"


def main() -> int:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--into", default=str(ROOT / ".corpus"), help="the folder of the corpora (default: .corpus of this checkout)"
    )
    below = parser.add_subparsers(dest="command", required=True)
    making = below.add_parser("make", help="write a corpus")
    making.add_argument("name")
    making.add_argument(
        "--only", default="", metavar="PATTERN", help="only the scenes whose NAME/GAME has this regular expression"
    )
    making.add_argument("--jobs", type=int, default=2)
    comparing = below.add_parser("diff", help="compare two corpora")
    comparing.add_argument("one")
    comparing.add_argument("other")
    comparing.add_argument(
        "--only", default="", metavar="PATTERN", help="only the files whose name has this regular expression"
    )
    comparing.add_argument(
        "--ignore", default="", metavar="PATTERN", help="not the files whose name has this regular expression"
    )
    for each in (making, comparing):
        each.add_argument("--into", default=argparse.SUPPRESS, help="the folder of the corpora")
    asked = parser.parse_args()
    into = Path(asked.into)
    if asked.command == "make":
        return make(into / asked.name, asked.only, asked.jobs)
    paths = [Path(name) if "/" in name else into / name for name in (asked.one, asked.other)]
    for path in paths:
        if not path.is_dir():
            raise SystemExit(f"{path} is no folder")
    return diff(*paths, asked.only, asked.ignore)


if __name__ == "__main__":
    sys.exit(main())
