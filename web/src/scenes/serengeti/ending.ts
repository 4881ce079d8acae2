// The last screen: everybody's points taken apart, and why it was won.
import type { Ending } from "../../lib/messages";
import { setPoints, TRIBES, type Seat, type Table } from "./read";
import { listed } from "./words";

export interface Row {
  seat: Seat;
  place: number;
  sets: number[];
  chipPoints: number;
  score: number;
}

export function rows(table: Table, ending: Ending): Row[] {
  return table.seats
    .map((seat): Row => {
      const score = ending.scores[seat.index]!;
      return { seat, score, place: ending.places[seat.index]!, sets: seat.sets.map((set) => setPoints(set.length)), chipPoints: score - seat.points };
    })
    .sort((one, other) => one.place - other.place);
}

/** The reason in one sentence: points, or the tie-break that was needed (SER-27). */
export function reason(ranked: Row[]): string {
  const [first, second] = ranked as [Row, Row];
  const { seat, score, sets, chipPoints } = first;
  const names = (some: Row[]) => listed(some.map((row) => row.seat.name));
  const even = ranked.filter((row) => row.score === score);
  if (even.length === 1) {
    const best = sets.indexOf(Math.max(...sets));
    const most = chipPoints ? `, most chips ${chipPoints}` : "";
    return `${seat.name} wins with ${score} points, ${score - second.score} ahead: ${seat.sets[best]?.length} ${TRIBES[best]} alone brought ${sets[best]}${most}.`;
  }
  const tied = `${names(even)} have ${score} points each`;
  if (second.place === 1) return `${tied}, with as many cards and chips: ${names(ranked.filter((row) => row.place === 1))} share the victory.`;
  const cards = seat.cards.length;
  return second.seat.cards.length < cards ? `${tied}; ${seat.name} has the most cards, ${cards}.` : `${tied} and ${cards} cards; ${seat.name} has the most chips, ${seat.chips}.`;
}
