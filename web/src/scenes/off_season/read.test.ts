import { describe, expect, it } from "vitest";
import actions from "../../generated/samples/off_season_actions.json";
import samples from "../../generated/samples/off_season.json";
import type { Event, View } from "../../lib/messages";
import { accounts, earned, remembered, why } from "./accounts";
import { choices, decision, sackCalled, waitingFor } from "./decisions";
import { named } from "./goods";
import { guide } from "./guide";
import { opens, payments } from "./index";
import { comingOf, outlook, percent } from "./outlook";
import {
  auctionRule,
  bestSales,
  caravanOf,
  changedBets,
  freightAfter,
  freightOf,
  happenedTo,
  ownersOf,
  parse,
  saleCalled,
  stallsOf,
  table as read,
  type Table,
} from "./read";

type Name = keyof typeof samples;
const NAMES = ["Anne", "Burt", "Carla"];
const table = (name: Name): Table => read(samples[name].view as unknown as View, samples[name].foresight);
const words = (name: Name, action: string): string => outlook(table(name), action)!.words;
const told = (name: string, values: Record<string, number> = {}, text = name): Event => ({
  name,
  clause: "",
  text,
  values,
  heading: false,
  mine: false,
  echo: false,
});

describe("notation", () => {
  it.each(actions)("understands %s", (action) => {
    const move = parse(action)!;
    expect(move).not.toBeNull();
  });
  it("is taken apart", () => {
    expect(parse("bet 12")).toMatchObject({ do: "bet", pounds: 12 });
    expect(parse("use: swap date 3 with pottery jar+bowl of D")).toMatchObject({
      do: "swap",
      mine: "date 3",
      face: "pottery jar+bowl",
      market: "D",
    });
    expect(parse("use: swap face-down 3 with fruit 2 of A")).toMatchObject({
      do: "swap sack",
      place: 3,
      face: "fruit 2",
      market: "A",
    });
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

describe("the table", () => {
  it("shows stalls and who took them", () => {
    const log = [told("round", { number: 1 }), told("chose", { seat: 1, side: 0 })];
    const stalls = stallsOf(table("waiting"), log);
    expect(stalls.map((stall) => `${stall.side} ${stall.open}`)).toEqual(["A1 false", "B1 true", "C1 true", "D1 true"]);
    expect(stalls[0]!.owner).toBe(1);
    expect(ownersOf([...log, told("round", { number: 2 })])).toEqual({});
  });
  it("shows what markets do to those who have still to choose", () => {
    expect(freightOf(table("waiting"), "B")).not.toBeNull();
    expect(freightOf(table("waiting"), "A")).toBeNull();
    for (const name of ["taken", "watched"] as const) expect(freightOf(table(name), "B")).toBeNull();
  });
  it("says whose bets the auction changes", () => {
    expect(auctionRule(table("most dates"))).toBe("+1 for you (most dates). The highest wins.");
    expect(auctionRule({ ...table("most dates"), you: null })).toContain("+1 for Anne");
    expect(auctionRule(table("first player"))).toBe("\u22121 for you (first player). The highest wins.");
    expect(auctionRule(table("fewest goods"))).toBe("+1 for the fewest goods; the highest wins (no goods yet).");
    expect(auctionRule(table("lucky 0"))).toBe("A single 0 wins; several lose 2 each, the highest wins.");
  });
  it("puts goods on camels", () => {
    const caravan = caravanOf(table("selling"), "Anne");
    expect(caravan.map(({ limit, kind, faces, coin }) => [limit, kind, faces.length, coin])).toEqual([
      [3, "date", 2, 0],
      [4, "carpet", 3, 0],
      [5, "fruit", 3, 1],
      [6, null, 0, 0],
    ]);
  });
  it("remembers which bets of this round were changed", () => {
    const log = [
      told("changed", { seat: 2, pounds: 9 }),
      told("round", { number: 2 }),
      told("opened", { seat: 0, pounds: 1 }),
      told("opened", { seat: 1, pounds: 1 }),
      told("changed", { seat: 0, pounds: 2 }, "Anne's bet counts as 2: most dates"),
      told("won", { seat: 0, pounds: 2 }),
    ];
    expect(Object.keys(changedBets(log))).toEqual(["0"]);
    expect(changedBets(log)[0]!.text).toContain("most dates");
    expect(changedBets([...log, told("opened", { seat: 0, pounds: 3 })])).toEqual({});
  });
  it("says what happened to a seat", () => {
    const news = [
      told("sold", { seat: 0, sale: 0, pounds: 6 }),
      told("overloaded", { seat: 0, limit: 4, cards: 5 }),
      told("won", { seat: 1, pounds: 2 }),
    ];
    expect(happenedTo(news, 0)).toEqual({ camels: { 4: "fallen" }, pounds: 6 });
    expect(happenedTo(news, 1).pounds).toBe(-2);
  });
});

describe("sales", () => {
  it("are found by their names", () => {
    const { camel, sale } = saleCalled(table("selling"), "fruit")!;
    expect([camel, sale.total, named(sale.stays)]).toEqual([2, 3, ["fruit 3"]]);
    expect(saleCalled(table("selling"), "pottery: jar")).toBeNull();
  });
  it("are not made twice from a camel in the final sale", () => {
    expect(bestSales(table("selling")).map(({ camel }) => camel)).toEqual([0, 1, 2]);
    expect(bestSales(table("final sale")).map(({ camel }) => camel)).toEqual([0, 2]);
  });
});

describe("outlook", () => {
  it("says what a bet counts as and costs", () => {
    expect(words("cannot bet 2", "bet 3")).toContain("If it wins: pay 3 pounds, keep 2, choose first. Beaten or tied,");
    expect(words("most dates", "bet 5")).toContain("(it counts as 6): pay 5 pounds, keep 0");
    expect(words("first player", "bet 0")).toContain("(it counts as \u22121): pay nothing, keep 5");
    expect(words("lowest bet", "bet 0")).toContain("ignored");
    expect(words("lucky 0", "bet 0")).toContain("If another bets 0, you lose 2 pounds.");
    expect(words("lucky 0", "bet 1")).toContain("if a 0 is alone");
    expect(outlook(table("sealed"), "bet 1")).toBeNull();
  });
  it("warns of what falls", () => {
    const seen = outlook(table("choosing"), "market B")!;
    expect(seen.words).toContain("all 4 date cards fall off camel 3");
    expect(seen.warning).toContain("Your goods would be worth £2 less");
    expect(seen.market).toBe("B");
    expect(outlook(table("choosing"), "market D")!.warning).toBeUndefined();
  });
  it("tells the risk of sacks", () => {
    expect(words("choosing", "market D")).toMatch(/dates 2 \u2192 3 of 3, \d+% risk to lose them/);
    expect([percent(0.001), percent(0.184), percent(0.999), percent(1)]).toEqual(["<1%", "18%", ">99%", "100%"]);
  });
  it("knows the cards that come", () => {
    const freight = freightOf(table("choosing"), "B")!;
    expect(
      comingOf(
        freight,
        freight.fates.find((fate) => fate.kind === 0)!,
      ),
    ).toEqual(["date 1", "date 1"]);
  });
  it("tells what a sale brings and leaves", () => {
    expect(words("selling", "sell fruit")).toBe(
      "3 pounds, 1 of it the coin on the camel, 8 in all. 1 card stays, with a coin for next time.",
    );
    expect(words("selling", "sell date")).toContain("Camel 3 is free again.");
    expect(words("selling", "sell carpet")).toContain("1 card stays.");
    expect(words("token", "spend extra sale")).toBe("One more sale now, at best dates for 2 pounds.");
    expect(words("selling", "sell nothing")).toContain("later round");
    expect(outlook(table("final sale"), "sell nothing")!.warning).toContain("You leave goods for 4 pounds unsold");
  });
  it("tells whether a load falls", () => {
    expect(outlook(table("loading"), "load date on camel 3")!.warning).toContain("all of them fall");
    expect(words("loading", "load date on camel 4")).toBe("4 of 4, full: one more, and all of it falls.");
    expect(words("loading", "load date on camel 6")).toBe("4 of 6, room for 2 more.");
    expect(choices(table("loading")).map(({ note }) => note)).toEqual(["all fall!", "4 of 4", "4 of 5", "4 of 6"]);
    expect(decision(table("loading"), 0).title).toBe("Which camel for the dates?");
  });
  it("tells the chance to find a type", () => {
    expect(words("naming", "use: name date")).toMatch(/^\d+% that one of 3 cards drawn is date, to keep\. Goods worth/);
  });
  it("shows what is thrown away", () => {
    expect(outlook(table("throwing"), "use: discard date 3")).toMatchObject({ dropped: "date 3" });
    expect(words("throwing", "use: discard date 3")).toContain("The card with 3 dates is thrown away.");
  });
});

describe("a sack given at E2", () => {
  const action = "use: swap face-down 2 with fruit 1 of D";
  it("is unknown, or the one that was peeked at", () => {
    const [blind, known] = [table("at E2"), table("peeked")];
    expect(outlook(blind, action)!.cards).toEqual([blind.down.E![1], blind.up.D![0]]);
    expect(words("at E2", action)).toContain("face-down card 2 goes there and is turned up");
    expect(words("peeked", action)).not.toContain("card 2");
    expect(freightAfter(blind, action)!.unseen).toBe(3);
    expect(freightAfter(known, action)!.unseen).toBe(0);
    expect(sackCalled(blind, 2)).toBe("face-down card 2");
    expect(sackCalled(known, 2)).toMatch(/^face-down card 2 \(.+\)$/);
  });
  it("is named by its place", () => {
    expect(choices(table("at E2")).find((choice) => choice.action === action)!.say).toBe(
      "Give face-down card 2 for fruit worth 1 of D",
    );
    expect(decision(table("at E2"), 0).hint).toContain("choose the face-down card");
  });
});

describe("decisions", () => {
  it("offer every bet, also a forbidden one", () => {
    const t = table("cannot bet 2");
    expect(choices(t).map((choice) => choice.key)).toEqual(["0", "1", "2", "3", "4", "5"]);
    expect(decision(t, 0).mark).toBe("bet");
  });
  it("put doing without last", () => {
    expect(choices(table("selling")).map((choice) => choice.action)).toEqual([
      "sell date",
      "sell carpet",
      "sell fruit",
      "sell nothing",
    ]);
  });
  it("say whom the table waits for", () => {
    expect(waitingFor(table("sealed"), 0)).toMatchObject({
      title: "Burt and Carla have yet to bet",
      hint: "Your bet of 3 is sealed.",
    });
  });
});

describe("the guide", () => {
  it("has its steps when they are due", () => {
    const due = (name: Name) =>
      guide.filter((step) => step.when(samples[name].view as unknown as View, [], 0, null)).map((step) => step.id);
    expect(due("most dates")).toEqual(["bet", "heavy"]);
    expect(due("loading")).toEqual(["load"]);
    expect(due("token")).toEqual(["heavy", "tokens"]);
    expect(due("final sale")).toContain("final");
  });
});

describe("money", () => {
  const log = [
    told("round", { number: 1 }),
    told("won", { seat: 0, pounds: 2 }),
    told("sold", { seat: 0, sale: 4, pounds: 6 }),
    told("fined", { seat: 1, pounds: 2 }),
    told("overloaded", { seat: 1, cards: 5, limit: 4 }, "Burt's camel 4 cannot carry 5 cards and throws its fruit off"),
  ];
  it("is booked", () => {
    const found = accounts(log, 3);
    expect(found[0]).toMatchObject({ bets: 2, auctions: 1, sales: { pottery: 6 } });
    expect(found.map((book) => earned(book) - book.bets - book.fines)).toEqual([9, 3, 5]);
    expect(remembered(log).map(([label]) => label)).toEqual(["Best sale", "Highest bet", "Worst fall"]);
  });
  it("moves", () => {
    const view = table("selling") as View;
    expect(payments(log, view)[0]).toEqual({ from: "purse:Anne", to: "bank", amount: 2 });
    expect(payments([told("coin", { seat: 1, pounds: 1, limit: 5 })], view)).toEqual([
      { from: "bank", to: "camel:Burt:5", amount: 1 },
    ]);
    expect(opens([told("opened", { seat: 0, pounds: 1 })])).toBe(true);
  });
  it("decides who won, and why", () => {
    expect(why(NAMES, [5, 9, 4])).toBe("Burt has the fullest purse: 9 pounds, 4 more than the next.");
  });
});
