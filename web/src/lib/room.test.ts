import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FakeLine, fakeMemory, told, view } from "./testing";
import { nextAtDevice } from "./device";
import { RoomState } from "./room.svelte";
import { keepSeat } from "./tokens";

beforeEach(() => {
  vi.useFakeTimers();
  fakeMemory();
  FakeLine.made = [];
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("document", {
    documentElement: { dataset: {} },
    addEventListener: () => {},
    removeEventListener: () => {},
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function at(seats: number[]) {
  for (const seat of seats) keepSeat("abc", seat, `t${seat}`);
  const room = new RoomState("abc", () => new FakeLine());
  room.start();
  const line = FakeLine.made.at(-1)!;
  line.open();
  return { room, line, last: () => line.sent.at(-1) };
}
const texts = (room: RoomState) => room.log.map((event) => event.text);

describe("one seat", () => {
  test("sees what happens one after another, and its own answer at once", () => {
    const { room, line, last } = at([0]);
    line.tell(view(1, ["a"], { whole: true }, ["Anne"]));
    expect(room.myTurn).toBe(true);
    room.act("bid 2");
    expect(room.sending).toBe(true);
    room.act("bid 2");
    room.act("pass");
    expect(line.sent.filter((message) => message.say === "act")).toHaveLength(1);
    line.tell(view(2, ["mine"], { key: last()?.key as string }));
    expect(room.sending).toBe(false);
    expect(texts(room)).toEqual(["a", "mine"]);
    line.tell(view(3, ["b"]));
    line.tell(view(4, ["c"], {}, ["Anne"]));
    expect(texts(room)).toEqual(["a", "mine"]);
    room.skip();
    expect(texts(room)).toEqual(["a", "mine", "b", "c"]);
    expect(room.shown?.news.map((event) => event.text)).toEqual(["b", "c"]);
  });

  test("after a lost connection has the true state, each line once", () => {
    const { room, line } = at([0]);
    line.tell(view(1, ["a"], { whole: true }));
    line.tell(view(2, ["b"]));
    line.tell(view(3, ["c"]));
    line.tell(view(4, ["a", "b", "c", "d"], { whole: true }));
    expect(texts(room)).toEqual(["a", "b", "c", "d"]);
    expect(room.shown?.news.map((event) => event.text)).toEqual(["c", "d"]);
    vi.advanceTimersByTime(5000);
    expect(room.shown?.seq).toBe(4);
  });

  test("is asked before a mistake, and told what it costs; only who insists makes it (SER-14)", () => {
    const { room, line, last } = at([0]);
    line.tell(view(1, [], { whole: true, mistakes: ["bid 4"] }, ["Anne"]));
    room.act("bid 4");
    expect(last()).toEqual({ say: "would", seat: 0, action: "bid 4" });
    // Its notation is no name for it: until the words are known, none is shown.
    expect(room.asking).toMatchObject({ action: "bid 4", said: "" });
    line.tell({
      tell: "would",
      seat: 0,
      seq: 1,
      action: "bid 4",
      said: "bid 4",
      events: [told("Anne pays 1 chip")],
      why: "no bid may end in 4",
      clause: "SER-13",
      rest: "",
    });
    expect(room.asking).toMatchObject({ mistake: true, sentence: "No bid may end in 4.", clause: "SER-13" });
    const before = line.sent.length;
    room.answer(false);
    expect(room.asking).toBeNull();
    expect(line.sent).toHaveLength(before);
    room.act("bid 4");
    room.answer(true);
    expect(last()).toMatchObject({ say: "act", action: "bid 4" });
  });

  test("asks once what an action would lead to, and again when the table has changed", () => {
    const { room, line, last } = at([0]);
    line.tell(view(1, [], { whole: true }, ["Anne"]));
    room.consider("bid 2");
    vi.advanceTimersByTime(50);
    line.tell({
      tell: "would",
      seat: 0,
      seq: 1,
      action: "bid 2",
      said: "bid 2",
      events: [told("Anne bids 2")],
      why: "",
      clause: "",
      rest: "",
    });
    expect(room.considered?.events).toHaveLength(1);
    room.consider(null);
    expect(room.considered).toBeNull();
    const before = line.sent.length;
    room.consider("bid 2");
    vi.advanceTimersByTime(50);
    expect(room.considered?.action).toBe("bid 2");
    expect(line.sent).toHaveLength(before);
    line.tell(view(2, [], {}, ["Anne"]));
    room.consider("bid 2");
    vi.advanceTimersByTime(50);
    expect(last()).toEqual({ say: "would", seat: 0, action: "bid 2" });
  });

  test("hears why not", () => {
    const { room, line, last } = at([0]);
    line.tell(view(1, [], { whole: true }, ["Anne"]));
    room.why("bid 1");
    expect(last()).toEqual({ say: "would", seat: 0, action: "bid 1" });
    line.tell({
      tell: "would",
      seat: 0,
      seq: 1,
      action: "bid 1",
      said: "bid 1",
      events: [],
      why: "higher, please",
      clause: "SER-07",
      rest: "",
    });
    expect(room.reason).toEqual({ text: "Higher, please.", clause: "SER-07", mistake: null });
  });

  test("keeps the talk whole", () => {
    const { room, line } = at([0]);
    const say = (...said: string[]) =>
      line.tell({
        tell: "chat",
        lines: said.map((text) => ({ seat: 1, name: "Burt", text })),
        whole: said.length !== 1,
        key: null,
      });
    say("a", "b");
    say("c");
    expect(room.chat.map(({ text }) => text)).toEqual(["a", "b", "c"]);
    expect(room.unread).toBe(1);
    line.tell(view(1, [], { whole: true }));
    say("a", "b", "c");
    expect(room.chat).toHaveLength(3);
  });
});

describe("several seats on one device", () => {
  test("nothing of a seat is shown before somebody takes the device", () => {
    const { room, line } = at([0, 1]);
    line.tell(view(0, ["for Anne"], { whole: true, seat: 0 }, ["Burt"]));
    line.tell(view(0, ["for Burt"], { whole: true, seat: 1 }, ["Burt"]));
    expect(room.veil).toBe(1);
    expect(room.shown).toBeNull();
    expect(room.log).toEqual([]);
    room.unveil();
    expect(room.shown?.seat).toBe(1);
    expect(texts(room)).toEqual(["for Burt"]);
    room.act("pass");
    const key = line.sent.at(-1)!.key as string;
    line.tell(view(1, ["told Anne"], { seat: 0 }, ["Anne"]));
    line.tell(view(1, ["told Burt"], { seat: 1, key }, ["Anne"]));
    expect(room.veil).toBeNull();
    expect(room.shown?.seq).toBe(1);
    vi.advanceTimersByTime(5000);
    expect(room.veil).toBe(0);
    expect(room.shown).toBeNull();
    room.unveil();
    expect(texts(room)).toEqual(["for Anne", "told Anne"]);
    expect(room.shown?.news.map((event) => event.text)).toEqual(["for Anne", "told Anne"]);
  });

  test("a player who takes the device has the clock that ran meanwhile", () => {
    const { room, line } = at([0, 1]);
    const heard = Date.now();
    line.tell(view(0, [], { whole: true, seat: 0, clock: { 1: 60 } }));
    line.tell(view(0, [], { whole: true, seat: 1, clock: { 1: 60 } }));
    vi.advanceTimersByTime(20_000);
    room.unveil();
    expect(room.clock).toEqual({ 1: 60 });
    expect(room.clockAt).toBe(heard);
  });

  test("who gets the device", () => {
    const asking = (...asks: string[]) => view(1, [], {}, asks).view;
    expect(nextAtDevice(asking("Burt"), [0, 1], 0)).toBe(1);
    expect(nextAtDevice(asking("Anne", "Burt"), [0, 1], 0)).toBeUndefined();
    expect(nextAtDevice(asking("Carla"), [0, 1], 0)).toBeUndefined();
    expect(nextAtDevice(asking("Carla"), [0, 1], null)).toBe(0);
    expect(nextAtDevice(asking("Burt"), [0, 1], null)).toBe(1);
  });
});

test("a token that does not hold does not keep anybody out", () => {
  const { room, line } = at([0, 1]);
  line.tell({ tell: "error", why: "that is no token of a seat in this room" });
  line.lose(4404);
  vi.advanceTimersByTime(1000);
  const next = FakeLine.made.at(-1)!;
  next.open();
  expect(FakeLine.made).toHaveLength(2);
  expect(room.mine).toEqual([]);
  expect(next.sent[0]).toEqual({ say: "hello", tokens: [], foresight: true });
});

test("where there is no room it says so, and comes back with its seats", () => {
  const { room, line } = at([0]);
  line.tell(view(1, ["a"], { whole: true }));
  line.lose();
  for (let n = 0; n < 2; n += 1) {
    vi.advanceTimersByTime(10_000);
    const next = FakeLine.made.at(-1)!;
    next.open();
    next.tell({ tell: "error", why: "the room is full" });
    next.lose(4409);
    expect(room.outside).toBe("The room is full.");
    expect(room.reason).toBeNull();
    expect(room.shown?.seat).toBe(0);
  }
  vi.advanceTimersByTime(10_000);
  const last = FakeLine.made.at(-1)!;
  last.open();
  expect(last.sent[0]).toEqual({ say: "hello", tokens: ["t0"], foresight: true });
  last.tell(view(2, ["a", "b"], { whole: true }));
  expect(room.outside).toBe("");
  expect(texts(room)).toEqual(["a", "b"]);
});

test("a room that is not known says nothing against a token", () => {
  const { room, line } = at([0]);
  line.tell({ tell: "room", room: { seats: [{ kind: "person" }], shuffle: "" } });
  const hellos = [0, 1, 2].map(() => {
    const line = FakeLine.made.at(-1)!;
    if (!line.sent.length) line.open();
    line.lose(4404);
    vi.advanceTimersByTime(10_000);
    return line.sent[0]!.tokens;
  });
  expect(hellos).toEqual([["t0"], [], ["t0"]]);
  expect(room.mine).toEqual([]);
});

test("those who watch see what spectators see", () => {
  const { room, line } = at([]);
  expect(line.sent).toEqual([{ say: "hello", tokens: [], foresight: true }]);
  line.tell(view(3, ["a"], { whole: true, seat: null }));
  expect(room.shown?.seat).toBeNull();
  room.act("pass");
  expect(line.sent).toHaveLength(1);
});
