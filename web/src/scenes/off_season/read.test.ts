import { describe, expect, it } from "vitest";
import type { Event, View } from "../../lib/messages";
import { books, earned, remembered, why } from "./books";
import { choices, decision, sackCalled, waitingFor } from "./decisions";
import { chanceOfMore, outlook, percent, prospect } from "./foresight";
import { bestSales, loaded, salesFrom, worth, type Camel } from "./goods";
import { opens, payments } from "./index";
import { auctionRule, caravanOf, changedBets, changes, countsAs, happenedTo, isToChoose, order, ownersOf, parse, roundsToCome, stallsOf, type Table } from "./read";

const NAMES = ["Anne", "Burt", "Carla"];
const each = <T>(value: () => T): Record<string, T> => Object.fromEntries(NAMES.map((name) => [name, value()]));

function table(given: Partial<Table> = {}): Table {
  const faces: (string | null)[] = Array.from({ length: 128 }, () => null);
  ["date 4", "date 4", "carpet red", "fruit 1", "pottery jar", "carpet blue", "fruit 3", "fruit 1"].forEach((face, card) => { faces[card] = face; });
  const none = { A: [], B: [], C: [], D: [], E: [], F: [] };
  return {
    game: "off_season", names: NAMES, options: {}, you: "Anne", asks: ["Anne"], legal: [], faces, drawn: 14, round_number: 1, side: 0,
    up: { ...none, A: [0, 1], B: [2, 3], C: [4, 5, 6], D: [7] }, down: { ...none, A: [8], B: [9], D: [10, 11] }, in_play: [..."ABCD"], open_markets: [..."ABCD"],
    auction: "highest bet", failed: false, first_player: "nobody", pounds: { Anne: 5, Burt: null, Carla: null }, bets: each(() => -1),
    opened: each(() => -1), goods: each(() => []), camels: each(() => ["none", "none", "none", "none"]), coins: each(() => [0, 0, 0, 0]),
    sale_tokens: [], peek_tokens: [], stage: "betting", turn: "nobody", chosen: "none", aside: [], draft: [], draft_hidden: false, waiting: [],
    acting: "nobody", sold_from: 0, ...given,
  };
}
const told = (name: string, values: Record<string, number> = {}, text = name): Event => ({ name, clause: "", text, values, heading: false });
const carrying = (goods: string[], camels: string[]) => ({ goods: { ...each(() => [] as string[]), Anne: goods }, camels: { ...each(() => ["none", "none", "none", "none"]), Anne: camels } });

describe("notation", () => {
  it("is taken apart", () => {
    expect(parse("bet 12")).toMatchObject({ do: "bet", pounds: 12 });
    expect(parse("use: swap date 3 with pottery jar+bowl of D")).toMatchObject({ do: "swap", mine: "date 3", face: "pottery jar+bowl", market: "D" });
    expect(parse("use: swap face-down 3 with fruit 2 of A")).toMatchObject({ do: "swap sack", place: 3, face: "fruit 2", market: "A" });
    expect(parse("use: move face-down to B")).toMatchObject({ do: "move sack", market: "B" });
    expect(parse("use: move carpet red of D")).toMatchObject({ do: "fetch", face: "carpet red", market: "D" });
    expect(parse("use: discard date 1 of E")).toMatchObject({ do: "discard", face: "date 1", market: "E" });
    expect(parse("use: discard date 1")).toMatchObject({ do: "unload", face: "date 1" });
    expect(parse("draft face-down")).toMatchObject({ do: "pick" });
    expect(parse("sell pottery: jar")).toMatchObject({ do: "sell", sale: "pottery: jar" });
    expect(parse("sell nothing")).toMatchObject({ do: "sell nothing" });
    expect(parse("load fruit on camel 5")).toMatchObject({ do: "load", kind: "fruit", limit: 5 });
    expect(parse("dance")).toBeNull();
  });
});

describe("goods", () => {
  const camel = (limit: number, kind: Camel["kind"], faces: string[], coin = 0): Camel => ({ limit, kind, faces, coin });
  const caravan = [
    camel(3, "date", ["date 4", "date 1"]), camel(4, "carpet", ["carpet red", "carpet red", "carpet blue"]),
    camel(5, "fruit", ["fruit 1", "fruit 1", "fruit 3"], 1), camel(6, "pottery", ["pottery jar", "pottery jar+bowl", "pottery bowl"]),
  ];
  it("bring what the rulebook says", () => {
    expect(salesFrom(caravan, 0)[0]).toMatchObject({ pounds: 4, stays: [] });
    expect(salesFrom(caravan, 1)[0]).toMatchObject({ pounds: 3, stays: ["carpet red"] });
    expect(salesFrom(caravan, 2)[0]).toMatchObject({ pounds: 2, coin: 1, stays: ["fruit 3"] });
    expect(salesFrom(caravan, 3).map((sale) => [sale.sale, sale.pounds])).toEqual([["pottery: jar", 4], ["pottery: bowl", 4]]);
    expect(worth(caravan)).toBe(4 + 3 + 3 + 4);
    expect(bestSales(caravan, 0b1011)).toHaveLength(1);
  });
  it("fall when there are too many", () => {
    const { caravan: then, lost } = loaded(caravan, ["date 1", "date 2", "fruit 2"]);
    expect(lost).toEqual(["date"]);
    expect(then[0]).toMatchObject({ kind: null, faces: [] });
    expect(then[2]!.faces).toHaveLength(4);
  });
});

describe("the table", () => {
  it("shows stalls and who took them", () => {
    const log = [told("round", { number: 1 }), told("chose", { seat: 1, side: 2 })];
    const stalls = stallsOf(table({ open_markets: [..."ACD"] }), log);
    expect(stalls.map((stall) => stall.letter).join("")).toBe("ABCD");
    expect(stalls[1]).toMatchObject({ open: false, owner: 1, side: "B1" });
    expect(ownersOf([...log, told("round", { number: 2 })])).toEqual({});
  });
  it("knows who is still to choose", () => {
    const later = table({ stage: "choosing", first_player: "Burt", turn: "Carla" });
    expect(order(later)).toEqual([1, 2, 0]);
    expect([0, 1, 2].map((seat) => isToChoose(later, seat))).toEqual([true, false, true]);
    expect(isToChoose(table({ stage: "selling" }), 0)).toBe(false);
  });
  it("changes bets as the auction says", () => {
    const dates = table({ auction: "most dates", ...carrying(["date 3"], ["date", "none", "none", "none"]) });
    expect(changes(dates)).toEqual([1, 0, 0]);
    expect(auctionRule(dates)).toContain("+1 for Anne");
    expect(changes(table({ auction: "fewest goods" }))).toEqual([0, 0, 0]);
    expect(changes(table({ auction: "first player", first_player: "Carla" }))).toEqual([0, 0, -1]);
    expect(roundsToCome(table())).toBeGreaterThan(3);
  });
  it("has any markets in play", () => {
    const t = table({ in_play: [..."BDEF"], open_markets: [..."BEF"] });
    expect(stallsOf(t, []).map((stall) => `${stall.side} ${stall.open}`)).toEqual(["B1 true", "D1 false", "E1 true", "F1 true"]);
    expect(roundsToCome(t)).toBeLessThan(roundsToCome(table()));
  });
  it("knows what a bet counts as and costs", () => {
    const first = table({ auction: "first player", first_player: "Anne" });
    expect([0, 1, 5].map((bet) => countsAs(first, 0, bet))).toEqual([{ counts: -1, pays: 0 }, { counts: 0, pays: 0 }, { counts: 4, pays: 4 }]);
    const dates = table({ auction: "most dates", ...carrying(["date 3"], ["date", "none", "none", "none"]) });
    expect([0, 5].map((bet) => countsAs(dates, 0, bet))).toEqual([{ counts: 1, pays: 1 }, { counts: 6, pays: 5 }]);
    expect(countsAs(table(), 0, 3)).toEqual({ counts: 3, pays: 3 });
  });
  it("remembers which bets of this round were changed", () => {
    const log = [
      told("changed", { seat: 2, pounds: 9 }), told("round", { number: 2 }), told("opened", { seat: 0, pounds: 1 }), told("opened", { seat: 1, pounds: 1 }),
      told("changed", { seat: 0, pounds: 2 }, "Anne's bet counts as 2: most dates"), told("won", { seat: 0, pounds: 2 }),
    ];
    expect(Object.keys(changedBets(log))).toEqual(["0"]);
    expect(changedBets(log)[0]!.text).toContain("most dates");
    expect(changedBets([...log, told("opened", { seat: 0, pounds: 3 })])).toEqual({});
  });
  it("says what happened to a seat", () => {
    const news = [told("sold", { seat: 0, sale: 0, pounds: 6 }), told("overloaded", { seat: 0, limit: 4, cards: 5 }), told("won", { seat: 1, pounds: 2 })];
    expect(happenedTo(news, 0)).toEqual({ camels: { 4: "fallen" }, pounds: 6 });
    expect(happenedTo(news, 1).pounds).toBe(-2);
  });
});

describe("foresight", () => {
  it("sees what would fall", () => {
    const t = table({ stage: "choosing", ...carrying(["date 1", "date 2"], ["date", "none", "none", "none"]) });
    const seen = outlook(t, 0, "market A")!;
    expect(seen.fates.find((fate) => fate.kind === "date")).toMatchObject({ lost: true, camel: 0 });
    expect(seen.warning).toBeTruthy();
  });
  it("counts the risk of sacks", () => {
    const t = table();
    expect(chanceOfMore(t, "date", 1, 0)).toBeCloseTo(32 / 120);
    const full = caravanOf(table(carrying(["fruit 1", "fruit 2", "fruit 3"], ["fruit", "none", "none", "none"])), "Anne");
    expect(prospect(t, full, { faces: [], unseen: 1 }).fates[0]).toMatchObject({ kind: "fruit", lost: false });
    expect([percent(0.001), percent(0.184), percent(0.999), percent(1)]).toEqual(["<1%", "18%", ">99%", "100%"]);
  });
  it("tells what a bet, a sale and a load do", () => {
    expect(outlook(table({ auction: "lowest bet" }), 0, "bet 0")!.words).toContain("ignored");
    expect(outlook(table(), 0, "bet 3")!.words).toContain("keep 2");
    const first = table({ auction: "first player", first_player: "Anne" });
    expect(outlook(first, 0, "bet 3")!.words).toContain("(it counts as 2): pay 2 pounds, keep 3");
    expect(outlook(first, 0, "bet 0")!.words).toContain("(it counts as \u22121): pay 0 pounds, keep 5");
    const sale = outlook(table({ stage: "selling", ...carrying(["date 4", "date 1"], ["date", "none", "none", "none"]) }), 0, "sell date")!;
    expect(sale.sale).toMatchObject({ camel: 0, pounds: 4 });
    const load = outlook(table({ stage: "loading", waiting: ["date 1", "date 1", "date 2", "date 3"] }), 0, "load date on camel 3")!;
    expect(load.warning).toContain("fall");
  });
});

describe("a sack given at E2", () => {
  const faces = table().faces.map((face, card) => (card === 21 ? "date 3" : face));
  const at = { stage: "ability", chosen: "E2", side: 1, turn: "Anne", in_play: [..."ABDE"], open_markets: [..."ABD"] };
  const down = { A: [], B: [], C: [], D: [], E: [20, 21, 22, 23], F: [] };
  const up = { A: [0, 1], B: [2, 3], C: [], D: [7], E: [], F: [] };
  const t = table({ ...at, faces, down, up, ...carrying(["date 1", "date 1", "date 2"], ["date", "none", "none", "none"]) });
  it("is unknown, or the one that was peeked at", () => {
    const blind = outlook(t, 0, "use: swap face-down 1 with fruit 1 of D")!;
    expect(blind.cards).toEqual([20, 7]);
    expect(blind.words).toContain("sack 1 goes there");
    expect(blind.fates.find((fate) => fate.kind === "date")).toMatchObject({ lost: true });
    const known = outlook(t, 0, "use: swap face-down 2 with fruit 1 of D")!;
    expect(known.cards).toEqual([21, 7]);
    expect(known.words).toContain("your card with 3 dates goes there");
    expect(known.fates.find((fate) => fate.kind === "date")).toMatchObject({ lost: false, coming: [] });
  });
  it("is named by its place", () => {
    expect([1, 2].map((place) => sackCalled(t, place))).toEqual(["sack 1", "sack 2 (3 dates)"]);
    expect(choices({ ...t, legal: ["use: swap face-down 2 with fruit 1 of D"] }, 0)[0]!.say).toBe("Give sack 2 (3 dates) for fruit worth 1 of D");
    expect(decision(t, 0).hint).toContain("choose the sack");
  });
});

describe("decisions", () => {
  it("offer every bet, also a forbidden one", () => {
    const t = table({ auction: "cannot bet 2", legal: ["bet 0", "bet 1", "bet 3", "bet 4", "bet 5"] });
    expect(choices(t, 0).map((choice) => choice.key)).toEqual(["0", "1", "2", "3", "4", "5"]);
    expect(decision(t, 0).mark).toBe("bet");
  });
  it("put doing without last", () => {
    const t = table({ stage: "selling", legal: ["sell nothing", "sell date"], ...carrying(["date 4"], ["date", "none", "none", "none"]) });
    expect(choices(t, 0).map((choice) => choice.action)).toEqual(["sell date", "sell nothing"]);
  });
  it("say whom the table waits for", () => {
    const t = table({ asks: ["Burt", "Carla"], bets: { Anne: 3, Burt: null, Carla: null } });
    expect(waitingFor(t, 0)).toMatchObject({ title: "Burt and Carla have yet to bet", hint: "Your bet of 3 is sealed." });
  });
});

describe("money", () => {
  const log = [
    told("round", { number: 1 }), told("won", { seat: 0, pounds: 2 }), told("sold", { seat: 0, sale: 4, pounds: 6 }), told("fined", { seat: 1, pounds: 2 }),
    told("overloaded", { seat: 1, cards: 5, limit: 4 }, "Burt's camel 4 throws everything off"),
  ];
  it("is booked", () => {
    const found = books(log, 3);
    expect(found[0]).toMatchObject({ bets: 2, auctions: 1, sales: { pottery: 6 } });
    expect(found.map((book) => earned(book) - book.bets - book.fines)).toEqual([9, 3, 5]);
    expect(remembered(log).map(([label]) => label)).toEqual(["Best sale", "Dearest bet", "Worst fall"]);
  });
  it("moves", () => {
    const view = table() as View;
    expect(payments(log, view)[0]).toEqual({ from: "purse:Anne", to: "bank", amount: 2 });
    expect(payments([told("coin", { seat: 1, pounds: 1, limit: 5 })], view)).toEqual([{ from: "bank", to: "camel:Burt:5", amount: 1 }]);
    expect(opens([told("opened", { seat: 0, pounds: 1 })])).toBe(true);
  });
  it("decides who won, and why", () => {
    expect(why(NAMES, [9, 5, 4], [1, 2, 3], [0, 0, 0])).toContain("4 more");
    expect(why(NAMES, [9, 9, 4], [1, 2, 3], [0, 2, 0])).toContain("fewer goods");
    expect(why(NAMES, [9, 9, 4], [1, 1, 3], [0, 0, 0])).toContain("share");
  });
});
