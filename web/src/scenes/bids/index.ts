import type { Payment } from "../../lib/scene";

export { default as Scene } from "./Scene.svelte";
export { guide } from "./guide";

/** There is no money in Bids: cards move by themselves. */
export const payments = (): Payment[] => [];

/** All is played face up. */
export const opens = (): boolean => false;

export const keys: [key: string, what: string][] = [
  ["1 … 9, 0", "go to the first … tenth card of your hand"],
  ["← →", "go along your hand"],
  ["Enter", "play the card"],
];
