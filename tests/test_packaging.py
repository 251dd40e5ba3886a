"""What is installed: the extras, and the lock that the tests' environment is made from."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
LOCK = (ROOT / "requirements.lock").read_text("utf-8")
PARTS = {"audit", "cluster", "docs", "lab", "reports", "web"}


def name_of(requirement: str) -> str:
    """The project that a requirement names, as a lock spells it."""
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert found, requirement
    return re.sub(r"[-_.]+", "-", found[0]).lower()


def test_all_has_every_part() -> None:
    assert EXTRAS["all"] == [f"tablegames[{','.join(sorted(PARTS))}]"]
    assert set(EXTRAS) == PARTS | {"all", "bench", "test"}
    assert "tablegames[all]" in EXTRAS["test"]


def test_the_lock_has_all_that_is_required_and_the_build_backend() -> None:
    locked = {name_of(line) for line in LOCK.splitlines() if re.match(r"[a-z0-9]", line)}
    required = [*PROJECT["project"]["dependencies"], *PROJECT["dependency-groups"]["build"]]
    required += PROJECT["build-system"]["requires"]
    required += [each for extra in {*PARTS, "test"} for each in EXTRAS[extra] if not each.startswith("tablegames[")]
    assert {name_of(each) for each in required} <= locked


def test_the_lock_names_every_version_by_digests_and_no_index() -> None:
    entries = re.split(r"\n(?=[a-z0-9])", re.sub(r"(?m)^#.*\n", "", LOCK).strip())
    assert len(entries) > 100
    for entry in entries:
        assert re.match(r"[a-z0-9-]+==\S+( ; [^\\]+)? \\\n    --hash=sha256:[0-9a-f]{64}", entry), entry[:100]
    assert "://" not in LOCK
    assert "index-url" not in LOCK
    assert "find-links" not in LOCK


def test_the_lock_is_for_linux_and_both_kinds_of_macs() -> None:
    """Numba's wheels for Intel's ended before those for others."""
    versions = re.findall(r"(?m)^numba==(\S+) ; (.+) \\$", LOCK)
    assert {marker for _, marker in versions} == {
        "platform_machine == 'x86_64' and sys_platform == 'darwin'",
        "(platform_machine != 'x86_64' and sys_platform == 'darwin') or sys_platform == 'linux'",
    }


def test_the_demonstration_installs_the_package_alone() -> None:
    make = (ROOT / "Makefile").read_text("utf-8")
    recipe = re.search(r"(?m)^\$\(DEMO_INSTALLED\):.*\n((?:\t.*\n)+)", make)
    assert recipe
    assert "$(DEMO)/bin/python $(PIP) --editable .\n" in recipe[1]
    assert "[" not in recipe[1]


def test_the_demonstration_rules_first_and_analyses_last() -> None:
    commands = re.findall(r"(?m)^show (\w+)", (ROOT / "demo.sh").read_text("utf-8"))
    figures = {"advise", "analyze"}
    assert commands[-1] == "analyze"
    assert [each in figures for each in commands] == sorted(each in figures for each in commands)
