"""Which server owns which room, as PostgreSQL has it.

A server holds one lease, which it renews. A room belongs to the server that claimed it, under a number that no other
claim has (its fence), as long as that server's lease has not run out. Every commit checks the fences of its rooms.
"""

from __future__ import annotations

from typing import Any, LiteralString, NamedTuple

import psycopg
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from bidwell.server.store.interface import StoreError
from bidwell.server.store.postgres import DURABLE, conninfo, reason

CHANNEL: LiteralString = "bidwell"
PATIENCE = 3.0
"""Seconds to wait for a connection."""

Pool = AsyncConnectionPool[AsyncConnection[tuple[Any, ...]]]


class Claim(NamedTuple):
    """The owner of a room: the number of the server, the fence, and the address for the other servers."""

    server: int
    fence: int
    address: str


class Renewal(NamedTuple):
    held: bool
    """Whether the lease had not run out before."""


class Directory:
    """The servers and leases of a store."""

    def __init__(self, url: str, server: int, seconds: float) -> None:
        self._url = url
        self.server = server
        self._seconds = seconds
        self._pool = _pool(url, 1, 8)
        # a renewal must not wait for jobs and requests
        self._renewals = _pool(url, 0, 1)

    async def open(self) -> None:
        """Connect."""
        await self._pool.open()
        await self._renewals.open()

    async def close(self) -> None:
        """Disconnect."""
        await self._renewals.close()
        await self._pool.close()

    async def renew(self, address: str) -> Renewal:
        """Renew the lease of this server, from now on."""
        query: LiteralString = "SELECT renew(%s, %s, make_interval(secs => %s))"
        ((held,),) = await _rows(self._renewals, query, self.server, address, self._seconds)
        return Renewal(bool(held))

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
        return await _rows(self._pool, query, *values)


def _pool(url: str, least: int, most: int) -> Pool:
    return AsyncConnectionPool(
        conninfo(url),
        kwargs={"autocommit": True},
        min_size=least,
        max_size=most,
        timeout=PATIENCE,
        open=False,
        configure=_make_durable,
        check=AsyncConnectionPool.check_connection,
    )


async def _make_durable(connection: AsyncConnection[tuple[Any, ...]]) -> None:
    """Let a claim be on disk before it is used, or its fence could be given away again after a crash."""
    await connection.execute(DURABLE)


async def _rows(pool: Pool, query: LiteralString, *values: Any) -> list[tuple[Any, ...]]:
    try:
        async with pool.connection() as connection:
            return await (await connection.execute(query, values)).fetchall()
    except (psycopg.Error, PoolTimeout) as problem:
        raise StoreError(reason(problem)) from problem
