"""Whether kernels are being compiled: the first use on a machine takes some seconds, and whoever waits should be told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from numba.core import event


class _Listener(event.Listener):
    """Calls back at the first compilation that no cache could spare."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self.tell: Callable[[], None] | None = tell

    def on_start(self, _: event.Event) -> None:
        """A kernel begins to be compiled."""
        if self.tell:
            tell, self.tell = self.tell, None
            tell()

    def on_end(self, _: event.Event) -> None:
        """A kernel is compiled."""


@contextmanager
def on_compilation(tell: Callable[[], None]) -> Iterator[None]:
    """Within, ``tell`` is called once if a kernel has to be compiled; kernels read from the cache do not count."""
    with event.install_listener("numba:compile", _Listener(tell)):
        yield
