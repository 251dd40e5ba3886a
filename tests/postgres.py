"""A PostgreSQL server of the tests' own, behind a socket in a temporary folder, where its programs are installed."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

PLACES = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql@*/bin",
    "/usr/local/opt/postgresql@*/bin",
)
"""Where systems keep ``initdb`` and ``pg_ctl``, if not among the commands: of several versions the last is taken."""
USER = "postgres"
"""Who it is started as by root, as whom it does not run."""


@contextmanager
def own_server() -> Iterator[str]:
    """The URL of a server that is gone at the end; skips where none is installed."""
    programs = _programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    with TemporaryDirectory(prefix="tablegames-") as folder:
        as_user: dict[str, Any] = {}
        if os.name == "posix" and os.getuid() == 0:
            shutil.chown(folder, USER, USER)
            as_user = {"user": USER, "group": USER, "extra_groups": []}

        def do(*command: str) -> None:
            done = subprocess.run(
                [str(programs / command[0]), "-D", f"{folder}/data", *command[1:]],
                cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False, **as_user,
            )  # fmt: skip
            assert done.returncode == 0, done.stderr

        do("initdb", "-U", "tablegames", "-A", "trust", "--no-sync")
        do("pg_ctl", "-l", f"{folder}/log", "-o", f"-k {folder} -h ''", "-w", "start")
        try:
            yield f"postgresql://tablegames@/postgres?host={folder}"
        finally:
            do("pg_ctl", "-m", "immediate", "-w", "stop")


def _programs() -> Path | None:
    """The folder of the programs."""
    found = shutil.which("initdb")
    folders = [Path(found).parent] if found else []
    for place in PLACES:
        folders += sorted(Path("/").glob(place[1:]), key=lambda folder: (len(str(folder)), str(folder)))
    return folders[-1] if folders else None
