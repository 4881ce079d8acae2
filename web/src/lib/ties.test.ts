import { expect, test } from "vitest";
import { ties, toReader } from "./ties";

const NAMES = ["Anne", "Burt", "Carla", "Dora"];
const cards = [4, 4, 3, 3];
const more = {
  value: (seat: number) => cards[seat]!,
  more: (seat: number) => `more cards (${cards[seat]})`,
  alike: "as many cards",
};
const said = (scores: number[], places: number[], ...breaks: (typeof more)[]) =>
  ties(NAMES, { scores, places }, breaks);

test("nothing is said where all points are different", () => {
  expect(said([4, 3, 2, 1], [1, 2, 3, 4], more)).toEqual([]);
});

test("a place is shared", () => {
  expect(said([9, 5, 5, 1], [1, 2, 2, 4])).toEqual([
    { place: 2, said: "Burt and Carla have 5 points each: they share place 2." },
  ]);
  expect(said([9, 9, 1, 1], [1, 1, 3, 3], more)).toEqual([
    { place: 1, said: "Anne and Burt have 9 points each and as many cards: they share the victory." },
    { place: 3, said: "Carla and Dora have 1 point each and as many cards: they share place 3." },
  ]);
});

test("a tie is broken, and those behind share", () => {
  expect(said([9, 5, 5, 5], [1, 2, 3, 3], more)).toEqual([
    {
      place: 2,
      said: "Burt, Carla and Dora have 5 points each: Burt comes before Carla and Dora with more cards (4), Carla and Dora share place 3.",
    },
  ]);
  expect(said([5, 5, 5, 1], [1, 1, 3, 4], more)[0]!.said).toBe(
    "Anne, Burt and Carla have 5 points each: Anne and Burt share the victory and come before Carla with more cards (4).",
  );
});

test("the reader is addressed", () => {
  const told = ties(toReader(NAMES, 1), { scores: [9, 5, 5, 1], places: [1, 2, 3, 4] }, [more]);
  expect(told[0]!.said).toBe("You and Carla have 5 points each: you come before Carla with more cards (4).");
});
