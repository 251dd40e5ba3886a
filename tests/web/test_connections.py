"""Connections: who sends no headers is sent away, and nobody holds them all."""

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import Awaitable, Callable
from typing import Any

import uvicorn
from starlette.responses import PlainTextResponse
from uvicorn.server import ServerState

from tablegames.web.connections import Connection
from tests.web.apart import run_apart

Connect = Callable[[], Awaitable[tuple[StreamReader, StreamWriter]]]
LINE, END = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", b"\r\n"


class Impatient(Connection):
    header_seconds = 0.3
    most_of_address = 3


def served(visit: Callable[[Connect], Awaitable[None]], **settings: Any) -> None:
    """Let some clients visit a small server."""

    async def run() -> None:
        config = uvicorn.Config(PlainTextResponse("here"), log_level="error", **{"proxy_headers": False, **settings})
        config.load()
        state = ServerState()
        made = lambda: Impatient(config, state, {})  # noqa: E731
        server = await asyncio.get_running_loop().create_server(made, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with asyncio.timeout(10):
            await visit(lambda: asyncio.open_connection("127.0.0.1", port))
        server.close()

    run_apart(run())


def test_who_sends_no_headers_or_not_all_of_them_is_sent_away() -> None:
    async def visit(connect: Connect) -> None:
        silent, _ = await connect()
        slow, writer = await connect()
        for sign in LINE[:3]:  # each byte within the time, the headers not
            writer.write(bytes([sign]))
            await asyncio.sleep(0.05)
        assert await silent.read() == b""
        assert await slow.read() == b""

    served(visit)


def test_the_deadline_holds_for_each_request_of_a_connection_and_not_between_them() -> None:
    async def visit(connect: Connect) -> None:
        reader, writer = await connect()
        for _ in range(2):
            writer.write(LINE + END)
            assert (await reader.readuntil(b"here")).startswith(b"HTTP/1.1 200")
            await asyncio.sleep(0.4)
        writer.write(LINE)
        assert await reader.read() == b""

    served(visit)


def test_an_address_holds_only_its_part_of_the_connections() -> None:
    async def visit(connect: Connect) -> None:
        held = [await connect() for _ in range(4)]
        assert await held[-1][0].read() == b""
        held[0][1].write(LINE + END)
        assert (await held[0][0].readuntil(b"here")).startswith(b"HTTP/1.1 200")
        held[1][1].close()
        await asyncio.sleep(0.05)
        reader, writer = await connect()  # in its place
        writer.write(LINE + END)
        await reader.readuntil(b"here")

    served(visit)


def test_behind_a_proxy_all_come_from_one_address() -> None:
    async def visit(connect: Connect) -> None:
        for reader, writer in [await connect() for _ in range(6)]:
            writer.write(LINE + END)
            await reader.readuntil(b"here")

    served(visit, proxy_headers=True)
