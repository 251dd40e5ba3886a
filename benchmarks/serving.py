"""The server under load: how long a ruling and a settlement take over HTTP, alone and beside full optima.

``python -m benchmarks.serving`` prints the table by itself; it takes half a minute, and asks nothing but this machine.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from itertools import count, cycle, islice
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import perf_counter, sleep
from typing import Any

from benchmarks.measure import duration, progress, table

CLIENTS, REQUESTS, EVERY = 4, 200, 0.05
"""Connections, requests on each, and the seconds from one to the next: together less than an address is allowed."""
HEADERS = {"content-type": "application/json", "prefer": "wait=60"}
GAME = "/api/v1/games/heads-up-holdem"
BETS = {"ante": "10", "odds": "10", "raise": "30", "trips-plus": "5"}
CARDS = {"dealer": "6c 6h", "board": "2d 3d 4d 5d Kc"}
ASKS: list[tuple[str, dict[str, Any]]] = [
    (f"{GAME}/rank", {"hand": "Ad 9h", "board": CARDS["board"]}),
    (f"{GAME}/compare", {"first": "Ad 9h", "second": "6c 6h", "board": CARDS["board"]}),
    (f"{GAME}/settle", {"player": "Ad 9h", "bets": BETS, **CARDS}),
    (f"{GAME}/settle", {"seats": [{"player": hand, "bets": BETS} for hand in ("Ad 9h", "Ks Qs", "Tc 9c")], **CARDS}),
]


def serving() -> list[str]:
    """The table of response times."""
    progress("serving: rulings over HTTP, alone and beside full optima")
    rows = []
    with TemporaryDirectory() as folder, _server(Path(folder)) as port:
        _ask(HTTPConnection("127.0.0.1", port), f"{GAME}/analyze", {})  # compiled, and the worker there
        rows.append(("alone", *_times(port), "0"))
        stop = Event()
        optima: list[float] = []
        with ThreadPoolExecutor(1) as beside:
            busy = beside.submit(_optima, port, stop, optima)
            times = _times(port)
            stop.set()
            busy.result()
        rows.append(("beside full optima", *times, f"{len(optima)}, each {duration(sum(optima) / len(optima))}"))
    return [
        "## Rulings over HTTP", "",
        *table(("", "median", "99 of 100 within", "longest", "optima meanwhile"), rows), "",
        f"{CLIENTS} connections, {CLIENTS * REQUESTS} requests in turn for `rank`, `compare` and `settle` of one and of three seats,",
        f"one each {duration(EVERY / CLIENTS)}; the clients run on the same cores.  The optima are of heads-up-holdem, one after the other.", "",
    ]  # fmt: skip


@contextmanager
def _server(folder: Path) -> Iterator[int]:
    """The port of a server of its own."""
    command = [
        sys.executable,
        "-m",
        "tablegames",
        "serve",
        "--port",
        "0",
        "--db",
        f"sqlite:///{folder / 'bench.sqlite'}",
    ]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            yield int(process.stderr.readline().split(";")[0].rpartition(":")[2])
        finally:
            process.terminate()


def _times(port: int) -> tuple[str, str, str]:
    """The median, the 99th of 100 and the longest time of a request, over all connections."""
    taken: list[float] = []
    clients = [Thread(target=_client, args=(port, number, taken)) for number in range(CLIENTS)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    taken.sort()
    assert len(taken) == CLIENTS * REQUESTS
    return duration(taken[len(taken) // 2]), duration(taken[ceil(len(taken) * 0.99) - 1]), duration(taken[-1])


def _client(port: int, number: int, taken: list[float]) -> None:
    """One connection's requests, each at its time whether or not the one before was late."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    start = perf_counter() + EVERY * number / CLIENTS
    for turn, (path, body) in enumerate(islice(cycle(ASKS), REQUESTS)):
        due = start + turn * EVERY
        sleep(max(due - perf_counter(), 0))
        _ask(connection, path, body)
        taken.append(perf_counter() - due)


def _optima(port: int, stop: Event, taken: list[float]) -> None:
    """Full optima one after the other, each of another paytable, so that none is remembered."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    rows = {
        "straight flush": "50 to 1", "four-of-a-kind": "10 to 1", "full house": "3 to 1", "flush": "3 to 2", "straight": "1 to 1",
    }  # fmt: skip
    for number in count():
        if stop.is_set():
            return
        own = {"odds-winning": {"name": "bench", "rows": {"royal flush": f"{500 + number} to 1", **rows}}}
        started = perf_counter()
        _ask(connection, f"{GAME}/analyze", {"paytables": own})
        taken.append(perf_counter() - started)


def _ask(connection: HTTPConnection, path: str, body: dict[str, Any]) -> None:
    """One request, answered in full."""
    connection.request("POST", path, json.dumps(body), HEADERS)
    answer = connection.getresponse()
    text = answer.read()
    assert answer.status == 200, text


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        print("\n".join(serving()))
