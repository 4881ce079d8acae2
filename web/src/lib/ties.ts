// Ties on a last screen: what broke the tie, or that the place is shared.
import type { Ending } from "./messages";
import { listed, sentence } from "./words";

/** What decides between equal points. */
export interface TieBreak {
  /** The value of a seat; more is better. */
  value: (seat: number) => number;
  /** The text for a seat that is ahead by it: "more items (4)". */
  more: (seat: number) => string;
  /** The text for seats with equal values: "as many items"; left out if it needs no mention. */
  alike?: string;
}

export interface Tie {
  /** The best place among these seats. */
  place: number;
  said: string;
}

/** Names within a sentence: "you" for the reader. */
export const toReader = (names: string[], me: number | null): string[] =>
  names.map((name, seat) => (seat === me ? "you" : name));

/** A sentence for each score that several seats share; `names` has "you" for the reader. */
export function ties(names: string[], ending: Ending, breaks: TieBreak[] = [], points = pointsText): Tie[] {
  const { scores, places } = ending;
  const ranked = names.map((_, seat) => seat).sort((a, b) => places[a]! - places[b]! || a - b);
  return grouped(ranked, (seat) => scores[seat]!)
    .filter((seats) => seats.length > 1)
    .map((seats) => {
      const [first] = seats as [number];
      const tied = `${told(names, seats)} have ${points(scores[first]!)} each`;
      return { place: places[first]!, said: sentence(`${tied}${decided(names, places, seats, breaks)}`) };
    });
}

function pointsText(points: number): string {
  return `${String(points).replace("-", "−")} ${points === 1 ? "point" : "points"}`;
}

/** What decided: ": Anne comes before Burt with more items (4)", " and as many items: they share the victory". */
function decided(names: string[], places: number[], seats: number[], breaks: TieBreak[]): string {
  const apart = grouped(seats, (seat) => places[seat]!);
  const last = apart.at(-1)!;
  const share = (some: number[]) => `share ${placed(places[some[0]!]!)}`;
  if (apart.length === 1) {
    return `${breaks.map(({ alike }) => (alike ? ` and ${alike}` : "")).join("")}: they ${share(last)}`;
  }
  const before = apart.slice(0, -1).map((ahead, index) => {
    const [one, other] = [ahead[0]!, apart[index + 1]![0]!];
    const reason = breaks.find(({ value }) => value(one) !== value(other));
    const comes = ahead.length > 1 ? `${share(ahead)} and come` : names[one] === "you" ? "come" : "comes";
    return `${told(names, ahead)} ${comes} before ${told(names, apart[index + 1]!)}${reason ? ` with ${reason.more(one)}` : ""}`;
  });
  return `: ${[...before, ...(last.length > 1 ? [`${told(names, last)} ${share(last)}`] : [])].join(", ")}`;
}

function placed(place: number): string {
  return place === 1 ? "the victory" : `place ${place}`;
}

function told(names: string[], seats: number[]): string {
  return listed(seats.map((seat) => names[seat]!));
}

/** Groups neighbours with the same key. */
function grouped(seats: number[], key: (seat: number) => number): number[][] {
  const found: number[][] = [];
  for (const seat of seats) {
    const last = found.at(-1);
    if (last && key(last[0]!) === key(seat)) last.push(seat);
    else found.push([seat]);
  }
  return found;
}
