"""A newcomer at a table: the goal card, the hint, what is agreed, and a shared step of a replay."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.helpers import GAMES, PHONE, House, Room, room

ASKED = "() => /^Your turn/.test(document.querySelector('header h1 + p')?.textContent ?? '')"


@pytest.mark.parametrize("game", GAMES)
def test_a_newcomer_reads_the_goal_and_gets_a_hint(house: House, game: str) -> None:
    """The goal card comes once, before the first move; the hint names an action in words and why."""
    page = house.seated(room(house.served, game), size=PHONE, remembers={"guided": []})
    page.get_by_role("button", name="To the table").tap()
    page.get_by_role("button", name="No, thanks").tap()
    page.wait_for_function(ASKED)
    page.get_by_role("button", name="Hint", exact=True).tap()
    expect(page.locator("section.hint")).to_contain_text("The coach would ")
    page.reload()
    page.wait_for_function(ASKED)
    expect(page.get_by_role("button", name="To the table")).to_have_count(0)


def test_the_waiting_room_says_what_is_agreed_and_shows_no_code_on_loopback(house: House) -> None:
    """Game, option in words and clock; a QR code of a loopback address could not work."""
    seats = [{"who": "me", "name": "Ada"}, {"who": "open"}, {"who": "open"}]
    wanted = {"game": "secret_auction", "seats": seats, "options": {"bid_sizes": "stars"}, "seconds": 60}
    made = house.served.ask("/api/rooms", wanted)
    page = house.seated(Room(house.served, made["room"]["id"], made["tokens"]))
    expect(page.get_by_label("What is agreed")).to_contain_text("60 seconds for a decision")
    expect(page.get_by_label("What is agreed")).to_contain_text("as many money cards as the item has stars")
    expect(page.get_by_text("Open to my network")).to_be_visible()
    expect(page.get_by_role("img", name="QR code")).to_have_count(0)


def test_a_link_leads_to_a_step_of_a_replay(house: House) -> None:
    """The address names the step, and opening it shows that step."""
    table = room(house.served, "secret_auction", 3)
    table.play()
    page = house.device()
    page.goto(f"/replay/{table.id}?step=7")
    expect(page.get_by_label("Step of the game")).to_have_value("7")
    page.get_by_role("button", name="One step on").click()
    page.wait_for_url("**?step=8")


def test_an_unknown_game_has_no_table(house: House) -> None:
    """It says so, and offers no form."""
    page = house.device()
    page.goto("/new/chess")
    expect(page.get_by_role("heading", name="There is no such game")).to_be_visible()
    expect(page.get_by_role("button", name="Create the table")).to_have_count(0)
