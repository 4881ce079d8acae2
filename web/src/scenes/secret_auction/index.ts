// The scene of The Secret Auction House, as the frame loads it.
import { notesOf } from "./read";

export { default as Scene } from "./Scene.svelte";
export { moments } from "./moments";
export { guide, keys } from "./guide";
export { opens, payments } from "./sales";

/** A bid is composed of money cards. */
export const parts = (action: string): string[] => notesOf(action).map((note) => `[data-note="${note}"]`);
