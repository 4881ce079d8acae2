// Verifies that the deal was the one committed to before it, with the same computation as bidwell/server.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Seal } from "./seal";

export function commitmentOf(shuffle: string): string {
  return bytesToHex(sha256(utf8ToBytes(`bidwell shuffle ${shuffle}`)));
}

/** 62 bits: the first eight bytes of the hash, without the last two bits. */
export function seedOf(shuffle: string): bigint {
  const first = sha256(utf8ToBytes(`bidwell seed ${shuffle}`)).subarray(0, 8);
  return BigInt(`0x${bytesToHex(first)}`) >> 2n;
}

export interface Checked {
  good: boolean;
  /** The result in one sentence. */
  says: string;
}

/** Checks the shuffle revealed after the game against the hash shown before, and the seed against both. */
export function checked(shuffle: string, seed: string | null, now: string, seen: Seal | null): Checked {
  if (seen && seen.hash !== now)
    return { good: false, says: "The seal shown now is not the one this device saw before." };
  if (commitmentOf(shuffle) !== now) return { good: false, says: "The shuffle shown now does not belong to the seal." };
  if (seed !== null && seed !== `${seedOf(shuffle)}`)
    return { good: false, says: "The deal was not made from the sealed shuffle." };
  const seal = !seen
    ? "The seal, first seen here after the game,"
    : `The seal this device saw ${seen.early ? "before the deal" : "during the game"}`;
  return { good: true, says: `${seal} is the hash of the shuffle shown now, and the deal was made from that shuffle.` };
}
