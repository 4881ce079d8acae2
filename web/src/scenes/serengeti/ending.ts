// The last screen: every player's points by source, and why the winner won.
import type { Ending } from "../../lib/messages";
import { TRIBES } from "../../generated/serengeti";
import type { Seat, Table } from "./read";
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
      return {
        seat,
        score,
        place: ending.places[seat.index]!,
        sets: seat.setPoints,
        chipPoints: score - seat.points,
      };
    })
    .sort((one, other) => one.place - other.place);
}

/** The reason in one sentence: points, or the tie-break that was needed (SER-27). */
export function reason(ranked: Row[], me: number | null = null): string {
  const [first, second] = ranked as [Row, Row];
  const { seat, score, sets, chipPoints } = first;
  if (second.score === score) {
    const shared = ranked.filter((row) => row.place === 1);
    return `${tieBreaks(ranked, me)[0]}${shared.length > 1 ? ` ${names(shared, me)} share the victory.` : ""}`;
  }
  const best = sets.indexOf(Math.max(...sets));
  const most = chipPoints ? `, most chips ${chipPoints}` : "";
  const wins = seat.index === me ? "You win" : `${seat.name} wins`;
  return `${wins} with ${counted(score, "point")}, ${score - second.score} ahead: ${seat.sets[best]?.length} ${TRIBES[best]} alone brought ${sets[best]}${most}.`;
}

/** The tie-breaks between equal points at the other places (SER-27). */
export function ties(ranked: Row[], me: number | null = null): string[] {
  return tieBreaks(ranked, me).slice(ranked[0]!.score === ranked[1]!.score ? 1 : 0);
}

/** Names at the start of a sentence, or after a semicolon; the reader comes first, as "You" or "you". */
function names(some: Row[], me: number | null, you = "You"): string {
  const others = some.filter((row) => row.seat.index !== me).map((row) => row.seat.name);
  return listed(others.length < some.length ? [you, ...others] : others);
}
const counted = (count: number, thing: string) => `${count} ${thing}${count === 1 ? "" : "s"}`;

/** A sentence for every shared place, and for every two players whom points did not separate. */
function tieBreaks(ranked: Row[], me: number | null): string[] {
  const placed = [...new Set(ranked.map((row) => row.place))].map((place) =>
    ranked.filter((row) => row.place === place),
  );
  return placed.flatMap((shared, at) => {
    const behind = placed[at + 1];
    const decided = behind && behind[0]!.score === shared[0]!.score ? [decision(shared, behind, me)] : [];
    return shared.length > 1 ? [equality(shared, me), ...decided] : decided;
  });
}

function equality(shared: Row[], me: number | null): string {
  const { score, seat } = shared[0]!;
  return `${names(shared, me)} have ${counted(score, "point")}, ${counted(seat.cards.length, "card")} and ${counted(seat.chips ?? 0, "chip")} each.`;
}

function decision(ahead: Row[], behind: Row[], me: number | null): string {
  const [{ score, seat }, { seat: other }] = [ahead[0]!, behind[0]!];
  const both = `${names([...ahead, ...behind], me)} have ${counted(score, "point")}`;
  const have = ahead.length > 1 || ahead[0]!.seat.index === me ? "have" : "has";
  const more = `${names(ahead, me, "you")} ${have} more`;
  if (seat.cards.length !== other.cards.length)
    return `${both} each; ${more} cards, ${seat.cards.length} to ${other.cards.length}.`;
  return `${both} and ${counted(seat.cards.length, "card")} each; ${more} chips, ${seat.chips} to ${other.chips}.`;
}
