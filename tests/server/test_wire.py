"""WebSocket frames as a stranger may send them: in pieces, in one heap, fragmented, invalid."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from bidwell.server import app as application
from bidwell.server import house, run, wire
from bidwell.server.guard import LARGEST_MESSAGE
from bidwell.server.room_session import LARGEST_QUEUE, Connection
from tests.server.conftest import Serve
from tests.server.helpers import PATIENCE, Served, wait_until
from tests.server.test_guard import UPGRADE

CHAT = {"say": "chat", "seat": 0, "text": " "}


class RawClient:
    """A client that writes frames byte by byte as told."""

    def __init__(self, served: Served) -> None:
        self.room, tokens = served.room()
        self._protocol = ClientProtocol(parse_uri(f"ws://127.0.0.1:{served.port}/ws/{self.room}"))
        self.socket = socket.create_connection(("127.0.0.1", served.port), PATIENCE)
        self.frames = self._frames()
        self._protocol.send_request(self._protocol.connect())
        self.send(b"".join(self._protocol.data_to_send()))
        self._protocol.receive_data(self.socket.recv(1 << 16))
        self._protocol.events_received()
        self.send(text(json.dumps({"say": "hello", "tokens": [tokens[0]]})))
        self.answer("view")

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def _frames(self) -> Iterator[Frame]:
        """Yield all frames until the server closes the connection."""
        while data := self.socket.recv(1 << 16):
            self._protocol.receive_data(data)
            for event in self._protocol.events_received():
                if isinstance(event, Frame):
                    yield event

    def answer(self, tell: str) -> dict[str, Any]:
        """Return the next message of this kind."""
        texts = (json.loads(bytes(frame.data)) for frame in self.frames if frame.opcode is Opcode.TEXT)
        return next(message for message in texts if message["tell"] == tell)

    def close_code(self) -> int:
        closing = next(frame for frame in self.frames if frame.opcode is Opcode.CLOSE)
        return int.from_bytes(bytes(closing.data)[:2], "big")


def frame(opcode: Opcode, data: bytes, *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin=fin).serialize(mask=True)


def text(message: str) -> bytes:
    return frame(Opcode.TEXT, message.encode())


def chat(key: str) -> str:
    return json.dumps({**CHAT, "key": key})


@pytest.fixture
def client(served: Served) -> Iterator[RawClient]:
    made = RawClient(served)
    with made.socket:
        yield made


def test_a_message_may_arrive_byte_by_byte(client: RawClient) -> None:
    """A frame is handled once it is there completely."""
    for byte in text(chat("in-pieces")):
        client.send(bytes([byte]))
    assert client.answer("chat")["key"] == "in-pieces"


def test_several_messages_may_arrive_at_once(client: RawClient) -> None:
    """They are answered in order, also if a ping is between them and the last one is cut."""
    whole = [text(chat("first-key")), frame(Opcode.PING, b"?"), text(chat("second-key"))]
    third = text(chat("third-key"))
    client.send(b"".join(whole) + third[:5])
    assert [client.answer("chat")["key"], client.answer("chat")["key"]] == ["first-key", "second-key"]
    client.send(third[5:])
    assert client.answer("chat")["key"] == "third-key"


def test_a_ping_is_answered(client: RawClient) -> None:
    """Control frames keep their meaning beside the messages of the table."""
    client.send(frame(Opcode.PING, b"hello"))
    assert next(found.data for found in client.frames if found.opcode is Opcode.PONG) == b"hello"


def test_a_fragmented_message_is_joined(client: RawClient) -> None:
    """And the messages after it are understood too."""
    message = chat("fragments").encode()
    client.send(frame(Opcode.TEXT, message[:9], fin=False) + frame(Opcode.CONT, message[9:]))
    assert client.answer("chat")["key"] == "fragments"
    client.send(text(chat("afterwards")))
    assert client.answer("chat")["key"] == "afterwards"


def test_a_text_within_a_fragmented_message_is_refused(client: RawClient) -> None:
    """It is a violation of the protocol (1002), not a message."""
    client.send(frame(Opcode.TEXT, b"{", fin=False) + text(chat("in-between")))
    assert client.close_code() == 1002


def test_a_frame_without_a_mask_is_refused(client: RawClient) -> None:
    """Clients must mask what they send."""
    client.send(Frame(Opcode.TEXT, chat("unmasked").encode()).serialize(mask=False))
    assert client.close_code() == 1002


def test_text_that_is_no_utf8_is_refused(client: RawClient) -> None:
    """Such a connection is closed with 1007."""
    client.send(frame(Opcode.TEXT, b'"\xff\xfe"'))
    assert client.close_code() == 1007


@pytest.mark.parametrize("length", [LARGEST_MESSAGE + 1, 1 << 40])
def test_a_frame_that_is_too_large_is_refused(client: RawClient, length: int) -> None:
    """It is refused at its head (1009): the server does not wait for the rest, and keeps none of it."""
    client.send(b"\x81\xff" + length.to_bytes(8, "big") + bytes(4) + b"x" * 100)
    assert client.close_code() == 1009


def test_a_client_with_too_many_invalid_messages_is_cut_off(client: RawClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told why, and the connection is closed (1013)."""
    monkeypatch.setattr(application, "MOST_WRONG", 3)
    client.send(text("nonsense") * 5)
    assert [client.answer("error")["tell"] for _ in range(3)] == ["error"] * 3
    assert client.close_code() == 1013


MORE_THAN_BUFFERS_HOLD = 1 << 25


def test_a_client_that_does_not_read_is_dropped(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """It answers no ping. Its seat is empty then, although much is left to send."""
    monkeypatch.setattr(run, "PING_SECONDS", 0.3)
    served = serve()
    client = RawClient(served)
    with client.socket:
        live = served.live(client.room)
        served.on_loop(lambda: live.tell({"tell": "x" * MORE_THAN_BUFFERS_HOLD}))
        wait_until(lambda: not live.connections)


def test_a_connection_ends_soon_after_it_is_cut_off(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if its client does not read: such connections are counted no more, so they must not pile up."""
    monkeypatch.setattr(application, "MOST_WRONG", 3)
    monkeypatch.setattr(wire, "LINGER", 0.1)
    served = serve()
    client = RawClient(served)
    with client.socket:
        live = served.live(client.room)
        (there,) = [connection.wire for connection in live.connections]
        assert isinstance(there, wire.TableProtocol)
        served.on_loop(lambda: there.transport.set_write_buffer_limits(2 * MORE_THAN_BUFFERS_HOLD))
        served.on_loop(lambda: live.tell({"tell": "x" * MORE_THAN_BUFFERS_HOLD}))
        client.send(text("nonsense") * 5)
        wait_until(lambda: not served.connections)


@pytest.mark.parametrize(
    "flood",
    [frame(Opcode.PING, b"x" * 125), frame(Opcode.PONG, b""), frame(Opcode.CONT, b"", fin=False)],
    ids=["pings", "pongs", "empty fragments"],
)
def test_a_flood_of_frames_that_are_no_messages_is_cut_off(client: RawClient, flood: bytes) -> None:
    """Each ping is answered, whether the answer is read or not, and fragments are kept until the last one comes."""
    begin = frame(Opcode.TEXT, b"", fin=False) if flood[0] == Opcode.CONT else b""
    with suppress(ConnectionError):
        client.send(begin + flood * 300)
        while client.socket.recv(1 << 16):
            pass


def test_a_refused_connection_counts_until_it_has_ended(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that does not answer the close holds it for a while: such connections must not pile up."""
    monkeypatch.setattr(house, "MOST_SOCKETS", 2)
    served = serve()
    path = "/ws/no-such-room"
    held = [upgraded(served, path) for _ in range(2)]
    try:
        assert [there.recv(100)[9:12] for there in held] == [b"101"] * 2
        with upgraded(served, path) as third:
            assert third.recv(100)[9:12] == b"403"
    finally:
        for there in held:
            there.close()
    wait_until(lambda: not served.house.sockets)


def upgraded(served: Served, path: str) -> socket.socket:
    """A connection that has asked for a WebSocket."""
    made = socket.create_connection(("127.0.0.1", served.port), PATIENCE)
    lines = [f"GET {path} HTTP/1.1", "host: 127.0.0.1", *(f"{name}: {value}" for name, value in UPGRADE.items())]
    made.sendall("\r\n".join([*lines, "", ""]).encode())
    return made


def test_what_waits_for_a_client_is_bounded_in_bytes() -> None:
    """Whole views are large: a few of them are as much as many short messages."""
    connection = Connection({})
    for _ in range(10):
        connection.put(b"x" * (LARGEST_QUEUE // 2))
    waiting = [connection.queue.get_nowait() for _ in range(connection.queue.qsize())]
    assert None in waiting
    assert sum(len(message or b"") for message in waiting) < 2 * LARGEST_QUEUE
