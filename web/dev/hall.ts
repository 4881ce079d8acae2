// The hall without a server: /dev/hall.html?page=hall|new|invite&game=bids&state=full|empty|down|slow&theme=dark
import { mount, type Component } from "svelte";
import Hall from "../src/hall/Hall.svelte";
import Invite from "../src/hall/Invite.svelte";
import NewTable from "../src/hall/NewTable.svelte";
import type { BotsInfo, GameInfo } from "../src/generated/games";

import type { RoomInfo, SeatInfo } from "../src/lib/messages";
import "../src/style.css";

const asked = new URLSearchParams(location.search);
const state = asked.get("state") ?? "full";
document.documentElement.dataset.theme = asked.get("theme") ?? "light";

const seat = (name: string | null, kind: SeatInfo["kind"] = "person", level: string | null = null): SeatInfo => ({
  name,
  kind,
  level,
  here: kind === "person",
  stand_in: false,
  takes_over: null,
});
const free = seat(null, "open");
const room = (
  id: string,
  game: string,
  title: string,
  state: RoomInfo["state"],
  seats: SeatInfo[],
  watching = 0,
): RoomInfo => ({
  id,
  game,
  title,
  state,
  options: {},
  agreed: [],
  host_away: false,
  seats,
  open: true,
  host: 0,
  seconds: 0,
  watching,
  asks: [],
  commitment: "5f0c",
  shuffle: null,
  seed: null,
  rematch: null,
  story: null,
});
const ROOMS = [
  room("k3vq9", "secret_auction", "The Secret Auction House", "gathering", [
    seat("Marguerite Ashdown"),
    seat("Basil", "bot", "expert"),
    free,
    free,
  ]),
  room("m2x7a", "bids", "Bids", "gathering", [seat("Tom"), seat("Nia"), seat("Ole"), seat("Priya"), free], 1),
  room("p9dd2", "serengeti", "Serengeti", "playing", [seat("Juno"), seat("Ada", "bot", "regular"), seat("Ken")], 3),
  room("w41ce", "off_season", "Off Season", "gathering", [seat("Leïla"), free, free]),
];
const MINE = [
  room("mine1", "serengeti", "Serengeti", "playing", [
    seat("You"),
    seat("Ada", "bot", "regular"),
    seat("Basil", "bot", "regular"),
    seat("Cleo", "bot", "regular"),
  ]),
  room("mine2", "bids", "Bids", "gathering", [seat("You"), free, free]),
  room("mine3", "secret_auction", "The Secret Auction House", "over", [
    seat("You"),
    seat("Flora", "bot", "expert"),
    seat("Ivo", "bot", "expert"),
  ]),
];
// Written by make_fixtures.py: games and bots as the server describes them.
const CATALOGUE = (await (await fetch("/dev/fixtures/catalogue.json")).json()) as { games: GameInfo[]; bots: BotsInfo };
const WEAK = "without machine code bots that search think far less, and play weaker";
const BOTS: BotsInfo = { ...CATALOGUE.bots, note: state === "slow" ? WEAK : "" };

const rooms = [...ROOMS, ...MINE];
window.fetch = async (where, how) => {
  const path = String(where);
  const say = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
  if (state === "down") throw new TypeError("no network");
  if (path === "/api/games") return say(CATALOGUE.games);
  if (path === "/api/bots") return say(BOTS);
  if (path === "/api/rooms" && how?.method === "POST") {
    console.info("POST", how.body);
    if (state === "refuse") return say({ why: "BID-17: option rounds is from 1 to 12, not 13" }, 400);
    return say({ room: ROOMS[0], tokens: { "0": "token" } });
  }
  if (path === "/api/rooms") return say(state === "empty" ? [] : ROOMS);
  if (path.endsWith("/sit")) return say({ why: "all seats are taken" }, 409);
  const found = rooms.find((each) => path === `/api/rooms/${each.id}`);
  return found ? say(found) : say({ why: "there is no such room" }, 404);
};
localStorage.setItem(
  "bidwell.seats",
  JSON.stringify(
    state === "empty" ? {} : { mine3: { 0: "c" }, gone: { 0: "x" }, mine2: { 0: "b" }, mine1: { 0: "a" } },
  ),
);
localStorage.setItem("bidwell.played", JSON.stringify(state === "empty" ? [] : ["bids", "serengeti"]));

const pages: Record<string, [Component<never>, object]> = {
  hall: [Hall as Component<never>, {}],
  new: [NewTable as Component<never>, { game: asked.get("game") ?? "bids" }],
  invite: [Invite as Component<never>, { room: ROOMS[0] }],
};
const [Page, props] = pages[asked.get("page") ?? "hall"]!;
mount(Page, { target: document.getElementById("app")!, props: props as never });
