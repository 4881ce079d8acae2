"""The main journeys in Firefox: the hall, the first turns of each game, a reload, and back to the hall."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.bidi import FIREFOX, Tab, firefox
from tests.browser.conftest import ALL
from tests.browser.drivers import CONFIRM
from tests.browser.helpers import GAMES, Served

TITLES = {
    "serengeti": "Serengeti",
    "bids": "Bids",
    "secret_auction": "The Secret Auction House",
    "off_season": "Off Season",
}
TURN = """() => /^Your turn/.test(document.querySelector("header h1 + p")?.textContent ?? "")
    && !document.querySelector("[aria-busy=true]")"""
SPEED = """() => {
    localStorage.setItem("bidwell.pace", JSON.stringify("at once"));
    localStorage.setItem("bidwell.sound", "false");
    localStorage.setItem("bidwell.guided", JSON.stringify(["serengeti", "bids", "secret_auction", "off_season"]));
}"""
DONE = """before => document.querySelector("dialog[open]") ? "asks"
    : !document.querySelector("[aria-busy=true]") && document.querySelector("main").innerText !== before && "done" """
CHOICES = {
    "serengeti": [("[data-action=pass][data-look]", ""), ("[data-action=pass]:not([data-look])", "")],
    "bids": [("[aria-label='My hand'] button[aria-disabled=false]", ""), ("main button:not([aria-label])", "^Play ")],
    "off_season": [
        ("[aria-label='Your decision'] [data-key][aria-disabled=false]", ""),
        (CONFIRM, ""),
    ],
}
"""What is pressed to decide, one thing after another."""


@pytest.fixture(scope="module")
def tab(served: Served, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    """One Firefox for all journeys. Where it is missing, one line says so."""
    if not FIREFOX.exists():
        (pytest.fail if ALL else pytest.skip)(f"{FIREFOX} is not installed: the journeys are not tried in Firefox")
    with firefox(tmp_path_factory.mktemp("firefox") / "profile") as tab:
        tab.go(served.url)
        tab.run(SPEED)
        yield tab


def decide(tab: Tab, game: str) -> None:
    """Make one decision with the mouse, once it is asked for."""
    tab.until(TURN)
    if game != "secret_auction":
        presses = CHOICES[game]
    elif tab.run("() => !!document.querySelector('[aria-label=Requests] button')"):
        presses = [("[aria-label=Requests] button", "")] * 2
    else:
        presses = [("button.chip[aria-disabled=false]", "Pass")] * 2
    before = tab.run("() => document.querySelector('main').innerText")
    for what, words in presses:
        tab.press(what, words)
    if tab.until(DONE, before) == "asks":
        tab.press("dialog button:last-of-type")
        tab.until("() => !document.querySelector('dialog[open], [aria-busy=true]')")


@pytest.mark.parametrize("game", GAMES)
def test_a_journey_in_firefox(served: Served, tab: Tab, game: str) -> None:
    """From the hall to a table, two decisions with a reload between them, and back; no page reports an error."""
    tab.go(served.url)
    tab.press("a", f"New table of {TITLES[game]}$")
    tab.press("button", "Create the table")
    decide(tab, game)
    tab.reload()
    decide(tab, game)
    tab.press("a", "Back to the hall")
    tab.until("() => location.pathname === '/' && !!document.querySelector('a[href^=\"/new/\"]')")
    assert not tab.faults, "; ".join(tab.faults)
