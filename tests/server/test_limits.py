"""Limits on what strangers may send and hold: headers, slow requests, connections, reads."""

from __future__ import annotations

import socket
import time
from contextlib import ExitStack, suppress

import pytest
from websockets.exceptions import InvalidStatus

from bidwell.server import house, http_limits
from bidwell.server.guard import Bucket, Buckets, address_of, unmapped
from tests.server.conftest import Serve
from tests.server.helpers import PATIENCE, Device, Served, wait_until
from tests.server.test_rooms import over

BODY = {"game": "serengeti", "seats": [{"who": "me"}] * 3}
START = b"GET /api/rooms HTTP/1.1\r\nhost: 127.0.0.1\r\n"


def opened(served: Served) -> socket.socket:
    return socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE)


def is_dropped(connection: socket.socket) -> bool:
    """Whether the server ends this connection without an answer."""
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True


def test_a_header_that_is_too_large_is_refused(served: Served) -> None:
    """The server does not collect it: it answers 400 and closes."""
    with opened(served) as connection, pytest.raises(ConnectionError):
        connection.sendall(START + (b"x-more: " + b"x" * 8_000 + b"\r\n") * 5_000)


def test_a_request_that_does_not_arrive_is_dropped(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether nothing of it comes, a part of its header, or a part of its body."""
    monkeypatch.setattr(http_limits, "REQUEST_SECONDS", 0.05)
    post = b"POST /api/rooms HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100\r\n\r\n{"
    for part in (b"", START, post):
        with opened(served) as connection:
            connection.sendall(part)
            assert is_dropped(connection)


def test_a_second_request_that_does_not_arrive_is_dropped(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit also holds for later requests of a connection."""
    with opened(served) as connection:
        connection.sendall(START + b"\r\n")
        assert connection.recv(1 << 16).startswith(b"HTTP/1.1 200")
        monkeypatch.setattr(http_limits, "REQUEST_SECONDS", 0.05)
        connection.sendall(START)
        assert is_dropped(connection)


def test_an_answer_that_is_not_read_is_dropped(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its connection would count for ever, and what is left of the answer would stay in memory."""
    monkeypatch.setattr(http_limits, "ANSWER_SECONDS", 0.3)
    served = serve()
    with opened(served) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        with suppress(ConnectionError, TimeoutError):  # answers of 100 KB each, until nobody takes more requests
            connection.settimeout(0.1)
            for _ in range(1000):
                connection.sendall(b"GET /api/rules/serengeti HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n" * 100)
        wait_until(lambda: not served.connections)


def test_a_connection_may_stay_for_many_requests(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time for an answer is not that of the whole connection."""
    monkeypatch.setattr(http_limits, "ANSWER_SECONDS", 0.2)
    served = serve()
    with opened(served) as connection:
        for _ in range(4):
            connection.sendall(START + b"\r\n")
            assert connection.recv(1 << 16).startswith(b"HTTP/1.1 200")
            time.sleep(0.1)


def test_the_connections_of_an_address_are_limited(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """Further connections are dropped immediately; when some end, others can begin."""
    monkeypatch.setattr(http_limits, "MOST_CONNECTIONS", 3)
    served = serve()
    with ExitStack() as held:
        for _ in range(3):
            held.enter_context(opened(served)).sendall(START)
        with opened(served) as connection:
            assert is_dropped(connection)
    wait_until(lambda: _answers(served))


def _answers(served: Served) -> bool:
    try:
        return served.ask("GET", "/api/rooms")[0] == 200
    except OSError:
        return False


def test_tables_do_not_count_as_requests(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """WebSockets have a limit of their own; no time limit for requests ends them."""
    monkeypatch.setattr(http_limits, "MOST_CONNECTIONS", 2)
    monkeypatch.setattr(http_limits, "REQUEST_SECONDS", 0.3)
    monkeypatch.setattr(house, "MOST_SOCKETS", 3)
    served = serve()
    room, _ = served.room()
    with ExitStack() as held:
        devices = [held.enter_context(Device(served, room)) for _ in range(3)]
        with pytest.raises(InvalidStatus):
            Device(served, room)
        with opened(served) as connection:
            assert is_dropped(connection)  # by its time limit, so those of the tables have passed too
        assert [device.rest() is not None for device in devices] == [True] * 3
    wait_until(lambda: not served.house.sockets)


def test_a_proxy_holds_any_number_of_connections(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are those of many people."""
    monkeypatch.setattr(http_limits, "MOST_CONNECTIONS", 2)
    served = serve(proxies=["127.0.0.0/8"])
    with ExitStack() as held:
        for _ in range(4):
            held.enter_context(opened(served)).sendall(START)
        assert served.get("/api/rooms") == []


def test_costly_reads_are_limited_by_address(served: Served) -> None:
    """Records, replays and analyses; looking at a room is free."""
    room, _ = over(served)
    before, served.house.readers = served.house.readers, Buckets(0, 0)
    for path in ("record", "replay", "analysis"):
        why = "too many requests at once: wait a few seconds"
        assert served.refused("GET", f"/api/rooms/{room}/{path}") == (429, why)
    assert served.get(f"/api/rooms/{room}")["id"] == room
    served.house.readers = before


def test_the_rooms_that_an_address_opens_are_limited(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rematches too: finished games are kept for ever. A rematch that is open already can still be joined."""
    why = "too many tables were opened from your address: wait a few minutes"
    first, tokens = over(served)
    second, others = over(served)
    monkeypatch.setattr(served.house, "openers", Buckets(1, 1e-9))
    again = served.post(f"/api/rooms/{first}/rematch", {"token": tokens[0]})["room"]["id"]
    assert served.post(f"/api/rooms/{first}/rematch", {"token": tokens[1]})["room"]["id"] == again
    assert served.refused("POST", f"/api/rooms/{second}/rematch", {"token": others[0]}) == (429, why)
    assert served.refused("POST", "/api/rooms", BODY) == (429, why)


def test_requests_of_an_address_that_asks_too_much_wait(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then they are answered, so that a page that many people share an address for still works."""
    monkeypatch.setattr(served.house, "requests", Buckets(1, 10))
    assert [served.ask("GET", "/api/games")[0] for _ in range(5)] == [200] * 5
    bucket = Bucket(1, 0.1)
    assert (bucket.wait, bucket.take(), 9 < bucket.wait <= 10) == (0, True, True)


def test_a_request_that_would_wait_too_long_is_refused(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it asks for: pages, lists, health."""
    monkeypatch.setattr(served.house, "requests", Buckets(1, 0.01))
    assert served.ask("GET", "/api/rooms")[0] == 200
    for path in ("/", "/api/rooms", "/healthz", "/nothing"):
        assert served.refused("GET", path) == (429, "too many requests at once: wait a few seconds")


# Behind a proxy


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses by which changes are counted."""
    found: list[str] = []
    take = Buckets.take

    def noted(buckets: Buckets, who: str) -> bool:
        found.append(who)
        return take(buckets, who)

    monkeypatch.setattr(Buckets, "take", noted)
    return found


def test_the_address_that_a_stranger_claims_is_ignored(serve: Serve, counted: list[str]) -> None:
    """X-Forwarded-For counts only from a proxy that was named."""
    served = serve()
    served.ask("POST", "/api/rooms", {}, {"x-forwarded-for": "203.0.113.7"})
    assert counted == ["127.0.0.1"]


def test_what_a_proxy_says_of_an_address_is_believed(serve: Serve, counted: list[str]) -> None:
    """The last address that is no proxy: what a client puts before it is ignored."""
    served = serve(proxies=["127.0.0.1", "10.0.0.0/8"])
    served.ask("POST", "/api/rooms", {}, {"x-forwarded-for": "198.51.100.1, 203.0.113.7, 10.1.2.3"})
    assert counted == ["203.0.113.7"]


def test_an_ipv6_network_counts_as_one_address() -> None:
    """Everybody has as many addresses in it as they like."""
    from starlette.requests import HTTPConnection

    found = {
        address_of(HTTPConnection({"type": "http", "client": (host, 1), "headers": []}))
        for host in ("2001:db8::1", "2001:db8::ffff:1", "2001:db8:0:0:1::")
    }
    assert found == {"2001:db8::/64"}


def test_an_ipv4_client_of_an_ipv6_socket_has_its_own_address() -> None:
    """Written as IPv6 addresses, all of them are in one network of 64 bits, and would share its limits."""
    assert unmapped(("::ffff:192.0.2.7", 5)) == ("192.0.2.7", 5)
    assert unmapped(("2001:db8::1", 5)) == ("2001:db8::1", 5)


@pytest.mark.parametrize(
    ("said", "counts_as"),
    [
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::FFFF:c000:207", "192.0.2.7"),
        ("192.0.2.7:4711", "192.0.2.7"),
        ("[2001:db8::1]:4711", "2001:db8::/64"),
        ("198.51.100.1, 2001:db8::2, ::ffff:10.0.0.9", "2001:db8::/64"),
        ("10.0.0.1, 10.0.0.2", "10.0.0.1"),
    ],
)
def test_an_address_is_counted_however_a_proxy_writes_it(
    serve: Serve, counted: list[str], said: str, counts_as: str
) -> None:
    """With its port, as an IPv4 address within IPv6, after several proxies."""
    serve(proxies=["127.0.0.1", "10.0.0.0/8", "::ffff:10.0.0.0/104"]).ask(
        "POST", "/api/rooms", {}, {"x-forwarded-for": said}
    )
    assert counted == [counts_as]


def test_connections_of_an_ipv6_network_are_counted_together(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """Like requests: somebody with a network has any number of addresses."""
    monkeypatch.setattr(http_limits, "MOST_CONNECTIONS", 2)
    hosts = iter([f"2001:db8::{number}" for number in range(1, 4)])
    monkeypatch.setattr(http_limits, "unmapped", lambda client: (next(hosts), 1))
    served = serve()
    with ExitStack() as held:
        for _ in range(2):
            held.enter_context(opened(served)).sendall(START)
        with opened(served) as connection:
            assert is_dropped(connection)
