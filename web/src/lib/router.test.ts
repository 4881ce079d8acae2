import { expect, test } from "vitest";
import { pageOf } from "./router.svelte";

test("what a path means", () => {
  expect(pageOf("/")).toEqual({ page: "hall" });
  expect(pageOf("/index.html")).toEqual({ page: "hall" });
  expect(pageOf("/room/ab%20c")).toEqual({ page: "room", id: "ab c" });
  expect(pageOf("/room/abc/")).toEqual({ page: "room", id: "abc" });
  expect(pageOf("/replay/abc")).toEqual({ page: "replay", id: "abc" });
  expect(pageOf("/new/off_season")).toEqual({ page: "new", game: "off_season" });
  expect(pageOf("/room")).toEqual({ page: "nowhere" });
  expect(pageOf("/room/a/b")).toEqual({ page: "nowhere" });
  expect(pageOf("/elsewhere/x")).toEqual({ page: "nowhere" });
  expect(pageOf("/room/%E0%A4%A")).toEqual({ page: "room", id: "%E0%A4%A" });
});
