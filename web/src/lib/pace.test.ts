import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { told, view } from "./testing";
import { moment } from "./moments";
import { BEAT, HOLD, Pacer, fresh, merged, pause, paceOf, type Pace } from "./pace";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function pacer(pace: Pace = "normal") {
  const shown: string[] = [];
  const hushes: boolean[] = [];
  const beats: (string | null)[] = [];
  let idle = 0;
  const made = new Pacer({
    show: (each) => shown.push(`${each.seq}: ${each.news.map((event) => event.text).join(", ")}`),
    opens: (news) => news.some((event) => event.text === "opened"),
    moments: (each) =>
      each.news
        .filter((event) => event.text.startsWith("sold"))
        .map((event) =>
          moment(event.text.includes("round") ? "round" : "sale", "", event.text, {
            hold: 100,
            after: event.text.endsWith("after"),
          }),
        ),
    moment: (each) => beats.push(each?.title ?? null),
    pace: () => pace,
    hush: (silent) => hushes.push(silent),
    idle: () => (idle += 1),
  });
  return { made, shown, hushes, beats, idle: () => idle };
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
    const { made, shown } = pacer("at once");
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

describe("moments", () => {
  test("the summary of a round is not skipped together with the moments before it", () => {
    const { made, beats } = pacer();
    made.push(view(1, ["sold after", "sold round after"]));
    made.push(view(2, ["next"]));
    expect(beats.at(-1)).toBe("sold after");
    made.skip();
    expect(beats.at(-1)).toBe("sold round after");
    made.skip();
    expect(beats.at(-1)).toBe(null);
  });

  test("come before the view, one after another, each for its time", () => {
    const { made, shown, beats } = pacer();
    made.push(view(1, ["sold one", "sold two"]));
    expect([shown, beats.at(-1)]).toEqual([[], "sold one"]);
    vi.advanceTimersByTime(100);
    expect(beats.at(-1)).toBe("sold two");
    vi.advanceTimersByTime(100);
    expect([shown.length, beats.at(-1)]).toEqual([1, null]);
  });

  test("may come after the view", () => {
    const { made, shown, beats } = pacer();
    made.push(view(1, ["sold after"]));
    expect([shown.length, beats.at(-1)]).toEqual([1, "sold after"]);
    vi.advanceTimersByTime(100);
    expect([beats.at(-1), made.resting]).toEqual([null, true]);
  });

  test("are skipped to the newest view, before and after it", () => {
    const { made, shown, beats } = pacer();
    made.push(view(1, ["sold one"]));
    made.push(view(2, ["two"]));
    expect(made.skip()).toBe(true);
    expect([shown, beats.at(-1)]).toEqual([["2: sold one, two"], null]);
    made.push(view(3, ["sold after"]), true);
    expect(made.skip()).toBe(true);
    expect(beats.at(-1)).toBe(null);
    expect(made.skip()).toBe(false);
  });

  test("are left out at once, and longer when calm", () => {
    const quick = pacer("at once");
    quick.made.push(view(1, ["sold one"]));
    expect(quick.shown).toHaveLength(1);
    const slow = pacer("calm");
    slow.made.push(view(1, ["sold one"]));
    vi.advanceTimersByTime(150);
    expect(slow.shown).toHaveLength(0);
  });
});

test("the tempo scales every pause, and a crowd hurries", () => {
  const news = [told("x")];
  expect(pause(news, false, 1)).toEqual({ before: 0, hold: HOLD });
  expect(pause(news, true, 1, "calm").hold).toBeGreaterThan(HOLD);
  expect(pause(news, true, 1, "fast").hold).toBeLessThan(HOLD / 2);
  expect(pause(news, true, 1, "at once")).toEqual({ before: 0, hold: 0 });
  expect(pause(news, false, 20).hold).toBeLessThan(HOLD / 3);
  expect(pause(Array(5).fill(news[0]), false, 1).hold).toBeGreaterThan(HOLD);
  expect([paceOf("brisk"), paceOf("calm"), paceOf("?")]).toEqual(["fast", "calm", "normal"]);
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
