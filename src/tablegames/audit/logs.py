"""The formats of logs by the ending of the file's name: Parquet, CSV, and records of rounds as JSON lines."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from tablegames.core.law import Refused

FORMS = ".parquet, .csv or .jsonl"
TRANSCRIPT = ".jsonl"


def form_of(path: str) -> str:
    """The ending that says a log's format; another is refused."""
    ending = Path(path).suffix.lower()
    if ending not in (".parquet", ".csv", TRANSCRIPT):
        raise Refused(f"log {path!a} does not end in {FORMS}")
    return ending


def reader(path: str) -> ModuleType:
    """The module that reads a log: ``columns_of``, ``tasks``, ``tables`` and ``place_of``."""
    try:
        from tablegames.audit import csv_log, parquet_log, transcript_log
    except ImportError:
        raise Refused("an audit needs pyarrow: pip install 'tablegames[audit]'") from None
    return {".parquet": parquet_log, ".csv": csv_log, TRANSCRIPT: transcript_log}[form_of(path)]


def game_of(path: str) -> str:
    """The id of the game that a log is of, by its first row or first line."""
    if form_of(path) == TRANSCRIPT:
        module = reader(path)
        return str(module.session(path)[0].id)
    return str(reader(path).game_of(path))


def same_form(paths: Sequence[str]) -> str:
    """The one format of some logs; refused where there are several."""
    forms = {form_of(path) for path in paths}
    if len(forms) > 1:
        raise Refused(f"logs of different formats, {' and '.join(sorted(forms))}: audit them one after the other")
    return forms.pop()


def described(path: str) -> list[str]:
    """What a checkpoint knows a log by: its name and the SHA-256 of its content."""
    with open(path, "rb") as log:
        return [path, hashlib.file_digest(log, "sha256").hexdigest()]
