import { describe, expect, it } from "vitest";
import type { SecretAuctionForesight } from "../../generated/secret_auction";
import samples from "../../generated/samples/secret_auction.json";
import type { Event, View } from "../../lib/messages";
import { foreseen, offers, sureOf } from "./foresight";
import { ALL_ITEMS, requestOf } from "./components";
import { progressText } from "./progress";
import { against, bidText, marksOf, notesOf, rivalsOf, roomOf, sumOf, toggled, triedWith, where } from "./read";
import { notesIn, opens, payments, remembered, saleText, salesIn } from "./sales";

type Name = keyof typeof samples;
const viewOf = (name: Name = "sale") => samples[name].view as unknown as View;
const foresightOf = (name: Name = "sale") => samples[name].foresight as unknown as SecretAuctionForesight;
const room = (name: Name = "sale") => roomOf(viewOf(name), foresightOf(name));
const anne = (name: Name = "sale") => room(name).players[0]!;

function told(name: string, values: Record<string, number>): Event {
  return { name, values, clause: "", text: "", heading: false, mine: false, echo: false };
}

describe("the room", () => {
  it("has the hands that were counted", () => {
    const [first, burt] = room().players;
    expect(burt!.hand).toEqual([2, 3, 4, 5, 6, 7, 8]);
    expect([1, 5, 10].map((note) => where(first!, note))).toEqual(["spent", "hand", "spent"]);
    expect(where(burt!, 1)).toBe("gone");
  });

  it("knows the lot, its size and what is to come, even where all items are known", () => {
    const { lot, size, toCome } = room();
    expect([lot?.name, size, toCome.length]).toEqual(["Emerald 2", 2, 13]);
    const turned = (viewOf().items as string[]).slice(0, 5);
    const others = ALL_ITEMS.map((item) => item.name).filter((name) => !turned.includes(name));
    expect(roomOf({ ...viewOf(), items: [...turned, ...others] }, foresightOf()).toCome.length).toBe(13);
  });

  it("tells who sits where", () => {
    expect(rivalsOf(room(), 1).map((player) => player.name)).toEqual(["Carla", "Anne"]);
    expect(rivalsOf(room("watched"), null).length).toBe(3);
  });

  it("knows what I have sealed", () => {
    expect([anne("sealed").choice, anne("sealed").bid]).toEqual(["8+9", 17]);
    expect([anne("passed").choice, anne("passed").spending]).toEqual(["pass", 1]);
  });
});

describe("bids", () => {
  it("are read and written", () => {
    expect(notesOf("bid 3+10")).toEqual([3, 10]);
    expect(notesOf("7")).toEqual([7]);
    expect(notesOf("pass")).toEqual([]);
    expect(bidText([10, 3])).toBe("bid 3+10");
  });

  it("have the sum that was sent", () => {
    expect(["bid 3+4", "bid 8+9", "pass", "bid 9+10"].map((action) => sumOf(room(), action))).toEqual([7, 17, 0, 0]);
    expect(sumOf(room("pile back"), "bid 9+10")).toBe(19);
  });

  it("take notes in and out, the first making room", () => {
    expect(toggled([3], 5, 2)).toEqual([3, 5]);
    expect(toggled([3, 5], 3, 2)).toEqual([5]);
    expect(toggled([3, 5], 8, 2)).toEqual([5, 8]);
  });

  it("with a note that is not there are still of the right size, to be asked about", () => {
    expect(triedWith(room(), 10, [4])).toBe("bid 4+10");
    expect(triedWith(room(), 1, [])).toBe("bid 1+3");
  });
});

describe("how high one can go", () => {
  it("is set against a bid", () => {
    const words = (sum: number) => against(room("pile back"), sum, 1)?.[1];
    expect([14, 15, 18, 19].map(words)).toEqual([
      "could beat",
      "with a chip beats",
      "with a chip beats",
      "with a chip ties",
    ]);
    expect(against(room("pile back"), 19, 2)).toEqual(["=", "could tie"]);
    expect(against(room("sure"), 16, 1)).toEqual(["▽", "cannot reach"]);
    expect(against(room("sealed"), 17, 1)).toEqual(["△", "with a chip beats"]);
    expect(against(room("watched"), 17, 1)).toBeNull();
  });

  it("is marked on the rule", () => {
    const marks = [...marksOf(room().players.slice(1))].map(([sum, seals]) => [
      sum,
      ...seals.map(({ player, chip }) => `${player.name}${chip ? " chip" : ""}`),
    ]);
    expect(marks).toEqual([
      [15, "Burt"],
      [19, "Burt chip", "Carla"],
    ]);
  });
});

describe("foresight", () => {
  const texts = (name: Name, action: string) => foreseen(room(name), anne(name), action).map((line) => line.text);

  it("says what winning and losing would do", () => {
    expect(texts("sale", "bid 8+9")).toEqual([
      "0→2 stars, 8+9 gone for good.",
      "8+9 to your pile, 3 4 5 6 7 left in hand.",
      "all the others could bid as much.",
    ]);
  });

  it("says what a chip does", () => {
    expect(texts("sale", "pass")).toEqual(["you keep all your money cards; 2 chips left; request lost for good."]);
    expect(texts("SEC-42", "recover")).toEqual(["your hand is 1 2 6 7 8 9 10, up to 19; 2 chips left."]);
    expect(texts("pile back", "recover")).toEqual([]);
  });

  it("says what a win does to the request", () => {
    expect(texts("SEC-47", "bid 6+7")[0]).toBe("5→7 stars, 6+7 gone for good, request met.");
    expect(texts("twins", "bid 6+7")[0]).toBe("4→6 stars, 6+7 gone for good, request lost for good.");
  });

  it("says when nobody can reach it", () => {
    expect(foreseen(room("sure"), anne("sure"), "bid 8+9")[2]!.head).toBe("Sure to win");
    expect(offers(room("sure")).map((offer) => [offer.sum, offer.why])).toEqual([
      [7, "least"],
      [16, "sure to win"],
    ]);
    expect(offers(room()).map((offer) => [offer.notes, offer.why])).toEqual([
      [[3, 4], "least"],
      [[8, 9], "most"],
    ]);
    expect(offers(room("sealed"))).toEqual([]);
  });

  it("warns where winning would leave too few notes", () => {
    expect(texts("few notes", "bid 8+9")[2]).toBe("with 1 money card left, an item for 3 puts you out.");
  });

  it("asks before a request is spoilt for good, and only then", () => {
    expect(sureOf(room(), anne(), "pass")).toContain("The Patient");
    expect(sureOf(room(), anne(), "bid 3+4")).toBeUndefined();
    expect(sureOf(room("twins"), anne("twins"), "bid 6+7")).toContain("The Twin");
    expect(sureOf(room("twins"), anne("twins"), "pass")).toBeUndefined();
  });
});

describe("requests", () => {
  it("tell how far one is", () => {
    const texts = Array.from({ length: 10 }, (_, at) => {
      const clause = `SEC-${40 + at}` as Name;
      return progressText(requestOf(clause)!, room(clause).ahead.request!, viewOf(clause).names);
    });
    expect(texts).toEqual([
      "you 7, Burt 10",
      "2 types so far, 3 at most",
      "2 of 4 types",
      "you 1, Burt 0",
      "you 0, Carla 1",
      "5 stars: 3 more to 8",
      "3 of 3 chips unused",
      "1 two-star, exactly 2 wanted",
      "0 of 2 types doubled",
      "have ★★ ★★★",
    ]);
  });
});

describe("sales", () => {
  const news = [
    told("has chosen", { seat: 0 }),
    told("bid", { seat: 0, sum: 4, money: 8 }),
    told("recovered", { seat: 1, money: 1 }),
    told("bid", { seat: 1, sum: 4, money: 8 }),
    told("bid", { seat: 2, sum: 3, money: 4 }),
    told("won as next", { tied: 0b11, seat: 2, item: 15, sum: 3 }),
    told("item", { number: 8, item: 16, size: 2 }),
  ];

  it("are read from what was told", () => {
    const [sale] = salesIn(news);
    expect(sale).toMatchObject({ outcome: "won as next", winner: 2, sum: 3 });
    expect(sale!.bids.map((bid) => [bid.seat, bid.tied, bid.recovered])).toEqual([
      [0, true, false],
      [1, true, true],
      [2, false, false],
    ]);
    expect(notesIn(0b1000000101)).toEqual([1, 3, 10]);
    expect(opens(news)).toBe(true);
    expect(opens(news.slice(0, 1))).toBe(false);
  });

  it("are the same however the telling is cut", () => {
    const log = [
      ...news,
      told("bid", { seat: 0, sum: 7, money: 64 }),
      told("passed", { seat: 1 }),
      told("won", { seat: 0, item: 16, sum: 7 }),
    ];
    expect(salesIn(log).map((sale) => [sale.item.name, sale.winner, sale.bids.length])).toEqual([
      ["Opal 1", 2, 3],
      ["Opal 2", 0, 2],
    ]);
    expect(salesIn(log).slice(0, 1)).toEqual(salesIn(news));
  });

  it("pay the house with the notes that won, and with chips", () => {
    expect(payments(news, viewOf())).toEqual([
      { from: "purse:Burt", to: "bank", amount: 1 },
      { from: "purse:Carla", to: "bank", amount: 1 },
    ]);
  });

  it("fit one line of a small phone", () => {
    const [sale] = salesIn([told("won as next", { seat: 1, item: 2, sum: 16 })]);
    expect(saleText(sale!, ["Anne", "Burt"], 0)).toBe("A tie: Burt wins with 16");
    expect(saleText(sale!, ["Anne", "Burt"], 1)).toBe("A tie: you win with 16");
  });

  it("are remembered", () => {
    const more = salesIn([...news, told("won", { seat: 0, item: 2, sum: 27 }), told("tied", { item: 3 })]);
    expect(remembered(more).map(([label]) => label)).toEqual(["Best bargain", "Most expensive", "Lost to a tie"]);
  });
});
