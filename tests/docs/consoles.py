"""The commands of the manual, run: a page's ``console`` blocks in their order, in a folder that has the page's own files.

A block is what a terminal shows: ``$ `` and a command, which may go on after a backslash, then what it prints.  ``...`` stands
for any text, alone on a line for any lines.  A fenced block with a ``:caption:`` that is a file name is that file.

``python -m tests.docs.consoles PAGE ...`` writes what the commands print now into the pages, where it is not what they show.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from tests.cli import Answer, run
from tests.docs import DOCS

NOT_RUN = {
    "pip install": "installs from the network",
    ".venv/bin/pip install": "installs from the network",
    "python3 -m venv": "installs from the network",
    "dask scheduler": "runs until it is stopped; tests/docs/test_clusters.py starts it",
    "dask worker": "runs until it is stopped; tests/docs/test_clusters.py starts it",
    "tablegames serve": "runs until it is stopped; the tests of the web start it",
}
"""Commands that are shown and not run here, by how they begin, and why."""
FILES = {
    "round",
    "submission",
    "--submission",
    "--export",
    "--checkpoint",
    "--cluster",
    "audit",
    "sweep",
    "report",
    "chart",
    "rack-card",
    "dealer-test",
}
"""Words of the commands that read or write files, or work elsewhere."""
_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"^```\{code-block\} \w+\n:caption: (\S+)\n\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Step(NamedTuple):
    """A command of a page: where it stands, as it is typed, and the lines that the page shows."""

    place: str
    command: str
    shown: str


WITH_CLUSTER = DOCS / "clusters.md"
"""The page whose commands need a scheduler beside them; tests/docs/test_clusters.py runs it."""


def pages() -> list[Path]:
    """Every page of the manual."""
    return sorted(path for path in DOCS.rglob("*.md") if "_build" not in path.parts)


def steps(page: Path) -> Iterator[Step]:
    """The commands of a page, in their order."""
    text = page.read_text(encoding="utf-8")
    for block in _BLOCK.finditer(text):
        number = text.count("\n", 0, block.start(1)) + 1
        lines = block[1].split("\n")[:-1]
        starts = [place for place, line in enumerate(lines) if line.startswith("$ ")]
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
            last = next(place for place in range(start, end) if not lines[place].endswith("\\"))
            command = "\n".join(lines[start : last + 1])[2:]
            yield Step(f"{page.relative_to(DOCS)}:{number + start}", command, "\n".join(lines[last + 1 : end]))


def write_files(page: Path) -> None:
    """Write the files that a page shows into this folder."""
    for name, content in _FILE.findall(page.read_text(encoding="utf-8")):
        if "/" not in name:
            Path(name).write_text(content, encoding="utf-8")


def is_run(command: str) -> bool:
    """Whether a command is run, and not one of the few that cannot be."""
    return not command.startswith(tuple(NOT_RUN))


def answer(command: str, last: Answer) -> Answer:
    """What a command line gives: a command of this program, with a pipe before it or a file after it, or ``echo $?``."""
    if command == "echo $?":
        return Answer(0, f"{last.code}\n", "")
    lexer = shlex.shlex(command.replace("\\\n", " "), posix=True, punctuation_chars="|<>")
    lexer.whitespace_split, lexer.commenters = True, ""
    words = list(lexer)
    stdin = b""
    if "|" in words:
        stdin = _produced(words[: words.index("|")])
        words = words[words.index("|") + 1 :]
    if "<" in words:
        stdin = Path(words.pop(words.index("<") + 1)).read_bytes()
        words.remove("<")
    target = words.pop(words.index(">") + 1) if ">" in words else ""
    if target:
        words.remove(">")
    if words[0] in ("cat", "head"):
        return Answer(0, _produced(words).decode(), "")
    if words[0] != "tablegames":
        raise ValueError(f"{words[0]} is neither run here nor named in NOT_RUN")
    given = run(*words[1:], stdin=stdin) if stdin or set(words) & FILES else asked(*words[1:])
    if target:
        Path(target).write_text(given.out, encoding="utf-8")
        return given._replace(out="")
    return given


@cache
def asked(*words: str) -> Answer:
    """The answer to a command that no file changes; several pages show the same one."""
    return run(*words)


def _produced(words: list[str]) -> bytes:
    """What stands before a pipe: ``printf TEXT``, ``cat FILE`` or ``head -n N FILE``."""
    match words:
        case ["printf", text]:
            return text.encode().decode("unicode_escape").encode("latin-1")
        case ["cat", name]:
            return Path(name).read_bytes()
        case ["head", "-n", number, name]:
            return b"".join(Path(name).read_bytes().splitlines(keepends=True)[: int(number)])
    raise ValueError(f"{words} is no printf TEXT, cat FILE or head -n N FILE")


def printed(given: Answer) -> str:
    """What a reader sees of an answer: the result, or the refusal; notices of the time that work took are left out."""
    text = given.out or (given.err if given.code else "")
    return "\n".join(line.rstrip() for line in text.rstrip("\n").split("\n"))


def matches(shown: str, given: str) -> bool:
    """Whether a page shows what is given, ``...`` being any text, or any lines."""
    pattern = "\n".join(
        r"(?:.*\n)*?.*" if line.strip() == "..." else ".*?".join(map(re.escape, line.split("...")))
        for line in shown.split("\n")
    )
    return re.fullmatch(pattern, given) is not None


def differences(page: Path) -> Iterator[tuple[Step, str]]:
    """The commands of a page that print something else than it shows, with what they print; run in this folder."""
    write_files(page)
    last = Answer(0, "", "")
    todo = [step for step in steps(page) if is_run(step.command)]
    for step, after in zip_longest(todo, todo[1:]):
        last = answer(step.command, last)
        told = after is not None and after.command == "echo $?"
        if last.code and not told:
            yield step, f"{printed(last)}\n(exit code {last.code}, and the page does not ask for it)"
        elif not matches(step.shown, printed(last)):
            yield step, printed(last)


def rewrite(page: Path) -> int:
    """Put what the commands print now into a page, where it shows something else; gives how many were."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        changed = list(differences(page))
    text = page.read_text(encoding="utf-8")
    for step, now in changed:
        old = f"$ {step.command}\n{step.shown}".rstrip("\n") + "\n"
        text = text.replace(old, f"$ {step.command}\n{now}\n", 1)
    page.write_text(text, encoding="utf-8")
    return len(changed)


if __name__ == "__main__":
    os.environ.pop("COLUMNS", None)
    for each in [Path(name).resolve() for name in sys.argv[1:]] or pages():
        if each != WITH_CLUSTER:
            print(each, rewrite(each))
