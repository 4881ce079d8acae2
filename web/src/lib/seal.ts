// The hash of the shuffle, as it was shown before the deal.
import { remember, remembered } from "./store";

const MOST_SEALS = 60;

export interface Seal {
  hash: string;
  /** Was it seen before the deal? */
  early: boolean;
}

/** Keep the hash of a shuffle still secret: the first one seen of a room is the one that counts. */
export function keepSeal(room: string, hash: string, early: boolean): void {
  const seals = remembered<Record<string, Seal>>("seals", {});
  if (!hash || seals[room]) return;
  remember("seals", Object.fromEntries([...Object.entries(seals), [room, { hash, early }]].slice(-MOST_SEALS)));
}

export function sealOf(room: string): Seal | null {
  return remembered<Record<string, Seal>>("seals", {})[room] ?? null;
}
