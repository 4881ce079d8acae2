// SEC-40 to SEC-49: the progress of a request, and what a choice does to it.
import { CHIPS, count, type Request } from "./house";
import type { Player } from "./read";

/** The facts that requests depend on. */
export interface Standing {
  name: string;
  money: number;
  chips: number;
  items: { kind: number; stars: number }[];
}

export function standingOf(player: Player): Standing {
  return { name: player.name, money: player.hand.length + player.pile.length, chips: player.chips, items: player.items };
}

const withStars = (standing: Standing, stars: number) => standing.items.filter((item) => item.stars === stars).length;
const starsOf = (standing: Standing) => standing.items.reduce((sum, item) => sum + item.stars, 0);

function typesWith(standing: Standing, least: number): number {
  const kinds = new Map<number, number>();
  for (const item of standing.items) kinds.set(item.kind, (kinds.get(item.kind) ?? 0) + 1);
  return [...kinds.values()].filter((number) => number >= least).length;
}

export function fulfilled(request: Request, all: Standing[], seat: number): boolean {
  const own = all[seat]!;
  switch (request.clause) {
    case "SEC-40": return all.every((other) => other.money <= own.money);
    case "SEC-41": return own.items.length > 0 && typesWith(own, 1) <= 3;
    case "SEC-42": return typesWith(own, 1) >= 4;
    case "SEC-43": return all.every((other) => withStars(other, 3) >= withStars(own, 3));
    case "SEC-44": return withStars(own, 1) > 0 && all.every((other) => withStars(other, 1) <= withStars(own, 1));
    case "SEC-45": return starsOf(own) > 0 && starsOf(own) % 4 === 0;
    case "SEC-46": return own.chips === CHIPS;
    case "SEC-47": return withStars(own, 2) === 2;
    case "SEC-48": return typesWith(own, 2) >= 2;
    default: return [1, 2, 3].every((stars) => withStars(own, stars) > 0);
  }
}

/** Returns whether the request has failed for good. (Types, two-star items and chips change in one direction only.) */
export function lost(request: Request, own: Standing): boolean {
  if (request.clause === "SEC-41") return typesWith(own, 1) > 3;
  if (request.clause === "SEC-46") return own.chips < CHIPS;
  return request.clause === "SEC-47" && withStars(own, 2) > 2;
}

export interface Progress {
  text: string;
  /** Steps to draw: the number done, and of how many. */
  have: number;
  need: number;
}

/** The progress of a request, in numbers. */
export function progress(request: Request, all: Standing[], seat: number): Progress {
  const own = all[seat]!;
  const others = all.filter((_, other) => other !== seat);
  const steps = (have: number, need: number, text: string) => ({ have: Math.min(have, need), need, text });
  switch (request.clause) {
    case "SEC-40": return compared(others, (one) => one.money, own.money, "note", "most");
    case "SEC-41": return steps(typesWith(own, 1), 3, `${count(typesWith(own, 1), "type")} so far, 3 at most`);
    case "SEC-42": return steps(typesWith(own, 1), 4, `${typesWith(own, 1)} of 4 types`);
    case "SEC-43": return compared(others, (one) => withStars(one, 3), withStars(own, 3), "three-star", "fewest");
    case "SEC-44": return compared(others, (one) => withStars(one, 1), withStars(own, 1), "one-star", "most");
    case "SEC-45": {
      const stars = starsOf(own);
      const short = (4 - (stars % 4)) % 4;
      const text = stars && !short ? `${stars} stars: a multiple of 4` : `${count(stars, "star")}: ${short || 4} more to ${stars + (short || 4)}`;
      return { have: stars && !short ? 4 : stars % 4, need: 4, text };
    }
    case "SEC-46": return steps(own.chips, CHIPS, `${own.chips} of ${CHIPS} chips unused`);
    case "SEC-47": return steps(withStars(own, 2), 2, `${withStars(own, 2)} two-star, exactly 2 wanted`);
    case "SEC-48": return steps(typesWith(own, 2), 2, `${typesWith(own, 2)} of 2 types doubled`);
    default: {
      const there = [1, 2, 3].filter((stars) => withStars(own, stars) > 0);
      return steps(there.length, 3, there.length ? `have ${there.map((stars) => "★".repeat(stars)).join(" ")}` : "none of ★ ★★ ★★★ yet");
    }
  }
}

function compared(others: Standing[], measure: (one: Standing) => number, own: number, noun: string, which: "most" | "fewest"): Progress {
  const best = which === "most" ? Math.max(...others.map(measure)) : Math.min(...others.map(measure));
  const who = others.find((other) => measure(other) === best);
  return { text: `${noun}s: you ${own}, ${who?.name} ${best}`, have: 0, need: 0 };
}
