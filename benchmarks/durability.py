"""Players at their tables while the server is killed: what it acknowledged is kept, and nothing is mixed up.

``python -m benchmarks.durability`` prints the tables by itself, in two to four minutes: on SQLite, and on PostgreSQL where
``TABLEGAMES_TEST_POSTGRES`` holds the URL of a server on which databases may be created.
"""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import perf_counter, sleep
from typing import Any

from benchmarks.measure import duration, progress, table

PLAYERS, ROUNDS, KILLS = 100, 20, 10
EVERY = 150
"""Changes that are acknowledged between two kills."""
PATIENCE = 60
"""Seconds after which a player who gets no answer gives up."""
SERVER = "TABLEGAMES_TEST_POSTGRES"
GAMES = ("saigon-5-card", "high-card-flush", "heads-up-holdem", "ultimate-texas-holdem")
Seen = dict[str, Any]


@dataclass
class Player:
    """One player at one table: what he was told, how long each answer took, and how often he had to ask again."""

    number: int
    port: int
    rounds: int
    told: list[Seen] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    again: int = 0
    opened_again: int = 0
    """How often the session's opening was asked for again: an answer that was lost leaves a session that nobody knows."""
    failed: str = ""
    token: str = ""

    def __post_init__(self) -> None:
        self.connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def play(self, stop: Event | None = None) -> None:
        """Play so many rounds, and on until ``stop`` is set."""
        chance = random.Random(self.number)
        try:
            seen = self.change("/api/v1/sessions", {"game": GAMES[self.number % len(GAMES)], "bankroll": "100000"})
            self.opened_again = self.again
            self.token, at = seen["player"], f"/api/v1/sessions/{seen['session']}"
            wagers = _required(seen["game"])
            while seen["rounds"] < self.rounds or (stop and not stop.is_set()):
                bets = {str(seat): wagers for seat in range(1, chance.randint(1, 3) + 1)}
                seen = self.change(f"{at}/rounds", {"bets": bets, "commitment": seen["commitment"]})
                while turn := seen["round"].get("turn"):
                    act = {"seat": turn["seat"], "action": chance.choice(turn["actions"]), "after": seen["events"]}
                    seen = self.change(f"{at}/rounds/{seen['rounds']}/acts", act)
        except Exception as error:  # told to whoever started the thread
            self.failed = f"player {self.number}: {type(error).__name__}: {error}"

    def change(self, path: str, body: Seen) -> Seen:
        """Ask for a change until it is acknowledged, always by the same key."""
        key, begun = f"p{self.number}-{len(self.told)}", perf_counter()
        answer: Seen
        for attempt in count():
            asked, answer = perf_counter(), {}
            try:
                status, answer = self.ask("POST", path, body, key)
            except (OSError, HTTPException):
                self.connection.close()  # and opened anew when it is next used
                status = 503
            if status in (200, 201):
                self.times.append(perf_counter() - asked)
                self.again += attempt
                self.told.append(answer)
                return answer
            if status != 503:
                raise RuntimeError(f"{path}: {status}: {answer}")
            if perf_counter() - begun > PATIENCE:
                raise TimeoutError(path)
            sleep(0.05)
        raise AssertionError

    def ask(self, method: str, path: str, body: Seen | None = None, key: str = "") -> tuple[int, Any]:
        """One request; the answer's status and its JSON."""
        headers = {"content-type": "application/json", "idempotency-key": key, "authorization": f"Bearer {self.token}"}
        self.connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        answer = self.connection.getresponse()
        text = answer.read()
        return answer.status, json.loads(text) if answer.headers["content-type"].endswith("json") else text


@dataclass
class Run:
    """What came of a run: the players, the kills, the seconds it took."""

    players: list[Player]
    kills: int
    seconds: float
    kept: int
    """Answers found in the records as they were given."""

    @property
    def acknowledged(self) -> int:
        """Changes that were acknowledged."""
        return sum(len(player.told) for player in self.players)

    @property
    def rounds(self) -> int:
        """Rounds that were played to their end."""
        return sum(player.told[-1]["rounds"] for player in self.players)

    def time(self, part: float) -> float:
        """The seconds within which so large a part of the answers came."""
        times = sorted(time for player in self.players for time in player.times)
        return times[min(int(len(times) * part), len(times) - 1)]


def run(where: str, players: int, rounds: int, kills: int, every: int = EVERY) -> Run:
    """Play on a database, kill the server so often, let everybody play to the end, and check all that was acknowledged."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = _served(where, port)
    seats = [Player(number, port, rounds) for number in range(players)]
    stop = Event()
    threads = [Thread(target=seat.play, args=(stop,), daemon=True) for seat in seats]
    begun = perf_counter()
    try:
        for thread in threads:
            thread.start()
        for kill in range(1, kills + 1):
            while sum(len(seat.told) for seat in seats) < kill * every and any(map(Thread.is_alive, threads)):
                sleep(0.01)
            server.send_signal(signal.SIGKILL)
            server.wait()
            server = _served(where, port)
        stop.set()
        for thread in threads:
            thread.join()
        seconds = perf_counter() - begun
        failed = [seat.failed for seat in seats if seat.failed]
        assert not failed, failed
        kept = sum(map(check, seats))
    finally:
        server.kill()
        server.wait()
    _check_store(where, seats)
    return Run(seats, kills, seconds, kept)


def check(player: Player) -> int:
    """How many answers are in the record as the player was told them: each, and nothing that he was not told of."""
    from tablegames.asks.records import record_of
    from tablegames.rounds.views import player_view

    last = player.told[-1]
    player.connection.close()  # the server may have done so while the others played on
    _, sessions = player.ask("GET", "/api/v1/sessions")
    assert [each["session"] for each in sessions["sessions"]] == [last["session"]]
    _, transcript = player.ask("GET", f"/api/v1/sessions/{last['session']}/transcript")
    record = record_of(transcript.splitlines(keepends=True), "record")
    states = {
        event["n"]: state for round_ in record.rounds for event, state in zip(round_.events, round_.states, strict=True)
    }
    assert (record.head, record.events, len(record.rounds)) == (last["head"], last["events"], last["rounds"])
    kept = 1
    for seen in player.told[1:]:
        state = states[seen["events"] - 1]
        for at, seat in enumerate(seen["round"]["seats"]):
            assert seat == player_view(state, seat["seat"])["seats"][at]
        assert seen["round"]["board"] == list(map(str, state.board))
        kept += 1
    decided = sum(event["event"] == "decision" for round_ in record.rounds for event in round_.events)
    assert decided + len(record.rounds) + 1 == len(player.told)  # each change once
    return kept


def _check_store(where: str, players: list[Player]) -> None:
    """The store holds these players' sessions, and every one verifies with the head its player was told.

    No other is there, but for those whose opening was never acknowledged: they have no round.
    """
    from tablegames.web.store.database import Database
    from tablegames.web.store.keeping import verdicts

    database = Database(where)
    found = {each["session"]: each for each in verdicts(database)}
    database.close()
    for player in players:
        last = player.told[-1]
        one = found.pop(last["session"])
        assert (one["verdict"], one["head"]) == ("consistent", last["head"])
    assert all((one["verdict"], one["rounds"]) == ("consistent", 0) for one in found.values())
    assert len(found) <= sum(player.opened_again for player in players)


def _served(where: str, port: int) -> subprocess.Popen[bytes]:
    """A server on a database, with no bound on how often one address may ask."""
    script = (
        "import sys, uvicorn; from tablegames.web.app import create_app; from tablegames.web.settings import Settings;"
        "app = create_app(Settings(database=sys.argv[1], rate=1e9, burst=1e9));"
        "uvicorn.run(app, port=int(sys.argv[2]), log_level='warning', access_log=False)"
    )
    server = subprocess.Popen([sys.executable, "-c", script, where, str(port)])
    while server.poll() is None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return server
        sleep(0.02)
    raise RuntimeError(f"the server ended with {server.returncode}")


def _required(game: str) -> dict[str, str]:
    from tablegames.games import game_named

    return {wager.id: "10" for wager in game_named(game).wagers if wager.required}


@contextmanager
def fresh_postgres(server: str) -> Iterator[str]:
    """The URL of a new database on a server, which is dropped in the end."""
    import psycopg
    from sqlalchemy import make_url

    name = f"tablegames_{os.getpid()}_{random.SystemRandom().getrandbits(32):08x}"
    with psycopg.connect(server, autocommit=True) as rows:
        rows.execute(f"CREATE DATABASE {name}".encode())
        try:
            yield make_url(server).set(database=name).render_as_string(hide_password=False)
        finally:
            rows.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


def durability(players: int = PLAYERS, rounds: int = ROUNDS, kills: int = KILLS) -> list[str]:
    """The table of the runs: undisturbed, then with kills, on each database."""
    rows: list[tuple[str, ...]] = []
    with TemporaryDirectory() as folder:
        for times in (0, kills):
            rows.append(_row("SQLite", run(str(Path(folder) / f"{times}.sqlite"), players, rounds, times)))
            if server := os.environ.get(SERVER):
                with fresh_postgres(server) as where:
                    rows.append(_row("PostgreSQL", run(where, players, rounds, times)))
    return [
        "## Rounds that survive the server", "",
        *table(("", "kills", "rounds", "asked again", "acknowledged", "kept", "rounds a second", "median", "99 of 100 within"), rows), "",
        f"{players} players at once, each at least {rounds} rounds of one to three seats over HTTP, until the last kill (`kill -9`).",
        "Each answer that was given is then compared with the record, and every session verified: one that differs ends the run.",
        "Every change is on the disk before it is answered; clients and server share the machine.", "",
    ]  # fmt: skip


def _row(name: str, done: Run) -> tuple[str, ...]:
    progress(f"durability: {name}, {done.kills} kills")
    again = sum(player.again for player in done.players)
    counts = (done.kills, done.rounds, again, done.acknowledged, done.kept)
    speed = "" if done.kills else f"{done.rounds / done.seconds:,.0f}"  # servers that start take most of the time
    return (name, *(f"{each:,}" for each in counts), speed, duration(done.time(0.5)), duration(done.time(0.99)))


if __name__ == "__main__":
    print("\n".join(durability()))
