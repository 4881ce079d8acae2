import { describe, expect, test } from "vitest";
import type { RoomInfo, SeatInfo } from "../lib/messages";
import {
  changed,
  duration,
  foremost,
  foretold,
  freeSeats,
  friendsOrigin,
  inWords,
  joined,
  lastEvent,
  named,
  onlyHere,
  quick,
  result,
  standing,
  tidy,
} from "./lobby";
import { LONGEST_NAME } from "../generated/games";

const seat = (more: Partial<SeatInfo>): SeatInfo => ({
  name: null,
  kind: "open",
  level: null,
  here: false,
  stand_in: false,
  takes_over: null,
  ...more,
});
const room = (more: Partial<RoomInfo>): RoomInfo => ({
  id: "k3vq",
  game: "bids",
  title: "Bids",
  state: "gathering",
  options: {},
  agreed: [],
  seats: [],
  open: true,
  host: 0,
  host_away: false,
  seconds: 0,
  watching: 0,
  asks: [],
  commitment: "",
  shuffle: null,
  seed: null,
  rematch: null,
  story: null,
  ...more,
});

describe("who sits down", () => {
  test("play now seats me and bots, in private, with no clock", () => {
    const wanted = quick("bids", "", "novice");
    expect(wanted).toEqual({
      game: "bids",
      options: {},
      open: false,
      seconds: 0,
      seats: [
        { who: "me", name: "Guest" },
        { who: "novice", name: "" },
        { who: "novice", name: "" },
        { who: "novice", name: "" },
      ],
    });
    expect(quick("bids", " Zoe ", "regular", 3).seats).toEqual([
      { who: "me", name: "Zoe" },
      { who: "regular", name: "" },
      { who: "regular", name: "" },
    ]);
  });
  test("people have names, bots and open seats get theirs later", () => {
    const names = (seats: Parameters<typeof named>[0]) => named(seats).map((each) => each.name);
    expect(
      names([
        { who: "me", name: "" },
        { who: "me", name: "" },
      ]),
    ).toEqual(["Player 1", "Player 2"]);
    expect(
      names([
        { who: "me", name: "" },
        { who: "open", name: "" },
      ]),
    ).toEqual(["Host", ""]);
    expect(
      names([
        { who: "me", name: "Z" },
        { who: "open", name: "left over" },
        { who: "expert", name: "x" },
      ]),
    ).toEqual(["Z", "", ""]);
  });
  test("names are tidied", () => {
    expect(tidy("  Ann   Lee ")).toBe("Ann Lee");
    expect(["O'Neil", "D’Arcy"].map(tidy)).toEqual(["O'Neil", "D’Arcy"]);
    expect(tidy("x".repeat(99))).toHaveLength(LONGEST_NAME);
  });
});

describe("options", () => {
  const options = [
    { name: "rounds", kind: "number", default: 6, help: "", clause: "BID-17" },
    { name: "specials", kind: "subset", default: [], help: "", clause: "BID-03" },
  ];
  test("only what differs is sent", () => {
    expect(changed(options, { rounds: 6, specials: [] })).toEqual({});
    expect(changed(options, { rounds: 3, specials: ["Thief"], unknown: 1 })).toEqual({
      rounds: 3,
      specials: ["Thief"],
    });
  });
});

describe("a code or a link", () => {
  const here = "http://127.0.0.1:8000";
  test.each([
    ["k3vq-9", "k3vq-9", null],
    ["  k3vq ", "k3vq", null],
    ["http://127.0.0.1:8000/room/k3vq", "k3vq", null],
    ["127.0.0.1:8000/room/k3vq/?guide=1#x", "k3vq", null],
    ["/room/k3vq", "k3vq", null],
    ["https://cards.example/room/k3vq", "k3vq", "https://cards.example/room/k3vq"],
    ["192.168.1.5:8000/room/k3vq", "k3vq", "http://192.168.1.5:8000/room/k3vq"],
    ["http://127.0.0.1:8000/replay/k3vq", "k3vq", null],
  ])("%s", (text, id, elsewhere) => expect(joined(text, here)).toEqual({ room: id, elsewhere }));
  test.each([
    "",
    "ab",
    "two words",
    "http://127.0.0.1:8000/",
    "javascript:alert(1)",
    "http://x/room/",
    "http://x/room/a b c",
  ])("%j is neither", (text) => expect(joined(text, here)).toBeNull());
});

describe("a table in words", () => {
  const anne = seat({ kind: "person", name: "Anne", here: true });
  const bot = seat({ kind: "bot", name: "Ada", level: "expert" });
  test("standing", () => {
    expect(standing(room({ seats: [anne, seat({}), seat({})] }))).toBe("Two seats free");
    expect(standing(room({ seats: [anne, bot, seat({})], watching: 1 }))).toBe("One seat free, 1 watching");
    expect(standing(room({ seats: [anne, bot] }))).toBe("About to begin");
    expect(standing(room({ state: "playing", watching: 2 }))).toBe("In play, 2 watching");
    expect(standing(room({ state: "over", watching: 2 }))).toBe("The game is over");
    expect(freeSeats(room({ seats: [seat({}), anne] }))).toBe(1);
  });
  test("what is still to be played comes first, in its order", () => {
    const tables = (["over", "over", "playing", "over", "gathering"] as const).map((state, place) =>
      room({ id: String(place), state }),
    );
    expect(foremost(tables, 3).map(({ id }) => id)).toEqual(["2", "4", "0"]);
  });
  test("for one who listens", () => {
    expect(inWords(room({ seats: [anne, bot, seat({})] }))).toBe(
      "Bids: Anne and Ada (expert bot) sit there. One seat free.",
    );
    expect(inWords(room({ seats: [seat({})] }))).toBe("Bids: nobody sits there yet. One seat free.");
    expect(inWords(room({ state: "playing", seats: [{ ...anne, stand_in: true }] }))).toBe(
      "Bids: Anne (a bot plays on) sits there. In play.",
    );
  });
  test("before it is made", () => {
    const me = { who: "me" as const, name: "" };
    expect(foretold([me, { who: "regular", name: "" }, { who: "regular", name: "" }], false, 0)).toBe(
      "You (Guest) and two regular bots. The cards are dealt at once.",
    );
    expect(
      foretold(
        [
          { who: "me", name: "Zoe" },
          { who: "open", name: "" },
          { who: "expert", name: "" },
        ],
        true,
        30,
      ),
    ).toBe(
      "You (Zoe), an expert bot and one free seat. The deal waits for a guest, from the board or by your link. 30 seconds for every decision.",
    );
    expect(
      foretold([me, { who: "me", name: "Bo" }, { who: "open", name: "" }, { who: "open", name: "" }], false, 86400),
    ).toBe(
      "You (Host), Bo and two free seats. The deal waits for guests who have your link. 1 day for every decision.",
    );
  });
  test("one guest has, two have", () => {
    expect(
      foretold(
        [
          { who: "me", name: "Z" },
          { who: "open", name: "" },
        ],
        false,
        0,
      ),
    ).toContain("a guest who has your link.");
  });
  test("durations", () =>
    expect([30, 60, 120, 3600, 86400].map(duration)).toEqual([
      "30 seconds",
      "60 seconds",
      "2 minutes",
      "1 hour",
      "1 day",
    ]));
});

test("friends are sent to the address on the network, if there is one", () => {
  const local = { hostname: "127.0.0.1", origin: "http://127.0.0.1:8080" };
  const links = ["http://192.168.7.9:8080"];
  expect(friendsOrigin({ lan: true, links, may_switch: true }, local)).toBe(links[0]);
  expect(friendsOrigin({ lan: false, links: [], may_switch: true }, local)).toBe(local.origin);
  const wide = { hostname: "cards.example.org", origin: "https://cards.example.org" };
  expect(friendsOrigin({ lan: true, links, may_switch: false }, wide)).toBe(wide.origin);
});

test("who can reach an address", () => {
  expect(["localhost", "127.0.0.1", "[::1]"].map(onlyHere)).toEqual(["device", "device", "device"]);
  expect(["192.168.1.5", "10.0.0.2", "172.20.0.1", "den.local", "attic", "[fe80::1]"].map(onlyHere)).toEqual(
    Array(6).fill("network"),
  );
  expect(["cards.example.org", "172.32.0.1", "fcards.example"].map(onlyHere)).toEqual(["wide", "wide", "wide"]);
});

describe("the result of a table", () => {
  const seats = ["Ada", "Ben", "Cleo"].map((name) => seat({ name, kind: "person" }));
  const story = { chapter: "End", last: "", own: [], scores: [8, 12, 12], places: [3, 1, 2], ended: 1, unit: "pound" };
  const over = room({ state: "over", seats, story });

  test("says who won, and where I came", () => {
    expect(result(over, [0])).toBe("You came third of 3; Ben won with 12 pounds");
    expect(result(over, [1])).toBe("You won with 12 pounds");
  });
});

describe("the last event", () => {
  const story = {
    chapter: "Round 2",
    last: "Ada scores -2 in this round",
    own: ["You score -2 in this round", "Ada scores -2 in this round"],
  };
  const found = room({ story: { ...story, scores: [], places: [], ended: 0, unit: "point" } });
  test("says you to the only seat of this device", () => {
    expect(lastEvent(found, [0])).toBe("You score −2 in this round");
    expect(lastEvent(found, [0, 1])).toBe("Ada scores −2 in this round");
  });
});
