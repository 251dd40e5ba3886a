"""The command line, run inside this process for speed, or as a process of its own where only that shows the truth."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import tablegames
from tablegames.cli import main
from tablegames.endings import DEFECT

Writer = Callable[[str], str]
"""Writes a submission's text to a file of its own and gives the path."""


class Answer(NamedTuple):
    """What a command gave: its exit code, standard output and standard error."""

    code: int
    out: str
    err: str


def run(*arguments: str, stdin: bytes = b"", encoding: str = "utf-8") -> Answer:
    """``tablegames ARGUMENTS`` in this process; a defect of ours is a failure of the test."""
    answer = ended(*arguments, stdin=stdin, encoding=encoding)
    assert answer.code != DEFECT, answer
    return answer


def ended(*arguments: str, stdin: bytes = b"", encoding: str = "utf-8") -> Answer:
    """``tablegames ARGUMENTS`` in this process, however it ends."""
    saved = sys.argv, sys.stdin, sys.stdout, sys.stderr
    out, err = io.BytesIO(), io.BytesIO()
    sys.argv = ["tablegames", *arguments]
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    sys.stdout, sys.stderr = io.TextIOWrapper(out, encoding=encoding), io.TextIOWrapper(err, encoding=encoding)
    try:
        main()
    except SystemExit as exit_:
        code = exit_.code
    else:
        raise AssertionError("main returned instead of exiting")
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        printed, complained = out.getvalue(), err.getvalue()
        sys.argv, sys.stdin, sys.stdout, sys.stderr = saved
    assert code is None or isinstance(code, int), code
    return Answer(code or 0, printed.decode(encoding), complained.decode(encoding))


def process(*arguments: str, stdin: bytes = b"", **environment: str) -> Answer:
    """``python -m tablegames ARGUMENTS`` as a process of its own, with additions to the environment."""
    package = str(Path(tablegames.__path__[0]).parent)
    done = subprocess.run(
        [sys.executable, "-m", "tablegames", *arguments],
        input=stdin,
        capture_output=True,
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONPATH": package, **environment},
    )
    encoding = environment.get("PYTHONIOENCODING", "utf-8")
    return Answer(done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding))


def text_of(*arguments: str) -> str:
    """Standard output of a command that succeeds, as text."""
    answer = run(*arguments)
    assert (answer.code, answer.err) == (0, ""), answer
    return answer.out


def json_of(*arguments: str) -> Any:
    """The one JSON value on standard output of a command that succeeds."""
    answer = run(*arguments, "--format", "json")
    assert (answer.code, answer.err) == (0, ""), answer
    assert answer.out.count("\n") == 1
    return json.loads(answer.out)


def refused(*arguments: str, stdin: bytes = b"") -> str:
    """The line of a command that is refused: exit 1, one line on standard error, nothing on standard output."""
    answer = run(*arguments, stdin=stdin)
    assert (answer.code, answer.out) == (1, ""), answer
    assert answer.err.count("\n") == 1, answer.err
    assert answer.err.strip()
    return answer.err.strip()


def batch(*arguments: str, lines: list[str] | bytes) -> tuple[int, list[Any]]:
    """Exit code and the JSON objects, one a line, that a batch gives for some lines."""
    stdin = lines if isinstance(lines, bytes) else "\n".join(lines).encode("utf-8", "surrogatepass")
    answer = run(*arguments, "--format", "json", stdin=stdin)
    assert answer.err == ""
    return answer.code, [json.loads(line) for line in answer.out.split("\n")[:-1]]
