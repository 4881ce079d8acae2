import { expect, it } from "vitest";
import samples from "../../generated/samples/off_season.json";
import type { Event, View } from "../../lib/messages";
import { moments } from "./moments";

const view = (name: keyof typeof samples) => samples[name].view as unknown as View;
const told = (name: string, values: Record<string, number>): Event => ({
  name,
  clause: "",
  text: name,
  values,
  heading: false,
  mine: false,
  echo: false,
});
const carpets = told("loaded", { seat: 0, kind: 1, limit: 3, cards: 1 });
const after = (name: keyof typeof samples, news: Event[], me: number) =>
  moments({ news, before: null, view: view(name), me });

it("shows a rival's caravan once, when everything is loaded", () => {
  expect(view("loading").acting).toBe(view("loading").names[0]);
  expect(after("loading", [carpets], 1)).toEqual([]);
  const [caravan, ...more] = after("selling", [carpets], 1);
  expect(more).toEqual([]);
  expect(caravan).toMatchObject({ kind: "turn", title: "Anne’s caravan is loaded" });
  expect(caravan!.rows.length).toBe((view("selling").camels as Record<string, string[]>).Anne!.filter(isLoaded).length);
});

const isLoaded = (kind: string) => kind !== "none";

it("shows nobody the caravan they have just loaded themselves, but what fell", () => {
  expect(after("selling", [carpets], 0)).toEqual([]);
  const fell = told("overloaded", { seat: 0, kind: 1, limit: 3, cards: 4 });
  expect(after("loading", [carpets, fell], 0)).toMatchObject([
    { kind: "burn", title: "Your camel throws its load off", rows: [{ value: "4 carpet cards", mark: "burn" }] },
  ]);
});
