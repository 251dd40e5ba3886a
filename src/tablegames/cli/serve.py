"""The command that serves the workbench to browsers and programs."""

from __future__ import annotations

import gc
import ipaddress
import os
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tablegames.cli.output import complain, noting
from tablegames.core.files import read_text
from tablegames.core.law import Refused, cut, cut_name

if TYPE_CHECKING:
    from tablegames.web.connections import Connection
    from tablegames.web.settings import Settings

GOODBYE = 3
"""Seconds that open connections are given when the server ends."""
MOST_PORT = 65535
BACKLOG = 128
"""Connections that wait to be taken, and are taken at once: fewer than one address may hold, so that each is read before it has to make room."""
MOST_TOKEN = 4096
"""Bytes of a token's file."""


def serve(
    port: Annotated[int, typer.Option("--port", help="The port; 0 takes a free one.")] = 8000,
    db: Annotated[
        str,
        typer.Option(
            "--db",
            metavar="URL",
            help="Where to keep things: sqlite:///FILE or postgresql://USER@HOST/DATABASE; the user's data folder by default.",
        ),
    ] = "",
    host: Annotated[
        str,
        typer.Option("--host", metavar="ADDRESS", help="Serve other machines too: needs a token."),
    ] = "",
    name: Annotated[
        list[str],
        typer.Option("--name", metavar="NAME", help="A name by which this server is reached; repeat for more."),
    ] = [],
    token_file: Annotated[
        str, typer.Option("--token-file", metavar="FILE", help="A file that holds the token that clients must know.")
    ] = "",
    token_env: Annotated[
        str, typer.Option("--token-env", metavar="VARIABLE", help="The environment variable that holds the token.")
    ] = "",
    behind_proxy: Annotated[
        bool, typer.Option("--behind-proxy", help="A proxy on this machine stands in front, and sees to who may ask.")
    ] = False,
    connections_per_address: Annotated[
        int,
        typer.Option("--connections-per-address", min=1, metavar="N", help="Connections that one address may hold."),
    ] = 256,
    slow_per_address: Annotated[
        int,
        typer.Option(
            "--slow-per-address",
            min=1,
            metavar="N",
            help="Of these, those whose request is not there whole after a second.",
        ),
    ] = 32,
    sessions_per_address: Annotated[
        int,
        typer.Option(
            "--sessions-per-address",
            min=1,
            metavar="N",
            help="Sessions, and as many table tests, that one address may open within a day.",
        ),
    ] = 300,
    players_per_address: Annotated[
        int,
        typer.Option(
            "--players-per-address", min=1, metavar="N", help="Players who may come from one address within a day."
        ),
    ] = 300,
    sessions: Annotated[
        int,
        typer.Option("--sessions", min=1, metavar="N", help="Sessions, and as many table tests, that are kept of all."),
    ] = 100_000,
    players: Annotated[
        int, typer.Option("--players", min=1, metavar="N", help="Players of whom something is kept.")
    ] = 50_000,
) -> None:
    """Serve the workbench: rulings in a browser, and the same functions over HTTP.

    Only this machine can ask, and a proxy on it, unless --host is given together with a token.
    Example: tablegames serve --port 8000
    """
    try:
        import uvicorn

        from tablegames.web.app import create_app
        from tablegames.web.connections import Connection
        from tablegames.web.settings import Most, Settings, database_of
    except ModuleNotFoundError as error:
        raise Refused(f"serve needs {error.name}: pip install 'tablegames[web]'") from None
    token = _token(token_file, token_env)
    if host and not (_is_loopback(host) or token):
        raise Refused(
            f"--host {cut(host)} lets other machines in: give --token-file or --token-env too; a proxy on this machine needs no --host"
        )
    if not 0 <= port <= MOST_PORT:
        raise Refused(f"port {port} is not 0 to {MOST_PORT}")
    names = frozenset(each.lower() for each in (*name, host) if each)
    most = Most(sessions, players, sessions_per_address, players_per_address)
    settings = Settings(database=database_of(db), names=names, token=token, most=most)
    app = create_app(settings)
    listening = _listening(host or "127.0.0.1", port)

    class Limited(Connection):
        most_of_address, most_slow = connections_per_address, slow_per_address

    config = uvicorn.Config(
        app, http=Limited, log_level="warning", access_log=False, server_header=False, proxy_headers=behind_proxy,
        limit_concurrency=Connection.most + 1, timeout_graceful_shutdown=GOODBYE, timeout_keep_alive=15, backlog=BACKLOG,
    )  # fmt: skip
    complain(f"tablegames is served at {_address(listening)}; Ctrl-C ends it")
    complain(_limits(Limited, settings))
    gc.collect()
    gc.freeze()  # what the server is made of stays: to go through it again and again would hold rulings up for a tenth of a second
    with noting(lambda: "the server has ended; what it keeps is on the disk, and the same command goes on with it"):
        uvicorn.Server(config).run(sockets=[listening])


def _limits(connection: type[Connection], settings: Settings) -> str:
    """What is limited, in one line."""
    from tablegames.web.store.play import MOST_SESSIONS
    from tablegames.web.store.submissions import MOST_OF_ALL, MOST_OF_OWNER

    most = settings.most
    return (
        f"limits of an address: {connection.most_of_address} connections, {connection.most_slow} of them slow, {settings.rate:g} requests a second;"
        f" within a day {most.sessions_of_address} sessions, {most.sessions_of_address} table tests, {most.players_of_address} players,"
        f" {MOST_OF_OWNER} submissions; of a player: {MOST_SESSIONS} sessions, {MOST_OF_OWNER} submissions;"
        f" of all: {connection.most} connections, {most.sessions} sessions, {most.sessions} table tests, {most.players} players, {MOST_OF_ALL} submissions"
    )


def _token(file: str, variable: str) -> str:
    """The token, from its file or its variable; never from the command line, which other users of the machine can read."""
    from tablegames.web.settings import SHORTEST_TOKEN

    if file and variable:
        raise Refused("the token comes from --token-file or from --token-env: leave out one of the two")
    if not file and not variable:
        return ""
    where = f"--token-file {cut_name(file)}" if file else f"--token-env {cut(variable)}"
    token = (read_text(Path(file), MOST_TOKEN) if file else os.environ.get(variable, "")).strip()
    if len(token) < SHORTEST_TOKEN or not token.isascii() or not token.isprintable():
        raise Refused(f"{where}: a token is {SHORTEST_TOKEN} or more printable ASCII signs; {len(token)} are there")
    return token


def _is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens; refused where the port is taken, or the address is not this machine's."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        raise Refused(f"cannot serve at {cut(host)}, port {port}: {error.strerror or error}") from None
    # its connections inherit it: else the second part of an answer may wait 40 ms for word of the first
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def _address(listening: socket.socket) -> str:
    """Where a browser finds a server."""
    host, port = listening.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"
