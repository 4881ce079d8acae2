"""The hall polls the server at its intended rate, whatever tables it shows."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.helpers import House, room

WATCHED = 5_000
"""Milliseconds over which requests are counted."""
MOST_REQUESTS = 8
"""Two polls at most fall into that time: each asks for the board and for a running table; once for the games."""
MOST_MEMORY = 200_000_000


def requests_in_the_hall(page: Page) -> list[str]:
    """Go back to the hall and count what it asks for."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("link", name="Back to the hall").first.click()
    expect(page.get_by_role("heading", name="Your tables")).to_be_visible()
    page.wait_for_timeout(WATCHED)
    return [url for url in asked if "/api/" in url]


def test_back_to_the_hall_from_a_finished_table(house: House) -> None:
    """The tab stays responsive, polls slowly, and shows the table with its replay."""
    table = room(house.served, "serengeti", players=3)
    table.play()
    page = house.seated(table)
    expect(page.locator("#end-who")).to_be_visible()
    assert len(requests_in_the_hall(page)) <= MOST_REQUESTS
    expect(page.get_by_role("link", name="Replay Serengeti")).to_be_visible()
    assert page.evaluate("performance.memory.usedJSHeapSize") < MOST_MEMORY


def test_back_to_the_hall_from_a_running_table(house: House) -> None:
    """The hall polls slowly, and the player can return to the table."""
    table = room(house.served, "serengeti", players=3)
    page = house.seated(table)
    expect(page.get_by_text("Your turn").first).to_be_visible()
    assert len(requests_in_the_hall(page)) <= MOST_REQUESTS
    page.get_by_role("link", name="Continue Serengeti").click()
    expect(page.get_by_text("Your turn").first).to_be_visible()


def test_a_finished_table_tells_its_result_until_it_is_removed(house: House) -> None:
    """Your tables: who won and when; removed, it is gone from the list."""
    table = room(house.served, "secret_auction", 3)
    table.play()
    page = house.device(remembers={"seats": {table.id: table.tokens}})
    page.goto("/")
    yours = page.get_by_role("region", name="Your tables")
    expect(yours).to_contain_text(re.compile(r"won with \d+ points?|shared the win"))
    expect(yours).to_contain_text("with the novice bots")
    yours.get_by_role("button", name="Remove").click()
    expect(yours.get_by_role("button", name="Remove")).to_have_count(0)
