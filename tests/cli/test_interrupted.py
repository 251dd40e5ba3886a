"""An interruption while the command's modules are still being imported, in a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import tablegames

INTERRUPTS_AT_AN_IMPORT = """
import os, signal, sys

class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == os.environ["INTERRUPT_AT"]:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Finder)
"""
"""Python runs a module of this name before anything else."""
SCRIPT = "import sys\nfrom tablegames.cli import main\nsys.exit(main())\n"
"""What an installation writes as the command."""


def interrupted(folder: Path, module: str, *command: str) -> subprocess.CompletedProcess[str]:
    """A command that is interrupted as it begins to import a module."""
    (folder / "sitecustomize.py").write_text(INTERRUPTS_AT_AN_IMPORT)
    places = os.pathsep.join([str(folder), str(Path(tablegames.__path__[0]).parent)])
    return subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, timeout=60, check=False,
        env={**os.environ, "PYTHONPATH": places, "INTERRUPT_AT": module}, preexec_fn=_heeding_interrupts,
    )  # fmt: skip


def _heeding_interrupts() -> None:
    """A process begun in the background of a shell ignores interruptions, and so would its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals to send")
@pytest.mark.parametrize(
    "module", ["tablegames.core.cards", "tablegames.asks.rulings", "typer", "tablegames.cli.sweep", "rich.table"]
)
@pytest.mark.parametrize("called", ["script", "module"])
def test_the_command_ends_with_at_most_one_line(module: str, called: str, tmp_path: Path) -> None:
    script = tmp_path / "tablegames"
    script.write_text(SCRIPT)
    found = interrupted(tmp_path, module, *([str(script)] if called == "script" else ["-m", "tablegames"]), "games")
    assert (found.returncode, found.stdout) == (130, "")
    assert found.stderr in ("", "interrupted: nothing is kept; run the command again\n")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals to send")
def test_a_program_that_uses_the_library_is_interrupted_as_it_would_be_without(tmp_path: Path) -> None:
    (tmp_path / "notes.py").write_text("try:\n    import tablegames\nexcept KeyboardInterrupt:\n    print('mine')\n")
    found = interrupted(tmp_path, "tablegames.asks.rulings", str(tmp_path / "notes.py"))
    assert (found.returncode, found.stdout, found.stderr) == (0, "mine\n", "")
    (tmp_path / "notes.py").write_text("import tablegames\n")
    assert "Traceback" in interrupted(tmp_path, "tablegames.asks.rulings", str(tmp_path / "notes.py")).stderr
