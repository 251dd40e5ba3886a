"""Connections: who sends no whole request is sent away, and nobody holds them all, least of all who is slow."""

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import uvicorn
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from uvicorn.server import ServerState

from tablegames.web.connections import Connection
from tests.web.apart import run_apart

Connect = Callable[[], Awaitable[tuple[StreamReader, StreamWriter]]]
LINE, END = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", b"\r\n"


async def heard(scope: Any, receive: Any, send: Any) -> None:
    """An answer to a request that has come whole."""
    await Request(scope, receive).body()
    await PlainTextResponse("here")(scope, receive, send)


class Impatient(Connection):
    slow_seconds = 0.1
    header_seconds = 0.3
    whole_seconds = 0.6
    most_of_address = 3


class OfAClass(Connection):
    """As it is served, but that slow ones are found out sooner."""

    slow_seconds = 0.3


class Few(Connection):
    most = 4


def served(
    visit: Callable[[Connect], Awaitable[None]], protocol: type[Connection] = Impatient, **settings: Any
) -> None:
    """Let some clients visit a small server."""

    async def run() -> None:
        app = {"app": heard, "proxy_headers": False}
        config = uvicorn.Config(**{**app, **settings}, log_level="error")
        config.load()
        state = ServerState()
        made = lambda: protocol(config, state, {})  # noqa: E731
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


async def answered(reader: StreamReader, writer: StreamWriter) -> None:
    """Ask on a connection, and be answered."""
    writer.write(LINE + END)
    assert (await reader.readuntil(b"here")).startswith(b"HTTP/1.1 200")


async def left(held: list[tuple[StreamReader, StreamWriter]]) -> int:
    """How many connections are still there."""
    await asyncio.sleep(0.05)
    return sum(not reader.at_eof() for reader, _ in held)


def test_a_body_that_is_sent_to_nobody_has_an_end_too() -> None:
    async def visit(connect: Connect) -> None:
        reader, writer = await connect()
        writer.write(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\n")
        await reader.readuntil(b"here")  # answered already, and still it sends
        with suppress(ConnectionError):
            for _ in range(30):
                writer.write(b"x")
                await asyncio.sleep(0.05)
                if reader.at_eof():
                    return
        assert reader.at_eof()

    served(visit, app=PlainTextResponse("here"))


def test_an_address_holds_only_its_part_of_the_connections() -> None:
    async def visit(connect: Connect) -> None:
        held = [await connect() for _ in range(4)]
        assert await held[0][0].read() == b""  # the one that waited longest makes room
        for reader, writer in held[1:]:
            await answered(reader, writer)
        assert await left(held) == 3
        await answered(*await connect())  # one that is kept open makes room
        assert await left(held) == 2

    served(visit)


def test_of_those_who_are_being_answered_none_makes_room() -> None:
    waits = asyncio.Event()

    async def visit(connect: Connect) -> None:
        held = [await connect() for _ in range(3)]
        for _, writer in held:
            writer.write(LINE.replace(b"/ ", b"/slow ") + END)
        await asyncio.sleep(0.05)
        reader, _ = await connect()
        assert await reader.read() == b""
        waits.set()
        for reader, _ in held:
            await reader.readuntil(b"here")

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and scope["path"] == "/slow":
            await waits.wait()
        await PlainTextResponse("here")(scope, receive, send)

    served(visit, app=app)


def test_a_hundred_and_fifty_slow_ones_keep_nobody_from_being_served() -> None:
    async def visit(connect: Connect) -> None:
        own = await connect()
        await answered(*own)
        held = [await connect() for _ in range(150)]
        for number, (_, writer) in enumerate(held):
            if number % 3:  # no byte, headers that do not end, or a body that does not
                body = b"Content-Length: 9\r\n\r\nx" if number % 3 == 1 else b""
                writer.write((LINE.replace(b"GET", b"POST") if body else LINE) + body)
        for _ in range(10):
            await answered(*own)
            await answered(*await connect())
            await asyncio.sleep(0.05)
        assert await left(held) <= OfAClass.most_slow
        await answered(*own)
        await answered(*await connect())

    served(visit, OfAClass)


def test_a_flood_of_connections_that_send_nothing_keeps_nobody_from_being_served() -> None:
    async def visit(connect: Connect) -> None:
        held = []
        for number in range(3 * Connection.most_of_address):
            held.append(await connect())
            if number % 64 == 0:
                await answered(*await connect())
        assert await left(held) <= Connection.most_of_address
        for _, writer in held:
            writer.close()

    served(visit, Connection)


def test_all_together_hold_only_so_many_connections() -> None:
    async def visit(connect: Connect) -> None:
        held = [await connect() for _ in range(6)]
        assert await left(held) == 4
        await answered(*held[-1])

    for behind_proxy in (False, True):
        served(visit, Few, proxy_headers=behind_proxy)


def test_behind_a_proxy_all_come_from_one_address() -> None:
    async def visit(connect: Connect) -> None:
        for reader, writer in [await connect() for _ in range(6)]:
            await answered(reader, writer)

    served(visit, proxy_headers=True)
