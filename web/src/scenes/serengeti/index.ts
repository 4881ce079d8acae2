// The scene of Serengeti, as the frame loads it.
import type { SceneModule } from "../../lib/scene";

export { default as Scene } from "./Scene.svelte";
export { moments } from "./moments";
export { guide } from "./guide";
export { payments } from "./news";

/** Nothing is sealed in Serengeti: all bids are open. */
export const opens: SceneModule["opens"] = () => false;

export const keys: SceneModule["keys"] = [
  ["0–9", "look at that bid on the dial (type both digits of a larger one)"],
  ["← → ↑ ↓", "move over the dial, or over your cards when you give one up"],
  ["P", "go to Pass"],
  ["Enter", "do what you are looking at"],
];
