import type { Event, View } from "../../lib/messages";
import type { Payment } from "../../lib/scene";

export { default as Scene } from "./Scene.svelte";
export { guide } from "./guide";

export function payments(news: Event[], view: View): Payment[] {
  return news.flatMap(({ name, values }): Payment[] => {
    const purse = `purse:${view.names[values.seat ?? -1] ?? ""}`;
    const amount = values.pounds ?? 0;
    if (name === "won" || name === "fined") return [{ from: purse, to: "bank", amount }];
    if (name === "sold") return [{ from: "bank", to: purse, amount }];
    if (name === "coin")
      return [{ from: "bank", to: `camel:${view.names[values.seat ?? -1]}:${values.limit}`, amount }];
    return [];
  });
}

export const opens = (news: Event[]): boolean => news.some((event) => event.name === "opened");

export const keys: [key: string, what: string][] = [
  ["0 \u2013 9", "a bet; a camel by its number; a choice by its place"],
  ["A \u2013 F", "a stall, when it is yours to choose"],
  ["\u2190 \u2192", "from one choice to the next"],
  ["Enter", "do what is chosen"],
];
