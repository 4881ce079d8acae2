"""On every size of screen and at 200 % zoom nothing is cut, covered or out of reach, and the first tap counts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.drivers import ASKED, CELLS, CONFIRM, NOTES, PLAYING, SEALING, TURN
from tests.browser.geometry import SIZES, misplaced
from tests.browser.helpers import GAMES, SEATS, House, Room, Served, View, room
from tests.browser.test_access import middle

HANDS = {
    "serengeti": ["[data-action]:not([data-look])", "[data-action=pass]"],
    "bids": ["[aria-label='My hand'] button"],
    "secret_auction": ["[data-note]", "button[aria-disabled]:not([data-note])"],
    "off_season": ["[aria-label='Your decision'] [data-key]"],
}
END = ["#end-who", "a[href='/']", "a[href^='/replay']"]
TOUCHED = [(360, 700), (390, 844), (844, 390)]


@pytest.mark.parametrize("many", [False, True], ids=["four", "all seats"])
@pytest.mark.parametrize("game", GAMES)
def test_a_table_fits_every_size(house: House, served: Served, game: str, many: bool) -> None:
    """In the middle and at the end: no word is cut or over another, the hand and every button can be pressed."""
    for _ in range(9):
        table = room(served, game, SEATS[game] if many else 4, options={"rounds": 1} if game == "bids" else {})
        if table.play(middle(game), seed=4)["legal"]:
            break
    page = house.seated(table)
    page.wait_for_function(ASKED)
    found = misplaced(page, HANDS[game])
    page.goto("/")
    table.play()
    page.goto(f"/room/{table.id}")
    page.locator("#end-who").wait_for()
    found += misplaced(page, END)
    assert not found, "\n".join(found)


def is_rich(view: View) -> bool:
    """Whether the seat may bet so much that the bets need more than a row of a phone."""
    return len(view["legal"]) > 8 and bool(view["legal"][0].startswith("bet"))


@pytest.mark.parametrize("players", [4, 5])
def test_many_bets_fit_every_size(house: House, served: Served, players: int) -> None:
    """They are leafed through in one row, so that the camels stay in sight; a digit leads to its bet."""
    for seed in range(9):
        table = room(served, "off_season", players)
        view = table.play(is_rich, seed=seed)
        if view["legal"]:
            break
    page = house.seated(table, size=TOUCHED[0])
    page.wait_for_function(ASKED)
    found = misplaced(page, HANDS["off_season"])
    assert not found, "\n".join(found)
    page.set_viewport_size({"width": TOUCHED[0][0], "height": TOUCHED[0][1]})
    highest, higher = page.locator(f"[data-action='{view['legal'][-1]}']"), page.get_by_label("Higher bets")
    for _ in view["legal"]:
        if not highest.count():
            tap(page, higher)
    highest.wait_for()
    assert higher.is_disabled()
    page.keyboard.press("0")
    page.wait_for_function("() => document.activeElement.dataset.action === 'bet 0'")


def test_a_bar_above_the_table_pushes_nothing_away(house: House, served: Served) -> None:
    """Somebody is away, which the page says in a bar: everything still fits."""
    table = room(served, "off_season", people=2)
    page = house.device(remembers={"seats": {table.id: {"0": table.tokens["0"]}}})
    page.goto(f"/room/{table.id}")
    page.get_by_role("status").get_by_text("Ben").wait_for()
    found = misplaced(page, HANDS["off_season"])
    assert not found, "\n".join(found)


def test_the_rooms_around_a_table_fit_every_size(house: House, served: Served) -> None:
    """The hall with a notice on its board, a new table, the waiting room, and a replay."""
    seats = [{"who": "me", "name": "Ida"}, {"who": "open", "name": ""}, {"who": "novice", "name": ""}]
    made = served.ask("/api/rooms", {"game": "bids", "seats": seats, "options": {}, "open": True, "seconds": 60})
    waiting = Room(served, made["room"]["id"], made["tokens"])
    played = room(served, "serengeti", 3)
    played.play(seed=2)
    page = house.seated(waiting)
    page.get_by_role("button", name="Deal").wait_for()
    found = [f"waiting room: {each}" for each in misplaced(page, [])]
    for path in ("/", "/new/secret_auction", f"/replay/{played.id}?step=9"):
        page.goto(path)
        page.get_by_role("heading", level=1).wait_for()
        page.wait_for_load_state("networkidle")
        found += [f"{path}: {each}" for each in misplaced(page, ["[type=range]"] if "replay" in path else [])]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_fits_every_size(house: House, served: Served, game: str) -> None:
    """With all cards open and by one player's eyes, at full tables: no word is cut or over another."""
    table = room(served, game, SEATS[game], options={"rounds": 1} if game == "bids" else {})
    table.play(seed=4)
    found = []
    for eyes in ("", "&seat=1"):
        page = house.device()
        page.goto(f"/replay/{table.id}?step=14{eyes}")
        page.get_by_role("slider", name="Step of the game").wait_for()
        found += [f"{eyes or 'all open'}: {each}" for each in misplaced(page, ["[type=range]"])]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("size", ["844x390", "1440x900 at 200 %"])
def test_a_low_hall_shows_how_to_begin(house: House, size: str) -> None:
    """On a phone on its side and in a zoomed window the first doors can be entered without scrolling."""
    page = house.device(SIZES[size])
    page.goto("/")
    for button in page.get_by_role("button", name="Play now").all()[:2]:
        expect(button).to_be_in_viewport(ratio=1)


def test_an_invitation_shows_the_whole_link(house: House, served: Served) -> None:
    """Also where no QR code stands beside it, as on loopback."""
    made = served.ask("/api/rooms", {"game": "bids", "seats": [{"who": "me"}, {"who": "open"}, {"who": "open"}]})
    page = house.seated(Room(served, made["room"]["id"], made["tokens"]), size=SIZES["768x1024"])
    link = page.get_by_label("Anyone with this link can sit down")
    link.wait_for()
    assert link.evaluate("link => link.scrollWidth <= link.clientWidth")


OUTSIDE = """() => {
    const right = each => each.getBoundingClientRect().right;
    return [...document.querySelectorAll(".rivals li")].flatMap(camel =>
        [...camel.querySelectorAll("b, i")].filter(each => right(each) > right(camel) + 1)
            .map(each => each.textContent));
}"""


@pytest.mark.parametrize("size", SIZES)
def test_loads_of_rivals_stay_on_their_camels(house: House, served: Served, size: str) -> None:
    """Off Season, at a full table: no number stands over the next camel's."""
    table = room(served, "off_season", SEATS["off_season"])
    table.play(middle("off_season"), seed=4)
    page = house.seated(table, size=SIZES[size])
    page.wait_for_function(ASKED)
    assert page.evaluate(OUTSIDE) == []


OVER = """() => {
    const boxes = what => [...document.querySelectorAll(what)].map(each => each.getBoundingClientRect());
    return boxes(".fan li, .middle > p").filter(one => boxes(".mine .hand, .mine .bar").some(two =>
        one.left < two.right - 1 && one.right > two.left + 1 && one.top < two.bottom - 1 && one.bottom > two.top + 1));
}"""


@pytest.mark.parametrize("size", SIZES)
def test_a_replay_with_all_hands_open_covers_no_turn(house: House, served: Served, size: str) -> None:
    """Bids, six players: what was played stands above the hand, and the table scrolls if both do not fit."""
    table = room(served, "bids", 6, options={"rounds": 1})
    table.play(seed=4)
    page = house.device(SIZES[size])
    page.goto(f"/replay/{table.id}?step=20")
    page.locator(".fan li").first.wait_for()
    assert page.evaluate(OVER) == []


def tap(page: Page, thing: Locator) -> None:
    """One tap where a thing is now, as a finger does: nothing is scrolled, nothing is waited for."""
    box = thing.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def choose(page: Page, game: str) -> Locator:
    """Choose the first action with single taps, and return the button that confirms it."""
    if game == "secret_auction":
        seal = page.locator("button[aria-disabled]", has_text=SEALING)
        while seal.get_attribute("aria-disabled") == "true":
            left = page.locator(NOTES).count()
            tap(page, page.locator(NOTES).first)
            page.wait_for_function("([what, left]) => document.querySelectorAll(what).length < left", arg=[NOTES, left])
        return seal
    first = {
        "serengeti": CELLS,
        "bids": "[aria-label='My hand'] button[aria-disabled=false]",
        "off_season": "[aria-label='Your decision'] [data-key][aria-disabled=false]",
    }
    tap(page, page.locator(first[game]).first)
    confirm = {
        "serengeti": page.locator("[data-action^='bid ']:not([data-look])"),
        "bids": page.locator("main button:not([aria-label])", has_text=PLAYING),
        "off_season": page.locator(CONFIRM),
    }
    return confirm[game]


@pytest.mark.parametrize("game", GAMES)
def test_the_first_tap_counts(house: House, served: Served, game: str) -> None:
    """A tap chooses and the next one confirms: nothing moves away under the finger."""
    table = room(served, game)
    if game == "secret_auction":
        table.play(lambda view: view["turned"] > 0)
    page = house.seated(table, size=TOUCHED[0])
    for times, (width, height) in enumerate(TOUCHED):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(ASKED)
        if not page.locator(TURN).inner_text().startswith("Your turn"):
            return
        confirm = choose(page, game)
        confirm.wait_for()
        tap(page, confirm)
        page.wait_for_function("times => acts.length > times || document.querySelector('dialog[open]')", arg=times)
        if page.evaluate("times => acts.length <= times", times):
            tap(page, page.locator("dialog[open] button").last)
            page.wait_for_function("times => acts.length > times", arg=times)
