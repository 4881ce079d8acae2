"""Several people at one table: by its link, from other devices, on one device, or only watching."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.drivers import ASKED, TURN, Finger, Hands, Keys
from tests.browser.helpers import DESKTOP, PHONE, House, room

HAND = "[aria-label='My hand'] [data-piece]"


def friends(house: House, game: str = "bids", **options: object) -> tuple[Finger, Finger]:
    """A host and a guest who opened the link, before the deal; the third seat is a bot's."""
    host, guest = Finger(house.device(PHONE)), Finger(house.device(PHONE), seed=2)
    seats = [{"who": "me", "name": "Ida"}, {"who": "open", "name": ""}, {"who": "novice", "name": ""}]
    wanted = {"game": game, "seats": seats, "options": options, "open": True, "seconds": 0}
    made = house.served.ask("/api/rooms", wanted)
    code, tokens = made["room"]["id"], made["tokens"]
    host.page.goto("/")
    host.page.evaluate("seats => localStorage.setItem('bidwell.seats', JSON.stringify(seats))", {code: tokens})
    host.page.goto(f"/room/{code}")
    guest.page.goto(host.page.get_by_label("Anyone with this link can sit down").input_value())
    guest.fill(guest.page.get_by_label("Your name"), "Jo")
    guest.press(guest.page.get_by_role("button", name="Sit down"))
    return host, guest


def dealt(host: Finger) -> None:
    """The host has waited for the guest and deals."""
    expect(host.page.get_by_text("All seats are taken.")).to_be_visible()
    host.press(host.page.get_by_role("button", name="Deal"))


def whose_turn(somebody: Hands) -> bool:
    """Is it theirs, just now?"""
    somebody.page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")
    return somebody.page.locator(TURN).inner_text().startswith("Your turn")


def pieces(page: Page) -> set[str]:
    """The cards in the hand that a page shows."""
    page.locator(HAND).first.wait_for()
    return {*page.locator(HAND).evaluate_all("all => all.map(each => each.dataset.piece)")}


def secrets(page: Page) -> set[str]:
    """The cards of a hand, without those being played: others may see these before this page does."""
    hand = pieces(page)
    return hand - {action.removeprefix("play ") for action in page.evaluate("acts.map(({ action }) => action)")}


def test_two_people_meet_by_the_link(house: House) -> None:
    """The host makes the table in the hall, the guest opens its link and sits down, the host deals, both play."""
    host, guest = Keys(house.device(DESKTOP)), Finger(house.device(PHONE))
    page = host.page
    page.goto("/")
    host.press(page.get_by_role("link", name="New table of Bids"))
    host.press(page.get_by_role("button", name="Friends by link"))
    host.players(3)
    host.press(page.get_by_role("button", name="Create the table"))
    guest.page.goto(page.get_by_label("Anyone with this link can sit down").input_value())
    guest.fill(guest.page.get_by_label("Your name"), "O'Neil")
    guest.press(guest.page.get_by_role("button", name="Sit down"))
    expect(page.get_by_text("Here", exact=True)).to_be_visible()
    expect(page.get_by_text("O'Neil", exact=True).first).to_be_visible()
    expect(guest.page.get_by_text("You have a seat")).to_be_visible()
    host.press(page.get_by_role("button", name="Deal"))
    assert not pieces(page) & pieces(guest.page)
    played = 0
    while played < 4:
        for somebody in (host, guest):
            if whose_turn(somebody):
                somebody.act("bids")
                played += 1


def test_a_guest_deals_when_the_host_is_gone(house: House) -> None:
    """When the host stays away the guest gets the host's buttons with a reason, and starts the game."""
    host, guest = friends(house)
    button = guest.page.get_by_role("button", name="Deal")
    expect(guest.page.get_by_text("Ida will deal.")).to_be_visible()
    expect(button).to_have_count(0)
    host.page.goto("/")
    expect(guest.page.get_by_text("Away, host", exact=True)).to_be_visible()
    expect(button).to_have_count(0)
    expect(guest.page.get_by_text("Ida is away: you can deal.")).to_be_visible()
    guest.press(button)
    assert pieces(guest.page)


def test_a_table_is_joined_from_the_hall(house: House) -> None:
    """By the board and by its code; an unknown code is answered with a sentence."""
    host, _ = friends(house)
    code = host.page.url.rsplit("/", 1)[1]
    third = Finger(house.device(PHONE))
    third.page.goto("/")
    field = third.page.get_by_label("Link or code of the table")
    join = third.page.get_by_role("button", name="Join", exact=True)
    third.fill(field, "nothing")
    third.press(join)
    expect(third.page.get_by_text("There is no such table in this house.")).to_be_visible()
    house.watch.found = [each for each in house.watch.found if "404" not in each]
    field.fill("")
    third.fill(field, code)
    third.press(join)
    third.page.wait_for_url(f"**/room/{code}")
    expect(third.page.get_by_text("All seats are taken.")).to_be_visible()


def test_a_spectator_sees_no_secret(house: House) -> None:
    """No card of anybody's hand is on a spectator's page, nor in anything it was sent."""
    host, guest = friends(house, rounds=1)
    watcher = house.device()
    heard: list[str] = []
    watcher.on("websocket", lambda line: line.on("framereceived", lambda frame: heard.append(str(frame))))
    watcher.goto(host.page.url)
    dealt(host)
    expect(watcher.get_by_text("You are watching; what is hidden stays hidden.")).to_be_visible()
    for _ in range(6):
        hidden = secrets(host.page) | secrets(guest.page)
        html = watcher.content()
        assert not [card for card in hidden if f'"{card}"' in html or f'"{card}"' in "".join(heard)]
        for somebody in (host, guest):
            if whose_turn(somebody):
                somebody.act("bids")
    assert any('"tell":"view"' in each for each in heard)


def test_a_request_stays_secret(house: House) -> None:
    """The Secret Auction House: what I keep and what I seal is on nobody else's page."""
    host, guest = friends(house, "secret_auction")
    watcher = house.device()
    watcher.goto(host.page.url)
    dealt(host)
    letters = host.page.get_by_role("group", name="Requests").get_by_role("button")
    letters.first.wait_for()
    names = re.findall(r"Keep\s+(.+)", "\n".join(letters.all_inner_texts()))
    assert len(names) == 2
    host.act("secret_auction")
    expect(host.page.get_by_text("Your request is kept.")).to_be_visible()
    for page in (watcher, guest.page):
        assert not [name for name in names if name in page.content()]
    guest.act("secret_auction")
    assert host.until_asked()
    host.act("secret_auction")
    expect(host.page.get_by_text("Sealed; waiting for")).to_be_visible()
    assert watcher.locator("[data-note]").count() == 0
    assert not [name for name in names if name in watcher.content()]


def test_a_player_who_leaves_can_come_back(house: House) -> None:
    """A bot plays on, the others are notified; with the link of the table the seat is theirs again."""
    host, guest = friends(house)
    dealt(host)
    guest.page.locator(TURN).wait_for()
    guest.press(guest.page.get_by_role("button", name="Menu"))
    guest.press(guest.page.get_by_role("button", name="Leave the table"))
    guest.page.wait_for_url("**/")
    notice = host.page.get_by_text("Jo is away; a bot plays on.")
    expect(notice).to_be_visible()
    guest.press(guest.page.get_by_role("link", name=re.compile("^Continue Bids")))
    expect(notice).to_have_count(0)
    assert pieces(guest.page)


def test_people_talk_and_may_be_muted(house: House) -> None:
    """Each reads the other's chat, until it is muted."""
    host, guest = friends(house)
    dealt(host)
    for somebody in (host, guest):
        somebody.page.locator(TURN).wait_for()
        somebody.press(somebody.page.get_by_role("button", name="Chat"))
    said = host.page.get_by_role("log", name="What was said")

    def say(text: str) -> None:
        guest.fill(guest.page.get_by_label("Say something"), text)
        guest.press(guest.page.get_by_role("button", name="Send"))
        expect(guest.page.get_by_role("log", name="What was said")).to_contain_text(text)

    say("hello there")
    expect(said).to_contain_text("Jo hello there")
    host.press(host.page.get_by_role("button", name="Mute Jo"))
    expect(said).not_to_contain_text("hello there")
    say("<b>anybody</b>?")
    host.page.wait_for_timeout(300)
    expect(said).not_to_contain_text("anybody")
    host.press(host.page.get_by_role("button", name="Hear Jo again"))
    expect(said).to_contain_text("<b>anybody</b>?")


def test_on_one_device_the_veil_hides_everything(house: House) -> None:
    """While the device is passed on, neither hand is on the page, not even in invisible elements."""
    table = room(house.served, "bids", 3, people=3, options={"rounds": 1})
    finger = Finger(house.seated(table, size=PHONE))
    page, hands = finger.page, dict[str, set[str]]()
    while len(hands) < 3:
        take = page.get_by_role("button", name=re.compile("^I am .*: show me the table"))
        page.wait_for_function(f"() => ({ASKED})() || /I am .*: show me/.test(document.body.textContent)")
        if take.count():
            expect(take).to_be_focused()
            assert uncovered(page, hands) == []
            hands[str(take.text_content())] = set()
            finger.press(take)
        finger.until_asked()
        hands[[*hands][-1]] = pieces(page)
        finger.act("bids")


def uncovered(page: Page, hands: dict[str, set[str]]) -> list[str]:
    """What a veiled page contains, visible or not, although it must not."""
    html = page.content()
    known = [card for hand in hands.values() for card in hand if f'"{card}"' in html]
    return known + page.locator("[data-piece], [role=log], [data-place]").all_inner_texts()
