"""The game of docs/new-game.md, which is only a folder, is played over the interface and in the browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import needed
from tests.browser.drivers import WON, Finger, Hands, Keys
from tests.browser.geometry import misplaced
from tests.browser.helpers import CHROMIUM, DESKTOP, House, Served, launched, room
from tests.browser.test_access import faults
from tests.new_game import NAME, written_to

SMALL = (360, 700)
SALES = 6


@pytest.fixture(scope="module")
def added(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that knows one game more."""
    folder = written_to(tmp_path_factory.mktemp("games") / "outside")
    server = Served(tmp_path_factory.mktemp("added") / "home", games={NAME: folder})
    yield server
    server.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for this file."""
    needed(CHROMIUM.exists(), f"{CHROMIUM} is not installed: the page is not tried in a browser")
    with launched() as browser:
        yield browser


@pytest.fixture
def house(added: Served, browser: Browser) -> Iterator[House]:
    """Devices at the server with the added game."""
    house = House(added, browser)
    yield house
    house.close()


def test_the_catalogue_says_what_the_game_says(added: Served) -> None:
    """Minutes, door and verbs come from the folder."""
    (told,) = [each for each in added.ask("/api/games") if each["name"] == NAME]
    assert (told["minutes"], told["feel"]) == (5, "Bid before the candle is out, and alone.")
    assert told["verbs"] == {"bid": "bid", "pass": "pass"}
    assert told["art"].startswith("<svg ")


def test_its_picture_is_behind_its_door(house: House, added: Served) -> None:
    """In the hall and at a table that waits for guests; it is drawn, and other games keep their rooms."""
    page = house.device(DESKTOP)
    page.goto("/")
    picture = page.locator("svg image")
    expect(picture).to_have_count(1)
    drawn = "{ const copy = new Image(); copy.src = image.href.baseVal; return copy.decode().then(() => true); }"
    assert picture.evaluate(f"image => {drawn}")
    made = added.ask("/api/rooms", {"game": NAME, "seats": [{"who": "me", "name": "Ada"}, {"who": "open"}]})
    page.goto(f"/room/{made['room']['id']}")
    expect(page.locator("svg image")).to_have_count(1)


def test_the_game_is_played_to_its_end_over_the_interface(added: Served) -> None:
    """By HTTP and a WebSocket, against bots."""
    view = room(added, NAME, players=3).play()
    assert (view["sale"], view["asks"]) == (SALES, [])


def played(hands: Hands) -> None:
    """From the hall to the last screen, in the plain scene."""
    page = hands.page
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Five doors. Behind each, something is for sale.")
    hands.new_table("Candles", 3)
    for _ in range(SALES):
        assert hands.until_asked()
        choose(hands)
    assert not hands.until_asked()
    expect(page.locator("#end-who")).to_have_text(WON)


def choose(hands: Hands) -> None:
    """One press chooses an action; the large button plays it."""
    page = hands.page
    before: int = page.evaluate("window.acts.length")
    hands.press(page.get_by_role("toolbar").get_by_role("button").first)
    hands.press(page.get_by_role("button", name="Play:"))
    page.wait_for_function("before => window.acts.length > before", arg=before)


def test_a_finger_plays_it(house: House) -> None:
    """On a small phone."""
    played(Finger(house.device(SMALL, remembers={"guided": [NAME]})))


def test_the_keyboard_plays_it(house: House) -> None:
    """On a desk, without a mouse."""
    played(Keys(house.device(DESKTOP, remembers={"guided": [NAME]})))


def test_many_actions_can_be_searched(house: House, added: Served) -> None:
    """A search that leaves one action chooses it with the Enter key, and plays it with the next."""
    page = house.seated(room(added, NAME, players=2), remembers={"guided": [NAME]})
    Keys(page).until_asked()
    page.keyboard.press("/")
    page.keyboard.type("20")
    expect(page.locator("[data-action]")).to_have_text(["bid 20"])
    page.keyboard.press("Enter")
    expect(page.get_by_text("Coins left: 0")).to_be_visible()
    page.keyboard.press("Enter")
    page.wait_for_function("window.acts.length === 1")
    assert page.evaluate("window.acts[0].action") == "bid 20"


@pytest.mark.parametrize("over", [False, True])
def test_the_plain_scene_is_for_everybody(house: House, added: Served, axe: str, over: bool) -> None:
    """No serious fault that axe knows, nothing too wide, nothing too small for a finger."""
    table = room(added, NAME, players=3)
    if over:
        table.play()
    page = house.seated(table, remembers={"guided": [NAME]})
    Keys(page).until_asked()
    found = faults(page, axe)
    assert not found, "\n".join(found)


def test_the_plain_scene_fits_every_size(house: House, added: Served) -> None:
    """No word is cut or over another, and an action can be pressed."""
    page = house.seated(room(added, NAME, players=3), remembers={"guided": [NAME]})
    assert Keys(page).until_asked()
    found = misplaced(page, ["h3:first-of-type + [role=toolbar] > :first-child"])
    assert not found, "\n".join(found)
