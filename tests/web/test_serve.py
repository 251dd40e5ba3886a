"""``tablegames serve``: who is let in, and on what terms; and one server as a process from start to end."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tablegames.cli.app import app
from tablegames.cli.serve import _listening, serve
from tablegames.core.law import Refused


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that is taken."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]


def test_other_machines_are_not_let_in_without_a_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = f"sqlite:///{tmp_path / 'w.sqlite'}"
    for behind_proxy in (False, True):
        with pytest.raises(
            Refused, match="lets other machines in: give --token-file or --token-env too; a proxy on this"
        ):
            serve(host="0.0.0.0", db=database, behind_proxy=behind_proxy)
    short = tmp_path / "token"
    short.write_text("short\n")
    with pytest.raises(Refused, match="a token is 16 or more printable ASCII signs; 5 are there"):
        serve(host="0.0.0.0", db=database, token_file=str(short))
    short.write_bytes(b"\xff" * 20)
    with pytest.raises(Refused, match=r"^.*token: byte 1 is not UTF-8$"):
        serve(host="0.0.0.0", db=database, token_file=str(short))
    monkeypatch.delenv("HOUSE_TOKEN", raising=False)
    with pytest.raises(Refused, match="--token-env HOUSE_TOKEN: a token is 16"):
        serve(db=database, token_env="HOUSE_TOKEN")
    with pytest.raises(Refused, match="leave out one of the two"):
        serve(db=database, token_env="HOUSE_TOKEN", token_file=str(short))
    assert not (tmp_path / "w.sqlite").exists()


@pytest.mark.parametrize("url", ["w.sqlite", "sqlite://w.sqlite", "sqlite:///", "mysql://host/name"])
def test_a_database_of_another_form_is_refused(url: str) -> None:
    with pytest.raises(Refused, match="--db"):
        serve(db=url)


def test_a_port_that_is_taken_or_none_is_refused(tmp_path: Path, taken: int) -> None:
    database = f"sqlite:///{tmp_path / 'w.sqlite'}"
    with pytest.raises(Refused, match=f"cannot serve at 127.0.0.1, port {taken}: "):
        serve(port=taken, db=database)
    with pytest.raises(Refused, match="port 70000 is not 0 to 65535"):
        serve(port=70000, db=database)


def test_the_token_is_never_an_argument() -> None:
    (command,) = (each for each in app.registered_commands if each.callback is serve)
    assert command.callback is not None
    names = set(command.callback.__annotations__)
    assert {"token_file", "token_env"} <= names
    assert "token" not in names


def test_a_server_answers_until_it_is_interrupted(tmp_path: Path) -> None:
    database = tmp_path / "a folder" / "w.sqlite"
    command = [sys.executable, "-m", "tablegames", "serve", "--port", "0", "--db", f"sqlite:///{database}"]
    command += ["--connections-per-address", "70", "--players-per-address", "4"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        said = process.stderr.readline()
        address = said.split()[4].rstrip(";")
        assert said == f"tablegames is served at {address}; Ctrl-C ends it\n"
        assert process.stderr.readline() == (
            "limits of an address: 70 connections, 32 of them slow, 100 requests a second; within a day 300 sessions, 300 table tests, 4 players,"
            " 100 submissions; of a player: 100 sessions, 100 submissions; of all: 512 connections, 100000 sessions, 100000 table tests,"
            " 50000 players, 1000 submissions\n"
        )
        with urllib.request.urlopen(f"{address}/api/v1/games/saigon-5-card", timeout=10) as answer:
            assert b"Saigon 5 Card" in answer.read()
            assert "server" not in answer.headers
        place = urlsplit(address)
        with ExitStack() as stack:  # one client holds only its part of the connections
            held = [
                stack.enter_context(socket.create_connection((place.hostname or "", place.port or 0), timeout=10))
                for _ in range(71)
            ]
            assert held[0].recv(1) == b""  # that which waited longest makes room
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read()
        assert process.wait(20) in (0, 130)
        assert "Traceback" not in rest
    assert database.exists()


def test_no_answer_waits_for_word_of_its_first_part() -> None:
    with _listening("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
