import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { told, view } from "./fake";
import { BEAT, CALM, HOLD, Pacer, fresh, merged, pause, type Pace } from "./pace";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function pacer(calm = false, pace: Pace = "calm") {
  const shown: string[] = [];
  const hushes: boolean[] = [];
  let idle = 0;
  const made = new Pacer({
    show: (each) => shown.push(`${each.seq}: ${each.news.map((event) => event.text).join(", ")}`),
    opens: (news) => news.some((event) => event.text === "opened"),
    calm: () => calm,
    pace: () => pace,
    hush: (silent) => hushes.push(silent),
    idle: () => (idle += 1),
  });
  return { made, shown, hushes, idle: () => idle };
}

describe("the queue", () => {
  test("shows the first at once and the others one after another", () => {
    const { made, shown, idle } = pacer();
    made.push(view(1, ["one"]));
    made.push(view(2, ["two"]));
    expect(shown).toEqual(["1: one"]);
    vi.advanceTimersByTime(HOLD - 1);
    expect(shown).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(shown).toEqual(["1: one", "2: two"]);
    expect(idle()).toBe(0);
    vi.advanceTimersByTime(HOLD);
    expect(idle()).toBe(1);
    expect(made.resting).toBe(true);
  });

  test("does not hold what tells nothing", () => {
    const { made, shown } = pacer();
    made.push(view(1, []));
    made.push(view(2, ["two"]));
    vi.advanceTimersByTime(0);
    expect(shown).toEqual(["1: ", "2: two"]);
  });

  test("is silent for one beat before sealed choices open", () => {
    const { made, shown, hushes } = pacer();
    made.push(view(1, ["opened"]));
    expect(shown).toEqual([]);
    expect(hushes.at(-1)).toBe(true);
    vi.advanceTimersByTime(BEAT);
    expect(shown).toEqual(["1: opened"]);
    expect(hushes.at(-1)).toBe(false);
  });

  test("shows the answer to my own action at once, with what waited before it", () => {
    const { made, shown } = pacer();
    made.push(view(1, ["one"]));
    made.push(view(2, ["two"]));
    made.push(view(3, ["mine"]), true);
    expect(shown).toEqual(["1: one", "3: two, mine"]);
    made.push(view(4, ["four"]));
    expect(shown).toHaveLength(2);
    vi.advanceTimersByTime(2 * HOLD);
    expect(shown.at(-1)).toBe("4: four");
  });

  test("skips to the newest and loses nothing that was told", () => {
    const { made, shown } = pacer();
    for (const seq of [1, 2, 3, 4]) made.push(view(seq, [`n${seq}`]));
    expect(made.skip()).toBe(true);
    expect(shown).toEqual(["1: n1", "4: n2, n3, n4"]);
    expect(made.skip()).toBe(false);
    vi.advanceTimersByTime(10_000);
    expect(shown).toHaveLength(2);
  });

  test("skips the beat too", () => {
    const { made, shown } = pacer();
    made.push(view(1, ["opened"]));
    expect(made.skip()).toBe(true);
    expect(shown).toEqual(["1: opened"]);
    vi.advanceTimersByTime(BEAT);
    expect(shown).toHaveLength(1);
  });

  test("at once waits for nothing and loses nothing that was told", () => {
    const { made, shown } = pacer(false, "at once");
    made.push(view(1, ["opened"]));
    made.push(view(2, ["two"]));
    expect(shown).toEqual(["1: opened", "2: two"]);
    vi.advanceTimersByTime(0);
    expect(made.resting).toBe(true);
  });

  test("forgets what waits when it is cleared", () => {
    const { made, shown } = pacer();
    made.push(view(1, ["one"]));
    made.push(view(2, ["two"]));
    made.clear();
    vi.advanceTimersByTime(10_000);
    expect(shown).toEqual(["1: one"]);
    made.push(view(3, ["three"]));
    expect(shown.at(-1)).toBe("3: three");
  });
});

test("calm is short, and a crowd hurries", () => {
  const news = [told("x")];
  expect(pause(news, true, true, 1)).toEqual({ before: CALM, hold: CALM });
  expect(pause(news, false, false, 1)).toEqual({ before: 0, hold: HOLD });
  expect(pause(news, true, false, 1, "brisk").hold).toBeLessThan(HOLD / 2);
  expect(pause(news, true, true, 1, "at once")).toEqual({ before: 0, hold: 0 });
  expect(pause(news, false, false, 20).hold).toBeLessThan(HOLD / 3);
  expect(pause(Array(5).fill(news[0]), false, false, 1).hold).toBeGreaterThan(HOLD);
});

test("several views as one", () => {
  expect(merged([view(1, ["a"]), view(2, ["b"])])).toMatchObject({ seq: 2, news: [{ text: "a" }, { text: "b" }] });
  const whole = view(2, ["a", "b"], { whole: true });
  expect(merged([view(1, ["a"]), whole])).toBe(whole);
});

test("what is new in a view of everything", () => {
  const whole = view(5, ["a", "b", "c"], { whole: true });
  expect(fresh(whole, 2).map((event) => event.text)).toEqual(["c"]);
  expect(fresh(whole, null)).toEqual([]);
  expect(fresh(view(0, ["a"], { whole: true }), null)).toHaveLength(1);
  expect(fresh(view(5, ["d"]), 2)).toHaveLength(1);
});
