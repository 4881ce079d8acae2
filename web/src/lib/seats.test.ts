import { expect, test } from "vitest";
import type { RoomInfo, SeatInfo } from "./messages";
import { absence, deputyFor, present } from "./seats";

const seat = (more: Partial<SeatInfo>): SeatInfo => ({
  name: "Ida",
  kind: "person",
  level: null,
  here: true,
  stand_in: false,
  takes_over: null,
  ...more,
});
const gathering = (host: number | null, host_away: boolean, ...seats: SeatInfo[]) =>
  ({ host, host_away, seats }) as RoomInfo;

test("once the server says that the host is away, any seated player may deal", () => {
  const away = gathering(0, true, seat({ here: false }), seat({ name: "Jo" }));
  expect(deputyFor(away, [1])).toBe("Ida");
  expect(deputyFor(away, [])).toBeNull();
  expect(deputyFor(away, [0, 1])).toBeNull();
  expect(deputyFor(gathering(0, false, seat({ here: false }), seat({ name: "Jo" })), [1])).toBeNull();
  expect(deputyFor(gathering(null, true, seat({ kind: "open" })), [])).toBeNull();
});

test("in a replay nobody is away", () => {
  expect(present([seat({ here: false, stand_in: true, takes_over: 3 })])).toEqual([seat({})]);
});

test("who is away, and who plays for them", () => {
  expect(absence(seat({ stand_in: true }), true, false)).toBe("a bot plays");
  expect(absence(seat({ takes_over: 40 }), false, false)).toBe("takes over soon");
  expect(absence(seat({ takes_over: 40 }), false, true)).toBe("a bot will play");
  expect(absence(seat({ takes_over: 0 }), false, false)).toBe("a bot will play");
  expect(absence(seat({}), true, false)).toBe("may take over");
  expect(absence(seat({}), false, false)).toBe("away");
});
