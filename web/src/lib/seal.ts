// The hash of the shuffle, as shown before the deal.
import { remember, remembered } from "./store";

const MOST_SEALS = 60;

export interface Seal {
  hash: string;
  /** Whether it was seen before the deal. */
  early: boolean;
}

/** Stores the hash of a secret shuffle. The first hash seen of a room is kept; a later one cannot replace it. */
export function keepSeal(room: string, hash: string, early: boolean): void {
  const seals = remembered<Record<string, Seal>>("seals", {});
  if (!hash || seals[room]) return;
  remember("seals", Object.fromEntries([...Object.entries(seals), [room, { hash, early }]].slice(-MOST_SEALS)));
}

export function sealOf(room: string): Seal | null {
  return remembered<Record<string, Seal>>("seals", {})[room] ?? null;
}
