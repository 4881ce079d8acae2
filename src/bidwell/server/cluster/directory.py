"""Which server owns which room, as PostgreSQL has it.

A server holds one lease, which it renews. A room belongs to the server that claimed it, under a number that no other
claim has (its fence), as long as that server's lease has not run out. Every commit checks the fences of its rooms.
"""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from typing import Any, LiteralString, NamedTuple

import psycopg
from psycopg import AsyncConnection, Connection
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from bidwell.server.store.interface import StoreError
from bidwell.server.store.postgres import DURABLE, connect, conninfo, reason

CHANNEL: LiteralString = "bidwell"
PATIENCE = 3.0
"""Seconds to wait for a connection."""


class Claim(NamedTuple):
    """The owner of a room: the number of the server, the fence, and the address for the other servers."""

    server: int
    fence: int
    address: str


class Renewal(NamedTuple):
    held: bool
    """Whether the lease had not run out before."""
    began: float
    """When the renewal was sent, by `clock`."""


def clock() -> float:
    """Return the seconds since some moment. On Linux they go on while the machine is suspended, as leases do."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if sys.platform == "linux" else time.monotonic()


class Directory:
    """The servers and leases of a store."""

    def __init__(self, url: str, server: int, seconds: float) -> None:
        self._url = url
        self.server = server
        self._seconds = seconds
        self._pool = _pool(url)
        self._renewing: Connection[tuple[Any, ...]] | None = None
        self._in_use = threading.Lock()

    async def open(self) -> None:
        """Connect."""
        await self._pool.open()

    async def close(self) -> None:
        """Disconnect."""
        await asyncio.to_thread(self._stop_renewing)
        await self._pool.close()

    async def renew(self, address: str) -> Renewal:
        """Renew the lease of this server. Raises StoreError."""
        return await asyncio.to_thread(self.renew_here, address)

    def renew_here(self, address: str) -> Renewal:
        """Renew the lease, from any thread. It must not wait for the connections that requests and jobs use."""
        query: LiteralString = "SELECT renew(%s, %s, make_interval(secs => %s))"
        with self._in_use:
            try:
                if self._renewing is None or self._renewing.closed:
                    self._renewing = connect(self._url)
                began = clock()
                found = self._renewing.execute(query, [self.server, address, self._seconds]).fetchone()
            except psycopg.Error as problem:
                raise StoreError(reason(problem)) from problem
        return Renewal(found == (True,), began)

    def _stop_renewing(self) -> None:
        with self._in_use:
            if self._renewing is not None:
                self._renewing.close()

    async def claim(self, room: str, *, fresh: bool = False) -> Claim | None:
        """Own a room unless another server does; return its owner. A room that is not stored has none, unless fresh."""
        rows = await self.rows("SELECT * FROM claim(%s, %s, %s)", self.server, room, fresh)
        return Claim(*rows[0]) if rows else None

    async def release(self, room: str, fence: int) -> None:
        """Let others own a room."""
        await self.rows("DELETE FROM leases WHERE room = %s AND fence = %s RETURNING room", room, fence)

    async def owned(self) -> dict[str, int]:
        """Return the rooms of this server, with their fences."""
        return dict(await self.rows("SELECT room, fence FROM leases WHERE server = %s", self.server))

    async def running(self) -> set[str]:
        """Return the addresses of the servers whose leases have not run out."""
        rows = await self.rows("SELECT address FROM servers WHERE expires > clock_timestamp()")
        return {address for (address,) in rows}

    async def publish(self, shown: dict[str, bytes]) -> None:
        """Tell the other servers how rooms of this server look on the board."""
        query: LiteralString = (
            "WITH news AS (UPDATE leases SET shown = given.body "
            "FROM unnest(%s::text[], %s::bytea[]) AS given (id, body) "
            "WHERE room = given.id AND server = %s RETURNING 1) "
            "SELECT pg_notify('bidwell', 'lobby') FROM news LIMIT 1"
        )
        await self.rows(query, [*shown], [*shown.values()], self.server)

    async def listen(self) -> AsyncConnection[tuple[Any, ...]]:
        """Return a connection on which notices arrive."""
        connection = await AsyncConnection.connect(conninfo(self._url), autocommit=True)
        await connection.execute("LISTEN bidwell")
        return connection

    async def rows(self, query: LiteralString, *values: Any) -> list[tuple[Any, ...]]:
        """Run a query. Raises StoreError."""
        try:
            async with self._pool.connection() as connection:
                return await (await connection.execute(query, values)).fetchall()
        except (psycopg.Error, PoolTimeout) as problem:
            raise StoreError(reason(problem)) from problem


def _pool(url: str) -> AsyncConnectionPool[AsyncConnection[tuple[Any, ...]]]:
    return AsyncConnectionPool(
        conninfo(url),
        kwargs={"autocommit": True},
        min_size=1,
        max_size=8,
        timeout=PATIENCE,
        open=False,
        configure=_make_durable,
        check=AsyncConnectionPool.check_connection,
    )


async def _make_durable(connection: AsyncConnection[tuple[Any, ...]]) -> None:
    """Let a claim be on disk before it is used, or its fence could be given away again after a crash."""
    await connection.execute(DURABLE)
