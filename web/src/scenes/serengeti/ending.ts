// The last screen: everybody's points taken apart, and why it was won.
import type { Ending } from "../../lib/messages";
import type { Sale } from "./news";
import { setPoints, TRIBES, type Seat, type Table } from "./read";
import { chips, listed } from "./words";

export interface Row {
  seat: Seat;
  place: number;
  sets: number[];
  chipPoints: number;
  score: number;
}

export function rows(table: Table, ending: Ending): Row[] {
  const found = table.seats.map((seat): Row => {
    const score = ending.scores[seat.index] ?? 0;
    return {
      seat, score,
      place: ending.places[seat.index] ?? 0,
      sets: seat.sets.map((set) => setPoints(set.length)),
      chipPoints: score - seat.points,
    };
  });
  return found.sort((one, other) => one.place - other.place);
}

/** The reason in one sentence: points, or the tie-break that was needed (SER-27). */
export function reason(ranked: Row[]): string {
  const first = ranked[0];
  if (!first) return "";
  const even = ranked.filter((row) => row.score === first.score);
  const shared = ranked.filter((row) => row.place === 1);
  const names = (some: Row[]) => listed(some.map((row) => row.seat.name));
  if (even.length === 1) {
    const best = Math.max(...first.sets);
    const set = `${first.seat.sets[first.sets.indexOf(best)]?.length} ${TRIBES[first.sets.indexOf(best)]} alone brought ${best}`;
    const most = first.chipPoints ? `, most chips ${first.chipPoints}` : "";
    return `${first.seat.name} wins with ${first.score} points, ${first.score - (ranked[1]?.score ?? 0)} ahead: ${set}${most}.`;
  }
  const tied = `${names(even)} have ${first.score} points each`;
  if (shared.length > 1) return `${tied}, with as many cards and chips: ${names(shared)} share the victory.`;
  const cards = even.filter((row) => row.seat.cards.length === first.seat.cards.length);
  return cards.length === 1
    ? `${tied}; ${first.seat.name} has the most cards, ${first.seat.cards.length}.`
    : `${tied} and ${first.seat.cards.length} cards; ${first.seat.name} has the most chips, ${first.seat.chips}.`;
}

/** The largest payments of the game, as far as they were seen, in the order they came. */
export function turningPoints(sales: Sale[], table: Table): string[] {
  const large = sales.filter((sale) => sale.amount > 0).sort((one, other) => other.amount - one.amount).slice(0, 3);
  return large
    .sort((one, other) => one.round - other.round)
    .map((sale) => {
      const [winner, to] = [table.seats[sale.winner]?.name, table.seats[sale.to]?.name];
      const part = sale.amount === sale.price ? "all of it" : chips(sale.amount);
      return `Round ${sale.round}: ${winner} paid ${sale.price} for ${sale.cards.join(", ")}; ${part} went to ${to}.`;
    });
}
