"""Every game can be played to its end, by finger on a phone and by keys on a desk."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import bidwell
from tests.browser.drivers import WON, Finger, Hands, Keys
from tests.browser.helpers import DESKTOP, GAMES, PHONE, House

FEWER = {"bids": {"Rounds": 5}}


def play_all(hands: Hands, game: str) -> None:
    """From the hall to the last screen."""
    page = hands.page
    page.goto("/")
    hands.new_table(bidwell.game(game).title, fewer=FEWER.get(game))
    decided = hands.play(game)
    expect(page.locator("#end-who")).to_have_text(WON)
    rows = page.get_by_role("region").filter(has=page.locator("#end-who")).get_by_role("listitem")
    expect(rows).to_have_count(3)
    assert decided == page.evaluate("window.acts.length") > 5


@pytest.mark.parametrize("game", GAMES)
def test_a_finger_plays_a_whole_game(house: House, game: str) -> None:
    """From the hall to the last screen, by taps on a phone."""
    play_all(Finger(house.device(PHONE)), game)


@pytest.mark.parametrize("game", GAMES)
def test_the_keyboard_alone_plays_a_whole_game(house: House, game: str) -> None:
    """From the hall to the last screen, without a mouse."""
    play_all(Keys(house.device(DESKTOP)), game)
