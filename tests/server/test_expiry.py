"""What strangers leave on the disk is limited and expires; finished games never do."""

from __future__ import annotations

import time
import unicodedata

import pytest

from bidwell.games import game
from bidwell.server import chat, expiry, rooms
from bidwell.server.expiry import DAY
from bidwell.server.names import GUEST, cleaned, plain
from tests.server.conftest import Home, Serve
from tests.server.helpers import Device, Served, asked, wait_until
from tests.server.test_rooms import listed, over

BOTH_STORES = True

LATER = 365.0 * DAY


def expire(served: Served, home: Home, days: float) -> None:
    """Let this many days pass, with no room in use."""
    for session in served.on_loop(lambda: [*served.house.rooms]):
        served.on_loop(lambda: served.house.rooms.unload(session))  # noqa: B023
    wait_until(lambda: not home.store or not home.rows("SELECT room FROM leases"))
    served.awaited(served.house.expiry.delete(time.time() + days * DAY))


def rows(home: Home, table: str) -> int:
    return int(home.rows(f"SELECT count(*) FROM {table}")[0][0])


def test_a_room_that_never_began_expires(serve: Serve, home: Home) -> None:
    """A room expires after a week; not earlier, and not while it is in use."""
    served = serve()
    room, _ = served.room(who="open")
    served.awaited(served.house.expiry.delete(time.time() + LATER))
    expire(served, home, expiry.GATHERING_DAYS - 1)
    assert served.get(f"/api/rooms/{room}")["id"] == room
    expire(served, home, expiry.GATHERING_DAYS + 1)
    assert served.refused("GET", f"/api/rooms/{room}")[0] == 404


def test_a_game_that_nobody_goes_on_with_expires(serve: Serve, home: Home) -> None:
    """Its rows in all tables are deleted; the time counts from its last action."""
    served = serve()
    room, tokens = served.room()
    with Device(served, room, *tokens) as device:
        device.play(asked(device), "pass")
        device.say(say="chat", seat=0, text="hello", key="12345678")
        device.hear("chat")
    expire(served, home, expiry.PLAYING_DAYS - 1)
    assert served.get(f"/api/rooms/{room}")["id"] == room
    expire(served, home, expiry.PLAYING_DAYS + 1)
    assert [rows(home, table) for table in ("rooms", "actions", "snapshots", "lines")] == [0, 0, 0, 0]


def test_a_finished_game_never_expires(serve: Serve, home: Home) -> None:
    """Only its chat does."""
    served = serve()
    room, tokens = over(served)
    with Device(served, room, *tokens) as device:
        device.say(say="chat", seat=0, text="well played", key="12345678")
        device.hear("chat")
    record = served.ask("GET", f"/api/rooms/{room}/record")[2]
    expire(served, home, LATER)
    assert served.ask("GET", f"/api/rooms/{room}/record")[2] == record
    assert (rows(home, "rooms"), rows(home, "lines")) == (1, 0)
    assert rows(home, "actions")


def test_the_unfinished_rooms_of_an_address_are_limited(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """More are refused, also after a restart; finished ones do not count."""
    monkeypatch.setattr(rooms, "MOST_ROOMS", 3)
    served = serve()
    over(served)
    for _ in range(3):
        served.room()
    served = serve()
    why = "3 games of your address are not over: finish one of them first"
    assert served.refused("POST", "/api/rooms", {"game": "serengeti", "seats": [{"who": "me"}] * 3}) == (429, why)


def test_a_rematch_counts_as_a_room_of_the_address_that_asks(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """Finished games must not let an address have more rooms than others."""
    monkeypatch.setattr(rooms, "MOST_ROOMS", 1)
    served = serve()
    (first, tokens), (second, others) = over(served), over(served)
    served.post(f"/api/rooms/{first}/rematch", {"token": tokens[0]})
    status, why = served.refused("POST", f"/api/rooms/{second}/rematch", {"token": others[0]})
    assert (status, why) == (429, "1 games of your address are not over: finish one of them first")


@pytest.mark.parametrize("home", ["sqlite"], indirect=True)
def test_the_address_itself_is_not_on_disk(serve: Serve) -> None:
    """Only a hash of it that nobody else can compute."""
    served = serve()
    served.room()
    assert not any(b"127.0.0.1" in path.read_bytes() for path in served.home.iterdir())


@pytest.mark.parametrize("home", ["sqlite"], indirect=True)
def test_one_address_does_not_fill_the_board(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few of its rooms are listed, the latest; those of others stay."""
    served = serve()
    first, _ = served.room(who="open", open=True)
    monkeypatch.setattr(rooms.Rooms, "_owner", lambda self, address: "somebody else")
    flood = [served.room(who="open", open=True)[0] for _ in range(6)]
    assert listed(served) == {first, *flood[-rooms.MOST_LISTED_OF_OWNER :]}


@pytest.mark.parametrize("home", ["sqlite"], indirect=True)
def test_a_board_that_is_costly_is_kept_for_a_moment(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many people who look at a long list must not take the time of those who play."""
    served = serve()
    first, _ = served.room(who="open", open=True)
    with monkeypatch.context() as many:
        many.setattr(rooms, "COSTLY", -1.0)
        many.setattr(rooms, "BOARD_SHARE", 1e-9)
        assert listed(served) == {first}
    second, _ = served.room(who="open", open=True)
    assert listed(served) == {first}
    served.house.rooms._listed_until = time.monotonic()
    assert listed(served) == {first, second}
    third, _ = served.room(who="open", open=True)
    assert listed(served) == {first, second, third}


def test_the_chat_of_a_table_does_not_grow_for_ever(serve: Serve, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest lines are deleted."""
    monkeypatch.setattr(chat, "LINES", 5)
    served = serve()
    room, tokens = served.room()
    with Device(served, room, tokens[0]) as device:
        for number in range(23):
            device.say(say="chat", seat=0, text=f"line {number}", key=f"12345678-{number}")
            device.hear("chat")
    assert rows(home, "lines") == 5 + 3


def test_the_chat_of_a_table_that_is_loaded_again_and_again_does_not_grow(
    serve: Serve, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lines from before count, too."""
    monkeypatch.setattr(chat, "LINES", 5)
    served = serve()
    room, tokens = served.room()
    for visit in range(5):
        with Device(served, room, tokens[0]) as device:
            for number in range(4):
                device.say(say="chat", seat=0, text=f"line {number}", key=f"12345678-{visit}-{number}")
                while device.hear("chat")["key"] is None:
                    pass
        wait_until(lambda: not served.live(room).connections)
        served.on_loop(lambda: served.house.rooms.unload(served.house.rooms.get(room)))
        assert rows(home, "lines") <= 2 * 5


# The host


def test_a_host_who_reloads_stays_the_host(served: Served) -> None:
    """For half a minute nobody else can take the table."""
    room, _ = served.room(who="open", players=3)
    tokens = [served.post(f"/api/rooms/{room}/sit", {"name": name})["token"] for name in ("Ida", "Jo")]
    with Device(served, room, tokens[1]):
        with Device(served, room, tokens[0]):
            pass
        assert served.refused("POST", f"/api/rooms/{room}/deal", {"token": tokens[1]})[0] == 403
        left = served.live(room).left
        served.on_loop(lambda: left.update({0: time.monotonic() - 31}))
        assert served.post(f"/api/rooms/{room}/deal", {"token": tokens[1]})["host"] == 1


# Names


@pytest.mark.parametrize(
    "name", ["", "\u2800", "\u3164\u3164", "\u200b", "\u0301", " \u115f ", "\ufffc", "\U0001d159", "\U00013441"]
)
def test_a_name_that_shows_nothing_is_replaced(name: str) -> None:
    """Whatever it is made of."""
    assert cleaned(name, game("bids"), []) == GUEST


@pytest.mark.parametrize("name", ["ANNE", "Аnne", "Ánne", "A n n e", "Ann\u0435", "\uff21nne"])
def test_a_name_that_looks_like_anothers_gets_a_number(name: str) -> None:
    """In other letters, cases or accents."""
    assert cleaned(name, game("bids"), ["Anne"]).endswith(" 2")


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Anne.", "Anne"),
        ("-Anne", "Anne"),
        ("\u13aanne", "Anne"),
        ("rnax", "Max"),
        ("VVilma", "Wilma"),
        ("co\u04cfa", "Cola"),
        ("\u0131vy", "Ivy"),
        ("\u0396oe", "Zoe"),
        ("\u03a5es", "Yes"),
        ("\u0578oah", "Noah"),
        ("\u0142ou", "Lou"),
        ("\u01c0ou", "Lou"),  # a letter for a click
        ("\u2502ou", "Lou"),  # a line of a box
        ("\u15e9nne", "Anne"),  # Canadian
        ("Ann\u025b", "Anne"),
        ("J\u101d", "Jo"),  # Burmese
        ("J\u3007", "Jo"),  # a Chinese zero
        ("\u0237o", "Jo"),
        ("\U0001d400nne", "Anne"),
        ("\ua4eenne", "Anne"),
        ("\u1d00\u0274\u0274\u1d07", "Anne"),
        ("\uab7ann\uab7c", "Anne"),
        ("Ann\u212e", "Anne"),
        ("\U0001f150\U0001f15d\U0001f15d\U0001f154", "Anne"),
        ("\U0001f1e6nne", "Anne"),
        ("B\u0966b", "Bob"),
        ("\u0253ob", "Bob"),
        ("\u2ca4arla", "Carla"),
    ],
)
def test_a_name_that_looks_almost_like_anothers_gets_a_number(name: str, other: str) -> None:
    """In scripts that look like Latin, with punctuation, with letters that look like others side by side.

    In small capitals, circles and flags, with strokes and hooks, with digits of other scripts.
    """
    assert cleaned(name, game("bids"), [other]).endswith(" 2")


def test_nobody_is_called_as_spectators_are() -> None:
    """Their lines in the chat would be taken for those of a spectator."""
    assert cleaned("a Spectator", game("bids"), []) == GUEST


def test_names_in_other_scripts_are_names() -> None:
    """Unless they look like another's."""
    for name in ("Łukasz", "Ольга", "さくら", "محمد", "José"):
        assert cleaned(name, game("bids"), ["Anne", "Burt"]) == name


def test_accents_are_not_stacked() -> None:
    """Two accents a letter are enough for every language; more would cover the lines above."""
    assert plain("Z" + "\u0336" * 40 + "oe") == "Z" + "\u0336" * 2 + "oe"


@pytest.mark.parametrize("letter", ["\u0e01", "\u0915", "\u304b", "a"])
@pytest.mark.parametrize("marks", ["\u0e49", "\u094d", "\u0f71", "\u3099", "\U0001e8d0\U0001e8d1\U0001e8d2"])
def test_marks_of_no_script_are_stacked(letter: str, marks: str) -> None:
    """A tower of them in a name or in the chat would cover the lines above."""
    kept = plain(letter + marks * 15 + " and more")
    assert sum(unicodedata.category(each)[0] == "M" for each in kept) <= 3
    assert kept.endswith(" and more")


def test_the_marks_that_words_are_written_with_stay() -> None:
    """Thai, Hindi, Hebrew with points, Vietnamese."""
    for word in ("\u0e17\u0e35\u0e48", "\u0928\u094d\u0939\u0947\u0902", "\u05e9\u05c1\u05bc\u05b8", "\u1ec7"):
        assert plain(word) == unicodedata.normalize("NFC", word)
