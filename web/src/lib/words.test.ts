import { expect, test } from "vitest";
import { told, view } from "./testing";
import { banner, capital, choices, clockFace, counted, lastWords, listed, outcome, sentence, spelled } from "./words";

test("what may be done, in words", () => {
  expect(choices(["pass", "bid 2", "bid 3"], { bid: "bid", pass: "pass" })).toBe("bid or pass");
  expect(choices(["play red 9", "play blue 1"], { play: "play a card" })).toBe("play a card");
  expect(choices(["no ability", "use: move carpet white of B"], { use: "use the ability", no: "leave it" })).toBe(
    "use the ability or leave it",
  );
});

test("a game that lists no verbs is told in the words of its notation", () => {
  expect(choices(["offer 1", "offer 2", "refuse"], {})).toBe("offer or refuse");
});

const VERBS = { bid: "bid", pass: "pass" };

test("names as people read them", () => expect(spelled("colour_bids")).toBe("Colour bids"));

test("whose turn it is", () => {
  expect(banner(view(1, [], {}, ["Anne"]).view, 0, false, VERBS)).toBe("Your turn: bid or pass");
  expect(banner(view(1, [], {}, ["Burt", "Carla"]).view, 0, false, VERBS)).toBe("Waiting for Burt and Carla");
  expect(banner(view(1, [], { seat: null }, ["Anne", "Burt", "Carla"]).view, null, false, VERBS)).toBe(
    "Waiting for 3 players",
  );
  expect(banner(view(1, [], {}, []).view, 0, true, VERBS)).toBe("The game is over");
});

test("a reason and its clause", () => {
  expect(sentence("a bid must be higher than 4")).toBe("A bid must be higher than 4.");
  expect(sentence("Why not?")).toBe("Why not?");
  expect(sentence("you have no -5 and no 2x")).toBe("You have no −5 and no 2×.");
});

test("who won", () => {
  const names = ["Anne", "Burt", "Carla"];
  expect(outcome(names, { scores: [3, 2, 1], places: [1, 2, 3], ties: [] }, 0)).toBe("You win");
  expect(outcome(names, { scores: [3, 2, 1], places: [1, 2, 3], ties: [] }, 1)).toBe("Anne wins");
  expect(outcome(names, { scores: [3, 3, 1], places: [1, 1, 3], ties: [] }, null)).toBe("Anne and Burt share the win");
  expect(outcome(names, { scores: [3, 3, 1], places: [1, 1, 3], ties: [] }, 1)).toBe("You share the win with Anne");
});

test("lists, clocks, marks", () => {
  expect(listed(["a", "b", "c"])).toBe("a, b and c");
  expect(clockFace(41.2)).toBe("0:42");
  expect(clockFace(-3)).toBe("0:00");
  expect([3599, 3600, 7100, 86399.9, 172800, 604799].map(clockFace)).toEqual([
    "59:59",
    "1 hour",
    "1 hour",
    "24 hours",
    "2 days",
    "7 days",
  ]);
});

test("the last words that fit", () => {
  const news = [told("Anne passes"), told("Burt wins the lot"), told("Round 2", { heading: true })];
  expect(lastWords(news, 100)).toBe("Anne passes. Burt wins the lot.");
  expect(lastWords(news, 20)).toBe("… Burt wins the lot.");
  expect(lastWords(news.slice(2), 3)).toBe("Round 2.");
  expect(lastWords([], 3)).toBe("");
});

test("capitals and numbers with their noun", () => {
  expect(capital("two stars")).toBe("Two stars");
  expect([1, 2].map((number) => counted(number, "chip"))).toEqual(["1 chip", "2 chips"]);
});
