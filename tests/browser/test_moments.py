"""A sale is a moment of its own, which hides nothing from the person to act; and an action can be undone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as PatienceOver

from tests.browser.conftest import serving
from tests.browser.drivers import PLAYING, TURN, Finger, Keys
from tests.browser.geometry import SIZES
from tests.browser.helpers import DESKTOP, GAMES, PHONE, SEATS, House, Served, Wanted, room
from tests.browser.screenshots import HELD
from tests.browser.test_sizes import tap

MOMENT = "[data-moment]"
KINDS = {
    "serengeti": {"sale", "payment"},
    "bids": {"turn", "round"},
    "secret_auction": {"reveal", "sale"},
    "off_season": {"reveal", "sale", "turn"},
}
"""The kinds of moment that every game has sooner or later. Burns have a test of their own."""
CARDS = {
    "serengeti": {"sale", "payment"},
    "bids": {"round"},
    "secret_auction": {"reveal", "sale"},
    "off_season": {"reveal", "sale", "turn"},
}
"""The kinds of moment that have a card. An auction may also end in a burn instead of a sale."""
SOON: dict[str, Wanted] = {
    "serengeti": lambda view: int(view["round_number"]) >= 4,
    "bids": lambda view: int(view["round_number"]) >= 2,
    "secret_auction": lambda view: int(view["turned"]) >= 3,
    "off_season": lambda view: int(view["round_number"]) >= 2,
}
"""By when there has been each of them."""
SOMETHING = f"""() => document.querySelector("{MOMENT}") ? "moment"
    : /^Your turn/.test(document.querySelector("{TURN}")?.textContent ?? "") && "turn" """


def something(page: Page) -> str:
    """Wait for a moment or my turn, and return which of them it is: a moment may be over before one asks again."""
    return str(page.wait_for_function(SOMETHING).json_value())


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server whose bots take their time, so that a moment has begun before the next key is pressed."""
    yield from serving(tmp_path_factory, quick_bots=False)


@pytest.mark.parametrize("game", GAMES)
def test_a_moment_is_skipped_by_a_key_and_plays_nothing(house: House, served: Served, game: str) -> None:
    """Reduced motion keeps the pause; the page says how to go on and who is next; a key shows the true table."""
    page = house.seated(room(served, game, 3), remembers={"pace": "calm"}, script=HELD)
    keys = Keys(page)
    moment = page.locator(MOMENT)
    while something(page) == "turn":
        keys.act(game)
    expect(moment).to_contain_text("Tap or press a key to go on")
    acts = page.evaluate("acts.length")
    while moment.count():
        page.keyboard.press("Enter")
        page.wait_for_timeout(100)
    assert page.evaluate("acts.length") == acts


def held(house: House, served: Served, game: str, size: tuple[int, int]) -> Page:
    """A page at a moment that stays until it is skipped."""
    page = house.seated(room(served, game, 3), size=size, remembers={"pace": "calm"}, script=HELD)
    hands = Finger(page) if size == PHONE else Keys(page)
    while something(page) == "turn":
        hands.act(game)
    return page


def test_the_words_that_say_how_to_go_on_can_be_tapped(house: House, served: Served) -> None:
    """On a phone they stand below the table, in the line of the news."""
    page = held(house, served, "bids", PHONE)
    tap(page, page.locator(".strip").get_by_text("Tap or press a key to go on"))
    expect(page.locator(MOMENT)).to_have_count(0)


def test_a_tap_that_became_a_scroll_blocks_no_key(house: House, served: Served) -> None:
    """It goes on from the moment, and what is pressed with a key afterwards counts."""
    page = held(house, served, "bids", DESKTOP)
    while page.locator(MOMENT).count():
        page.locator(".bids").dispatch_event("pointerdown")
    acts = page.evaluate("acts.length")
    Keys(page).until_asked()
    Keys(page).act("bids")
    assert page.evaluate("acts.length") == acts + 1


@pytest.mark.parametrize("game", GAMES)
def test_no_moment_hides_the_table_from_the_person_to_act(house: House, served: Served, game: str) -> None:
    """In every kind of moment the page says whose turn is next; a key plays nothing."""
    table = room(served, game, 3)
    if game == "bids":
        table.play(until=lambda view: view["turn_number"] >= 9)
    page = house.seated(table, remembers={"pace": "fast"})
    keys, seen = Keys(page), set[str]()
    for _ in range(60):
        if something(page) == "moment":
            # a key at the opening of the envelopes would skip the sale as well
            seen.add(looked_at(page, seen - {"reveal"}))
        elif seen >= KINDS[game]:
            break
        else:
            keys.act(game)
    assert seen >= KINDS[game]


FITS = """async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    const card = document.querySelector("[data-moment] .card");
    if (!card) return [];
    const inside = (box, within) => box.left >= within.left - 1 && box.right <= within.right + 1
        && box.top >= within.top - 1 && box.bottom <= within.bottom + 1;
    const around = card.parentElement.getBoundingClientRect(), own = card.getBoundingClientRect();
    const found = inside(own, around) ? [] : [`the card is ${own.height} high`];
    for (const each of card.querySelectorAll("p, h2, .who, small, b"))
        if (!inside(each.getBoundingClientRect(), own) || each.scrollWidth > each.clientWidth + 1)
            found.push(`cut: ${each.textContent}`);
    return found;
}"""
"""What does not fit into the card of a moment, or the card into the middle of the table."""


@pytest.mark.parametrize("game", GAMES)
def test_a_moment_fits_every_size(house: House, served: Served, game: str) -> None:
    """At a full table, on every screen: nothing in its card is cut, and the card leaves the bars free."""
    table = room(served, game, SEATS[game])
    page = house.seated(table, remembers={"pace": "calm"}, script=HELD)
    page.locator(TURN).wait_for()
    table.play(SOON[game], seed=4)
    moment, seen, found = page.locator(MOMENT), set[str](), list[str]()
    while not seen >= CARDS[game]:
        moment.wait_for()
        kind = str(moment.get_attribute("data-moment")).replace("burn", "sale")
        sizes = {} if kind in seen else SIZES
        for name, (width, height) in sizes.items():
            page.set_viewport_size({"width": width, "height": height})
            found += [f"{kind}, {name}: {each}" for each in page.evaluate(FITS)]
        seen.add(kind)
        page.wait_for_function("() => window.goOn || !document.querySelector('[data-moment]')")
        page.evaluate("() => { const go = window.goOn; window.goOn = null; go?.() }")
    assert not found, "\n".join(found)


def test_a_burn_hides_nothing_from_the_person_to_act(house: House, served: Served) -> None:
    """Bids: a tie with my card burns the turn; the moment says who is next, and is over by itself."""
    page = house.seated(room(served, "bids", 3), remembers={"pace": "fast"})
    seen = set[str]()
    for _ in range(200):
        if something(page) == "moment":
            seen.add(looked_at(page, seen - {"burn"}))
        elif "burn" in seen:
            return
        else:
            play_a_tie(page)
    raise AssertionError(f"no turn burned, but there were {seen}")


def play_a_tie(page: Page) -> None:
    """Play a card that burns the turn as it stands, or else the first one."""
    acts = page.evaluate("acts.length")
    cards = page.locator("[aria-label='My hand'] button[aria-disabled=false]")
    cards.first.wait_for()
    burning = cards.filter(has=page.locator(".tag.burns"))
    (burning if burning.count() else cards).first.click()
    page.locator("main button:not([aria-label])", has_text=PLAYING).click()
    page.wait_for_function("acts => window.acts.length > acts || document.querySelector('dialog[open]')", arg=acts)
    if page.locator("dialog[open]").count():
        page.locator("dialog[open] button").last.click()


LOOK = f"""() => {{
    const moment = document.querySelector("{MOMENT}");
    const turn = document.querySelector("{TURN}").textContent.trim();
    return moment && [moment.dataset.moment, moment.textContent.includes("Your turn is next"), turn, acts.length];
}}"""


def looked_at(page: Page, seen: set[str]) -> str:
    """Look at the moment that is shown, wait for what follows or skip it, and return its kind."""
    found = page.evaluate(LOOK)
    if found is None:
        return ""
    kind, asked, turn, acts = found
    assert (turn == "You are next") == asked
    if kind in seen:
        page.keyboard.press("Enter")
    else:
        page.wait_for_function(f"kind => document.querySelector('{MOMENT}')?.dataset.moment !== kind", arg=kind)
    assert page.evaluate("acts.length") == acts
    return str(kind)


def test_an_action_is_taken_back_if_the_others_agree(house: House, served: Served) -> None:
    """Serengeti: the next person has seen my bid, so they are asked; then it is my turn again."""
    table = room(served, "serengeti", 3, people=2)
    pages = []
    for place, token in table.tokens.items():
        page = house.device(remembers={"seats": {table.id: {place: token}}})
        page.goto(f"/room/{table.id}")
        pages.append(page)
    wish = "Ask to take back"
    for _ in range(6):
        mover = next(page for _ in range(600) for page in pages if asked_now(page))
        mover.locator("[data-look][data-action^='bid '][aria-disabled=false]").first.click()
        mover.locator("[data-action^='bid ']:not([data-look])").click()
        mover.wait_for_function(f"() => !/^Your turn/.test(document.querySelector('{TURN}').textContent)")
        other = next(page for page in pages if page is not mover)
        something(other)
        if appears(mover.get_by_role("button", name=wish)):
            break
    mover.get_by_role("button", name=wish).click()
    other.get_by_role("button", name="Agree").click()
    mover.wait_for_function(f"() => /^Your turn/.test(document.querySelector('{TURN}').textContent)")
    expect(mover.get_by_role("button", name=wish)).to_have_count(0)


def appears(thing: Locator) -> bool:
    """Return whether it is shown soon; what the server offers takes one answer."""
    try:
        thing.wait_for(timeout=5_000)
    except PatienceOver:
        return False
    return True


def asked_now(page: Page) -> bool:
    """Return whether this page asks for an action, after a short wait."""
    page.wait_for_timeout(50)
    return page.locator(TURN).inner_text().startswith("Your turn")


def test_a_sealed_bet_is_undone(house: House, served: Served) -> None:
    """Off Season: another person is still to bet, so my bet comes back and I choose again."""
    table = room(served, "off_season", 3, people=2)
    first = {place: token for place, token in table.tokens.items() if place == "0"}
    page = house.device(remembers={"seats": {table.id: first}})
    page.goto(f"/room/{table.id}")
    keys = Keys(page)
    assert keys.until_asked()
    keys.act("off_season")
    page.get_by_role("button", name="Undo").click()
    assert keys.until_asked()
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
