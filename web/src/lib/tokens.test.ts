import { beforeEach, expect, test } from "vitest";
import { fakeMemory } from "./testing";
import { dropSeat, keepSeat, mySeats, rooms } from "./tokens";

beforeEach(fakeMemory);

test("seats are kept by room", () => {
  keepSeat("a", 0, "t0");
  keepSeat("b", 2, "t2");
  keepSeat("a", 1, "t1");
  expect(mySeats("a")).toEqual({ 0: "t0", 1: "t1" });
  expect(rooms()).toEqual(["b", "a"]);
  expect(JSON.parse(localStorage.getItem("bidwell.seats")!)).toEqual({ b: { 2: "t2" }, a: { 0: "t0", 1: "t1" } });
  expect(mySeats("c")).toEqual({});
});

test("a seat given up is forgotten, and rooms of long ago are", () => {
  keepSeat("a", 0, "t0");
  dropSeat("a", 0);
  expect(rooms()).toEqual([]);
  for (let n = 0; n < 80; n += 1) keepSeat(`r${n}`, 0, "t");
  expect(rooms()).toHaveLength(60);
  expect(rooms().at(-1)).toBe("r79");
});

test("broken memory is no memory", () => {
  localStorage.setItem("bidwell.seats", "{not json");
  expect(mySeats("a")).toEqual({});
  keepSeat("a", 0, "t0");
  expect(mySeats("a")).toEqual({ 0: "t0" });
});
