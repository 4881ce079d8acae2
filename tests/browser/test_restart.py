"""After a crash of the server the page reconnects by itself, and no action is lost or played twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.drivers import MOST, TURN, WON, Finger
from tests.browser.helpers import PHONE, House, Served, room

CUT = re.compile("ERR_CONNECTION|WebSocket connection|Failed to load resource|ERR_SOCKET")
"""A browser's message about a lost connection is no fault of the page."""


class Fragile:
    """A server of its own that can be killed and comes back at the same address."""

    def __init__(self, home: Path, browser: Browser) -> None:
        self.served = Served(home)
        self.house = House(self.served, browser)
        self.house.watch.allowed = CUT

    def kill(self) -> None:
        self.served.kill()

    def again(self) -> None:
        self.served = Served(self.served.home, self.served.port)

    def close(self) -> None:
        try:
            self.house.close()
        finally:
            self.served.stop()


@pytest.fixture
def fragile(served: Served, browser: Browser, tmp_path: Path) -> Iterator[Fragile]:
    fragile = Fragile(tmp_path / "home", browser)
    yield fragile
    fragile.close()


def test_a_game_survives_its_server(fragile: Fragile) -> None:
    """The server is killed during a decision, and again right after one: the action counts once."""
    table = room(fragile.served, "bids", 3, options={"rounds": 1})
    finger = Finger(fragile.house.seated(table, size=PHONE))
    page = finger.page
    finger.play("bids", 3)
    assert finger.until_asked()
    fragile.kill()
    expect(page.get_by_text("Reconnecting")).to_be_visible()
    finger.decide("bids")
    if page.locator("dialog[open]").count():
        finger.sure()
    expect(page.locator(TURN)).to_have_text("Sending …")
    fragile.again()
    expect(page.get_by_text("Reconnecting")).to_have_count(0)
    finger.play("bids", 2)
    assert finger.until_asked()
    finger.act("bids")
    fragile.kill()
    fragile.again()
    finger.play("bids", MOST)
    expect(page.locator("#end-who")).to_have_text(WON)
    mine = [act["action"] for act in page.evaluate("window.acts")]
    actions = fragile.served.ask(f"/api/rooms/{table.id}/replay")["actions"]
    assert [each["action"] for each in actions if each["seat"] == 0] == mine
    assert len(mine) == 10


def test_the_page_says_when_the_house_is_gone(fragile: Fragile) -> None:
    """The hall says that nobody answers, and reads the board again once the server is back."""
    page = fragile.house.device()
    page.goto("/")
    expect(page.get_by_text("No notices today")).to_be_visible()
    fragile.kill()
    expect(page.get_by_text("Nobody answers the bell")).to_be_visible()
    fragile.again()
    expect(page.get_by_text("No notices today")).to_be_visible()
