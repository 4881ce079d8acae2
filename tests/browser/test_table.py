"""The frame around every table: help, warnings, the end, and what a device remembers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from bidwell.cli import main
from tests.browser.drivers import CELLS, TURN, WON, Finger, Keys
from tests.browser.geometry import SIZES
from tests.browser.helpers import DESKTOP, GAMES, PHONE, House, Served, View, room
from tests.browser.test_access import middle

RUNNING = """() => document.getAnimations().filter(each => each.playState === "running" && each.effect
    && each.effect.getComputedTiming().duration > 1)
    .map(each => each.animationName ?? each.transitionProperty ?? "?")"""

OUTSIDE = """() => [...document.querySelectorAll(".scene *, #end-who, #end-who *")]
    .filter(each => !each.closest("svg") && each.getBoundingClientRect().right > innerWidth + 3)
    .map(each => `${each.tagName}.${each.className} ${each.textContent}`)"""
"""What runs off the page to the right."""

FRAMES = "async () => { for (let n = 0; n < 3; n += 1) await new Promise(requestAnimationFrame) }"
COVERED = """() => {
    const card = document.querySelector("[aria-label=Guide]").getBoundingClientRect();
    const needed = "main :is([data-action]:not([data-look]), [data-action=pass], [data-note], [data-key], [data-said])";
    return [...document.querySelectorAll(needed)].filter(each => {
        const box = each.getBoundingClientRect();
        return box.width && box.top < card.bottom && box.bottom > card.top
            && box.left < card.right && box.right > card.left;
    }).map(each => each.textContent);
}"""
"""What one acts with, and the sentence about it, that the card of the guide lies over."""


def owns_cards(view: View) -> bool:
    """Serengeti: I am to bid, and some bid is forbidden to me."""
    higher = range(int(view["price"]) + 1, int(view["price"]) + 11)
    return "pass" in view["legal"] and any(f"bid {price}" not in view["legal"] for price in higher)


def remembered(page: Page, name: str) -> object:
    return page.evaluate("name => JSON.parse(localStorage.getItem(`bidwell.${name}`))", name)


@pytest.fixture
def over(house: House, served: Served) -> Keys:
    """Somebody at a table where the game is over."""
    table = room(served, "bids", 3, options={"rounds": 1})
    keys = Keys(house.seated(table))
    assert keys.until_asked()
    table.play()
    expect(keys.page.locator("#end-who")).to_have_text(WON)
    return keys


# Before the deal


def test_blank_cards_are_typed_and_refused_in_a_sentence(house: House, served: Served) -> None:
    """BID-50: what is wrong is said where it is typed, nothing else is lost, and what is right is played."""
    house.watch.allowed = re.compile("status of 400")
    page = house.device(PHONE)
    page.goto("/new/bids")
    finger, blanks = Finger(page), page.get_by_role("textbox", name="Cards of your own")
    finger.fill(blanks, "Joker")
    finger.press(page.get_by_role("button", name="Create the table"))
    expect(page.get_by_role("alert")).to_contain_text("like Joker:7, not 'Joker'")
    expect(page.get_by_role("alert")).to_contain_text("BID-50")
    finger.fill(blanks, ": 7, Two words:-3")
    finger.press(page.get_by_role("button", name="Create the table"))
    page.locator(TURN).wait_for()
    made = served.ask(f"/api/rooms/{page.url.rpartition('/')[2]}")
    assert made["options"]["blanks"] == [["Joker", 7], ["Two words", -3]]


# Help


@pytest.mark.parametrize("game", GAMES)
def test_the_guide_speaks_up(house: House, game: str) -> None:
    """A player in a first game gets a hint at the first decision, and may go on or turn hints off."""
    page = house.device(PHONE, remembers={"guided": [], "goals": [*GAMES]})
    page.goto("/")
    finger = Finger(page)
    finger.press(page.locator(f"article[aria-labelledby=door-{game}]").get_by_role("button", name="Learn by playing"))
    guide = page.get_by_role("region", name="Guide")
    expect(guide.get_by_role("status")).not_to_be_empty()
    first = guide.get_by_role("status").inner_text()
    finger.press(guide.get_by_role("button", name="Got it"))
    expect(page.get_by_role("status").filter(has_text=first)).to_have_count(0)
    page.reload()
    finger.press(guide.get_by_role("button", name="Skip the guide"))
    expect(guide).to_have_count(0)
    assert game in str(remembered(page, "guided"))


def test_the_guide_points_at_what_it_tells_of(house: House, served: Served) -> None:
    """At an ability it rings the decision, not the bar at the top of the page."""
    table = room(served, "off_season")
    table.play(lambda view: view["stage"] == "ability")
    page = house.seated(table, remembers={"guided": [], "goals": [*GAMES]})
    page.get_by_role("button", name="Guide me").click()
    expect(page.get_by_role("region", name="Guide")).to_contain_text("Every market has an ability")
    ring = page.locator(".ring").bounding_box()
    decision = page.get_by_label("Your decision").bounding_box()
    assert ring
    assert decision
    assert abs(ring["y"] + 6 - decision["y"]) < 2


@pytest.mark.parametrize("game", GAMES)
def test_the_guide_covers_neither_buttons_nor_what_they_would_do(house: House, served: Served, game: str) -> None:
    """Its cards lie elsewhere on small screens too, so that what is chosen can be read and confirmed."""
    table = room(served, game)
    table.play(middle(game), seed=4)
    covered = []
    for name, (width, height) in SIZES.items():
        page = house.seated(table, size=(width, height), remembers={"guided": [], "goals": [*GAMES]})
        page.get_by_role("button", name="Guide me").click()
        card = page.get_by_role("region", name="Guide")
        expect(card).to_be_visible()
        while card.count():
            page.evaluate(FRAMES)
            covered += [f"{name}: {each}" for each in page.evaluate(COVERED)]
            card.get_by_role("button").last.click()
            page.evaluate(FRAMES)
    assert not covered, "\n".join(covered)


def test_a_guest_is_asked_once_whether_to_be_guided(house: House, served: Served) -> None:
    """The hints do not come back after `No, thanks`."""
    page = house.seated(room(served, "bids"), remembers={"guided": [], "goals": [*GAMES]})
    Keys(page).press(page.get_by_role("button", name="No, thanks"))
    expect(page.get_by_role("region", name="Guide")).to_have_count(0)
    page.reload()
    page.locator(TURN).wait_for()
    expect(page.get_by_role("region", name="Guide")).to_have_count(0)


def test_rules_open_at_the_clause_of_a_line(house: House, served: Served) -> None:
    """On a phone, from the log: the clause that the line cites is in sight and marked."""
    table = room(served, "serengeti")
    table.play(lambda view: view["round_number"] > 1)
    page = house.seated(table, size=PHONE)
    finger = Finger(page)
    finger.press(page.get_by_role("button", name="Log"))
    line = page.get_by_role("log", name="What has happened").get_by_role("listitem").last.get_by_role("button")
    clause = line.inner_text().split()[-1]
    finger.press(line)
    found = page.locator(f"[data-clause={clause}]")
    expect(found).to_be_in_viewport()
    expect(found).to_contain_text("the clause asked for")


def test_rules_can_be_searched(house: House, served: Served) -> None:
    """R opens the rules beside the table, and a search leaves only what matches."""
    keys = Keys(house.seated(room(served, "bids")))
    keys.until_asked()
    keys.type("r")
    keys.fill(keys.page.get_by_label("Search the rules"), "lucky")
    clauses = keys.page.locator("[data-clause]")
    expect(clauses.first).to_contain_text(re.compile("lucky", re.IGNORECASE))
    assert clauses.count() < 12


def test_what_is_forbidden_is_explained(house: House, served: Served) -> None:
    """A bid that one's own card forbids: a sentence, its clause, and a way to the rule."""
    for seed in range(20):
        table = room(served, "serengeti", options={"fines": False})
        if table.play(owns_cards, seed)["legal"]:
            break
    page = house.seated(table)
    keys = Keys(page)
    assert keys.until_asked()
    shut = page.locator("[data-look][data-action^='bid ']", has_text="forbidden by").first
    keys.go_to(shut, str(shut.get_attribute("data-action")).removeprefix("bid "))
    keys.type("Enter")
    rule = page.get_by_role("button", name=re.compile(r"^Rule SER-\d\d$"))
    expect(rule).to_be_visible()
    keys.press(rule)
    expect(page.locator("[data-clause]", has_text="the clause asked for")).to_be_in_viewport()
    assert page.evaluate("acts.length") == 0


def test_a_forbidden_bid_is_asked_about(house: House, served: Served) -> None:
    """SER-14: as in the terminal: why not, what it would cost, and only a player who insists makes it."""
    for seed in range(20):
        table = room(served, "serengeti")
        if table.play(owns_cards, seed)["legal"]:
            break
    page = house.seated(table)
    keys = Keys(page)
    assert keys.until_asked()
    shut = page.locator("[data-look][data-action^='bid ']", has_text="forbidden by").first
    bid = str(shut.get_attribute("data-action"))
    keys.go_to(shut, bid.removeprefix("bid "))
    keys.type("Enter")
    keys.press(page.get_by_role("button", name="Insist …"))
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("You own a card with")
    expect(dialog).to_contain_text("void, 1 chip to the bank SER-14")
    keys.press(dialog.get_by_role("button", name="Cancel"))
    expect(dialog).to_have_count(0)
    assert page.evaluate("acts.length") == 0
    keys.press(page.get_by_role("button", name="Insist …"))
    keys.press(dialog.get_by_role("button", name=f"Insist: {bid}"))
    page.wait_for_function("acts.length === 1")
    assert page.evaluate("acts[0].action") == bid


def test_a_costly_click_is_asked_about(house: House, served: Served) -> None:
    """A bid beyond my chips: the button that goes back has the focus, so that Enter does not confirm by accident."""
    page = house.seated(room(served, "serengeti"))
    keys = Keys(page)
    assert keys.until_asked()
    bluff = page.locator("[data-look][data-action='bid 30']")
    keys.go_to(bluff, "30")
    keys.type("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Cancel")).to_be_focused()
    keys.type("Enter")
    expect(dialog).to_have_count(0)
    assert page.evaluate("acts.length") == 0
    keys.go_to(bluff, "30")
    keys.type("Enter", "Tab", "Enter")
    page.wait_for_function("acts.length === 1")


# What a device remembers


def test_light_sound_and_pace_are_remembered(house: House, served: Served) -> None:
    """A setting of the menu holds after a reload, also in the hall."""
    page = house.seated(room(served, "bids"), size=PHONE, remembers={"pace": "calm"})
    finger = Finger(page)
    finger.until_asked()
    finger.press(page.get_by_role("button", name="Menu"))
    for choice in ("Evening", "At once"):
        page.get_by_role("dialog").get_by_text(choice, exact=True).tap()
    finger.press(page.get_by_role("checkbox", name="Sound"))
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    finger.press(page.get_by_role("button", name="Menu"))
    expect(page.get_by_role("radio", name="At once")).to_be_checked()
    expect(page.get_by_role("checkbox", name="Sound")).to_be_checked()
    page.goto("/")
    finger.press(page.get_by_role("button", name="Day"))
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


def test_a_device_follows_the_hour(house: House) -> None:
    """Without a choice the page is light or dark like the device."""
    page = house.device(theme="dark")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


@pytest.mark.parametrize("game", GAMES)
def test_nothing_moves_for_those_who_do_not_want_it(house: House, served: Served, game: str) -> None:
    """Reduced motion: no animation runs longer than a blink, while a game is played."""
    finger = Finger(house.seated(room(served, game, 3), size=PHONE))
    for _ in range(5):
        if finger.until_asked():
            finger.act(game)
        assert finger.page.evaluate(RUNNING) == []


# The end


def test_a_rematch_is_one_click_away(over: Keys) -> None:
    """Another table with the same people, where the cards are dealt anew."""
    before = over.page.url
    over.press(over.page.get_by_role("button", name="Rematch"))
    over.page.wait_for_function("before => location.href !== before", arg=before)
    expect(over.page.locator("#end-who")).to_have_count(0)
    assert over.until_asked()
    over.act("bids")


def test_the_shuffle_is_checked_on_the_device(over: Keys) -> None:
    """The seal seen before the deal fits the shuffle shown after the game."""
    expect(over.page.get_by_text("The shuffle was honest")).to_be_visible()


def test_the_record_can_be_taken_home(over: Keys, tmp_path: Path) -> None:
    """A file, that the command line verifies."""
    with over.page.expect_download() as coming:
        over.press(over.page.get_by_role("link", name="Download the record"))
    path = tmp_path / coming.value.suggested_filename
    coming.value.save_as(path)
    assert path.suffix == ".bidwell"
    assert main(["verify", str(path)]) == 0


def test_a_game_is_replayed_by_keys(over: Keys) -> None:
    """Step by step, by chapters, to both ends, and from every seat."""
    page = over.page
    over.press(page.get_by_role("link", name="Replay"))
    slider = page.get_by_role("slider", name="Step of the game")
    expect(slider).to_have_value("0")
    over.type("ArrowRight", "ArrowRight")
    expect(slider).to_have_value("2")
    over.type("ArrowLeft")
    expect(slider).to_have_value("1")
    over.type("End")
    last = str(slider.get_attribute("max"))
    expect(slider).to_have_value(last)
    expect(page.get_by_text(f"{last} / {last}")).to_be_visible()
    over.type("Home")
    over.reach(slider)
    over.type("ArrowRight")
    expect(slider).to_have_value("1")
    over.reach(page.get_by_label("By whose eyes"))
    over.type("ArrowDown")
    expect(page.get_by_role("group", name="My hand")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_a_long_name_has_room(house: House, served: Served, game: str) -> None:
    """On a phone, in play, at the end and in a replay: nothing runs off the page."""
    table = room(served, game, names=("W" * 24, "", "", ""), options={"rounds": 1} if game == "bids" else {})
    finger = Finger(house.seated(table, size=PHONE))
    assert finger.until_asked()
    assert finger.page.evaluate(OUTSIDE) == []
    table.play()
    expect(finger.page.locator("#end-who")).to_have_text(WON)
    assert finger.page.evaluate(OUTSIDE) == []
    finger.press(finger.page.get_by_role("link", name="Replay"))
    finger.page.get_by_role("slider", name="Step of the game").wait_for()
    assert finger.page.evaluate(OUTSIDE) == []


def test_a_replay_shows_every_hand(house: House, served: Served) -> None:
    """Bids, on a phone, with all cards open: ten cards each, those of six players."""
    table = room(served, "bids", 6, options={"rounds": 1})
    table.play()
    page = house.device(PHONE)
    page.goto(f"/replay/{table.id}")
    page.get_by_role("slider", name="Step of the game").wait_for()
    expect(page.locator("[data-place^='hand:'] .hand [data-piece]:visible")).to_have_count(50)
    expect(page.get_by_role("group", name=re.compile("'s hand$")).get_by_role("button")).to_have_count(10)


def test_the_dial_is_walked_by_arrows(house: House, served: Served) -> None:
    """Serengeti: from bid to bid, and a row down; what a bid would pay is said before it is made."""
    keys = Keys(house.seated(room(served, "serengeti"), size=DESKTOP))
    assert keys.until_asked()
    cell = keys.page.locator(CELLS).first
    keys.reach(cell)
    keys.type("ArrowRight")
    assert keys.on(keys.page.locator(CELLS).nth(1))
    price = str(keys.page.locator(CELLS).nth(1).get_attribute("data-action")).removeprefix("bid ")
    expect(keys.page.get_by_role("paragraph").filter(has_text=f"If {price} wins")).to_be_visible()
