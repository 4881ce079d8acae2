import { describe, expect, it } from "vitest";
import type { Event, View } from "../../lib/messages";
import { foreseen, offers, sureOf } from "./foresight";
import { ALL_ITEMS, bidSize, itemNamed, requestOf } from "./house";
import { against, bidText, marksOf, notesOf, reachOf, rivalsOf, roomOf, toggled, triedWith, where } from "./read";
import { fulfilled, lost, progress, type Standing } from "./requests";
import { notesIn, opens, payments, remembered, salesIn } from "./sales";

const NAMES = ["Anne", "Burt", "Carla"];

function view(changes: Record<string, unknown> = {}): View {
  return {
    game: "secret_auction", names: NAMES, options: { bid_sizes: "square" }, you: "Anne", asks: NAMES, legal: [],
    turned: 3,
    items: ["Opal 1", "Ruby 3", "Emerald 2", ...Array<null>(15).fill(null)],
    owner: { Anne: [], Burt: ["Ruby 3"], Carla: [], sight: ["Emerald 2"], discarded: ["Opal 1"] },
    kept: { Anne: "SEC-46", Burt: null, Carla: null },
    hands: { Anne: [3, 4, 5, 6, 7, 8, 9], Burt: null, Carla: null },
    piles: { Anne: [1, 2, 10], Burt: [9, 10], Carla: [] },
    gone: { Anne: [], Burt: [1], Carla: [] },
    chips: { Anne: 3, Burt: 1, Carla: 0 },
    out: [], recovering: { Anne: false, Burt: null, Carla: null }, choices: { Anne: "none", Burt: null, Carla: null },
    ...changes,
  };
}

function told(name: string, values: Record<string, number>): Event {
  return { name, values, clause: "", text: "", heading: false };
}

describe("the room", () => {
  it("counts hidden hands from what was opened", () => {
    const [anne, burt] = roomOf(view()).players;
    expect(burt!.hand).toEqual([2, 3, 4, 5, 6, 7, 8]);
    expect([1, 5, 10].map((note) => where(anne!, note))).toEqual(["spent", "hand", "spent"]);
    expect(where(burt!, 1)).toBe("gone");
  });

  it("knows the lot, its size and what is to come, even where all items are known", () => {
    const room = roomOf(view());
    expect([room.lot?.name, room.size, room.toCome.length]).toEqual(["Emerald 2", 2, 15]);
    const open = roomOf(view({ items: ["Opal 1", "Ruby 3", "Emerald 2", ...ALL_ITEMS.map((item) => item.name).filter((name) => !["Opal 1", "Ruby 3", "Emerald 2"].includes(name))] }));
    expect(open.toCome.length).toBe(15);
  });

  it("has every size once for every kind and star", () => {
    const sizes = (items: typeof ALL_ITEMS) => items.map((item) => bidSize(item, "square")).sort();
    expect(sizes(ALL_ITEMS.slice(3, 6))).toEqual([1, 2, 3]);
    expect(bidSize(itemNamed("Ruby 3")!, "stars")).toBe(3);
  });

  it("tells who sits where", () => {
    const room = roomOf(view());
    expect(rivalsOf(room, 1).map((player) => player.name)).toEqual(["Carla", "Anne"]);
    expect(rivalsOf(room, null).length).toBe(3);
  });
});

describe("bids", () => {
  it("are read and written", () => {
    expect(notesOf("bid 3+10")).toEqual([3, 10]);
    expect(notesOf("7")).toEqual([7]);
    expect(notesOf("pass")).toEqual([]);
    expect(bidText([10, 3])).toBe("bid 3+10");
  });

  it("take notes in and out, the first making room", () => {
    expect(toggled([3], 5, 2)).toEqual([3, 5]);
    expect(toggled([3, 5], 3, 2)).toEqual([5]);
    expect(toggled([3, 5], 8, 2)).toEqual([5, 8]);
  });

  it("with a note that is not there are still of the right size, to be asked about", () => {
    expect(triedWith(roomOf(view()).players[0]!, 10, [4], 2)).toBe("bid 4+10");
    expect(triedWith(roomOf(view()).players[0]!, 1, [], 3)).toBe("bid 1+3+4");
  });
});

describe("how high one can go", () => {
  it("counts the pile where a chip is left", () => {
    const [anne, burt, carla] = roomOf(view()).players;
    expect(reachOf(anne!, 2)).toEqual({ now: 17, chip: 19 });
    expect(reachOf(burt!, 2)).toEqual({ now: 15, chip: 19 });
    expect(reachOf(carla!, 2)).toEqual({ now: 19, chip: 19 });
    expect(reachOf({ ...carla!, out: true }, 2).now).toBe(0);
  });

  it("is set against a bid", () => {
    const reach = { now: 15, chip: 19 };
    expect([14, 15, 18, 19, 20].map((sum) => against(reach, sum)[1])).toEqual(["could beat", "with a chip beats", "with a chip beats", "with a chip ties", "cannot reach"]);
    expect(against({ now: 15, chip: 15 }, 15)).toEqual(["=", "could tie"]);
  });

  it("is marked on the rule", () => {
    const marks = [...marksOf(roomOf(view()).players.slice(1), 2)].map(([sum, seals]) => [sum, ...seals.map(({ player, chip }) => `${player.name}${chip ? " chip" : ""}`)]);
    expect(marks).toEqual([[15, "Burt"], [19, "Burt chip", "Carla"]]);
  });
});

describe("foresight", () => {
  it("says what winning and losing would do", () => {
    const room = roomOf(view());
    const lines = foreseen(room, room.players[0]!, "bid 8+9");
    expect(lines[0]!.text).toBe("0→2 stars, 8+9 gone for good.");
    expect(lines[1]!.text).toBe("8+9 to your pile, 3 4 5 6 7 left in hand.");
    expect(lines[2]!.text).toBe("all the others could bid as much.");
  });

  it("says when nobody can reach it", () => {
    const room = roomOf(view({ out: ["Carla"], chips: { Anne: 3, Burt: 0, Carla: 0 } }));
    expect(foreseen(room, room.players[0]!, "bid 8+9")[2]!.head).toBe("Sure to win");
    expect(offers(room, room.players[0]!, ["pass", "bid 3+4", "bid 7+9", "bid 8+9"]).map((offer) => [offer.sum, offer.why])).toEqual([[7, "least"], [16, "sure to win"]]);
  });

  it("warns where winning would leave too few notes", () => {
    const room = roomOf(view({ hands: { Anne: [8, 9, 10], Burt: null, Carla: null }, piles: { Anne: [], Burt: [], Carla: [] }, gone: { Anne: [1, 2, 3, 4, 5, 6, 7], Burt: [], Carla: [] } }));
    expect(foreseen(room, room.players[0]!, "bid 8+9")[2]!.text).toBe("with 1 note left, a lot for 3 puts you out.");
  });

  it("asks before a request is spoilt for good, and only then", () => {
    const room = roomOf(view());
    expect(sureOf(room, room.players[0]!, "pass")).toContain("The Patient");
    expect(sureOf(room, room.players[0]!, "bid 3+4")).toBeUndefined();
    const twin = roomOf(view({ kept: { Anne: "SEC-47" }, owner: { Anne: ["Ruby 2", "Opal 2"], Burt: [], Carla: [], sight: ["Emerald 2"], discarded: [] } }));
    expect(sureOf(twin, twin.players[0]!, "bid 3+4")).toContain("The Twin");
    expect(sureOf(twin, twin.players[0]!, "pass")).toBeUndefined();
  });
});

describe("requests", () => {
  const standing = (items: string[], money = 5, chips = 3): Standing => ({ name: "", money, chips, items: items.map((name) => itemNamed(name)!) });
  const holds = (clause: string, own: Standing, ...others: Standing[]) => fulfilled(requestOf(clause)!, [own, ...others], 0);

  it("hold or do not", () => {
    expect(holds("SEC-40", standing([], 5), standing([], 5))).toBe(true);
    expect(holds("SEC-40", standing([], 4), standing([], 5))).toBe(false);
    expect(holds("SEC-41", standing([]))).toBe(false);
    expect(holds("SEC-41", standing(["Ruby 1", "Opal 1", "Topaz 1"]))).toBe(true);
    expect(holds("SEC-42", standing(["Ruby 1", "Opal 1", "Topaz 1", "Emerald 3"]))).toBe(true);
    expect(holds("SEC-43", standing(["Ruby 3"]), standing([]))).toBe(false);
    expect(holds("SEC-44", standing([]), standing([]))).toBe(false);
    expect(holds("SEC-44", standing(["Ruby 1"]), standing(["Opal 1"]))).toBe(true);
    expect(holds("SEC-45", standing(["Ruby 3", "Opal 1"]))).toBe(true);
    expect(holds("SEC-45", standing([]))).toBe(false);
    expect(holds("SEC-46", standing([], 5, 2))).toBe(false);
    expect(holds("SEC-47", standing(["Ruby 2", "Opal 2", "Opal 3"]))).toBe(true);
    expect(holds("SEC-48", standing(["Ruby 1", "Ruby 2", "Opal 2", "Opal 3"]))).toBe(true);
    expect(holds("SEC-49", standing(["Ruby 1", "Ruby 2", "Opal 2"]))).toBe(false);
  });

  it("are lost for good where nothing mends them", () => {
    expect(lost(requestOf("SEC-47")!, standing(["Ruby 2", "Opal 2", "Topaz 2"]))).toBe(true);
    expect(lost(requestOf("SEC-45")!, standing(["Ruby 2"]))).toBe(false);
  });

  it("tell how far one is", () => {
    expect(progress(requestOf("SEC-45")!, [standing(["Ruby 3", "Opal 2"])], 0)).toEqual({ have: 1, need: 4, text: "5 stars: 3 more to 8" });
    const burt = { ...standing([], 7), name: "Burt" };
    expect(progress(requestOf("SEC-40")!, [standing([], 5), burt], 0).text).toBe("notes: you 5, Burt 7");
  });
});

describe("sales", () => {
  const news = [
    told("has chosen", { seat: 0 }),
    told("bid", { seat: 0, sum: 4, money: 8 }), told("recovered", { seat: 1, money: 1 }), told("bid", { seat: 1, sum: 4, money: 8 }),
    told("bid", { seat: 2, sum: 3, money: 4 }), told("won as next", { seat: 2, item: 15, sum: 3 }), told("item", { number: 8, item: 16, size: 2 }),
  ];

  it("are read from what was told", () => {
    const [sale] = salesIn(news);
    expect(sale).toMatchObject({ outcome: "won as next", winner: 2, sum: 3 });
    expect(sale!.bids.map((bid) => [bid.seat, bid.tied, bid.recovered])).toEqual([[0, true, false], [1, true, true], [2, false, false]]);
    expect(notesIn(0b1000000101)).toEqual([1, 3, 10]);
    expect(opens(news)).toBe(true);
    expect(opens(news.slice(0, 1))).toBe(false);
  });

  it("are the same however the telling is cut", () => {
    const log = [...news, told("bid", { seat: 0, sum: 7, money: 64 }), told("passed", { seat: 1 }), told("won", { seat: 0, item: 16, sum: 7 })];
    expect(salesIn(log).map((sale) => [sale.item.name, sale.winner, sale.bids.length])).toEqual([["Opal 1", 2, 3], ["Opal 2", 0, 2]]);
    expect(salesIn(log).slice(0, 1)).toEqual(salesIn(news));
  });

  it("pay the house with the notes that won, and with chips", () => {
    expect(payments(news, view())).toEqual([
      { from: "purse:Burt", to: "bank", amount: 1 },
      { from: "purse:Carla", to: "bank", amount: 1 },
    ]);
  });

  it("are remembered", () => {
    const more = salesIn([...news, told("won", { seat: 0, item: 2, sum: 27 }), told("tied", { item: 3 })]);
    expect(remembered(more).map(([label]) => label)).toEqual(["Best bargain", "Dearest", "Lost to a tie"]);
  });
});
