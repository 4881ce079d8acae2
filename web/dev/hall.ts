// The hall without a server: /dev/hall.html?page=hall|new|invite&game=bids&state=full|empty|down|slow&theme=dark
import { mount, type Component } from "svelte";
import Hall from "../src/hall/Hall.svelte";
import Invite from "../src/hall/Invite.svelte";
import NewTable from "../src/hall/NewTable.svelte";
import { DOORS, type BotsInfo } from "../src/generated/games";

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
const option = (name: string, kind: string, usual: unknown, clause: string, help: string, more = {}) => ({
  name,
  kind,
  default: usual,
  clause,
  help,
  ...more,
});
const game = (name: string, options: unknown[]) => ({ ...DOORS.find((door) => door.name === name)!, options });
const GAMES = [
  game("serengeti", [
    option("overbid", "flag", true, "SER-15", "players may bid more chips than they own"),
    option("fines", "flag", true, "SER-14", "a forbidden bid is taken, void, and costs one chip; off: it is refused"),
    option("open_chips", "flag", false, "SER-05", "everybody sees everybody's chips"),
  ]),
  game("bids", [
    option("rounds", "number", 6, "BID-17", "how many rounds are played, 1 to 12", { least: 1, most: 12 }),
    option("colour_bids", "flag", false, "BID-20", "the highest card of the colour played most often wins"),
    option("specials", "subset", [], "BID-03", "special cards added: any of Thief, Shuffle, Lowest, Surprise", {
      words: ["Thief", "Shuffle", "Lowest", "Surprise"],
    }),
    option("ally", "flag", false, "BID-01", "the Ally is used with 3 and 4 players too"),
  ]),
  game("secret_auction", [
    option("bid_sizes", "choice", "square", "SEC-03", "how many cards a bid has: square or stars", {
      words: ["square", "stars"],
    }),
  ]),
  game("off_season", []),
];

const BOTS: BotsInfo = {
  levels: [
    { name: "novice", about: "plays sensibly, at once" },
    { name: "regular", about: "plays by a trained network, or thinks a moment" },
    { name: "expert", about: "thinks a second, on all cores" },
  ],
  note: state === "slow" ? "without machine code bots that search think far less, and play weaker" : "",
};

const rooms = [...ROOMS, ...MINE];
window.fetch = async (where, how) => {
  const path = String(where);
  const say = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
  if (state === "down") throw new TypeError("no network");
  if (path === "/api/games") return say(GAMES);
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
