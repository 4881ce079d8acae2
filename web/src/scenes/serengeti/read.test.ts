import { describe, expect, it } from "vitest";
import type { Event, View } from "../../lib/messages";
import { reason, rows } from "./ending";
import { guide } from "./guide";
import { moments } from "./moments";
import { changes, moved, payments, recap, turningPoints } from "./news";
import type { SerengetiForesight } from "../../generated/serengeti";
import samples from "../../generated/samples/serengeti.json";
import { bidOf, card, cardsOf, cellsOf, givenUp, marks, outlook, read, rivals, shares, type Table } from "./read";
import { standing, told, waiting, warning } from "./words";

type Name = keyof typeof samples;
const viewOf = (name: Name = "bidding") => samples[name].view as unknown as View;
const foresightOf = (name: Name = "bidding") => samples[name].foresight as unknown as SerengetiForesight;
const table = (name: Name = "bidding"): Table => read(viewOf(name), foresightOf(name));
const event = (name: string, values: Record<string, number>): Event => ({
  name,
  clause: "",
  text: "",
  values,
  heading: false,
  mine: false,
  echo: false,
});

describe("the table", () => {
  it("is read from the view", () => {
    const found = table();
    expect(found.seats.map((seat) => seat.state)).toEqual(["asked", "passed", "in", "bids"]);
    expect(found.seats[0]?.points).toBe(3);
    expect(found.seats[0]?.pointsWithLot).toBe(6);
    expect(found.seats[1]?.chips).toBeNull();
    expect(found.left).toBe(23);
    expect(rivals(found, 2).map((seat) => seat.name)).toEqual(["Dora", "Anne", "Burt"]);
    expect(rivals(found, null)).toHaveLength(4);
  });
  it("counts the cards to come where all cards are open", () => {
    const deck = (viewOf().deck as (string | null)[]).map((name) => name ?? "Nuba 0");
    expect(read({ ...viewOf(), deck }, foresightOf()).left).toBe(23);
  });
  it("tells cards and masks of cards", () => {
    expect(card("Samburu 9")).toEqual({ name: "Samburu 9", tribe: 5, digit: 9 });
    expect(cardsOf(2 ** 29 + 2)).toEqual(["Nuba 3", "Samburu 9"]);
  });
  it("gives everybody a mark of their own", () => {
    expect(marks(["Anne", "Burt"])).toEqual(["A", "B"]);
    expect(marks(["Anne", "Amy", "Bo"])).toEqual(["An", "Am", "B"]);
    expect(marks(["Bot 1", "Bot 2"])).toEqual(["B1", "B2"]);
  });
});

describe("the money", () => {
  it("is shown in shares", () => {
    expect(shares([-16, 4, 8, 4])).toEqual([
      { amount: 4, seats: [1, 3] },
      { amount: 8, seats: [2] },
    ]);
  });
  it("is said in words", () => {
    expect(told(table(), "bid 10", 0)).toBe(
      "If 10 wins, nobody else has a 0: the others get 3 each, the bank 1. You keep 1.",
    );
    expect(standing(table(), 0)).toBe("If 7 wins, Carla gets 7.");
    expect(standing(table("only Burt"), 0)).toBe("If 7 wins, Burt gets 7.");
  });
});

describe("the dial", () => {
  const cells = cellsOf(table(), viewOf());
  const at = (price: number) => cells.find((cell) => cell.price === price);
  it("shows what is open and what forbids the rest", () => {
    expect(cells[0]?.price).toBe(1);
    expect(cells[cells.length - 1]?.price).toBe(65);
    expect([6, 7, 8].map((price) => at(price)?.state)).toEqual(["past", "standing", "open"]);
    expect(at(13)?.state).toBe("forbidden");
    expect(at(13)?.by.map((each) => each.name)).toEqual(["Nuba 3"]);
  });
  it("closes what the view does not allow", () => {
    const view = { ...viewOf(), legal: ["pass", "bid 8"] };
    expect(cellsOf(table(), view).find((cell) => cell.price === 9)?.state).toBe("closed");
  });
  it("marks where my chips end", () => {
    expect([at(11)?.bluff, at(12)?.bluff, at(12)?.edge, at(13)?.edge]).toEqual([false, true, true, false]);
  });
  it("begins with the ten of the next bid", () => {
    expect(cellsOf({ ...table(), price: 10 }, viewOf())[0]?.price).toBe(11);
    expect(cellsOf({ ...table(), price: 9 }, viewOf())[0]?.price).toBe(1);
  });
  it("looks ahead while others bid, and is theirs when I am out", () => {
    expect(table("waiting").dial?.bidder).toBe(0);
    expect(cellsOf(table("waiting"), viewOf("waiting")).find((cell) => cell.price === 20)?.state).toBe("open");
    expect(table("passed").dial?.bidder).toBe(2);
    expect(table("watched").dial?.bidder).toBe(0);
  });
});

describe("an action", () => {
  const found = table();
  it("is read from notation", () => {
    expect(["bid 12", "pass", "discard Nuba 6", null].map(bidOf)).toEqual([12, 0, 0, 0]);
    expect(givenUp("discard Nuba 6")).toMatchObject({ name: "Nuba 6", digit: 6 });
    expect(givenUp("pass")).toBeNull();
  });
  it("shows who would be paid", () => {
    expect(outlook(found, "bid 9")).toMatchObject({ changes: [-9, 3, 3, 3], taker: 0 });
  });
  it("shows a bid that could not be paid, and asks first", () => {
    expect(outlook(found, "bid 14")).toMatchObject({ changes: [0, 0, 0, 0], taker: -1 });
    expect(warning(found, "bid 14")).toBe(
      "You have only 11: if 14 wins, you cannot pay, give up a card and sit this lot out. Bluff?",
    );
    expect(warning(found, "bid 11")).toBeUndefined();
    expect(warning(found, "pass")).toBeUndefined();
  });
  it("pays for passing, and ends the auction when one is left", () => {
    expect(outlook(found, "pass")).toMatchObject({ changes: [2, 0, 0, 0], bank: -2, taker: -1 });
    expect(outlook(table("last to pass"), "pass")).toMatchObject({ changes: [2, 0, 7, -7], taker: 3 });
    expect(told(table("last to pass"), "pass", 0)).toBe(
      "Take 2 chips from the bank and leave this auction. Dora gets the lot for 7: Carla gets 7.",
    );
  });
  it("says why passing brings nothing", () => {
    expect(told(table("has bid"), "pass", 0)).toContain("as you have bid");
    expect(told(table("empty bank"), "pass", 0)).toContain("the bank is empty");
  });
  it("gives the lot away free when the last one passes too (SER-11)", () => {
    expect(outlook(table("nobody bid"), "pass")).toMatchObject({ taker: 1 });
    expect(standing(table("nobody bid"), 1)).toBe("If all pass, you get the lot free.");
  });
  it("says what a discard costs and frees", () => {
    expect(outlook(table("discarding"), "discard Nuba 6").gone?.name).toBe("Nuba 6");
    expect(told(table("discarding"), "discard Nuba 6", 0)).toBe(
      "Nuba 6 leaves the game: your Nuba fall from 3 to 1. Bids ending in 6 come free.",
    );
  });
  it("says whom the table waits for", () => {
    expect(waiting(table("passed"), 1)).toBe("You are out of this auction. Carla is to bid.");
  });
});

describe("the news", () => {
  const news = [
    event("paid for passing", { seat: 1, amount: 2 }),
    event("sold", { seat: 2, price: 14 }),
    event("paid for cards", { winner: 2, seat: 1, amount: 8, cards: 2, digit: 4 }),
    event("paid for cards", { winner: 2, seat: 0, amount: 4, cards: 1, digit: 4 }),
    event("to the bank", { amount: 2 }),
    event("placed", { seat: 2, lot: 2 }),
    event("lot drawn", { round: 5, lot: 2 ** 29, seat: 2 }),
  ];
  it("moves the money", () => {
    expect(payments(news, viewOf())).toEqual([
      { from: "bank", to: "purse:Burt", amount: 2 },
      { from: "purse:Carla", to: "purse:Burt", amount: 8 },
      { from: "purse:Carla", to: "purse:Anne", amount: 4 },
      { from: "purse:Carla", to: "bank", amount: 2 },
    ]);
    expect(changes(news, viewOf())).toEqual([4, 10, -14, 0]);
    expect(payments([event("forbidden bid", { seat: 0, price: 3, amount: 0 })], viewOf())).toEqual([]);
  });
  it("moves a whole bid to the only one with the digit (SER-21)", () => {
    const whole = [
      event("sold", { seat: 2, price: 7 }),
      event("paid in full", { winner: 2, seat: 1, amount: 7, digit: 7 }),
      event("placed", { seat: 2, lot: 2 }),
    ];
    expect(payments(whole, viewOf())).toEqual([{ from: "purse:Carla", to: "purse:Burt", amount: 7 }]);
    expect(turningPoints(whole, table())[0]).toContain("Burt got all of it");
  });
  it("marks the cards and says how the lot went", () => {
    expect([...moved(news)]).toEqual(["Nuba 3", "Samburu 9"]);
    expect(recap(news, table(), 2)).toBe("You paid 14 for Nuba 3.");
    expect(recap([event("free lot", { seat: 2 }), event("placed", { seat: 2, lot: 2 })], table(), 0)).toBe(
      "Nobody bid: Carla took Nuba 3 free.",
    );
  });
  it("says it until somebody bids or passes, whenever one comes", () => {
    const found = table();
    const broke = [
      event("bid", { seat: 3, price: 20 }),
      event("passed", { seat: 0 }),
      event("cannot pay", { seat: 3, price: 20 }),
    ];
    expect(recap([...news, ...broke], found, 0)).toBe(
      "Dora won with 20 and could not pay. The lot is auctioned again.",
    );
    expect(recap([...news, ...broke, event("discarded", { seat: 3, card: 1 })], found, 0)).toBe(
      "Dora won with 20 and could not pay, and gave up Nuba 3. The lot is auctioned again.",
    );
    expect(recap([...news, event("forbidden bid", { seat: 0, price: 3, amount: 1 })], found, 0)).toBe(
      "You bid a forbidden 3: void, and 1 chip to the bank.",
    );
    expect(recap([...news, event("passed", { seat: 0 })], found, 0)).toBe("");
    expect(recap([], found, 0)).toBe("");
  });
  it("finds the largest payments in the whole log", () => {
    const log = [
      event("lot drawn", { round: 4, lot: 2, seat: 0 }),
      ...news,
      event("free lot", { seat: 0 }),
      event("placed", { seat: 0, lot: 2 ** 29 }),
    ];
    expect(turningPoints(log, table())).toEqual(["Round 4: Carla paid 14 for Nuba 3, and Burt got 8."]);
    expect(turningPoints(log, table(), 2)).toEqual(["Round 4: you paid 14 for Nuba 3, and Burt got 8."]);
    const evenly = [
      event("sold", { seat: 0, price: 6 }),
      ...[1, 2].map((seat) => event("paid evenly", { winner: 0, seat, amount: 3 })),
      event("placed", { seat: 0, lot: 1 }),
    ];
    expect(turningPoints(evenly, table())[0]).toContain("Burt and Carla got 3 each");
  });
});

describe("the end", () => {
  const withChips = (...chips: number[]): Table => ({
    ...table(),
    seats: table().seats.map((seat) => ({ ...seat, chips: chips[seat.index]! })),
  });
  it("takes the points apart and says why", () => {
    const over = { ...withChips(30, 5, 6, 7), chipPoints: [3, 0, 0, 0] };
    const ending = { scores: [6, 2, 3, 0], places: [1, 3, 2, 4], ties: [] };
    const ranked = rows(over, ending);
    expect(ranked.map((row) => row.seat.name)).toEqual(["Anne", "Carla", "Burt", "Dora"]);
    expect(ranked[0]).toMatchObject({ sets: [3, 0, 0, 0, 0, 0], chipPoints: 3 });
    expect(reason(ranked, ending)).toBe("Anne wins with 6 points, 3 ahead: 2 Nuba alone brought 3, most chips 3.");
    expect(reason(ranked, ending, 0)).toContain("You win with 6 points");
  });
  it("says what broke a tie for the victory", () => {
    const tie = { place: 1, text: "Anne and Burt have 3 points each", clause: "SER-27" };
    const ending = { scores: [3, 3, 2, 0], places: [1, 1, 3, 4], ties: [tie] };
    expect(reason(rows(table(), ending), ending)).toBe("Anne and Burt have 3 points each.");
  });
});

describe("the guide", () => {
  it("has something to say at the first decision, and never breaks on a view", () => {
    const held = guide.filter((step) => step.when(viewOf(), [], 0, foresightOf())).map((step) => step.id);
    expect(held).toContain("lot");
    expect(new Set(guide.map((step) => step.id)).size).toBe(guide.length);
  });
});

describe("the payments of a sale", () => {
  it("name the digit with its article", () => {
    const news = [
      event("sold", { seat: 2, price: 8 }),
      event("paid evenly", { winner: 2, seat: 1, amount: 2, digit: 8 }),
    ];
    const [, paid] = moments({ news, view: viewOf(), before: null, me: 0 });
    expect(paid?.rows[0]?.note).toBe("shared evenly: nobody else has an 8");
  });
});
