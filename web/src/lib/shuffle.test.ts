import { beforeEach, expect, test } from "vitest";
import { fakeMemory } from "./testing";
import { keepSeal, sealOf } from "./seal";
import { checked, commitmentOf, seedOf } from "./shuffle";

beforeEach(fakeMemory);

// The values that bidwell/core/commitment.py computes.
const SHUFFLE = "00112233445566778899aabbccddeeff";
const COMMITMENT = "bd70c9de5666595306163062a98d05b7218f08bab6a324943db36358cbbf03d0";
const SEED = "3825678254277132917";

test("the same sums as the server's", () => {
  expect(commitmentOf(SHUFFLE)).toBe(COMMITMENT);
  expect(`${seedOf(SHUFFLE)}`).toBe(SEED);
});

test("the first seal seen is the one that counts", () => {
  keepSeal("a", COMMITMENT, true);
  keepSeal("a", "another", false);
  expect(sealOf("a")).toEqual({ hash: COMMITMENT, early: true });
  expect(sealOf("b")).toBeNull();
});

test("an honest shuffle fits, and every lie shows", () => {
  const seen = { hash: COMMITMENT, early: true };
  expect(checked(SHUFFLE, SEED, COMMITMENT, seen)).toMatchObject({ good: true });
  expect(checked(SHUFFLE, SEED, COMMITMENT, seen).says).toMatch(/before the deal/);
  expect(checked(SHUFFLE, SEED, COMMITMENT, { ...seen, early: false }).says).toMatch(/during the game/);
  expect(checked(SHUFFLE, SEED, COMMITMENT, null).says).toMatch(/first seen here after/);
  expect(checked("ff", SEED, COMMITMENT, seen).good).toBe(false);
  expect(checked(SHUFFLE, "1", COMMITMENT, seen).good).toBe(false);
  expect(checked("ff", null, commitmentOf("ff"), seen).good).toBe(false);
});
