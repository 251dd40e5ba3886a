"""Compiled code that cannot be kept or read back: the work goes on, and what is damaged is compiled again."""

from __future__ import annotations

import errno
import importlib.util
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import config
from numba.core.caching import FunctionCache

from tablegames.kernels import caching

SOURCE = """
from tablegames.kernels.caching import njit

@njit(cache=True, nogil=True)
def double(number):
    return 2 * number
"""

pytestmark = pytest.mark.skipif(bool(config.DISABLE_JIT), reason="nothing is compiled")  # type: ignore[attr-defined]
Loaded = Callable[[], Any]


@pytest.fixture
def loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Loaded:
    """A compiled function, as a new process finds it; its cache is the folder ``cache``."""
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path / "cache"))
    source = tmp_path / "kernel.py"
    source.write_text(SOURCE)

    def load() -> Any:
        spec = importlib.util.spec_from_file_location("kernel", source)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module.double

    return load


def works(kernel: Any) -> tuple[int, int]:
    """Whether the result is right; how often the code was read from the cache, and how often it was not there."""
    assert kernel(np.int64(21)) == 42
    return sum(kernel.stats.cache_hits.values()), sum(kernel.stats.cache_misses.values())


def test_code_is_kept_and_read_back(loaded: Loaded) -> None:
    assert works(loaded()) == (0, 1)
    assert works(loaded()) == (1, 0)


def flipped(content: bytes) -> bytes:
    """One bit in the middle changed: still a pickle, but no longer the code that was compiled."""
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "truncated": lambda content: content[: len(content) // 2],
    "one byte short": lambda content: content[:-1],
    "garbage": lambda content: b"\x93garbage" * 100,
    "one bit": flipped,
}


@pytest.mark.parametrize("ending", [".nbi", ".nbc"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_what_is_damaged_is_compiled_again_and_kept(loaded: Loaded, tmp_path: Path, ending: str, damage: str) -> None:
    works(loaded())
    (path,) = (tmp_path / "cache").rglob(f"*{ending}")
    path.write_bytes(DAMAGES[damage](path.read_bytes()))
    found = works(loaded())
    assert found == (0, 1) or (damage, ending) == (
        "one bit",
        ".nbi",
    )  # a bit of the index may change nothing that is asked
    assert works(loaded()) == (1, 0)


def test_a_disk_that_is_full(loaded: Loaded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> Any:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(caching._File, "_open_for_write", full)
    assert works(loaded()) == (0, 1)
    assert not list((tmp_path / "cache").rglob("*.nb?"))


def test_a_disk_that_fills_between_index_and_code(loaded: Loaded, monkeypatch: pytest.MonkeyPatch) -> None:
    saved = caching._File._save_data

    def full(*_: object) -> Any:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(caching._File, "_save_data", full)
    assert works(loaded()) == (0, 1)
    monkeypatch.setattr(caching._File, "_save_data", saved)
    assert works(loaded()) == (0, 1)
    assert works(loaded()) == (1, 0)


def test_a_damaged_cache_that_cannot_be_mended(loaded: Loaded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    works(loaded())
    (path,) = (tmp_path / "cache").rglob("*.nbi")
    path.write_bytes(b"")

    def refuse(*_: object) -> Any:
        raise PermissionError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(caching._File, "_open_for_write", refuse)
    assert works(loaded()) == (0, 1)
    assert works(loaded()) == (0, 1)


def test_no_folder_at_all(loaded: Loaded, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where the package, the user's folder and the temporary folder can all not be written."""

    def nowhere(*_: object) -> Any:
        raise RuntimeError("cannot cache function: no locator available")

    monkeypatch.setattr(FunctionCache, "__init__", nowhere)
    assert works(loaded()) == (0, 1)
