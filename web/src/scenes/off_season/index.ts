// The scene of Off Season, as the frame loads it.
import type { Event } from "../../lib/messages";

export { default as Scene } from "./Scene.svelte";
export { moments } from "./moments";
export { payments } from "./payments";
export { guide } from "./guide";

export const opens = (news: Event[]): boolean => news.some((event) => event.name === "opened");

export const keys: [key: string, what: string][] = [
  ["0 \u2013 9", "a bet; a camel by its number; a choice by its place"],
  ["A \u2013 F", "a market, when it is yours to choose"],
  ["\u2190 \u2192", "from one choice to the next"],
  ["Enter", "do what is chosen"],
];
