// The scene of games without a scene of their own, as the frame loads it.
import type { SceneModule } from "../../lib/scene";

export { default as Scene } from "./Scene.svelte";

/** The plain scene does not know which field is money. */
export const payments: SceneModule["payments"] = () => [];

/** It does not know either which events open sealed choices. */
export const opens: SceneModule["opens"] = () => false;

export const guide: SceneModule["guide"] = [
  {
    id: "table",
    at: "[data-place=table]",
    when: () => true,
    say: "This is everything you may know of the table. What is hidden from you is called hidden.",
  },
  {
    id: "actions",
    at: "[data-place=actions]",
    when: (view) => view.legal.length > 0,
    say: "These are all your actions. Press one to see what it leads to; press it again to play it.",
  },
];

export const keys: SceneModule["keys"] = [
  ["← → ↑ ↓", "move over the actions of one kind"],
  ["Enter", "choose an action, and once more to play it"],
  ["/", "search among many actions"],
];
