"""A client's connection: a request has deadlines, and one address holds only a part of all connections, few of them slow."""

from __future__ import annotations

import asyncio
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol


class Connection(H11Protocol):
    """uvicorn's HTTP/1.1 over h11, which by itself waits for a request without an end.

    A connection is *slow* where its request is not there whole :attr:`slow_seconds` after the connection or the request's first byte.  Where
    there are too many, one that waits for its client makes room, a slow one first, so that who asks is served.
    """

    slow_seconds: ClassVar[float] = 1
    header_seconds: ClassVar[float] = 10
    """How long a request's headers may take, from the connection or from their first byte."""
    whole_seconds: ClassVar[float] = 30
    """How long the whole request may take."""
    most: ClassVar[int] = 512
    """Connections of all."""
    most_of_address: ClassVar[int] = 256
    """Connections of one address; behind a proxy all have the proxy's, which sees to its clients itself."""
    most_slow: ClassVar[int] = 32
    """Of these, the slow ones."""
    _waits_since: float | None = None
    """Since when no request is there; none from when one is there whole until it is answered."""
    _slow: bool = False
    _headers_due: asyncio.TimerHandle | None = None
    _whole_due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """A client has come; where that is one too many, the one that waits makes room, which may be itself."""
        super().connection_made(transport)
        self._look()
        self._expect()
        self._make_room(self._all(), self.most)
        self._make_room(self._of_address(), self.most_of_address)

    def data_received(self, data: bytes) -> None:
        """Some bytes have come; the deadlines go with what they are for, and come back with the next request."""
        super().data_received(data)
        self._look()
        if self._waits_since is not None:
            self._expect()
        if self._headers_due and self.conn.their_state is not h11.IDLE:
            self._headers_due.cancel()

    def on_response_complete(self) -> None:
        """A request is answered."""
        super().on_response_complete()
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone."""
        self._expect_nothing()
        super().connection_lost(exc)

    def _look(self) -> None:
        """Note whether the client is waited for."""
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._waits_since = None
            self._expect_nothing()
        elif self._waits_since is None:
            self._waits_since = self.loop.time()

    def _expect(self) -> None:
        """Begin the deadlines of a request, if they do not run yet."""
        if self._whole_due is None:
            self._headers_due = self.loop.call_later(self.header_seconds, self._leave)
            self._whole_due = self.loop.call_later(self.slow_seconds, self._become_slow)

    def _expect_nothing(self) -> None:
        """End the deadlines."""
        for deadline in (self._headers_due, self._whole_due):
            if deadline:
                deadline.cancel()
        self._headers_due, self._whole_due, self._slow = None, None, False

    def _become_slow(self) -> None:
        """The request takes long; of too many such ones of an address one leaves."""
        self._slow = True
        self._whole_due = self.loop.call_later(self.whole_seconds - self.slow_seconds, self._leave)
        self._make_room([each for each in self._of_address() if each._slow], self.most_slow)

    def _all(self) -> list[Connection]:
        return [each for each in self.connections if isinstance(each, Connection)]

    def _of_address(self) -> list[Connection]:
        """The connections of this one's address, itself among them; behind a proxy none is counted by its address."""
        if self.config.proxy_headers or self.client is None:
            return []
        return [each for each in self._all() if each.client is not None and each.client[0] == self.client[0]]

    def _make_room(self, among: list[Connection], most: int) -> None:
        """Of too many connections send one away that waits for its client: a slow one, or else the one that waits longest."""
        waiting = [(not each._slow, each._waits_since, each) for each in among if each._waits_since is not None]
        if len(among) > most and waiting:
            min(waiting, key=lambda each: each[:2])[2]._leave()

    def _leave(self) -> None:
        """Send the client away, and count it no more."""
        self._expect_nothing()
        self.connections.discard(self)
        self.transport.close()
