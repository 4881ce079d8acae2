"""One table of the soak: game after game, with people who come, talk, leave and return."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any

from bidwell.core.commitment import checked_commitment
from bidwell.core.errors import Refused
from bidwell.core.record import replay
from bidwell.games import NAMES, game
from checks.soak.link import PATIENCE, Denied, Gone, Link, Message, ask
from checks.soak.world import Finished, World

SHARED, FRIENDS, BOTS = "one device", "a device each", "with novices"
KINDS = {SHARED: 0.55, FRIENDS: 0.4, BOTS: 0.05}
"""How the seats of a room are filled, with shares: one device plays all, people join a room, or novices fill it."""
CHAT, RECONNECT, LEAVE = 0.03, 0.02, 0.005
"""The probability of each, at an action."""
AWAY = (5.0, 40.0)
"""The range of seconds for which a player who leaves is away."""
COME_BACK = 20.0
"""Seconds over which people return after the server was killed."""
REPLAYS = 0.2
"""The share of finished games whose replay is fetched."""


class Broken(Exception):
    """The server broke its word at this table."""


class Table:
    """The people at one table."""

    def __init__(self, world: World, number: int) -> None:
        self.world = world
        self.number = number
        self.rng = random.Random(number)
        self.kills = 0
        self._forget()

    def _forget(self) -> None:
        self.room, self.kind, self.commitment = "", SHARED, ""
        self.tokens: dict[int, str] = {}
        self.links: dict[int, Link] = {}
        self.away: dict[int, float] = {}
        self.views: dict[int, Message] = {}
        self.course: list[tuple[int, str]] = []
        self.said: list[str] = []
        self.alone = True
        self.pending: dict[str, Any] | None = None
        self.answers: dict[str, asyncio.Future[Message]] = {}

    # The course of an evening

    async def run(self) -> None:
        """Play until the soak ends."""
        await asyncio.sleep(self.rng.uniform(0, COME_BACK))
        while not self.world.ending:
            try:
                await self._play()
            except Gone:
                await self._wait_for_server()
            except Denied as denied:
                self.world.counts[f"denied {denied.status}"] += 1
                await asyncio.sleep(self.rng.uniform(2, 10))
            except Broken as broken:
                self.world.flaw(f"{self.room} ({self.kind}): {broken}")
                await self._hang_up()
                self._forget()
        await self._hang_up()

    async def _play(self) -> None:
        self.kills = self.world.kills
        if not self.room:
            await self._open()
        await self._connect_all()
        while not self.over:
            await asyncio.sleep(self.rng.expovariate(1 / self.world.pause))
            if self.world.ending:
                return
            await self._turn()
        await self._finish()

    async def _wait_for_server(self) -> None:
        """Wait until the server is back; a connection that ends while it runs is counted.

        A bot may play for people whose connections are lost for long, as on an overloaded machine.
        """
        await asyncio.sleep(1)
        if self.kills == self.world.kills:
            self.world.counts["connections lost"] += 1
            self.alone = self.alone and self.kind == SHARED
        await self._hang_up()
        while not self.world.up.is_set() and not self.world.ending:
            await asyncio.sleep(0.2)
        await asyncio.sleep(self.rng.uniform(0, COME_BACK))

    async def _hang_up(self) -> None:
        await asyncio.gather(*(link.close() for link in {*self.links.values()}))
        self.links, self.answers = {}, {}

    @property
    def over(self) -> bool:
        return any(view["ending"] for view in self.views.values())

    # Rooms

    async def _open(self) -> None:
        """Open a room, and let the others join it. An attempt that fails is forgotten."""
        kind = self.rng.choices([*KINDS], [*KINDS.values()])[0]
        name = self.rng.choice(NAMES)
        players = self.rng.choice(game(name).players)
        other = {SHARED: "me", FRIENDS: "open", BOTS: "novice"}[kind]
        seats = [{"who": other if seat else "me", "name": f"P{seat}"} for seat in range(players)]
        made = json.loads(await self._ask(0, "POST", "/api/rooms", {"game": name, "seats": seats}))
        room, tokens = made["room"]["id"], {int(seat): token for seat, token in made["tokens"].items()}
        self.world.secrets += tokens.values()
        if kind == FRIENDS:
            await self._join(room, tokens, players)
        self._forget()
        self.room, self.kind, self.tokens, self.alone = room, kind, tokens, kind != BOTS
        self.commitment = made["room"]["commitment"]
        self.world.counts["rooms opened"] += 1

    async def _join(self, room: str, tokens: dict[int, str], players: int) -> None:
        for seat in range(1, players):
            body = {"name": f"P{seat}", "seat": seat}
            tokens[seat] = json.loads(await self._ask(seat, "POST", f"/api/rooms/{room}/sit", body))["token"]
            self.world.secrets.append(tokens[seat])
            self.world.counts["joins"] += 1
        await self._ask(0, "POST", f"/api/rooms/{room}/deal", {"token": tokens[0]})

    async def _ask(self, seat: int, method: str, path: str, body: Any = None) -> bytes:
        return await ask(self.world.port, self._address(seat), method, path, body)

    def _address(self, seat: int) -> str:
        return self.world.address(self.number + 7 * seat)

    # Connections

    async def _connect_all(self) -> None:
        """Connect everybody who is not away, and repeat what was not answered."""
        for seats in [[*self.tokens]] if self.kind == SHARED else [[seat] for seat in self.tokens]:
            if seats[0] not in self.away and not (seats[0] in self.links and self.links[seats[0]].is_open):
                await self._connect(seats)
        if self.pending:
            self.world.counts["repeated"] += 1
            await self._say(self.pending)

    async def _connect(self, seats: Sequence[int]) -> None:
        """Connect a device; what it is shown must be at least what it saw before."""
        before = {seat: self.views.get(seat) for seat in seats}
        shown: set[int] = set()
        complete = asyncio.get_running_loop().create_future()

        def heard(message: Message) -> None:
            if message["tell"] == "view" and message["whole"] and not complete.done():
                shown.add(message["seat"])
                self._check_view(before[message["seat"]], message)
                if shown == {*seats} and not self.said:
                    complete.set_result(None)
            if message["tell"] == "chat" and message["whole"] and not complete.done():
                self._check_chat(message)
                complete.set_result(None)
            self._heard(message)

        tokens = [self.tokens[seat] for seat in seats]
        link = await Link.open(
            self.world.port, self._address(seats[0]), self.room, tokens, self._safely(heard, complete)
        )
        self.links |= dict.fromkeys(seats, link)
        await self._answer(complete, link, "hello")

    def _safely(self, heard: Callable[[Message], None], complete: asyncio.Future[None]) -> Callable[[Message], None]:
        """Return a listener whose complaints reach the one who waits."""

        def listener(message: Message) -> None:
            try:
                heard(message)
            except Broken as broken:
                if complete.done():
                    self.world.flaw(f"{self.room}: {broken}")
                else:
                    complete.set_exception(broken)

        return listener

    def _check_view(self, before: Message | None, now: Message) -> None:
        if before is None:
            return
        if now["seq"] < before["seq"]:
            raise Broken(f"seat {now['seat']} had seen view {before['seq']} and is now shown {now['seq']}")
        if now["seq"] == before["seq"] and now["view"] != before["view"]:
            raise Broken(f"view {now['seq']} of seat {now['seat']} is not what it was")

    def _check_chat(self, message: Message) -> None:
        known = {line["text"] for line in message["lines"]}
        if missing := [line for line in self.said if line not in known]:
            raise Broken(f"lines of chat were acknowledged and are gone: {missing}")

    def _heard(self, message: Message) -> None:
        if message["tell"] == "view":
            self.views[message["seat"]] = message
        if message["tell"] == "error":
            self._refused_all(message["why"])
        waiting = self.answers.pop(message.get("key") or "", None)
        if waiting is not None and not waiting.done():
            waiting.set_result(message)

    def _refused_all(self, why: str) -> None:
        """An error does not say what it answers, such as one of too many messages: all that waits is said again."""
        self.world.counts["errors told"] += 1
        waiting, self.answers = self.answers, {}
        for answer in waiting.values():
            if not answer.done():
                answer.set_exception(Gone(why))

    async def _answer(self, answer: asyncio.Future[Any], link: Link, what: str) -> Any:
        """Wait for an answer on a connection. Raises Gone if it ends, and Broken if none comes."""
        reading = link._reading
        await asyncio.wait([answer, reading], timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        if answer.done():
            return answer.result()
        if reading.done():
            raise Gone(f"the connection ended before {what} was answered")
        raise Broken(f"{what} was not answered in {PATIENCE:.0f} s")

    # What people do

    async def _turn(self) -> None:
        """Act, if somebody here is asked; sometimes talk, reconnect or leave."""
        await self._return()
        if self.rng.random() < RECONNECT:
            await self._reconnect()
        if self.kind == FRIENDS and not self.away and self.rng.random() < LEAVE:
            await self._leave()
        seats = [seat for seat in self.links if self.views[seat]["view"]["legal"]]
        if not seats:
            if any(not link.is_open for link in self.links.values()):
                raise Gone("a connection ended")
            return
        seat = self.rng.choice(seats)
        shown = self.views[seat]
        action, key = self.rng.choice(shown["view"]["legal"]), secrets.token_hex(8)
        await self._say({"say": "act", "seat": seat, "seq": shown["seq"], "key": key, "action": action})
        if self.rng.random() < CHAT:
            await self._chat(seat)

    async def _say(self, act: dict[str, Any]) -> None:
        """Send an action; once it is acknowledged, it belongs to the course."""
        link = self.links.get(act["seat"])
        if link is None:
            return
        self.pending, begin = act, time.perf_counter()
        answer = self.answers[act["key"]] = asyncio.get_running_loop().create_future()
        await link.say(**act)
        told = await self._answer(answer, link, f"{act['action']!r}")
        self.pending = None
        if told["tell"] == "refused":
            self.world.counts["refused"] += 1
            if self.alone and self.kind == SHARED:
                raise Broken(f"{act} was refused: {told['why']}")
            return
        self.world.delays.append(time.perf_counter() - begin)
        self.world.counts["actions"] += 1
        self.course.append((act["seat"], act["action"]))

    async def _chat(self, seat: int) -> None:
        key, text = secrets.token_hex(8), f"{self.rng.choice(('well', 'oh', 'hm'))} {len(self.said)}"
        answer = self.answers[key] = asyncio.get_running_loop().create_future()
        await self.links[seat].say(say="chat", seat=seat, text=text, key=key)
        await self._answer(answer, self.links[seat], "a line of chat")
        self.said.append(text)
        self.world.counts["chat lines"] += 1

    async def _reconnect(self) -> None:
        seat = self.rng.choice([*self.links])
        link = self.links[seat]
        await link.close()
        self.links = {each: other for each, other in self.links.items() if other is not link}
        self.world.counts["reconnects"] += 1
        await self._connect_all()

    async def _leave(self) -> None:
        """One person leaves, and a bot plays for them until they return."""
        seat = self.rng.choice([*self.links])
        await self._ask(seat, "POST", f"/api/rooms/{self.room}/leave", {"token": self.tokens[seat]})
        self.alone = False
        self.away[seat] = time.monotonic() + self.rng.uniform(*AWAY)
        await self.links.pop(seat).close()
        self.world.counts["leaves"] += 1

    async def _return(self) -> None:
        for seat, until in [*self.away.items()]:
            if time.monotonic() > until:
                del self.away[seat]
                await self._connect([seat])

    # The end of a game

    async def _finish(self) -> None:
        """Compare the record of the game with what was acknowledged, and begin another."""
        record = (await self._ask(0, "GET", f"/api/rooms/{self.room}/record")).decode()
        check_record(self.course, self.alone, record, self.commitment, self.views if self.alone else {})
        if self.rng.random() < REPLAYS:
            await self._check_replay()
        self.world.finished[self.room] = Finished(self.course, self.alone, record)
        self.world.counts["games over"] += 1
        await self._hang_up()
        self._forget()

    async def _check_replay(self) -> None:
        found = json.loads(await self._ask(0, "GET", f"/api/rooms/{self.room}/replay?seat=0"))
        check_course(self.course, [(each["seat"], each["action"]) for each in found["actions"]], self.alone)
        self.world.counts["replays"] += 1


def check_record(
    course: list[tuple[int, str]], alone: bool, record: str, commitment: str, views: dict[int, Message]
) -> None:
    """Check that a record has what was acknowledged, replays to the last views, and was dealt as promised."""
    try:
        table = replay(record, game)
        checked_commitment(record, table.seed, commitment)
    except Refused as problem:
        raise Broken(f"the record does not hold: {problem}") from None
    check_course(course, [(step.seat, step.text) for step in table.steps], alone)
    for seat, shown in views.items():
        if shown["ending"] and json.loads(json.dumps(table.view(seat))) != shown["view"]:
            raise Broken(f"the record leads elsewhere than what seat {seat} saw")


def check_course(acknowledged: list[tuple[int, str]], found: list[tuple[int, str]], alone: bool) -> None:
    """Check that everything acknowledged is found, once and in order; where bots acted, between their actions."""
    if alone and acknowledged != found:
        raise Broken(f"{len(acknowledged)} actions were acknowledged, {len(found)} are stored, and they differ")
    rest = iter(found)
    if not all(each in rest for each in acknowledged):
        raise Broken("an acknowledged action is missing")
