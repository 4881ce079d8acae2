"""A served page and a browser for the tests, and games played up to a given moment."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, sync_playwright
from websockets.sync.client import ClientConnection, connect

import bidwell
from tests.browser.serve import NETWORK

CHROMIUM = Path(os.environ.get("BIDWELL_CHROMIUM", "/usr/bin/chromium"))
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]
PATIENCE = float(os.environ.get("BIDWELL_PATIENCE", "60"))
"""Seconds before a wait fails: far more than anything needs."""
PHONE, DESKTOP = (390, 844), (1440, 900)
GAMES = tuple(game.name for game in bidwell.games())
SEATS = {game.name: max(game.players) for game in bidwell.games()}
"""The largest number of players of each game."""
ROOT = Path(__file__).parents[2]

COUNTING = """
    window.acts = [];
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        const said = JSON.parse(text);
        if (said.say === "act" && !window.acts.some(({ key }) => key === said.key)) window.acts.push(said);
        return send.call(this, text);
    };
"""
"""Records the actions a page sends, so that a test can wait for them; changes nothing else."""

Theme = Literal["light", "dark"]
View = dict[str, Any]


class Served:
    """`bidwell serve` in its own process."""

    def __init__(
        self,
        home: Path,
        port: int = 0,
        games: Mapping[str, Path] | None = None,
        *,
        quick_bots: bool = True,
        network: str = "",
    ) -> None:
        """Serve from `home`; `games` adds packages, each with the folder around it; `network` is the own address."""
        self.home = home
        self._log = home.with_suffix(".log").open("ab")
        program = "tests.browser.serve" if quick_bots else "bidwell"
        command = [sys.executable, "-m", program, "serve", "--home", str(home), "--port", str(port)]
        path = [str(ROOT), str(Path(bidwell.__file__).parents[1]), *map(str, (games or {}).values())]
        given = {"PYTHONPATH": os.pathsep.join(path), "BIDWELL_GAMES": ",".join(games or {})}
        given[NETWORK] = network
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self._log, env={**os.environ, **given})
        assert self._process.stdout
        line = self._process.stdout.readline().decode()
        found = re.search(r"http://[\d.]+:(\d+)", line)
        if not found:
            self.kill()
            raise RuntimeError(Path(self._log.name).read_text(encoding="utf-8"))
        self.url, self.port = found.group(), int(found[1])
        self._quick_bots = quick_bots

    def begin(self) -> None:
        """Deal the next rooms from the first secret on; see `serve.py`."""
        if self._quick_bots:
            os.kill(self._process.pid, signal.SIGUSR1)

    def kill(self) -> None:
        """Kill the process, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Stop the process, as Ctrl-C does."""
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        if self._process.poll() is None:
            os.kill(self._process.pid, how)
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            raise
        finally:
            assert self._process.stdout
            self._process.stdout.close()
            self._log.close()

    def ask(self, path: str, body: Any = None) -> Any:
        """Return the server's answer; a request refused as too frequent is repeated."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}{path}", data, {"content-type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError as refused:
            with refused:
                if refused.code != 429:
                    raise
            time.sleep(1)
            return self.ask(path, body)


# A browser that records faults


@dataclass
class Watch:
    """The faults of all pages."""

    host: str
    allowed: re.Pattern[str] = field(default_factory=lambda: re.compile(r"(?!)"))
    found: list[str] = field(default_factory=list)

    def over(self, page: Page) -> None:
        """Watch the console, the exceptions and the requests of this page."""
        page.on("console", self._console)
        page.on("pageerror", lambda problem: self._note(f"uncaught: {problem}"))
        page.on("request", lambda request: self._asked(request))
        page.on("websocket", lambda line: self._at(line.url))

    def _console(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self._note(f"console: {said.text}")

    def _asked(self, request: Request) -> None:
        self._at(request.url)

    def _at(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in {"data", "blob", "about"} and parts.netloc != self.host:
            self._note(f"goes elsewhere: {url}")

    def _note(self, problem: str) -> None:
        if not self.allowed.search(problem):
            self.found.append(problem)


@contextmanager
def launched() -> Iterator[Browser]:
    """One browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


class House:
    """The served page and its visitors, each on their own device."""

    def __init__(self, served: Served, browser: Browser) -> None:
        self.served = served
        served.begin()
        self.browser = browser
        self.watch = Watch(urlsplit(served.url).netloc)
        self._contexts: list[BrowserContext] = []

    def device(
        self,
        size: tuple[int, int] = DESKTOP,
        theme: Theme = "light",
        motion: bool = False,
        remembers: dict[str, Any] | None = None,
        script: str = "",
    ) -> Page:
        """A blank page on a device that shows moves at once and has seen every guide."""
        context = self.browser.new_context(
            base_url=self.served.url,
            viewport={"width": size[0], "height": size[1]},
            has_touch=min(size) < 600,
            is_mobile=min(size) < 600,
            color_scheme=theme,
            reduced_motion="no-preference" if motion else "reduce",
        )
        context.set_default_timeout(PATIENCE * 1000)
        self._contexts.append(context)
        kept = {"pace": "at once", "guided": [*GAMES], "sound": False, **(remembers or {})}
        # Only on the first visit: the page itself must remember later choices.
        store = f"if (!localStorage.length) Object.entries({json.dumps(kept)}).forEach(([name, value]) => "
        store += "localStorage.setItem(`bidwell.${name}`, JSON.stringify(value)))"
        context.add_init_script(f"{store}; {COUNTING}; {script}")
        page = context.new_page()
        self.watch.over(page)
        return page

    def seated(self, room: Room, **how: Any) -> Page:
        """A device that holds seats at this table, with its page open."""
        remembers = {"seats": {room.id: room.tokens}, **how.pop("remembers", {})}
        page = self.device(remembers=remembers, **how)
        page.goto(f"/room/{room.id}")
        return page

    def close(self) -> None:
        """Close all devices, and fail if any page had a fault."""
        for context in self._contexts:
            context.close()
        assert not self.watch.found, "; ".join(self.watch.found)


# Games played up to a moment

Wanted = Callable[[View], bool]


@dataclass
class Room:
    """A table whose tokens this process holds."""

    served: Served
    id: str
    tokens: dict[str, str]

    def play(self, until: Wanted = lambda view: False, seed: int = 1) -> View:
        """Play without a page until it is this seat's turn and `until` holds, or the game is over."""
        chance = random.Random(seed)
        address = self.served.url.replace("http", "ws")
        with connect(f"{address}/ws/{self.id}", open_timeout=PATIENCE, max_size=None) as line:
            line.send(json.dumps({"say": "hello", "tokens": [*self.tokens.values()]}))
            key = None
            for number in range(10_000):
                shown = heard(line, key)
                if shown["ending"] or until(shown["view"]):
                    return dict(shown["view"])
                key = f"{self.id} {number}"
                action = {"seat": shown["seat"], "seq": shown["seq"], "action": sensible(shown["view"], chance)}
                line.send(json.dumps({"say": "act", "key": key, **action}))
        raise AssertionError("it never ends")


def heard(line: ClientConnection, key: str | None) -> View:
    """The next view that asks for an action, after the answer to the last message."""
    while True:
        message: View = json.loads(line.recv(PATIENCE))
        assert message["tell"] != "error", message
        if message["tell"] not in {"view", "refused"} or (key and message["key"] != key):
            continue
        key = None
        if message["tell"] == "view" and (message["ending"] or message["view"]["legal"]):
            return message


def sensible(view: View, chance: random.Random) -> str:
    """A plausible action of a person, so that tables look natural."""
    legal: list[str] = view["legal"]
    if view["game"] == "serengeti" and "pass" in legal:
        price = int(view["price"])
        return chance.choice(legal[:3]) if price < chance.randrange(2, 14) and chance.random() < 0.7 else "pass"
    if view["game"] == "secret_auction":
        bids = [action for action in legal if action.startswith("bid")]
        return chance.choice(bids or legal)
    if view["game"] == "off_season" and legal[0].startswith("bet"):
        return chance.choice(legal[: 1 + len(legal) // 2])
    return chance.choice(legal)


NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay")


def room(
    served: Served, game: str, players: int = 4, people: int = 1, names: Sequence[str] = NAMES, **more: Any
) -> Room:
    """A table with people on this device and novice bots."""
    seats = [{"who": "me" if place < people else "novice", "name": names[place]} for place in range(players)]
    wanted = {"game": game, "seats": seats, "options": {}, "open": False, "seconds": 0, **more}
    made = served.ask("/api/rooms", wanted)
    return Room(served, made["room"]["id"], made["tokens"])
