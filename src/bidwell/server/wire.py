"""WebSockets of tables: a short path for whole text messages, without the tasks and queues of ASGI.

An action costs one message in and one out for every viewer, so their price is what a server can bear. Everything else
(handshake, control frames, fragments, invalid frames, closing) is left to Uvicorn and `websockets`, which get every
frame that is not an ordinary one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.utils import apply_mask as slow_mask

from bidwell.server.guard import LARGEST_MESSAGE, Bucket, unmapped

try:
    from websockets.speedups import apply_mask
except ImportError:
    apply_mask = slow_mask

EXTENSION = "bidwell.wire"
"""The name under which the application finds the protocol of its connection among the extensions of its scope."""
LINGER = 10.0
"""Seconds that a client has to read the rest after the application has ended."""
MINOR_FRAMES = (100.0, 5.0)
"""Pings, pongs and further fragments that a client may send: at once, and per second. Each ping is answered."""
WHOLE_TEXT = 0x81
"""The first byte of a text message in one frame."""
MASKED = 0x80
LENGTH_IN_16_BITS, LENGTH_IN_64_BITS = 126, 127
MASK = 4
LONGEST_HEAD = 2 + 8 + MASK


class TableProtocol(WebSocketsSansIOProtocol):
    """The protocol of one WebSocket. Messages that do not take the short path arrive and leave by ASGI."""

    hear: Callable[[str], None] | None = None
    """Called with each message that takes the short path; None until the application listens."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._rest = b""
        """The beginning of a frame that has not arrived completely."""
        self._ordinary = True
        """False once the client has sent a fragment or a frame that is too large."""
        self._extensions: dict[str, Any] = {}
        self._minor_frames = Bucket(*MINOR_FRAMES)
        self.when_lost: Callable[[], None] | None = None
        """Called when the connection is lost, which may be long after the application has ended."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.client = unmapped(self.client)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self._extensions = {**(self.scope["extensions"] or {}), EXTENSION: self}
            self.scope["extensions"] = self._extensions

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        # both refer back to this protocol: the cycle would keep the room in memory until garbage is collected
        self.hear = None
        self._extensions.clear()
        if self.when_lost is not None:
            self.when_lost()
            self.when_lost = None

    # Clients that do not read: what is left for them would keep a closed connection open for ever

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Drop the connection soon after the application has ended."""
        super().on_task_complete(task)
        if not self.disconnected:
            self.loop.call_later(LINGER, self.transport.abort)

    # Messages from the client

    def data_received(self, data: bytes) -> None:
        if not (self.handshake_initiated and self._ordinary):
            super().data_received(data)
            return
        data = self._rest + data
        begin = 0
        while self._ordinary and 0 < (size := frame_size(data, begin)) <= len(data) - begin:
            self._frame(data[begin : begin + size])
            begin += size
        self._rest = data[begin:]
        if not self._ordinary or frame_size(data, begin) > LARGEST_MESSAGE + LONGEST_HEAD:
            self._ordinary, rest, self._rest = False, self._rest, b""
            super().data_received(rest)

    def _frame(self, frame: bytes) -> None:
        """Hand over one whole frame: a text to `hear`, everything else to the general parser."""
        text = whole_text(frame) if self._may_be_short else None
        if text is not None and self.hear is not None:
            self.hear(text)
            return
        self._ordinary = bool(frame[0] & 0x80)
        super().data_received(frame)

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not is_utf8(b"".join(self.frames)):
            self.conn.send_close(1007)  # Uvicorn would do the same, and log a traceback
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    # Frames that are no messages: without a limit, answers that nobody reads and empty fragments would fill the memory

    def handle_ping(self) -> None:
        if self._may_send_more():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._may_send_more():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._may_send_more():
            super().handle_cont(event)

    def _may_send_more(self) -> bool:
        """Count a frame that is no message; drop the connection if there are too many."""
        within = self._minor_frames.take()
        if not within:
            self.transport.abort()
        return within

    @property
    def _may_be_short(self) -> bool:
        """Whether a message may take the short path: none before it waits on the other one."""
        return self.hear is not None and not (self.read_paused or self.close_sent or self.transport.is_closing())

    # Messages to the client

    @property
    def is_writable(self) -> bool:
        """Whether a message can be sent at once: the connection is open and the client reads."""
        return self.writable.is_set() and not self.close_sent and not self.disconnected

    def write(self, message: bytes) -> None:
        """Send a text message."""
        self.transport.write(head_of(len(message)) + message)


def frame_size(data: bytes, begin: int) -> int:
    """Return the size of the frame that begins here, or 0 if too little of it has arrived to know."""
    if len(data) < begin + 2:
        return 0
    size, head = data[begin + 1] & 0x7F, 2 + (MASK if data[begin + 1] & MASKED else 0)
    if size < LENGTH_IN_16_BITS:
        return head + size
    more = 2 if size == LENGTH_IN_16_BITS else 8
    if len(data) < begin + 2 + more:
        return 0
    return head + more + int.from_bytes(data[begin + 2 : begin + 2 + more], "big")


def whole_text(frame: bytes) -> str | None:
    """Return the text of a frame that is an ordinary text message, otherwise None."""
    size = frame[1] & 0x7F
    if frame[0] != WHOLE_TEXT or not frame[1] & MASKED or size == LENGTH_IN_64_BITS:
        return None
    begin = 2 if size < LENGTH_IN_16_BITS else 4
    if len(frame) - begin - MASK > LARGEST_MESSAGE:
        return None
    try:
        return apply_mask(frame[begin + MASK :], frame[begin : begin + MASK]).decode()
    except UnicodeDecodeError:
        return None


def is_utf8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


def head_of(size: int) -> bytes:
    """Return the beginning of a text message of this size. A server does not mask its messages."""
    if size < LENGTH_IN_16_BITS:
        return bytes((WHOLE_TEXT, size))
    if size < 1 << 16:
        return bytes((WHOLE_TEXT, LENGTH_IN_16_BITS)) + size.to_bytes(2, "big")
    return bytes((WHOLE_TEXT, LENGTH_IN_64_BITS)) + size.to_bytes(8, "big")
