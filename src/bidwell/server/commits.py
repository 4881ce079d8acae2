"""Commits the changes of a room, and runs what must wait for the disk."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from bidwell.server.logs import room_tag
from bidwell.server.protocol import Refusal
from bidwell.server.room_session import RoomSession
from bidwell.server.store.interface import (
    Change,
    Heartbeat,
    OutcomeUnknown,
    SaveRoom,
    SaveSnapshot,
    Settled,
    Store,
    StoreError,
    Write,
)

log = logging.getLogger("bidwell.server")

NOT_SAVED = "this could not be saved, so it did not happen"
UNKNOWN = "the database went away: look again whether this was saved"


class Commits:
    """Writes changes in order and calls back on the event loop after the commit."""

    def __init__(self, loop: asyncio.AbstractEventLoop, open_store: Callable[[Settled], Store]) -> None:
        self._loop = loop
        self.store = open_store(self._report)
        self.failed = 0
        """Number of writes that could not be saved."""

    def save(
        self,
        session: RoomSession,
        changes: Sequence[Change],
        then: Callable[[], None],
        otherwise: Callable[[str], None] = lambda why: None,
    ) -> None:
        """Write changes. After the commit call `then`; if they cannot be saved, close the session and call `otherwise`.

        What a closed session has in memory is no longer true. Clients reconnect and get the state that is on disk.
        """
        session.unsettled += 1

        def done(problem: Exception | None) -> None:
            session.unsettled -= 1
            if problem is None:
                then()
            else:
                log.error("room could not be saved: %s", problem, extra=room_tag(session.room.data.id))
                self.failed += 1
                unknown = isinstance(problem, OutcomeUnknown)
                session.close(UNKNOWN if unknown else f"{NOT_SAVED}; the table is as it was before")
                otherwise(UNKNOWN if unknown else NOT_SAVED)
            session.run_waiting()

        self.store.write(Write(session, changes, done))

    async def saved(self, session: RoomSession, changes: Sequence[Change]) -> None:
        """Write changes and wait for the commit. Refuses if they cannot be saved."""
        settled: asyncio.Future[None] = self._loop.create_future()
        self.save(session, changes, partial(_settle, settled, None), lambda why: _settle(settled, Refusal(why, 503)))
        await settled

    async def save_room(self, session: RoomSession) -> None:
        """Save the data of a room, with a snapshot of its table if it has one, and wait for the commit."""
        room = session.room
        changes: list[Change] = [SaveRoom.of(room.data)]
        if room.table is not None:
            starts = session.clocks.starts(time.monotonic())
            changes.append(SaveSnapshot(room.data.id, room.seq, time.time(), room.snapshot(starts)))
        await self.saved(session, changes)

    async def settled(self, session: RoomSession) -> None:
        """Wait until every write of the room is on disk, including writes made in the meantime."""
        waiting: asyncio.Future[None] = self._loop.create_future()
        session.when_settled(partial(_settle, waiting, None))
        await waiting

    async def probe(self) -> Exception | None:
        """Read the store, write to it and wait for the commit; return what went wrong, or None."""
        try:
            self.store.check()
        except StoreError as problem:
            return problem
        return await self.apply([Heartbeat(time.time())])

    async def apply(self, changes: Sequence[Change]) -> Exception | None:
        """Write changes that belong to no session and wait for the commit; return what went wrong, or None."""
        result: asyncio.Future[Exception | None] = self._loop.create_future()

        def done(problem: Exception | None) -> None:
            if not result.done():
                result.set_result(problem)

        self.store.write(Write(_Nobody(), changes, done))
        return await result

    def _report(self, batch: list[tuple[Write, Exception | None]]) -> None:
        self._loop.call_soon_threadsafe(_deliver, batch)


@dataclass
class _Nobody:
    """The owner of writes that no other write depends on."""

    lost: bool = False
    fence: int = 0


def _deliver(batch: list[tuple[Write, Exception | None]]) -> None:
    for write, problem in batch:
        try:
            write.done(problem)
        except Exception:  # a failure in one room must not stop the others
            log.exception("an action is on disk, but could not be shown")


def _settle(future: asyncio.Future[None], problem: Exception | None) -> None:
    """Settle a future, unless its caller has gone and cancelled it."""
    if future.done():
        return
    if problem is None:
        future.set_result(None)
    else:
        future.set_exception(problem)
