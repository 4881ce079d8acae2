// The last screen: every player's points by source, and why the winner won.
import type { Ending } from "../../lib/messages";
import { firstTie } from "../../lib/ties";
import { TRIBES } from "../../generated/serengeti";
import { counted } from "../../lib/words";
import type { Seat, Table } from "./read";

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
      return {
        seat,
        score,
        place: ending.places[seat.index]!,
        sets: seat.setPoints,
        chipPoints: table.chipPoints[seat.index] ?? 0,
      };
    })
    .sort((one, other) => one.place - other.place);
}

/** The reason in one sentence: points, or the tie-break that was needed. */
export function reason(ranked: Row[], ending: Ending, me: number | null = null): string {
  const tie = firstTie(ending);
  if (tie) return tie;
  const [first, second] = ranked as [Row, Row];
  const { seat, score, sets, chipPoints } = first;
  const best = sets.indexOf(Math.max(...sets));
  const most = chipPoints ? `, most chips ${chipPoints}` : "";
  const wins = seat.index === me ? "You win" : `${seat.name} wins`;
  const why = `${seat.sets[best]?.length} ${TRIBES[best]} alone brought ${sets[best]}${most}`;
  return `${wins} with ${counted(score, "point")}, ${score - second.score} ahead: ${why}.`;
}
