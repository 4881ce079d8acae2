"""A newcomer at a table: the goal card, the hint, what is agreed, and a shared step of a replay."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.helpers import GAMES, PHONE, House, Room, Served, room

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


def test_a_replay_shows_the_eyes_that_were_chosen_last(house: House) -> None:
    """Also if the answer about those chosen before comes later."""
    table = room(house.served, "bids", 3, options={"rounds": 1})
    table.play()
    page = house.device()
    late: list[Route] = []
    page.route("**/replay?seat=1", lambda route: late.append(route))
    page.goto(f"/replay/{table.id}?step=3")
    eyes, hand = page.get_by_label("By whose eyes"), page.get_by_role("group", name="My hand")
    with page.expect_request("**/replay?seat=1"):
        eyes.select_option("1")
    eyes.select_option("0")
    expect(hand).to_be_visible()
    shown = hand.inner_text()
    with page.expect_response("**/replay?seat=1"):
        late[0].continue_()
    page.wait_for_load_state("networkidle")
    assert hand.inner_text() == shown


def test_an_unknown_game_has_no_table(house: House) -> None:
    """It says so, and offers no form."""
    page = house.device()
    page.goto("/new/chess")
    expect(page.get_by_role("heading", name="There is no such game")).to_be_visible()
    expect(page.get_by_role("button", name="Create the table")).to_have_count(0)


def test_a_link_for_the_network_comes_with_a_code(house: House) -> None:
    """A house that is open to the network shows an address that others can reach, as a link and as a QR code."""
    page = house.device()
    open_house = {"lan": True, "links": ["http://192.168.7.9:8000"], "may_switch": True}
    page.route("**/api/house", lambda route: route.fulfill(json=open_house))
    made = house.served.ask("/api/rooms", {"game": "bids", "seats": [{"who": "me"}, {"who": "open"}, {"who": "open"}]})
    room = made["room"]["id"]
    page.goto(f"/room/{room}")
    expect(page.get_by_label("Anyone with this link can sit down")).to_have_value(
        f"http://192.168.7.9:8000/room/{room}"
    )
    expect(page.get_by_role("img", name="QR code")).to_be_visible()


def test_a_friend_comes_by_the_link_of_an_opened_house(browser: Browser, tmp_path: Path) -> None:
    """The host opens the house in the waiting room; the link that appears leads from another address to a seat."""
    served = Served(tmp_path / "home", network="127.0.0.2")
    house = House(served, browser)
    # The friend's page is at that address, and nowhere else.
    house.watch.allowed = re.compile(r"goes elsewhere: \w+://127\.0\.0\.2:")
    try:
        seats = [{"who": "me", "name": "Ada"}, {"who": "open"}, {"who": "open"}]
        made = served.ask("/api/rooms", {"game": "bids", "seats": seats})
        host = house.seated(Room(served, made["room"]["id"], made["tokens"]))
        host.get_by_label("Open to my network").check()
        link = host.get_by_label("Anyone with this link can sit down")
        expect(link).to_have_value(f"http://127.0.0.2:{served.port}/room/{made['room']['id']}")
        friend = house.device()
        friend.goto(link.input_value())
        friend.get_by_label("Your name").fill("Ben")
        friend.get_by_role("button", name="Sit down").click()
        expect(friend.get_by_text("You have a seat. Ada will deal.")).to_be_visible()
        expect(host.get_by_text("Ben", exact=True)).to_be_visible()
        host.get_by_label("Open to my network").uncheck()
        expect(link).to_have_value(re.compile(r"^http://127\.0\.0\.1:"))
        house.close()
    finally:
        served.stop()


def test_a_table_and_a_step_are_shared_by_the_address_on_the_network(house: House) -> None:
    """Also where the page has no clipboard of its own, as over HTTP on a network."""
    table = room(house.served, "secret_auction", 3)
    page = house.device(
        remembers={"seats": {table.id: table.tokens}},
        script="""
            Object.defineProperty(navigator, "clipboard", {value: undefined});
            document.addEventListener("copy", () => (window.copied = document.activeElement.value));
        """,
    )
    open_house = {"lan": True, "links": ["http://192.168.7.9:8000"], "may_switch": True}
    page.route("**/api/house", lambda route: route.fulfill(json=open_house))
    page.goto(f"/room/{table.id}")
    page.get_by_role("button", name="Menu").click()
    page.get_by_text("QR code of this table").click()
    expect(page.get_by_role("img", name=f"QR code of http://192.168.7.9:8000/room/{table.id}")).to_be_visible()
    page.get_by_role("button", name="Copy the link to this table").click()
    expect(page.get_by_text("The link is copied.")).to_be_visible()
    assert page.evaluate("window.copied") == f"http://192.168.7.9:8000/room/{table.id}"
    table.play()
    page.goto(f"/replay/{table.id}?step=7")
    page.get_by_role("button", name="Link to this step").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("window.copied") == f"http://192.168.7.9:8000/replay/{table.id}?step=7"


def test_every_value_of_an_option_is_explained_before_it_is_chosen(house: House) -> None:
    """Those that are not chosen too, each once."""
    page = house.device()
    page.goto("/new/bids")
    special = page.get_by_role("group", name="Special cards")
    for sentence in ("Only numbers, 2× and −5 are played for.", "Thief: its winner steals a black card."):
        expect(special.get_by_text(sentence)).to_have_count(1)
    special.get_by_role("checkbox", name="Thief").check(force=True)
    expect(special.get_by_text("Thief: its winner steals a black card.")).to_have_count(1)
    expect(page.get_by_role("group", name="Colour bids")).to_contain_text("On: The colour played most often wins")


def test_a_notice_explains_every_option(house: House) -> None:
    """What is as usual is folded up, and in the same words as in the waiting room."""
    seats = [{"who": "me", "name": "Ada"}, {"who": "open"}, {"who": "open"}]
    house.served.ask("/api/rooms", {"game": "secret_auction", "seats": seats, "open": True})
    page = house.device()
    page.goto("/")
    agreed = page.get_by_label("What is agreed").filter(has_text="The usual rules").first
    agreed.get_by_text("The usual rules").click()
    expect(agreed).to_contain_text("Cards in a bid:")


def test_a_mistake_is_drawn_on_the_board(house: House) -> None:
    """The replay goes to the decision by its player's eyes and marks the better action; words tell how sure that is."""
    table = room(house.served, "serengeti", 3)
    table.play()
    actions = house.served.ask(f"/api/rooms/{table.id}/replay?seat=0")["actions"]
    step = next(at for at, taken in enumerate(actions, 1) if taken["seat"] == 0 and taken["action"].startswith("bid"))
    page = house.device()
    page.route(f"**/api/rooms/{table.id}/analysis", lambda route: route.fulfill(json=judged(step, actions[step - 1])))
    page.goto(f"/replay/{table.id}")
    page.get_by_role("button", name="Next mistake").click()
    expect(page.locator("[data-action=pass][data-coach]").first).to_be_visible()
    expect(page.locator("p.lesson")).to_contain_text("Better: pass, 40 %, which is 15 more, give or take 6.")
    expect(page.get_by_label("Step of the game")).to_have_value(str(step - 1))


def judged(step: int, taken: Mapping[str, Any]) -> dict[str, Any]:
    """An analysis with one mistake, for which passing was better."""
    options = [{"action": "pass", "wins": 0.4, "error": 0.02}, {"action": taken["action"], "wins": 0.25, "error": 0.02}]
    mistake = {"step": step, "seat": 0, "place": "Round 1", "played": taken["action"], "clear": True}
    mistake |= {"wins": 0.25, "cost": 0.15, "cost_error": 0.03, "alternatives": options}
    player = {"name": "Ada", "place": 1, "score": 0, "decisions": 1, "grades": {}, "average": 0}
    report = {"seats": [0], "steps": 9, "players": [player], "points": [], "chapters": [], "turns": [], "worlds": 10}
    return {"state": "there", "done": 1, "report": {**report, "decisions": [mistake]}}
