"""Accessibility: no serious fault that axe finds, nothing too wide, nothing too small for a finger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.drivers import TURN, Keys
from tests.browser.helpers import DESKTOP, GAMES, PHONE, House, Room, Served, Theme, View, room

NARROW = (360, 740)
THEMES: tuple[Theme, Theme] = ("light", "dark")
RUN = """() => axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.slice(0, 4)
        .map(node => `${id}: ${node.target} ${node.any[0]?.message ?? ""}`)))"""
SETTLED = """async () => {
    for (let still = 0, frame = 0; still < 3 && frame < 100; frame += 1) {
        still = document.getAnimations().some(each => each.playState === "running") ? 0 : still + 1;
        await new Promise(requestAnimationFrame);
    }
}"""
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
SMALL = """() => [...document.querySelectorAll("button, a[href], summary, select, [role=button]")].filter(each => {
    const box = each.getBoundingClientRect(), style = getComputedStyle(each);
    const within = document.querySelector("dialog[open]")?.contains(each) ?? true;
    if (!box.width || style.visibility !== "visible" || each.classList.contains("unseen") || !within) return false;
    const inText = style.display === "inline" || each.closest("dd, p:not([role])");
    return !inText && (box.width < 43.5 || box.height < 43.5);
}).map(each => {
    const box = each.getBoundingClientRect();
    const said = (each.getAttribute("aria-label") || each.textContent).trim().slice(0, 40);
    return `${each.className || each.tagName} "${said}" ${Math.round(box.width)}x${Math.round(box.height)}`;
})"""

PANELS = {
    "Rules": "[data-clause]",
    "Chat": "[role=log][aria-label='What was said']",
    "Log": "[role=log][aria-label='What has happened']",
}
"""What the panel beside the table contains; all else opens as a dialog."""


def serious(page: Page, theme: Theme) -> list[str]:
    """What axe finds, by day or in the evening, when nothing changes any more."""
    page.emulate_media(color_scheme=theme)
    page.locator(f"html[data-theme={theme}]").wait_for()
    page.evaluate(SETTLED)
    return list(page.evaluate(RUN))


def faults(page: Page, axe: str) -> list[str]:
    """What is wrong with what a page shows now, in both lights and in three sizes."""
    found: list[str] = []
    page.evaluate(f"() => {{ {axe} }}")
    for width, height in (DESKTOP, PHONE):
        page.set_viewport_size({"width": width, "height": height})
        for theme in THEMES:
            found += [f"{width} {theme}: {each}" for each in serious(page, theme)]
    found += [f"too small: {each}" for each in page.evaluate(SMALL)]
    for width, height in (DESKTOP, PHONE, NARROW):
        page.set_viewport_size({"width": width, "height": height})
        if wider := page.evaluate(WIDER):
            found.append(f"{width}: {wider} too wide")
    return found


def middle(game: str) -> Any:
    """Somewhere in the middle of a game."""
    when: dict[str, Any] = {
        "serengeti": lambda view: view["round_number"] > 6,
        "bids": lambda view: view["turn_number"] > 4,
        "secret_auction": lambda view: view["turned"] > 3 and view["legal"][-1].startswith("bid"),
        "off_season": lambda view: view["round_number"] > 2,
    }
    return when[game]


def brought(table: Room, moment: str, game: str) -> View | None:
    """Bring a table to its moment."""
    return None if moment == "start" else table.play(middle(game) if moment == "middle" else lambda view: False)


@pytest.mark.parametrize("moment", ["start", "middle", "end"])
@pytest.mark.parametrize("game", GAMES)
def test_every_scene_is_for_everybody(house: House, served: Served, axe: str, game: str, moment: str) -> None:
    """At the start, in the middle and at the end of every game."""
    table = room(served, game, options={"rounds": 1} if game == "bids" else {})
    brought(table, moment, game)
    page = house.seated(table)
    page.locator(TURN).wait_for()
    found = faults(page, axe)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("path", ["/", "/new/bids", "/new/secret_auction"])
def test_the_hall_is_for_everybody(house: House, served: Served, axe: str, path: str) -> None:
    """The hall, and the page for a new table."""
    seats = [{"who": "me", "name": "Ida"}, {"who": "open", "name": ""}, {"who": "novice", "name": ""}]
    served.ask("/api/rooms", {"game": "bids", "seats": seats, "options": {}, "open": True, "seconds": 0})
    page = house.device()
    page.goto(path)
    page.get_by_role("heading", level=1).wait_for()
    page.wait_for_load_state("networkidle")
    found = faults(page, axe)
    assert not found, "\n".join(found)


def test_what_opens_is_for_everybody(house: House, served: Served, axe: str) -> None:
    """The rules, the log, the chat, the menu, the keys, and the question before a costly action."""
    found: list[str] = []
    page = house.seated(room(served, "serengeti"), size=DESKTOP)
    keys = Keys(page)
    assert keys.until_asked()
    page.evaluate(f"() => {{ {axe} }}")
    bluff = page.locator("[data-look][data-action='bid 30']")

    def bluffs() -> None:
        keys.go_to(bluff, "30")
        keys.type("Enter")

    ways: dict[str, Callable[[], None]] = {
        "Rules": lambda: keys.type("r"),
        "Chat": lambda: keys.type("c"),
        "Log": lambda: keys.type("l"),
        "Menu": lambda: keys.press(page.get_by_role("button", name="Menu")),
        "Keys": lambda: keys.type("?"),
        "question": bluffs,
    }
    for opened, opens in ways.items():
        opens()
        page.locator(PANELS.get(opened, "dialog[open]")).first.wait_for()
        for theme in THEMES:
            found += [f"{opened} {theme}: {each}" for each in serious(page, theme)]
        if opened not in PANELS:
            keys.type("Escape")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("opened", ["Log", "Rules", "Chat", "Menu"])
def test_sheets_on_a_phone_are_for_everybody(house: House, served: Served, axe: str, opened: str) -> None:
    """What comes up from below."""
    table = room(served, "serengeti")
    table.play(middle("serengeti"))
    page = house.seated(table, size=PHONE)
    page.get_by_role("button", name=opened).tap()
    page.get_by_role("dialog").wait_for()
    found = faults(page, axe)
    assert not found, "\n".join(found)


def test_a_replay_is_for_everybody(house: House, served: Served, axe: str) -> None:
    """With its slider, its log, and the offer to judge the game."""
    table = room(served, "bids", options={"rounds": 1})
    table.play()
    page = house.device()
    page.goto(f"/replay/{table.id}")
    page.get_by_role("slider").wait_for()
    page.keyboard.press("ArrowRight")
    found = faults(page, axe)
    assert not found, "\n".join(found)


def test_a_table_that_waits_and_a_veil_are_for_everybody(house: House, served: Served, axe: str) -> None:
    """Before the deal, and while a device is passed on."""
    seats = [{"who": "me", "name": "Ida"}, {"who": "open", "name": ""}, {"who": "novice", "name": ""}]
    made = served.ask("/api/rooms", {"game": "bids", "seats": seats, "options": {}, "open": True, "seconds": 0})
    waiting = house.seated(Room(served, made["room"]["id"], made["tokens"]))
    waiting.get_by_role("button", name="Deal").wait_for()
    veil = house.seated(room(served, "serengeti", 3, people=3))
    veil.get_by_role("heading", name="Pass the device").wait_for()
    found = faults(waiting, axe) + faults(veil, axe)
    assert not found, "\n".join(found)
