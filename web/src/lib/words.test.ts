import { expect, test } from "vitest";
import { told, view } from "./fake";
import { banner, choices, clockFace, isMine, lastWords, listed, outcome, pieces, sentence, tellsMore } from "./words";

test("what may be done, in words", () => {
  expect(choices(["pass", "bid 2", "bid 3"])).toBe("bid or pass");
  expect(choices(["play red 9", "play blue 1"])).toBe("play a card");
  expect(choices(["market A", "market B"])).toBe("choose a market");
  expect(choices(["no ability", "use: move carpet white of B"])).toBe("use the ability or leave it");
});

test("whose turn it is", () => {
  expect(banner(view(1, [], {}, ["Anne"]).view, 0, false)).toBe("Your turn: bid or pass");
  expect(banner(view(1, [], {}, ["Burt", "Carla"]).view, 0, false)).toBe("Waiting for Burt and Carla");
  expect(banner(view(1, [], { seat: null }, ["Anne", "Burt", "Carla"]).view, null, false)).toBe("Waiting for 3 players");
  expect(banner(view(1, [], {}, []).view, 0, true)).toBe("The game is over");
});

test("a reason and its clause", () => {
  expect(sentence("a bid must be higher than 4")).toBe("A bid must be higher than 4.");
  expect(sentence("Why not?")).toBe("Why not?");
});

test("who won", () => {
  const names = ["Anne", "Burt", "Carla"];
  expect(outcome(names, { scores: [3, 2, 1], places: [1, 2, 3] }, 0)).toBe("You win");
  expect(outcome(names, { scores: [3, 2, 1], places: [1, 2, 3] }, 1)).toBe("Anne wins");
  expect(outcome(names, { scores: [3, 3, 1], places: [1, 1, 3] }, null)).toBe("Anne and Burt share the win");
  expect(outcome(names, { scores: [3, 3, 1], places: [1, 1, 3] }, 1)).toBe("You share the win with Anne");
});

test("lists, clocks, marks", () => {
  expect(listed(["a", "b", "c"])).toBe("a, b and c");
  expect(clockFace(41.2)).toBe("0:42");
  expect(clockFace(-3)).toBe("0:00");
  expect([3599, 3600, 7100, 86399.9, 172800, 604799].map(clockFace)).toEqual(["59:59", "1 hour", "1 hour", "24 hours", "2 days", "7 days"]);
  expect(isMine(told("Anne bids 2", { values: { seat: 0 } }), 0)).toBe(true);
  expect(isMine(told("You keep it"), 0)).toBe(true);
  expect(isMine(told("Burt bids 2", { values: { seat: 1 } }), 0)).toBe(false);
  expect(isMine(told("Anne bids 2", { values: { seat: 0 } }), null)).toBe(false);
});

test("somebody called You is somebody else", () => {
  expect(isMine(told("You bids 4", { values: { seat: 1, price: 4 } }), 0)).toBe(false);
  expect(isMine(told("You pays Burt 4 chips", { values: { winner: 2, seat: 1 } }), 0)).toBe(false);
  expect(isMine(told("You bids 4", { values: { seat: 0, price: 4 } }), 0)).toBe(true);
  expect(tellsMore(told("You bids 5", { values: { seat: 1 } }), "bid 5", "Anne")).toBe(true);
});

test("a text of the rulebook in pieces", () => {
  expect(pieces("[ruling] see SER-10, option `fines`\n  - *Camel Up*")).toEqual([
    { kind: "mark", text: "ruling" },
    { kind: "plain", text: " see " },
    { kind: "clause", text: "SER-10" },
    { kind: "plain", text: ", option " },
    { kind: "code", text: "fines" },
    { kind: "item", text: "" },
    { kind: "emphasis", text: "Camel Up" },
  ]);
});

test("the last words that fit", () => {
  const news = [told("Anne passes"), told("Burt wins the lot"), told("Round 2", { heading: true })];
  expect(lastWords(news, 100)).toBe("Anne passes. Burt wins the lot.");
  expect(lastWords(news, 20)).toBe("… Burt wins the lot.");
  expect(lastWords(news.slice(2), 3)).toBe("Round 2.");
  expect(lastWords([], 3)).toBe("");
});

test("what goes without saying", () => {
  const more = (text: string, action: string) => tellsMore(told(text), action, "Anne");
  expect(more("Anne bids 5", "bid 5")).toBe(false);
  expect(more("Anne passes", "pass")).toBe(false);
  expect(more("You keep SEC-40, the Saver", "keep SEC-40")).toBe(false);
  expect(more("Anne has kept a request", "keep SEC-40")).toBe(false);
  expect(more("Anne passes without a bid and takes 2 chips from the bank", "pass")).toBe(true);
  expect(more("Burt wins the lot at 4", "pass")).toBe(true);
  expect(more("Anne pays Carla 4 chips", "bid 4")).toBe(true);
});
