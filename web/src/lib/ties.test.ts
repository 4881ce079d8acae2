import { expect, test } from "vitest";
import { firstTie, otherTies } from "./ties";

const ending = (...places: number[]) => ({
  scores: [5, 5, -1, -1],
  places: [1, 1, 3, 3],
  ties: places.map((place) => ({ place, text: `those at place ${place} have -1 point each`, clause: "BID-18" })),
});

test("nothing is said where all points are different", () => {
  expect(firstTie(ending())).toBeUndefined();
  expect(otherTies(ending())).toEqual([]);
});

test("a tie for the victory stands apart from the others, each a sentence", () => {
  expect(firstTie(ending(1, 3))).toBe("Those at place 1 have −1 point each.");
  expect(otherTies(ending(1, 3))).toEqual(["Those at place 3 have −1 point each."]);
  expect(firstTie(ending(3))).toBeUndefined();
});
