import { expect, test } from "vitest";
import { view } from "../../lib/testing";
import { aboutAction, facts, groups, MOST_SHOWN, said } from "./read";

const shown = (more: Record<string, unknown>) => ({ ...view(1, [], {}, ["Anne"]).view, ...more });

test("a field with an entry for every player belongs to the players", () => {
  const seen = shown({ names: ["Anne", "Burt"], sale: 3, purse: { Anne: 7, Burt: null } });
  const { table, players } = facts(seen);
  expect(table).toContainEqual(["Sale", 3]);
  expect(players.map((each) => each.find(([label]) => label === "Purse")?.[1])).toEqual([7, null]);
});

test("what is wholly hidden is not shown", () => {
  const { table } = facts(shown({ names: ["Anne", "Burt"], deck: [null, null], bids: { Anne: null, Burt: null } }));
  expect(table.map(([label]) => label)).not.toContain("Deck");
  expect(table.map(([label]) => label)).not.toContain("Bids");
});

test("values in words", () => {
  expect([null, true, 4, [], [1, null, 2], { lot: ["a"], deck: [] }].map(said)).toEqual([
    "hidden",
    "yes",
    "4",
    "none",
    "1, 2, 1 hidden",
    "lot: a; deck: none",
  ]);
});

test("actions are grouped by verb, in the order of the game", () => {
  const found = groups(["pass", "bid 1", "bid 2"], { bid: "bid", pass: "pass" }, "");
  expect(found.map(({ label, shown: each }) => [label, each])).toEqual([
    ["Bid", ["bid 1", "bid 2"]],
    ["Pass", ["pass"]],
  ]);
});

test("a search finds the actions with all its words", () => {
  const legal = ["load date on camel 1", "load fig on camel 1", "load fig on camel 2"];
  expect(groups(legal, {}, "FIG 2")[0]!.shown).toEqual(["load fig on camel 2"]);
  expect(groups(legal, {}, "silk")).toEqual([]);
});

test("of very many actions the first are shown, and the rest counted", () => {
  const legal = Array.from({ length: MOST_SHOWN + 5 }, (_, bid) => `bid ${bid}`);
  const [only] = groups(legal, {}, "");
  expect([only!.shown.length, only!.more]).toEqual([MOST_SHOWN, 5]);
});

test("foresight that names an action is told with it", () => {
  expect(aboutAction({ left: { "bid 1": 9, "bid 2": 8 }, total: 3 }, "bid 2")).toEqual([["Left", 8]]);
  expect(aboutAction(null, "bid 2")).toEqual([]);
});
