import { expect, test } from "vitest";
import { startScale } from "./motion";

test("a card on the page starts at its old size, within bounds", () => {
  expect(startScale(30, 60, false)).toBe(0.5);
  expect(startScale(90, 60, false)).toBe(1.5);
  expect(startScale(900, 60, false)).toBe(2);
});

test("a card that comes from a place is never larger than itself", () => {
  expect(startScale(300, 60, true)).toBe(1);
  expect(startScale(30, 60, true)).toBe(0.5);
});
