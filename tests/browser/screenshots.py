"""Pictures of the hall and of every table, by day and in the evening, on a desk and on a phone.

A table is shown in the middle of a game, at the moment of a sale, and at its end.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page

from tests.browser.drivers import TURN
from tests.browser.helpers import DESKTOP, GAMES, PHONE, House, Served, Theme, View, Wanted, launched, room

HELD = """
    const later = window.setTimeout, holds = [1700, 1500, 3600, 1300, 1100].map(time => time * 1.6);
    window.setTimeout = (what, time, ...more) =>
        holds.includes(time) ? (window.goOn = what, later(() => {}, 0)) : later(what, time, ...more);
"""
"""At the calm tempo a moment stays until `goOn` is called, so that a picture can be taken of it."""
SALE = dict.fromkeys(GAMES, "[data-moment=sale]") | {"bids": "[data-moment=turn]"}
OPENED = 2500
"""Milliseconds after which envelopes are open."""
THEMES: tuple[Theme, Theme] = ("light", "dark")
SIZES = {"desktop": DESKTOP, "phone": PHONE}
QUALITY = 72
STILL = "() => Promise.allSettled([document.fonts.ready, ...document.getAnimations().map(each => each.finished)])"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.browser.screenshots", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pictures go")
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        served = Served(Path(home) / "home")
        try:
            with launched() as browser:
                for path in pictures(served, House(served, browser), folder):
                    print(f"{path} {path.stat().st_size // 1000} KB")
        finally:
            served.stop()


def pictures(served: Served, house: House, folder: Path) -> Iterator[Path]:
    """All of them, one after another."""
    for game in GAMES:
        table = room(served, game)
        pages = {
            f"{size}-{theme}": house.seated(table, size=SIZES[size], theme=theme) for size in SIZES for theme in THEMES
        }
        for page in pages.values():
            page.locator(TURN).wait_for()
        for moment, when in (("middle", MIDDLE[game]), ("sale", never), ("end", never)):
            if moment == "sale":
                yield from sales(served, house, game, folder)
                continue
            view = table.play(when, seed=4)
            assert moment == "end" or view["legal"], f"{game} was over before a decision to show"
            for name, page in pages.items():
                if moment == "end":
                    page.get_by_text("The shuffle was honest").wait_for()
                yield shot(page, folder / f"{game}-{moment}-{name}.jpg")
        for page in pages.values():
            page.context.close()
    for size in SIZES:
        for theme in THEMES:
            hall = house.device(SIZES[size], theme)
            hall.goto("/")
            hall.get_by_text("No notices today").wait_for()
            yield shot(hall, folder / f"hall-{size}-{theme}.jpg")


def sales(served: Served, house: House, game: str, folder: Path) -> Iterator[Path]:
    """The first sale of a game, its card held still."""
    for size in SIZES:
        for theme in THEMES:
            table = room(served, game)
            page = house.seated(table, size=SIZES[size], theme=theme, remembers={"pace": "calm"}, script=HELD)
            page.locator(TURN).wait_for()
            table.play(SOLD[game], seed=4)
            moment = page.locator("[data-moment]")
            moment.wait_for()
            page.wait_for_timeout(OPENED)
            while not page.locator(SALE[game]).count():
                page.evaluate("goOn()")
                moment.wait_for()
                page.wait_for_timeout(OPENED)
            yield shot(page, folder / f"{game}-sale-{size}-{theme}.jpg")
            page.context.close()


def shot(page: Page, path: Path) -> Path:
    """One picture, when nothing moves any more."""
    page.wait_for_timeout(400)
    page.evaluate(STILL)
    page.screenshot(path=path, type="jpeg", quality=QUALITY)
    return path


def never(view: View) -> bool:
    """Play to the end."""
    return False


SOLD: dict[str, Wanted] = {
    "serengeti": lambda view: int(view["round_number"]) >= 2,
    "bids": lambda view: int(view["turn_number"]) >= 4,
    "secret_auction": lambda view: int(view["turned"]) >= 4,
    "off_season": lambda view: int(view["round_number"]) >= 3,
}
"""By when something has been sold, also if the first bids burn."""


def serengeti(view: View) -> bool:
    """A bid stands, some cards are won."""
    return int(view["round_number"]) >= 8 and int(view["price"]) > 1 and "pass" in view["legal"]


def bids(view: View) -> bool:
    """The second round, some cards on the table."""
    return int(view["round_number"]) >= 2 and int(view["turn_number"]) >= 5 and not view["stealing"]


def secret_auction(view: View) -> bool:
    """A third of the items are sold."""
    return int(view["turned"]) >= 6


def off_season(view: View) -> bool:
    """Camels have loads, and I am to choose a market."""
    return int(view["round_number"]) >= 3 and str(view["legal"][0]).startswith("market")


MIDDLE: dict[str, Wanted] = {
    "serengeti": serengeti,
    "bids": bids,
    "secret_auction": secret_auction,
    "off_season": off_season,
}


if __name__ == "__main__":
    main()
