import { describe, expect, it } from "vitest";
import type { Event, View } from "../../lib/messages";
import { card, CARD_NAMES, figure } from "./cards";
import { atStake, beatenBy, gain, isLucky, outlook, robbed, roundNow, settled, tally, verdict, victims, withCard } from "./foresight";
import { lastSight, lastTurn, scores } from "./memory";
import { around, cardOf, inUse, luck, order, read, thefts } from "./read";
import { consequence, costly, listed, prize, standing, tag, theftChanges } from "./words";

const NAMES = ["Anne", "Burt", "Carla", "Dora"];
const each = <T>(...given: T[]) => Object.fromEntries(NAMES.map((name, seat) => [name, given[seat]]));

function view(changes: Partial<View> = {}, options: Record<string, unknown> = {}): View {
  return {
    game: "bids", names: NAMES, you: "Anne", asks: ["Anne"], legal: [],
    options: { rounds: 6, colour_bids: false, specials: [], ally: false, blanks: [], ...options },
    round_number: 1, turn_number: 3, leader: "Burt", turn: "Anne", stealing: false, lowest_wins: false, up: "black 5", prize: "none",
    played: each("none", "red 4", "blue 9", "black 8"), hands: each(["red 9", "red 10", "2x", "green 2"], [null], [null], [null]),
    gone: [], pile_size: 8, burned: [], taker: each<string[]>([], ["black 3"], ["black 7"], []), doubled: [], allies: [],
    last_scores: each(0, 0, 0, 0), totals: each(10, 20, 30, 40), lucky: each(1, 0, 0, 0),
    ...changes,
  };
}
const event = (name: string, values: Record<string, number>): Event => ({ name, values, clause: "", text: name, heading: false });
const numbered = (name: string) => CARD_NAMES.indexOf(name);

describe("cards", () => {
  it("knows every name", () => {
    expect(card("red 9")).toMatchObject({ kind: "bid", colour: "red", bid: 9, points: 0 });
    expect(card("black 8")).toMatchObject({ kind: "points", bid: 8, points: 8 });
    expect(card("-5")).toMatchObject({ bid: -5, points: -5 });
    expect(card("blank 2", [["Joker", 7], ["Toll", -3]])).toMatchObject({ said: "Toll", points: -3, bid: null });
    expect(CARD_NAMES.map((name) => card(name).name)).toEqual(CARD_NAMES);
    expect([figure(card("2x")), figure(card("-5")), figure(card("Thief"))]).toEqual(["2×", "−5", ""]);
  });
});

describe("the view", () => {
  it("is read by seat", () => {
    const table = read(view());
    expect(order(table)).toEqual([1, 2, 3, 0]);
    expect(around(NAMES, 1)).toEqual([2, 3, 0]);
    expect(table.hands[1]).toBeNull();
    expect(table.hands[0]!.map(({ name }) => name)).toEqual(["red 9", "red 10", "green 2", "2x"]);
    expect(cardOf(table, 0, "play red 9")?.bid).toBe(9);
    expect(luck(4, 2)).toBe(16);
    expect(inUse(table)).toHaveLength(52);
  });
  it("finds the thief's choices among what is allowed", () => {
    const table = read(view({ stealing: true }));
    expect(thefts(table, ["steal black 7 from Carla"])).toMatchObject([{ victim: 2, card: { name: "black 7" } }]);
  });
});

describe("how a turn would end", () => {
  it("is won by the highest", () => expect(outlook(read(view()))).toMatchObject({ end: "won", winner: 2, leader: 2 }));
  it("is won by the lowest", () => expect(outlook(read(view({ lowest_wins: true })))).toMatchObject({ winner: 1 }));
  it("burns with a tie, and the last of those tied leads", () => {
    const table = read(view());
    expect(outlook(withCard(table, 0, card("red 9")))).toMatchObject({ end: "tie", best: [2, 0], winner: null, leader: 0 });
  });
  it("burns without a bid", () => {
    expect(outlook(read(view({ played: each("none", "Thief", "2x", "none") })))).toMatchObject({ end: "empty", leader: 1 });
  });
  it("goes by the colour played most with colour bids", () => {
    const played = each("blue 7", "red 4", "blue 5", "green 9");
    const table = read(view({ played }, { colour_bids: true }));
    expect(outlook(table)).toMatchObject({ winner: 0 });
    expect(tally(table).get("blue")).toBe(2);
  });
  it("burns when no bid is of the colour played most", () => {
    const table = read(view({ up: "Surprise", played: each("none", "red 4", "2x", "none") }, { colour_bids: true }));
    expect(outlook(table)).toMatchObject({ end: "pool", winner: null, leader: 1 });
    expect(standing(table, 0)).toBe("No bid is of the colour played most: as it stands it burns, Burt leads next.");
  });
  it("burns when the middle is best of the colour played most", () => {
    const played = each("blue 7", "red 4", "black 2", "green 9");
    expect(outlook(read(view({ played }, { colour_bids: true })))).toMatchObject({ end: "middle" });
  });
});

describe("what is won", () => {
  it("is the middle and every black card played", () => {
    const table = read(view());
    expect(atStake(table).map(({ name }) => name)).toEqual(["black 5", "black 8"]);
    expect(gain(table, 2)).toBe(13);
    expect(roundNow(settled(table), 2)).toBe(20);
  });
  it("doubles all so far with a 2x", () => expect(gain(withCard(read(view()), 0, card("2x")), 2)).toBe(33));
  it("is nothing that is unseen", () => expect(atStake(read(view({ up: "Surprise" }))).map(({ name }) => name)).toEqual(["black 8"]));
  it("is shared by allies, rounded up", () => {
    const table = settled(read(view({ played: each("Ally", "red 4", "blue 9", "black 8") })));
    expect(table.allies).toEqual([0, 2]);
    expect([roundNow(table, 0), roundNow(table, 2)]).toEqual([10, 10]);
    expect(isLucky(table, 0)).toBe(false);
  });
  it("counts the lucky loser", () => expect(roundNow(read(view()), 0)).toBe(16));
  it("is stolen from the lowest who has something", () => {
    const table = withCard(read(view({ up: "Thief" })), 0, card("red 10"));
    expect(victims(table, 0)).toEqual([1]);
    const then = robbed(table, { action: "", card: card("black 3"), victim: 1 }, 0);
    expect([roundNow(then, 0), roundNow(then, 1)]).toEqual([3, 8]);
    expect(theftChanges(table, { action: "", card: card("black 3"), victim: 1 }, 0)).toBe("You 16 → 3, Burt 3 → 8");
  });
});

describe("a card in hand", () => {
  const table = read(view());
  const told = (name: string) => tag(table, verdict(table, 0, card(name)));
  it("says what it would do", () => {
    expect([told("red 10"), told("red 9"), told("green 2"), told("2x")]).toEqual(["wins +13", "burns", "loses", "20 → Carla"]);
  });
  it("burns where nobody would win, whoever is still to play", () => {
    const under = (played: Record<string, string | undefined>, name: string, up = "black 5") => {
      const turn = read(view({ up, played }, { colour_bids: true }));
      return tag(turn, verdict(turn, 0, card(name)));
    };
    expect(under(each("none", "2x", "none", "none"), "red 9")).toBe("burns");
    expect(under(each("none", "2x", "blue 9", "none"), "red 9")).toBe("burns");
    expect(under(each("none", "green 2", "blue 9", "none"), "black 3")).toBe("burns");
    expect(under(each("none", "green 8", "blue 8", "none"), "red 2", "black 1")).toBe("burns");
    expect(under(each("none", "Ally", "none", "none"), "2x")).toBe("no bid");
  });
  it("says what a 2x costs one without a black card", () => {
    const turn = read(view({ up: "2x", played: each("none", "red 4", "blue 9", "red 8"), taker: each<string[]>([], [], [], []) }));
    const under = (seen: typeof turn, name: string) => tag(seen, verdict(seen, 0, card(name)));
    expect([under(turn, "red 10"), under(turn, "black 10")]).toEqual(["wins ♣−16", "wins +20 ♣−16"]);
    expect(under({ ...turn, taken: [[card("black 3")], [], [], []] }, "red 10")).toBe("wins +3");
    expect(under({ ...turn, allies: [0, 1] }, "red 10")).toBe("wins +0");
    expect(consequence(turn, 0, card("red 10"))).toBe("You win and take 2×, +0 and −16 as a lucky loser.");
    expect(standing(turn, 0)).toBe("Carla is ahead and takes 2×, +0 and −8 as a lucky loser.");
  });
  it("counts what is unseen and would beat it", () => expect(beatenBy(table, 0, card("red 9"))).toBe(4));
  it("is explained", () => {
    expect(consequence(table, 0, card("red 10"))).toBe("You win and take black 5 and black 8, +13. It ends your luck this round (16).");
    expect(consequence(table, 0, card("red 9"))).toBe("Carla and you tie at 9: burned, you lead next.");
    expect(consequence(table, 0, card("green 2"))).toBe("Carla wins.");
  });
  it("warns only where it is sure", () => {
    expect(costly(table, 0, card("2x"))).toBe("2× would go to Carla, for 20 points.");
    expect(costly(table, 0, card("red 10"))).toBeUndefined();
    expect(costly({ ...table, turn: 9 }, 0, card("red 10"))).toContain("gives up 16");
    expect(costly(read(view({ played: each("none", "red 4", "none", "none") })), 0, card("2x"))).toBeUndefined();
  });
});

describe("sentences", () => {
  it("say what is bid for", () => {
    expect(prize(read(view()))).toBe("13 points (5 + 8) for the highest bid");
    expect(prize(read(view({ up: "2x", played: each("none", "none", "none", "none"), lowest_wins: true })))).toBe("Everything doubled for the lowest bid");
  });
  it("say how it stands", () => {
    expect(standing(read(view()), 0)).toBe("Carla is ahead and takes black 5 and black 8, +13.");
    expect(standing(read(view({ played: each("none", "none", "none", "none") })), 0)).toBe("Burt leads, then Carla, Dora and you.");
    expect(listed(["a", "b", "c"])).toBe("a, b and c");
  });
});

describe("what the view no longer shows", () => {
  const before = view();
  const play = (seat: number, name: string) => event("played", { seat, card: numbered(name) });
  const turn = [
    event("round", { round: 1, seat: 1 }), event("turned up", { turn: 3, card: numbered("black 5") }),
    play(1, "red 4"), play(2, "blue 9"), play(3, "black 8"), play(0, "red 9"), event("burned", { seat: 0 }),
    event("under the pile", { card: numbered("black 5") }), event("turned up", { turn: 4, card: numbered("black 1") }),
  ];
  const now = read(view({ turn_number: 4, up: "black 1", played: each("none", "none", "none", "none") }));
  it("is the turn that ended, whatever came since", () => {
    const past = lastTurn([...turn, play(0, "green 2")], now)!;
    expect(past).toMatchObject({ winner: null, took: [] });
    expect(past.plays.map(({ card: { name } }) => name)).toEqual(["red 4", "blue 9", "black 8", "red 9"]);
    expect(lastTurn([...turn, play(0, "2x"), event("lowest won", { seat: 2 }), event("takes", { seat: 2, card: numbered("2x") })], now)).toMatchObject({ winner: 2, took: [{ name: "2x" }] });
    expect(lastTurn(turn.slice(0, 4), now)).toBeNull();
    expect(lastTurn(turn, { ...now, stealing: true })).toBeNull();
  });
  it("is the last card on the table, for one who saw the others there", () => {
    const sight = lastSight(before, lastTurn(turn, now))!;
    expect(read(sight).played[0]?.name).toBe("red 9");
    expect(read(sight).hands[0]).toHaveLength(3);
    expect(sight.legal).toEqual([]);
    expect(lastSight(view({ played: each("none", "red 4", "none", "none") }), lastTurn(turn, now))).toBeNull();
    expect(lastSight(sight, lastTurn(turn, now))).toBeNull();
    expect(lastSight(null, lastTurn(turn, now))).toBeNull();
  });
  it("is a game taken apart by rounds", () => {
    const told = [
      event("round", { round: 1, seat: 0 }), event("scored", { seat: 0, points: 9 }), event("lucky loser", { seat: 1, times: 1, points: 8 }),
      event("round", { round: 2, seat: 0 }), event("lucky ally", { seat: 0, times: 1 }), event("allies scored", { seat: 0, points: 4 }), event("scored", { seat: 1, points: -5 }),
    ];
    const found = scores(told, read(view({}, { rounds: 2 })));
    expect(found[0]).toEqual([{ points: 9, from: "cards" }, { points: 4, from: "allied" }]);
    expect(found[1]).toEqual([{ points: 8, from: "luck" }, { points: -5, from: "cards" }]);
  });
});
