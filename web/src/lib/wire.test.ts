import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FakeLine, view } from "./testing";
import type { FromServer } from "./messages";
import { Wire, answers, wait } from "./wire";

beforeEach(() => {
  vi.useFakeTimers();
  FakeLine.made = [];
});
afterEach(() => void vi.useRealTimers());

function wired() {
  const heard: FromServer[] = [];
  const states: string[] = [];
  const wire = new Wire({
    room: "abc",
    tokens: () => ["t0"],
    hear: (message) => heard.push(message),
    changed: (state) => states.push(state),
    connect: () => new FakeLine(),
  });
  wire.start();
  return { wire, heard, states, line: () => FakeLine.made.at(-1)! };
}
const says = (line: FakeLine) => line.sent.map((message) => message.say);

describe("the wire", () => {
  test("says hello with the tokens of the room first", () => {
    const { line } = wired();
    line().open();
    expect(line().sent).toEqual([{ say: "hello", tokens: ["t0"], foresight: true }]);
  });

  test("comes back, and says again what was not answered, with the same key", () => {
    const { wire, line, states } = wired();
    line().open();
    line().tell(view(4, [], { whole: true }));
    const key = wire.act(0, 4, "bid 9");
    line().lose();
    expect(states.at(-1)).toBe("lost");
    vi.advanceTimersByTime(1000);
    expect(FakeLine.made).toHaveLength(2);
    line().open();
    expect(line().sent).toEqual([
      { say: "hello", tokens: ["t0"], foresight: true },
      { say: "act", seat: 0, seq: 4, key, action: "bid 9" },
    ]);
    line().tell(view(5, [], { whole: true, key }));
    line().lose();
    vi.advanceTimersByTime(1000);
    line().open();
    expect(says(line())).toEqual(["hello"]);
  });

  test("never acts twice: while an act is unanswered there is no other, whatever it is", () => {
    const { wire, line } = wired();
    line().open();
    const key = wire.act(0, 4, "bid 9");
    expect(wire.act(0, 4, "bid 9")).toBeNull();
    expect(wire.act(0, 4, "pass")).toBeNull();
    expect(wire.act(1, 4, "pass")).not.toBeNull();
    line().tell({ tell: "refused", seat: 0, key, why: "no", clause: "" });
    expect(wire.act(0, 4, "pass")).not.toBeNull();
    expect(says(line())).toEqual(["hello", "act", "act", "act"]);
  });

  test("keeps what is said while the line is lost", () => {
    const { wire, line } = wired();
    line().open();
    line().lose();
    wire.chat(0, "hello there");
    wire.would(0, "bid 3");
    vi.advanceTimersByTime(1000);
    line().open();
    expect(says(line())).toEqual(["hello", "chat"]);
    line().tell({ tell: "chat", lines: [], whole: false, key: line().sent[1]!.key });
    line().lose();
    vi.advanceTimersByTime(1000);
    line().open();
    expect(says(line())).toEqual(["hello"]);
  });

  test("takes a line for dead that does not answer", () => {
    const { wire, line } = wired();
    line().open();
    const key = wire.act(0, 4, "pass");
    vi.advanceTimersByTime(11_000);
    expect(FakeLine.made).toHaveLength(2);
    line().open();
    expect(line().sent[1]).toMatchObject({ say: "act", key });
  });

  test("does not hurry back to a server that turns it away", () => {
    const { line } = wired();
    for (let n = 0; n < 6; n += 1) {
      line().open();
      line().tell({ tell: "error", why: "no" });
      line().lose(4404);
      vi.advanceTimersByTime(60_000);
    }
    line().open();
    line().lose();
    const before = FakeLine.made.length;
    vi.advanceTimersByTime(3_000);
    expect(FakeLine.made).toHaveLength(before);
  });

  test("says why it is turned away, and not what it was told long before", () => {
    const whys: string[] = [];
    const wire = new Wire({
      room: "abc",
      tokens: () => [],
      hear: () => {},
      changed: () => {},
      turnedAway: (why) => whys.push(why),
      connect: () => new FakeLine(),
    });
    wire.start();
    const line = () => FakeLine.made.at(-1)!;
    line().open();
    line().tell({ tell: "error", why: "the room is full" });
    line().lose(4409);
    vi.advanceTimersByTime(60_000);
    line().open();
    line().tell({ tell: "error", why: "what?" });
    line().tell(view(1, []));
    line().lose();
    expect(whys).toEqual(["the room is full"]);
  });

  test("stops for good", () => {
    const { wire, line } = wired();
    line().open();
    wire.stop();
    line().lose();
    vi.advanceTimersByTime(60_000);
    expect(FakeLine.made).toHaveLength(1);
  });
});

test("attempts come further and further apart, never all at the same moment", () => {
  expect(wait(0, 0)).toBe(200);
  expect(wait(0, 1)).toBe(400);
  expect(wait(3, 1)).toBe(3200);
  expect(wait(30, 1)).toBe(8000);
});

test("what answers what", () => {
  const act = { say: "act", seat: 0, seq: 1, key: "k", action: "pass" } as const;
  expect(answers(view(2, [], { key: "k" }), act)).toBe(true);
  expect(answers(view(2, []), act)).toBe(false);
  expect(answers({ tell: "error", why: "?" }, act)).toBe(false);
  const chat = { say: "chat", seat: 0, text: "Good game.  Again?", key: "k" } as const;
  const cleaned = { seat: 0, name: "Anne", text: "Good game. Again?" };
  expect(answers({ tell: "chat", lines: [cleaned], whole: false, key: "k" }, chat)).toBe(true);
  expect(answers({ tell: "chat", lines: [], whole: false, key: "k" }, chat)).toBe(true);
  expect(answers({ tell: "chat", lines: [{ ...cleaned, text: chat.text }], whole: false, key: null }, chat)).toBe(
    false,
  );
});
