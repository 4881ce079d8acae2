// The scene of Bids, as the frame loads it.
import type { Payment } from "../../lib/scene";

export { default as Scene } from "./Scene.svelte";
export { moments } from "./moments";
export { guide } from "./guide";

/** There is no money in Bids; cards are moved by the frame. */
export const payments = (): Payment[] => [];

/** All cards are played face up. */
export const opens = (): boolean => false;

export const keys: [key: string, what: string][] = [
  ["1 … 9, 0", "go to the first … tenth card of your hand"],
  ["← →", "go along your hand"],
  ["Enter", "play the card"],
];
