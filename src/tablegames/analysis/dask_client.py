"""Tasks worked by a Dask cluster: the user's own scheduler, or workers started on this machine for the run."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import re
import secrets
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from multiprocessing import resource_tracker
from typing import Any

from tablegames import __version__
from tablegames.core.law import Refused
from tablegames.endings import interruptions_wait

LOCAL = "local"
FORM = "tls://host:port, tcp://127.0.0.1:port, or local"
_ADDRESS = re.compile(r"(tls|tcp)://(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+):([0-9]{1,5})")
_SECONDS_TO_ANSWER = 10
_AHEAD = 3
"""Tasks handed out per thread of the cluster."""


def check_address(address: str, *, insecure: bool) -> None:
    """Refuse what is no address of a scheduler, and plain ``tcp://`` beyond this machine unless ``insecure``.

    >>> check_address("tcp://10.0.0.5:8786", insecure=False)
    Traceback (most recent call last):
    tablegames.core.law.Refused: cluster tcp://10.0.0.5:8786: a Dask scheduler unpickles what it is sent: use tls://, ...
    """
    if address == LOCAL:
        return
    match = _ADDRESS.fullmatch(address)
    if not match or not 1 <= int(match[3]) <= 65535:
        raise Refused(f"cluster {address!a} is not of the form {FORM}")
    if match[1] == "tcp" and not _on_this_machine(match[2]) and not insecure:
        raise Refused(
            f"cluster {address}: a Dask scheduler unpickles what it is sent: use tls://, or --insecure-cluster on a network you trust"
        )


def _on_this_machine(host: str) -> bool:
    """Whether a host is the loopback: by its address, or by the name that always means it."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def on_dask(
    work: Callable[[Any], Any], tasks: Sequence[Any], waiting: Iterator[int], address: str, workers: int
) -> Generator[tuple[int, Any], None, None]:
    """The number and the result of each waiting task as the cluster finishes them.

    What a worker that dies had not given is worked by another; each task is asked for under one key, so it is given once.
    """
    try:
        from distributed import Client, KilledWorker, LocalCluster, as_completed
    except ImportError:
        raise Refused("a cluster needs Dask: pip install 'tablegames[cluster]'") from None
    with ExitStack() as stack:
        where: Any = address
        if address == LOCAL:
            resource_tracker.ensure_running()  # beforehand: where it begins, it lets interruptions through again
            with interruptions_wait():
                local = LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    processes=True,
                    host="127.0.0.1",
                    dashboard_address="127.0.0.1:0",
                    silence_logs=logging.ERROR,
                )  # type: ignore[no-untyped-call]
            where = stack.enter_context(local)
        else:
            _check_answer(address)
        try:
            client = stack.enter_context(Client(where, timeout=_SECONDS_TO_ANSWER, set_as_default=False))  # type: ignore[no-untyped-call]
        except (OSError, TimeoutError) as error:
            raise Refused(f"no Dask scheduler answers at {address}: {error}") from None
        threads = _threads(client, address)
        run, running = secrets.token_hex(8), {}
        finished: Any = as_completed(loop=client.loop)  # type: ignore[no-untyped-call]
        for number in waiting:
            future = client.submit(work, tasks[number], key=f"tablegames-{run}-{number}", pure=False)
            running[future.key] = number
            finished.add(future)
            if len(running) >= threads * _AHEAD:
                yield _given(next(finished), running, KilledWorker)
        while running:
            yield _given(next(finished), running, KilledWorker)


def _check_answer(address: str) -> None:
    """Refuse a scheduler that does not answer, before a client is made of it, which would complain at length."""
    from distributed import Security
    from distributed.comm import connect  # type: ignore[attr-defined]

    arguments = Security().get_connection_args("client")  # type: ignore[no-untyped-call]
    if address.startswith("tls:") and not arguments.get("ssl_context"):
        raise Refused(
            f"cluster {address}: no certificates: Dask's configuration must name them "
            "(distributed.comm.tls: ca-file, client.cert, client.key)"
        )

    async def ask() -> None:
        comm = await connect(address, timeout=_SECONDS_TO_ANSWER, **arguments)  # type: ignore[no-untyped-call]
        await comm.close()

    try:
        with ThreadPoolExecutor(1) as apart:  # an event loop may be running in this thread, as in a notebook
            apart.submit(lambda: asyncio.run(ask())).result()
    except Exception as error:  # whatever way a connection fails
        words = str(error).splitlines() or [type(error).__name__]
        raise Refused(f"no Dask scheduler answers at {address}: {words[0]}") from None


def _given(future: Any, running: dict[str, int], killed: type[Exception]) -> tuple[int, Any]:
    """A finished task's number and result."""
    try:
        return running.pop(future.key), future.result()
    except killed as error:
        raise Refused(f"the cluster gave up a task whose workers died again and again: {error}") from None
    finally:
        future.release()


def _threads(client: Any, address: str) -> int:
    """The cluster's threads; refused where it has no worker, or one with another version of this program."""
    try:
        client.wait_for_workers(1, timeout=_SECONDS_TO_ANSWER)
    except TimeoutError:
        raise Refused(f"the Dask scheduler at {address} has no worker") from None
    try:
        versions = client.run(_version)
    except Exception as error:  # a worker without this package fails in whatever way Dask reports it
        raise Refused(f"a worker of {address} cannot run tablegames: {type(error).__name__}: {error}") from None
    for worker, version in versions.items():
        if version != __version__:
            raise Refused(f"worker {worker} has tablegames {version}, this is {__version__}: totals would mix the two")
    return sum(client.nthreads().values()) or 1


def _version() -> str:
    """This program's version, where the worker runs."""
    return __version__


__all__ = ["FORM", "LOCAL", "check_address", "on_dask"]
