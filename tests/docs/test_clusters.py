"""The page on clusters: its scheduler and its worker are started as it says, and every run gives the same result."""

from __future__ import annotations

import os
import re
import shlex
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli import Answer
from tests.docs import ROOT
from tests.docs.consoles import WITH_CLUSTER, answer, matches, printed, steps

PORT = "8786"
"""The port that the page shows; the test takes a free one."""


@contextmanager
def running(command: str) -> Iterator[None]:
    """A ``dask`` command, ended after it."""
    program, *arguments = shlex.split(command)
    assert program == "dask"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    process = subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment,
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait(30)


def test_the_page_on_clusters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="Dask is not installed: pip install 'tablegames[cluster]'")
    monkeypatch.chdir(tmp_path)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    scheduler, worker = (step.command for step in steps(WITH_CLUSTER) if step.command.startswith("dask"))
    last, results = Answer(0, "", ""), []
    with running(scheduler.replace(PORT, port)), running(worker.replace(PORT, port)):
        for step in steps(WITH_CLUSTER):
            if step.command.startswith("dask"):
                continue
            last = answer(step.command.replace(f"127.0.0.1:{PORT}", f"127.0.0.1:{port}"), last)
            assert matches(step.shown, printed(last)), f"{step.place}\n{printed(last)}"
            if step.command.startswith("tablegames") and not last.code:
                results.append(last.out)
    assert len(results) == 3
    assert len(set(results)) == 1, "on local workers, on the cluster and with a checkpoint: the same bytes"
    assert re.search("20,000 rounds simulated", results[0])
