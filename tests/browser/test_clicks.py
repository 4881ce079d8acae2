"""One rule for clicks at every table: the first selects and says what it means, the second plays."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.drivers import ASKED, BIDS_CARDS, DEEDS
from tests.browser.helpers import DESKTOP, GAMES, PHONE, House, Served, room

CHOICES = {
    "serengeti": "[data-action=pass][data-look]",
    "bids": BIDS_CARDS,
    "secret_auction": "[aria-label=Requests] button",
    "off_season": DEEDS,
}
"""What one chooses from at the first decision; a bid of money cards is chosen card by card."""


def asked(house: House, served: Served, game: str, **how: Any) -> tuple[Page, Locator]:
    """A page at its first decision, and what is clicked."""
    page = house.seated(room(served, game, 3), **how)
    page.wait_for_function(ASKED)
    choice = page.locator(CHOICES[game]).first
    choice.wait_for()
    return page, choice


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["mouse", "touch"])
@pytest.mark.parametrize("game", GAMES)
def test_a_click_selects_and_a_second_one_plays(house: House, served: Served, game: str, size: tuple[int, int]) -> None:
    """By mouse and by touch, nothing is sent at the first one, and the page says what it would do."""
    page, choice = asked(house, served, game, size=size)
    press = choice.click if size == DESKTOP else choice.tap
    before = page.locator("main").inner_text()
    press()
    page.wait_for_function("before => document.querySelector('main').innerText !== before", arg=before)
    assert page.evaluate("acts.length") == 0
    press()
    page.wait_for_function("acts.length === 1 || document.querySelector('dialog[open]')")


@pytest.mark.parametrize("game", GAMES)
def test_one_click_plays_for_those_who_want_it(house: House, served: Served, game: str) -> None:
    """The setting "play at once"; only a costly action is still asked about."""
    page, choice = asked(house, served, game, remembers={"at-once": True})
    choice.click()
    page.wait_for_function("acts.length === 1 || document.querySelector('dialog[open].costly, dialog[open] .costly')")
