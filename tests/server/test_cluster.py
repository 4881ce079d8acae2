"""Several servers on one PostgreSQL: any of them takes any connection, and one of them owns each room."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from bidwell.server import house
from tests.extras import needed_module
from tests.server.helpers import PATIENCE, Device, Served, asked, play_out, wait_until
from tests.server.test_rooms import over

needed_module("psycopg", "psycopg is not installed: what needs PostgreSQL is not tried")

from bidwell.server.cluster.member import Member  # noqa: E402
from bidwell.server.cluster.rooms import MOVED  # noqa: E402
from bidwell.server.store.interface import StoreError  # noqa: E402
from bidwell.server.store.postgres import connect  # noqa: E402

pytestmark = pytest.mark.slow

Begin = Callable[[], Served]


@pytest.fixture
def begin(database: str, tmp_path: Path) -> Iterator[Begin]:
    """`begin()` starts one more server on the same database."""
    running: list[Served] = []

    def one_more() -> Served:
        running.append(Served(tmp_path / f"home{len(running)}", store=database, lease=1.5))
        return running[-1]

    yield one_more
    for served in running:
        if served._thread.is_alive():
            served.stop()


def member(served: Served) -> Member:
    found: Member = served._app.state.member
    return found


def owner(database: str, room: str) -> int:
    with connect(database) as connection:
        rows = connection.execute("SELECT server FROM leases WHERE room = %s", [room]).fetchall()
    return int(rows[0][0]) if rows else 0


def pause(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on this server does not renew its lease, like one that is paused."""

    async def never(*_: Any, **__: Any) -> None:
        await asyncio.Event().wait()

    def stop() -> None:
        monkeypatch.setattr(member(served), "renew", never)
        monkeypatch.setattr(member(served), "_renew_in_time", lambda: None)

    served.on_loop(stop)
    url = member(served)._directory._url

    def expired() -> bool:
        with connect(url) as connection:
            query = "SELECT expires < clock_timestamp() FROM servers WHERE id = %s"
            return connection.execute(query, [member(served)._directory.server]).fetchone() == (True,)

    wait_until(expired)


def test_a_room_is_played_from_any_server(begin: Begin) -> None:
    """Seats at different servers see each other's actions, chat and presence; HTTP works from both."""
    first, second = begin(), begin()
    room, tokens = first.room(players=3)
    with Device(first, room, *tokens[:2]) as here, Device(second, room, tokens[2]) as there:
        assert second.get(f"/api/rooms/{room}")["seats"][2]["here"]
        devices = {0: here, 1: here, 2: there}
        for _ in range(6):
            seat = next(seat for seat, device in devices.items() if device.views[seat]["view"]["legal"])
            devices[seat].play(seat, devices[seat].views[seat]["view"]["legal"][0])
            for other in {here, there} - {devices[seat]}:
                other.hear("view")
            for each in (here, there):
                each.rest()
        there.say(say="chat", seat=2, text="well met", key="12345678")
        assert here.hear("chat")["lines"][0]["text"] == "well met"
    assert room not in second.house.rooms


def test_a_game_ends_and_is_played_again_from_another_server(begin: Begin) -> None:
    """Record, replay, rematch and analysis are asked of a server that does not own the room."""
    first, second = begin(), begin()
    room, tokens = first.room("secret_auction")
    with Device(second, room, *tokens) as device:
        play_out(device)
    assert second.ask("GET", f"/api/rooms/{room}/record")[0] == 200
    assert second.get(f"/api/rooms/{room}/replay?seat=0")["steps"]
    assert second.get(f"/api/rooms/{room}/analysis")["state"] == "none"
    again = second.post(f"/api/rooms/{room}/rematch", {"token": tokens[0]})["room"]["id"]
    assert first.post(f"/api/rooms/{room}/rematch", {"token": tokens[1]})["room"]["id"] == again
    assert second.refused("POST", f"/api/rooms/{room}/sit", {"name": "Ida"})[0] == 409


def test_the_board_lists_the_rooms_of_all_servers(begin: Begin) -> None:
    """With who is present, also at other servers."""
    first, second = begin(), begin()
    room, tokens = first.room(open=True)
    with Device(first, room, tokens[0]):
        wait_until(lambda: [seat["here"] for info in second.get("/api/rooms") for seat in info["seats"]][:1] == [True])
    wait_until(lambda: not second.get("/api/rooms"))


def test_rooms_of_a_server_that_stops_are_free_at_once(begin: Begin, database: str) -> None:
    """The next server that is asked owns them, and play goes on."""
    first, second = begin(), begin()
    room, tokens = first.room()
    with Device(first, room, *tokens) as device:
        seen = device.step(asked(device), "bid 3")["view"]
    seat = next(seat for seat in range(3) if device.views[seat]["view"] == seen)
    first.stop()
    with Device(second, room, *tokens) as device:
        assert device.views[seat]["view"] == seen
        device.step(asked(device), "pass")
    assert owner(database, room) == member(second)._directory.server


def test_a_server_that_lost_its_lease_acknowledges_nothing(
    begin: Begin, monkeypatch: pytest.MonkeyPatch, database: str
) -> None:
    """Another server has taken the room over: the commit is refused, and the old server shows nothing of the room."""
    first, second = begin(), begin()
    room, tokens = first.room()
    with Device(first, room, *tokens) as old:
        session = first.live(room)
        pause(first, monkeypatch)
        monkeypatch.setattr(member(first), "_heard", lambda notice: None)
        with Device(second, room, *tokens) as new:  # waits until the lease has run out
            assert owner(database, room) == member(second)._directory.server
            new.step(asked(new), "bid 5")
            # as if the old owner had been paused between its check and its commit
            first.on_loop(lambda: first.house.actions.play(session, asked(old), "bid 3"))
            code, found = old.closed()
            assert (code, any(message["tell"] == "view" for message in found)) == (1013, False)
            assert [each[1] for each in second.on_loop(lambda: second.house.store.actions(room))] == ["bid 5"]
            new.step(asked(new), "pass")
    assert [line for line in first.log.lines if "another server has taken this room over" in line]


def test_a_server_that_was_paused_sends_its_clients_to_the_new_owner(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When it continues it notices, drops the room, and forwards requests."""
    first, second = begin(), begin()
    room, tokens = first.room()
    with Device(first, room, *tokens) as old:
        with monkeypatch.context() as paused:
            pause(first, paused)
            with Device(second, room, *tokens) as new:
                new.step(asked(new), "bid 5")
                seen = new.views[0]["view"]
        code, found = old.closed()
        assert (code, found[-1]["why"]) == (1013, MOVED)
    with Device(first, room, *tokens) as back:
        assert back.views[0]["view"] == seen
    assert room not in first.house.rooms


def test_people_at_a_server_that_is_gone_are_absent(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though its connections are still open, as those of a machine that was switched off: a bot can play for them."""
    first, second = begin(), begin()
    room, tokens = first.room()
    with Device(second, room, tokens[0]):
        assert first.get(f"/api/rooms/{room}")["seats"][0]["here"]
        pause(second, monkeypatch)
        wait_until(lambda: not first.get(f"/api/rooms/{room}")["seats"][0]["here"])


def test_a_server_that_is_not_sure_of_its_lease_serves_nothing_from_memory(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It must ask first, because another server may own the room."""
    served = begin()
    room, _ = served.room()
    pause(served, monkeypatch)
    wait_until(lambda: not member(served).sure)
    assert not served.on_loop(lambda: member(served).rooms.has(room))
    assert served.refused("GET", "/healthz") == (503, "the lease of this server has run out")


def test_connections_that_are_passed_on_are_counted(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    """Like others, also while they wait for a server that is gone: one address must not use up all connections."""
    monkeypatch.setattr(house, "MOST_SOCKETS", 2)
    first, second = begin(), begin()
    room, tokens = first.room()
    with Device(second, room, *tokens[:2]), Device(second, room, tokens[2]):
        assert second.on_loop(lambda: second.house.sockets["127.0.0.1"]) == 2
        with pytest.raises(InvalidStatus, match="403"), Device(second, room, hello=False):
            pass
    wait_until(lambda: not second.house.sockets)


def test_a_room_that_does_not_exist_is_owned_by_nobody(begin: Begin, database: str) -> None:
    """Strangers who guess ids leave nothing behind."""
    served = begin()
    assert served.refused("GET", "/api/rooms/nothing")[0] == 404
    assert owner(database, "nothing") == 0


def test_a_room_that_is_unloaded_can_be_owned_by_others(begin: Begin, database: str) -> None:
    """Its owner lets it go."""
    first, second = begin(), begin()
    room, _ = first.room()
    first.on_loop(lambda: first.house.rooms.unload(first.house.rooms.get(room)))
    wait_until(lambda: owner(database, room) == 0)
    second.get(f"/api/rooms/{room}")
    assert owner(database, room) == member(second)._directory.server


@pytest.mark.parametrize("first_asked", [False, True])
def test_a_room_that_is_used_again_while_it_is_let_go_stays_owned(
    begin: Begin, database: str, monkeypatch: pytest.MonkeyPatch, first_asked: bool
) -> None:
    """A server never has a room in memory whose lease it has given up."""
    served = begin()
    room, tokens = served.room()
    there = member(served)
    release = there._directory.release

    async def slow(room: str, fence: int) -> None:
        await asyncio.sleep(0.05)
        await release(room, fence)

    monkeypatch.setattr(there._directory, "release", slow)

    async def used_again() -> None:
        asking = asyncio.ensure_future(there.own(room)) if first_asked else None
        served.house.rooms.unload(served.house.rooms.get(room))
        await asyncio.sleep(0)
        await (asking or there.own(room))
        served.house.rooms.get(room)
        await asyncio.sleep(0.1)  # longer than the release takes

    served.awaited(used_again())
    wait_until(lambda: room not in there._locks)
    assert owner(database, room) == there._directory.server
    with Device(served, room, *tokens) as device:
        device.step(asked(device), "bid 3")


def test_a_room_that_was_owned_and_not_yet_loaded_is_dropped_too(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server was paused between the two, and another one has taken the room over."""
    first, second = begin(), begin()
    room, _ = first.room()
    with monkeypatch.context() as paused:
        pause(first, paused)
        paused.setattr(member(first), "_heard", lambda notice: None)
        first.on_loop(lambda: first.house.rooms._sessions.pop(room))
        second.get(f"/api/rooms/{room}")
    first.awaited(member(first).renew())
    assert room not in member(first).rooms.fences
    assert first.get(f"/api/rooms/{room}")["id"] == room
    assert room not in first.house.rooms


def test_a_lease_is_renewed_while_all_other_connections_are_busy(begin: Begin) -> None:
    """Jobs and requests that wait for the database do not cost a server its rooms."""
    served = begin()
    directory = member(served)._directory

    async def busy() -> bool:
        sleeping = [asyncio.ensure_future(directory.rows("SELECT pg_sleep(3)")) for _ in range(8)]
        while directory._pool.get_stats()["pool_available"] or directory._pool.get_stats()["pool_size"] < 8:
            await asyncio.sleep(0.01)
        renewal = await directory.renew(member(served).address)
        was_busy = not any(each.done() for each in sleeping)
        await asyncio.gather(*sleeping)
        return renewal.held and was_busy

    assert served.awaited(busy())


def test_a_lease_is_renewed_while_the_event_loop_is_busy(begin: Begin, database: str) -> None:
    """A server that has much to do, and answers late, keeps its rooms."""
    served = begin()

    def expires() -> Any:
        with connect(database) as store:
            return store.execute("SELECT expires FROM servers").fetchone()

    def busy() -> bool:
        before = expires()
        wait_until(lambda: expires() != before)
        return member(served).sure

    assert served.on_loop(busy)


def test_a_server_whose_event_loop_hangs_loses_its_lease(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others can take its rooms over."""
    served = begin()

    def hung() -> bool:
        monkeypatch.setattr("bidwell.server.cluster.member.LONGEST_TURN", -1.0)
        wait_until(lambda: not member(served).sure)
        return True

    assert served.on_loop(hung)


def test_a_lease_that_had_run_out_by_the_clock_of_the_database_is_not_trusted(begin: Begin, database: str) -> None:
    """Though it was renewed: the server first looks which rooms it still owns."""
    served = begin()
    room, _ = served.room()
    with connect(database) as store:
        store.execute("UPDATE servers SET expires = '-infinity'")
        store.execute("UPDATE leases SET fence = nextval('fences'), server = 1000")
    wait_until(lambda: room not in served.house.rooms)
    wait_until(lambda: member(served).sure)


def test_a_rematch_that_could_not_be_opened_can_be_asked_for_again(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database was away for a moment."""
    served = begin()
    room, tokens = over(served)
    with monkeypatch.context() as away:

        async def fails(*_: Any, **__: Any) -> None:
            raise StoreError("the database is away")

        served.on_loop(lambda: away.setattr(member(served)._directory, "claim", fails))
        assert served.refused("POST", f"/api/rooms/{room}/rematch", {"token": tokens[0]})[0] == 503
    again = served.post(f"/api/rooms/{room}/rematch", {"token": tokens[0]})["room"]["id"]
    assert served.get(f"/api/rooms/{again}")["seats"]


def test_only_servers_of_the_store_are_answered_between_servers(begin: Begin) -> None:
    """A stranger who reaches the internal address is disconnected."""
    served = begin()
    host, _, port = member(served).address.rpartition(":")
    with socket.create_connection((host, int(port)), PATIENCE) as stranger:
        stranger.sendall(b"\x00\x00\x00\x10" + b"\x82\xa6secret\xc4\x03abc\xa1x\xc0")
        assert stranger.recv(10) == b""
