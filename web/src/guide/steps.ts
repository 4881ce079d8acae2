// Selects the next step of a first-game guide. Each guide runs once per game and device.
import type { Shown } from "../lib/messages";
import type { GuideStep } from "../lib/scene";
import { remember, remembered } from "../lib/store";

/** The first unseen step whose condition holds. */
export function due(steps: GuideStep[], seen: ReadonlySet<string>, shown: Shown): GuideStep | null {
  return steps.find((step) => !seen.has(step.id) && holds(step, shown)) ?? null;
}

// The guide is optional: an error in it must not break the table.
function holds(step: GuideStep, { view, news, seat, foresight }: Shown): boolean {
  try {
    return step.when(view, news, seat ?? 0, foresight);
  } catch {
    return false;
  }
}

/** Returns whether this device has finished or declined the guide of the game. */
export function had(game: string): boolean {
  return remembered<string[]>("guided", []).includes(game);
}

export function markHad(game: string): void {
  if (!had(game)) remember("guided", [...remembered<string[]>("guided", []), game]);
}
