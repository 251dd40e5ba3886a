"""A client's connection: a request's headers have a deadline, and one address holds only a part of all connections."""

from __future__ import annotations

import asyncio
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol


class Connection(H11Protocol):
    """uvicorn's HTTP/1.1 over h11, which by itself waits for headers without an end."""

    header_seconds: ClassVar[float] = 10
    """How long a request's headers may take, from the connection or from their first byte."""
    most_of_address: ClassVar[int] = 64
    """Connections of one address; behind a proxy all have the proxy's, which sees to its clients itself."""
    _headers_due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """A client has come; it is sent away where its address holds its part already."""
        super().connection_made(transport)
        if not self.config.proxy_headers and self._of_address() > self.most_of_address:
            transport.close()
        else:
            self._expect_headers()

    def data_received(self, data: bytes) -> None:
        """Some bytes have come; the deadline goes with the last header, and comes back with the next request."""
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._expect_headers()
        else:
            self._expect_nothing()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone."""
        self._expect_nothing()
        super().connection_lost(exc)

    def _of_address(self) -> int:
        """Connections that come from this one's address, itself among them."""
        others = (each.client for each in self.connections if isinstance(each, Connection))
        return sum(other is not None and self.client is not None and other[0] == self.client[0] for other in others)

    def _expect_headers(self) -> None:
        """Begin the deadline, if it does not run yet."""
        if self._headers_due is None:
            self._headers_due = self.loop.call_later(self.header_seconds, self.transport.close)

    def _expect_nothing(self) -> None:
        """End the deadline."""
        if self._headers_due:
            self._headers_due.cancel()
            self._headers_due = None
