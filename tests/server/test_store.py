"""On disk before it is acknowledged: what is committed together, what fails alone, and what everybody sees then."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bidwell.server import actions, commits
from bidwell.server.app import app
from bidwell.server.guard import Bucket
from bidwell.server.room import hashed
from bidwell.server.room_data import RoomData
from bidwell.server.room_session import Connection
from bidwell.server.store import choice, sql, sqlite
from bidwell.server.store.interface import AppendAction, Change, SaveRoom, SaveSnapshot, StoreError, Write
from bidwell.server.store.sqlite import FolderLock
from tests.server.conftest import Home, Serve
from tests.server.helpers import PATIENCE, Device, Served, asked, play_out, wait_until
from tests.server.test_rooms import over

BOTH_STORES = True

Outcome = tuple[Write, Exception | None]


class Owner:
    """Whose writes build on each other."""

    lost = False
    fence = 0


class Autosave:
    """A store, and what it says is settled; it can be held up."""

    def __init__(self, house: Home) -> None:
        self.batches: list[list[Outcome]] = []
        self.free = threading.Event()
        self.free.set()
        self._house = house
        house.path.mkdir(exist_ok=True)
        self.store = choice.opener(house.path, house.store)(self._settled)

    def _settled(self, batch: list[Outcome]) -> None:
        self.batches.append(batch)
        assert self.free.wait(PATIENCE)

    def write(self, *changes: Change, owner: Owner | None = None) -> Write:
        made = Write(owner or Owner(), changes, lambda problem: None)
        self.store.write(made)
        return made

    def outcome(self, write: Write) -> Exception | None:
        """What became of it, once it is settled."""
        wait_until(lambda: any(write is each for batch in self.batches for each, _ in batch))
        return next(problem for batch in self.batches for each, problem in batch if each is write)

    def rows(self) -> list[tuple[str, int]]:
        return self._house.rows("SELECT room, seq FROM actions ORDER BY room, seq")


@pytest.fixture
def kept(home: Home) -> Iterator[Autosave]:
    made = Autosave(home)
    yield made
    made.free.set()
    made.store.close_writer()
    made.store.close()


def action(room: str, seq: int) -> AppendAction:
    return AppendAction(room, seq, 0, "pass", None)


def broken_action(*values: object) -> AppendAction:
    """A change that the database refuses: its action is missing."""
    return AppendAction("broken", 0, 0, None, None)  # type: ignore[arg-type]


def test_what_waits_is_committed_together(kept: Autosave) -> None:
    """A hundred writes while the disk is busy are one commit, in their order."""
    kept.free.clear()
    kept.write(action("a", 0))
    wait_until(lambda: kept.batches)
    last = [kept.write(action("a", seq)) for seq in range(1, 101)][-1]
    kept.free.set()
    assert kept.outcome(last) is None
    assert [len(batch) for batch in kept.batches] == [1, 100]
    assert kept.rows() == [("a", seq) for seq in range(101)]


def test_writes_that_follow_a_commit_closely_gather_for_the_next(
    kept: Autosave, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A commit costs more than a write: under load, one begins only a pause after the one before."""
    monkeypatch.setattr(sql, "PAUSE", 0.5)
    assert kept.outcome(kept.write(action("a", 0))) is None
    for seq in range(1, 4):
        last = kept.write(action("a", seq))
        time.sleep(0.02)
    assert kept.outcome(last) is None
    assert [len(batch) for batch in kept.batches] == [1, 3]


def test_many_rows_are_inserted_in_order(kept: Autosave) -> None:
    """More than one statement takes, with several snapshots of a room: the latest is kept."""
    kept.free.clear()
    kept.write(action("a", 0))
    wait_until(lambda: kept.batches)
    count = 2 * sqlite.MOST_ROWS + 5
    for seq in range(1, count):
        last = kept.write(action("a", seq), SaveSnapshot("a", seq, float(seq), b"%d" % seq))
    kept.free.set()
    assert kept.outcome(last) is None
    assert kept.rows() == [("a", seq) for seq in range(count)]
    assert kept.store.snapshot("a") == b"%d" % (count - 1)


def test_what_is_settled_is_on_disk(kept: Autosave) -> None:
    """Another connection to the store sees it."""
    assert kept.outcome(kept.write(action("a", 1))) is None
    assert kept.rows() == [("a", 1)]


def test_every_commit_reaches_the_disk_itself(tmp_path: Path) -> None:
    """A power cut loses nothing: the journal is written through at every commit."""
    with closing(sqlite.connect(tmp_path / "house.db")) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_write_that_fails_fails_alone(kept: Autosave) -> None:
    """Nothing of it is on disk; what was to be committed with it is."""
    kept.free.clear()
    kept.write(action("a", 0))
    wait_until(lambda: kept.batches)
    good = kept.write(action("b", 1))
    bad = kept.write(action("c", 1), broken_action())
    twice = kept.write(action("b", 1))
    later = kept.write(action("d", 1))
    kept.free.set()
    assert re.search("NOT NULL constraint failed|null value in column", str(kept.outcome(bad)))
    assert re.search("UNIQUE constraint failed|duplicate key value", str(kept.outcome(twice)))
    assert kept.outcome(good) is kept.outcome(later) is None
    assert kept.rows() == [("a", 0), ("b", 1), ("d", 1)]


def test_after_a_write_that_failed_nothing_that_builds_on_it_is_taken(kept: Autosave) -> None:
    """Neither in the same commit nor later: a course has no hole."""
    kept.free.clear()
    kept.write(action("a", 0))
    wait_until(lambda: kept.batches)
    owner = Owner()
    first = kept.write(action("b", 1), owner=owner)
    bad = kept.write(broken_action(), owner=owner)
    after = kept.write(action("b", 3), owner=owner)
    kept.free.set()
    assert kept.outcome(first) is None
    assert kept.outcome(bad) is not None
    assert isinstance(kept.outcome(after), StoreError)
    assert kept.outcome(kept.write(action("b", 4), owner=owner)) is not None
    assert kept.outcome(kept.write(action("b", 2))) is None
    assert kept.rows() == [("a", 0), ("b", 1), ("b", 2)]


def test_a_store_that_closes_keeps_what_waits(home: Home) -> None:
    """All of it."""
    kept = Autosave(home)
    for seq in range(50):
        kept.write(action("a", seq))
    kept.store.close_writer()
    assert len(kept.rows()) == 50
    kept.store.close()


def test_a_house_has_one_server(tmp_path: Path) -> None:
    """The second is refused in a sentence; when the first ends it can begin."""
    lock = FolderLock(tmp_path / "lock")
    with pytest.raises(OSError, match="another server is using this folder: stop it, or give another --home"):
        FolderLock(tmp_path / "lock")
    lock.close()
    FolderLock(tmp_path / "lock").close()


@pytest.mark.parametrize("home", ["sqlite"], indirect=True)
def test_a_second_application_on_a_home_in_use_does_not_start(serve: Serve) -> None:
    """And the first goes on."""
    served = serve()

    async def begin() -> None:
        second = app(served.home, workers=1)
        async with second.router.lifespan_context(second):
            raise AssertionError("it began")

    with pytest.raises(OSError, match="another server"):
        served.awaited(begin())
    assert served.get("/api/rooms") == []


# What everybody sees when the disk does not take it


class BrokenRoom:
    """In place of SaveRoom: a change that the database refuses."""

    @staticmethod
    def of(data: RoomData) -> SaveRoom:
        return SaveRoom.of(data)._replace(body=None)  # type: ignore[arg-type]


def test_an_action_that_could_not_be_saved_did_not_happen(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody is notified and comes back to the table as it is on disk, where play goes on."""
    served = serve()
    room, tokens = served.room()
    with Device(served, room, *tokens) as device, Device(served, room) as watcher:
        seat = asked(device)
        before = device.views[seat]["view"]
        with monkeypatch.context() as failing:
            failing.setattr(actions, "AppendAction", broken_action)
            device.act(seat, "bid 7")
            for each in (device, watcher):
                code, found = each.closed()
                assert code == 1013
                assert "it did not happen" in found[-1]["why"]
                assert all(message["tell"] != "view" for message in found)
    with Device(served, room, *tokens) as device:
        assert (device.views[seat]["seq"], device.views[seat]["view"]) == (0, before)
        assert device.play(seat, "bid 8")["seq"] == 1
    assert {line.partition(": ")[0] for line in served.log.lines} == {"ERROR bidwell.server room could not be saved"}


def test_an_action_that_builds_on_one_that_was_lost_is_lost_too(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two actions wait for the disk, the first is not taken: on disk there is neither, and the table is as before."""
    served = serve()
    room, tokens = served.room("secret_auction")
    with Device(served, room, *tokens) as device:
        release = hold_up(served)
        with monkeypatch.context() as failing:
            failing.setattr(actions, "AppendAction", broken_action)
            device.act(0, device.views[0]["view"]["legal"][0], seq=0)
            wait_until(lambda: served.live(room).room.seq == 1)
        device.act(1, device.views[1]["view"]["legal"][0], seq=0)
        wait_until(lambda: served.live(room).room.seq == 2)
        release()
        assert device.closed()[0] == 1013
    with Device(served, room, *tokens) as device:
        assert {shown["seq"] for shown in device.views.values()} == {0}
        assert served.on_loop(lambda: served.house.store.actions(room)) == []


@pytest.mark.parametrize("what", ["open", "sit"])
def test_what_could_not_be_saved_is_answered_so(serve: Serve, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    """Over HTTP: and it did not happen."""
    served = serve()
    room, _ = served.room(who="open")
    with monkeypatch.context() as failing:
        failing.setattr(commits, "SaveRoom", BrokenRoom)
        path, body = {
            "open": ("/api/rooms", {"game": "serengeti", "seats": [{"who": "me"}] * 3}),
            "sit": (f"/api/rooms/{room}/sit", {"name": "Ida"}),
        }[what]
        assert served.refused("POST", path, body) == (503, "this could not be saved, so it did not happen")
    assert [seat["kind"] for seat in served.get(f"/api/rooms/{room}")["seats"]] == ["open"] * 3
    assert [live.room.data.id for live in served.house.rooms if not live.closed] in ([], [room])


def test_a_rematch_that_could_not_be_saved_can_be_asked_for_again(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It did not happen, so the next one does."""
    served = serve()
    room, tokens = served.room("secret_auction")
    with Device(served, room, *tokens) as device:
        play_out(device)
    with monkeypatch.context() as failing:
        failing.setattr(commits, "SaveRoom", BrokenRoom)
        status, _ = served.refused("POST", f"/api/rooms/{room}/rematch", {"token": tokens[0]})
        assert status == 503
    again = served.post(f"/api/rooms/{room}/rematch", {"token": tokens[1]})["room"]
    assert again["id"] == served.get(f"/api/rooms/{room}")["rematch"]


def test_a_disk_that_cannot_be_read_is_told_in_a_sentence(serve: Serve, home: Home) -> None:
    """To its operators, to every request, and to everyone who comes to a table."""
    served = serve()
    assert served.ask("GET", "/healthz")[2] == b"ok\n"
    room, _ = served.room()

    served.on_loop(lambda: served.house.rooms.unload(served.house.rooms.get(room)))
    home.execute("ALTER TABLE rooms RENAME TO gone")
    sentence = "the server cannot read its disk at present: try again later"
    for path in ("/api/rooms", f"/api/rooms/{room}"):
        assert served.refused("GET", path) == (503, sentence)
    with Device(served, room, hello=False) as device:
        code, (told,) = device.closed()
        assert (code, told["why"]) == (1011, sentence)
    reason = 'no such table: rooms|relation "rooms" does not exist'
    (line,) = {*served.log.lines}
    assert re.search(f"the disk could not be read: ({reason})", line)
    status, why = served.refused("GET", "/healthz")
    assert (status, bool(re.search(f"the database: ({reason})", why))) == (503, True)


# Nothing is shown before it is on disk


def hold_up(served: Served) -> Callable[..., None]:
    """From now on nothing reaches the disk; what this returns lets some of it, or all, go on."""
    taken: list[Write] = []
    writes, served.house.store.write = served.house.store.write, taken.append  # type: ignore[method-assign, assignment]

    def release(count: int | None = None) -> None:
        def go_on() -> None:
            for write in taken[:count]:
                writes(write)
            del taken[:count]
            if count is None:
                served.house.store.write = writes  # type: ignore[method-assign]

        served.on_loop(go_on)

    return release


def test_nobody_sees_what_is_not_yet_on_disk(serve: Serve) -> None:
    """Not the actor, not others, not one who comes or asks again meanwhile; then all do."""
    served = serve()
    room, tokens = served.room("secret_auction")
    with Device(served, room, *tokens) as device, Device(served, room) as watcher:
        for each in (device, watcher):
            each.rest()
        release = hold_up(served)
        keys = [device.act(seat, device.views[seat]["view"]["legal"][0], seq=0) for seat in (0, 1)]
        device.act(0, "keep nothing", seq=0, key=keys[0])
        wait_until(lambda: served.live(room).room.seq == 2)
        comer = Device(served, room, hello=False)
        comer.say(say="hello", tokens=[tokens[2]])
        wait_until(lambda: len(served.live(room).waiting) == 2)
        assert [message["tell"] for each in (device, watcher, comer) for message in each.rest()] == []
        release()
        for each in (device, watcher, comer):
            while each.hear("view")["seq"] != 2:
                pass
        comer.close()


def test_a_rematch_is_told_to_nobody_before_it_is_on_disk(serve: Serve) -> None:
    """Neither to the first who asks for it nor to the second; then both get the same room."""
    served = serve()
    room, tokens = over(served)
    served.awaited(served.house.rooms.settled(room))
    release = hold_up(served)
    with ThreadPoolExecutor(2) as pool:
        asking = [pool.submit(served.post, f"/api/rooms/{room}/rematch", {"token": token}) for token in tokens[:2]]
        wait_until(lambda: len(served.live(room).opening_rematch._waiters or ()) == 1)
        time.sleep(0.2)
        assert not any(each.done() for each in asking)
        release()
        first, second = (each.result(PATIENCE)["room"]["id"] for each in asking)
    assert first == second == served.get(f"/api/rooms/{room}")["rematch"]


def test_what_is_answered_after_the_commit_is_paid_for(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the address that asked: questions sent together with an action must not cost the others their time."""
    served = serve()
    room, tokens = served.room("secret_auction")
    with Device(served, room, *tokens) as device:
        release = hold_up(served)
        device.act(0, device.views[0]["view"]["legal"][0])
        wait_until(lambda: served.live(room).room.seq == 1)
        for _ in range(3):
            device.say(say="would", seat=1, action="dance")
        wait_until(lambda: len(served.live(room).waiting) == 3)
        paid = list[Bucket]()

        @contextmanager
        def timed(bucket: Bucket) -> Iterator[None]:
            paid.append(bucket)
            yield

        monkeypatch.setattr(Bucket, "timed", timed)
        release()
        for _ in range(3):
            device.hear("would")
    assert paid == [served.house.shares.of("127.0.0.1")] * 3


def test_a_client_that_connects_sees_nothing_newer_than_the_disk(serve: Serve) -> None:
    """Also when more happens between the hello and the commit of everything before it."""
    served = serve()
    room, tokens = served.room("secret_auction")
    live, comer = served.live(room), Connection({2: hashed(tokens[2])})
    with Device(served, room, *tokens) as device:
        release = hold_up(served)
        for seat in (0, 1):
            device.act(seat, device.views[seat]["view"]["legal"][0], seq=0)
            wait_until(lambda: live.room.seq == seat + 1)  # noqa: B023
            if seat == 0:
                served.on_loop(lambda: served.house.presence.enter(live, comer))
        release(1)
        while device.hear("view")["seq"] != 1:
            pass
        assert served.on_loop(comer.queue.empty)
        release()
        wait_until(lambda: served.on_loop(comer.queue.qsize) >= 2)
        told = [comer.queue.get_nowait() or b"" for _ in range(2)]
        assert b'"tell":"view","seat":2,"seq":2' in told[1]


def test_a_client_that_is_gone_before_it_was_let_in_is_not_present(serve: Serve) -> None:
    """A connection that ends while its hello waits for the disk leaves nobody behind."""
    served = serve()
    room, tokens = served.room()
    live = served.live(room)
    with Device(served, room, tokens[0]) as device:
        release = hold_up(served)
        device.say(say="chat", seat=0, text="wait", key="12345678")
        wait_until(lambda: live.unsettled)
        with Device(served, room, hello=False) as comer:
            comer.say(say="hello", tokens=[tokens[1]])
            wait_until(lambda: live.waiting)
        device.rest()
        release()
        device.hear("chat")
        assert served.on_loop(lambda: live.present) == {0}


def almost_over(served: Served, device: Device, room: str) -> int:
    """The game but for its last action; whose it is."""
    while True:
        seat = asked(device)
        twin = served.table_of(room).copy()
        twin.play(seat, device.views[seat]["view"]["legal"][0])
        if twin.over:
            return seat
        device.step(seat, device.views[seat]["view"]["legal"][0])


def test_an_end_that_is_not_on_disk_tells_no_secret(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request for them waits; and where the disk refuses the end, the game goes on and nothing was sent."""
    served = serve()
    room, tokens = served.room("secret_auction")
    asks = {"record": "GET", "replay": "GET", "analysis": "POST", "rematch": "POST"}
    with Device(served, room, *tokens) as device, ThreadPoolExecutor(len(asks)) as pool:
        seat = almost_over(served, device, room)
        release = hold_up(served)
        with monkeypatch.context() as failing:
            failing.setattr(actions, "AppendAction", broken_action)
            device.act(seat, device.views[seat]["view"]["legal"][0])
            live = served.live(room)
            wait_until(lambda: live.unsettled)
        body = {"token": tokens[0]}
        answers = [pool.submit(served.refused, asks[what], f"/api/rooms/{room}/{what}", body) for what in asks]
        wait_until(lambda: len(live.waiting) == len(asks))
        info = served.on_loop(live.info)
        assert (info.state, info.shuffle, info.seed) == ("playing", None, None)
        release()
        assert [answer.result()[0] for answer in answers] == [409] * len(asks)
    assert served.get(f"/api/rooms/{room}")["state"] == "playing"


def test_the_end_is_told_even_while_something_else_is_written(serve: Serve) -> None:
    """A line said at the last moment does not keep the room from telling its secret."""
    served = serve()
    room, tokens = served.room("secret_auction")
    with Device(served, room, *tokens) as device:
        seat = almost_over(served, device, room)
        release = hold_up(served)
        device.act(seat, device.views[seat]["view"]["legal"][0])
        device.say(say="chat", seat=0, text="well played", key="12345678")
        wait_until(lambda: served.live(room).unsettled == 2)
        release()
        while device.hear("room")["room"]["shuffle"] is None:
            pass
