// The reason for the win in one sentence.
import type { Ending } from "../../lib/messages";
import { firstTie } from "../../lib/ties";
import { counted } from "../../lib/words";
import type { Room } from "./read";

export function reasonOf(room: Room, ending: Ending, me: number | null = null): string {
  const tie = firstTie(ending);
  if (tie) return tie;
  const first = ending.places.indexOf(1);
  const winner = room.players[first]!;
  const most = ending.scores[first]!;
  const request = winner.requestPoints;
  const made = request ? `${counted(winner.stars, "star")} and ${request} for the request` : "all of them stars";
  const second = Math.max(...ending.scores.filter((score) => score !== most));
  const wins = first === me ? "You win" : `${winner.name} wins`;
  return `${wins} with ${counted(most, "point")}, ${made}, ${most - second} more than the next.`;
}
