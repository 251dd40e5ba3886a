"""Numba's cache of compiled code as a help and never a condition: what is damaged is compiled again, what cannot be kept is done without."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar, cast

import numba
from numba.core.caching import FunctionCache, IndexDataCacheFile

F = TypeVar("F", bound=Callable[..., Any])
_DIGEST = hashlib.sha256().digest_size


class _File(IndexDataCacheFile):
    """The files of one function's cache; compiled code stands behind its SHA-256, so that none runs in which a bit has changed."""

    def _load_index(self) -> Any:
        """What is kept; nothing where that cannot be read, so that it is written anew."""
        try:
            return super()._load_index()
        except Exception:  # whatever becomes of a damaged file that is unpickled
            return {}

    def _save_data(self, name: str, data: Any) -> None:
        dumped = self._dump(data)
        with self._open_for_write(self._data_path(name)) as file:
            file.write(hashlib.sha256(dumped).digest() + dumped)

    def _load_data(self, name: str) -> Any:
        """Compiled code; an ``OSError``, upon which it is compiled again, where it is not what was kept."""
        with open(self._data_path(name), "rb") as file:
            digest, dumped = file.read(_DIGEST), file.read()
        if hashlib.sha256(dumped).digest() != digest:
            raise OSError(f"{name} is damaged")
        return pickle.loads(dumped)


class _Cache(FunctionCache):
    """The cache of one function."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._cache_file = _File(self._cache_path, self._impl.filename_base, self._cache_file._source_stamp)

    def save_overload(self, signature: Any, data: Any) -> None:
        """Keep compiled code where that is possible."""
        with suppress(OSError):
            super().save_overload(signature, data)


def njit(**options: Any) -> Callable[[F], F]:
    """``numba.njit``, but for its cache."""

    def compiled(function: F) -> F:
        dispatcher: Any = numba.njit(**{**options, "cache": False})(function)
        if options.get("cache") and hasattr(dispatcher, "_cache"):  # not where compilation is switched off
            with suppress(RuntimeError, OSError):  # there is no folder that can be written
                dispatcher._cache = _Cache(dispatcher.py_func)
        return cast(F, dispatcher)

    return compiled
