"""A short animated picture of one sale: real frames of a game of Serengeti, as the page shows it."""

from __future__ import annotations

import argparse
import base64
import io
import itertools
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page

from tests.browser.drivers import ASKED
from tests.browser.helpers import House, Room, Served, launched, room
from tests.browser.screenshots import serengeti

SIZE = (960, 660)
WIDE = 720
LONGEST = 14.0
"""Seconds that are filmed at most."""
STEP = 0.1
"""Seconds between frames that are kept, at least."""
Frame = tuple[float, bytes]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.browser.film", description=__doc__)
    parser.add_argument("path", type=Path, help="the file to write, an animated WebP")
    path: Path = parser.parse_args().path
    with tempfile.TemporaryDirectory() as home:
        served = Served(Path(home) / "home")
        try:
            with launched() as browser:
                table = room(served, "serengeti")
                table.play(serengeti, seed=4)
                frames = filmed(House(served, browser), table)
        finally:
            served.stop()
    write(frames, path)
    print(f"{path} {len(frames)} frames {path.stat().st_size // 1000} KB")


def filmed(house: House, table: Room) -> list[Frame]:
    """Every change of the page from my bid to the next decision."""
    page = house.seated(table, size=SIZE, motion=True, remembers={"pace": "normal", "panel": None})
    page.wait_for_function(ASKED)
    page.wait_for_timeout(1000)
    frames: list[Frame] = []
    camera = page.context.new_cdp_session(page)

    def keep(shot: dict[str, Any]) -> None:
        frames.append((float(shot["metadata"]["timestamp"]), base64.b64decode(shot["data"])))
        camera.send("Page.screencastFrameAck", {"sessionId": shot["sessionId"]})

    camera.on("Page.screencastFrame", keep)
    camera.send("Page.startScreencast", {"format": "png"})
    act(page)
    camera.send("Page.stopScreencast")
    return thinned(frames)


def act(page: Page) -> None:
    """Pass, and watch until the lot is sold and the next decision is mine."""
    page.locator("[data-action=pass][data-look]").click()
    page.wait_for_timeout(700)
    page.locator("[data-action=pass]:not([data-look])").click()
    page.locator("[data-moment=sale]").wait_for()
    page.locator("[data-moment]").wait_for(state="detached")
    page.wait_for_timeout(900)


def thinned(frames: list[Frame]) -> list[Frame]:
    """At most ten frames a second, the last of a group; at most so many seconds, the last ones."""
    kept: list[Frame] = []
    for moment, shot in frames:
        if kept and moment - kept[-1][0] < STEP:
            kept[-1] = (kept[-1][0], shot)
        else:
            kept.append((moment, shot))
    return [frame for frame in kept if frame[0] > kept[-1][0] - LONGEST]


def write(frames: list[Frame], path: Path) -> None:
    """Each frame for as long as it was seen, and the last for two seconds."""
    height = round(SIZE[1] * WIDE / SIZE[0])
    pictures = [Image.open(io.BytesIO(shot)).convert("RGB").resize((WIDE, height)) for _, shot in frames]
    times = [moment for moment, _ in frames]
    lasts = [round(1000 * (after - before)) for before, after in itertools.pairwise(times)] + [2000]
    pictures[0].save(path, save_all=True, append_images=pictures[1:], duration=lasts, loop=0, quality=62, method=4)


if __name__ == "__main__":
    main()
