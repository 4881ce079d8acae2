"""Players for the tests, by touch or by keyboard only, who choose from what the page offers."""

from __future__ import annotations

import random
import re
from abc import ABC, abstractmethod
from collections.abc import Callable

from playwright.sync_api import Locator, Page

TURN = "header h1 + p"
ASKED = f"""() => /^(Your turn|The game is over)/.test(document.querySelector("{TURN}")?.textContent ?? "")
    && !document.querySelector("[aria-busy=true]")"""
CONFIRM = "[aria-label='Your decision'] button.confirm"
"""The button of Off Season that confirms what is chosen."""
MOST = 600
"""More decisions than any game has."""
TABS = 250
"""More tab stops than lead to any element."""
TRIES = 5
"""How often keys are typed that must follow each other soon; on a machine that stalls one time may not suffice."""


class Hands(ABC):
    """A person at a page."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.chance = random.Random(seed)

    @abstractmethod
    def press(self, thing: Locator) -> None:
        """Press a button or a link."""

    @abstractmethod
    def fill(self, field: Locator, text: str) -> None:
        """Write into an empty field."""

    @abstractmethod
    def set(self, choice: Locator, value: str) -> None:
        """Choose from a list."""

    @abstractmethod
    def sure(self) -> None:
        """Yes, I am sure."""

    @abstractmethod
    def decide(self, game: str) -> None:
        """Make the decision that this game asks for now."""

    def until_asked(self) -> bool:
        """Wait for the player's turn; return False if the game is over."""
        self.page.wait_for_function(ASKED)
        return self.page.locator(TURN).inner_text().startswith("Your turn")

    def act(self, game: str) -> None:
        """Make one decision, until the page has sent it."""
        before: int = self.page.evaluate("window.acts.length")
        told = "before => window.acts.length > before"
        self.decide(game)
        self.page.wait_for_function(f"before => ({told})(before) || document.querySelector('dialog[open]')", arg=before)
        if self.page.evaluate(f"before => !({told})(before)", before):
            self.sure()
            self.page.wait_for_function(told, arg=before)

    def play(self, game: str, decisions: int = MOST) -> int:
        """Play on to the end or for this many decisions; return the number of decisions."""
        for number in range(decisions):
            if not self.until_asked():
                return number
            self.act(game)
        return decisions

    def new_table(self, title: str, players: int = 3, fewer: dict[str, int] | None = None) -> None:
        """From the hall to a table with novice bots."""
        page = self.page
        self.press(page.get_by_role("link", name=f"New table of {title}"))
        page.get_by_role("heading", name="Who sits down?").wait_for()
        self.players(players)
        for seat in range(2, players + 1):
            self.set(page.get_by_label(f"How well the bot in seat {seat} plays"), "novice")
        for option, times in (fewer or {}).items():
            for _ in range(times):
                self.press(page.get_by_role("button", name=f"Fewer: {option}"))
        self.press(page.get_by_role("button", name="Create the table"))

    @abstractmethod
    def players(self, count: int) -> None:
        """Choose this number of cards among the first four."""


class Finger(Hands):
    """Taps."""

    def press(self, thing: Locator) -> None:
        thing.tap()

    def fill(self, field: Locator, text: str) -> None:
        field.tap()
        self.page.keyboard.type(text)

    def set(self, choice: Locator, value: str) -> None:
        choice.select_option(value)

    def players(self, count: int) -> None:
        self.page.get_by_role("group", name="Players").get_by_role("radio", name=str(count)).tap()

    def sure(self) -> None:
        self.page.locator("dialog[open] button").last.tap()

    def decide(self, game: str) -> None:
        TAPS[game](self)

    def one_of(self, things: Locator) -> Locator:
        """Choose one of these elements, once there are any."""
        things.first.wait_for()
        return things.nth(self.chance.randrange(things.count()))

    def serengeti(self) -> None:
        """Give up a card; or use the dial and the large button; or pass."""
        page = self.page
        cards = page.get_by_role("region", name="Give up a card").get_by_role("button")
        if cards.count():
            self.one_of(cards).tap()
            page.locator("[data-action^=discard]:not([data-look])").tap()
            return
        passing = page.locator("[data-action=pass]")
        if passing.count() and self.chance.random() < 0.6:
            passing.tap()
            page.locator("[data-action=pass]:not([data-look])").tap()
            return
        page.locator(f"{CELLS}:nth-child(-n+60)").first.tap()
        page.locator("[data-action^='bid ']:not([data-look])").tap()

    def bids(self) -> None:
        """A card of the hand, or one to steal: the first tap shows what it does, the button plays it."""
        self.one_of(self.page.locator(BIDS_CARDS)).tap()
        self.page.locator("main button:not([aria-label])", has_text=PLAYING).tap()

    def secret_auction(self) -> None:
        """A request; a pass while there are chips; or notes until the envelope can be sealed, single or as offered.

        A player who wins early with many notes is out, and the game soon over. Passes make it longer.
        """
        page = self.page
        letters = page.get_by_role("group", name="Requests").get_by_role("button")
        if letters.count():
            letter = self.one_of(letters)
            letter.tap()
            letter.tap()
            return
        page.locator("button[aria-disabled]", has_text=SEALING).wait_for()
        if page.locator(PASSING).count():
            page.locator(PASSING).tap()
            page.locator(PASSING).tap()
            return
        offers = page.get_by_role("group", name="Bids worth a tap").get_by_role("button")
        seal = page.locator("button[aria-disabled]", has_text=SEALING)
        if self.chance.random() < 0.5:
            self.one_of(offers).tap()
            page.locator("button[aria-disabled=false]", has_text=re.compile(r"Seal \d")).wait_for()
        while seal.get_attribute("aria-disabled") == "true":
            chosen = page.locator(CHOSEN).count()
            self.one_of(page.locator(NOTES)).tap()
            page.wait_for_function(
                "([what, before]) => document.querySelectorAll(what).length > before", arg=[CHOSEN, chosen]
            )
        seal.tap()

    def off_season(self) -> None:
        """One of the choices of the bar, then the button that confirms it."""
        self.one_of(self.page.locator(DEEDS)).tap()
        self.page.locator(CONFIRM).tap()


class Keys(Hands):
    """Plays with the keyboard only."""

    def press(self, thing: Locator) -> None:
        self.reach(thing)
        self.page.keyboard.press("Enter")

    def reach(self, thing: Locator) -> None:
        """Press Tab until the element has the focus."""
        thing.wait_for(state="attached")
        for _ in range(TABS):
            if self.on(thing):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no number of tabs leads to {thing}")

    def on(self, thing: Locator) -> bool:
        """Does it have the focus?"""
        return bool(thing.evaluate("thing => thing === document.activeElement"))

    def fill(self, field: Locator, text: str) -> None:
        self.reach(field)
        self.page.keyboard.type(text)

    def set(self, choice: Locator, value: str) -> None:
        self.reach(choice)
        self.page.keyboard.type(value[:1])

    def players(self, count: int) -> None:
        self.reach(self.page.get_by_role("group", name="Players").get_by_role("radio", checked=True))
        for _ in range(4 - count):
            self.page.keyboard.press("ArrowLeft")

    def sure(self) -> None:
        self.page.keyboard.press("Tab")
        self.page.keyboard.press("Enter")

    def decide(self, game: str) -> None:
        KEYS[game](self)

    def type(self, *keys: str) -> None:
        """One after another."""
        for key in keys:
            self.page.keyboard.press(key)

    def go_to(self, thing: Locator, keys: str) -> None:
        """The keys that lead there, again if digits typed before still counted, or these came too slowly."""
        for _ in range(TRIES):
            self.type(*keys)
            if self.on(thing):
                return
            self.page.wait_for_timeout(1300)
        raise AssertionError(f"{keys} does not lead to {thing}")

    def serengeti(self) -> None:
        """Digits lead to a bid, P to passing, arrows to a card to give up."""
        page = self.page
        cards = page.get_by_role("region", name="Give up a card").get_by_role("button")
        if cards.count():
            self.reach(page.locator("[data-look][tabindex='0']"))
            self.type("ArrowRight", "Enter")
            return
        if page.locator("[data-action=pass]").count() and self.chance.random() < 0.6:
            self.go_to(page.locator("[data-action=pass][data-look]"), "p")
        else:
            cell = page.locator(CELLS).first
            self.go_to(cell, str(cell.get_attribute("data-action")).removeprefix("bid "))
        self.type("Enter")

    def bids(self) -> None:
        """A digit leads to a card, Enter plays it."""
        cards = self.page.locator(BIDS_CARDS)
        cards.first.wait_for()
        number = self.chance.randrange(min(10, cards.count()))
        self.type(str((number + 1) % 10))
        assert self.on(cards.nth(number))
        self.type("Enter")

    def secret_auction(self) -> None:
        """P passes while there are chips. Digits put notes into the envelope, and Enter seals it."""
        page = self.page
        if page.get_by_role("group", name="Requests").count():
            self.type(self.chance.choice("12"), "Enter")
            return
        seal = page.locator("button[aria-disabled]", has_text=SEALING)
        seal.wait_for()
        if page.locator(PASSING).count():
            self.type("p", "Enter")
            return
        while seal.get_attribute("aria-disabled") == "true":
            notes = page.locator(NOTES)
            low = min(self.chance.randrange(notes.count()) for _ in range(3))
            note = notes.nth(low).get_attribute("data-note")
            self.type(str(note)[-1])
        if self.chance.random() < 0.3:
            self.reach(seal)
        self.type("Enter")

    def off_season(self) -> None:
        """A choice has a key of its own, Enter does it."""
        deeds = self.page.locator(DEEDS)
        deeds.first.wait_for()
        deed = deeds.nth(self.chance.randrange(deeds.count()))
        self.go_to(deed, str(deed.get_attribute("data-key")))
        self.type("Enter")


CELLS = "[data-look][data-action^='bid '][aria-disabled=false]"
BIDS_CARDS = "[aria-label='My hand'] button[aria-disabled=false], [aria-label='Cards to steal'] button"
CHOSEN = "[data-note][aria-pressed=true]"
NOTES = "[data-note][aria-disabled=false][aria-pressed=false]"
DEEDS = "[aria-label='Your decision'] [data-key][aria-disabled=false]"
TAPS: dict[str, Callable[[Finger], None]] = {
    "serengeti": Finger.serengeti,
    "bids": Finger.bids,
    "secret_auction": Finger.secret_auction,
    "off_season": Finger.off_season,
}
KEYS: dict[str, Callable[[Keys], None]] = {
    "serengeti": Keys.serengeti,
    "bids": Keys.bids,
    "secret_auction": Keys.secret_auction,
    "off_season": Keys.off_season,
}
PLAYING = re.compile(r"^(Play|Steal) ")
PASSING = "button.chip[aria-disabled=false]:has-text('Pass')"
SEALING = re.compile(r"Seal (a bid|\d)")
WON = re.compile(r"wins?$|share the win|^You share")
