import { expect, test } from "vitest";
import type { Analysis, Decision } from "../generated/analysis";
import { costText, lessonText, mistakes } from "./lessons";

const judged = (more: Partial<Decision>): Decision => ({
  step: 4,
  seat: 1,
  place: "Round 2",
  heading: "Round 2",
  played: "recover",
  grade: "slip",
  before: 0.3,
  wins: 0.2,
  error: 0.01,
  cost: 0.12,
  cost_error: 0.02,
  clear: true,
  counts: true,
  gainer: null,
  alternatives: [
    {
      action: "bid 3+5",
      said: "bid 3 and 5",
      wins: 0.32,
      error: 0.01,
      behind: 0,
      behind_error: 0,
      tried: 9,
      played: false,
    },
    {
      action: "recover",
      said: "take back the pile",
      wins: 0.2,
      error: 0.01,
      behind: 0.12,
      behind_error: 0.02,
      tried: 9,
      played: true,
    },
  ],
  worlds: 100,
  ...more,
});

test("mistakes are the clearly worse decisions, in the order of the game", () => {
  const decisions = [judged({ step: 9 }), judged({ step: 2, clear: false }), judged({ step: 4 })];
  expect(mistakes({ decisions } as Analysis).map(({ step }) => step)).toEqual([4, 9]);
});

test("a mistake says what was better, by how much, and how sure that is", () => {
  expect(lessonText(judged({}), ["Anne", "Burt"])).toBe(
    "Burt: take back the pile, 20\u00a0% to win. Better: bid 3 and 5, 32\u00a0%, which is 12 more, give or take 4.",
  );
  expect(costText(judged({}))).toBe("−12 ± 4");
});

test("signs are those of the cards", () => {
  const [best, own] = judged({}).alternatives;
  const low = judged({ alternatives: [{ ...best!, said: "play -5" }, own!] });
  expect(lessonText(low, ["Ada", "Ben"])).toContain("Better: play −5, 32\u00a0%");
});
