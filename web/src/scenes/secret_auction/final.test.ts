import { describe, expect, it } from "vitest";
import { reasonOf } from "./final";
import type { Room } from "./read";

const player = (seat: number, name: string, items: number) => ({ seat, name, stars: 8, items: Array(items).fill({ jewel: 0, stars: 2 }), kept: null, hand: [], pile: [], gone: [], chips: 3 });
const room = (...items: number[]) => ({ players: items.map((count, seat) => player(seat, ["Ada", "Burt", "Carla"][seat]!, count)) }) as unknown as Room;

describe("why it ended as it did", () => {
  it("names only those who share the victory", () => {
    expect(reasonOf(room(4, 4, 3), { scores: [8, 8, 8], places: [1, 1, 3] })).toBe("Ada, Burt and Carla have 8 points each; Ada and Burt have the most items and share the victory.");
  });
  it("says when all do", () => {
    expect(reasonOf(room(4, 4, 4), { scores: [8, 8, 8], places: [1, 1, 1] })).toBe("Ada, Burt and Carla have 8 points each, and as many items: the victory is shared.");
  });
});
