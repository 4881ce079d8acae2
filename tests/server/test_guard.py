"""Whom the server answers: hosts, origins, rates; and what every answer says to browsers."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from bidwell.server.guard import SECURITY, Bucket, Buckets, host_of, is_ours
from tests.server.conftest import Serve
from tests.server.helpers import Device, Served
from tests.server.test_rooms import over

ROOM = {"game": "serengeti", "seats": [{"who": "me"}] * 3}
FOREIGN = ["http://evil.example", "null", "http://[", "https://127.0.0.1", "http://127.0.0.1:1", "", "file://"]


UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}


def own(served: Served) -> str:
    return f"http://127.0.0.1:{served.port}"


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_page_from_elsewhere_changes_nothing(served: Served, origin: str) -> None:
    """Neither by HTTP nor by a WebSocket; it may look at what everybody may."""
    status, _, body = served.ask("POST", "/api/rooms", ROOM, {"Origin": origin})
    assert (status, body) == (403, b'{"why":"requests from a page of another origin are refused","clause":""}')
    assert served.ask("GET", "/api/games", headers={"Origin": origin})[0] == 200
    room, tokens = served.room()
    with pytest.raises(InvalidStatus, match="403"):
        Device(served, room, *tokens, additional_headers={"Origin": origin})


def test_our_own_page_may(served: Served) -> None:
    """By HTTP and by a WebSocket."""
    assert served.ask("POST", "/api/rooms", ROOM, {"Origin": own(served)})[0] == 200
    room, tokens = served.room()
    with Device(served, room, *tokens, additional_headers={"Origin": own(served)}) as device:
        assert device.views


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "", "[::", "localhost.evil", "127.0.0.1.nip"])
def test_a_foreign_name_that_points_here_is_not_answered(served: Served, host: str) -> None:
    """Neither by HTTP nor by a WebSocket, whatever is asked."""
    status, _, body = served.ask("GET", "/api/rooms", headers={"Host": host})
    assert (status, b"this server does not answer to that name" in body) == (403, True)
    assert served.ask("GET", "/ws/nothing", headers={**UPGRADE, "Host": host})[0] == 403
    assert is_ours(host_of(host), ()) is False


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8080", "127.0.0.1", "192.168.1.5:8080", "[::1]:8080"])
def test_addresses_and_localhost_are_answered(served: Served, host: str) -> None:
    """A stranger cannot make an address or `localhost` point elsewhere."""
    assert served.ask("GET", "/api/rooms", headers={"Host": host})[0] == 200


def test_a_name_it_was_given_is_answered(serve: Serve) -> None:
    """In whatever case, and with the page that is served under it."""
    served = serve(names=["Games.Example"])
    named = {"Host": "games.example"}
    assert served.ask("GET", "/api/rooms", headers=named)[0] == 200
    assert served.ask("POST", "/api/rooms", ROOM, {**named, "Origin": "https://games.example"})[0] == 200
    assert served.ask("POST", "/api/rooms", ROOM, {**named, "Origin": "https://other.example"})[0] == 403


@pytest.mark.parametrize("path", ["/", "/api", "/api/games", "/api/rooms/nothing", "/nothing", "/healthz", "/assets/x"])
def test_every_answer_carries_what_keeps_browsers_safe(served: Served, path: str) -> None:
    """Answers and errors alike."""
    for headers in ({}, {"Host": "evil.example"}):
        _, found, _ = served.ask("GET", path, headers=headers)
        assert {name: found[name] for name in SECURITY} == SECURITY
        assert found["cross-origin-resource-policy"] == "same-origin"
        assert found["permissions-policy"] == "camera=(), geolocation=(), microphone=()"
        assert found["server"] is None


def test_the_policy_lets_nothing_in_from_elsewhere() -> None:
    """Only scripts of the page run, and no other page can frame it."""
    policy = SECURITY["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "script-src" not in policy
    assert "http:" not in policy


def test_what_is_private_is_kept_by_no_cache(served: Served) -> None:
    """Answers of the interface are not stored; the page is asked for anew, its files are kept."""
    assert served.ask("POST", "/api/rooms", ROOM)[1]["cache-control"] == "no-store"
    assert served.ask("GET", "/api/rooms/not-there-yet")[1]["cache-control"] == "no-store"
    room, _ = over(served)
    assert served.ask("GET", f"/api/rooms/{room}/record")[1]["cache-control"] == "no-store"
    assert served.ask("GET", "/")[1]["cache-control"] == "no-cache"


def test_too_many_changes_from_one_address_are_refused(serve: Serve) -> None:
    """In a sentence; looking is free."""
    served = serve(calls=2)
    for _ in range(2):
        served.room()
    found = {served.ask("POST", "/api/rooms", ROOM)[0] for _ in range(10)}
    assert 429 in found
    served.house.callers = Buckets(0, 0)
    why = "too many requests at once: wait a few seconds"
    assert served.refused("POST", "/api/rooms", ROOM) == (429, why)
    assert served.get("/api/rooms") == []


def test_a_bucket_fills_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A burst up to its size, then its rate per second, never more than it holds."""
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    bucket = Bucket(2, 1)
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    now[0] = 1.0
    assert [bucket.take(), bucket.take()] == [True, False]
    now[0] = 100.0
    assert bucket.full
    assert [bucket.take() for _ in range(3)] == [True, True, False]


def test_a_bucket_that_was_spent_fills_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """More may be spent than is left: what it costs to answer is known afterwards."""
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    bucket = Bucket(1, 0.5)
    bucket.spend(2)
    assert bucket.is_spent
    now[0] = 2.1
    assert not bucket.is_spent


def test_an_address_that_was_quiet_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unused entries are dropped, so that many addresses do not fill the memory; busy ones are kept."""
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    buckets = Buckets(1, 1, most=10)
    for number in range(11):
        assert buckets.take(f"address {number}")
    now[0] = 0.5
    assert not buckets.take("address 3")
    now[0] = 50.0
    assert buckets.take("a new one")
    assert len(buckets._buckets) == 1


def test_many_addresses_at_once_cost_little_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not each of them searches all others for those to forget."""
    monkeypatch.setattr("time.monotonic", lambda: 7.0)
    looked_at = Counter[Bucket]()

    def full(bucket: Bucket) -> bool:
        looked_at[bucket] += 1
        return False

    monkeypatch.setattr(Bucket, "full", property(full))
    buckets = Buckets(1, 1, most=10)
    for number in range(1000):
        assert buckets.take(f"address {number}")
    assert looked_at.total() <= 1000


def test_it_says_that_it_is_well(served: Served) -> None:
    """For those who run it."""
    assert served.ask("GET", "/healthz")[2] == b"ok\n"


def test_a_wrong_address_is_told_by_the_page(served: Served) -> None:
    """To people; to programs in a sentence."""
    for path in ("/rooms", "/room/x/y"):
        status, headers, body = served.ask("GET", path, headers={"accept": "text/html,*/*"})
        assert (status, headers["content-type"]) == (404, "text/html; charset=utf-8")
        assert b"<!doctype html>" in body[:100].lower()
        assert served.refused("GET", path) == (404, "not found: see /api for what there is")


def test_pages_are_the_page_and_assets_stay_in_their_folder(served: Served) -> None:
    """Every address of the page gives the page; nothing outside the folder of assets can be had."""
    page = served.ask("GET", "/")[2]
    assert page == served.ask("GET", "/room/abc")[2] == served.ask("GET", "/replay/abc")[2]
    for path in ("/assets/../index.html", "/assets/..%2f..%2fcore/table.py", "/assets/%2e%2e/index.html", "/assets/"):
        assert served.ask("GET", path)[0] == 404, path
    assert Path(served.home / "house.db").exists()
