import { describe, expect, it } from "vitest";
import type { Event, View } from "../../lib/messages";
import { type BidsForesight, CARD_NAMES } from "../../generated/bids";
import { listed } from "../../lib/words";
import samples from "../../generated/samples/bids.json";
import { card, figure } from "./cards";
import { afterPast, finishedTurn, gained, lastSight, lastTurn, scores } from "./history";
import { afterTurn, around, cardOf, foreseen, order, read, standingTurn, type Table, thefts, turnWith } from "./read";
import { about, consequence, costly, isLucky, prize, result, standing, summed, tag, theftChanges } from "./words";

type Name = keyof typeof samples;
const ANNE = 0;
const DORA = 3;
const viewOf = (name: Name = "to play") => samples[name].view as unknown as View;
const aheadOf = (name: Name = "to play") => samples[name].foresight as unknown as BidsForesight;
const table = (name: Name = "to play"): Table => read(viewOf(name), aheadOf(name));
const event = (name: string, values: Record<string, number>): Event => ({
  name,
  values,
  clause: "",
  text: name,
  heading: false,
  mine: false,
  echo: false,
});
const numbered = (name: string) => (CARD_NAMES as readonly string[]).indexOf(name);
const stands = (name: Name, me: number | null = ANNE) => standing(table(name), standingTurn(table(name))!, me);
const headline = (name: Name) => prize(table(name), standingTurn(table(name))!);

describe("cards", () => {
  it("have a kind, a colour, a bid and points", () => {
    expect(card("red 9")).toMatchObject({ kind: "bid", colour: "red", bid: 9, points: 0 });
    expect(card("black 8")).toMatchObject({ kind: "points", bid: 8, points: 8 });
    expect(card("-5")).toMatchObject({ kind: "minus", bid: -5, points: -5 });
    expect(card("Ally")).toMatchObject({ kind: "ally", colour: "white", bid: null });
    expect(
      card("blank 2", [
        ["Joker", 7],
        ["Toll", -3],
      ]),
    ).toMatchObject({ kind: "blank", said: "Toll", points: -3, bid: null });
    expect([figure(card("2x")), figure(card("-5")), figure(card("Thief"))]).toEqual(["2×", "−5", ""]);
  });
});

describe("the view", () => {
  it("is read by seat", () => {
    const found = table();
    expect(order(found)).toEqual([1, 2, 3, 0]);
    expect(around(found.names, 1)).toEqual([2, 3, 0]);
    expect(found.hands[1]).toBeNull();
    expect(found.hands[0]!.map(({ name }) => name).slice(-2)).toEqual(["green 10", "2x"]);
    expect(cardOf(found, 0, "play red 9")?.bid).toBe(9);
    expect(found.rounds).toBe(6);
  });
});

describe("the turn in the middle", () => {
  it("stands as the foresight says", () => {
    const turn = standingTurn(table())!;
    expect(turn).toMatchObject({ end: "won", winner: 2, over: false, colours: null });
    expect(turn.stake.map(({ name }) => name)).toEqual(["black 5", "black 8"]);
    expect(standingTurn(table("lowest"))).toMatchObject({ winner: 1 });
  });
  it("is shown with the card looked at", () => {
    const turn = turnWith(table(), ANNE, card("red 9"))!;
    expect(turn).toMatchObject({ end: "tie", best: [2, 0], leader: 0, over: true });
    expect(turn.played[ANNE]?.name).toBe("red 9");
  });
  it("has the colours played most with colour bids", () => {
    expect(turnWith(table("colours"), ANNE, card("blue 7"))!.colours).toEqual({
      counts: { red: 1, blue: 2, green: 1, black: 1 },
      pool: ["blue"],
    });
  });
});

describe("what follows", () => {
  it("is more cards for the winner of the turn", () => {
    const found = table();
    const then = afterTurn(found, foreseen(found, card("red 10"))!.turn);
    expect(then.cards[ANNE]!.map(({ name }) => name)).toEqual(["black 5", "black 8"]);
    expect(then.points[ANNE]).toBe(13);
    expect([isLucky(found, ANNE), then.lucky.includes(ANNE)]).toEqual([true, false]);
  });
  it("is a card less for the victim of a thief", () => {
    const found = thefts(table("stealing"));
    expect(found.map(({ action }) => action)).toEqual(viewOf("stealing").legal);
    expect(found[0]!.then.cards.map((cards) => cards.length)).toEqual([1, 1, 0, 0]);
    expect(theftChanges(table("stealing"), found[0]!, ANNE)).toBe("You 16 → 3, Burt −2 → −5");
  });
});

describe("a card in hand", () => {
  const told = (name: Name, laid: string, seat = ANNE) => tag(table(name), seat, card(laid)).text;
  it("says what it would do", () => {
    expect(["red 10", "red 9", "green 2", "2x"].map((name) => told("to play", name))).toEqual([
      "wins +13",
      "burns",
      "loses",
      "20 → Carla",
    ]);
    expect(tag(table(), ANNE, card("2x")).look).toBe("gives");
    expect(told("third", "red 10", DORA)).toBe("leads +5");
  });
  it("says nothing where the hand is hidden", () => expect(told("watched", "red 10")).toBe(""));
  it("burns where nobody would win, unless others may still bid", () => {
    expect(told("pool", "blue 3", DORA)).toBe("burns");
    expect(told("no bid yet", "Ally", 2)).toBe("no bid");
  });
  it("says what a 2x costs one without a black card", () => {
    expect([told("2x", "red 10"), told("2x", "black 10")]).toEqual(["wins ♣−16", "wins +20 ♣−16"]);
    expect(told("2x and a card", "red 10")).toBe("wins +3");
    expect(consequence(table("2x"), ANNE, card("red 10"))).toBe("You win and take 2× (+0, and −16 as a lucky loser).");
    expect(stands("2x")).toBe("Carla is ahead and takes 2× (+0, and −8 as a lucky loser).");
  });
  it("says what is unseen and what is stolen", () => {
    expect(told("surprise", "red 10")).toBe("wins +8 ?");
    expect(told("thief", "red 10")).toBe("wins +8 steals");
    expect(consequence(table("thief"), ANNE, card("red 10"))).toContain("take black 8 (+8), and steal from Burt.");
  });
  it("is explained", () => {
    expect(consequence(table(), ANNE, card("red 10"))).toBe(
      "You win and take black 5 and black 8 (+13). You would no longer be a lucky loser (16 points).",
    );
    expect(consequence(table(), ANNE, card("red 9"))).toBe("You and Carla tie at 9: burned, you lead next.");
    expect(consequence(table(), ANNE, card("green 2"))).toBe("Carla wins.");
    expect(consequence(table("third"), DORA, card("red 10"))).toContain("No card unseen can beat it; one could tie.");
    expect(consequence(table("pool"), DORA, card("blue 3"))).toBe(
      "No bid is of the colour played most: as it stands it burns, Burt leads next.",
    );
  });
  it("warns only where it is sure", () => {
    expect(costly(table(), ANNE, card("2x"))).toBe("2× would go to Carla, for 20 points.");
    expect(costly(table(), ANNE, card("red 10"))).toBeUndefined();
    expect(costly(table("late"), ANNE, card("red 10"))).toContain("gives up 16");
    expect(costly(table("third"), DORA, card("2x"))).toBeUndefined();
  });
});

describe("sentences", () => {
  it("say what a card is and does", () => {
    expect(about(card("red 9"))).toBe("Red 9: bids 9");
    expect(about(card("black 7"))).toBe("Black 7: bids 7, worth 7 points to its taker");
    expect(about(card("2x"))).toContain("2×: ");
  });
  it("subtract what costs points", () => expect(summed([1, 8, -5])).toBe("1 + 8 − 5"));
  it("say what is bid for", () => {
    expect(headline("to play")).toBe("13 points (5 + 8) for the highest bid");
    expect(headline("lowest")).toBe("Everything doubled and 8 points for the lowest bid");
    expect(headline("surprise")).toBe("An unseen card and 8 points for the highest bid");
    expect(headline("thief")).toBe("A card to steal and 8 points for the highest bid");
    expect(headline("no bid yet")).toBe("5 points, doubled for the highest bid");
    expect(headline("colours")).toBe("5 points for the highest bid of the colour played most");
  });
  it("say how it stands", () => {
    expect(stands("to play")).toBe("Carla is ahead and takes black 5 and black 8 (+13).");
    expect(stands("nobody played")).toBe("Burt leads, then Carla, Dora and you.");
    expect(stands("pool")).toBe("No bid is of the colour played most: as it stands it burns, Burt leads next.");
    expect(stands("no bid yet")).toBe("No bid that could win yet.");
    expect(listed(["a", "b", "c"])).toBe("a, b and c");
  });
});

describe("what the view no longer shows", () => {
  const play = (seat: number, name: string) => event("played", { seat, card: numbered(name) });
  const takes = (seat: number, name: string) => event("takes", { seat, card: numbered(name) });
  const three = [
    event("round", { round: 2, seat: 1 }),
    event("turned up", { turn: 3, card: numbered("black 5") }),
    play(1, "red 4"),
    play(2, "blue 9"),
    play(3, "black 8"),
  ];
  const turnedUp = event("turned up", { turn: 4, card: numbered("black 1") });
  const burned = [...three, play(0, "red 9"), event("burned", { seat: 0, tied: 0b101 }), turnedUp];
  const won = [...three, play(0, "red 10"), event("won", { seat: 0 }), takes(0, "black 5"), takes(0, "black 8")];
  const held = (log: Event[]) => {
    const past = lastTurn(log, [])!;
    return { past, seen: read(lastSight(viewOf(), past)!, aheadOf()) };
  };

  it("is the turn that ended, whatever came since", () => {
    const past = lastTurn([...burned, play(0, "green 2")], [])!;
    expect(past).toMatchObject({ end: "tie", winner: null, best: [2, 0], leader: 0, took: [] });
    expect(past.plays.map(({ card: { name } }) => name)).toEqual(["red 4", "blue 9", "black 8", "red 9"]);
    expect(lastTurn(won, [])).toMatchObject({ winner: 0, took: [{ name: "black 5" }, { name: "black 8" }] });
    expect(lastTurn(three, [])).toBeNull();
  });
  it("says why a turn burned", () => {
    const end = (name: string) => lastTurn([...three, play(0, "red 9"), event(name, { seat: 1 })], [])!.end;
    expect(end("burned by the middle")).toBe("middle");
    expect(end("burned for want of the colour")).toBe("pool");
    expect(end("burned for want of a bid")).toBe("empty");
  });
  it("is the last card on the table, for one who saw the others there", () => {
    const { past, seen } = held(burned);
    expect(seen.played[0]?.name).toBe("red 9");
    expect(seen.hands[0]).toHaveLength(7);
    const sight = lastSight(viewOf(), past)!;
    expect(sight.legal).toEqual([]);
    expect(lastSight(viewOf("third"), past)).toBeNull();
    expect(lastSight(sight, past)).toBeNull();
    expect(lastSight(null, past)).toBeNull();
  });
  it("is shown as a result", () => {
    const { past, seen } = held(burned);
    const turn = finishedTurn(seen, past);
    expect(turn).toMatchObject({ end: "tie", best: [2, 0], over: true });
    expect(result(seen, turn, past, null, ANNE)).toBe("You and Carla tie at 9: burned, you lead next.");
  });
  it("is shown with what it changed", () => {
    const { past, seen } = held([...won, turnedUp]);
    const now: BidsForesight = { ...aheadOf(), round: foreseen(table(), card("red 10"))!.turn.then };
    const gain = gained(seen, past, now);
    expect(result(seen, finishedTurn(seen, past), past, gain, ANNE)).toBe(
      "You win and take black 5 and black 8 (+13).",
    );
    expect(afterPast(seen, past, now)).toMatchObject({ points: [13, 3, 7, 8], lucky: [3] });
    expect(afterPast(seen, past, now).cards[ANNE]).toHaveLength(2);
  });
  it("is shown with what the round scored, if it was the last turn", () => {
    const scored = [
      ...won,
      event("stolen", { seat: 0, victim: 1, card: numbered("black 3") }),
      event("doubled", { seat: 0 }),
      event("scored", { seat: 0, points: 32 }),
      event("lucky loser", { seat: 1, times: 1, points: 8 }),
      event("scored", { seat: 2, points: 7 }),
      event("lucky loser", { seat: 3, times: 1, points: 8 }),
      event("round", { round: 3, seat: 0 }),
      turnedUp,
    ];
    const { past, seen } = held(scored);
    expect(afterPast(seen, past, aheadOf())).toMatchObject({
      points: [32, 8, 7, 8],
      lucky: [1, 3],
      doubled: ["black 5", "black 8", "black 3"],
    });
    expect(result(seen, finishedTurn(seen, past), past, gained(seen, past, aheadOf()), DORA)).toBe(
      "Anne wins and takes black 5 and black 8 (+32), and steals from Burt.",
    );
  });
  it("is a game taken apart by rounds", () => {
    const told = [
      event("round", { round: 1, seat: 0 }),
      event("scored", { seat: 0, points: 9 }),
      event("lucky loser", { seat: 1, times: 1, points: 8 }),
      event("round", { round: 2, seat: 0 }),
      event("lucky ally", { seat: 0, times: 1 }),
      event("allies scored", { seat: 0, points: 4 }),
      event("scored", { seat: 1, points: -5 }),
    ];
    const found = scores(told, { ...table(), rounds: 2 });
    expect(found[0]).toEqual([
      { points: 9, from: "cards" },
      { points: 4, from: "allied" },
    ]);
    expect(found[1]).toEqual([
      { points: 8, from: "luck" },
      { points: -5, from: "cards" },
    ]);
  });
});
