// What is asked of those who sit at this device, and which of them has it.
import type { Event, View } from "./messages";

export type Seat = number | null;

export interface Reason {
  text: string;
  clause: string;
  /** It would be taken, and punished: somebody may insist. */
  mistake: string | null;
}

/** A question before something costly. */
export interface Asking {
  action: string;
  sentence: string;
  clause: string;
  /** What it would lead to; null as long as that is not known. */
  events: Event[] | null;
  /** Why those events are not all that follows; empty if they are. */
  rest: string;
  mistake: boolean;
}

/** To which of several seats the device is to be passed; undefined: it stays where it is. */
export function nextAtDevice(view: View, mine: number[], eyes: Seat): number | undefined {
  const asked = mine.filter((seat) => view.asks.includes(view.names[seat]!));
  if (eyes === null) return asked[0] ?? mine[0];
  return asked.includes(eyes) ? undefined : asked[0];
}
