// Which step of a first-game guide is due. Once per game and device.
import type { Event, View } from "../lib/messages";
import type { GuideStep } from "../lib/scene";
import { remember, remembered } from "../lib/store";

/** The first step not yet seen whose moment has come. */
export function due(steps: GuideStep[], seen: ReadonlySet<string>, view: View, news: Event[], me: number): GuideStep | null {
  return steps.find((step) => !seen.has(step.id) && holds(step, view, news, me)) ?? null;
}

// A guide is a help: one that stumbles over a view must not take the table down.
function holds(step: GuideStep, view: View, news: Event[], me: number): boolean {
  try {
    return step.when(view, news, me);
  } catch {
    return false;
  }
}

/** Has this device had the guide of the game, or declined it? */
export function had(game: string): boolean {
  return remembered<string[]>("guided", []).includes(game);
}

export function markHad(game: string): void {
  if (!had(game)) remember("guided", [...remembered<string[]>("guided", []), game]);
}
