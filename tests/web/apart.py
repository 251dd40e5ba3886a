"""Steps with an event loop of their own, in a thread apart: in the tests' own a browser may keep one running."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run_apart(steps: Coroutine[Any, Any, T]) -> T:
    """What some steps give."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, steps).result()
