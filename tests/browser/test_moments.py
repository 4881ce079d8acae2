"""A sale is a moment of its own, which hides nothing from the person to act; and an action can be undone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.drivers import TURN, Keys
from tests.browser.helpers import GAMES, House, Served, room

MOMENT = "[data-moment]"
SOMETHING = f"""() => document.querySelector("{MOMENT}")
    || /^Your turn/.test(document.querySelector("{TURN}")?.textContent ?? "")"""


@pytest.mark.parametrize("game", GAMES)
def test_a_moment_is_skipped_by_a_key_and_plays_nothing(house: House, served: Served, game: str) -> None:
    """Reduced motion keeps the pause; the page says how to go on and who is next; a key shows the true table."""
    page = house.seated(room(served, game, 3), remembers={"pace": "calm"})
    keys = Keys(page)
    moment = page.locator(MOMENT)
    for _ in range(40):
        page.wait_for_function(SOMETHING)
        if moment.count():
            break
        keys.act(game)
    expect(moment).to_contain_text("Tap or press a key to go on")
    acts = page.evaluate("acts.length")
    while moment.count():
        page.keyboard.press("Enter")
        page.wait_for_timeout(100)
    assert page.evaluate("acts.length") == acts


def test_a_sealed_bet_is_undone(house: House, served: Served) -> None:
    """Off Season: another person is still to bet, so my bet comes back and I choose again."""
    table = room(served, "off_season", 3, people=2)
    first = {place: token for place, token in table.tokens.items() if place == "0"}
    page = house.device(remembers={"seats": {table.id: first}})
    page.goto(f"/room/{table.id}")
    keys = Keys(page)
    assert keys.until_asked()
    keys.act("off_season")
    page.get_by_role("button", name="Undo").click()
    assert keys.until_asked()
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
