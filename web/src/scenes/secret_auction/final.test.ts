import { describe, expect, it } from "vitest";
import { reasonOf, tiesOf } from "./final";
import type { Room } from "./read";

const player = (seat: number, name: string, items: number) => ({
  seat,
  name,
  stars: 8,
  items: Array(items).fill({ jewel: 0, stars: 2 }),
  fulfilled: false,
  hand: [],
  pile: [],
  gone: [],
  chips: 3,
});
const room = (...items: number[]) =>
  ({ players: items.map((count, seat) => player(seat, ["Ada", "Burt", "Carla"][seat]!, count)) }) as unknown as Room;

describe("why it ended as it did", () => {
  it("names only those who share the victory", () => {
    expect(reasonOf(room(4, 4, 3), { scores: [8, 8, 8], places: [1, 1, 3] })).toBe(
      "Ada, Burt and Carla have 8 points each: Ada and Burt share the victory and come before Carla with more items (4).",
    );
  });
  it("says when all do", () => {
    expect(reasonOf(room(4, 4, 4), { scores: [8, 8, 8], places: [1, 1, 1] })).toBe(
      "Ada, Burt and Carla have 8 points each and as many items: they share the victory.",
    );
  });
  it("says what decided the second place", () => {
    expect(tiesOf(room(4, 2, 3), { scores: [9, 8, 8], places: [1, 3, 2] })).toEqual([
      { place: 2, said: "Carla and Burt have 8 points each: Carla comes before Burt with more items (3)." },
    ]);
    const patient = room(4, 2, 3);
    patient.players[1]!.fulfilled = true;
    expect(tiesOf(patient, { scores: [9, 8, 8], places: [1, 2, 3] })).toEqual([
      { place: 2, said: "Burt and Carla have 8 points each: Burt comes before Carla with a fulfilled request." },
    ]);
  });
  it("needs no word of ties where there are none", () => {
    expect(tiesOf(room(4, 2, 3), { scores: [9, 8, 7], places: [1, 2, 3] })).toEqual([]);
    expect(reasonOf(room(4, 2, 3), { scores: [12, 8, 7], places: [1, 2, 3] })).toBe(
      "Ada wins with 12 points, 8 stars and 4 for the request, 4 more than the next.",
    );
  });
});
