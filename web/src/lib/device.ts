// Questions to the players at this device, and which of them holds it.
import type { Event, View } from "./messages";

export type Seat = number | null;

export interface Reason {
  text: string;
  clause: string;
  /** The action if it is accepted but punished, so that the player may insist; otherwise null. */
  mistake: string | null;
}

/** A question before a costly action. */
export interface Asking {
  action: string;
  /** The action in words; empty until they are known. */
  said: string;
  sentence: string;
  clause: string;
  /** What it leads to; null until that is known. */
  events: Event[] | null;
  /** Why those events are not everything that follows; empty if they are. */
  rest: string;
  mistake: boolean;
}

/** The seat the device must be passed to; undefined if it stays where it is. */
export function nextAtDevice(view: View, mine: number[], eyes: Seat): number | undefined {
  const asked = mine.filter((seat) => view.asks.includes(view.names[seat]!));
  if (eyes === null) return asked[0] ?? mine[0];
  return asked.includes(eyes) ? undefined : asked[0];
}
