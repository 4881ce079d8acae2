import { describe, expect, it } from "vitest";
import { reasonOf } from "./final";
import type { Room } from "./read";

const room = (requestPoints: number) =>
  ({ players: ["Ada", "Burt", "Carla"].map((name) => ({ name, stars: 8, requestPoints })) }) as unknown as Room;
const ending = (scores: number[], text?: string) => ({
  scores,
  places: [1, 2, 3],
  ties: text ? [{ place: 1, text, clause: "SEC-35" }] : [],
});

describe("why it ended as it did", () => {
  it("takes the winner's points apart", () => {
    expect(reasonOf(room(4), ending([12, 8, 7]))).toBe(
      "Ada wins with 12 points, 8 stars and 4 for the request, 4 more than the next.",
    );
    expect(reasonOf(room(0), ending([8, 7, 7]))).toBe(
      "Ada wins with 8 points, all of them stars, 1 more than the next.",
    );
  });
  it("says what broke a tie for the victory", () => {
    const text = "Ada and Burt have 8 points each: Ada comes before Burt with more items (4)";
    expect(reasonOf(room(0), ending([8, 8, 7], text))).toBe(`${text}.`);
  });
});
