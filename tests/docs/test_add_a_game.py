"""The game that the manual adds is added to a copy of the project, and passes what every game must pass."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs import DOCS, ROOT

ADDED = DOCS / "add_a_game"
PAGE = DOCS / "add-a-game.md"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with the game in it: its folders copied, and the lines entered that the page tells to enter."""
    root = tmp_path_factory.mktemp("project")
    without = shutil.ignore_patterns("__pycache__")
    for folder in ("src", "tests"):
        shutil.copytree(ROOT / folder, root / folder, ignore=without)
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, root)
    shutil.copytree(ADDED / "one_card", root / "src/tablegames/games/one_card", ignore=without)
    shutil.copytree(ADDED / "tests/one_card", root / "tests/one_card", ignore=without)
    for name, old, new in edits():
        path = root / name
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{name} has no single {old!r}"
        path.write_text(text.replace(old, new), encoding="utf-8")
    return root


def edits() -> list[tuple[str, str, str]]:
    """The edits that the page shows as differences: a file, a line of it, and the lines that take its place."""
    found = []
    for block in re.findall(r"^```\{code-block\} diff\n:caption: (\S+)\n\n(.*?)^```$", PAGE.read_text(), re.M | re.S):
        name, lines = block[0], block[1].split("\n")[:-1]
        old = "\n".join(line[1:] for line in lines if line[0] in " -")
        found.append((name, old, "\n".join(line[1:] for line in lines if line[0] in " +")))
    return found


def in_copy(copy: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A module run by this Python, the copy's package first."""
    return subprocess.run(
        [sys.executable, "-m", *arguments], cwd=copy, text=True, capture_output=True, timeout=120, check=False,
        env={**os.environ, "PYTHONPATH": str(copy / "src")},
    )  # fmt: skip


def test_the_page_enters_the_game_in_the_list() -> None:
    assert next(name for name, _, _ in edits()) == "src/tablegames/games/__init__.py"


def test_it_passes_what_every_game_must_pass(copy: Path) -> None:
    files = (
        "tests/one_card",
        "tests/test_conformance.py",
        "tests/test_law.py",
        "tests/rounds/test_conformance_rounds.py",
    )
    done = in_copy(copy, "pytest", "-p", "no:cacheprovider", *files, "-k", "one-card or one_card")
    assert done.returncode == 0, done.stdout
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed
    assert int(passed[1]) >= 30, done.stdout


def test_it_is_written_as_the_project_is(copy: Path) -> None:
    for check in (["check"], ["format", "--check"]):
        done = in_copy(
            copy, "ruff", *check, "src/tablegames/games", "tests/one_card", "tests/test_law.py", "--no-cache"
        )
        assert done.returncode == 0, done.stdout


def test_the_commands_know_it(copy: Path) -> None:
    """The page's own commands, in the copy: what they print is what the page shows."""
    text = PAGE.read_text(encoding="utf-8")
    blocks = re.findall(r"^```\{code-block\} console\n:caption: with One Card\n\n(.*?)^```$", text, re.M | re.S)
    commands = [part.partition("\n") for block in blocks for part in block.split("$ tablegames ")[1:]]
    assert len(commands) >= 4
    for command, _, shown in commands:
        done = in_copy(copy, "tablegames", *shlex.split(command))
        assert done.returncode == 0, done.stderr
        printed = "\n".join(line.rstrip() for line in done.stdout.split("\n"))
        assert printed.strip() == shown.strip(), command
